"""``python -m meridians`` is the command ``meridians``."""

import sys

from meridians.cli import main

if __name__ == "__main__":  # the processes of `selfcheck --jobs` import this file again
    sys.exit(main())
