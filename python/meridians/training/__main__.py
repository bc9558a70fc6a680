"""``python -m meridians.training`` is the command ``meridians train``."""

import sys

from meridians.cli import main

if __name__ == "__main__":
    sys.exit(main(["train", *sys.argv[1:]]))
