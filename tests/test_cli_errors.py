"""The command line in trouble: one line for bad input; missing extras, closed pipes, full disks, Ctrl-C, terminals."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("typer")
pytest.importorskip("rich")

from cli_runner import complaint, on_a_terminal, output, process
from meridians import builtin_weights

# On 3/4, Dark to move: d2 is threatened.
THREATENED = "3/4 o1o/2o1/o1oox/1xoxx1/2x1x/x2x/3 dark 2,2 plain"

# Bad input: one line, exit status 2

SIZES_LISTED = "2/3, 3/4, 4/5, 5/6, 6/7, 7/8, beginner, standard, expert"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        # what Typer finds
        ("frobnicate", "No such command 'frobnicate'"),
        ("--frobnicate", "--frobnicate"),
        ("show --frobnicate", "(see meridians show --help)"),
        ("show --text", "'--text' requires an argument"),
        ("perft", "Missing argument 'DEPTH'"),
        ("perft three", "'DEPTH'"),
        ("perft -1", "-1"),
        ("rollout -n many", "'-n'"),
        ("rollout --seed 1.5", "'--seed'"),
        ("bench --seconds long", "'--seconds'"),
        ("bench a1", "a1"),
        ("selfcheck --jobs two", "'--jobs'"),
        # numbers out of range
        ("perft 256", "DEPTH must be a whole number from 0 to 255, not 256"),
        ("perft 0 --divide", "DEPTH must be a whole number from 1 to 255, not 0"),
        ("rollout -n 0", "-n must be a whole number from 1 to 2**64-1, not 0"),
        ("rollout -n -5", "-n must be a whole number from 1 to 2**64-1, not -5"),
        ("rollout --seed -1", "--seed must be a whole number from 0 to 2**64-1, not -1"),
        ("rollout --seed 18446744073709551616", "not 18446744073709551616"),
        ("rollout --threads 0", "--threads must be a whole number from 1 to 1024, not 0"),
        ("rollout --backend fast", "--backend must be auto or single or sliced, not 'fast'"),
        ("rollout --max-plies 0", "--max-plies must be a whole number from 1 to 4294967295, not 0"),
        ("bench --threads 1025", "--threads must be a whole number from 1 to 1024, not 1025"),
        ("bench --seconds 0", "--seconds must be a number above 0, at most 3600, not 0.0"),
        ("bench --seconds nan", "not nan"),
        ("bench --seconds inf", "not inf"),
        ("bench --seed -1", "--seed must be"),
        ("selfcheck --games 0", "--games must be a whole number from 1 to 1000000000, not 0"),
        ("selfcheck --jobs 0", "--jobs must be"),
        ("train --rounds -1", "--rounds must be a whole number from 0 to 400, not -1"),
        ("train --games 9", "--games must be a whole number from 10 to"),
        ("train --seed -1", "--seed must be"),
        ("train --size 9/10", f'unknown board size "9/10": it must be one of {SIZES_LISTED}'),
        ("train --first none.txt", "cannot read 'none.txt'"),
        ("selfcheck --seed -1", "--seed must be"),
        ("arena random", "an arena needs two agents or more"),
        ("arena", "Missing argument 'A B ...'"),
        ("arena random gravy", "agent 'gravy': unknown kind 'gravy'"),
        (
            "arena random flat:games=0",
            "agent 'flat:games=0': games must be a whole number from 1 to 1000000000",
        ),
        ("arena random random --games 3", "games must be an even number, not 3"),
        ("arena random random --games 0", "games must be a whole number from 2 to 10000000, not 0"),
        ("arena random random --time 0", "seconds must be a number above 0, at most 3600, not 0.0"),
        ("arena random random --time 1 --visits 1", "give --time or --visits, not both"),
        ("arena random random --visits 0", "visits must be a whole number from 1"),
        ("arena random random --seed -1", "--seed must be"),
        ("arena random random --concurrency 0", "--concurrency must be a whole number from 1 to 1024, not 0"),
        ("arena random random --openings gambit", 'openings must be "plain", "pie" or "balanced", not \'gambit\''),
        ("arena random random --opening-plies 0", "opening_plies must be a whole number from 1 to 114, not 0"),
        ("arena random random --sprt 5 5", "--sprt: elo0 must be below elo1, not 5 and 5"),
        ("arena random random --sprt 0 10000", "--sprt: elo1 must be a number from -2000 to 2000, not 10000.0"),
        ("arena random random --sprt 0 inf", "--sprt: elo1 must be a number from -2000 to 2000, not inf"),
        ("arena random random --sprt nan 5", "--sprt: elo0 must be a number from -2000 to 2000, not nan"),
        ("arena random random --sprt -1e9 1e9", "--sprt: elo0 must be a number from -2000 to 2000, not -1000000000.0"),
        ("arena random random --sprt 5", "'--sprt' requires 2 arguments"),
        ("arena random random --anchor random", "--anchor is for more than two agents"),
        ("arena random random random --anchor flat", "--anchor must be one of the agents, not 'flat'"),
        ("arena random random random --sprt 0 5", "--sprt is for two agents"),
        ("arena random random --log no/such/log", "cannot write the log 'no/such/log': No such file"),
        ("arena random program:no/such/program", "cannot start its program (no/such/program): "),
        ("arena random human --size 8/9", f'unknown board size "8/9": it must be one of {SIZES_LISTED}'),
        ("levels --measure --agent random", "--agent: at least two agents can be rated, one is given"),
        (
            "levels --measure --agent random --agent random --apart 2",
            "--apart must be a whole number from 1 to 1, not 2",
        ),
        ("levels --measure --apart 0", "--apart must be a whole number from 1 to 9, not 0"),
        ("levels --measure --concurrency 0", "--concurrency must be a whole number from 1 to 1024, not 0"),
        # boards and openings
        ("show --size 8/9", f'unknown board size "8/9": it must be one of {SIZES_LISTED}'),
        ("rollout --size big", f'unknown board size "big": it must be one of {SIZES_LISTED}'),
        ("perft 1 --size 67", f'unknown board size "67": it must be one of {SIZES_LISTED}'),
        ("bench --size all --size 6", f'unknown board size "6": it must be one of {SIZES_LISTED}'),
        ("selfcheck --size 9/10", f'unknown board size "9/10": it must be one of {SIZES_LISTED}'),
        ("show --opening gambit", 'opening must be "plain" or "pie", not "gambit"'),
        # moves
        ("show h1 zz", "ply 2: "),
        ("show h1 h1", "ply 2: cannot play h1: the point is occupied by a Light stone"),
        ("rollout h1 d4 g1", "ply 3: cannot play g1"),
        ("perft 2 m7", "ply 1: cannot play"),
        ("show pass", "ply 1: cannot play pass"),
        ("show h1 keep", "ply 2: "),
        ("show --size 3/4 e4 g2 e2 pass a1", "ply 5: cannot play a1: the game is over"),
        ("rollout --size 3/4 e4 g2 e2 pass", "the game is over, so there is nothing to roll out"),
        # texts
        ("show --text 6/7", "--text: line 1, column 4: expected five fields"),
        ("show --text '2/3 2/3/4/o2/2 dark 2,1 plain'", "--text: the position cannot occur: "),
        ("show --text '2/3 dark 1,0 plain\n e1 . . e2'", "--text: line 3, column 1: expected"),
        # what does not go together
        ("show h1 --file moves.txt", "give the moves as arguments or as --file, not both"),
        ("show --text x --size 6/7", "leave --size and --opening out"),
        ("show --text x --opening plain", "leave --size and --opening out"),
        ("show --text - --file -", "only one of --text and --file can be read from standard input"),
        # files
        ("show --file no/such/file", "cannot read 'no/such/file': "),
        ("show --file .", "cannot read '.': "),
        ("show --file 'a\0b'", "cannot read 'a\\x00b': "),
    ],
)
def test_bad_input_is_one_line(arguments: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert expected in complaint(*shlex.split(arguments))


def test_first_weights_that_are_none_are_named(tmp_path: Path) -> None:
    file = tmp_path / "first.txt"
    for content, words in (
        (b"", "line 1, column 1: expected"),
        (b"meridians evaluation 1\nsize 3/4\n", "line 3, column 1: "),
        (builtin_weights("3/4").encode(), "3/4"),
        (b"\xff", "not a text in UTF-8"),
    ):
        file.write_bytes(content)
        message = complaint("train", "--size", "2/3", "--first", str(file), "--out", str(tmp_path / "out"))
        assert message.startswith(f"{file}: ")
        assert words in message
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("command", [("rollout", "-n", "5"), ("rollout", "-n", "5", "--each-move"), ("bench",)])
def test_an_instruction_set_that_there_is_not(command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MERIDIANS_SIMD", "mmx")
    message = complaint(*command)
    assert 'MERIDIANS_SIMD is "mmx"' in message
    assert "portable" in message


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"h1 d4\n# a comment\n  h8 h8 # twice\n", ":3:6: ply 4: cannot play h8: the point is occupied"),
        (b"h1\td4x", ":1:4: ply 2: "),
        (b"h1 d4\r\nh99\r\n", ":2:1: ply 3: "),
        ("h1 \u00e9 d4".encode(), ":1:4: ply 2: "),
        (b"h1 d4 \xff", ": not a text in UTF-8"),
        (b"h1 d4\0", ":1:4: ply 2: "),
        (b"\xef\xbb\xbfh1 d4\rh99", ":2:1: ply 3: "),
        (b"h1 \xef\xbb\xbfd4", ":1:4: ply 2: "),
        (b"h1 d4 h1 #".ljust(2**20), ":1:7: ply 3: "),
        (b"h1 d4 h1 #".ljust(2**20 + 1), ": larger than 1 MiB"),
    ],
)
def test_errors_in_files_and_standard_input_say_where(content: bytes, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "moves.txt"
    file.write_bytes(content)
    assert complaint("show", "--file", str(file)).startswith(f"{file}{expected}")
    assert complaint("show", "--file", "-", standard_input=content).startswith(f"standard input{expected}")


@pytest.mark.parametrize(
    ("arguments", "content", "expected"),
    [
        ("show --file -", b"h1\nzz", "standard input:2:1: ply 2: "),
        ("rollout --text -", b"", "standard input: line 1, column 1: expected five fields"),
        ("rollout --text -", b"6/7 6/7 light 0,0 plain\n", "standard input: line 1, column "),
        ("show --text -", b"\xff", "standard input: not a text in UTF-8"),
        ("show --text -", b" " * (2**20 + 1), "standard input: larger than 1 MiB"),
    ],
)
def test_errors_in_standard_input_say_where(arguments: str, content: bytes, expected: str) -> None:
    assert complaint(*arguments.split(), standard_input=content).startswith(expected)


@pytest.mark.parametrize("options", ["--file -", "--text -"])
def test_standard_input_is_utf_8_in_every_locale(options: str, tmp_path: Path) -> None:
    given = tmp_path / "given.txt"
    for locale in ({"PYTHONIOENCODING": "latin-1"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}):
        given.write_bytes(b"\xff")
        with given.open("rb") as stream:
            result = process("show", *options.split(), environment=locale, stdin=stream)
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == "meridians: standard input: not a text in UTF-8\n"


def test_a_byte_order_mark_is_passed_over_wherever_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "moves.txt"
    file.write_bytes(b"\xef\xbb\xbfh1 d4")
    shown = output("show", "h1", "d4")
    assert output("show", "--file", str(file)) == shown
    assert output("show", "--file", "-", standard_input=file.read_bytes()) == shown
    assert output("show", "--text", "-", standard_input=b"\xef\xbb\xbf" + THREATENED.encode()) == output(
        "show", "--text", THREATENED
    )


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/zero, and a limit on memory that is kept")
def test_a_file_without_end_is_one_line() -> None:
    import resource

    def limit() -> None:  # without which a mistake here would take all the memory there is
        resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))

    for arguments in (["-f", "/dev/zero"], ["-f", "-"], ["-t", "-"]):
        with Path("/dev/zero").open("rb") as zeros:
            result = process("show", *arguments, stdin=zeros, preexec_fn=limit)
        name = "/dev/zero" if arguments[1] == "/dev/zero" else "standard input"
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == f"meridians: {name}: larger than 1 MiB\n"


def test_no_memory_left_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(_arguments: object) -> int:
        raise MemoryError

    monkeypatch.setattr("meridians.cli.app.run", exhausted)
    assert complaint("show") == "out of memory"


def test_what_was_typed_cannot_drive_the_terminal() -> None:
    assert "\\u{1b}[31m" in complaint("show", "\x1b[31mred\n")
    assert "\\x1b" in complaint("\x1b[31mred")


@pytest.mark.skipif(os.name != "posix", reason="arguments are bytes on POSIX only")
def test_bytes_that_are_no_text_are_one_line() -> None:
    assert complaint("show", os.fsdecode(b"h1\xff")) == "the argument 'h1\\udcff' is not a text in UTF-8"


def test_bad_input_to_the_process_is_one_line_too() -> None:
    result = process("show", "--size", "8/9")
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr.startswith('meridians: unknown board size "8/9"')


# Missing extras, and what an import brings

BLOCKED = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {package!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
        return None

sys.meta_path.insert(0, Blocker())
from meridians.cli import main
sys.exit(main({arguments!r}))
"""


@pytest.mark.parametrize("package", ["typer", "rich"])
@pytest.mark.parametrize("arguments", [["show"], []])
def test_without_the_extra_one_sentence_says_how_to_get_it(package: str, arguments: list[str]) -> None:
    script = BLOCKED.format(package=package, arguments=arguments)
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "meridians: the command line needs Typer and Rich: pip install 'meridians[cli]'\n"


def test_a_module_that_is_missing_for_another_reason_is_not_hidden() -> None:
    script = BLOCKED.format(package="json", arguments=["show"])
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "No module named 'json'" in result.stderr
    assert "pip install" not in result.stderr


def test_importing_the_package_brings_no_typer_and_no_rich() -> None:
    names = "{name.partition('.')[0] for name in sys.modules}"
    script = f"import sys, meridians, meridians.cli; print({{'typer', 'rich', 'click'}} & {names})"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout == "set()\n"


def test_the_program_is_called_meridians_whatever_runs_it() -> None:
    assert process("show", "--help").stdout.startswith("Usage: meridians show [OPTIONS] ")


# Pipes, full disks, Ctrl-C, terminals

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX pipes, signals and terminals")


@posix
@pytest.mark.parametrize(
    "arguments", [["perft", "2", "--divide"], ["perft", "2", "--json"], ["show"], ["show", "--help"], ["--version"]]
)
def test_a_closed_pipe_is_no_error_to_speak_of(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = process(*arguments, stdout=writer)
    finally:
        os.close(writer)
    assert (result.returncode, result.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        result = process("show", stdout=full)
    assert (result.returncode, result.stderr) == (2, "meridians: cannot write: No space left on device\n")


@posix
@pytest.mark.parametrize(
    ("arguments", "interrupt_at"),
    [
        ("rollout -n 1000000000000", b"rollouts"),
        ("perft 12", b"depth 5"),
        ("selfcheck --games 1000000 --jobs 1", b"2/3"),
        pytest.param("selfcheck --games 1000 --jobs 2", b"2/3", marks=pytest.mark.slow),
        ("bench --seconds 1000", b"bench"),
    ],
)
def test_ctrl_c_ends_in_one_line(arguments: str, interrupt_at: bytes) -> None:
    status, written = on_a_terminal(*arguments.split(), interrupt_at=interrupt_at)
    assert status == 130
    assert written.endswith("meridians: interrupted\r\n")
    assert "Traceback" not in written


@posix
def test_colours_and_progress_are_for_terminals() -> None:
    _, shown = on_a_terminal("show", "--text", THREATENED)
    assert re.search("\x1b\\[[0-9;]*31mX", shown)
    _, rolled = on_a_terminal("rollout", "-n", "100")
    assert "rollouts" in rolled
    status, plain = on_a_terminal("show", "--text", THREATENED, NO_COLOR="1", TERM="dumb")
    assert (status, plain.replace("\r\n", "\n")) == (0, process("show", "--text", THREATENED).stdout)
    assert "\x1b" not in plain


@pytest.mark.parametrize("value", ["0", "1", "-1", "\u00b2", "100000000000"])
def test_output_is_whole_whatever_columns_says(value: str) -> None:
    environment = {"COLUMNS": value, "LINES": value}
    for arguments in (["show", "h1", "d4"], ["--version"]):
        result = process(*arguments, environment=environment)
        assert (result.returncode, result.stdout, result.stderr) == (0, output(*arguments), "")


@posix
@pytest.mark.parametrize("value", ["0", "\u00b2", "100000000000"])
def test_progress_is_drawn_whatever_columns_says(value: str) -> None:
    status, written = on_a_terminal("rollout", "-n", "100", COLUMNS=value, LINES=value)
    assert status == 0
    assert "rollouts" in written
    assert "light" in written
    assert "Traceback" not in written


@posix
def test_escape_codes_in_a_pipe_are_for_those_who_ask() -> None:
    for asking in ({"FORCE_COLOR": "1"}, {"TTY_COMPATIBLE": "1"}):
        assert "\x1b[" in process("show", environment=asking).stdout
        assert "\x1b" not in process("show", "--help", environment=asking).stdout
        assert "\x1b" not in process("perft", "1", "--json", environment=asking).stdout
    assert "\x1b" not in process("show").stdout


@posix
def test_help_is_plain_on_a_terminal_too() -> None:
    _, written = on_a_terminal("show", "--help")
    assert "\x1b" not in written
