"""Many games at once: duplicates up to symmetry, statistics, and ``meridians stats``."""

from __future__ import annotations

import json
import random
import re
import statistics
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from meridians import GameResult, GameState, MeridiansError, ParseError, Record, collection
from meridians.arena import wilson
from meridians.collection import Lengths, Place, Results

SYMMETRIES = ("identity", "mirror_left_right", "mirror_top_bottom", "half_turn")


def record_of(moves: str, size: str = "6/7", opening: str = "plain", **result: Any) -> Record:
    record = Record.from_game(GameState.from_moves(moves, size, opening))  # type: ignore[arg-type]
    if result:
        record.result = GameResult(result["winner"], result["reason"])
    return record


def written(path: Path, *records: Record) -> str:
    path.write_text("".join(record.to_text() for record in records), "utf-8")
    return str(path)


# Symmetries


def test_a_record_and_its_images_are_the_images_of_its_positions() -> None:
    chance = random.Random(3)
    for index in range(120):
        size, opening = chance.choice(["2/3", "3/4", "4/5", "6/7"]), chance.choice(["plain", "pie"])
        moves = GameState(size, opening).rollout(5, index).moves  # type: ignore[arg-type]
        moves = moves[: chance.randrange(len(moves) + 1)]
        record = Record.from_game(GameState.from_moves(moves, size, opening))  # type: ignore[arg-type]
        record.headers = {"event": "a1"}
        for node in (record.root, record.at([0]) if moves else record.root):
            node.comment, node.labels, node.marks = "b1", {"a1": "A"}, {"circle": ["b2"]}
        if len(moves) > 4:
            before = record.at([0] * 4)
            before.add(chance.choice(before.position.legal_moves())).name = "variation"
        canonical, key = record.canonical(), record.key()
        for symmetry in SYMMETRIES:
            image = record.transformed(symmetry)  # type: ignore[arg-type]
            assert image.positions() == [one.transformed(symmetry) for one in record.positions()]  # type: ignore[arg-type]
            assert image.game() == record.game().transformed(symmetry)  # type: ignore[arg-type]
            assert (image.result, image.headers, image.root.comment) == (record.result, record.headers, "b1")
            assert image.transformed(symmetry) == record  # type: ignore[arg-type]
            assert (image.canonical(), image.canonical().to_text()) == (canonical, canonical.to_text())
            assert image.key() == key == canonical.key()
        assert canonical in [record.transformed(symmetry) for symmetry in SYMMETRIES]  # type: ignore[arg-type]


def test_keys_differ_where_games_do() -> None:
    keys = {
        record.key()
        for record in (
            record_of("h1 d4"),
            record_of("h1 d4 h8"),
            record_of("h1 d5"),
            record_of("d4 h1"),
            record_of("h1 d4", opening="pie"),
            record_of("h1 d4 keep", opening="pie"),
            record_of("h1 d4 swap", opening="pie"),
            record_of("d1 f4", "5/6"),
        )
    }
    assert len(keys) == 8
    assert record_of("h1 d4").key() == record_of("f11 j6", winner="dark", reason="time").key() == "6/7 plain f1 j4"


# Duplicates


def test_duplicates_are_the_same_main_line_up_to_symmetry(tmp_path: Path) -> None:
    record = record_of("h1 d4 h8 d6")
    image = record.transformed("half_turn")
    image.headers = {"event": "elsewhere"}
    image.result = GameResult("dark", "time")
    longer, other, empty = record_of("h1 d4 h8 d6 h5"), record_of("h1 d4 h8 d7"), Record()
    with_variation = record.copy()
    with_variation.at([0]).add("d7")
    a = written(tmp_path / "a.sgf", record, longer, empty, other)
    b = written(tmp_path / "b.sgf", empty, image, longer.transformed("mirror_top_bottom"), with_variation)
    c = tmp_path / "c.txt"
    other.transformed("mirror_left_right").write(c)
    assert collection.duplicates_in([a, b, c]) == [
        (Place(a, 1), Place(b, 2), Place(b, 4)),
        (Place(a, 2), Place(b, 3)),
        (Place(a, 4), Place(str(c), 1)),
    ]
    assert collection.duplicates_in([a]) == []
    assert collection.duplicates_in([a, a])[0] == (Place(a, 1), Place(a, 1))
    assert str(Place("a.sgf", 3)) == "a.sgf game 3"


# Statistics


def games() -> list[Record]:
    return [
        record_of("h1 d4 h8 d6", winner="light", reason="resignation"),
        record_of("f11 j6 f4 j3", winner="dark", reason="time"),
        record_of("h1 d4 swap h8 d6", opening="pie", winner="light", reason="resignation"),
        record_of("f1 j4 keep f8", opening="pie", winner="light", reason="forfeit"),
        record_of("h1 d4 swap h8", opening="pie", winner=None, reason="agreement"),
        record_of("h1 d4 h8"),
        record_of("h1", winner=None, reason="void"),
        record_of("d1 f4", "5/6", winner=None, reason="unknown"),
        Record.read("(;SZ[3:4]AW[a1][a3]AB[g1][g3]PL[B]RE[B+F];B[f1])"),
    ]


def test_stats_of_a_few_games(tmp_path: Path) -> None:
    path = written(tmp_path / "games.sgf", *games())
    result = collection.stats([path])
    assert (result.files, result.games, result.unfinished, result.void, result.bad) == (1, 9, 2, 1, 0)
    assert result.light == Results(3, 2, 1)
    assert result.light.score == pytest.approx(3.5 / 6)
    assert result.light.interval() == wilson(3.5, 6)
    # After the swap the first player has Dark, and lost; a draw is one whoever sits where.
    assert result.first_player == Results(2, 3, 1)
    assert (result.kept, result.swapped, result.set_up) == (1, 2, 1)
    assert result.reasons == {"resignation": 2, "forfeit": 2, "time": 1, "agreement": 1, "void": 1}
    assert {size: (of.games, of.light.games) for size, of in result.sizes.items()} == {
        "3/4": (1, 1),
        "5/6": (1, 0),
        "6/7": (7, 5),
    }
    assert result.sizes["5/6"].light.score is None
    plain, pie, small = sorted(result.openings, key=lambda one: (one.size, one.opening), reverse=True)[0:3]
    assert (plain.opening, plain.moves, plain.games, plain.light) == ("plain", ("f1", "j4"), 3, Results(1, 1, 0))
    assert (pie.opening, pie.moves, pie.games, pie.light) == ("pie", ("f1", "j4"), 3, Results(2, 0, 1))
    assert (pie.kept, pie.swapped) == (1, 2)
    assert (small.size, small.games) == ("5/6", 1)
    assert result.lengths.counts == {1: 1, 4: 4, 5: 1}
    assert result.duplicates == ()
    document = json.loads(json.dumps(result.to_json()))
    assert document["light"] == {"wins": 3, "losses": 2, "draws": 1, "score": 3.5 / 6, "interval": list(wilson(3.5, 6))}
    assert document["openings"][0]["moves"] == ["f1", "j4"]


def test_lengths_have_the_quantiles_that_statistics_has() -> None:
    chance = random.Random(1)
    for _ in range(50):
        lengths = [chance.randrange(90, 130) for _ in range(chance.randrange(2, 40))]
        counted = Lengths({length: lengths.count(length) for length in set(lengths)})
        quartiles = statistics.quantiles(lengths, n=4, method="inclusive")
        assert [counted.quantile(share) for share in (0.25, 0.5, 0.75)] == pytest.approx(quartiles)
        assert (counted.quantile(0), counted.quantile(1)) == (min(lengths), max(lengths))
        bins = counted.histogram()
        assert len(bins) <= 10
        assert [sum(low <= length <= high for length in lengths) for low, high, _ in bins] == [n for _, _, n in bins]
        assert sum(count for *_, count in bins) == len(lengths)
    assert (Lengths({}).quantile(0.5), Lengths({}).histogram()) == (None, [])


def test_what_is_there_twice_counts_twice_unless_it_is_not_to(tmp_path: Path) -> None:
    record = record_of("h1 d4 h8 d6", winner="light", reason="resignation")
    path = written(tmp_path / "games.sgf", record, record.transformed("half_turn"), record_of("h1 d4 h8"))
    twice, once = collection.stats([path]), collection.stats([path], unique=True)
    assert (twice.games, twice.light.games, once.games, once.light.games) == (3, 2, 2, 1)
    assert twice.duplicates == once.duplicates
    assert [(one.place, one.first) for one in once.duplicates] == [(Place(path, 2), Place(path, 1))]


def test_bad_games_and_files_stop_or_are_counted(tmp_path: Path) -> None:
    good = record_of("h1 d4 h8").to_text()
    torn = tmp_path / "torn.sgf"
    torn.write_text(f"{good}(;GM[Meridians]SZ[6:7];W[h1];B[h1]){good}(;GM[1]){good}", "utf-8")
    broken, missing = tmp_path / "broken.txt", str(tmp_path / "missing.sgf")
    broken.write_text("h1 d4 zz", "utf-8")
    with pytest.raises(MeridiansError, match=r"torn.sgf: game 2, line .* ply 2: cannot play h1"):
        collection.stats([torn])
    with pytest.raises(ParseError, match=r"broken.txt: game 1, line 1, column 7"):
        collection.stats([broken])
    with pytest.raises(FileNotFoundError):
        collection.stats([missing])
    with pytest.raises(OSError, match="Is a directory"):
        collection.stats([tmp_path])
    result = collection.stats([torn, broken, missing, tmp_path], lenient=True)
    assert (result.games, result.unfinished, result.bad) == (3, 3, 5)
    for fault, part in zip(result.faults, ("game 2", "game 4", "column 7", "No such file", "directory"), strict=True):
        assert part in fault


@pytest.mark.parametrize("function", [collection.stats, collection.duplicates_in])
def test_arguments(function: Any) -> None:
    with pytest.raises(TypeError, match="paths must be a sequence of paths, not str"):
        function("games.sgf")
    for value in (1, b"games.sgf", None):
        with pytest.raises(TypeError, match=f"each of paths must be a path, not {type(value).__name__}"):
            function([value])
    for name in ("unique", "lenient"):
        with pytest.raises(TypeError, match=f"{name} must be True or False, not int"):
            collection.stats([], **{name: 1})  # type: ignore[arg-type]
    with pytest.raises(MeridiansError, match="share must be a number from 0 to 1, not 2"):
        Lengths({1: 1}).quantile(2)
    with pytest.raises(MeridiansError, match="confidence must be a number above 0 and below 1, not 1"):
        Results(1, 1, 0).interval(1)
    for text in ("a\0b.sgf", "\ud800"):
        with pytest.raises(MeridiansError, match="is no path"):
            function([text])


def test_many_games_take_the_memory_of_their_digests(tmp_path: Path) -> None:
    texts = [
        Record.from_game(GameState.from_moves(GameState("3/4").rollout(1, index).moves, "3/4")).to_text()
        for index in range(3000)
    ]
    path = tmp_path / "games.sgf"
    path.write_text("".join(texts), "utf-8")
    tracemalloc.start()
    result = collection.stats([path])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert result.games == len(texts)
    assert peak < 1_500_000, "about 300 bytes a game, and what the openings take"


# The command


def test_the_command_prints_what_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("typer")
    from cli_runner import complaint, output

    monkeypatch.chdir(tmp_path)
    first = games()[0]
    written(Path("a.sgf"), *games())
    written(Path("b.sgf"), first.transformed("half_turn"))
    out = output("stats", "a.sgf", "b.sgf", "--duplicates")
    assert out.startswith(
        "10 games in 2 files: 7 decided, 2 unfinished, 1 void\n"
        "1 duplicate (counted; --unique leaves them out)\n"
        "  b.sgf game 1: the same as a.sgf game 1\n"
        "\n"
        "side          games  wins  draws  score %  95 % interval\n"
        "Light             7     4      1    64.29    "
    )
    assert "pie: 1 kept, 2 swapped (66.67 %, 20.77-93.85)\n" in out
    assert re.search(r"^6/7 +8 +6 +4 +75\.00 +[\d.]+-[\d.]+ +4 +4 +4 +4 +5$", out, re.MULTILINE)
    assert re.search(r"^5/6 +1 +0 +0 ( +-){7}$", out, re.MULTILINE)
    assert re.search(r"^6/7 +plain +f1 j4 +4 +3 +2 +66\.67 +[\d.]+-[\d.]+ +0 +0$", out, re.MULTILINE)
    assert out.endswith(
        "plies\n1  1  ########\n2  0\n3  0\n4  5  ########################################\n5  1  ########\n"
    )
    assert "1 duplicate (left out)" in output("stats", "a.sgf", "b.sgf", "--unique")
    assert "... and 1 more openings" in output("stats", "a.sgf", "--openings", "2")
    assert json.loads(output("stats", "a.sgf", "--json")) == collection.stats(["a.sgf"]).to_json()
    assert "a folder; name its files, as in" in complaint("stats", str(tmp_path))
    assert "none.sgf: No such file" in complaint("stats", "none.sgf")
    Path("bad.txt").write_text("h1 d4 zz", "utf-8")
    assert "bad.txt: game 1, line 1, column 7: expected a move" in complaint("stats", "bad.txt")
    assert "(--lenient leaves out what cannot be read)" in complaint("stats", "bad.txt")
    assert "1 left out, with a fault:\n  bad.txt: game 1" in output("stats", "bad.txt", "--lenient")
    assert "--openings must be a whole number" in complaint("stats", "a.sgf", "--openings", "-1")
