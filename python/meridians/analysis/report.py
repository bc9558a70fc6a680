"""The report of an analysis: one HTML page that needs no script, no network and no other file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from meridians._core import GameState, __version__
from meridians.analysis.document import script_of
from meridians.analysis.findings import STEPS, MoveAnalysis
from meridians.analysis.graph import graph
from meridians.analysis.phrases import judgement_words, loss_points, mover_words, percent, plain, sentence
from meridians.analysis.words import group_words
from meridians.counted import counted
from meridians.render.canvas import written
from meridians.render.options import Mark, Options
from meridians.render.svg import picture_of, subject_with
from meridians.render.theme import ThemeName

if TYPE_CHECKING:
    from jinja2 import Template

    from meridians.analysis.analysis import Analysis

__all__ = ["report", "story_of"]

_LINE = 12  # moves of a best line that are shown, at most


@dataclass(frozen=True)
class Board:
    """A board in both themes of the page; the other one is hidden."""

    light: str
    dark: str


def report(analysis: Analysis) -> str:
    """The page. ModuleNotFoundError without the extra ``report``."""
    record = analysis.record
    headers = {key: plain(value) for key, value in record.headers.items()}
    end = analysis.state(analysis.plies + 1)
    return _template().render(
        analysis=analysis,
        record=record,
        headers=headers,
        title=_title(headers),
        story=story_of(analysis),
        decisive=_place_of_decisive(analysis),
        graphs=[graph(analysis, "wide"), graph(analysis, "narrow")],
        turning_points=[_turning_point(analysis, move) for move in analysis.turning_points],
        sides=[(color, headers.get(color, "")) for color in ("light", "dark")],
        side_rows=_side_rows(analysis),
        overlooked=[(move, threat) for move in analysis.moves for threat in move.threats if threat.overlooked],
        end=_board(end, {}),
        end_words=_end_words(end),
        script=script_of(analysis),
        version=__version__,
        steps=STEPS,
    )


def _place_of_decisive(analysis: Analysis) -> int | None:
    """The number of the turning point that is the decisive move."""
    plies = [move.ply for move in analysis.turning_points]
    return None if analysis.decisive is None else plies.index(analysis.decisive.ply) + 1


def _end_words(end: GameState) -> str:
    """What is marked on the last board."""
    if not end.moves:
        return ""
    last = end.moves[-1]
    gone = last in end.removed[-1]
    return f"After {last}" + (", where the ring is: the stone was removed at once." if gone else ".")


@cache
def _template() -> Template:
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "HTML reports need jinja2: pip install 'meridians[report]'", name=error.name
        ) from None
    environment = Environment(
        loader=PackageLoader("meridians", "analysis"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "percent": percent,
        "sentence": sentence,
        "judgement": judgement_words,
        "loss": loss_points,
        "mover": mover_words,
        "group": group_words,
        "line": lambda moves: " ".join(moves[:_LINE]) + (" …" if len(moves) > _LINE else ""),
    }
    return environment.get_template("report.html.j2")


def _title(headers: Mapping[str, str]) -> str:
    light, dark = headers.get("light"), headers.get("dark")
    players = f"{light or 'Light'} against {dark or 'Dark'}" if light or dark else ""
    return players or headers.get("name") or headers.get("event") or "A game of Meridians"


def story_of(analysis: Analysis) -> list[str]:
    """What happened, in a few sentences."""
    record = analysis.record
    result, headers = record.result, record.headers
    names = {color: plain(headers.get(color, "")) for color in ("light", "dark")}
    count = counted(analysis.plies, "move")
    if result.winner is not None:
        who = f"{names[result.winner]} ({result.winner.title()})" if names[result.winner] else result.winner.title()
        how = {"unknown": "", "time": " on time"}.get(result.reason, f" by {result.reason}")
        story = [f"{who} won{how} after {count}."]
    elif result.reason in ("repetition", "agreement"):
        story = [f"Drawn by {result.reason} after {count}."]
    elif result.reason == "void":
        story = [f"The game is void. It has {count}."]
    else:
        story = [f"The record has {count} and no result."]
    if not analysis.complete:
        story.append(
            f"This report is partial: {counted(len(analysis.moves), 'move')} of the game can be judged so far."
        )
    decisive = analysis.decisive
    if decisive is not None:
        who = mover_words(decisive).capitalize()
        chances = f"{percent(decisive.best_chance)} after {decisive.best} became {percent(decisive.played_chance)}"
        story.append(f"{who} lost the game with move {decisive.ply}, {decisive.move}: a chance of {chances}.")
    elif result.winner is not None and analysis.complete:
        story.append("No single move lost the game.")
    return story


def _side_rows(analysis: Analysis) -> list[tuple[str, list[str]]]:
    """How the colours played: what is counted, and the numbers of Light and of Dark."""
    light, dark = analysis.side("light"), analysis.side("dark")
    return [
        ("Moves with a choice", [str(side.moves) for side in (light, dark)]),
        ("Mean loss", [f"{100 * side.mean_loss:.1f}" for side in (light, dark)]),
        ("Inaccuracies", [str(side.inaccuracies) for side in (light, dark)]),
        ("Mistakes", [str(side.mistakes) for side in (light, dark)]),
        ("Blunders", [str(side.blunders) for side in (light, dark)]),
    ]


def _turning_point(analysis: Analysis, move: MoveAnalysis) -> dict[str, Any]:
    state = analysis.state(move.ply)
    named: dict[str, Mark] = {move.move: "cross", move.best: "circle"}
    marks = {name: mark for name, mark in named.items() if name not in ("pass", "keep", "swap")}
    played = state.copy()
    played.play(move.move)
    return {
        "move": move,
        "before": _board(state, marks),
        "after": _board(played, {}),
        "threatened": bool(state.threatened()),
    }


def _board(state: GameState, marks: dict[str, Mark]) -> Board:
    options: Options = {"marks": marks, "rescues": True}
    themes: tuple[ThemeName, ThemeName] = ("light", "dark")
    return Board(*(written(picture_of(subject_with(state, {**options, "theme": theme}))) for theme in themes))
