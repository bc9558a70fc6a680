"""``meridians show``: the diagram of a position, threatened groups with their rescue points (R9), whose turn it is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from meridians import GameState
from meridians.cli import drawing
from meridians.cli.arguments import File, Moves, Opening, Size, TextOption, game_from
from meridians.cli.drawing import drawing_options, named_errors, numbered
from meridians.cli.errors import InputError, writing
from meridians.cli.terminal import print_text
from meridians.render import Options, save, terminal

__all__ = ["EXAMPLES", "show"]

EXAMPLES = """
meridians show h1 d4 h8 d6
meridians show --size expert --file moves.txt
meridians show --text '3/4 o1o/2o1/o1oox/1xoxx1/2x1x/x2x/3 dark 2,2 plain'
meridians show --text - < position.txt
meridians show h1 d4 h8 d6 --svg position.svg
meridians show h1 d4 h8 d6 --svg paths.svg --paths both --theme dark
"""

Svg = Annotated[
    str | None,
    typer.Option("--svg", metavar="FILE", help="Write a picture to an SVG file as well; the options below are for it."),
]


def show(
    moves: Moves = None,
    file: File = None,
    text: TextOption = None,
    size: Size = None,
    opening: Opening = None,
    svg: Svg = None,
    theme: drawing.Theme = None,
    width: drawing.Width = None,
    no_coordinates: drawing.NoCoordinates = False,
    no_threatened: drawing.NoThreatened = False,
    rescues: drawing.Rescues = None,
    paths: drawing.Paths = None,
    sight: drawing.Sight = None,
    places: drawing.Places = False,
    numbers: drawing.Numbers = False,
    first: drawing.From = None,
    label: drawing.Label = None,
    mark: drawing.Mark = None,
    arrow: drawing.Arrow = None,
    caption: drawing.Caption = None,
) -> None:
    """Draws a position, with its threatened groups marked.

    MOVES are the moves that lead to the position, such as h1 d4. Threatened groups are drawn in capitals, their rescue
    points as '+'. Below is whose turn it is, and how many points each colour could play on. To store a position, keep
    what stands on the line "text": --text reads it again; --svg draws a picture, by default with rescue points.
    """
    options = drawing_options(
        theme=theme,
        width=width,
        no_coordinates=no_coordinates,
        no_threatened=no_threatened,
        rescues=rescues,
        paths=paths,
        sight=sight,
        places=places,
        label=label,
        mark=mark,
        arrow=arrow,
        caption=caption,
    )
    if svg is None and (options or numbers or first is not None):
        raise InputError("options of a picture need one: say where with --svg FILE")
    game = game_from(moves, file, text, size, opening)
    groups = [(group, game.rescues(group[0])) for group in game.threatened()]
    if svg is not None:
        if chosen := numbered(numbers, first, game.ply):
            options["numbers"] = chosen
        _write(game, svg, {"rescues": True, **options})
    print_text(terminal(game))
    if groups:
        rescue = ", + rescue point" if any(points for _, points in groups) else ""
        print_text(f"{'O' if game.turn == 'light' else 'X'} threatened{rescue}", "dim")
    for name, line in _facts(game, groups):
        print_text(f"{name:<12}{line}")


def _write(game: GameState, file: str, options: Options) -> None:
    """The picture, with threatened groups and their rescue points marked as in the diagram unless options say else."""
    if Path(file).suffix.lower() != ".svg":
        raise InputError(f"--svg must name a file that ends in .svg, not {file!r}")
    with named_errors(), writing(file):
        save(game, file, **options)


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
