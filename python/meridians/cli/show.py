"""``meridians show``: the diagram of a position, threatened groups with their rescue points (R9), whose turn it is."""

from __future__ import annotations

import re

from rich.text import Text

from meridians import GameState
from meridians.cli.arguments import File, Moves, Opening, Size, TextOption, game_from
from meridians.cli.terminal import print_text

__all__ = ["EXAMPLES", "show"]

EXAMPLES = """
meridians show h1 d4 h8 d6
meridians show --size expert --file moves.txt
meridians show --text '3/4 o1o/2o1/o1oox/1xoxx1/2x1x/x2x/3 dark 2,2 plain'
meridians show --text - < position.txt
"""

_STYLES = {"o": "bold yellow", "x": "bold blue", "O": "bold red", "X": "bold red", "+": "bold green"}


def show(
    moves: Moves = None, file: File = None, text: TextOption = None, size: Size = None, opening: Opening = None
) -> None:
    """Draws a position, with its threatened groups marked.

    MOVES are the moves that lead to the position, such as h1 d4. Threatened groups are drawn in capitals, their rescue
    points as '+'. Below is whose turn it is, and how many points each colour could play on. To store a position, keep
    what stands on the line "text": --text reads it again.
    """
    game = game_from(moves, file, text, size, opening)
    groups = [(group, game.rescues(group[0])) for group in game.threatened()]
    print_text(_drawn(game, groups))
    if groups:
        rescue = ", + rescue point" if any(points for _, points in groups) else ""
        print_text(f"{'O' if game.turn == 'light' else 'X'} threatened{rescue}", "dim")
    for label, line in _facts(game, groups):
        print_text(f"{label:<12}{line}")


def _drawn(game: GameState, groups: list[tuple[list[str], list[str]]]) -> Text:
    """The diagram (docs/notation.md) with its symbols replaced where there is something to mark."""
    threatened = {point for group, _ in groups for point in group}
    rescues = {point for _, points in groups for point in points}
    header, *rows = game.diagram().splitlines()
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
            drawn.append(" ").append(mark, _STYLES.get(mark, "dim"))
        drawn.append(after, "dim")
    return drawn


def _facts(game: GameState, groups: list[tuple[list[str], list[str]]]) -> list[tuple[str, str]]:
    facts = [("text", game.text), ("ply", str(game.ply))]
    if game.ply:
        removed = game.removed[-1]
        facts.append(("last move", game.moves[-1] + (f", which removed {' '.join(removed)}" if removed else "")))
    outcome, legal = game.outcome, game.legal_moves()
    if outcome is not None:
        won = f"{outcome.winner} wins" if outcome.winner else "draw"
        who = f", participant {outcome.participant}" if game.opening == "pie" and outcome.winner else ""
        facts.append(("outcome", f"{won} by {outcome.reason}{who}"))
    elif "keep" in legal:
        facts.append(("turn", f"participant {game.participant} answers the pie: keep or swap"))
    else:
        who = f" (participant {game.participant})" if game.opening == "pie" else ""
        must = ", who has to pass" if legal == ["pass"] else ""
        facts.append(("turn", f"{game.turn}{who}{must}"))
    facts.append(("legal moves", str(len(legal))))
    facts.append(("mobility", f"light {game.mobility('light')}, dark {game.mobility('dark')}"))
    for group, rescues in groups:
        saved = f"rescued by {' '.join(rescues)}" if rescues else "no rescue point"
        facts.append(("threatened", f"{' '.join(group)}: {saved}"))
    return facts
