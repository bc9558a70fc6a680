"""The reference against everything that is known: recorded games, perft, the special lines, and the golden vectors."""

from __future__ import annotations

import copy
import csv
import json
import math
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import meridians
from meridians import reference
from meridians.reference import GameState, Generator, Position

DATA = Path(__file__).parent / "data"
SPECIAL_LINES = json.loads((DATA / "special_lines.json").read_text("utf-8"))["lines"]

# The table of docs/rules.md, to the depth that takes about a second each; the rest was run once by hand.
PERFT = {
    "2/3": [14, 182, 452, 1020, 7784, 44904],
    "3/4": [30, 870, 5564, 32628, 502720],
    "5/6": [80, 6320, 95636, 1384664],
    "6/7": [114, 12882, 253160, 4805144],
    "7/8": [154, 23562, 570552],
}


def json_lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def vectors(name: str) -> list[dict[str, str]]:
    with (DATA / "vectors" / name).open(encoding="ascii", newline="") as file:
        return list(csv.DictReader(file))


# Recorded games of unrelated engines


@pytest.mark.parametrize("size", ["5/6", "6/7", "7/8"])
def test_recorded_random_games(size: str) -> None:
    games = json_lines(f"random_games_{size.replace('/', '-')}.jsonl")
    assert games
    for record in games:
        check_record(record)


@pytest.mark.parametrize("number", [0, 1])
def test_ludii_trials(number: int) -> None:
    check_record(json.loads((DATA / f"ludii_trial_{number}.json").read_text("utf-8")))


def check_record(record: dict[str, Any]) -> None:
    game = GameState(record["size"])
    for ply, (move, removed, count) in enumerate(
        zip(record["moves"], record["removed"], record["legal_counts"], strict=True)
    ):
        legal = game.legal_moves()
        if count is not None:
            assert len(legal) == count
        if str(ply) in record.get("legal", {}):
            assert sorted(legal) == sorted(record["legal"][str(ply)])
        if str(ply) in record.get("threatened", {}):
            threatened = [stone for group in game.threatened() for stone in group]
            assert sorted(threatened) == sorted(record["threatened"][str(ply)])
        assert sorted(game.play(move)) == sorted(removed)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (record["winner"], "elimination")


def test_forced_pass_line() -> None:
    record = json.loads((DATA / "forced_pass.json").read_text("utf-8"))
    game = GameState.from_moves(record["moves"], record["size"])
    assert game.legal_moves() == [record["then"]]
    game.play(record["then"])
    assert game.outcome is not None
    assert (game.outcome.winner, game.stones("dark")) == (record["winner"], [])


def test_repetition_line() -> None:
    record = json.loads((DATA / "repetition.json").read_text("utf-8"))
    bare = GameState.from_moves(record["moves"], record["size"], repetition="none")
    game = GameState.from_moves(record["moves"], record["size"])
    again = game.position
    for turn in range(2):
        for move, removed in zip(record["cycle"], record["removed_in_cycle"], strict=True):
            assert not game.is_over
            assert game.play(move) == bare.play(move) == removed
        assert game.position == again
        assert game.occurrences == turn + 2
    assert game.outcome == reference.Outcome(None, "repetition", None)
    assert bare.outcome is None
    assert game.undo() == record["cycle"][-1]
    assert not game.is_over


# Perft


@pytest.mark.parametrize(("size", "depth"), [(size, len(counts)) for size, counts in PERFT.items()])
def test_perft(size: str, depth: int) -> None:
    assert [reference.perft(GameState(size), ply) for ply in range(1, depth + 1)] == PERFT[size]


def test_divide_adds_up() -> None:
    game = GameState.from_moves("e4 g2", "3/4")
    parts = reference.divide(game, 3)
    assert list(parts) == game.legal_moves()
    assert sum(parts.values()) == reference.perft(game.position, 3)
    assert reference.divide(GameState.from_moves("e4 g2 e2", "3/4"), 2) == {"pass": 0}


# Special lines


@pytest.mark.parametrize("line", SPECIAL_LINES, ids=[line["name"] for line in SPECIAL_LINES])
def test_special_line(line: dict[str, Any]) -> None:
    game = GameState.from_moves(line["moves"], line["size"], line["opening"], line.get("repetition", "draw"))
    holds = dict(line["holds"])
    for point, rescues in holds.pop("rescues", {}).items():
        assert game.rescues(point) == rescues
    for point, sight in holds.pop("sight", {}).items():
        assert {direction: list(seen) for direction, seen in game.sight(point).items()} == sight
    for move, rule in holds.pop("illegal", {}).items():
        assert not game.is_legal(move)
        with pytest.raises(reference.ParseError if rule == "parse" else reference.IllegalMoveError) as caught:
            game.play(move)
        assert rule == getattr(caught.value, "rule", "parse")
    for move in holds.pop("legal", []):
        assert game.is_legal(move)
    for color, stones in holds.pop("stones", {}).items():
        assert game.stones(color) == stones
    for color, paths in holds.pop("paths", {}).items():
        assert [list(path) for path in game.paths(color)] == paths
    answers = {
        "legal_moves": game.legal_moves(),
        "legal_count": len(game.legal_moves()),
        "removed": game.removed[-1] if game.removed else [],
        "threatened": game.threatened(),
        "outcome": [game.outcome.winner, game.outcome.reason, game.outcome.participant] if game.outcome else None,
        "turn": game.turn,
        "turns": list(game.turns),
        "ply": game.ply,
        "participant": game.participant,
        "color_of": [game.color_of(0), game.color_of(1)],
        "occurrences": game.occurrences,
    }
    assert {key: answers[key] for key in holds} == holds


def test_special_lines_have_names_of_their_own() -> None:
    names = [line["name"] for line in SPECIAL_LINES]
    assert len(set(names)) == len(names)


# The board, drawn independently: straight lines of a triangular grid in the plane


@pytest.mark.parametrize("size", reference.SIZES)
def test_lines_are_straight_in_the_plane(size: str) -> None:
    board = reference.board_of(size)
    short = int(size[0])
    assert board.points == 3 * short * short + short
    place = {}
    for point, name in enumerate(board.names):
        up = ord(name[0]) - ord("a")
        place[point] = (2 * int(name[1:]) + abs(up - short), up)  # half steps to the right, rows upwards
    steps = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]
    at = {where: point for point, where in place.items()}
    for point, (x, y) in place.items():
        for (dx, dy), ray in zip(steps, board.rays[point], strict=True):
            straight = []
            while (x + dx * (len(straight) + 1), y + dy * (len(straight) + 1)) in at:
                straight.append(at[x + dx * (len(straight) + 1), y + dy * (len(straight) + 1)])
            assert list(ray) == straight
    pairs = sum(map(len, board.neighbors)) // 2
    assert {"5/6": 209, "6/7": 305, "7/8": 419}.get(size, pairs) == pairs


# Texts, symmetries, values


def sample_positions() -> Iterator[Position]:
    for row in vectors("hash.csv"):
        yield Position.from_text(row["text"])


def test_texts_and_diagrams_round_trip() -> None:
    for position in sample_positions():
        assert Position.from_text(position.text) == position
        assert Position.from_text(position.text).text == position.text
        assert Position.from_diagram(position.diagram()) == position
        quoted = "\n\n" + "".join(f"   {line}  \n" for line in position.diagram().splitlines()) + " \n"
        assert Position.from_diagram(quoted) == position
        assert pickle.loads(pickle.dumps(position)) == position
        assert copy.deepcopy(position) == position


def test_the_documented_text_and_diagram() -> None:
    game = GameState.from_moves("h1 d4 h8 d6")
    assert game.text == "6/7 6/7/8/9/10/o6o3/12/11/10/3x1x3/8/7/6 light 2,2 plain"
    assert game.diagram() == (
        "6/7 light 2,2 plain\n"
        "      m1 . . . . . . m6\n"
        "     l1 . . . . . . . l7\n"
        "    k1 . . . . . . . . k8\n"
        "   j1 . . . . . . . . . j9\n"
        "  i1 . . . . . . . . . . i10\n"
        " h1 o . . . . . . o . . . h11\n"
        "g1 . . . . . . . . . . . . g12\n"
        " f1 . . . . . . . . . . . f11\n"
        "  e1 . . . . . . . . . . e10\n"
        "   d1 . . . x . x . . . d9\n"
        "    c1 . . . . . . . . c8\n"
        "     b1 . . . . . . . b7\n"
        "      a1 . . . . . . a6\n"
    )


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("2/4 2/3/4/3/2 light 0,0 plain", 1),
        ("standard 2/3/4/3/2 light 0,0 plain", 1),
        ("2/3  2/3/4/3/2 light 0,0 plain", 5),
        ("2/3 2/3/4/3 light 0,0 plain", 12),
        ("2/3 2/3/4/3/2/ light 0,0 plain", 14),
        ("2/3 2/3/4/3/3 light 0,0 plain", 13),
        ("2/3 2/3/04/3/2 light 0,0 plain", 9),
        ("2/3 2/3/o03/3/2 light 0,0 plain", 10),
        ("2/3 2/3/O3/3/2 light 0,0 plain", 9),
        ("2/3 11/3/4/3/2 light 0,0 plain", 5),
        ("2/3 2/3/4/3/2 white 0,0 plain", 15),
        ("2/3 2/3/4/3/2 light 3,0 plain", 21),
        ("2/3 2/3/4/3/2 light 0;0 plain", 22),
        ("2/3 2/3/4/3/2 light 0,0 plain ", 30),
        ("2/3 2/3/4/3/2 light 0,0 plain\n", 30),
        ("2/3 \u0662/3/4/3/2 light 0,0 plain", 5),
    ],
)
def test_position_text_is_read_strictly(text: str, column: int) -> None:
    with pytest.raises(reference.ParseError) as caught:
        Position.from_text(text)
    assert (caught.value.line, caught.value.column) == (1, column)


@pytest.mark.parametrize(
    ("old", "new", "line", "column"),
    [
        ("c1 .", "c1  .", 4, 4),
        ("c1 .", "c2 .", 4, 1),
        ("c1 .", "c1 #", 4, 4),
        ("c4\n", "c4 c4\n", 4, 14),
        (" d1 . . . d3\n", "", 3, 1),
        (" d1 . . . d3\n", " d1 . . . d3\n\n", 4, 1),
        ("a2\n", "a2\n\nz", 7, 1),
        ("plain", "plain x", 1, 20),
        ("  a1 . . a2\n", "", 6, 1),
    ],
)
def test_diagram_is_read_strictly(old: str, new: str, line: int, column: int) -> None:
    drawing = GameState("2/3").diagram()
    assert old in drawing
    with pytest.raises(reference.ParseError) as caught:
        Position.from_diagram(drawing.replace(old, new))
    assert (caught.value.line, caught.value.column) == (line, column)


def test_setup_gives_all_reasons_at_once() -> None:
    with pytest.raises(reference.SetupError) as caught:
        Position(
            "6/7", light=["a1", "a1", "z9", "c3"], dark=["a1", "d4", "d5"], turn="dark", turns=(1, 1), pie="swapped"
        )
    reasons = caught.value.reasons
    assert len(reasons) == 6
    assert [any(word in reason for reason in reasons) for word in ("z9", "a1 has", "dark is to move")] == [True] * 3
    assert sum("one turn" in reason for reason in reasons) == 3


@pytest.mark.parametrize(
    "text",
    [
        "2/3 2/3/4/3/2 light 1,0 plain",  # turn counts do not fit
        "2/3 2/3/4/3/2 dark 0,0 plain",
        "2/3 o1/3/4/3/2 dark 2,0 plain",
        "2/3 o1/3/4/3/2 light 0,0 plain",  # no turn, a stone
        "2/3 2/3/4/3/2 dark 1,0 plain",  # one turn, no stone
        "2/3 oo/3/4/3/1x dark 2,1 plain",  # the mover's dead group
        "2/3 2/3/4/3/2 light 2,2 plain",  # nobody there
        "2/3 o1/3/o1o1/3/xo dark 2,1 plain",  # more stones than turns
        "2/3 2/o1o/4/3/1x light 2,2 plain",
        "2/3 2/o1o/4/3/1x dark 2,1 pie",
        "2/3 2/3/4/3/2 light 0,0 kept",
        "2/3 o1/3/4/3/2 dark 1,0 swapped",
    ],
)
def test_setup_that_no_game_leads_to(text: str) -> None:
    with pytest.raises(reference.SetupError):
        Position.from_text(text)


def test_finished_position_is_a_valid_setup() -> None:
    position = Position.from_text("2/3 2/3/o1o1/3/2 light 2,2 plain")
    assert position.outcome == reference.Outcome("light", "elimination", 0)
    assert (position.legal_moves(), position.threatened(), position.mobility("light")) == ([], [], 10)


def test_symmetries_commute_with_play() -> None:
    for symmetry in reference.SYMMETRIES:
        game = GameState("4/5", "pie")
        for move in game.rollout(seed=5).moves:
            game.play(move)
        image = game.transformed(symmetry)
        assert image.position == game.position.transformed(symmetry)
        assert image.transformed(symmetry) == game
        assert image.canonical().position == game.canonical().position == game.position.canonical()


# A game as a whole


def test_undo_takes_everything_back() -> None:
    game = GameState("3/4", "pie")
    before = []
    for move in game.rollout(seed=3).moves:
        before.append((game.copy(), game.text))
        game.play(move)
    while before:
        twin, text = before.pop()
        game.undo()
        assert game == twin
        assert game.text == text
    with pytest.raises(reference.MeridiansError):
        game.undo()


def test_resignation() -> None:
    game = GameState.from_moves("h1 d4 swap", opening="pie")
    game.resign()  # participant 1, who has Light
    assert game.outcome == reference.Outcome("dark", "resignation", 0)
    assert (game.legal_actions(), game.is_legal("h8"), game.ply) == ([], False, 3)
    for forbidden in (lambda: game.play("h8"), game.resign, game.rollout):
        with pytest.raises(reference.MeridiansError):
            forbidden()
    assert game != GameState.from_moves("h1 d4 swap", opening="pie")
    assert game == GameState.from_moves("h1 d4 swap", opening="pie", resigned="light")
    assert game.undo() == "resign"
    assert game == GameState.from_moves("h1 d4 swap", opening="pie")
    with pytest.raises(reference.ParseError):
        GameState.from_moves("h1", resigned="dark").play("h01")
    waiting = GameState.from_moves("h1", opening="pie")
    waiting.resign()  # participant 0, whose colour is Light as if the pie were kept, though Dark's stone comes next
    assert waiting.outcome == reference.Outcome("dark", "resignation", 1)


def test_moves_are_names_or_actions() -> None:
    game = GameState.from_moves(["a1", 113, "a3"])
    assert game == GameState.from_moves(" a1  m6\na3\t")
    assert game == GameState.from_text(GameState().text, moves="a1 m6 a3")
    with pytest.raises(reference.IllegalMoveError, match="ply 2") as caught:
        GameState.from_moves("a1 a1")
    assert (caught.value.move, caught.value.rule) == ("a1", "R4")
    assert not GameState().is_legal(114)
    assert not GameState().is_legal(-1)
    assert GameState().why_illegal("pass") is not None
    assert (reference.parse_move("pass", "2/3"), reference.move_text(16, "2/3", "pie")) == (14, "swap")


def test_legal_mask() -> None:
    game = GameState.from_moves("c1 e1", "2/3")
    mask = game.legal_mask()
    assert mask.dtype == np.bool_
    assert np.flatnonzero(mask).tolist() == game.legal_actions()
    assert game.legal_mask(out=mask) is mask
    game.resign()
    assert not game.legal_mask(out=mask).any()


# Golden vectors


def test_stream_vectors() -> None:
    for row in vectors("stream.csv"):
        generator = Generator(int(row["seed"]), int(row["index"]))
        assert [generator.next() for _ in range(8)] == [int(word) for word in row["outputs"].split()]


def test_mix_is_splitmix64() -> None:
    # The first outputs of SplitMix64 from state 1234567, as Rosetta Code and many test suites list them.
    state, outputs = 1234567, []
    for _ in range(3):
        state += 0x9E3779B97F4A7C15
        outputs.append(reference.mix(state % 2**64))
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_draw_vectors() -> None:
    for row in vectors("draws.csv"):
        generator = Generator(int(row["seed"]), int(row["index"]))
        assert [generator.draw(int(count)) for count in row["counts"].split()] == [int(x) for x in row["ranks"].split()]


def test_hash_vectors() -> None:
    for row in vectors("hash.csv"):
        assert Position.from_text(row["text"]).hash == int(row["hash"])


def test_rollout_vectors() -> None:
    for row in vectors("rollouts.csv"):
        position = Position.from_text(row["text"])
        game = position.rollout(int(row["seed"]), int(row["index"]), int(row["max_plies"]))
        assert game.moves == row["moves"].split()
        assert (game.winner or "") == row["winner"]
        assert game.stones_removed == int(row["stones_removed"])
        assert game.unfinished == (row["winner"] == "")
        if game.unfinished:
            assert game.plies == int(row["max_plies"])


# Statistics


def test_rollout_statistics() -> None:
    games = [GameState("3/4").rollout(seed=9, index=index) for index in range(50)]
    told: list[tuple[int, int]] = []
    totals = GameState("3/4").rollouts(50, seed=9, progress=lambda done, n: told.append((done, n)))
    assert totals.games == 50
    assert told[-1] == (50, 50)
    assert totals.light_wins == sum(game.winner == "light" for game in games)
    plies = [game.plies for game in games]
    assert totals.mean_plies == pytest.approx(np.mean(plies))
    assert totals.sd_plies == pytest.approx(np.std(plies))
    assert totals.longest == max(plies)
    low, high = totals.interval("light")
    assert low < totals.share("light") < high
    nothing = reference.Rollouts(0, 0, 0, 0, 0, 0, 0)
    assert math.isnan(nothing.mean_plies)
    assert math.isnan(nothing.share("dark"))
    assert nothing.interval("dark") == (0.0, 1.0)


def test_wilson_interval() -> None:
    # 8 of 10 at 95 %: (0.4902, 0.9433), as in the textbooks.
    totals = reference.Rollouts(8, 2, 0, 0, 0, 0, 0)
    assert totals.interval("light") == pytest.approx((0.4902, 0.9433), abs=5e-5)


def test_random_play_on_the_standard_board() -> None:
    """docs/rules.md: mean 109.4 plies, s.d. 23, about 63 stones removed a game."""
    totals = GameState().rollouts(400, seed=1)
    assert abs(totals.mean_plies - 109.4) < 4 * 23 / math.sqrt(400)
    assert 15 < totals.sd_plies < 31
    assert 55 < totals.stones_removed / 400 < 71
    assert totals.unfinished == 0


@pytest.mark.slow
def test_the_one_perft_number_with_a_single_source() -> None:
    """3/4 at depth 6, which the Rust tests count too."""
    assert reference.perft(GameState("3/4"), 6) == 6845384


def test_illegal_actions_are_named_as_in_the_engine() -> None:
    for moves in ("", "a1 b1", "d2 b1 b3"):
        for action in range(15):
            engine = meridians.GameState.from_moves(moves, size="2/3")
            plain = reference.GameState.from_moves(moves, size="2/3")
            if not engine.is_legal(action):
                with pytest.raises(meridians.IllegalMoveError) as by_engine:
                    engine.play(action)
                with pytest.raises(reference.IllegalMoveError) as by_reference:
                    plain.play(action)
                wrong, expected = by_engine.value, by_reference.value
                assert (wrong.move, wrong.rule) == (expected.move, expected.rule)
