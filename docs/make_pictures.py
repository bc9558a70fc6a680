"""Draws the pictures of the pages: `board.svg` for the README, and in `pictures/` those of `pictures.md`.

A picture of `pictures.md` is what the variable `picture` is where the page shows it, after the snippets above. Run it
as `python docs/make_pictures.py`; a test draws them again and compares.
"""

import doctest
import json
import re
from collections.abc import Iterator
from pathlib import Path

from meridians import GameState, render

HERE = Path(__file__).parent
GAME = HERE.parent / "tests" / "data" / "ludii_trial_0.json"
PLIES = 40


def of_the_readme() -> str:
    """A game of two random players after 40 plies, with its paths (R7)."""
    moves = json.loads(GAME.read_text(encoding="utf-8"))["moves"][:PLIES]
    return render.svg(GameState.from_moves(moves), paths=True, last_move=False)


def of_the_page(text: str) -> Iterator[tuple[str, str]]:
    """The name and the text of each picture of a page. Snippets that show no picture after them are not run."""
    names: dict[str, object] = {}
    waiting: list[str] = []
    for snippet, file in re.findall(r"```pycon\n(.*?)```|\]\(pictures/(\w+\.svg)\)", text, re.DOTALL):
        if not file:
            waiting += [example.source for example in doctest.DocTestParser().get_examples(snippet)]
            continue
        for source in waiting:
            exec(source, names)  # our own page
        waiting.clear()
        yield file, str(names["picture"])


def pictures() -> dict[str, str]:
    """All pictures by the paths of their files below `docs`."""
    page = (HERE / "pictures.md").read_text(encoding="utf-8")
    return {"board.svg": of_the_readme(), **{f"pictures/{file}": picture for file, picture in of_the_page(page)}}


if __name__ == "__main__":
    (HERE / "pictures").mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (HERE / name).write_text(picture, encoding="utf-8", newline="\n")
