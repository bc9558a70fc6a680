"""Pictures as files and in the terminal: what is written, that it is whole, and what is said when it cannot be."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cli_runner import complaint, output
from meridians import GameState, MeridiansError, Position, Record, render
from meridians.render.png import png
from meridians.render.theme import THEMES

GAME = GameState.from_moves("f3 c3 d5 e4", "3/4")
LIGHT = THEMES["light"]


def pixels(file: Path) -> Image.Image:
    with Image.open(file) as image:
        return image.convert("RGB")


def color(text: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(text[1:]))


# SVG


def test_an_svg_file_has_what_svg_gives(tmp_path: Path) -> None:
    file = tmp_path / "x.svg"
    render.save(GAME, file, rescues=True)
    assert file.read_text("utf-8") == render.svg(GAME, rescues=True)
    render.save(render.svg(GAME.position, caption="é"), str(file))  # over the old one
    assert file.read_text("utf-8") == render.svg(GAME.position, caption="é")
    render.save(render.strip(GAME), tmp_path / "Y.SVG")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["Y.SVG", "x.svg"]


def test_a_file_is_whole_or_what_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "x.svg"
    file.write_text("old")

    def fail(self: Path, content: bytes) -> int:
        with self.open("wb") as stream:
            stream.write(content[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fail)
    with pytest.raises(OSError, match="No space left"):
        render.save(GAME, file)
    assert [path.name for path in tmp_path.iterdir()] == ["x.svg"]
    assert file.read_text() == "old"


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        render.save(GAME, tmp_path / "no" / "x.svg")
    (tmp_path / "x.svg").mkdir()
    with pytest.raises(OSError, match=r"x\.svg"):
        render.save(GAME, tmp_path / "x.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["x.svg"]


# PNG and GIF


def test_a_png_is_as_wide_as_asked_and_has_the_stones(tmp_path: Path) -> None:
    file = tmp_path / "x.png"
    render.save(GAME, file, size=328, threatened=False, last_move=False)
    image = pixels(file)
    view = [float(part) for part in render.svg(GAME).split('viewBox="0 0 ')[1].split('"')[0].split()]
    assert image.size == (328, round(328 * view[1] / view[0]))
    assert image.getpixel((2, 2)) == color(LIGHT.page)
    from meridians.render.board import layout_of

    for point in ("f3", "d5", "c3", "e4", "b2"):
        x, y = (round(place * 328 / view[0]) for place in layout_of("3/4", True).at[point])
        stone = GAME.at(point)
        expected = LIGHT.light if stone == "light" else LIGHT.dark if stone else LIGHT.grid
        found = image.getpixel((x, y))
        assert isinstance(found, tuple)
        assert max(abs(a - b) for a, b in zip(found, color(expected), strict=True)) < 40, point


def test_sizes_of_png(tmp_path: Path) -> None:
    file = tmp_path / "x.png"
    render.save(Position("2/3"), file)
    assert pixels(file).width == 840
    render.save(render.svg(Position("2/3"), size=100), file)
    assert pixels(file).width == 100
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("caption", ["Words", "Wörter"])
def test_texts_are_drawn_on_a_machine_without_fonts(caption: str) -> None:
    """The picture with its words differs from the one without, whatever fonts there are."""
    picture = render.svg(Position("2/3"), caption=caption, size=300)
    without = picture.replace(f">{caption}<", "><")
    assert picture != without
    assert png(picture) != png(without)


def test_ascii_pictures_do_not_depend_on_the_fonts_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    import resvg_py

    asked: list[bool] = []
    original = resvg_py.svg_to_bytes

    def watched(**options: Any) -> bytes:
        asked.append(options["skip_system_fonts"])
        return original(**options)

    monkeypatch.setattr(resvg_py, "svg_to_bytes", watched)
    png(render.svg(GAME, size=50))
    png(render.svg(GAME, size=50, caption="é"))
    assert asked == [True, False]


def test_a_gif_has_a_frame_for_each_position(tmp_path: Path) -> None:
    file = tmp_path / "x.gif"
    render.save(GAME, file, size=120, theme="print")
    with Image.open(file) as image:
        assert image.n_frames == 5  # type: ignore[attr-defined]
        assert image.width == 120
        assert image.info["loop"] == 0
        times = []
        looks = set()
        for frame in range(5):
            image.seek(frame)
            times.append(image.info["duration"])
            looks.add(image.convert("RGB").tobytes())
    assert times == [800, 800, 800, 800, 3000]
    assert len(looks) == 5


def test_a_missing_extra_is_one_sentence(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "sys.modules['resvg_py'] = None\n"
        "from meridians import GameState, render\n"
        "render.save(GameState(), 'x.svg')\n"
        "render.save(GameState(), 'x.png')\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=tmp_path)
    last = run.stderr.splitlines()[-1]
    assert last == "ModuleNotFoundError: PNG and GIF need the extra png: pip install 'meridians[png]'"
    assert [path.name for path in tmp_path.iterdir()] == ["x.svg"]


# Whole games


def test_render_game_writes_every_ply_or_one(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    paths = render.render_game(GAME, folder, theme="dark")
    assert [path.name for path in paths] == [f"ply-00{ply}.svg" for ply in range(5)]
    assert sorted(folder.iterdir()) == paths
    for ply, path in enumerate(paths):
        assert path.read_text("utf-8") == render.svg(GameState.from_moves(GAME.moves[:ply], "3/4"), theme="dark")
    (one,) = render.render_game(GAME, folder, ply=2, format="png", size=60)
    assert (one.name, pixels(one).width) == ("ply-002.png", 60)


def test_render_game_finds_what_is_wrong_before_it_writes(tmp_path: Path) -> None:
    with pytest.raises(MeridiansError, match="theme"):
        render.render_game(GAME, tmp_path / "folder", theme="red")  # type: ignore[arg-type]
    with pytest.raises(MeridiansError, match="numbers must name moves of the game, and it has none yet"):
        render.render_game(GAME, tmp_path / "folder", numbers=(1, 4))
    assert not list(tmp_path.iterdir())


# The terminal


def test_the_terminal_shows_the_diagram_with_marks() -> None:
    drawn = render.terminal(GAME)
    plain = GAME.diagram().splitlines()
    lines = drawn.plain.splitlines()
    assert [line.lower().replace("+", ".") for line in lines] == plain
    marks = {"+": "bold green", "O": "bold red", "x": "bold blue"}
    styles: dict[str, set[str]] = {}
    for span in drawn.spans:
        text = drawn.plain[span.start : span.end]
        if text in marks:
            styles.setdefault(text, set()).add(str(span.style))
    assert styles == {"+": {"bold green"}, "O": {"bold red"}, "x": {"bold blue", "bold blue underline"}}
    assert "underline" not in str(render.terminal(GAME.position).spans)


# The command line


def test_show_writes_the_picture(tmp_path: Path) -> None:
    file = tmp_path / "position.svg"
    arguments = ["show", "--size", "3/4", *GAME.moves]
    assert output(*arguments, "--svg", str(file)) == output(*arguments)
    assert file.read_text("utf-8") == render.svg(GAME, rescues=True)


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("x.png", "--svg must name a file that ends in .svg, not 'x.png'"),
        ("", "--svg must name a file that ends in .svg, not ''"),
        ("no/such/x.svg", "cannot write 'no/such/x.svg': No such file or directory"),
        ("a\0.svg", "cannot write 'a\\x00.svg': embedded null"),
        (".svg", "--svg must name a file that ends in .svg, not '.svg'"),
    ],
)
def test_show_says_why_it_cannot_write(
    file: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert complaint("show", "--svg", file).startswith(expected)
    assert not list(tmp_path.iterdir())


def test_png_is_what_png_is() -> None:
    with Image.open(io.BytesIO(png(render.animate(GAME, size=80)))) as image:
        assert image.format == "PNG"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
@pytest.mark.parametrize("write", ["picture", "record"])
def test_what_is_no_file_is_written_to_and_stays(write: str, tmp_path: Path) -> None:
    pipe, link, target = tmp_path / "pipe.svg", tmp_path / "link.svg", tmp_path / "target.svg"
    os.mkfifo(pipe)
    link.symlink_to(target)
    game = GameState.from_moves("h1 d4 h8 d6")
    record = Record.from_game(game)
    expected = render.svg(game) if write == "picture" else record.to_text()

    def save(path: Path) -> None:
        if write == "picture":
            render.save(game, path)
        else:
            record.write(path, "sgf")

    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text("utf-8")))
    reader.start()
    save(pipe)
    reader.join(timeout=30)
    assert read == [expected]
    assert pipe.is_fifo()
    save(link)
    assert link.is_symlink()
    assert target.read_text("utf-8") == expected
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.svg", "pipe.svg", "target.svg"]
