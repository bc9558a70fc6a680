"""Training from nothing in rounds: self-play by the best weights so far, a fit, and a match that the new ones must win.
At the end the chances of the best weights are put right by games between them.

Everything is in one folder and a pure function of the plan, but for what the rounds took, which is in ``time.json`` of
each. A run that was killed goes on where it stopped.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from meridians import GameState, MeridiansError
from meridians.checks import path as check_path
from meridians.checks import whole
from meridians.training.bounds import BOUNDS, SEEDS_OF_A_PLAN
from meridians.training.calibration import fit_calibration, reliability
from meridians.training.files import read_json, write_text
from meridians.training.fitting import fit_positions
from meridians.training.games import play_games, positions_of
from meridians.training.gate import play_match
from meridians.training.weights import calibrated_text, check_weights, is_taken, weights_text

__all__ = ["Plan", "Round", "train"]


@dataclass(frozen=True)
class Plan:
    """What to train, and with how much of everything.

    ``rounds`` follow a round 0 of random games, unless there are ``first`` weights (a text) to begin with. A round is
    ``games`` games (round 0: four times as many) at ``visits`` a move, from each of which ``branches`` others branch
    off. From round 1 on, a network of ``units`` hidden units corrects the weights (0: none). The match has ``pairs``
    pairs of games at most; new weights are kept when the lower end of the 95 % interval of their share is above one
    half. ``window``: a fit takes the games of so many rounds, the newest. ``patience``: training ends early after so
    many rounds in a row that gained nothing.
    """

    size: str = "6/7"
    rounds: int = 6
    games: int = 1000
    visits: int = 100
    branches: int = 1
    units: int = 16
    pairs: int = 300
    window: int = 3
    patience: int = 2
    seed: int = 0
    first: str | None = None

    def __post_init__(self) -> None:
        """Refuses what cannot be trained."""
        GameState(self.size)  # refuses a size that there is not
        for name, (least, most) in BOUNDS.items():
            # One of NumPy's numbers could not be written to the folder.
            object.__setattr__(self, name, whole(name, getattr(self, name), least, most))
        if self.first is not None:
            check_weights("first", self.first, self.size)


@dataclass(frozen=True)
class Round:
    """What a round came to.

    ``share`` and ``margin`` are of the match against the best weights before; ``kept``: whether it won it.

    ``loss``: the log loss of results in games of this round's window that the weights were not fitted to.
    ``cpu_seconds``: of the process that ended the round, all threads together.
    """

    number: int
    games: int
    positions: int
    loss: float
    share: float
    margin: float
    match_games: int
    kept: bool
    dropped: tuple[str, ...]
    cpu_seconds: float

    def __str__(self) -> str:
        match = (
            f"{100 * self.share:.1f} +- {100 * self.margin:.1f} % of {self.match_games} games"
            if self.match_games
            else "no match"
        )
        return (
            f"round {self.number}: {self.games} games, log loss {self.loss:.4f}, {match}, "
            f"{'kept' if self.kept else 'not kept'}, {self.cpu_seconds:.0f} s of CPU time"
        )


# Random games are quick, and each says little.
_RANDOM_GAMES = 4

Progress = Callable[[int, int], object]
# ``bars(what, total)`` gives, while a part of the work lasts, a callback for ``(done, total)`` or None.
Bars = Callable[[str, int], AbstractContextManager[Progress | None]]


def _no_bars(_what: str, _total: int) -> AbstractContextManager[Progress | None]:
    return nullcontext()


def train(
    plan: Plan,
    folder: str | Path,
    *,
    threads: int | None = None,
    report: Callable[[Round], object] | None = None,
    bars: Bars = _no_bars,
) -> str:
    """Trains in a folder, and gives the text of the best weights, which is also its ``weights.txt``.

    ``threads``: those that play; the result is the same for any. ``report`` is called after each round, those of an
    earlier run included. ``bars(what, total)`` is entered around each long part of the work and may give a callback
    for ``(done, total)``. MeridiansError if the folder has the rounds of another plan, or a file in it is damaged.
    """
    check_path("folder", folder)
    if threads is not None:
        whole("threads", threads, 1, 1024)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    _keep_plan(plan, folder / "plan.json")
    best, lost, kept = plan.first, 0, 0
    for number in range(0 if plan.first is None else 1, plan.rounds + 1):
        place = folder / f"round-{number}"
        result = place / "round.json"
        if not result.exists():
            _play_round(plan, folder, number, best, threads, bars)
        done = _read_round(place)
        if report is not None:
            report(done)
        if done.kept:
            best, lost, kept = (place / "weights.txt").read_text("utf-8"), 0, number
        else:
            lost += 1
        if lost == plan.patience:
            break
    if best is None:  # round 0 has nothing to win against
        raise MeridiansError(f"{folder / 'round-0' / 'round.json'} is {_DAMAGED}")
    calibrated = _calibrated(plan, folder / f"calibration-{kept}", best, threads, bars)
    write_text(folder / "weights.txt", calibrated)
    return calibrated


def _keep_plan(plan: Plan, path: Path) -> None:
    """Notes the plan; a later run may have more rounds, and nothing else that differs."""
    document = asdict(plan)
    if path.exists():
        before = read_json(
            path, "no plan of a training: train in another folder, or remove this file if the plan was this"
        )
        for name, value in {**dict.fromkeys(document), **before}.items():
            if name not in ("rounds", "patience") and value != document.get(name):
                raise MeridiansError(f"{path} is of another plan: {name} was {value!r} and is {document.get(name)!r}")
    write_text(path, json.dumps(document, indent=2) + "\n")


_DAMAGED = "damaged: remove it, and the same command does the rest of the round again"


def _read_round(place: Path) -> Round:
    path, measured = place / "round.json", place / "time.json"
    values = read_json(path, _DAMAGED)
    if measured.exists():
        values["cpu_seconds"] = read_json(measured, _DAMAGED).get("cpu_seconds")
    values.setdefault("cpu_seconds", 0.0)
    if not isinstance(values["cpu_seconds"], float | int):
        raise MeridiansError(f"{measured} is {_DAMAGED}")
    try:
        done = Round(**{**values, "dropped": tuple(values["dropped"])})
        str(done)  # TypeError or ValueError if its numbers are none
    except (KeyError, TypeError, ValueError):
        raise MeridiansError(f"{path} is {_DAMAGED}") from None
    if done.kept and not (place / "weights.txt").exists():
        raise MeridiansError(
            f"{path}: the weights.txt beside it is missing: remove {path.name}, and the same command makes both again"
        )
    return done


def _play_round(plan: Plan, folder: Path, number: int, best: str | None, threads: int | None, bars: Bars) -> None:
    began = time.process_time()
    place = folder / f"round-{number}"
    if number == 0:
        games = _RANDOM_GAMES * plan.games
        settings: dict[str, Any] = {"visits": 0, "balance": 1.0}
    else:
        games = plan.games
        settings = {"visits": plan.visits, "branches": plan.branches, "light": best, "dark": best, "drawn_plies": 8}
    shared: dict[str, Any] = {"size": plan.size, "threads": threads}
    with bars(f"round {number}: games", games) as progress:
        play_games(place, games, progress, seed=_seed(plan, number), **settings, **shared)
    rounds = range(max(number - plan.window + 1, min(number, 1)), number + 1)
    paths = [path for earlier in rounds for path in sorted((folder / f"round-{earlier}").glob("games-*.npz"))]
    fitted = fit_positions(positions_of(paths, plan.size), plan.size, units=plan.units if number else 0)
    comments = [
        f"round {number} of training from {'nothing' if plan.first is None else 'given weights'}, seed {plan.seed}",
        (
            f"{games} games{'' if number else ' of random moves'}, visits a move {settings['visits']}, "
            f"branches {settings.get('branches', 0)}; {fitted.positions} positions of the last {len(rounds)} rounds"
        ),
        f"log loss of results in held-out games {fitted.loss:.4f}, without the network {fitted.linear_loss:.4f}",
    ]
    text = weights_text(fitted.model, plan.size, comments, fitted.network)
    share, margin, match_games = 1.0, 0.0, 0
    if best is not None:
        seed = _seed(plan, number) + _SEED_OF_MATCH
        with bars(f"round {number}: match", 2 * plan.pairs) as progress:
            match = play_match(text, best, plan.pairs, visits=plan.visits, seed=seed, progress=progress, **shared)
        share, margin, match_games = match.share, match.margin, 2 * len(match.pairs)
    done = Round(
        number=number,
        games=games,
        positions=fitted.positions,
        loss=round(fitted.loss, 5),
        share=round(share, 4),
        margin=round(margin, 4),
        match_games=match_games,
        kept=share - margin > 0.5,
        dropped=fitted.dropped,
        cpu_seconds=round(time.process_time() - began, 1),
    )
    document = asdict(done)
    times = {"cpu_seconds": document.pop("cpu_seconds")}
    write_text(place / "time.json", json.dumps(times, indent=2) + "\n")
    write_text(place / "reliability.json", json.dumps(fitted.reliability, indent=2) + "\n")
    write_text(place / "ablation.json", json.dumps(fitted.ablation, indent=2) + "\n")
    write_text(place / "weights.txt", text)
    # Last, for it says that the round is done.
    write_text(place / "round.json", json.dumps(document, indent=2) + "\n")


def _calibrated(plan: Plan, place: Path, text: str, threads: int | None, bars: Bars) -> str:
    """The weights with chances that come true in games between them, half as many as those of a round.

    They are not those of a round: these were played by the weights before, and their first moves are drawn.
    """
    games = -(-plan.games // 2)
    settings: dict[str, Any] = {"visits": plan.visits, "light": text, "dark": text}
    seed = _seed(plan, _SEED_OF_CALIBRATION)
    with bars("calibration: games", games) as progress:
        paths = play_games(place, games, progress, size=plan.size, threads=threads, seed=seed, **settings)
    positions = positions_of(paths, plan.size, text)
    chances = positions.evaluated.astype(float)
    calibration = fit_calibration(chances, positions.result)
    comment = (
        f"calibrated by {games} games: logits x {calibration.factor:.3f} {calibration.offset:+.3f}, "
        f"{len(positions)} positions"
    )
    table = reliability(calibration.applied(chances), positions.result, positions.game)
    write_text(place / "reliability.json", json.dumps(table, indent=2) + "\n")
    calibrated = calibrated_text(text, calibration, [comment])
    # A factor can lead over the bounds of weights: chances that are a little wrong are better than none.
    return calibrated if is_taken(calibrated, plan.size) else text


# Seeds of a plan: one for each round, one for its match; and one for the calibration.
_SEED_OF_MATCH = 500
_SEED_OF_CALIBRATION = 999


def _seed(plan: Plan, number: int) -> int:
    return plan.seed * SEEDS_OF_A_PLAN + number
