"""``meridians render`` and the pictures of ``show``: what is written, and one line for all that cannot be."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from PIL import Image

pytest.importorskip("typer")

from cli_runner import complaint, on_a_terminal, output, process, run
from meridians import GameState, Record, render

GAME = GameState.from_moves("f3 c3 d5 e4", "3/4")
RECORD = Record.from_game(GAME)
TWO = "(;SZ[3:4];W[f3];B[c3])(;SZ[3:4];W[f3];B[f3])(;SZ[2:3];W[a1])"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    RECORD.write("game.sgf")
    Path("two.sgf").write_text(TWO)
    Path("broken.sgf").write_text("(;SZ[3:4];W[f3];B[f3])")
    return tmp_path


def drawn(*arguments: str) -> str:
    """What is written to x.svg."""
    output("render", *arguments, "-o", "x.svg")
    return Path("x.svg").read_text("utf-8")


def test_the_end_is_drawn_or_a_ply() -> None:
    assert output("render", "game.sgf", "-o", "x.svg") == "x.svg: after 4 of 4 moves, 3/4, unknown\n"
    assert Path("x.svg").read_text("utf-8") == render.svg(RECORD)
    for ply in range(5):
        assert drawn("game.sgf", "--ply", str(ply)) == render.svg(RECORD.at((0,) * ply))


def test_options_are_those_of_pictures() -> None:
    assert drawn("game.sgf", "--theme", "dark", "--width", "300", "--no-coordinates", "--caption", "Wörter") == (
        render.svg(RECORD, theme="dark", size=300, coordinates=False, caption="Wörter")
    )
    assert drawn("game.sgf", "--no-threatened", "--rescues", "--places", "--sight", "c2", "--paths", "both") == (
        render.svg(RECORD, threatened=False, rescues=True, places=True, sight="c2", paths=True)
    )
    assert drawn("game.sgf", "--label", "b2=A", "--label", "c2=a=b", "--mark", "a1=cross", "--arrow", "c1-c4") == (
        render.svg(RECORD, labels={"b2": "A", "c2": "a=b"}, marks={"a1": "cross"}, arrows=[("c1", "c4")])
    )
    assert drawn("game.sgf", "--paths", "dark", "--numbers") == render.svg(RECORD, paths="dark", numbers=True)
    part = render.svg(RECORD.at((0, 0, 0)), numbers=(2, 3))
    assert drawn("game.sgf", "--numbers", "--from", "2", "--ply", "3") == part


def test_a_folder_gets_a_ply_or_all() -> None:
    assert output("render", "game.sgf", "--all", "-o", "new/folder") == (
        "new/folder: ply-000.svg to ply-004.svg, 3/4, unknown\n"
    )
    names = [f"ply-00{ply}.svg" for ply in range(5)]
    assert sorted(path.name for path in Path("new/folder").iterdir()) == names
    for ply, name in enumerate(names):
        assert Path("new/folder", name).read_text("utf-8") == render.svg(RECORD.at((0,) * ply))
    output("render", "game.sgf", "--ply", "2", "--format", "png", "--width", "60", "-o", "other/")
    with Image.open("other/ply-002.png") as image:
        assert image.width == 60
    Path("v1.0").mkdir()
    output("render", "game.sgf", "--ply", "2", "-o", "v1.0")
    assert [path.name for path in Path("v1.0").iterdir()] == ["ply-002.svg"]


def test_strips_and_moving_games() -> None:
    output("render", "game.sgf", "--strip", "-o", "x.svg")
    assert Path("x.svg").read_text("utf-8") == render.strip(RECORD)
    strip = render.strip(RECORD, render.key_plies(RECORD, 2), size=400, numbers=True)
    assert drawn("game.sgf", "--strip", "--boards", "2", "--width", "400", "--numbers") == strip
    moving = render.animate(RECORD, seconds=0.25, theme="dark", size=100, coordinates=False)
    arguments = ["--animate", "--seconds", "0.25", "--theme", "dark", "--width", "100", "--no-coordinates"]
    assert drawn("game.sgf", *arguments) == moving
    output("render", "game.sgf", "-o", "x.gif", "--width", "60", "--places", "--seconds", "0.2")
    with Image.open("x.gif") as image:
        assert (image.n_frames, image.width, image.info["duration"]) == (5, 60, 200)  # type: ignore[attr-defined]
    output("render", "game.sgf", "--strip", "-o", "x.PNG", "--width", "200")
    with Image.open("x.PNG") as image:
        assert (image.format, image.width) == ("PNG", 200)


def test_standard_output_gets_an_svg() -> None:
    assert output("render", "game.sgf", "-o", "-") == render.svg(RECORD)
    assert output("render", "game.sgf", "--strip", "-o", "-") == render.strip(RECORD)
    assert output("render", "game.sgf", "--animate", "-o", "-") == render.animate(RECORD)


def test_every_format_of_records_is_drawn() -> None:
    game = Record.from_game(
        GameState.from_moves("h1 d4 swap h8 d6", opening="pie"),
    )
    for name, format in (("a.txt", "moves"), ("a.json", "abstractplay"), ("a.sgf", "sgf")):  # noqa: A001
        game.write(name, format)  # type: ignore[arg-type]
        assert "h8" in drawn(name)


def test_one_of_several_games() -> None:
    assert "Meridians 2/3 after 1 plies" in drawn("two.sgf", "--game", "3")
    status, out, err = run("render", "two.sgf", "--game", "2", "--lenient", "-o", "x.svg")
    assert (status, out) == (0, "x.svg: after 1 of 1 moves, 3/4, unknown\n")
    assert err.startswith(
        "meridians: two.sgf: read as far as it goes: game 2, line 1, column 39: ply 2: cannot play f3"
    )


OFF = "off the 3/4 board"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("game.sgf", "Missing option '--output' / '-o' (see meridians render --help)"),
        ("-o x.svg", "Missing argument 'RECORD'"),
        ("no.sgf -o x.svg", "no.sgf: No such file or directory"),
        (". -o x.svg", ".: Is a directory"),
        ("broken.sgf -o x.svg", "broken.sgf: game 1, line 1, column 17: ply 2: cannot play f3: the point is occupied"),
        ("two.sgf -o x.svg", "two.sgf: more than one game: say which with --game K"),
        ("two.sgf --game 2 -o x.svg", "two.sgf: game 2, line 1, column 39: ply 2: cannot play f3"),
        ("two.sgf --game 4 -o x.svg", "two.sgf: --game must be at most the number of games, and there is no game 4"),
        ("two.sgf --game 0 -o x.svg", "--game must be a whole number from 1 to"),
        ("game.sgf --ply 5 -o x.svg", "game.sgf: --ply must be a whole number from 0 to 4, not 5"),
        ("game.sgf --ply -1 -o x.svg", "game.sgf: --ply must be a whole number from 0 to 4, not -1"),
        ("game.sgf --ply x -o x.svg", "Invalid value for '--ply'"),
        ("game.sgf -o x.pdf", "-o must name a folder, or a file that ends in .svg, .png or .gif, not 'x.pdf'"),
        ("game.sgf -o ''", "-o must name a folder, or a file that ends in .svg, .png or .gif, not ''"),
        ("game.sgf -o .svg", "a folder is for --all or --ply N; else -o must name a file that ends in"),
        ("game.sgf -o folder", "a folder is for --all or --ply N; else -o must name a file that ends in"),
        ("game.sgf --strip -o folder", "a folder is for --all or --ply N"),
        ("game.sgf --all -o x.svg", "--all needs -o to name a folder"),
        ("game.sgf --all -o -", "--all needs -o to name a folder"),
        ("game.sgf --all -o game.sgf/x", "cannot write 'game.sgf/x': Not a directory"),
        ("game.sgf -o no/x.svg", "cannot write 'no/x.svg': No such file or directory"),
        ("game.sgf -o a\0.svg", "cannot write 'a\\x00.svg': embedded null"),
        ("game.sgf --all -o a\0b", "cannot write 'a\\x00b': embedded null"),
        ("game.sgf --all --strip -o x", "give one of --ply, --all, --strip and --animate, not --all and --strip"),
        ("game.sgf --animate -o x.png", "--animate writes .svg or .gif, not .png"),
        ("game.sgf --ply 3 -o x.gif", "a .gif is the moving game: leave --ply out"),
        ("game.sgf --animate --places -o x.svg", "a moving .svg shows the moves alone; only a .gif has places"),
        ("game.sgf --animate --numbers -o x.svg", "a moving .svg shows the moves alone; only a .gif has numbers"),
        ("game.sgf --seconds 2 -o x.svg", "--seconds is for --animate"),
        ("game.sgf --seconds 0 --animate -o x.svg", "seconds must be a number above 0, at most 600, not 0.0"),
        ("game.sgf --seconds nan -o x.gif", "seconds must be a number above 0, at most 600, not nan"),
        ("game.sgf --boards 2 -o x.svg", "--boards is for --strip"),
        ("game.sgf --boards 0 --strip -o x.svg", "--boards must be a whole number from 1 to 1000, not 0"),
        ("game.sgf --format png -o x.svg", "--format is for a folder; the name of a file says its format"),
        ("game.sgf --format gif --all -o x", 'format must be "svg" or "png", not \'gif\''),
        ("game.sgf --from 2 -o x.svg", "--from says where --numbers begins: give both"),
        ("game.sgf --numbers --from 5 -o x.svg", "--from must be a whole number from 1 to 4, not 5"),
        ("game.sgf --numbers --from 1 --ply 0 -o x.svg", "--from needs a move to begin with"),
        ("game.sgf --numbers --from 1 --all -o x", "--from is for one picture, not for --all"),
        ("game.sgf --theme red -o x.svg", 'theme must be "light", "dark" or "print", not \'red\''),
        ("game.sgf --width 0 -o x.svg", "--width must be a whole number from 1 to 20000, not 0"),
        ("game.sgf --paths red -o x.svg", "--paths must be light, dark or both, not 'red'"),
        ("game.sgf --sight z9 -o x.svg", f"--sight: z9: {OFF}"),
        ("game.sgf --label z9=a -o x.svg", f"--label: z9: {OFF}"),
        ("game.sgf --label z9 -o x.svg", "--label must be POINT=TEXT, as in b2=A, not 'z9'"),
        ("game.sgf --label a1=abcde -o x.svg", "a label must be one line of at most 4 printable characters"),
        ("game.sgf --mark z9=cross -o x.svg", f"--mark: z9: {OFF}"),
        ("game.sgf --mark a1=red -o x.svg", 'a mark must be "triangle", "square"'),
        ("game.sgf --mark =red -o x.svg", "--mark must be POINT=MARK, as in b2=cross, not '=red'"),
        ("game.sgf --arrow a1-z9 -o x.svg", f"--arrow: z9: {OFF}"),
        ("game.sgf --arrow a1-a1 -o x.svg", "an arrow must lead from one point to another"),
        ("game.sgf --arrow a1a2 -o x.svg", "--arrow must be FROM-TO, as in c1-c4, not 'a1a2'"),
    ],
)
def test_bad_input_is_told_and_nothing_written(folder: Path, arguments: str, expected: str) -> None:
    words = ["" if word == "''" else word for word in arguments.split(" ")]
    assert complaint("render", *words).startswith(expected)
    assert sorted(path.name for path in folder.iterdir()) == ["broken.sgf", "game.sgf", "two.sgf"]


def test_a_missing_extra_is_one_sentence(folder: Path) -> None:
    (folder / "resvg_py.py").write_text("raise ModuleNotFoundError('no', name='resvg_py')")
    ran = process("render", "game.sgf", "-o", "x.png", environment={"PYTHONPATH": str(folder)})
    assert (ran.returncode, ran.stderr) == (
        2,
        "meridians: PNG and GIF need the extra png: pip install 'meridians[png]'\n",
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of POSIX")
def test_ctrl_c_leaves_whole_pictures_only(folder: Path) -> None:
    moves = GameState().rollout(3).moves
    Record.from_game(GameState.from_moves(moves)).write("long.sgf")
    arguments = ["render", "long.sgf", "--all", "--format", "png", "-o", "all"]
    # The time that is left is told when some pictures are done.
    status, written = on_a_terminal(*arguments, interrupt_at=b"0:00:")
    assert (status, "interrupted" in written, "Drawing" in written) == (130, True, True)
    found = sorted((folder / "all").iterdir())
    assert 0 < len(found) < len(moves)
    for path in found:
        assert re.fullmatch(r"ply-\d{3}\.png", path.name)
        with Image.open(path) as image:
            image.load()
    status, _ = on_a_terminal("render", "long.sgf", "-o", "x.gif", interrupt_at=b"Drawing")
    assert status == 130
    assert not [path for path in folder.iterdir() if "gif" in path.name]


def test_show_draws_with_the_same_options() -> None:
    plain = ["show", "--size", "3/4", *GAME.moves]
    assert output(*plain, "--svg", "x.svg", "--no-rescues", "--numbers", "--from", "2", "--theme", "print") == output(
        *plain
    )
    assert Path("x.svg").read_text("utf-8") == render.svg(GAME, numbers=(2, 4), theme="print")
    assert complaint(*plain, "--theme", "dark").startswith("options of a picture need one: say where with --svg FILE")
    assert complaint(*plain, "--numbers").startswith("options of a picture need one")
    assert complaint(*plain, "--svg", "x.svg", "--label", "z9=x").startswith(f"--label: z9: {OFF}")
    assert complaint(*plain, "--svg", "x.svg", "--from", "2").startswith("--from says where --numbers begins")
