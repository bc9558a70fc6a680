"""The levels of play: their names, and their measurement by the library and the command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from meridians import MeridiansError
from meridians.agents import LEVELS, level_agent, measure_levels, parse_agent
from meridians.arena import read_log

QUICK: dict[str, Any] = {"games": 4, "size": "2/3", "seed": 2}
LADDER = ("random", "flat:games=1", "flat:games=30")


def test_a_level_is_the_agent_of_its_place() -> None:
    assert len(LEVELS) == 10
    for level, text in enumerate(LEVELS, start=1):
        assert level_agent(level) == text
        spec = parse_agent(f"level:{level}")
        assert (spec.text, spec.kind, spec.options) == (f"level:{level}", *spec_of(text))
    for name in ("level:0", "level:11", "level:x", "level:1,visits=2", "level"):
        with pytest.raises(MeridiansError, match=r"the level must be from 1 to 10, as in level:5"):
            parse_agent(name)


def spec_of(text: str) -> tuple[str, Any]:
    spec = parse_agent(text)
    return spec.kind, spec.options


def test_neighbours_and_those_two_apart_are_measured(tmp_path: Path) -> None:
    told: list[str] = []
    rated = measure_levels(agents=LADDER, log=tmp_path / "logs", progress=told.append, **QUICK)
    assert [(rating.level, rating.agent) for rating in rated] == list(enumerate(LADDER, start=1))
    assert rated[0][2:] == (0,) * 6
    assert all(rating.low < rating.elo < rating.high for rating in rated[1:])
    # Level 2 is rated against level 1, so its step is its rating; the others' intervals hold less than those do.
    assert rated[1][2:5] == pytest.approx(rated[1][5:])
    assert rated[2].step == pytest.approx(rated[2].elo - rated[1].elo)
    assert rated[2].step_low < rated[2].step < rated[2].step_high
    assert [line.partition(":")[0] for line in told] == ["flat", "flat", "flat"]
    files = sorted(path.name for path in (tmp_path / "logs").iterdir())
    assert files == ["1-2.jsonl", "1-3.jsonl", "2-3.jsonl"]
    assert read_log(tmp_path / "logs/1-3.jsonl")[0].agents == ("flat:games=30", "random")
    assert measure_levels(agents=LADDER, log=tmp_path / "logs", **QUICK) == rated
    measure_levels(agents=LADDER, apart=1, progress=told.append, **QUICK)
    assert len(told) == 5


def test_two_agents_are_measured_without_more_words() -> None:
    assert len(measure_levels(agents=LADDER[:2], **QUICK)) == 2


@pytest.mark.parametrize(
    ("error", "arguments", "words"),
    [
        (MeridiansError, {"agents": LADDER, "apart": 3}, "apart must be a whole number from 1 to 2, not 3"),
        (MeridiansError, {"agents": LADDER[:2], "apart": 2}, "apart must be a whole number from 1 to 1, not 2"),
        (MeridiansError, {"apart": 0}, "apart must be a whole number from 1 to 9, not 0"),
        (TypeError, {"apart": "1"}, "apart must be a whole number, not str"),
        (MeridiansError, {"agents": ("random",)}, "agents must be two or more, not 1"),
        (TypeError, {"agents": "random"}, "agents must be a sequence of texts, not str"),
        (TypeError, {"agents": 5}, "agents must be a sequence of texts, not int"),
        (MeridiansError, {"log": __file__}, "cannot write logs into .*test_levels.py.: File exists"),
        (MeridiansError, {"log": "a\0b"}, "cannot write logs into .*null"),
    ],
)
def test_what_cannot_be_measured(error: type[Exception], arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(error, match=words):
        measure_levels(**{**QUICK, **arguments})


def test_a_level_that_there_is_not() -> None:
    for level in (0, 11, -1, 10**5000):
        with pytest.raises(MeridiansError, match="level must be a whole number from 1 to 10, not"):
            level_agent(level)
    for other in ("5", 5.0, None, True):
        with pytest.raises(TypeError, match=f"level must be a whole number, not {type(other).__name__}"):
            level_agent(other)  # type: ignore[arg-type]


def test_the_command_shows_the_levels_and_measures_two_agents() -> None:
    pytest.importorskip("typer")
    pytest.importorskip("rich")
    from cli_runner import document, output

    assert [line.split() for line in output("levels").splitlines()] == [[str(i), a] for i, a in enumerate(LEVELS, 1)]
    assert document("levels") == {"levels": [{"level": i, "agent": a} for i, a in enumerate(LEVELS, 1)]}
    words = ("levels", "--measure", "--agent", "random", "--agent", "flat:games=9", "-n", "4", "-s", "2/3")
    rated = measure_levels(4, size="2/3", agents=("random", "flat:games=9"))
    printed = output(*words).splitlines()
    assert [line.split()[-1] for line in printed[1:]] == ["agent", "random", "flat:games=9"]
    assert document(*words)["levels"] == [rating._asdict() for rating in rated]
