"""Agents named on one line: ``grave:visits=1000``, ``flat:games=100``, ``program:./engine player=grave``.

A kind, and after a colon its options, ``key=value`` with commas between. :func:`parse_agent` reads it; what is wrong is
named with the part that is wrong.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from meridians._core import MeridiansError
from meridians.agents.base import Agent, AgentError, Terms
from meridians.agents.human import HumanAgent
from meridians.agents.levels import LEVELS
from meridians.agents.program import ProgramAgent
from meridians.agents.resign import ResigningAgent
from meridians.agents.search import ENGINES, SearchAgent
from meridians.agents.simple import FlatAgent, RandomAgent

__all__ = ["KINDS", "AgentSpec", "parse_agent"]


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 20 and least <= int(text) <= most):
            raise ValueError(f"a whole number from {least} to {most}")
        return int(text)

    return read


def _number(above: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        expected = f"a number above {above:g}, at most {most:g}"
        try:
            number = float(text)
        except ValueError:
            raise ValueError(expected) from None
        if not above < number <= most:
            raise ValueError(expected)
        return number

    return read


def _word(text: str) -> str:
    if not text:
        raise ValueError("a word")
    return text


_SECONDS = _number(0, 3600)
_RESIGN: dict[str, Callable[[str], Any]] = {"resign_below": _number(0, 0.5), "resign_turns": _whole(1, 1000)}
_SEARCH: dict[str, Callable[[str], Any]] = {
    "time": _SECONDS,
    "visits": _whole(1, 2**40),
    "nodes": _whole(1, 2**40),
    "threads": _whole(1, 1024),
    "memory": _whole(2**20, 2**40),
    "evaluator": _word,
    "weights": _word,
    **_RESIGN,
}
# What each kind of agent may be told, and how it is read.
KINDS: Mapping[str, Mapping[str, Callable[[str], Any]]] = {
    "random": {},
    "flat": {"games": _whole(1, 10**9), **_RESIGN},
    **dict.fromkeys(ENGINES, _SEARCH),
    "program": {"player": _word, "time": _SECONDS, "timeout": _SECONDS, **_RESIGN},
    "human": {},
    "level": {},
}
DEFAULT_SECONDS = 0.1


@dataclass(frozen=True)
class AgentSpec:
    """An agent as it was asked for; calling it with :class:`Terms` makes the agent. Picklable.

    ``weights``: the content of the file that the option ``weights`` names, once :meth:`with_files` has read it; without
    it every agent reads the file anew.
    """

    text: str
    kind: str
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    command: tuple[str, ...] = ()
    weights: str | None = field(default=None, repr=False)

    def __call__(self, terms: Terms) -> Agent:
        """A fresh agent for one game: its own budget goes before that of the terms."""
        agent = self._agent(terms)
        if "resign_below" in self.options:
            turns = self.options.get("resign_turns", 3)
            return ResigningAgent(agent, self.options["resign_below"], turns, play_on=terms.measure_resign)
        return agent

    def with_files(self) -> AgentSpec:
        """The same with the content of its files, so that all agents that it makes have the same, whatever happens."""
        if "weights" not in self.options or self.weights is not None:
            return self
        try:
            return replace(self, weights=Path(self.options["weights"]).read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise AgentError(self.text, f"cannot read its weights: {error}") from None

    def _agent(self, terms: Terms) -> Agent:
        options = self.options
        if self.kind == "random":
            return RandomAgent(terms.seed, name=self.text)
        if self.kind == "flat":
            return FlatAgent(options.get("games", 100), terms.seed, name=self.text)
        if self.kind == "human":
            return HumanAgent(name=self.text)
        seconds, visits = options.get("time"), options.get("visits")
        if seconds is visits is options.get("nodes") is None:
            seconds, visits = terms.seconds, terms.visits
            if seconds is visits is None:
                seconds = DEFAULT_SECONDS
        if self.kind == "program":
            if seconds is None:
                raise AgentError(self.text, "a program plays by time, not by visits: give it a time=SECONDS")
            more = {"timeout": options["timeout"]} if "timeout" in options else {}
            return ProgramAgent(
                self.command,
                player=options.get("player"),
                seconds=seconds,
                size=terms.size,
                seed=terms.seed,
                name=self.text,
                **more,
            )
        more = {key: options[key] for key in ("memory", "evaluator") if key in options}
        if (weights := self.with_files().weights) is not None:
            more["weights"] = weights
        try:
            return SearchAgent(
                self.kind,
                seconds=seconds,
                visits=visits,
                nodes=options.get("nodes"),
                size=terms.size,
                threads=options.get("threads", 1),
                seed=terms.seed,
                clock=terms.clock,
                name=self.text,
                **more,
            )
        except MeridiansError as error:  # weights, say, that are none
            raise AgentError(self.text, str(error)) from None

    def seconds(self, terms: Terms) -> float | None:
        """The time that a move may take on these terms; None if no time bounds it."""
        if "time" not in KINDS[self.kind]:
            return None
        if (own := self.options.get("time")) is not None:
            return float(own)
        if "visits" in self.options or "nodes" in self.options or terms.visits is not None:
            return None
        return DEFAULT_SECONDS if terms.seconds is None else terms.seconds


def parse_agent(text: str) -> AgentSpec:
    """Reads the line of an agent: ``KIND``, ``KIND:KEY=VALUE,...``, ``level:N`` or ``program:COMMAND [KEY=VALUE ...]``.

    The words of a program's command are those a shell would see; words that are an option of ours are ours, up to a
    word ``--``, which is left out. Raises MeridiansError naming the part that is wrong.
    """
    if not isinstance(text, str):
        raise TypeError(f"an agent must be a text such as 'grave:visits=1000', not {type(text).__name__}")
    kind, colon, rest = text.partition(":")
    if kind not in KINDS:
        raise MeridiansError(f"agent {_short(text)}: unknown kind {_short(kind)}: it must be one of {', '.join(KINDS)}")
    if colon and not rest:
        raise MeridiansError(f"agent {_short(text)}: nothing follows the colon")
    if kind == "level":
        return _parse_level(text, rest)
    if kind == "program":
        return _parse_program(text, rest)
    options: dict[str, Any] = {}
    for part in rest.split(",") if rest else ():
        _read_option(text, kind, part, options)
    return AgentSpec(text, kind, _complete(text, options))


def _parse_level(text: str, rest: str) -> AgentSpec:
    level = int(rest) if rest.isascii() and rest.isdecimal() and len(rest) < 3 else 0
    if not 1 <= level <= len(LEVELS):
        raise MeridiansError(f"agent {_short(text)}: the level must be from 1 to {len(LEVELS)}, as in level:5")
    return replace(parse_agent(LEVELS[level - 1]), text=text)


def _parse_program(text: str, rest: str) -> AgentSpec:
    try:
        words = shlex.split(rest)
    except ValueError as error:
        raise MeridiansError(f"agent {_short(text)}: the command {_short(rest)}: {error}".replace("No", "no")) from None
    options: dict[str, Any] = {}
    command: list[str] = []
    for index, word in enumerate(words):
        if word == "--":
            command += words[index + 1 :]
            break
        if word.partition("=")[0] in KINDS["program"] and "=" in word:
            _read_option(text, "program", word, options)
        else:
            command.append(word)
    if not command:
        raise MeridiansError(f"agent {_short(text)}: a program needs a command, as in program:./engine")
    return AgentSpec(text, "program", _complete(text, options), tuple(command))


def _read_option(text: str, kind: str, part: str, options: dict[str, Any]) -> None:
    key, equals, value = part.partition("=")
    known = KINDS[kind]
    if key not in known:
        allowed = f"it must be one of {', '.join(known)}" if known else f"{kind} has no options"
        raise MeridiansError(f"agent {_short(text)}: unknown option {_short(part)}: {allowed}")
    if not equals:
        raise MeridiansError(f"agent {_short(text)}: option {key} needs a value, as in {key}=VALUE")
    if key in options:
        raise MeridiansError(f"agent {_short(text)}: option {key} is given twice")
    try:
        options[key] = known[key](value)
    except ValueError as error:
        raise MeridiansError(f"agent {_short(text)}: {key} must be {error}, not {_short(value)}") from None


def _complete(text: str, options: dict[str, Any]) -> dict[str, Any]:
    if "resign_turns" in options and "resign_below" not in options:
        raise MeridiansError(f"agent {_short(text)}: resign_turns says nothing without resign_below")
    return options


def _short(text: str) -> str:
    return repr(text if len(text) <= 80 else f"{text[:77]}...")
