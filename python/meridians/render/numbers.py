"""A diagram with moves 1 to 71 on one board, as in a printed article: what is drawn where, and what is listed below.

The stones that stood before the first of the moves have no number. Every move is shown where it was played, with its
number, also if it was removed later; a move on a point that is taken in this way already is listed instead.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from meridians._core import Position
from meridians.render.course import Course, stones_of

__all__ = ["Diagram", "diagram_of"]


@dataclass
class Diagram:
    """The stones of a numbered diagram and what is told in words."""

    position: Position
    """The position after the last of the moves."""
    last: int
    """Its ply."""
    stones: dict[str, str]
    """The colour of the stone that is drawn on a point."""
    numbers: dict[str, int] = field(default_factory=dict)
    """The number of the stone on a point, if it has one."""
    gone: set[str] = field(default_factory=set)
    """The points of which the stone that is drawn has been removed."""
    again: list[tuple[int, str]] = field(default_factory=list)
    """The moves on points that were taken: number and point."""
    removed: list[tuple[int, list[str]]] = field(default_factory=list)
    """After which moves stones were removed, and which."""
    others: list[tuple[int, str]] = field(default_factory=list)
    """The moves that are no placement."""

    def words(self) -> list[str]:
        """The lines below the board."""
        lists = (
            ("Placed again:", [f"{number} at {point}" for number, point in self.again]),
            ("Removed after", [f"{number}: {' '.join(points)}" for number, points in self.removed]),
            ("Other moves:", [f"{number} {move}" for number, move in self.others]),
        )
        return [f"{title} {'; '.join(items)}" for title, items in lists if items]


def diagram_of(game: Course, first: int, last: int) -> Diagram:
    """The diagram of the moves from ``first`` to ``last``, which count from 1."""
    positions = game.positions
    diagram = Diagram(positions[last], last, stones_of(positions[first - 1]))
    for number in range(first, last + 1):
        move, removed = game.moves[number - 1], game.removed[number - 1]
        if move in ("pass", "keep", "swap"):
            diagram.others.append((number, move))
        elif move in diagram.stones:
            diagram.again.append((number, move))
        else:
            diagram.stones[move] = positions[number - 1].turn
            diagram.numbers[move] = number
        if removed:
            diagram.removed.append((number, removed))
        now = stones_of(positions[number])
        diagram.gone.update(diagram.stones.keys() - now.keys())
        diagram.stones = {**now, **diagram.stones}  # a record may have set up more
    return diagram
