"""The exact solvers: against brute force in plain Python, and the table of 2/3 against itself and the rules."""

from __future__ import annotations

import random
from functools import cache

import pytest

import meridians
from conftest import SYMMETRIES
from meridians import GameState, MeridiansError, Position, SolvedTable, reference, winning_moves

pytestmark = pytest.mark.slow


def wins_within(position: reference.Position, plies: int) -> bool:
    """Whether the player to move can force a win within so many plies: every move, every reply."""
    return plies >= 2 and any(move_wins(position, move, plies) for move in position.legal_moves())


def move_wins(position: reference.Position, move: str, plies: int) -> bool:
    after = position.play(move)
    if plies < 2 or after.is_over:
        return False
    replies = (after.play(reply) for reply in after.legal_moves())
    return all(then.is_over or wins_within(then, plies - 2) for then in replies)


def random_positions(size: str, seed: int, count: int) -> list[GameState]:
    """Positions near the ends of random games."""
    rng = random.Random(seed)
    games = []
    while len(games) < count:
        game = GameState(size)
        while not game.is_over:
            game.play(rng.choice(game.legal_moves()))
        for _ in range(min(rng.randrange(2, 7), game.ply)):
            game.undo()
        games.append(game)
    return games


@pytest.mark.parametrize(("size", "plies", "count"), [("2/3", 4, 60), ("2/3", 6, 15), ("3/4", 4, 12), ("4/5", 2, 12)])
def test_winning_moves_are_those_of_brute_force(size: str, plies: int, count: int) -> None:
    found = 0
    for game in random_positions(size, plies, count):
        theirs = reference.Position.from_text(game.text)
        moves = winning_moves(game, plies)
        assert moves == [move for move in theirs.legal_moves() if move_wins(theirs, move, plies)], game.text
        assert moves == winning_moves(game.position, plies)
        found += bool(moves)
    assert found > 0


def test_the_table_follows_from_the_rules() -> None:
    """The result of a position is what the results of its moves say, by the reference's rules."""
    table = SolvedTable()
    for seed, game in enumerate(random_positions("2/3", 7, 60)):
        for _ in range(min(seed % 6, game.ply)):
            game.undo()
        position = reference.Position.from_text(game.text)
        wins, losses = [], []
        for move in position.legal_moves():
            after = position.play(move)
            if after.is_over:
                wins.append(0)
                continue
            result = table.result(Position.from_text(after.text))
            assert result is not None
            (wins if result[0] == "win" else losses).append(result[1])
        expected = ("win", 1 + min(losses)) if losses else ("loss", 1 + max(wins))
        assert table.result(game) == expected, game.text


def test_the_table_of_the_smallest_board() -> None:
    table = SolvedTable()
    assert repr(table) == "SolvedTable(size='2/3', positions=745015)"
    assert (table.size, table.positions, table.classes) == ("2/3", 745_015, 186_708)
    assert (table.wins, table.losses, table.draws) == (380_393, 364_622, 0)
    assert table.result(GameState("2/3")) == ("win", 14)
    assert table.result(Position("2/3")) == ("win", 14)


def test_what_is_not_in_the_table() -> None:
    table = SolvedTable()
    over = GameState("2/3")
    while not over.is_over:
        over.play(over.legal_moves()[0])
    for state in (GameState("3/4"), GameState("2/3", "pie"), over):
        assert table.result(state) is None


def test_results_are_the_same_under_the_symmetries() -> None:
    table = SolvedTable()
    for game in random_positions("2/3", 3, 30):
        images = [game.position.transformed(symmetry) for symmetry in SYMMETRIES]
        assert len({table.result(image) for image in images}) == 1


def test_a_search_that_is_too_large_says_so() -> None:
    with pytest.raises(MeridiansError, match="max_nodes = 1000"):
        winning_moves(GameState(), 6, max_nodes=1000)
    assert winning_moves(GameState(), 1) == []


@cache
def table() -> SolvedTable:
    return SolvedTable()


def keeps_wins(engine: str, visits: int, seed: int, count: int) -> None:
    """From won positions of 2/3 the engine's move keeps the win, so that it wins the game whatever is played."""
    search = meridians.Search("2/3", engine)  # type: ignore[arg-type]
    tried = 0
    for game in random_positions("2/3", seed, 3 * count):
        while not game.is_over and table().result(game) != ("win", 2):
            result = table().result(game)
            assert result is not None
            if result[0] == "win":
                report = search.run(game, visits=visits)
                after = game.position.play(report.best)
                next_result = table().result(after)
                assert next_result is not None, (game.text, report.best)
                assert next_result[0] == "loss", (game.text, report.best)
                tried += 1
            game.play(search.run(game, visits=visits).best)
        if tried >= count:
            return
    assert tried >= count / 2


@pytest.mark.parametrize("engine", ["alphabeta", "grave", "best"])
def test_a_won_position_is_never_lost(engine: str) -> None:
    keeps_wins(engine, 1000, 11, 40)
