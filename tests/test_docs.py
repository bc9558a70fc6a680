"""The documents say what is so: snippets run, commands parse, boards read back, links lead somewhere, tables are right.

CONTRIBUTING.md says which fence of a page is checked in which way.
"""

from __future__ import annotations

import doctest
import functools
import json
import re
import runpy
import shlex
import tomllib
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

import pytest

import meridians
from conftest import SIZES
from meridians import GameState, Position, Record, move_text, perft, point_names
from meridians.agents.spec import KINDS

pytestmark = pytest.mark.tree

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
HEADER = re.compile(r"\d/\d (light|dark) \d,\d (plain|pie|kept|swapped)")
POSITION_TEXT = re.compile(r"\d/\d [\dox/]+ (light|dark) \d,\d (plain|pie|kept|swapped)")


@dataclass(frozen=True)
class Fence:
    language: str
    line: int
    """The number of the line after the opening one, from 1."""
    text: str


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


pages = pytest.mark.parametrize("page", PAGES, ids=name_of)


@functools.cache
def fences(page: Path) -> list[Fence]:
    found: list[Fence] = []
    opened: tuple[str, int] | None = None
    lines = page.read_text("utf-8").splitlines(keepends=True)
    for number, line in enumerate(lines):
        if not line.lstrip().startswith("```"):
            continue
        if opened is None:
            opened = line.strip().removeprefix("```"), number + 1
        else:
            language, start = opened
            found.append(Fence(language, start + 1, "".join(lines[start:number])))
            opened = None
    assert opened is None, f"{name_of(page)}: a fence is not closed"
    return found


def prose(page: Path) -> str:
    return re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


# Fences


def test_every_fence_is_of_a_kind_that_is_checked():
    kinds = {fence.language for page in PAGES for fence in fences(page)}
    assert kinds <= {"pycon", "python", "console", "text"}


@pages
def test_snippets_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    report: list[str] = []
    runner = doctest.DocTestRunner()
    for fence in fences(page):
        if fence.language == "pycon":
            place = name_of(page)
            snippet = doctest.DocTestParser().get_doctest(fence.text, names, place, place, fence.line - 1)
            assert snippet.examples, f"{place}:{fence.line}: no example"
            runner.run(snippet, out=report.append, clear_globs=False)
            names = snippet.globs
        elif fence.language == "python":
            exec(compile(fence.text, f"{name_of(page)}:{fence.line}", "exec"), names)  # our own documents
    if report:
        pytest.fail("".join(report))


def test_a_wrong_snippet_is_noticed(tmp_path, monkeypatch):
    page = tmp_path / "wrong.md"
    page.write_text("```pycon\n>>> 1 + 1\n3\n```\n", "utf-8")
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    with pytest.raises(pytest.fail.Exception, match="Expected:\n    3\nGot:\n    2"):
        test_snippets_run(page, tmp_path, monkeypatch)


def boards(text: str) -> list[str]:
    """The diagrams in a text: a header, and the rows of its board."""
    found = []
    lines = text.splitlines()
    for start, line in enumerate(lines):
        if HEADER.fullmatch(line):
            rows = 2 * int(line[0]) + 1
            found.append("\n".join(lines[start : start + 1 + rows]) + "\n")
    return found


@pages
def test_drawn_boards_read_back_as_drawn(page):
    for fence in fences(page):
        if fence.language in ("pycon", "text"):
            for board in boards(fence.text):
                assert Position.from_diagram(board).diagram() == board
            for line in fence.text.splitlines():
                if POSITION_TEXT.fullmatch(line):
                    assert Position.from_text(line).text == line


def test_every_rule_has_a_heading_in_order_and_a_picture():
    text = (ROOT / "docs/rules.md").read_text("utf-8")
    sections = re.split(r"^## (?=R\d+ )", text, flags=re.MULTILINE)[1:]
    assert [section.split()[0] for section in sections] == [f"R{number}" for number in range(1, 14)]
    assert all(boards(section) for section in sections)


# Commands


def commands(page: Path) -> list[tuple[list[str], str]]:
    """The commands of a page's console fences, each with the output that it shows, if any."""
    found = []
    for fence in fences(page):
        if fence.language == "console":
            for part in re.split(r"^\$ ", fence.text, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                found.append((shlex.split(command, comments=True), output.strip("\n")))
    return found


@pages
def test_commands_are_valid_and_print_what_is_shown(page, capsys, tmp_path, monkeypatch):
    import typer

    from meridians import cli
    from meridians.cli.app import app

    monkeypatch.chdir(tmp_path)
    Record.from_game(GameState.from_moves("a4 b1 f4 e4 f5")).write("game.sgf")
    group = typer.main.get_command(app)
    for command, output in commands(page):
        if command[0] != "meridians":
            continue
        arguments = command[1:]
        with group.make_context("meridians", list(arguments)) as context:
            subcommand = group.get_command(context, arguments[0])
            assert subcommand is not None, command
            subcommand.make_context(arguments[0], arguments[1:], parent=context)
        # These take long, as measurements that keep a log do, or need the reader's files. They have tests of their own.
        if arguments[0] not in ("bench", "convert", "selfcheck", "stats", "train") and "--log" not in arguments:
            assert cli.main(arguments) == 0, command
            printed = capsys.readouterr().out
            assert printed
            if output:
                assert [line.rstrip() for line in printed.splitlines()] == output.splitlines()


@pages
def test_make_targets_exist(page):
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    text = page.read_text("utf-8")
    named = {command[1] for command, _ in commands(page) if command[0] == "make"}
    named.update(re.findall(r"`make ([a-z-]+)", text))
    assert named <= targets


# Links


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub makes from the headings."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pages
def test_links_lead_somewhere(page):
    text = prose(page)
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r"\bsrc=\"([^\"]+)\"", text)
    for link in links:
        if re.match(r"https?://", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.is_relative_to(ROOT), link
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


@pages
def test_files_that_are_named_exist(page):
    for path in re.findall(r"`((?:rust|python|tests|docs|benches|fuzz|\.ci|\.github)/[^`<>\s]*)`", prose(page)):
        assert (ROOT / path).exists(), path


def test_every_page_is_linked_from_the_readme():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [name_of(page) for page in PAGES if page.name != "README.md" and f"({name_of(page)}" not in readme] == []


# Facts


def tables(page: str) -> list[list[list[str]]]:
    """The tables of a page: rows of cells, without the line below the head."""
    blocks = re.findall(r"(?:^\|.*\n)+", (ROOT / page).read_text("utf-8"), re.MULTILINE)
    rows = [[[cell.strip() for cell in line.strip("|").split("|")] for line in b.splitlines()] for b in blocks]
    return [[row for row in block if not set("".join(row)) <= set("-")] for block in rows]


def table(page: str, *head: str) -> list[list[str]]:
    (found,) = [block[1:] for block in tables(page) if block[0][: len(head)] == list(head)]
    return found


def test_table_of_sizes():
    rows = table("docs/notation.md", "size", "points", "rows", "longest row")
    assert [row[0] for row in rows] == list(SIZES)
    for size, *numbers in rows:
        names = point_names(size)
        letters = [name[0] for name in names]
        longest = max(letters.count(letter) for letter in letters)
        counts = [GameState(size, opening).action_count for opening in ("plain", "pie")]
        assert list(map(int, numbers)) == [len(names), len(set(letters)), longest, *counts]


def test_table_of_actions():
    offsets = {"N": 0, "N + 1": 1, "N + 2": 2}
    rows = [row for row in table("docs/notation.md", "move", "action") if row[1] in offsets]
    assert len(rows) == 3
    for move, action, _ in rows:
        assert move_text(154 + offsets[action], "7/8", "pie") == move.strip("`")


def test_table_of_adjacent_pairs():
    rows = table("docs/rules.md", "size", "points", "adjacent pairs")
    assert [row[0] for row in rows] == list(SIZES)
    for size, points, pairs in rows:
        board = Position(size)
        sights = [board.sight(point).values() for point in point_names(size)]
        assert board.points == int(points)
        assert sum(bool(empty) for sight in sights for empty, _ in sight) == 2 * int(pairs)


def test_table_of_perft():
    rows = table("docs/rules.md", "size", "1", "2")
    shown = [(size, depth, count) for size, *counts in rows for depth, count in enumerate(counts, 1) if count]
    assert len(shown) == 24
    for size, depth, count in shown:
        assert perft(GameState(size), depth) == int(count), (size, depth)


def test_tools_that_the_readme_asks_for():
    readme = (ROOT / "README.md").read_text("utf-8")
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["workspace"]["package"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert f"Rust {workspace['rust-version']} or newer" in " ".join(readme.split())
    assert f"Python {project['requires-python'].removeprefix('>=')} or newer" in " ".join(readme.split())
    assert f"version {workspace['version']}" in readme
    assert f"## {workspace['version']}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_every_command_and_every_kind_of_agent_is_described():
    app = (ROOT / "python/meridians/cli/app.py").read_text("utf-8")
    commands = re.findall(r'^app\.command\("(\w+)"', app, re.MULTILINE)
    assert len(commands) > 8
    for page in ("README.md", "CHANGELOG.md"):
        text = (ROOT / page).read_text("utf-8")
        assert [command for command in commands if f"`{command}`" not in text] == [], page
    agents = (ROOT / "docs/agents.md").read_text("utf-8")
    assert [kind for kind in KINDS if not re.search(rf"^\| .*`{kind}[`:]", agents, re.MULTILINE)] == []
    options = {option for options in KINDS.values() for option in options} - {"games"}
    assert [option for option in options if f"`{option}=" not in agents] == []
    log = (ROOT / "CHANGELOG.md").read_text("utf-8")
    results = {"Outcome", "MoveEvaluations", "Rollout", "Rollouts", "Line", "Proof", "__version__"}
    assert [name for name in meridians.__all__ if name not in results and f"`{name}" not in log] == []


def test_the_readme_shows_both_commands_at_once():
    first_screen = (ROOT / "README.md").read_text("utf-8").splitlines()[:30]
    assert {"$ make bench", "$ make test"} <= {line.partition("#")[0].strip() for line in first_screen}


def test_the_readme_draws_the_board_of_the_picture():
    game = json.loads((ROOT / "tests/data/ludii_trial_0.json").read_text("utf-8"))
    (board,) = (
        board for fence in fences(ROOT / "README.md") if fence.language == "text" for board in boards(fence.text)
    )
    assert board == GameState.from_moves(game["moves"][:40]).diagram()


def test_the_pictures_are_what_their_script_draws(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    drawn = runpy.run_path(str(ROOT / "docs/make_pictures.py"))["pictures"]()
    for name, picture in drawn.items():
        assert picture == (ROOT / "docs" / name).read_text("utf-8"), name
    stones = list(ET.fromstring(drawn["board.svg"]).iter("{http://www.w3.org/2000/svg}circle"))
    assert len(stones) == 16 + 18
    assert set(drawn) - {"board.svg"} == {f"pictures/{path.name}" for path in (ROOT / "docs/pictures").iterdir()}
