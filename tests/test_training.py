"""Training: the same from the same seed, however often it is killed; the fit finds what is there to find."""

from __future__ import annotations

import json
import re
import runpy
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from meridians import (
    FEATURES,
    GameState,
    MeridiansError,
    builtin_weights,
    game_features,
    point_names,
    self_play,
)
from meridians.training import (
    Calibration,
    Plan,
    Round,
    calibrated_text,
    fit_calibration,
    fit_positions,
    play_games,
    play_match,
    positions_of,
    reliability,
    train,
    weights_text,
)
from meridians.training.fit import cross_validate, fit, log_loss, sigmoid
from meridians.training.games import GAMES_OF_A_FILE, Positions

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
ZERO = "meridians evaluation 1\nsize {}\nfeatures 0\nto_move 0\n"
QUICK = Plan(size="3/4", rounds=1, games=60, visits=20, branches=1, pairs=20, seed=3)


def same(a: dict[str, np.ndarray], b: dict[str, np.ndarray]) -> bool:
    return a.keys() == b.keys() and all(np.array_equal(a[k], b[k], equal_nan=a[k].dtype.kind == "f") for k in a)


def games_of(played: dict[str, np.ndarray]) -> list[np.ndarray]:
    return np.split(played["moves"], np.cumsum(played["plies"])[:-1])


# Self-play


def test_games_are_those_of_seed_and_index() -> None:
    settings: dict[str, Any] = {"size": "3/4", "visits": 30, "branches": 1, "drawn_plies": 4, "seed": 5}
    whole = self_play(8, threads=1, **settings)
    assert same(whole, self_play(8, threads=2, **settings))
    part = self_play(3, start=5, threads=1, **settings)
    late = whole["indices"] >= 5
    assert np.array_equal(part["plies"], whole["plies"][late])
    assert np.array_equal(part["moves"], whole["moves"][np.repeat(late, whole["plies"])])
    assert not same(whole, self_play(8, **{**settings, "seed": 6}))


def winner_within(game: GameState, plies: int) -> str | None:
    """Who wins by force in so many plies, if anybody is seen to."""
    if game.outcome is not None:
        return game.outcome.winner
    if plies == 0:
        return None
    found = set()
    for move in game.legal_moves():
        game.play(move)
        found.add(winner_within(game, plies - 1))
        game.undo()
        if game.turn in found:
            return game.turn
    return found.pop() if len(found) == 1 else None


@pytest.mark.parametrize("visits", [0, 30])
def test_games_are_legal_and_their_winners_are_right(visits: int) -> None:
    played = self_play(12, size="3/4", visits=visits, branches=1, threads=1)
    assert np.bincount(played["indices"]).max() == 2, "branches have the index of their game"
    seen = 0
    for moves, winner in zip(games_of(played), played["winners"], strict=True):
        game = GameState("3/4")
        for action in moves:
            game.play(int(action))
        assert game.is_over == (visits == 0), "with visits, games end when their winner is proven"
        truth = winner_within(game, 6)
        seen += truth is not None
        assert truth in (None, {1: "light", -1: "dark", 0: None}[int(winner)])
    assert seen > len(played["plies"]) / 2


def test_a_branch_shares_its_game_until_a_playout() -> None:
    played = self_play(6, size="5/6", visits=20, branches=1, threads=1, seed=1)
    games, chances = games_of(played), np.split(played["light_chances"], np.cumsum(played["plies"])[:-1])
    pairs = [(i, i + 1) for i in range(len(games) - 1) if played["indices"][i] == played["indices"][i + 1]]
    assert pairs
    for game, branch in pairs:
        unsearched = int(np.isnan(chances[branch]).sum())
        assert np.isnan(chances[branch][:unsearched]).all()
        common = unsearched - 10
        assert np.array_equal(games[game][:common], games[branch][:common])
        assert 2 <= np.isnan(chances[game]).sum() <= 6, "an opening"


def test_openings_depend_on_the_index_alone() -> None:
    one = self_play(5, size="5/6", visits=5, seed=9, threads=1)
    other = self_play(5, size="5/6", visits=9, seed=9, threads=1, light=ZERO.format("5/6"))
    for a, b, chances in zip(
        games_of(one), games_of(other), np.split(one["light_chances"], np.cumsum(one["plies"])[:-1]), strict=True
    ):
        opening = int(np.isnan(chances).sum())
        assert np.array_equal(a[:opening], b[:opening])


# Features and files


def test_features_are_those_of_the_positions() -> None:
    actions = [point_names().index(move) for move in ("h1", "d4", "h8", "d6")]
    found = game_features("6/7", np.array(actions, np.uint8), np.array([4]))
    stones = found["features"][:, :, FEATURES.index("stones")]
    assert stones.tolist() == [[0, 0], [0, 1], [1, 1], [1, 2]]
    assert found["empty"].tolist() == [114, 113, 112, 111]
    assert found["light_to_move"].tolist() == [True, False, True, False]
    with pytest.raises(MeridiansError, match=r"game 0, ply 2: action .* is not legal"):
        game_features("6/7", np.array(actions[:1] * 2, np.uint8), np.array([2]))
    with pytest.raises(MeridiansError, match="plies"):
        game_features("6/7", np.array(actions, np.uint8), np.array([3]))


def test_files_go_on_where_a_kill_left_them(tmp_path: Path) -> None:
    games = 2 * GAMES_OF_A_FILE + 3
    settings: dict[str, Any] = {"size": "2/3", "visits": 5, "threads": 1}
    paths = play_games(tmp_path / "whole", games, **settings)
    assert len(paths) == 3
    before = [path.read_bytes() for path in paths]
    paths[1].unlink()
    paths[1].with_suffix(".part").write_bytes(before[1][:100])
    kept = paths[0].stat().st_mtime_ns
    again = play_games(tmp_path / "whole", games, **settings)
    assert paths[0].stat().st_mtime_ns == kept, "what is there is not played again"
    assert again == paths
    for path, content in zip(paths, before, strict=True):
        with np.load(path) as now:
            (tmp_path / "before.npz").write_bytes(content)
            with np.load(tmp_path / "before.npz") as then:
                assert same(dict(now), dict(then))
    positions = positions_of(paths, "2/3")
    # A few are proven before the first search has chosen anything.
    assert games - 10 < len(np.unique(positions.game)) <= games
    assert (positions.ply[np.isnan(positions.chance)] < 6).all(), "random moves are left out but for the first"
    assert set(np.unique(positions.result)) <= {0.0, 0.5, 1.0}


def test_a_folder_has_games_of_the_same_settings_only(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"size": "3/4", "visits": 2, "threads": 1, "light": ZERO.format("3/4")}
    paths = play_games(str(tmp_path), 3, **settings)
    for other, words in (
        ({"size": "2/3", "light": ZERO.format("2/3")}, "size was '3/4' and is '2/3'"),
        ({"visits": 3}, "visits was 2 and is 3"),
        ({"seed": np.int64(1)}, "seed was 0 and is 1"),
        ({"light": None}, "light was '[0-9a-f]{32}' and is None"),
        ({"light": ZERO.format("3/4") + "# the same, but for this"}, "light was '[0-9a-f]{32}' and is '[0-9a-f]{32}'"),
    ):
        with pytest.raises(
            MeridiansError, match=rf"games\.json: .* of other settings: {words}: play in another folder"
        ):
            play_games(tmp_path, 3, **{**settings, **other})
    # What changes no game, and what says the same in other words, changes nothing.
    same_ones = {**settings, "threads": 2, "visits": np.int64(2), "balance": 0.35, "dark": None}
    assert play_games(tmp_path, 3, **same_ones) == paths
    (tmp_path / "games.json").write_text("{")
    with pytest.raises(MeridiansError, match=r"games\.json is damaged: remove it"):
        play_games(tmp_path, 3, **settings)


def test_games_whose_settings_are_not_known_are_taken_as_they_are(tmp_path: Path) -> None:
    paths = play_games(tmp_path, 3, size="2/3", visits=2, threads=1)
    (tmp_path / "games.json").unlink()
    assert play_games(tmp_path, 3, size="2/3", visits=3, threads=1) == paths
    assert not (tmp_path / "games.json").exists(), "it would be a guess"
    # Settings of games that were never finished bind nobody.
    for path in paths:
        path.unlink()
    for visits in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            play_games(tmp_path, 3, interrupt, size="2/3", visits=visits, threads=1)
        for path in paths:
            path.unlink()


def interrupt(_done: int, _total: int) -> None:
    raise KeyboardInterrupt


# The fit


def made_up(games: int, seed: int) -> tuple[Positions, np.ndarray]:
    """Positions whose results are drawn by known weights of two of the features."""
    rng = np.random.default_rng(seed)
    n = 20 * games
    counts = rng.integers(0, 9, (n, 2, len(FEATURES))).astype(np.int16)
    features = counts[:, 0] - counts[:, 1]
    empty = rng.integers(20, 110, n).astype(np.int16)
    share = empty / 114
    logits = (0.3 - 0.2 * share) * features[:, 2] + 0.1 * features[:, 5] + 0.4 * share
    result = (rng.random(n) < sigmoid(logits)).astype(float)
    game = np.repeat(np.arange(games), 20)
    chance = result.astype(np.float32)
    return Positions(counts, empty, result, chance, chance, game, np.zeros(n, int)), logits


def test_fit_finds_the_weights_that_made_the_results() -> None:
    positions, logits = made_up(1500, 0)
    model = fit(positions.differences(), positions.empty, positions.result, 114, ridge=1e-6)
    error = model.logits(positions.differences(), positions.empty) - logits
    assert np.sqrt((error**2).mean()) < 0.12
    # The minimum of the loss: its gradient, the residuals against each column, is nought.
    residual = sigmoid(model.logits(positions.differences(), positions.empty)) - positions.result
    assert np.abs(positions.differences().T @ residual).max() / len(residual) < 1e-4


def test_held_out_loss_is_honest() -> None:
    positions, _ = made_up(30, 1)
    fitted = fit(positions.differences(), positions.empty, positions.result, 114)
    own = log_loss(sigmoid(fitted.logits(positions.differences(), positions.empty)), positions.result)
    validated = cross_validate(positions.differences(), positions.empty, positions.result, positions.game, 114)
    fresh, _ = made_up(500, 2)
    true = log_loss(sigmoid(fitted.logits(fresh.differences(), fresh.empty)), fresh.result)
    held_out = log_loss(validated.chances, positions.result)
    assert own < true, "600 positions are overfitted"
    assert abs(held_out - true) < abs(own - true)
    # Weights without a game do not know it: changing the game's results does not change its predictions.
    flipped = np.where(positions.game == 7, 1 - positions.result, positions.result)
    again = cross_validate(positions.differences(), positions.empty, flipped, positions.game, 114)
    mask = positions.game == 7
    assert np.array_equal(validated.chances[mask], again.chances[mask])
    assert not np.allclose(validated.chances[~mask], again.chances[~mask])


def test_ablation_tells_features_that_matter() -> None:
    positions, _ = made_up(400, 3)
    fitted = fit_positions(positions, "6/7")
    added = {row["feature"]: row["added"] / row["error"] for row in fitted.ablation}
    names = FEATURES
    useful = {names[2], names[5]}
    assert min(added[name] for name in useful) > 5
    assert max(value for name, value in added.items() if name not in useful) < 4
    assert not useful & set(fitted.dropped)
    assert fitted.dropped, "of fourteen useless ones, some make it worse"
    for name in fitted.dropped:
        assert not fitted.model.coefficients[names.index(name)].any()


def test_a_network_learns_what_differences_do_not_show() -> None:
    positions, logits = made_up(400, 5)
    bent = (
        logits + np.maximum(positions.features[:, 0, 3] - 4, 0) - 0.5 * np.maximum(5 - positions.features[:, 1, 7], 0)
    )
    result = (np.random.default_rng(6).random(len(bent)) < sigmoid(bent)).astype(float)
    positions = Positions(**{**vars(positions), "result": result})
    fitted = fit_positions(positions, "6/7", units=8)
    assert fitted.network is not None
    assert fitted.loss < fitted.linear_loss - 0.01
    found = fitted.model.logits(positions.differences(), positions.empty)
    corrected = found + fitted.network.corrections(positions.features, positions.empty)
    assert np.sqrt(((corrected - bent) ** 2).mean()) < 0.7 * np.sqrt(((found - bent) ** 2).mean())
    again = fit_positions(positions, "6/7", units=8).network
    assert again is not None
    assert np.array_equal(again.weights, fitted.network.weights)


def test_the_engine_takes_the_network_as_it_was_fitted(tmp_path: Path) -> None:
    paths = play_games(tmp_path, 60, size="3/4", visits=5, threads=1)
    positions = positions_of(paths, "3/4")
    fitted = fit_positions(positions, "3/4", units=5)
    assert fitted.network is not None
    text = weights_text(fitted.model, "3/4", network=fitted.network)
    corrections = []
    for turn, moves in (("dark", "a1 e4 a3"), ("light", "a1 e4 a3 e2")):
        state = GameState.from_moves(moves, "3/4").position
        mover = 0 if turn == "light" else 1
        counts = np.array([[[state.features()[name][side] for name in FEATURES] for side in (mover, 1 - mover)]])
        free = np.array([state.points - len(moves.split())])
        logit = fitted.model.logits(counts[:, 0] - counts[:, 1], free)
        correction = fitted.network.corrections(counts, free)
        corrections.append(float(correction[0]))
        expected = sigmoid(logit + correction)
        assert state.chance(state.turn, text) == pytest.approx(float(expected[0]), abs=0.01)
    assert max(map(abs, corrections)) > 0.05, "a network that does something"


def test_reliability_counts_shares_and_errors() -> None:
    chances = np.array([0.1, 0.12, 0.9, 0.95, 1.0])
    table = reliability(chances, np.array([0.0, 1.0, 1.0, 1.0, 0.0]), np.array([0, 0, 1, 2, 2]))
    assert [row["positions"] for row in table] == [2, 3]
    assert table[0] == {"positions": 2, "chance": 0.11, "won": 0.5, "error": 0.0}, (
        "one game says nothing of the variance"
    )
    assert table[1]["won"] == 0.6667


def test_calibration_finds_what_was_done_to_chances() -> None:
    rng = np.random.default_rng(5)
    logits = rng.normal(0, 2, 40_000)
    results = (rng.random(len(logits)) < sigmoid(logits)).astype(float)
    # Half as sure as they should be, and too hopeful.
    found = fit_calibration(sigmoid(0.5 * logits + 0.3), results)
    assert found.factor == pytest.approx(2, abs=0.08)
    assert found.offset == pytest.approx(-0.6, abs=0.05)
    assert np.abs(found.applied(sigmoid(0.5 * logits + 0.3)) - sigmoid(logits)).max() < 0.02


def test_few_results_say_little_about_chances() -> None:
    found = fit_calibration(np.array([0.3, 0.6]), np.array([1.0, 1.0]))
    assert found.factor == pytest.approx(1, abs=0.02)
    assert found.offset == pytest.approx(0, abs=0.02)


def test_chances_of_the_other_side_have_a_negative_factor() -> None:
    chances = np.linspace(0.05, 0.95, 10_000)
    assert fit_calibration(chances, 1 - chances).factor < -0.8


def test_every_text_that_the_engine_reads_can_be_calibrated() -> None:
    plain = builtin_weights("3/4")
    assert "network" in plain
    loose = "\n\n".join(
        f"  {line.replace(' ', '  ') if line[0] in 'aclt' else line}\t\r" for line in plain.splitlines()
    )
    calibration = Calibration(0.75, -0.25)
    position = GameState.from_moves("a1 c2 c1", size="3/4").position
    assert position.chance("light", weights=loose) == position.chance("light", weights=plain)
    calibrated = calibrated_text(loose, calibration)
    assert calibrated == calibrated_text(plain, calibration)
    # A comment ends with the line feed, whatever else other readers take for the end of a line.
    text = calibrated_text("# one\u2028to_move 1\x0b" + "\n" + plain, calibration)
    assert position.chance("light", weights=text) == position.chance("light", weights=calibrated)


@pytest.mark.parametrize("size", ["2/3", "6/7"])
def test_calibrated_weights_are_calibrated(size: str) -> None:
    text = builtin_weights(size)
    calibrated = calibrated_text(text, Calibration(0.75, -0.25), ["less sure"])
    assert "# less sure\nmeridians evaluation 1\n" in calibrated
    for state in (GameState(size), GameState.from_moves("a1 c2 c1", size=size)):
        position = state.position
        before, after = (
            np.log(chance / (1 - chance))
            for chance in (position.chance(position.turn, weights=weights) for weights in (text, calibrated))
        )
        # Weights are fixed-point numbers.
        assert after == pytest.approx(0.75 * before - 0.25, abs=0.02)


def test_few_games_give_weights_that_the_engine_takes() -> None:
    positions = made_up(4, 4)[0]
    # All games are won by who has more stones: the likeliest weight is infinite.
    positions = Positions(**{**vars(positions), "result": (positions.differences()[:, 2] > 0).astype(float)})
    text = weights_text(fit_positions(positions, "6/7").model, "6/7", ["made up"])
    assert text.startswith("# made up\nmeridians evaluation 1\nsize 6/7\nfeatures ")
    assert self_play(1, visits=2, light=text, threads=1)["plies"].sum() > 0


# Rounds


def test_training_is_the_same_from_the_same_seed_and_resumes(tmp_path: Path) -> None:
    rounds: list[Round] = []
    text = train(QUICK, tmp_path / "a", threads=2, report=rounds.append)
    assert [r.number for r in rounds] == [0, 1]
    assert rounds[0].kept
    assert rounds[0].match_games == 0
    assert rounds[1].match_games == 2 * QUICK.pairs
    # As if it had been killed before the end of the round.
    train(QUICK, tmp_path / "b", threads=1)
    for name in ("round.json", "weights.txt"):
        (tmp_path / "b/round-1" / name).unlink()
    assert train(QUICK, tmp_path / "b", threads=1) == text
    assert (tmp_path / "a/weights.txt").read_text() == text
    assert files(tmp_path / "a") == files(tmp_path / "b")
    seen: list[Round] = []
    train(QUICK, tmp_path / "a", report=seen.append)
    assert seen == rounds, "a finished run only reports"
    with pytest.raises(MeridiansError, match="another plan: visits was 20"):
        train(Plan(**{**json.loads((tmp_path / "a/plan.json").read_text()), "visits": 21}), tmp_path / "a")


def files(folder: Path) -> dict[str, bytes]:
    """What is in a folder, but for times."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    assert "round-1/time.json" in found
    return {name: path.read_bytes() for name, path in found.items() if not name.endswith("time.json")}


def test_a_damaged_folder_says_which_file_and_what_to_do(tmp_path: Path) -> None:
    plan = Plan(size="2/3", rounds=0, games=12, seed=1)
    train(plan, tmp_path)
    done = (tmp_path / "round-0/round.json").read_text()
    again = "is damaged: remove it, and the same command does the rest of the round again"
    other = "is no plan of a training: train in another folder, or remove this file if the plan was this"
    npz = "is no file of games on 2/3, or damaged .*: remove it, and its games are played again"
    for name, contents, words in (
        ("plan.json", ("", "[]", "{", '"x"', "[" * 100_000, "\udcff"), other),
        ("plan.json", ("{}",), "is of another plan: size was None"),
        (
            "round-0/round.json",
            ("", "[]", "{}", done.replace("loss", "los"), done.replace('"games": ', '"games": "x')),
            again,
        ),
        ("round-0/round.json", (done.replace('"match_games": 0', '"match_games": 5').replace("1.0", '"1"'),), again),
        ("round-0/time.json", ("", "[]", '{"cpu": 1}'), again),
        ("round-0/games-0000000-0000048.npz", ("", "nothing", "PK\x03\x04"), npz),
    ):
        path = tmp_path / name
        before = path.read_bytes()
        for content in contents:
            path.write_bytes(content.encode("utf-8", "surrogateescape"))
            if name.endswith("npz"):
                (tmp_path / "round-0/round.json").unlink(missing_ok=True)
            with pytest.raises(MeridiansError, match=f"^{re.escape(str(path))} {words}"):
                train(plan, tmp_path)
        path.write_bytes(before)
    for name in ("round-0/round.json", "round-0/games-0000000-0000048.npz"):
        (tmp_path / name).unlink(missing_ok=True)
    train(plan, tmp_path)
    assert (tmp_path / "round-0/round.json").read_text() == done
    (tmp_path / "round-0/weights.txt").unlink()
    with pytest.raises(MeridiansError, match=r"round\.json: the weights.txt beside it is missing: remove round\.json"):
        train(plan, tmp_path)


def test_first_weights_that_are_none(tmp_path: Path) -> None:
    for text, words in (("", "first: line 1, column 1: expected"), (ZERO.format("3/4"), "first: .*3/4")):
        with pytest.raises(MeridiansError, match=words):
            train(Plan(size="2/3", rounds=1, first=text), tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_trained_weights_beat_none() -> None:
    zero = ZERO.format("3/4")
    match = play_match(None, zero, 60, size="3/4", visits=20, seed=1)
    assert match.share - match.margin > 0.5
    back = play_match(zero, None, 60, size="3/4", visits=20, seed=1)
    assert np.allclose(match.pairs, 1 - back.pairs), "the other way round it is the same match"


# The built-in weights


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs/make_training.py"))


@pytest.mark.tree
def test_tables_of_the_page_are_what_their_script_writes(page: dict[str, Any]) -> None:
    text = (ROOT / "docs/training.md").read_text("utf-8")
    for name, content in page["tables"]().items():
        assert f"<!-- {name} -->\n{content}\n<!-- end -->" in text, "run docs/make_training.py"


@pytest.mark.tree
def test_the_picture_shows_the_table(page: dict[str, Any]) -> None:
    picture = (ROOT / "docs/reliability.svg").read_text("utf-8")
    assert picture == page["draw"](), "run docs/make_training.py"
    circles = list(ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}circle"))
    rows = [row for rows, _ in page["calibrations"]().values() for row in rows]
    assert len(circles) == len(rows) == 20
    for circle, row in zip(circles, rows, strict=True):
        # A unit of the figure is 400 wide and high, with the origin at the left and bottom.
        found = (float(circle.get("cx", "")) - 64) / 400, (440 - float(circle.get("cy", ""))) / 400
        assert found == pytest.approx((row["chance"], row["won"]), abs=0.001)


@pytest.mark.tree
def test_chances_of_the_evaluation_come_true(page: dict[str, Any]) -> None:
    """On games that no weights were fitted to (docs/training.md)."""
    positions = page["searched"]()
    chances = positions.evaluated.astype(float)
    assert len(chances) > 10_000
    for row in reliability(chances, positions.result, positions.game):
        assert abs(row["chance"] - row["won"]) < 3 * row["error"] + 0.02, row
    # A constant chance has a log loss of 0.69.
    assert log_loss(chances, positions.result) < 0.4
