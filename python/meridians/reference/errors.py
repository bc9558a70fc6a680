"""The errors of the reference: the names and attributes of the engine's, as classes of their own.

They are not the compiled module's classes because the reference must not touch that module. A comparison goes by the
name of the class.
"""

from __future__ import annotations


class MeridiansError(ValueError):
    """Base of every error that the reference raises about its input."""


class IllegalMoveError(MeridiansError):
    """A move that the rules do not allow now: the ``move`` as it was given and the ``rule`` that forbids it."""

    def __init__(self, message: str, move: str, rule: str) -> None:
        super().__init__(message)
        self.move = move
        self.rule = rule

    def __reduce__(self) -> tuple[type[IllegalMoveError], tuple[str, str, str]]:
        return IllegalMoveError, (str(self), self.move, self.rule)


class ParseError(MeridiansError):
    """A text that is not in the expected form; ``line`` and ``column`` count from 1, in characters."""

    def __init__(self, message: str, line: int, column: int, expected: str, file: str | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.expected = expected
        self.file = file

    def __reduce__(self) -> tuple[type[ParseError], tuple[str, int, int, str, str | None]]:
        return ParseError, (str(self), self.line, self.column, self.expected, self.file)


class SetupError(MeridiansError):
    """A set-up that no game can lead to; ``reasons`` lists everything that is wrong with it."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons

    def __reduce__(self) -> tuple[type[SetupError], tuple[list[str]]]:
        return SetupError, (self.reasons,)


def parse_error(line: int, column: int, expected: str, found: str) -> ParseError:
    """The error that says where, what should stand there, and what does."""
    seen = repr(found) if found else "the end"
    return ParseError(f"line {line}, column {column}: expected {expected}, found {seen}", line, column, expected)
