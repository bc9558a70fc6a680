"""The record of an analysed game: findings as comments, and the best lines as variations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meridians._core import Record, RecordNode
from meridians.analysis.findings import MoveAnalysis
from meridians.analysis.phrases import judgement_words, mover_words, percent, sentence

if TYPE_CHECKING:
    from meridians.analysis.analysis import Analysis

__all__ = ["BEGINS", "commented"]

BEGINS = "Analysed with"
"""What the comment of the root has in it."""

_LINE = 12  # moves of a best line, at most


def commented(analysis: Analysis) -> Record:
    """A copy of the record in which each move of the main line has a comment, after what was said there before.

    Where a move is an inaccuracy or worse, the best line is a variation beside it.
    """
    record = analysis.record
    moves = iter(analysis.moves)
    move = next(moves, None)
    node, ply = record.root, 0
    _say(node, f"{BEGINS} {analysis.settings.words()}. Chances are of winning, from 0 to 100 %.")
    while node.children and move is not None:
        parent, node = node, node.children[0]
        if node.move is None:
            continue
        ply += 1
        if ply != move.ply:
            continue
        _say(node, _comment(move))
        if move.is_bad:
            _add_line(parent, move)
        move = next(moves, None)
    return record


def _comment(move: MoveAnalysis) -> str:
    chance = f"Light {percent(move.light_after)}, Dark {percent(move.dark_after)}."
    lines = [f"{judgement_words(move)} {chance}".strip()]
    lines += [sentence(remark) for remark in move.remarks]
    if move.is_bad:
        lines.append(f"Best: {' '.join(move.line[:_LINE])} ({percent(move.best_chance)} for {mover_words(move)}).")
        lines += [f"{move.best} {remark.text}." for remark in move.best_remarks]
    return "\n".join(lines)


def _say(node: RecordNode, text: str) -> None:
    if text not in node.comment:  # where an analysed record is analysed again
        node.comment = f"{node.comment}\n\n{text}" if node.comment else text


def _add_line(parent: RecordNode, move: MoveAnalysis) -> None:
    node = parent
    for step, best in enumerate(move.line[:_LINE]):
        same = [child for child in node.children if child.move == best]
        node = same[0] if same else node.add(best)
        if step == 0:
            _say(node, f"Better: {percent(move.best_chance)} for {mover_words(move)}, where the game's move has "
                       f"{percent(move.played_chance)}.")  # fmt: skip
