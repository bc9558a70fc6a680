"""An analysis: the record of a game with what was found about its positions, and what follows from that."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from meridians import checks
from meridians._core import GameState, MeridiansError, Record
from meridians.analysis import document, words
from meridians.analysis.findings import (
    STEPS,
    Color,
    Found,
    MoveAnalysis,
    Remark,
    judged,
    light_chance,
    mover_color,
    mover_of,
)
from meridians.analysis.settings import Settings
from meridians.whole_file import whole_file

__all__ = ["Analysis", "Side", "line_of"]

_MOST_TURNING_POINTS = 8
_NOT_LOST = 0.4  # an even game as good as a search tells it


@dataclass(frozen=True)
class Side:
    """How a colour played: how many of its moves had a choice, what they lost on average, and how many lost much."""

    moves: int
    mean_loss: float
    inaccuracies: int
    mistakes: int
    blunders: int


class Analysis:
    """The analysis of a game, complete or not: what :func:`meridians.analysis.analyze` gives. It does not change.

    ``record``: the game. ``settings``: of the search. ``found``: what was found, by index into the positions of the
    main line; what is missing has not been searched.
    """

    def __init__(self, record: Record, settings: Settings, found: Mapping[int, Found]) -> None:
        self._record = record
        self.settings = settings
        """The engine and its limits."""
        self.found: Mapping[int, Found] = MappingProxyType(dict(found))
        """What was found about the positions, by index; of a complete analysis about all."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Analysis):
            return NotImplemented
        same = (self.settings, dict(self.found)) == (other.settings, dict(other.found))
        return same and self._record == other._record

    __hash__ = None  # type: ignore[assignment]  # as for a record, which it holds

    def __repr__(self) -> str:
        return f"<Analysis of {len(self._line) - 1} moves on {self._record.size}, {len(self.moves)} judged>"

    def __reduce__(self) -> tuple[type[Analysis], tuple[Record, Settings, dict[int, Found]]]:
        return Analysis, (self._record, self.settings, dict(self.found))

    @property
    def record(self) -> Record:
        """A copy of the game's record."""
        return self._record.copy()

    @cached_property
    def _line(self) -> list[tuple[GameState, str | None]]:
        return line_of(self._record)

    @property
    def complete(self) -> bool:
        """Whether every position has been searched."""
        return len(self.found) == len(self._line)

    @property
    def plies(self) -> int:
        """The moves of the game."""
        return sum(move is not None for _, move in self._line)

    def state(self, ply: int) -> GameState:
        """The game before the move of a ply, from 1; after the last move with one more."""
        checks.whole("ply", ply, 1, self.plies + 1)
        return self._line[self.index_after(ply) - 1 if ply <= self.plies else -1][0].copy()

    def index_after(self, ply: int) -> int:
        """The index among the positions of the one after a move: its ply, unless something is set up on the way."""
        checks.whole("ply", ply, 1, self.plies)
        return [index for index, (_, move) in enumerate(self._line) if move is not None][ply - 1] + 1

    @cached_property
    def moves(self) -> tuple[MoveAnalysis, ...]:
        """The moves about which enough is known, in order."""
        judged_moves, ply = [], 0
        for index, (state, move) in enumerate(self._line):
            ply += move is not None
            if move is not None and index in self.found and index + 1 in self.found:
                after = self._line[index + 1][0]
                judged_moves.append(_judge(ply, state, move, after, self.found[index], self.found[index + 1]))
        return tuple(judged_moves)

    @cached_property
    def chances(self) -> tuple[float | None, ...]:
        """Light's chance in each position of the main line, with best play; None where nothing is known yet."""
        return tuple(
            light_chance(state, self.found[index]) if index in self.found else None
            for index, (state, _) in enumerate(self._line)
        )

    @cached_property
    def turning_points(self) -> tuple[MoveAnalysis, ...]:
        """The mistakes and blunders that lost most, at most eight, and the decisive move, in the order of the game."""
        worst = sorted(
            (move for move in self.moves if move.judgement in ("mistake", "blunder")),
            key=lambda move: (-move.loss, move.ply),
        )
        chosen = {move.ply: move for move in worst[:_MOST_TURNING_POINTS]}
        if self.decisive is not None:
            chosen[self.decisive.ply] = self.decisive
        return tuple(chosen[ply] for ply in sorted(chosen))

    @cached_property
    def decisive(self) -> MoveAnalysis | None:
        """The move that lost the game: an inaccuracy or worse that took the loser's chance from 0.4 or more, with the
        best move, to less, and after which it was never 0.4 again; None if there is none, or no winner is known.
        """
        winner = self._record.result.winner
        if winner is None or not self.complete:
            return None
        end = self._line[-1][0]
        loser = next(participant for participant in (0, 1) if end.color_of(participant) != winner)
        lost = [
            move
            for move in self.moves
            if move.participant == loser and move.is_bad and move.played_chance < _NOT_LOST <= move.best_chance
        ]
        if not lost or any(chance >= _NOT_LOST for chance in self._later_chances(loser, lost[-1].ply)):
            return None
        return lost[-1]

    def _later_chances(self, participant: int, ply: int) -> Iterator[float]:
        """A participant's chances in the positions after a move."""
        for index in range(self.index_after(ply), len(self._line)):
            state, chance = self._line[index][0], self.found[index].chance
            yield chance if state.participant == participant else 1 - chance

    def side(self, color: Color) -> Side:
        """How the participant who has a colour at the end played, of what is known: ``"light"`` or ``"dark"``."""
        checks.one_of("color", color, ("light", "dark"))
        end = self._line[-1][0]
        played = [m for m in self.moves if end.color_of(m.participant) == color and m.judgement != "forced"]
        count = {name: sum(move.judgement == name for move in played) for name in ("inaccuracy", "mistake", "blunder")}
        mean = sum(move.loss for move in played) / len(played) if played else 0.0
        return Side(len(played), mean, count["inaccuracy"], count["mistake"], count["blunder"])

    def to_json(self) -> str:
        """The analysis as a JSON document (``docs/analysis.md``), from which :meth:`from_json` makes it again."""
        return json.dumps(document.document_of(self), indent=1, ensure_ascii=False, allow_nan=False) + "\n"

    @staticmethod
    def from_json(text: str) -> Analysis:
        """Reads what :meth:`to_json` or :meth:`to_html` wrote. MeridiansError, naming the field, if not."""
        if not isinstance(text, str):
            raise TypeError(f"text must be a str, not {type(text).__name__}")
        record, settings, found = document.read(text)
        line = line_of(record)
        for index, what in found.items():
            document.check_found(index, what, line)
        return Analysis(record, settings, found)

    def to_record(self) -> Record:
        """The record with the findings as comments, and the best lines as variations where a move loses much."""
        from meridians.analysis.comments import commented

        return commented(self)

    def to_html(self) -> str:
        """A report that is one page by itself: no script, no network. It needs the extra ``report`` (jinja2)."""
        from meridians.analysis.report import report

        return report(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a report, a record with comments or the document, as ``path`` ends: ``.html``, ``.sgf``, ``.json``.

        The file is complete or not there at all. OSError if it cannot be written.
        """
        checks.path("path", path)
        target = Path(path)
        ending = target.suffix.lower()
        writers: dict[str, Callable[[], str]] = {
            ".html": self.to_html,
            ".json": self.to_json,
            ".sgf": lambda: self.to_record().to_text("sgf"),
        }
        if ending not in writers:
            raise MeridiansError(f"path must end in .html, .json or .sgf, not in {ending[:40]!r}")
        text = writers[ending]()
        with whole_file(target) as unfinished:
            unfinished.write_text(text, encoding="utf-8", newline="\n")


def line_of(record: Record) -> list[tuple[GameState, str | None]]:
    """The states of the main line, each with the move that was played there: None at the end, and before a set-up."""
    node, line = record.root, list[tuple[GameState, str | None]]()
    state = node.state()
    while node.children:
        node = node.children[0]
        if node.resigned is not None:
            break
        if node.move is not None or node.is_setup:
            line.append((state, node.move))
            state = node.state()
    return [*line, (state, None)]


def _judge(ply: int, state: GameState, move: str, after: GameState, found: Found, then: Found) -> MoveAnalysis:
    mover = state.participant
    played = then.chance if after.participant == mover else 1 - then.chance
    best, forced = found.line[0], len(state.legal_moves()) == 1
    # The same search on both sides: with the best move it is the one of the position that was reached.
    best_chance = played if move == best or found.best_chance is None else found.best_chance
    loss = max(0.0, best_chance - played)
    removed = tuple(after.removed[-1])
    before, behind = state.position, after.position
    outcome = after.outcome
    repeated = outcome is not None and outcome.reason == "repetition"
    judgement = judged(loss, forced=forced, best=move == best)
    threats = words.threats_in(before, removed, best, judgement)
    light, dark = (behind.features().of(color) for color in ("light", "dark"))
    return MoveAnalysis(
        ply=ply,
        move=move,
        color=mover_color(state),
        participant=mover,
        mover=mover_of(state),
        light_before=light_chance(state, found),
        light_after=light_chance(after, then),
        chance=found.chance,
        best=best,
        line=found.line,
        best_chance=best_chance,
        played_chance=played,
        loss=loss,
        judgement=judgement,
        proven=found.proven,
        removed=removed,
        threats=threats,
        remarks=words.remarks_on(before, move, behind, removed, threats, best, repeated=repeated),
        best_remarks=_on_the_best(state, best) if judgement in STEPS else (),
        mobility=(light.mobility, dark.mobility),
        exclusive=(len(light.exclusive_points), len(dark.exclusive_points)),
    )


def _on_the_best(state: GameState, best: str) -> tuple[Remark, ...]:
    """What the best move does."""
    after = state.copy()
    removed = after.play(best)
    before = state.position
    threats = words.threats_in(before, removed, best, "best")
    return words.remarks_on(before, best, after.position, removed, threats, best)
