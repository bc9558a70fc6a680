"""``meridians analyze``: what it prints and writes, what it refuses, and how it goes on where it was stopped."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cli_runner import complaint, on_a_terminal, output, run
from conftest import read_json
from meridians import GameState, Record
from meridians.analysis import Analysis

LOST = GameState.from_moves("a4 b1 f4 e4 f5")


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Record.from_game(LOST).write("game.sgf")
    Record.from_game(GameState.from_moves("a4 b1 f4 e4")).write("other.sgf")


def names() -> list[str]:
    return sorted(path.name for path in Path().iterdir() if path.name not in ("game.sgf", "other.sgf"))


def read(name: str) -> Analysis:
    return Analysis.from_json(Path(name).read_text("utf-8"))


def test_it_writes_a_report_and_prints_what_lost() -> None:
    text = output("analyze", "game.sgf", "--visits", "500")
    assert names() == ["game.analysis.html"]
    found = read("game.analysis.html")
    assert found.complete
    assert found.settings.visits == 500
    lines = text.splitlines()
    assert lines[0] == "Dark won by elimination after 5 moves."
    assert lines[1].startswith("The game was lost with move 5, f5: from ")
    assert lines[2].split() == ["move", "Light's", "chance", "judgement", "points", "best"]
    row = next(line for line in lines if line.startswith("5 "))
    assert row.split()[:3] == ["5", "light", "f5"]
    assert "blunder" in row
    assert lines[-1] == "Written: game.analysis.html"
    losing = [move for move in found.moves if move.is_bad]
    assert len(lines) == 3 + len(losing) + 3


def test_all_moves() -> None:
    lines = output("analyze", "game.sgf", "--visits", "20", "--all", "-o", "x.json").splitlines()
    plies = [line.split()[0] for line in lines if line[:1].isdigit()]
    assert plies == ["1", "2", "3", "4", "5"]


def test_other_files_and_settings() -> None:
    output(
        "analyze", "game.sgf", "--visits=30", "--engine=uct", "--seed=4", "--threads=1", "-o", "a.JSON", "-o", "b.sgf"
    )
    assert names() == ["a.JSON", "b.sgf"]
    found = read("a.JSON")
    assert (found.settings.engine, found.settings.seed, found.settings.visits) == ("uct", 4, 30)
    assert Record.read("b.sgf") == found.to_record()
    output("analyze", "game.sgf", "--time=0.01", "-o", "c.json")
    assert read("c.json").settings.seconds == 0.01


def test_the_same_command_again_searches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    import meridians.analysis.searching as searching

    first = output("analyze", "game.sgf", "--visits=30", "-o", "a.json")
    monkeypatch.setattr(searching, "Search", None)
    assert output("analyze", "game.sgf", "--visits=30", "-o", "a.json") == first
    assert output("analyze", "game.sgf", "--visits=30", "-o", "b.html", "-o", "a.json").startswith(first.split("\n")[0])
    monkeypatch.undo()


def test_other_settings_begin_anew() -> None:
    output("analyze", "game.sgf", "--visits=30", "-o", "a.json")
    output("analyze", "game.sgf", "--visits=31", "-o", "a.json")
    assert read("a.json").settings.visits == 31


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX")
def test_ctrl_c_leaves_a_partial_report_and_the_command_goes_on() -> None:
    game = GameState.from_moves(read_json("ludii_trial_0.json")["moves"][:15])
    Record.from_game(game).write("long.sgf")
    command = ("analyze", "long.sgf", "--time", "0.2", "--threads", "1", "-o", "x.html", "-o", "x.json", "-o", "x.sgf")
    # The bar is at a quarter or so.
    status, written = on_a_terminal(*command, interrupt_at=b" 2")
    assert status == 130
    assert written.endswith("meridians: interrupted\r\n")
    assert "The same command goes on from there." in written
    part = read("x.html")
    assert part == read("x.json")
    assert not part.complete
    assert 0 < len(part.found) < 16
    assert Record.read("x.sgf").mainline() == game.moves
    assert names() == ["long.sgf", "x.html", "x.json", "x.sgf"]
    text = output(*command)
    assert f"Going on with {len(part.found)} positions that are known." in text
    whole = read("x.html")
    assert whole.complete
    assert {index: whole.found[index] for index in part.found} == dict(part.found)


def test_files_that_are_something_else_are_not_replaced() -> None:
    for name, content, reason in (
        ("a.html", "<html></html>", "not an analysis"),
        ("a.json", "{}", "not an analysis"),
        ("a.json", "\N{LATIN SMALL LETTER E WITH ACUTE}", "not an analysis"),
        ("a.sgf", Path("game.sgf").read_text("utf-8"), "it is no analysis of this game"),
        ("a.sgf", "x", "a.sgf"),
    ):
        Path(name).write_text(content, encoding="utf-8")
        line = complaint("analyze", "game.sgf", "--visits=5", "-o", name)
        assert line.startswith(f"{name} is there already, and is not replaced without --force: ")
        assert reason in line
        assert Path(name).read_text("utf-8") == content
        output("analyze", "game.sgf", "--visits=5", "-o", name, "--force")
        assert Path(name).read_text("utf-8") != content
        output("analyze", "game.sgf", "--visits=5", "-o", name)  # now it is one
        assert "it is" in complaint("analyze", "other.sgf", "--visits=5", "-o", name)
        Path(name).unlink()
    Path("a.json").write_bytes(b"\xff")
    assert "a.json is there already" in complaint("analyze", "game.sgf", "-o", "a.json")


def test_bad_input() -> None:
    Path("empty.sgf").write_text("(;GM[Meridians]SZ[6:7])", encoding="utf-8")
    Path("bad.sgf").write_text("(;GM[Meridians]SZ[6:7];W[h1];B[d4];W[i9];B[d6])", encoding="utf-8")
    Path("two.sgf").write_text(2 * Path("game.sgf").read_text("utf-8"), encoding="utf-8")
    for arguments, message in (
        (("nothing.sgf",), "nothing.sgf: No such file or directory"),
        ((".",), ".: Is a directory"),
        (("empty.sgf",), "there is nothing to analyse: the record has no move"),
        (("bad.sgf",), "bad.sgf: game 1, line 1, column 36: ply 3: cannot play i9"),
        (("two.sgf",), "two.sgf: more than one game: say which with --game K"),
        (("two.sgf", "--game=3"), "two.sgf: --game must be at most the number of games, and there is no game 3"),
        (("two.sgf", "--game=0"), "--game must be a whole number from 1 to 1000000000, not 0"),
        (("game.sgf", "-o", "x.txt"), "--output must name a file that ends in .html, .sgf or .json, not 'x.txt'"),
        (("game.sgf", "-o", "game.sgf", "--force"), "--output game.sgf is the record itself; name another file"),
        (("game.sgf", "-o", "nowhere/x.json"), "--output nowhere/x.json: there is no folder nowhere"),
        (("game.sgf", "--visits=5", "--time=1"), "give --visits or --time, not both"),
        (("game.sgf", "--visits=0"), "--visits must be a whole number from 1"),
        (("game.sgf", "--time=0"), "--time must be a number of seconds above 0, at most 604800, not 0.0"),
        (("game.sgf", "--time=nan"), "--time must be a number of seconds above 0"),
        (("game.sgf", "--threads=0"), "--threads must be a whole number from 1 to 1024, not 0"),
        (("game.sgf", "--seed=-1"), "--seed must be a whole number from 0"),
        (("game.sgf", "--engine=x"), 'engine must be "best", "grave"'),
    ):
        assert complaint("analyze", *arguments).startswith(message), arguments
    assert names() == ["bad.sgf", "empty.sgf", "two.sgf"]


def test_a_lenient_reading_says_where_the_game_was_cut() -> None:
    Path("bad.sgf").write_text("(;GM[Meridians]SZ[6:7];W[h1];B[d4];W[i9];B[d6])", encoding="utf-8")
    status, _, err = run("analyze", "bad.sgf", "--lenient", "--visits=5", "-o", "x.json")
    assert status == 0
    assert err.startswith("meridians: bad.sgf: game 1, line 1, column 36")
    assert len(read("x.json").moves) == 2


def test_one_of_several_games() -> None:
    both = Path("other.sgf").read_text("utf-8") + Path("game.sgf").read_text("utf-8")
    Path("two.sgf").write_text(both, encoding="utf-8")
    output("analyze", "two.sgf", "--game", "2", "--visits=5", "-o", "x.json")
    assert read("x.json").record.mainline() == LOST.moves
    assert output("analyze", "two.sgf", "--game=1", "--visits=5").endswith("Written: two-1.analysis.html\n")


def test_without_jinja(monkeypatch: pytest.MonkeyPatch) -> None:
    from meridians.analysis import report

    report._template.cache_clear()
    monkeypatch.setitem(sys.modules, "jinja2", None)
    line = complaint("analyze", "game.sgf")
    assert line == "HTML reports need jinja2: pip install 'meridians[report]', or name an --output .sgf or .json"
    assert run("analyze", "game.sgf", "--visits=5", "-o", "x.json")[0] == 0
    with pytest.raises(ModuleNotFoundError, match="HTML reports need jinja2"):
        read("x.json").to_html()
    assert names() == ["x.json"]
