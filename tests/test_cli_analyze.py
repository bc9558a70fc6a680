"""``meridians analyze``: what it prints and writes, what it refuses, and how it goes on where it was stopped."""

from __future__ import annotations

import re
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
    assert re.fullmatch(r"Light lost the game with move 5, f5: a chance of \d+ % after f2 became 0 %\.", lines[1])
    assert lines[2].split() == ["move", "chance", "judgement", "points", "better", "chance"]
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


def test_other_settings_are_another_analysis() -> None:
    output("analyze", "game.sgf", "--visits=30", "-o", "a.json")
    before = Path("a.json").read_bytes()
    line = complaint("analyze", "game.sgf", "--visits=31", "-o", "a.json")
    assert line == (
        "a.json is there already, and is not replaced without --force: it is an analysis with best, 30 visits a search"
    )
    assert Path("a.json").read_bytes() == before
    output("analyze", "game.sgf", "--visits=31", "-o", "a.json", "--force")
    assert read("a.json").settings.visits == 31


def test_force_goes_on_too_and_the_fullest_is_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    import meridians.analysis.searching as searching

    output("analyze", "game.sgf", "--visits=30", "-o", "a.json")
    Path("b.html").write_text("<html></html>", encoding="utf-8")
    monkeypatch.setattr(searching, "Search", None)
    output("analyze", "game.sgf", "--visits=30", "-o", "b.html", "-o", "a.json", "--force")
    assert read("b.html") == read("a.json")


def test_a_commented_record_that_nobody_changed_is_written_again() -> None:
    output("analyze", "game.sgf", "--visits=30", "-o", "a.json", "-o", "a.sgf")
    output("analyze", "game.sgf", "--visits=30", "-o", "a.json", "-o", "a.sgf")
    record = Record.read("a.sgf")
    record.root.comment += " Mine."
    record.write("a.sgf")
    line = complaint("analyze", "game.sgf", "--visits=30", "-o", "a.json", "-o", "a.sgf")
    assert line == "a.sgf is there already, and is not replaced without --force: it may have notes of yours in it"


def test_ctrl_c_while_files_are_written_leaves_them_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    saved: list[str] = []
    save = Analysis.save

    def interrupted(self: Analysis, path: Path) -> None:
        saved.append(path.name)
        if len(saved) == 2:
            raise KeyboardInterrupt
        save(self, path)

    monkeypatch.setattr(Analysis, "save", interrupted)
    status, out, err = run("analyze", "game.sgf", "--visits=30", "-o", "a.json", "-o", "b.html")
    assert (status, err) == (130, "meridians: interrupted\n")
    assert out == "Stopped after 5 moves: a.json b.html.\n"
    assert saved == ["a.json", "b.html", "a.json", "b.html"]
    assert read("a.json").complete
    assert read("b.html").complete


@pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX")
def test_a_link_leads_to_the_file_that_is_written() -> None:
    Path("folder").mkdir()
    Path("link.json").symlink_to(Path("folder") / "real.json")
    output("analyze", "game.sgf", "--visits=5", "-o", "link.json")
    assert Path("link.json").is_symlink()
    assert read("folder/real.json").complete


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
    assert f"Going on with {len(part.found)} positions known already." in text
    whole = read("x.html")
    assert whole.complete
    assert {index: whole.found[index] for index in part.found} == dict(part.found)


def test_files_that_are_something_else_are_not_replaced() -> None:
    for name, content, reason in (
        ("a.html", b"<html></html>", "not an analysis"),
        ("a.json", b"{}", "not an analysis"),
        ("a.json", b"\xff", "it is not a text in UTF-8"),
        ("a.sgf", Path("game.sgf").read_bytes(), "it may have notes of yours in it"),
        ("a.sgf", b"x", "it may have notes of yours in it"),
    ):
        Path(name).write_bytes(content)
        line = complaint("analyze", "game.sgf", "--visits=5", "-o", name)
        assert line.startswith(f"{name} is there already, and is not replaced without --force: {reason}")
        assert Path(name).read_bytes() == content
        output("analyze", "game.sgf", "--visits=5", "-o", name, "--force")
        assert Path(name).read_bytes() != content
        if name != "a.sgf":
            output("analyze", "game.sgf", "--visits=5", "-o", name)  # now it is one
            assert complaint("analyze", "other.sgf", "--visits=5", "-o", name).endswith("it is of another game")
        Path(name).unlink()


def test_bad_input() -> None:
    Path("empty.sgf").write_text("(;GM[Meridians]SZ[6:7])", encoding="utf-8")
    Path("bad.sgf").write_text("(;GM[Meridians]SZ[6:7];W[h1];B[d4];W[i9];B[d6])", encoding="utf-8")
    Path("folder.json").mkdir()
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
        (("game.sgf", "-o", "nowhere/x.json"), "--output nowhere/x.json: No such file or directory"),
        (("game.sgf", "-o", "folder.json"), "--output folder.json: Is a directory"),
        (("game.sgf", "-o", "y" * 300 + ".json"), "--output yyy"),
        (("game.sgf", "-o", "\0.json"), "Invalid value for '--output' / '-o': Value error, embedded null byte"),
        (("game.sgf", "--visits=5", "--time=1"), "give --visits or --time, not both"),
        (("game.sgf", "--visits=0"), "--visits must be a whole number from 1"),
        (("game.sgf", "--time=0"), "--time must be a number of seconds above 0, at most 604800, not 0.0"),
        (("game.sgf", "--time=nan"), "--time must be a number of seconds above 0"),
        (("game.sgf", "--threads=0"), "--threads must be a whole number from 1 to 1024, not 0"),
        (("game.sgf", "--seed=-1"), "--seed must be a whole number from 0"),
        (("game.sgf", "--engine=x"), 'engine must be "best", "grave"'),
    ):
        assert complaint("analyze", *arguments).startswith(message), arguments
    assert names() == ["bad.sgf", "empty.sgf", "folder.json", "two.sgf"]


def test_a_lenient_reading_says_where_the_game_was_cut() -> None:
    Path("bad.sgf").write_text("(;GM[Meridians]SZ[6:7];W[h1];B[d4];W[i9];B[d6])", encoding="utf-8")
    status, _, err = run("analyze", "bad.sgf", "--lenient", "--visits=5", "-o", "x.json")
    assert status == 0
    assert err.startswith("meridians: bad.sgf: read as far as it goes: game 1, line 1, column 36")
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
