"""The tables of many rollouts (``docs/rollouts.md``): what is counted besides who won, by playing the games again.

Each is a list of counts or a list of such lists; ``N`` is the number of points and ``A`` that of actions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from meridians.reference.position import Position
    from meridians.reference.rollouts import Rollout

Table = list[list[int]]
Color = Literal["light", "dark"]
COLORS: tuple[Color, Color] = ("light", "dark")


def ownership(start: Position, games: Iterable[Rollout]) -> Table:
    """``[2, N]``: the games in which Light, and Dark, had a stone on each point at the end."""
    actions, table = _actions(start), [[0] * start.points for _ in COLORS]
    for game in games:
        end = end_of(start, game)
        for row, color in zip(table, COLORS, strict=True):
            for name in end.stones(color):
                row[actions[name]] += 1
    return table


def first_moves(start: Position, games: Iterable[Rollout]) -> Table:
    """``[2, A]``: the games that began with each action, and those of them that the participant to act then won."""
    actions, visits, wins = _actions(start), [0] * start.action_count, [0] * start.action_count
    for game in games:
        first = actions[game.moves[0]]
        visits[first] += 1
        # By participants and not by colours: until the answer to the pie, nobody knows who will have which (R12).
        if game.winner and end_of(start, game).participant_of(game.winner) == start.participant:
            wins[first] += 1
    return [visits, wins]


def amaf(start: Position, games: Iterable[Rollout]) -> list[Table]:
    """Visits and wins, ``[2, A]`` each: the games in which a colour played an action, and those that it won."""
    actions = _actions(start)
    visits, wins = ([[0] * start.action_count for _ in COLORS] for _ in range(2))
    for game in games:
        position, played = start, set()
        for name in game.moves:
            action = actions[name]
            # Whoever answers the pie is of the colour that the answer gives (R12).
            color = {"keep": "dark", "swap": "light"}.get(name, position.turn)
            played.add((color, action))
            position, _ = position.after(action)
        for row, color in enumerate(COLORS):
            for action in (action for player, action in played if player == color):
                visits[row][action] += 1
                wins[row][action] += game.winner == color
    return [visits, wins]


def lengths(games: Sequence[Rollout]) -> list[int]:
    """The games of 0, 1, 2, ... plies, up to the longest."""
    counts = Counter(game.plies for game in games)
    return [counts[plies] for plies in range(max(counts) + 1)]


def end_of(start: Position, game: Rollout) -> Position:
    """The position that a game leads to."""
    actions, position = _actions(start), start
    for name in game.moves:
        position, _ = position.after(actions[name])
    return position


def _actions(start: Position) -> dict[str, int]:
    return {start.move_name(action): action for action in range(start.action_count)}
