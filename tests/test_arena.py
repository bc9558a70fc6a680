"""Matches and round-robins: schedule, openings, results, agents that fail, resignation, sequential stop."""

from __future__ import annotations

import math
import re
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from conftest import REPEATING, SIZES
from meridians import GameState, MeridiansError, arena
from meridians.agents import RESIGN, Agent, AgentError, FlatAgent, RandomAgent, ResigningAgent, Terms
from meridians.arena import Game, Match, Settings, Side, opening_of, play_game, sprt, wilson
from meridians.arena.results import pair_counts
from meridians.arena.settings import cached_opening

QUICK: dict[str, Any] = {"size": "3/4", "games": 4}


class Player:
    """An agent of a function."""

    def __init__(self, choose: Callable[[GameState], Any], name: str = "player", **attributes: Any) -> None:
        self.name = name
        self.choose = choose
        for key, value in attributes.items():
            setattr(self, key, value)


def first_move(state: GameState) -> str:
    return state.legal_moves()[0]


def any_move(state: GameState) -> str:
    return state.rollout(1, state.ply, 1).moves[0]


# The schedule


def test_each_opening_is_played_with_both_seatings_and_every_agent_has_its_own_seed() -> None:
    asked: list[Terms] = []
    starts: list[list[str]] = []

    def make(terms: Terms) -> Agent:
        asked.append(terms)
        seen: list[bool] = []

        def choose(state: GameState) -> str:
            if not seen:
                seen.append(True)
                starts.append(state.moves[:4])
            return state.legal_moves()[0]

        return Player(choose)

    match = arena.match(make, make, size="4/5", games=6, seed=3, visits=77)
    assert [game.agents for game in match.games] == [(0, 1), (1, 0)] * 3
    assert [game.pair for game in match.games] == [0, 0, 1, 1, 2, 2]
    assert len({terms.seed for terms in asked}) == 12
    assert {(terms.size, terms.seconds, terms.visits, terms.clock) for terms in asked} == {("4/5", None, 77, "cpu")}
    for pair in range(3):
        opening = list(opening_of("4/5", 4, 300, 3, pair))
        games = match.games[2 * pair : 2 * pair + 2]
        assert [list(game.moves[:4]) for game in games] == [opening] * 2
        assert [game.opening for game in games] == [4, 4]
        assert starts[4 * pair] == opening
    assert len({game.moves[:4] for game in match.games}) == 3


def test_a_round_robin_plays_everyone_against_everyone_pair_by_pair() -> None:
    settings = Settings(("a", "b", "c"), size="2/3")
    tasks = [settings.task(index) for index in range(12)]
    assert [task.agents for task in tasks[:6]] == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    assert [task.pair for task in tasks] == [0] * 6 + [1] * 6
    seeds = {settings.terms(task, participant).seed for task in tasks for participant in (0, 1)}
    assert len(seeds) == 24
    assert settings == Settings.from_json(settings.to_json())


@pytest.mark.parametrize("size", SIZES)
def test_balanced_openings_are_balanced_and_reproducible(size: str) -> None:
    for pair in range(3):
        moves = list(opening_of(size, 4, 300, 9, pair))
        cached_opening.cache_clear()
        assert list(opening_of(size, 4, 300, 9, pair)) == moves
        state = GameState.from_moves(moves, size)
        assert state.ply == 4
        assert not state.is_over
        assert 0.3 < state.rollouts(2000, 1).share("light") < 0.7


def test_openings_without_rollouts_are_any() -> None:
    shares = [GameState.from_moves(opening_of("3/4", 4, 0, 1, pair), "3/4") for pair in range(40)]
    far = [state for state in shares if not 0.3 < state.rollouts(1000, 1).share("light") < 0.7]
    assert far


def test_the_opening_can_be_left_to_the_agents() -> None:
    for openings in ("plain", "pie"):
        match = arena.match("random", "random", openings=openings, **QUICK)  # type: ignore[arg-type]
        assert all(game.opening == 0 for game in match.games)
        assert ({"keep", "swap"} & {game.moves[2] for game in match.games} != set()) == (openings == "pie")
        for game in match.games:
            state = GameState.from_moves(game.moves, "3/4", openings)
            assert state.outcome is not None
            assert (state.outcome.participant, state.outcome.winner) == (game.winner, game.winner_color)


# One game


def test_a_game_knows_participant_and_colour_after_a_swap() -> None:
    def participant_1_takes_light(state: GameState) -> str:
        return "swap" if "swap" in state.legal_moves() else state.legal_moves()[0]

    resigning = Player(lambda state: RESIGN if state.ply >= 4 else participant_1_takes_light(state))
    game = play_game((resigning, Player(participant_1_takes_light)), GameState("3/4", "pie"), numbers=(7, 3))
    assert (game.reason, game.winner, game.winner_color) == ("resignation", 1, "light")
    assert (game.points_of(3), game.points_of(7)) == (1.0, 0.0)
    assert game.moves[2] == "swap"


def test_a_repeated_position_and_the_ply_cap_are_draws() -> None:
    line, cycle = REPEATING
    script = line + 2 * cycle
    agents = (Player(lambda state: script[state.ply]), Player(lambda state: script[state.ply]))
    game = play_game(agents, GameState())
    assert (game.reason, game.winner, game.winner_color, len(game.moves)) == ("repetition", None, None, 15)
    game = play_game(agents, GameState(), max_plies=10)
    assert (game.reason, game.winner, len(game.moves)) == ("cap", None, 10)
    assert game.points_of(0) == game.points_of(1) == 0.5
    assert Game.from_json(game.to_json()) == game
    forever = line + 200 * cycle
    endless = Player(lambda state: forever[state.ply])
    game = play_game((endless, endless), GameState(repetition="none"))
    assert (game.reason, len(game.moves)) == ("cap", 4 * 114)


def test_a_game_leaves_the_agents_nothing_to_spoil() -> None:
    def spoil(state: GameState) -> str:
        move = state.legal_moves()[-1]
        state.play(state.legal_moves()[0])
        state.resign()
        return move

    game = play_game((Player(spoil), Player(first_move)), GameState("2/3"))
    assert game.reason == "elimination"


def test_time_is_measured_and_overruns_are_counted() -> None:
    def slow(state: GameState) -> str:
        start = time.process_time()
        while time.process_time() - start < 0.02:
            pass
        return any_move(state)

    def lazy(state: GameState) -> str:
        time.sleep(0.03)
        return any_move(state)

    for clock, overruns in (("cpu", (3, 0)), ("wall", (3, 3))):
        game = play_game(
            (Player(slow, nodes=5), Player(lazy)),
            GameState(),
            max_plies=6,
            budgets=(0.01, 0.01),
            clock=clock,  # type: ignore[arg-type]
        )
        assert tuple(side.overruns for side in game.sides) == overruns
        one, two = game.sides
        assert (one.turns, one.nodes, two.turns, two.nodes) == (3, 15, 3, 0)
        assert 0.06 <= one.cpu < 0.5
        assert two.cpu < 0.03 < 0.09 <= two.wall


# Agents that fail


def failing(terms: Terms) -> Agent:
    """Plays on for some plies and then raises."""

    def choose(state: GameState) -> str:
        if state.ply >= 6:
            raise ZeroDivisionError("mine")
        return state.legal_moves()[0]

    return Player(choose, f"failing {terms.size}")


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ("h99", "chose an illegal move: "),
        ("a1", "chose an illegal move: cannot play a1: the point is occupied"),
        ("", "chose an illegal move: "),
        (None, "chose None, which is no name of a move"),
        (3, "chose 3, which is no name of a move"),
    ],
)
def test_an_illegal_move_ends_the_match_or_loses_the_game(chosen: Any, words: str) -> None:
    agents = (Player(first_move, "good"), Player(lambda _: chosen, "bad"))
    with pytest.raises(AgentError) as caught:
        play_game(agents, GameState("3/4"))
    assert caught.value.agent == "bad"
    assert str(caught.value).startswith(f"bad: {words}")
    assert str(caught.value).endswith("(ply 2 after: a1)")
    game = play_game(agents, GameState("3/4"), forfeit=True)
    assert (game.reason, game.winner, game.winner_color, game.moves) == ("forfeit", 0, "light", ("a1",))
    assert game.error == str(caught.value)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"win_chance": 7}, "win_chance must be a number from 0 to 1, not 7"),
        ({"win_chance": math.nan}, "win_chance must be a number from 0 to 1, not nan"),
        ({"win_chance": "high"}, "win_chance must be a number, not str"),
        ({"nodes": "x"}, "nodes must be a number, not str"),
        ({"nodes": -1}, "nodes must be a number from 0 to 1e+15, not -1"),
        ({"nodes": 10**400}, "nodes must be a number from 0 to 1e+15, not a number of many digits"),
    ],
)
@pytest.mark.parametrize("resigns", [False, True])
def test_what_an_agent_says_of_its_choice_is_checked(said: dict[str, Any], words: str, resigns: bool) -> None:
    bad: Agent = Player(first_move, "bad", **said)
    agents = (Player(first_move, "good"), ResigningAgent(bad, 0.1, 1) if resigns else bad)
    with pytest.raises(AgentError, match=rf"^bad: {re.escape(words)} \(ply 2 after: a1\)$"):
        play_game(agents, GameState("3/4"))
    assert play_game(agents, GameState("3/4"), forfeit=True).winner == 0


@pytest.mark.parametrize("chance", [0, 1, np.float32(0.5), np.array(0.25), None])
def test_chances_of_every_kind_of_number_are_chances(chance: Any) -> None:
    agent = Player(first_move, win_chance=chance, nodes=np.int64(3))
    assert play_game((agent, agent), GameState("3/4"), max_plies=4).sides[0].nodes == 6


def test_an_agent_that_raises_ends_the_match_or_loses_the_game() -> None:
    with pytest.raises(AgentError, match=r"failing 3/4: raised ZeroDivisionError: mine \(ply [78] after: ") as caught:
        arena.match("random", failing, **QUICK)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    match = arena.match("random", failing, forfeit=True, **QUICK)
    assert (match.wins, len(match.games)) == (4, 4)
    assert {game.reason for game in match.games} <= {"forfeit", "elimination"}
    assert "ZeroDivisionError" in str(match.games[0].error)
    assert "forfeit" in str(match)


def test_an_agent_that_fails_before_its_first_move() -> None:
    def new_game() -> None:
        raise OSError("no weights")

    agents = (Player(first_move), Player(first_move, "broken", new_game=new_game))
    with pytest.raises(AgentError, match="broken: raised OSError: no weights"):
        play_game(agents, GameState())
    assert play_game(agents, GameState(), forfeit=True).winner == 0


def test_agents_are_closed_whatever_happens() -> None:
    closed = []

    def make(terms: Terms) -> Agent:
        return Player(failing(terms).choose, "x", close=lambda: closed.append(terms.seed))

    with pytest.raises(AgentError):
        arena.match(make, make, **QUICK)
    assert len(closed) == 2
    closed.clear()
    arena.match(make, make, forfeit=True, **QUICK)
    assert len(closed) == 8


def test_ctrl_c_in_an_agent_is_raised() -> None:
    def interrupted(_: GameState) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arena.match("random", lambda _: Player(interrupted), forfeit=True, **QUICK)


# Results


def games_of(points: str) -> tuple[Game, ...]:
    """Games of agents 0 and 1: ``+``, ``=`` and ``-`` are what agent 0 scored; it has Light in every other."""
    settings = Settings(("a", "b"))
    games = []
    for index, mark in enumerate(points):
        task = settings.task(index)
        winner = None if mark == "=" else task.agents.index("+-".index(mark))
        color: Any = None if winner is None else ("light", "dark")[winner]
        reason: Any = "cap" if winner is None else "elimination"
        sides = (Side(10, 1.0, 2.0, 100, 1), Side(10, 3.0, 4.0, 300, 0, 50 if mark == "-" else None))
        games.append(Game(index, task.pair, task.agents, ("h1",) * 60, 4, winner, color, reason, sides))
    return tuple(games)


def test_a_match_counts_games_pairs_and_colours() -> None:
    games = games_of("++" + "+-" + "-+" + "--" + "+=" + "=-" + "==" + "+")
    match = Match(Settings(("a", "b")), games, elos=(0, 50))
    assert (match.wins, match.draws, match.losses) == (6, 4, 5)
    assert match.points == 8
    assert match.score == pytest.approx(8 / 15)
    assert match.pairs == [1, 1, 3, 1, 1]  # the last game has no partner yet
    assert match.wilson() == arena.wilson(8, 15)
    assert match.interval() == arena.pair_interval([1, 1, 3, 1, 1])
    assert match.sprt == sprt([1, 1, 3, 1, 1], 0, 50)
    light = sum((game.winner_color == "light") + (game.winner is None) / 2 for game in games)
    assert match.light_score == pytest.approx(light / 15)
    other = Match(Settings(("a", "b")), games, 1, 0)
    assert (other.wins, other.losses, other.pairs) == (5, 6, [1, 1, 3, 1, 1])
    assert other.elo == pytest.approx(-match.elo)
    usage = match.usage(0)
    assert usage.turns == 150
    assert usage.cpu == pytest.approx((8 * 0.1 + 7 * 0.3) / 15)
    assert usage.overruns == 8
    assert pair_counts(reversed(games), 0) == match.pairs
    for part in ("6 won, 4 drawn, 5 lost", "53.3 %", "1 1 3 1 1", "undecided", "11 elimination, 4 cap"):
        assert part in str(match), part
    assert math.isnan(Match(Settings(("a", "b")), ()).score)
    assert "none" in str(Match(Settings(("a", "b")), ()))


def test_the_error_of_a_resignation_threshold_is_counted() -> None:
    games = games_of("+--+")
    match = Match(Settings(("a", "b"), measure_resign=True), games)
    # The participant who is second would have resigned in games 1 and 2: Dark is agent 0 in game 1, and wins.
    assert [vars(match.resignations(agent)) for agent in (0, 1)] == [{"games": 1, "wrong": 0}, {"games": 1, "wrong": 1}]
    assert "resigned    b: 1 games, 1 of them without losing (95 % interval 20.7 to 100.0 %)" in str(match)
    assert match.resignations(0).interval() == wilson(0, 1)


def test_who_resigns_loses_unless_it_is_measured() -> None:
    def resigning(terms: Terms) -> Agent:
        return ResigningAgent(FlatAgent(10, terms.seed), 0.8, 1, play_on=terms.measure_resign)

    plain = arena.match(resigning, resigning, size="3/4", games=20, seed=2)
    resigned = [game for game in plain.games if game.reason == "resignation"]
    assert len(resigned) > 5
    for game in resigned:
        assert game.winner is not None
        loser = game.agents[1 - game.winner]
        assert game.side_of(loser).resigned_at == len(game.moves)
    measured = arena.match(resigning, resigning, size="3/4", games=20, seed=2, measure_resign=True)
    assert all(game.reason == "elimination" for game in measured.games)
    for short, long in zip(plain.games, measured.games, strict=True):
        assert long.moves[: len(short.moves)] == short.moves
        if short.reason == "resignation":
            assert len(short.moves) in [side.resigned_at for side in long.sides]
    both = [measured.resignations(agent) for agent in (0, 1)]
    assert sum(resignation.games for resignation in both) >= len(resigned)
    assert sum(resignation.wrong for resignation in both) > 0  # at eighty per cent there is hope


def test_a_match_stops_when_the_sequential_test_is_decided() -> None:
    seen: list[int] = []
    match = arena.match(
        "flat:games=30",
        "random",
        size="3/4",
        games=400,
        elos=(0, 100),
        progress=lambda now: seen.append(len(now.games)),
    )
    assert match.sprt is not None
    assert match.sprt.accepted == "elo1"
    assert len(match.games) < 60
    assert len(match.games) % 2 == 0
    assert seen == list(range(1, len(match.games) + 1))
    before = Match(match.settings, match.games[:-2], elos=(0, 100)).sprt
    assert before is not None
    assert before.accepted is None
    assert "accepts +100 Elo" in str(match)
    assert "LLR" in match.estimate()


def test_a_stronger_agent_wins() -> None:
    match = arena.match("flat:games=40", "random", size="3/4", games=40, seed=1)
    assert match.interval()[0] > 0.6
    equal = arena.match("random", "random", size="3/4", games=100, seed=1)
    assert equal.interval()[0] < 0.5 < equal.interval()[1]
    assert equal.to_json()["wins"] == equal.wins


def test_a_round_robin_rates_everyone() -> None:
    agents = ["random", "flat:games=40", "flat:games=3"]
    result = arena.round_robin(agents, size="3/4", games=10, anchor=0, anchor_elo=1000)
    assert len(result.games) == 30
    assert (result.points + result.points.T == 10 * (1 - np.eye(3))).all()
    ratings = result.ratings()
    assert ratings.elo[0] == 1000
    assert ratings.elo[1] > ratings.elo[2] > 1000
    shown = str(result).splitlines()
    assert shown[3].startswith("1 flat:games=40")
    assert result.match(1, 0).score > 0.5
    assert result.match(0, 1).points + result.match(1, 0).points == 10
    document = result.to_json()
    assert [match["games"] for match in document["matches"]] == [10] * 3
    # Of a match within it the games are those of a match alone, but for the seeds of its agents.
    chosen = arena.round_robin(agents, size="3/4", games=2, pairings=[(0, 1), (1, 2)])
    assert [game.agents for game in chosen.games] == [(0, 1), (1, 0), (1, 2), (2, 1)]
    assert "ratings     none" in str(
        arena.round_robin([*agents, "random"], size="3/4", games=2, pairings=[(0, 1), (2, 3)])
    )


# What cannot be


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"seconds": 1, "visits": 1}, "give seconds or visits, not both"),
        ({"opening_plies": 31}, "opening_plies must be a whole number from 1 to 30, not 31"),
    ],
)
def test_arguments_that_do_not_go_together(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(MeridiansError, match=words):
        arena.match(**({"a": "random", "b": "random", "size": "3/4", "games": 2} | arguments))


def test_the_package_imports_nothing_heavy() -> None:
    script = (
        "import sys, meridians; print([m for m in sys.modules if m.startswith(('meridians.a', 'multiprocessing'))])"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "[]\n"
    assert RandomAgent(1).choose(GameState())
