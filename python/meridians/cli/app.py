"""The sub-commands put together: names, help, ``--version``, and how an error becomes one line and an exit status."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from meridians import MeridiansError, __version__
from meridians.cli import (
    analyze,
    arena,
    bench,
    convert,
    levels,
    perft,
    render,
    rollout,
    selfcheck,
    show,
    stats,
    tactics,
    train,
)
from meridians.cli.errors import InputError, complain
from meridians.cli.terminal import print_text

__all__ = ["app", "run"]

# Help is plain text everywhere: Rich's boxes would be no easier to read, and could not be piped or quoted.
app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

_STATUSES = """\b
Exit status:
  0    all is well
  1    a check found a difference
  2    bad input: one line on standard error says what
  130  interrupted by Ctrl-C
  141  the reader of the output has gone"""


def _examples(lines: str) -> str:
    """The end of a command's help; the mark at its beginning keeps the lines as they are."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines.strip().splitlines())


@app.callback(invoke_without_command=True, epilog=_STATUSES)
def _meridians(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """The board game Meridians: its rules, search, random play, matches, and checks of all."""
    if version:
        print_text(f"meridians {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print_text(context.get_help())


app.command("bench", epilog=_examples(bench.EXAMPLES))(bench.bench)
app.command("rollout", epilog=_examples(rollout.EXAMPLES))(rollout.rollout)
app.command("perft", epilog=_examples(perft.EXAMPLES))(perft.perft)
app.command("show", epilog=_examples(show.EXAMPLES))(show.show)
app.command("render", epilog=_examples(render.EXAMPLES))(render.render)
app.command("convert", epilog=_examples(convert.EXAMPLES))(convert.convert)
app.command("stats", epilog=_examples(stats.EXAMPLES))(stats.stats)
app.command("analyze", epilog=_examples(analyze.EXAMPLES))(analyze.analyze)
app.command("arena", epilog=_examples(arena.EXAMPLES))(arena.arena)
app.command("levels", epilog=_examples(levels.EXAMPLES))(levels.levels)
app.command("selfcheck", epilog=_examples(selfcheck.EXAMPLES))(selfcheck.selfcheck)
app.command("tactics", epilog=_examples(tactics.EXAMPLES))(tactics.tactics)
app.command("train", epilog=_examples(train.EXAMPLES))(train.train)

# The base of what Typer raises about arguments: a class of Click's, of which newer Typers have their own copy.
_UsageError: Any = typer.BadParameter.__bases__[0]


def run(arguments: Sequence[str]) -> int:
    """Runs one command and returns the exit status. Ctrl-C and errors of writing are raised."""
    # Not `app()`: that would print its own errors, and exit.
    command = typer.main.get_command(app)
    try:
        for argument in arguments:
            _check_encoding(argument)
        with command.make_context("meridians", list(arguments)) as context:
            command.invoke(context)
    except typer.Exit as stop:
        return stop.exit_code
    except _UsageError as error:
        path = error.ctx.command_path if error.ctx else "meridians"
        return complain(f"{error.format_message().rstrip('.')} (see {path} --help)")
    except (InputError, MeridiansError) as error:
        return complain(str(error))
    return 0


def _check_encoding(argument: str) -> None:
    """Refuses bytes that are no text: no name of a move, board or option has any."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        raise InputError(f"the argument {argument!r} is not a text in UTF-8") from None
