"""Every format of records: a thousand games there and back, and a test for each pair of formats."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from itertools import count
from typing import Literal, get_args

import pytest

from meridians import GameResult, GameState, MeridiansError, ParseError, Record

Kind = Literal["sgf", "moves", "ludii", "abstractplay", "little_golem", "boardspace"]
KINDS: tuple[Kind, ...] = get_args(Kind)
SIZES = ("2/3", "3/4", "4/5", "5/6", "6/7", "7/8")
GAMES = 1000


def lacks(kind: Kind, record: Record) -> str | None:
    """What a format has no words for, by its own rules and not by the writer's."""
    moves, result = record.mainline(), record.result
    pie = record.opening == "pie"
    if kind == "ludii":
        if pie:
            return "the pie"
        if result.winner is None and result.reason != "unknown":
            return "a result without a winner"
    if kind == "little_golem" and record.size != "6/7":
        return "a board other than 6/7"
    if kind in ("abstractplay", "little_golem") and not pie:
        return "a game without the pie"
    if kind in ("abstractplay", "little_golem", "boardspace") and pie and len(moves) == 1:
        return "half of the pie's opening move"
    if kind == "boardspace":
        if "pass" in moves:
            return "a forced pass"
        if moves[-1:] == ["swap"]:
            return "a swap that no stone follows"
        if result != GameResult(None, "unknown") and result.reason not in ("elimination", "resignation"):
            return "a result other than elimination and resignation"
    return None


def through(kind: Kind, result: GameResult) -> GameResult:
    """A result after it was written and read: Ludii only says who won, and sites have no draw by repetition."""
    if kind == "ludii" and result.reason != "elimination":
        return GameResult(result.winner, "unknown")
    if kind in ("abstractplay", "little_golem") and result.reason == "repetition":
        return GameResult(None, "agreement")
    return result


# There and back


def random_records(kind: Kind) -> Iterator[Record]:
    """Games of all stages, on boards and with openings that the format has."""
    chance = random.Random(7)
    for index in count():
        # Large boards take longer, and have no cases that small ones have not.
        size = "6/7" if kind == "little_golem" else chance.choices(SIZES, (4, 4, 4, 2, 1, 1))[0]
        opening: Literal["plain", "pie"] = "plain" if kind == "ludii" else "pie"
        if kind in ("sgf", "moves", "boardspace"):
            opening = chance.choice(["plain", "pie"])
        moves = GameState(size, opening).rollout(7, index).moves
        if index % 3:
            moves = moves[: chance.randrange(len(moves) + 1)]
        game = GameState.from_moves(moves, size, opening)
        if not game.is_over and chance.random() < 0.3:
            game.resign(chance.choice(["light", "dark"]))
        record = Record.from_game(game)
        if not game.is_over and kind != "boardspace" and chance.random() < 0.3:
            winner = chance.choice(["light", "dark"])
            record.result = GameResult(winner, chance.choice(["time", "forfeit", "unknown"]))  # type: ignore[arg-type]
        yield record


@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_games_come_back_with_equal_positions_at_every_ply(kind: Kind) -> None:
    held = 0
    for record in random_records(kind):
        lacking = lacks(kind, record)
        if lacking is not None:
            with pytest.raises(MeridiansError, match=f"cannot have {lacking}; write the record as sgf"):
                record.to_text(kind)
            continue
        text = record.to_text(kind)
        again = Record.read(text)
        assert (again.size, again.opening) == (record.size, record.opening)
        assert again.mainline() == record.mainline()
        assert again.positions() == record.positions()
        assert again.result == through(kind, record.result)
        assert again.to_text(kind) == text
        held += 1
        if held == GAMES:
            return


# Pairs of formats


def ended_games() -> list[Record]:
    """On 6/7, which all formats have: both openings, both answers, and every way to end."""
    records = []
    for opening, answer in (("plain", ""), ("pie", "keep"), ("pie", "swap")):
        line = f"h1 d4 {answer} h8 d6 h5 d8"
        for resigns in ("light", "dark"):
            game = GameState.from_moves(line, opening=opening)  # type: ignore[arg-type]
            game.resign(resigns)  # type: ignore[arg-type]
            records.append(Record.from_game(game))
        for winner, reason in (
            (None, "unknown"),
            ("light", "unknown"),
            ("dark", "time"),
            ("light", "forfeit"),
            (None, "agreement"),
            (None, "void"),
        ):
            record = Record.from_game(GameState.from_moves(line, opening=opening))  # type: ignore[arg-type]
            record.result = GameResult(winner, reason)  # type: ignore[arg-type]
            records.append(record)
        start = GameState.from_moves(f"h1 d4 {answer}", opening=opening)  # type: ignore[arg-type]
        for index in range(2):
            moves = [*start.moves, *start.rollout(1, index).moves]
            records.append(Record.from_game(GameState.from_moves(moves, opening=opening)))  # type: ignore[arg-type]
        again = [*["b2", "d6", "h8", "g6", "d5"], *["g8", "g7", "d4", "d5"] * 2]
        repeated = Record.from_game(GameState.from_moves(["h1", "d4", *answer.split(), *again], opening=opening))  # type: ignore[arg-type]
        records.append(repeated)
    for record in records:
        record.headers = {"light": "Ada", "dark": "Bo]"}
    return records


ENDED = ended_games()


@pytest.mark.parametrize("second", KINDS)
@pytest.mark.parametrize("first", KINDS)
def test_colours_seats_moves_and_results_survive_a_conversion(first: Kind, second: Kind) -> None:
    converted = 0
    for record in ENDED:
        if lacks(first, record):
            continue
        once = Record.read(record.to_text(first))
        lacking = lacks(second, once)
        if lacking:
            with pytest.raises(MeridiansError, match=f"cannot have {lacking};"):
                once.to_text(second)
            continue
        twice = Record.read(once.to_text(second))
        assert twice.mainline() == record.mainline()
        assert twice.positions() == record.positions()
        assert twice.result == through(second, through(first, record.result))
        end = twice.positions()[-1]
        assert end.participant_of("light") == int("swap" in record.mainline())
        assert end.participant_of("dark") == int("swap" not in record.mainline())
        if {first, second} <= {"sgf", "abstractplay", "little_golem", "boardspace"}:
            assert (twice.headers["light"], twice.headers["dark"]) == ("Ada", "Bo]")
        converted += 1
    # Ludii has the plain opening only, and AbstractPlay and Little Golem have the pie only.
    both = {first, second}
    assert (converted > 0) == (not ("ludii" in both and both & {"abstractplay", "little_golem"}))


def test_the_ends_of_the_pairs_are_what_they_are_called() -> None:
    reasons = {record.result.reason for record in ENDED}
    assert reasons == {"elimination", "resignation", "repetition", "unknown", "time", "forfeit", "agreement", "void"}
    assert {record.result.winner for record in ENDED} == {"light", "dark", None}


# Long files


MEBIBYTE = 1 << 20


def circles(plies: int, answer: str = "") -> list[str]:
    """A game of so many plies that goes round in circles, which a file may, where repetition is no draw."""
    return ["h1", "d4", *answer.split(), *["b2", "d6", "h8", "g6", "d5"], *["g8", "g7", "d4", "d5"] * (plies // 4)]


def long_texts() -> dict[str, str]:
    """Files of about a mebibyte, of each format, and such as only break programs."""
    pie = circles(100_000, "keep")
    plain, kept = Record.read("6/7 repetition=none " + " ".join(circles(9_000))), Record.read("6/7 pie " + pie[0])
    rounds = [["h1,d4", "pass"], *([light, dark] for light, dark in zip(pie[3:-1:2], pie[4::2], strict=True))]
    return {
        "sgf": "(;SZ[6:7]RU[plain repetition=none]"
        + "".join(f";{'WB'[ply % 2]}[{move}]" for ply, move in enumerate(circles(150_000)))
        + ")",
        "moves": "6/7 repetition=none " + " ".join(circles(350_000)),
        "ludii": plain.to_text("ludii"),
        "abstractplay": json.dumps({"header": {}, "moves": rounds}),
        "little_golem": "(;SO[littlegolem];W[h1d4]" + "".join(f";B[{move}]" for move in pie[2:]) + ")",
        "boardspace": "(;SU[meridians-6]"
        + "".join(f";P0[dropb {move[0]} {move[1:]}];P0[done]" for move in circles(35_000))
        + ")",
        "deep": "(;SZ[6:7]RU[plain repetition=none]"
        + "".join(f"(;{'WB'[ply % 2]}[{move}]" for ply, move in enumerate(circles(100_000)))
        + ")" * (len(circles(100_000)) + 1),
        "deep boardspace": "(;SU[meridians-6]" + "(;P0[done]" * (MEBIBYTE // 10),
        "resignations": "(;SU[meridians-6]" + ";P0[resign]" * (MEBIBYTE // 11),
        "faults": "(;SZ[6:7]" + "(;W[zz])" * (MEBIBYTE // 8) + ")",
        "brackets": '{"moves":' + "[" * MEBIBYTE,
        "open": "(;SZ[6:7]" + "(;" * (MEBIBYTE // 2),
        "one word": kept.to_text("moves") + "h" * MEBIBYTE,
        "removals": "game=/Meridians\nMove=[Move:mover=1,actions=[Add:to=3]" + ",[Remove:to=4]" * (MEBIBYTE // 14),
    }


LONG = long_texts()


@pytest.mark.parametrize("name", LONG)
def test_a_mebibyte_is_read_in_seconds(name: str) -> None:
    start = time.thread_time()
    record = Record.read(LONG[name], lenient=True) if name != "brackets" else None
    if record is None:
        with pytest.raises(ParseError, match="JSON"):
            Record.read(LONG[name])
    elif name in KINDS:
        assert len(record.mainline()) > 9_000
    assert time.thread_time() - start < 5, "with a step that is quadratic it is a minute or more"
