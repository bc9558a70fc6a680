"""A person at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable

from meridians._core import GameState
from meridians.agents.base import RESIGN, AgentError
from meridians.checks import function

__all__ = ["HumanAgent"]


def _write(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


class HumanAgent:
    """Shows the board and asks for a move until it gets a legal one, or ``resign``.

    ``read(prompt)`` returns a line or raises EOFError, as ``input`` does; ``write(text)`` shows text. The end of the
    input is an :class:`AgentError`.
    """

    def __init__(
        self,
        *,
        read: Callable[[str], str] = input,
        write: Callable[[str], object] = _write,
        name: str = "human",
    ) -> None:
        function("read", read)
        function("write", write)
        self.name = name
        self._read = read
        self._write = write

    def choose(self, state: GameState) -> str:
        """Asks, and says of an illegal move why it is."""
        self._write(state.diagram())
        if state.moves:
            self._write(f"last move {state.moves[-1]}")
        for group in state.threatened():
            self._write(f"threatened: {' '.join(group)}")
        question = "keep or swap" if state.pie == "pie" and sum(state.turns) == 2 else f"{state.turn} to move"
        while True:
            try:
                line = self._read(f"{question}: ").strip()
            except EOFError:
                raise AgentError(self.name, "the input has ended") from None
            if line == RESIGN:
                return RESIGN
            reason = state.why_illegal(line)
            if reason is None:
                return line
            self._write(reason)
