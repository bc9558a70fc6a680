"""Numbers and judgements as the report, the comments and the terminal write them."""

from __future__ import annotations

import unicodedata

from meridians.analysis.findings import MoveAnalysis, Remark
from meridians.counted import counted

__all__ = ["plain", "judgement_words", "loss_points", "mover_words", "percent", "sentence"]


def percent(chance: float) -> str:
    """A chance such as 0.534 as ``53 %``; what is not certain is neither 0 nor 100."""
    whole = round(100 * chance)
    if whole == 100 and chance < 1:
        return "> 99 %"
    if whole == 0 and chance > 0:
        return "< 1 %"
    return f"{whole} %"


def mover_words(move: MoveAnalysis) -> str:
    """Who moved: ``Light``, or ``the opener`` before the answer to the pie."""
    return f"the {move.mover}" if move.mover in ("opener", "chooser") else move.mover.title()


def plain(text: str) -> str:
    """A text of a record without characters that no reader sees, or that turn what is beside them around."""
    return "".join(character for character in text if unicodedata.category(character) not in ("Cc", "Cf", "Cs"))


def loss_points(move: MoveAnalysis) -> str:
    """What a move loses, in points of a hundred; nothing if that rounds to none."""
    return f"−{move.points}" if move.points else ""


def judgement_words(move: MoveAnalysis) -> str:
    """The judgement as a sentence."""
    if move.judgement == "forced":
        return "The only legal move."
    if move.judgement == "best":
        return "The best move found."
    if not move.points:
        return "As good as the best move found."
    loses = f"loses {counted(move.points, 'point')} of winning chance"
    return f"A good move, which {loses}." if move.judgement == "good" else f"{article(move.judgement)}: {loses}."


def article(judgement: str) -> str:
    """``An inaccuracy``, ``A mistake``."""
    return f"{'An' if judgement[0] in 'aeiou' else 'A'} {judgement}"


def sentence(remark: Remark) -> str:
    """A remark as a sentence: ``Cuts the only path of the stone d4.``"""
    return f"{remark.text[0].upper()}{remark.text[1:]}."
