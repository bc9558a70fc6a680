"""The JSON document of an analysis: what is in it, and reading it again, from a file of its own or out of a report.

``schema.json`` in this folder describes it, and ``docs/analysis.md`` explains it.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, cast

from meridians._core import GameState, MeridiansError, Record, __version__
from meridians.analysis.findings import Found, MoveAnalysis, Remark, light_chance, outcome_chance
from meridians.analysis.settings import Settings

if TYPE_CHECKING:
    from meridians.analysis.analysis import Analysis

__all__ = ["FORMAT", "VERSION", "check_found", "document_of", "read", "script_of"]

FORMAT, VERSION = "meridians analysis", 1

_OPENS = '<script type="application/json" id="analysis">'
_CLOSES = "</script>"


def script_of(analysis: Analysis) -> str:
    """The document as an element of an HTML page, which nothing runs."""
    text = json.dumps(document_of(analysis), ensure_ascii=False, allow_nan=False)
    for character in "<>&\u2028\u2029":  # so that no text in it can end the element
        text = text.replace(character, f"\\u{ord(character):04x}")
    return f"{_OPENS}{text}{_CLOSES}"


def document_of(analysis: Analysis) -> dict[str, Any]:
    """The whole document; chances are rounded to 1/10,000 but for those that it is read again from."""
    record, decisive = analysis.record, analysis.decisive
    return {
        "format": FORMAT,
        "version": VERSION,
        "program": f"meridians {__version__}",
        "complete": analysis.complete,
        "settings": analysis.settings.document(),
        "size": record.size,
        "opening": record.opening,
        "headers": record.headers,
        "result": _result(record),
        "record": record.to_text("sgf"),
        "positions": [
            None if index not in analysis.found else _position(state, analysis.found[index])
            for index, (state, _) in enumerate(analysis._line)
        ],
        "moves": [_move(move) for move in analysis.moves],
        "turning_points": [move.ply for move in analysis.turning_points],
        "decisive": None if decisive is None else decisive.ply,
        "sides": {color: vars(analysis.side(color)) for color in ("light", "dark")},
    }


def _result(record: Record) -> dict[str, str | None]:
    return {"winner": record.result.winner, "reason": record.result.reason}


def _position(state: GameState, found: Found) -> dict[str, Any]:
    light = light_chance(state, found)
    return {
        "ply": state.ply,
        "text": state.text,
        "turn": state.turn,
        "participant": state.participant,
        "light": round(light, 4),
        "dark": round(1 - light, 4),
        "chance": found.chance,
        "line": list(found.line),
        "visits": found.visits,
        "proven": found.proven,
        "plies": found.plies,
        "best_chance": found.best_chance,
    }


def _move(move: MoveAnalysis) -> dict[str, Any]:
    return {
        "ply": move.ply,
        "move": move.move,
        "color": move.color,
        "participant": move.participant,
        "mover": move.mover,
        "before": {"light": round(move.light_before, 4), "dark": round(move.dark_before, 4)},
        "after": {"light": round(move.light_after, 4), "dark": round(move.dark_after, 4)},
        "best": move.best,
        "line": list(move.line),
        "best_chance": round(move.best_chance, 4),
        "played_chance": round(move.played_chance, 4),
        "loss": round(move.loss, 4),
        "judgement": move.judgement,
        "removed": list(move.removed),
        "threats": [
            {
                "group": list(threat.group),
                "rescues": list(threat.rescues),
                "lost": threat.lost,
                "overlooked": threat.overlooked,
            }
            for threat in move.threats
        ],
        "remarks": [_remark(remark) for remark in move.remarks],
        "best_remarks": [_remark(remark) for remark in move.best_remarks],
        "mobility": {"light": move.mobility[0], "dark": move.mobility[1]},
        "exclusive": {"light": move.exclusive[0], "dark": move.exclusive[1]},
    }


def _remark(remark: Remark) -> dict[str, Any]:
    return {"kind": remark.kind, "text": remark.text, "points": list(remark.points)}


def read(text: str) -> tuple[Record, Settings, dict[int, Found]]:
    """What an analysis is made of again, from a document or from a report that has one in it."""
    start = text.find(_OPENS)
    if start >= 0:
        start += len(_OPENS)
        text = text[start : text.find(_CLOSES, start)]
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise MeridiansError("not an analysis: neither a JSON document nor a report") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise MeridiansError(f'not an analysis: "format" must be "{FORMAT}"')
    if document.get("version") != VERSION:
        raise MeridiansError(f'an analysis of another version: "version" must be {VERSION}')
    given = _field(document, "settings", dict)
    for name in ("visits", "seconds", "engine", "seed"):
        if name not in given:
            raise MeridiansError(f'an analysis that is broken: "settings" lacks "{name}"')
    try:
        settings = Settings.from_document(given)
    except (MeridiansError, TypeError) as error:
        raise MeridiansError(f'an analysis that is broken: "settings": {error}') from None
    try:
        record = Record.read(_record_text(document))
    except (MeridiansError, OSError) as error:
        raise MeridiansError(f'an analysis that is broken: "record": {error}') from None
    positions = _field(document, "positions", list)
    found = {index: _found(index, position) for index, position in enumerate(positions) if position is not None}
    return record, settings, found


def check_found(index: int, found: Found, line: list[tuple[GameState, str | None]]) -> None:
    """Refuses what cannot have been found about a position of the game."""
    if index >= len(line):
        raise _broken(index, "is not in the game")
    state, move = line[index][0].copy(), line[index][1]
    outcome = outcome_chance(state, state.participant)
    if (outcome is None) != bool(found.line):
        raise _broken(index, '"line" must have moves unless the game is over')
    proven = {"win": 1.0, "loss": 0.0, "draw": 0.5, None: found.chance}[found.proven]
    if found.chance != (proven if outcome is None else outcome):
        raise _broken(index, '"chance" must be what is certain, where the game is over or the result is proven')
    if (found.proven is None) != (found.plies is None):
        raise _broken(index, '"plies" must be there if and only if something is proven')
    if (found.best_chance is None) != (move is None or found.line[0] == move):
        raise _broken(index, '"best_chance" must be there if and only if another move was best than the one played')
    try:
        for best in found.line:
            state.play(best)
    except MeridiansError as error:
        raise _broken(index, f'"line": {error}') from None


def _found(index: int, position: object) -> Found:
    if not isinstance(position, dict):
        raise _broken(index, "must be an object or null")

    def chance(name: str, *, optional: bool = False) -> float | None:
        value = position.get(name)
        if value is None and optional:
            return None
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1 or math.isnan(value):
            raise _broken(index, f'"{name}" must be a number from 0 to 1')
        return float(value)

    def count(name: str, *, optional: bool = False) -> int | None:
        value = position.get(name)
        if value is None and optional:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise _broken(index, f'"{name}" must be a whole number from 0')
        return value

    line, proven = position.get("line"), position.get("proven")
    if not isinstance(line, list) or not all(isinstance(move, str) for move in line):
        raise _broken(index, '"line" must be a list of moves')
    if proven not in ("win", "loss", "draw", None):
        raise _broken(index, '"proven" must be "win", "loss", "draw" or null')
    return Found(
        cast(float, chance("chance")),
        tuple(line),
        cast(int, count("visits")),
        cast(str | None, proven),
        count("plies", optional=True),
        chance("best_chance", optional=True),
    )


def _record_text(document: dict[str, Any]) -> str:
    """The text of the record, and nothing that could be taken for the name of a file."""
    text = _field(document, "record", str)
    if not text.startswith("(;") or not text.endswith("\n"):
        raise MeridiansError("it must be an SGF, and end with a line feed")
    return cast(str, text)


def _broken(index: int, what: str) -> MeridiansError:
    return MeridiansError(f'an analysis that is broken: "positions", number {index}: {what}')


def _field(document: dict[str, Any], name: str, kind: type) -> Any:
    value = document.get(name)
    if not isinstance(value, kind):
        raise MeridiansError(f'an analysis that is broken: "{name}" must be {kind.__name__}')
    return value
