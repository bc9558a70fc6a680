"""An external program as an agent, behind one protocol of one line to each line.

::

    size 6/7                   ok
    player NAME                ok          only if a player is named
    seed N                     ok
    position M1 M2 ...         ok
    go MS                      move M [value V] [nodes K]
    quit

``MS`` are milliseconds of a budget that the program keeps itself, of thread CPU time as the protocol has it; ``V`` is
the chance of the colour to move. Anything else in place of an answer, such as ``error WHY``, is an
:class:`meridians.agents.AgentError` with the program's command and what it said.
"""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Sequence

from meridians._core import GameState, MeridiansError
from meridians.agents.base import MAX_SEED, AgentError, derive_seed
from meridians.agents.process import LineProgram, ProgramError
from meridians.agents.simple import FlatAgent
from meridians.checks import positive, sequence_of, whole

__all__ = ["ProgramAgent"]

_PROPOSAL_GAMES = 50  # after each second stone


class ProgramAgent:
    """A program, started by the first :meth:`new_game` or choice, and ended by :meth:`close`.

    ``command``: its words, the first of which is found as a shell finds it. ``player``: a name for the command
    ``player``. ``seconds``: the budget of a move. ``timeout``: how long, in seconds of wall time, it may take to
    answer; for a move, beyond four times the budget.

    The protocol does not know the pie (R12): the adapter proposes by flat Monte Carlo, and answers by the program's own
    value of the position, ``swap`` if Light's chance is above one half.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        player: str | None = None,
        seconds: float = 0.1,
        size: str = "6/7",
        seed: int = 0,
        timeout: float = 10.0,
        name: str | None = None,
    ) -> None:
        for word in sequence_of("command", command, "words"):
            if not isinstance(word, str):
                raise TypeError(f"command must be a sequence of words, and one is {type(word).__name__}")
        if not command:
            raise MeridiansError("a program needs a command")
        if player is not None and not isinstance(player, str):
            raise TypeError(f"player must be a text or None, not {type(player).__name__}")
        positive("seconds", seconds, 86400)
        positive("timeout", timeout, 86400)
        GameState(size)  # refuses a size that there is not
        whole("seed", seed, 0, MAX_SEED)
        self.name = name or f"{command[0]} {player or ''}".strip()
        self.win_chance: float | None = None
        self.nodes = 0
        self._command = list(command)
        self._player = player
        self._seconds = seconds
        self._size = size
        self._seed = seed
        self._timeout = timeout
        self._program: LineProgram | None = None
        self._last_cpu = 0.0
        self._finalizer: weakref.finalize[[LineProgram], ProgramAgent] | None = None

    def new_game(self) -> None:
        """Starts the program, so that this takes no time from its first move. One that runs goes on."""
        try:
            self._start()
        except ProgramError as error:
            self._kill()
            raise AgentError(self.name, str(error)) from None

    def choose(self, state: GameState) -> str:
        """The program's move. AgentError if it fails; it is then killed, and started anew by the next choice."""
        if sum(state.start.turns) != 0:
            raise AgentError(self.name, "its protocol knows games from the empty board only")
        if state.pie == "pie":
            return self._choose_of_pie(state)
        move, self.win_chance, self.nodes = self._go(state)
        return move

    def _choose_of_pie(self, state: GameState) -> str:
        self.win_chance, self.nodes = None, 0
        if sum(state.turns) < 2:
            return FlatAgent(_PROPOSAL_GAMES, derive_seed(self._seed, "pie")).choose(state)
        _, light_chance, self.nodes = self._go(state)
        if light_chance is None:
            raise AgentError(self.name, "its program gives no value, so the adapter cannot answer the pie by it")
        self.win_chance = max(light_chance, 1 - light_chance)
        return "swap" if light_chance > 0.5 else "keep"

    def _go(self, state: GameState) -> tuple[str, float | None, int]:
        try:
            program = self._start()
            # The answer to the pie moves no stone, so without it the moves are those of a plain game.
            moves = [move for move in state.moves if move not in ("keep", "swap")]
            self._tell(program, " ".join(["position", *moves]))
            milliseconds = max(1, round(1000 * self._seconds))
            answer = program.ask(f"go {milliseconds}", self._timeout + 4 * self._seconds)
            return self._read(program, answer)
        except ProgramError as error:
            self._kill()
            raise AgentError(self.name, str(error)) from None
        except BaseException:  # Ctrl-C in the middle of an answer: the next one would be out of step
            self._kill()
            raise

    def _start(self) -> LineProgram:
        if self._program is None:
            program = LineProgram(self._command)
            self._program, self._last_cpu = program, 0.0
            self._finalizer = weakref.finalize(self, LineProgram.kill_and_wait, program)
            self._tell(program, f"size {self._size}")
            if self._player is not None:
                self._tell(program, f"player {self._player}")
            self._tell(program, f"seed {self._seed}")
        return self._program

    def _tell(self, program: LineProgram, line: str) -> None:
        if program.ask(line, self._timeout) != "ok":
            raise program.wrong(f"did not answer {line.split()[0]!r} with 'ok'")

    def _read(self, program: LineProgram, answer: str) -> tuple[str, float | None, int]:
        words = answer.split()
        fields = dict(zip(words[::2], words[1::2], strict=False))
        with contextlib.suppress(KeyError, ValueError):
            if words[0:1] == ["move"] and len(words) % 2 == 0:
                value = float(fields["value"]) if "value" in fields else None
                if value is None or 0 <= value <= 1:
                    return fields["move"], value, int(fields.get("nodes", "0"))
        raise program.wrong("did not answer 'go' with 'move M value V nodes K'")

    def cpu_seconds(self) -> float:
        """The CPU time that the program has taken since the last call; 0.0 where the system does not say."""
        if self._program is None:
            return 0.0
        now, before = self._program.cpu_seconds(), self._last_cpu
        self._last_cpu = now
        return now - before

    def _kill(self) -> None:
        if self._program is not None:
            self._program.kill_and_wait()
            self._program = None

    def close(self) -> None:
        """Ends the program; another choice starts it again."""
        if self._program is not None:
            self._program.close("quit")
            self._program = None
        if self._finalizer is not None:
            self._finalizer.detach()
            self._finalizer = None
