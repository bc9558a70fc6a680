"""The commands: what each prints, its JSON keys, and that the examples in the help run."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import pytest

pytest.importorskip("typer")
pytest.importorskip("rich")

import meridians
from cli_runner import document, output, process, run
from conftest import DATA, SIZES, read_json
from meridians import GameState, Rollouts, reference
from meridians.cli import bench, measure, workload
from meridians.cli.workload import Workload
from meridians.testing import Difference, Selfcheck

COMMANDS = [
    "bench",
    "rollout",
    "perft",
    "show",
    "render",
    "convert",
    "stats",
    "analyze",
    "arena",
    "levels",
    "selfcheck",
    "tactics",
    "train",
]
QUICK_BENCH = ("bench", "--size", "2/3", "--seconds", "0.02")
SMALL_BATCH = {"single": 8, "sliced": 64}  # games; those of a full batch take a while on the large boards
# On 3/4, Dark to move: d2 is threatened.
THREATENED = ["a1", "b1", "e4", "b4", "e1", "d4", "e3", "c5", "g3", "d5", "d6", "e5", "f3", "c3", "g1", "d2", "d3"]
THREATENED_TEXT = "3/4 o1o/2o1/o1oox/1xoxx1/2x1x/x2x/3 dark 2,2 plain"


# Help and version


def test_version() -> None:
    assert output("--version") == f"meridians {meridians.__version__}\n"


def test_as_a_module_it_is_the_same_command() -> None:
    result = process("--version")
    assert (result.returncode, result.stdout, result.stderr) == (0, f"meridians {meridians.__version__}\n", "")


def test_without_arguments_it_prints_its_help() -> None:
    assert output() == output("--help") == output("-h")
    listed = re.findall(r"^  ([a-z]+)  +[A-Z]", output().split("Commands:")[1], re.MULTILINE)
    assert listed == list(COMMANDS)
    assert "..." not in output().split("Commands:")[1]  # no summary is cut short


def examples(command: str) -> list[str]:
    return [line.strip() for line in output(command, "--help").split("Examples:\n")[1].splitlines()]


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_in_the_help_run(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("moves.txt").write_text("h1 d4 # the first stones\nh8 d6\n", encoding="utf-8")
    monkeypatch.setattr(measure, "BATCH", SMALL_BATCH)
    Path("position.txt").write_text(THREATENED_TEXT + "\n", encoding="utf-8")
    suite = (DATA / "tactics" / "4-5.jsonl").read_text("utf-8").splitlines()
    Path("puzzles.jsonl").write_text("\n".join(suite[:3]), encoding="utf-8")
    record = meridians.Record.from_game(GameState.from_moves("h1 d4 keep h8", opening="pie"))
    for name in ("game.json", "game.sgf", "torn.sgf"):
        record.write(name)
    Path("games.sgf").write_text(3 * record.to_text(), encoding="utf-8")
    quicker = {
        "bench": ["--seconds", "0.01"],
        "selfcheck": ["--games=1", "--jobs=1"],
        "rollout": ["-n", "50"],
        "levels": ["--games=2", "--size=3/4", "--agent=random", "--agent=grave:visits=2"],
    }
    lines = examples(command)
    assert lines
    for line in lines:
        program, *words = shlex.split(line)
        assert (program, words[0]) == ("meridians", command)
        given = b""
        if "<" in words:
            given = Path(words[-1]).read_bytes()
            words = words[:-2]
        assert output(*words, *quicker.get(command, []), standard_input=given)


# show


def test_show_marks_threatened_groups_and_rescue_points() -> None:
    assert output("show", "--size", "3/4", *THREATENED) == (
        "3/4 dark 2,2 plain\n"
        "   g1 o + o g3\n"
        "  f1 . + o . f4\n"
        " e1 o . o o x e5\n"
        "d1 + X o x x . d6\n"
        " c1 + . x . x c5\n"
        "  b1 x + . x b4\n"
        "   a1 . + . a3\n"
        "X threatened, + rescue point\n"
        f"text        {THREATENED_TEXT}\n"
        "ply         17\n"
        "last move   d3\n"
        "turn        dark\n"
        "legal moves 14\n"
        "mobility    light 7, dark 14\n"
        "threatened  d2: rescued by a2 b2 c1 d1 f2 g2\n"
    )


def test_show_draws_the_diagram_of_a_position_without_threats() -> None:
    out = output("show", "--size", "beginner", "f1", "f10", "f4")
    game = GameState.from_moves("f1 f10 f4", "5/6")
    assert out.startswith(game.diagram() + "text ")
    assert "threatened" not in out


def threatened_games(size: str) -> Iterator[GameState]:
    for index in range(300):
        game = GameState(size)
        for move in game.rollout(1, index).moves[:-1]:
            game.play(move)
            if game.threatened():
                yield game.copy()


def test_show_lists_what_the_engine_says_is_threatened() -> None:
    for game in islice(threatened_games("5/6"), 40):
        printed = output("show", "--size", "5/6", *game.moves)
        listed = re.findall(r"^threatened  (.*): (?:rescued by )?(.*)$", printed, re.MULTILINE)
        groups = game.threatened()
        assert listed == [(" ".join(g), " ".join(game.rescues(g[0])) or "no rescue point") for g in groups]
        drawn = "".join(line.partition("1 ")[2] for line in printed.splitlines()[1:12])
        assert sum(map(drawn.count, "OX")) == sum(map(len, groups))
        assert drawn.count("+") == len({point for g in groups for point in game.rescues(g[0])})


def test_show_says_when_no_point_rescues() -> None:
    lost = (game for game in threatened_games("3/4") if not any(game.rescues(g[0]) for g in game.threatened()))
    game = next(lost)
    out = output("show", "--text", game.text)
    assert ": no rescue point\n" in out
    assert f"\n{'O' if game.turn == 'light' else 'X'} threatened\n" in out
    assert "+" not in out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("h1 d4 --opening pie", "turn        participant 1 answers the pie: keep or swap\nlegal moves 2\n"),
        ("h1 d4 swap --opening pie", "turn        light (participant 1)\nlegal moves 19\n"),
        ("e4 g2 e2 --size 3/4", "turn        dark, who has to pass\nlegal moves 1\n"),
        ("e4 g2 e2 pass --size 3/4", "which removed g2\noutcome     light wins by elimination\nlegal moves 0\n"),
        (
            "e4 g2 swap e2 pass --size 3/4 --opening pie",
            "outcome     light wins by elimination, participant 1\n",
        ),
        (
            "h1 d4 b2 d6 h8 g6 d5 g8 g7 d4 d5 g8 g7 d4 d5",
            "outcome     draw by repetition\n",
        ),
    ],
)
def test_show_says_whose_turn_it_is_or_how_the_game_ended(arguments: str, expected: str) -> None:
    assert expected in output("show", *arguments.split())


# How a position is given


def test_a_position_is_the_same_however_it_is_given(tmp_path: Path) -> None:
    moves = THREATENED[:9]
    game = GameState.from_moves(moves, "3/4")
    diagram = game.diagram()
    content = (
        "\ufeff# 3/4\r\n".encode() + " ".join(moves[:5]).encode() + b"#g3\r\n\r\n\t" + " ".join(moves[5:]).encode()
    )
    (tmp_path / "moves.txt").write_bytes(content)
    size = ("--size", "3/4")
    empty = "3/4 3/4/5/6/5/4/3 light 0,0 plain"
    ways: list[tuple[tuple[str, ...], str]] = [
        ((*size, *moves), ""),
        ((*size, " ".join(moves)), ""),
        ((*size, "--file", str(tmp_path / "moves.txt")), ""),
        ((*size, "--file", "-"), " ".join(moves)),
        (("--text", game.text), ""),
        (("--text", diagram), ""),
        (("--text", "-"), game.text + "\n"),
        (("--text", "-"), "\n" + diagram),
        (("--text", empty, *moves), ""),
        (("--text", empty, "--file", "-"), "\n".join(moves)),
    ]
    for arguments, given in ways:
        assert output("show", *arguments, standard_input=given.encode()).startswith(diagram)


@pytest.mark.parametrize(
    ("name", "size"), [*zip(SIZES, SIZES, strict=True), ("beginner", "5/6"), ("standard", "6/7"), ("expert", "7/8")]
)
def test_sizes_and_their_names(name: str, size: str) -> None:
    assert output("show", "--size", name).startswith(f"{size} light 0,0 plain\n")


# rollout

ROLLOUT_KEYS = (
    "version",
    "size",
    "text",
    "turn",
    "seed",
    "threads",
    "backend",
    "seconds",
    "cpu_seconds",
    "games_per_second",
    "games",
    "light_wins",
    "dark_wins",
    "unfinished",
    "light_share",
    "light_interval",
    "confidence",
    "better",
    "mean_plies",
    "sd_plies",
    "longest",
    "stones_removed",
    "best",
    "moves",
)


def json_keys_in_help(command: str) -> tuple[str, ...]:
    text = " ".join(output(command, "--help").split())
    found = re.search(r"JSON keys: ([a-z_, ]+)\.", text)
    assert found
    return tuple(found[1].split(", "))


def test_rollout_is_that_of_the_engine() -> None:
    printed = document("rollout", "h1", "d4", "h8", "d6", "-n", "300", "--seed", "5", "--threads", "2")
    assert tuple(printed) == ROLLOUT_KEYS == json_keys_in_help("rollout")
    game = GameState.from_moves("h1 d4 h8 d6")
    result = game.rollouts(300, 5)
    assert printed["text"] == game.text
    assert (printed["size"], printed["turn"], printed["seed"], printed["threads"]) == ("6/7", "light", 5, 2)
    for key in (
        "games",
        "light_wins",
        "dark_wins",
        "unfinished",
        "mean_plies",
        "sd_plies",
        "longest",
        "stones_removed",
    ):
        assert printed[key] == getattr(result, key)
    assert printed["light_share"] == result.share("light")
    assert printed["light_interval"] == list(result.interval("light"))
    assert printed["seconds"] > 0
    assert printed["cpu_seconds"] > 0
    assert printed["games_per_second"] == pytest.approx(300 / printed["seconds"])
    assert (printed["backend"], printed["best"], printed["moves"]) == ("auto", None, None)


def test_rollout_after_each_move() -> None:
    position = ["a4", "b1", "f4", "e4"]
    game = GameState.from_moves(position)
    expected = game.evaluate_moves(20, 3)
    for backend in ("single", "sliced"):
        options = ["-n", "20", "--seed", "3", "--each-move", "--backend", backend]
        printed = document("rollout", *position, *options)
        assert (printed["backend"], printed["best"]) == (backend, expected.best)
        for row, move in enumerate(printed["moves"]):
            assert list(move) == ["move", "action", "visits", "wins", "unfinished", "share", "interval"]
            assert move["move"] == game.legal_moves()[row]
            for key in ("action", "visits", "wins", "unfinished"):
                assert move[key] == getattr(expected, key + "s" * (key == "action"))[row]
            assert (move["share"], move["interval"]) == (expected.share[row], expected.interval()[:, row].tolist())
        out = output("rollout", *position, *options)
        assert out.endswith(f"\nAfter each of 39 moves, for participant 0:\n{expected}\n")
    nothing = document("rollout", *position, "-n", "5", "--each-move", "--max-plies", "1")["moves"]
    assert {(move["share"] is None) == (move["unfinished"] == 5) for move in nothing} == {True}


def test_rollout_report_does_not_depend_on_threads() -> None:
    one, two = (
        re.sub(r"[0-9.]+ s on .*", "", output("rollout", "h1", "d4", "-n", "200", "--threads", threads))
        for threads in ("1", "2")
    )
    assert one == two
    result = GameState.from_moves("h1 d4").rollouts(200)
    low, high = result.interval("light")
    share = result.share("light")
    assert f"light       {result.light_wins} won: {share:.2%}, 95".replace("%,", " %,") in one
    assert f"interval {low:.2%} to {high:.2%}\n".replace("%", "") in one
    assert f"plies       mean {result.mean_plies:.1f}, s.d. {result.sd_plies:.1f}, longest {result.longest}\n" in one


@pytest.mark.parametrize("color", ["light", "dark"])
def test_rollout_says_who_stands_better(color: Literal["light", "dark"]) -> None:
    games = (GameState.from_moves(GameState("3/4").rollout(0, index).moves[:8], "3/4") for index in range(100))
    game = next(g for g in games if not g.is_over and g.rollouts(200).interval(color)[0] > 0.5)
    assert output("rollout", "-n", "200", "--text", game.text).endswith(f"verdict     {color} stands better\n")
    assert document("rollout", "-n", "200", "--text", game.text)["better"] == color


def test_rollout_tells_nobody_better_when_no_game_was_won() -> None:
    printed = document("rollout", "-n", "20", "--max-plies", "3")
    assert (printed["unfinished"], printed["better"]) == (20, None)
    assert (printed["light_share"], printed["light_interval"]) == (None, None)
    out = output("rollout", "-n", "20", "--max-plies", "3")
    assert "unfinished  20\n" in out
    assert "do not tell who stands better" in out
    assert "nan" not in out


# perft

PERFT_KEYS = ("version", "size", "text", "depth", "sequences", "depths", "divide")


def test_perft_counts_every_depth() -> None:
    printed = document("perft", "5", "--size", "2/3")
    assert tuple(printed) == PERFT_KEYS == json_keys_in_help("perft")
    assert (printed["size"], printed["depth"], printed["sequences"], printed["divide"]) == ("2/3", 5, 7784, None)
    assert [row["sequences"] for row in printed["depths"]] == [14, 182, 452, 1020, 7784]
    assert [row["depth"] for row in printed["depths"]] == [1, 2, 3, 4, 5]
    assert all(list(row) == ["depth", "sequences", "seconds", "leaves_per_second"] for row in printed["depths"])
    rows = output("perft", "5", "--size", "2/3").splitlines()
    assert rows[0].split() == ["depth", "sequences", "seconds", "leaves/s"]
    assert [row.split()[:2] for row in rows[1:]] == [
        ["1", "14"],
        ["2", "182"],
        ["3", "452"],
        ["4", "1,020"],
        ["5", "7,784"],
    ]


def test_perft_divides_by_first_move() -> None:
    game = GameState.from_moves("h1 d4", opening="pie")
    expected = meridians.divide(game, 3)
    printed = document("perft", "3", "h1", "d4", "--opening", "pie", "--divide")
    assert printed["divide"] == expected
    assert printed["sequences"] == sum(expected.values())
    lines = output("perft", "3", "h1", "d4", "--opening", "pie", "--divide").splitlines()
    assert [line.split() for line in lines[:3]] == [
        ["move", "sequences"],
        ["keep", f"{expected['keep']:,}"],
        ["swap", f"{expected['swap']:,}"],
    ]


def test_perft_of_no_ply_is_one() -> None:
    assert document("perft", "0")["sequences"] == 1


# bench

BENCH_KEYS = (
    "version",
    "build",
    "python",
    "processor",
    "processors",
    "seed",
    "seconds",
    "cpu_seconds",
    "wall_seconds",
    "correct",
    "rows",
    "proofs",
)


def keys_in_docs(of: str, values: set[str]) -> set[str]:
    assert bench.__doc__
    (part,) = (part for part in bench.__doc__.split("Each of ") if part.startswith(f"``{of}`` has"))
    return set(re.findall(r"``([a-z_]+)``", part)) - values - {of}


def test_bench_measures_and_proves() -> None:
    printed = document(*QUICK_BENCH, "--seed", "3")
    assert tuple(printed) == BENCH_KEYS == json_keys_in_help("bench")
    assert printed["build"] == meridians.build_info()
    assert (printed["seed"], printed["seconds"], printed["correct"]) == (3, 0.02, True)
    values = {
        "empty",
        "midgame",
        "rollouts",
        "perft",
        "play",
        "single",
        "sliced",
        "cpu",
        "wall",
        "game",
        "sequence",
        "ply",
    }
    for row in printed["rows"]:
        assert keys_in_docs("rows", values) == set(row)
        assert (row["size"], row["position"], row["right"]) == ("2/3", "empty", True)
        assert 0 < row["lowest"] <= row["rate"] <= row["highest"]
        assert row["lowest"] <= row["count"] / row[f"{row['clock']}_seconds"] <= row["highest"]
        assert row["clock"] == ("cpu" if row["threads"] == 1 else "wall")
        if row["work"] == "rollouts":
            assert row["ns_per_ply"] == pytest.approx(1e9 / row["rate"] / row["mean_plies"])
            low, high = row["light_interval"]
            assert low < row["light_share"] < high
    (proof,) = printed["proofs"]
    assert keys_in_docs("proofs", set()) == set(proof)
    assert proof["reference_games"] >= 5
    assert proof["digest"] == workload.DIGESTS["2/3", "empty"]
    assert proof["reference_agrees"]
    assert proof["digest_agrees"]


def works(printed: Any) -> list[tuple[Any, ...]]:
    return [tuple(row[key] for key in ("work", "backend", "level", "threads")) for row in printed["rows"]]


def test_bench_takes_every_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MERIDIANS_SIMD", raising=False)
    monkeypatch.setattr(bench, "processors", lambda: 2)
    best = meridians.build_info()["simd"]
    levels = measure.levels()
    assert {"portable", best} <= set(levels)
    printed = document(*QUICK_BENCH)
    assert works(printed) == [
        ("rollouts", "single", None, 1),
        *[("rollouts", "sliced", level, 1) for level in levels],
        ("rollouts", "sliced", None, 2),
        ("perft", None, None, 1),
        ("play", None, None, 1),
        ("play, mask", None, None, 1),
    ]
    assert [row["ratio"] is None for row in printed["rows"]] == [row["threads"] > 1 for row in printed["rows"]]
    assert meridians.build_info()["simd"] == best  # nothing stays forced


def test_bench_leaves_a_level_that_is_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MERIDIANS_SIMD", "portable")
    printed = document(*QUICK_BENCH, "--threads", "2")
    assert works(printed) == [("rollouts", "single", None, 2), ("rollouts", "sliced", "portable", 2)]
    assert os.environ["MERIDIANS_SIMD"] == "portable"


def test_bench_takes_the_official_boards_and_a_midgame_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "BATCH", SMALL_BATCH)
    printed = document("bench", "--seconds", "0.001", "--threads", "1")
    official = [("5/6", "empty"), ("6/7", "empty"), ("6/7", "midgame"), ("7/8", "empty")]
    assert [(proof["size"], proof["position"]) for proof in printed["proofs"]] == official
    assert list(dict.fromkeys((row["size"], row["position"]) for row in printed["rows"])) == official
    (text,) = {row["text"] for row in printed["rows"] if row["position"] == "midgame"}
    assert text == Workload("6/7", "midgame").game().text
    assert printed["correct"]


def test_bench_takes_several_sizes_or_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "BATCH", SMALL_BATCH)
    quick = ("bench", "--seconds", "0.001", "--threads", "1")
    sizes = [proof["size"] for proof in document(*quick, "--size", "3/4", "--size", "2/3", "--size", "3/4")["proofs"]]
    assert sizes == ["3/4", "2/3"]
    sizes = [proof["size"] for proof in document(*quick, "--size", "all")["proofs"]]
    assert sizes == sorted(size for size, _ in workload.DIGESTS)


def test_bench_prints_a_table_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "processors", lambda: 2)
    out = output(*QUICK_BENCH)
    conditions = out.splitlines()[0]
    build = meridians.build_info()
    for value in (build["version"], build["profile"], build["target"], build["simd"], "seed 0"):
        assert value in conditions
    head, row = (line.split() for line in out.splitlines()[1:3])
    assert head[-3:] == ["x", "Python", "right"]
    assert row[:5] == ["2/3", "empty", "rollouts", "single", "1"]
    assert re.fullmatch(r"[0-9,]+(\.[0-9])?", row[-2])
    assert row[-1] == "yes"
    (two,) = (line.split() for line in out.splitlines() if " 2, wall " in line)
    assert two[-2] == "-"  # wall time against CPU time
    assert workload.DIGESTS["2/3", "empty"] in out
    assert re.search(r"took [0-9.]+ s of CPU time, [0-9.]+ s of wall time", out)
    assert out.endswith("All answers are the right ones.\n")


def test_bench_midgame_is_the_recorded_game() -> None:
    record = read_json("ludii_trial_0.json")
    assert "Ludii" in record["source"]
    assert workload.MIDGAME.split() == record["moves"][:50]
    game = Workload("6/7", "midgame").game()
    assert (game.size, game.ply, game.removed) == (record["size"], 50, record["removed"][:50])


@pytest.mark.parametrize(("size", "position"), workload.DIGESTS)
def test_digests_are_those_of_the_engine(size: str, position: str) -> None:
    start = Workload(size, position)
    assert start.digest() == workload.DIGESTS[size, position]
    assert workload.results(workload.results_one_by_one(start.game().rollout)) == workload.RESULTS[size, position]


@pytest.mark.parametrize(
    ("size", "position"),
    [key if key[0] < "5/6" else pytest.param(*key, marks=pytest.mark.slow) for key in workload.DIGESTS],
)
def test_digests_are_those_of_the_reference(size: str, position: str) -> None:
    twin = Workload(size, position).twin()
    assert workload.digest(twin.rollout) == workload.DIGESTS[size, position]


def test_bench_reports_a_changed_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    right = workload.DIGESTS["2/3", "empty"]
    monkeypatch.setitem(workload.DIGESTS, ("2/3", "empty"), "0123456789abcdef")
    status, out, err = run(*QUICK_BENCH, "--threads", "1")
    assert (status, err) == (1, "")
    assert out.endswith(f"WRONG: 2/3, empty: the digest is {right}, not 0123456789abcdef\n")


def test_bench_reports_games_that_are_not_those_of_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workload, "twin", lambda self: reference.GameState.from_moves("a1", self.size))
    status, out, _ = run(*QUICK_BENCH, "--threads", "1", "--seed", "9")
    assert status == 1
    assert "WRONG: 2/3, empty: game 0 of seed 9 is not that of the reference\n" in out
    status, out, _ = run(*QUICK_BENCH, "--seed", "9", "--json")
    printed = json.loads(out)
    assert (status, printed["correct"], printed["proofs"][0]["reference_agrees"]) == (1, False, False)
    assert {row["work"] for row in printed["rows"] if not row["right"]} == {"perft", "play", "play, mask"}


def test_bench_reports_a_path_with_other_results(monkeypatch: pytest.MonkeyPatch) -> None:
    class OneStoneLess:
        def __init__(self, game: GameState) -> None:
            self.game = game
            self.rollout = game.rollout

        def rollouts(self, n: int, seed: int, threads: int, backend: Any) -> Rollouts:
            r = self.game.rollouts(n, seed, threads, backend=backend)
            removed = r.stones_removed - (backend == "sliced")
            return Rollouts(r.light_wins, r.dark_wins, r.unfinished, r.plies, r.plies_squared, r.longest, removed)

    right = Workload.game
    monkeypatch.setattr(Workload, "game", lambda self: OneStoneLess(right(self)))
    status, out, _ = run(*QUICK_BENCH, "--threads", "2")
    assert status == 1
    assert "WRONG: 2/3, empty: rollouts sliced portable, 2 threads has other results than it must have\n" in out
    assert "rollouts single, 2 threads has" not in out


# selfcheck


def test_selfcheck_counts_what_it_compared() -> None:
    out = output("selfcheck", "--games", "3", "--size", "2/3", "--seed", "4", "--jobs", "1")
    from meridians.testing import selfcheck

    result = selfcheck(3, size="2/3", seed=4)
    head, row, summary = out.splitlines()
    assert head.split() == ["size", "games", "plies", "questions", "rollouts", "differences"]
    counts = ["3", str(result.plies), f"{result.questions:,}", "6"]
    assert row.split() == ["2/3", *counts, "0"]
    assert summary == (
        f"3 games with {result.plies} plies, {result.questions:,} questions and 6 rollouts compared: no difference"
    )


def test_selfcheck_takes_every_size() -> None:
    out = output("selfcheck", "--games", "1", "--jobs", "1")
    assert [line.split()[0] for line in out.splitlines()[1:7]] == list(SIZES)


def test_selfcheck_reports_differences(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GameState.from_moves("a1 e2", "2/3")
    found = [
        Difference(
            "legal_moves",
            ("compiled", "reference"),
            (["a1"], []),
            2,
            ("a1", "e2"),
            game.text,
            game.diagram(),
            f"game {i}",
        )
        for i in range(5)
    ]
    monkeypatch.setattr("meridians.testing.selfcheck", lambda games, **_: Selfcheck(games, 20, 300, 10, tuple(found)))
    status, out, err = run("selfcheck", "--games", "5", "--size", "2/3", "--jobs", "1")
    assert (status, err) == (1, "")
    assert str(found[0]) in out
    assert game.diagram() in out
    assert out.count("differ on legal_moves") == 3  # the first ones are enough
    assert out.endswith("5 games with 20 plies, 300 questions and 10 rollouts compared: 5 games with a difference\n")


@pytest.mark.slow
def test_selfcheck_in_processes() -> None:
    result = process("selfcheck", "--games", "4", "--size", "2/3", "--jobs", "2")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == process("selfcheck", "--games", "4", "--size", "2/3", "--jobs", "1").stdout
