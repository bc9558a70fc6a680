"""The diagram of a position with colours, for a terminal. It needs Rich, which the extra ``cli`` brings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from meridians.render.course import State, last_move_of
from meridians.render.options import position_of

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["terminal"]

STYLES = {"o": "bold yellow", "x": "bold blue", "O": "bold red", "X": "bold red", "+": "bold green"}


def terminal(state: State) -> Text:
    """The diagram of ``docs/notation.md`` for ``rich.print``, with marks and colours.

    Stones of threatened groups (R9) are capitals, their rescue points are ``+``, and the stone of a game's last move is
    underlined. ModuleNotFoundError if Rich is not installed.
    """
    position = position_of(state)
    try:
        from rich.text import Text
    except ModuleNotFoundError as error:
        if error.name != "rich":
            raise
        message = "diagrams with colours need the extra cli: pip install 'meridians[cli]'"
        raise ModuleNotFoundError(message, name=error.name) from None
    groups = position.threatened()
    threatened = {point for group in groups for point in group}
    rescues = {point for group in groups for point in position.rescues(group[0])}
    last = last_move_of(state)
    header, *rows = position.diagram().splitlines()
    drawn = Text().append(header, "dim")
    for row in rows:
        # " h1 o . x h3": the names of the first and the last point, and the symbols of all.
        parts = re.fullmatch(r"( *([a-z])1)((?: [.ox])+)( [a-z]\d+)", row)
        assert parts is not None
        before, letter, symbols, after = parts.groups()
        drawn.append("\n").append(before, "dim")
        for number, symbol in enumerate(symbols.split(), start=1):
            point = f"{letter}{number}"
            mark = symbol.upper() if point in threatened else "+" if point in rescues else symbol
            style = STYLES.get(mark, "dim")
            drawn.append(" ").append(mark, f"{style} underline" if point == last and symbol != "." else style)
        drawn.append(after, "dim")
    return drawn
