"""Bad input to what trains weights: refused before anything is played or fitted, with its name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from meridians import MeridiansError, builtin_weights
from meridians.training import (
    Calibration,
    Plan,
    calibrated_text,
    fit_calibration,
    fit_positions,
    play_games,
    play_match,
    positions_of,
    train,
)
from meridians.training.bounds import BOUNDS

OF_3_4 = builtin_weights("3/4")


@pytest.mark.parametrize(
    ("games", "settings", "error", "words"),
    [
        (0, {}, MeridiansError, "games must be a whole number from 1 to 9999999, not 0"),
        (-1, {}, MeridiansError, "games must be"),
        (1, {"size": "9/9"}, MeridiansError, 'unknown board size "9/9"'),
        (1, {"visits": -1}, MeridiansError, "visits must be a whole number from 0 to"),
        (1, {"branches": -1}, MeridiansError, "branches must be a whole number from 0 to 1000, not -1"),
        (1, {"threads": 0}, MeridiansError, "threads must be"),
        (1, {"light": "x"}, MeridiansError, "light: line 1, column 1"),
        (1, {"dark": OF_3_4}, MeridiansError, "dark: .*3/4"),
        (1, {"dark": 5}, TypeError, "dark must be a text of weights, not int"),
        (1, {"seed": "a"}, TypeError, "seed must be a whole number, not str"),
        (1, {"start": 3}, TypeError, "start"),
        (1, {"progress": 3}, TypeError, "progress must be callable or None, not int"),
    ],
)
def test_games_that_cannot_be_played(
    games: int, settings: dict[str, Any], error: type[Exception], words: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=words):
        play_games(tmp_path / "new", games, **{"size": "2/3", **settings})
    assert not (tmp_path / "new").exists()


def test_what_positions_are_asked_of_is_named(tmp_path: Path) -> None:
    paths = [str(path) for path in play_games(tmp_path, 3, size="2/3", visits=0, threads=1)]
    assert len(positions_of(paths, "2/3")) > 0
    for arguments, error, words in (
        (([], "2/3"), MeridiansError, "^paths must be of one file of games or more, and there is none$"),
        ((paths[0], "2/3"), TypeError, "^paths must be a sequence of paths, not str$"),
        (([5], "2/3"), TypeError, "^each of paths must be a path, not int$"),
        ((paths, "9/9"), MeridiansError, '^unknown board size "9/9"'),
        ((paths, "2/3", "x"), MeridiansError, "^weights: line 1, column 1: expected"),
        ((paths, "2/3", OF_3_4), MeridiansError, "^weights: .*3/4"),
        ((paths, "2/3", 5), TypeError, "^weights must be a text of weights, not int$"),
        ((paths, "3/4"), MeridiansError, r"games-0000000-0000003\.npz has games on 2/3, and size is 3/4$"),
    ):
        with pytest.raises(error, match=words):
            positions_of(*arguments)  # type: ignore[arg-type]


def test_positions_that_cannot_be_fitted_are_named(tmp_path: Path) -> None:
    positions = positions_of(play_games(tmp_path, 5, size="3/4", visits=0, threads=1), "3/4")
    for arguments, units, error, words in (
        (
            (positions, "2/3"),
            0,
            MeridiansError,
            r"positions must have 0 to 14 empty points, as on a board of size 2/3, not",
        ),
        ((positions, "9/9"), 0, MeridiansError, 'unknown board size "9/9"'),
        ((positions, "3/4"), 65, MeridiansError, "units must be a whole number from 0 to 64, not 65"),
        ((positions, "3/4"), -1, MeridiansError, "units must be a whole number from 0 to 64, not -1"),
        ((positions.where(positions.game == 3), "3/4"), 0, MeridiansError, "positions must be of two games or more"),
        ((positions.where(slice(0)), "3/4"), 0, MeridiansError, "positions must be of two games or more"),
        (("positions", "3/4"), 0, TypeError, "positions must be Positions, not str"),
    ):
        with pytest.raises(error, match=words):
            fit_positions(*arguments, units=units)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("chances", "results", "error", "words"),
    [
        ([], [], MeridiansError, "chances must be one or more numbers in one row, not an array of shape"),
        ([[0.5]], [1], MeridiansError, "chances must be one or more numbers in one row"),
        ([0.5, np.nan], [0, 1], MeridiansError, "chances must be numbers from 0 to 1, not nan"),
        ([0.5, 1.5], [0, 1], MeridiansError, "chances must be numbers from 0 to 1, not 1.5"),
        ([0.5, 0.5], [-1, 1], MeridiansError, "results must be numbers from 0 to 1, not -1"),
        ([0.5, 0.5], [1], MeridiansError, "results must be as many as chances, 2, not 1"),
        (["a"], [1], TypeError, "chances must be an array of numbers, not list"),
    ],
)
def test_what_no_calibration_can_be_fitted_to(chances: Any, results: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        fit_calibration(chances, results)


def test_what_cannot_be_calibrated() -> None:
    text, good = builtin_weights("2/3"), Calibration(1, 0)
    for arguments, error, words in (
        (("", good), MeridiansError, "^text: line 1, column 1: expected"),
        (("to_move 1", good), MeridiansError, "^text: line 1, column 1: expected"),
        ((text.replace("2/3", "9/9"), good), MeridiansError, "^text: "),
        ((5, good), TypeError, "^text must be a text of weights, not int$"),
        ((text, Calibration(np.nan, 0)), MeridiansError, r"^calibration\.factor must be .* not nan$"),
        ((text, Calibration(1, -np.inf)), MeridiansError, r"^calibration\.offset must be .* not -inf$"),
        ((text, good, ["two\nlines"]), MeridiansError, r"^comments must be of one line each, not 'two\\nlines'$"),
        ((text, good, ["two\rlines"]), MeridiansError, "^comments must be of one line each"),
    ):
        with pytest.raises(error, match=words):
            calibrated_text(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", list(BOUNDS))
def test_a_plan_has_bounds(name: str) -> None:
    least, most = BOUNDS[name]
    assert getattr(Plan(**{name: most}), name) == most
    assert type(getattr(Plan(**{name: np.int64(least)}), name)) is int, "what JSON can hold"
    for value in (least - 1, most + 1):
        with pytest.raises(
            MeridiansError, match=f"^{name} must be a whole number from {least} to {most}, not {value}$"
        ):
            Plan(**{name: value})
    with pytest.raises(TypeError, match=f"^{name} must be a whole number, not str$"):
        Plan(**{name: "a"})  # type: ignore[arg-type]


def test_what_cannot_be_trained_leaves_no_folder(tmp_path: Path) -> None:
    with pytest.raises(MeridiansError, match="unknown board size"):
        Plan(size="9/9")
    with pytest.raises(MeridiansError, match="threads must be a whole number from 1 to 1024, not 0"):
        train(Plan(size="2/3", rounds=0, games=10), tmp_path / "new", threads=0)
    assert not (tmp_path / "new").exists()
    with pytest.raises(MeridiansError, match="pairs must be a whole number from 2 to"):
        play_match(None, None, 1, size="2/3", visits=1)
