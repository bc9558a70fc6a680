"""`GameState`: every attribute and method, the pie (participants against colours), resigning, copies, equality."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import meridians
from conftest import DIRECTIONS, REPEATING, SYMMETRIES, games_at_all_stages
from meridians import GameState, IllegalMoveError, MeridiansError, Outcome, ParseError, Position

STAGES = list(games_at_all_stages())


def at_stage(name: str) -> GameState:
    return games_at_all_stages()[name]


def attributes(game: GameState) -> dict[str, Any]:
    """Everything that a game says of itself."""
    names = [name for name in dir(GameState) if not name.startswith("_") and not callable(getattr(GameState, name))]
    assert len(names) == 19
    return {name: getattr(game, name) for name in names}


# Attributes


def test_a_new_game() -> None:
    game = GameState()
    assert (game.size, game.points, game.action_count, game.opening, game.repetition) == (
        "6/7",
        114,
        115,
        "plain",
        "draw",
    )
    assert (game.ply, game.moves, game.removed, game.occurrences) == (0, [], [], 1)
    assert (game.turn, game.turns, game.pie, game.participant) == ("light", (0, 0), "plain", 0)
    assert (game.is_over, game.outcome) == (False, None)
    assert game.position == game.start == Position()
    assert game.text == "6/7 6/7/8/9/10/11/12/11/10/9/8/7/6 light 0,0 plain"
    assert game.hash == Position().hash
    assert (game.stones("light"), game.groups("dark"), game.paths("light"), game.threatened()) == ([], [], [], [])
    assert game.legal_moves() == meridians.point_names()
    assert game.legal_actions() == list(range(114))
    assert game.mobility("light") == game.mobility("dark") == 114
    assert game.at("g12") is None


def test_size_opening_and_repetition_are_kept() -> None:
    for size, opening, repetition in itertools.product(("2/3", "7/8"), ("plain", "pie"), ("draw", "none")):
        game = GameState(size, opening, repetition)
        assert (game.size, game.opening, game.repetition) == (size, opening, repetition)
        assert game == GameState(size=size, repetition=repetition, opening=opening)
        assert game.action_count == game.points + (3 if opening == "pie" else 1)
    assert [GameState(name).size for name in ("beginner", "standard", "expert")] == ["5/6", "6/7", "7/8"]


def test_a_game_in_the_middle() -> None:
    game = GameState.from_moves("h1 d4 h8 d6 b2 g6 b5")
    assert (game.ply, game.turn, game.turns, game.participant) == (7, "dark", (2, 2), 1)
    assert game.moves == ["h1", "d4", "h8", "d6", "b2", "g6", "b5"]
    assert game.removed == [[]] * 7
    assert game.stones("light") == ["b2", "b5", "h1", "h8"]
    assert game.stones("dark") == ["d4", "d6", "g6"]
    assert (game.at("h8"), game.at("d4"), game.at("d5")) == ("light", "dark", None)
    assert game.groups("dark") == [["d4"], ["d6"], ["g6"]]
    assert game.paths("light") == [("b2", "b5"), ("b2", "h1"), ("h1", "h8")]
    assert game.start == Position()
    assert game.position == Position.from_text(game.text)


@pytest.mark.parametrize("stage", STAGES)
def test_sight_goes_in_six_directions_up_to_a_stone_or_the_edge(stage: str) -> None:
    game = at_stage(stage)
    for point in meridians.point_names(game.size):
        sight = game.sight(point)
        assert tuple(sight) == DIRECTIONS
        for empty, stone in sight.values():
            assert [game.at(name) for name in empty] == [None] * len(empty)
            assert stone is None or game.at(stone)


def test_sight_north_is_up() -> None:
    assert GameState.from_moves("g3").sight("f2") == {
        "east": (["f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11"], None),
        "north_east": ([], "g3"),
        "north_west": (["g2", "h1"], None),
        "west": (["f1"], None),
        "south_west": (["e1"], None),
        "south_east": (["e2", "d2", "c2", "b2", "a2"], None),
    }


@pytest.mark.parametrize("stage", STAGES)
def test_mobility_is_the_number_of_legal_placements(stage: str) -> None:
    game = at_stage(stage)
    placements = [move for move in game.legal_moves() if move not in ("pass", "keep", "swap")]
    if not game.is_over and game.legal_moves() != ["keep", "swap"]:
        assert game.mobility(game.turn) == len(placements)


def test_threatened_groups_and_their_rescue_points() -> None:
    game = GameState.from_moves("a1 b1 e4 b4 e1 d4 e3 c5 g3 d5 d6 e5 f3 c3 g1 d2 d3", "3/4")
    (group,) = game.threatened()
    assert group == ["d2"]
    rescues = game.rescues("d2")
    assert rescues
    assert "c2" in game.legal_moves()
    for move in game.legal_moves():
        assert (move in rescues) == ("d2" not in game.copy().play(move))
    with pytest.raises(MeridiansError, match="b4"):
        game.rescues("b4")
    for point in ("a1", "a2"):  # of the other side; empty
        with pytest.raises(MeridiansError, match=r"R9"):
            game.rescues(point)


@pytest.mark.parametrize("stage", STAGES)
def test_legal_mask_writes_into_an_array_and_returns_it(stage: str) -> None:
    game = at_stage(stage)
    fresh = game.legal_mask()
    assert (fresh.dtype, fresh.shape) == (np.dtype(bool), (game.action_count,))
    assert np.flatnonzero(fresh).tolist() == game.legal_actions()
    out = np.ones(game.action_count, bool)
    assert game.legal_mask(out) is out
    assert np.array_equal(out, fresh)
    row = np.ones((3, game.action_count), bool)
    game.legal_mask(out=row[1])
    assert row[0].all()
    assert row[2].all()
    assert np.array_equal(row[1], fresh)


@pytest.mark.parametrize("stage", STAGES)
def test_legal_moves_by_name_and_by_number(stage: str) -> None:
    game = at_stage(stage)
    names, actions = game.legal_moves(), game.legal_actions()
    assert [meridians.parse_move(name, game.size, game.opening) for name in names] == actions
    assert bool(names) is not game.is_over
    for name, action in zip(names, actions, strict=True):
        results = []
        for move in (name, action, np.int64(action), np.uint8(action)):
            assert game.is_legal(move)
            assert game.why_illegal(move) is None
            played = game.copy()
            results.append((played.play(move), played.text, played.moves[-1]))
        assert results == [results[0]] * 4
        assert results[0][2] == name


# Playing, undoing, resigning


@pytest.mark.parametrize("stage", STAGES)
def test_undo_is_the_inverse_of_play_and_resign(stage: str) -> None:
    game = at_stage(stage)
    for move in game.legal_moves()[::9]:
        before, said = game.copy(), attributes(game)
        game.play(move)
        assert game != before
        assert game.undo() == move
        assert game == before
        assert attributes(game) == said
    undone = []
    while game.ply or game.is_over:
        undone.append(game.undo())
    moves = [move for move in reversed(undone) if move != "resign"]
    assert moves == at_stage(stage).moves
    assert ("resign" in undone) == stage.startswith("resigned")
    assert game.position == game.start
    with pytest.raises(MeridiansError, match="nothing to undo"):
        game.undo()


@pytest.mark.parametrize("opening", ["plain", "pie"])
@pytest.mark.parametrize("plies", range(5))
def test_resignation_by_default_is_of_the_participant_to_act(opening: Any, plies: int) -> None:
    moves = ["h1", "d4", "swap", "h8", "d6"] if opening == "pie" else ["h1", "d4", "h8", "d6", "b2"]
    game = GameState.from_moves(moves[:plies], opening=opening)
    before, acting = game.copy(), game.participant
    assert game.resign() is None
    loser = before.color_of(acting)
    winner = "dark" if loser == "light" else "light"
    assert game.outcome == Outcome(winner, "resignation", 1 - acting)
    assert (game.ply, game.moves, game.text, game.turn) == (before.ply, before.moves, before.text, before.turn)
    assert game.is_over
    assert game != before
    assert (game.legal_moves(), game.legal_actions(), game.threatened()) == ([], [], [])
    assert not game.legal_mask().any()
    assert game.undo() == "resign"
    assert game == before


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("color", ["light", "dark"])
def test_either_colour_may_resign_while_the_game_runs(stage: str, color: Any) -> None:
    game = at_stage(stage)
    before = game.copy()
    if game.is_over:
        with pytest.raises(MeridiansError, match="over by"):
            game.resign(color)
        assert game == before
        return
    game.resign(color)
    assert game.outcome is not None
    assert (game.outcome.winner == "light") == (color == "dark")
    assert game.outcome.participant == before.participant_of(game.outcome.winner)
    assert game.outcome.reason == "resignation"
    with pytest.raises(IllegalMoveError, match="resignation") as caught:
        game.play(before.legal_moves()[0])
    assert caught.value.rule == "R11"
    with pytest.raises(MeridiansError, match="resignation"):
        game.resign()
    with pytest.raises(MeridiansError, match=r"R9"):
        game.rescues("a1")
    assert game.undo() == "resign"
    assert game == before


# The pie (R12)


@pytest.mark.parametrize(("answer", "light"), [("keep", 0), ("swap", 1)])
def test_participants_against_colours(answer: str, light: int) -> None:
    game = GameState("6/7", "pie")
    assert (game.participant, game.turn, game.turns, game.pie) == (0, "light", (0, 0), "pie")
    game.play("h1")
    assert (game.participant, game.turn, game.turns, game.pie) == (0, "dark", (1, 0), "pie")
    assert (game.color_of(0), game.color_of(1), game.participant_of("dark")) == ("light", "dark", 1)
    assert not game.is_legal(answer)
    assert game.mobility("dark") == len(game.legal_moves()) == 113
    game.play("d4")
    assert (game.participant, game.turn, game.turns, game.pie) == (1, "light", (1, 1), "pie")
    assert (game.color_of(0), game.color_of(1)) == ("light", "dark"), "as if it were keep"
    assert game.legal_moves() == ["keep", "swap"]
    assert game.legal_actions() == [115, 116]
    assert game.threatened() == []
    assert game.play(answer) == []
    assert (game.stones("light"), game.stones("dark")) == (["h1"], ["d4"]), "stones do not move"
    assert game.pie == {"keep": "kept", "swap": "swapped"}[answer]
    assert (game.participant, game.turn, game.turns) == (light, "light", (1, 1))
    assert (game.participant_of("light"), game.participant_of("dark")) == (light, 1 - light)
    assert (game.color_of(light), game.color_of(1 - light)) == ("light", "dark")
    for ply in range(2):
        assert not game.is_legal("keep")
        assert not game.is_legal("swap")
        assert (game.participant, game.turn) == ((light, "light") if ply % 2 == 0 else (1 - light, "dark"))
        game.play(["h8", "d6"][ply])


@pytest.mark.parametrize(("answer", "light"), [("keep", 0), ("swap", 1)])
def test_the_outcome_names_colour_and_participant(answer: str, light: int) -> None:
    winners = set()
    for seed in range(20):
        game = GameState.from_moves(["h1", "d4", answer], opening="pie")
        for move in game.rollout(seed).moves:
            game.play(move)
        assert game.outcome is not None
        assert game.outcome.reason == "elimination"
        assert game.outcome.participant == (light if game.outcome.winner == "light" else 1 - light)
        assert game.outcome.participant == game.participant_of(game.outcome.winner or "light")
        assert game.outcome == game.position.outcome
        winners.add(game.outcome.winner)
    assert winners == {"light", "dark"}


def test_the_plain_game_has_no_answer() -> None:
    game = GameState.from_moves("h1 d4")
    for move in ("keep", "swap"):
        with pytest.raises(IllegalMoveError, match="without the pie") as caught:
            game.play(move)
        assert (caught.value.move, caught.value.rule) == (move, "R12")


# Copies and equality


def changes(game: GameState) -> Iterator[Callable[[GameState], object]]:
    yield lambda other: other.play(game.legal_moves()[0])
    yield lambda other: other.resign()
    if game.ply:
        yield lambda other: other.undo()


@pytest.mark.parametrize("stage", [name for name, game in games_at_all_stages().items() if not game.is_over])
def test_copies_are_independent(stage: str) -> None:
    for change in changes(at_stage(stage)):
        game = at_stage(stage)
        said, copied = attributes(game), game.copy()
        change(copied)
        assert attributes(game) == said
        assert copied != game
        original = game.copy()
        change(game)
        assert attributes(original) == said
        assert copied == game


def test_what_tells_games_apart() -> None:
    first, cycle = REPEATING
    games = [
        GameState.from_moves("h1 d4 h8 d6"),
        GameState.from_moves("h8 d6 h1 d4"),
        GameState.from_moves("h1 d4 h8 d6", repetition="none"),
        GameState.from_moves("h1 d4 h8 d6", resigned="light"),
        GameState.from_moves("h1 d4 h8 d6", resigned="dark"),
        GameState.from_text(GameState.from_moves("h1 d4 h8 d6").text),
        GameState.from_text(GameState.from_moves("h1 d4").text, moves="h8 d6"),
        GameState.from_moves("h1 d4 keep h8 d6", opening="pie"),
        GameState.from_moves(first),
        GameState.from_moves(first + cycle),
    ]
    for one, other in itertools.combinations(games, 2):
        assert one != other
        assert not one == other  # noqa: SIM201
    assert all(game == game.copy() for game in games)
    assert games[0].position == games[1].position
    assert games[0] != games[0].position
    assert games[0] not in ("h1", None, 0)


def test_a_game_is_not_hashable() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(GameState())
    with pytest.raises(TypeError):
        assert GameState() < GameState()


@pytest.mark.parametrize("attribute", ["size", "position", "moves", "turn", "something_new"])
def test_attributes_cannot_be_set(attribute: str) -> None:
    game = GameState()
    with pytest.raises(AttributeError):
        setattr(game, attribute, "x")
    assert game == GameState()


def test_the_lists_that_a_game_gives_are_copies() -> None:
    game = GameState.from_moves("h1 d4 h8 d6")
    game.moves.clear()
    game.removed.clear()
    game.stones("light").clear()
    assert (game.moves, game.removed) == (["h1", "d4", "h8", "d6"], [[], [], [], []])
    assert game.stones("light") == ["h1", "h8"]


# From moves and texts


def test_moves_may_come_in_any_form() -> None:
    names = ["h1", "d4", "h8", "d6"]
    expected = GameState.from_moves(names)
    actions = [meridians.parse_move(name) for name in names]
    for moves in (
        tuple(names),
        iter(names),
        actions,
        np.array(actions),
        "h1 d4 h8 d6",
        "\n h1\td4  h8\r\nd6 ",
        {**dict.fromkeys(names)},
    ):
        assert GameState.from_moves(moves) == expected
    assert GameState.from_moves(["h1", actions[1], "h8", np.int32(actions[3])]) == expected
    assert GameState.from_moves("") == GameState.from_moves([]) == GameState.from_moves(" \n") == GameState()
    assert GameState.from_text(GameState().text, moves=iter(names)).moves == names


@pytest.mark.parametrize(
    ("moves", "ply", "error", "words"),
    [
        ("h1 d4 h2", 3, IllegalMoveError, ["h2", "adjacent", "R5"]),
        ("h1 d4 h8 d6 h1", 5, IllegalMoveError, ["h1", "occupied", "R6"]),
        ("h1 d4 h8 d6x", 4, ParseError, ["d6x"]),
        (["h1", 113, 115], 3, IllegalMoveError, ["115", "R2"]),
        ("h1 z9", 2, IllegalMoveError, ["z9", "R2"]),
        ("h1 d4 pass", 3, IllegalMoveError, ["pass", "R10"]),
        ("h1 d4 swap", 3, IllegalMoveError, ["swap", "R12"]),
        (["h1", "d4", None], 3, TypeError, ["NoneType"]),
        (["h1", 1.0], 2, TypeError, ["float"]),
    ],
)
def test_an_error_names_the_ply(moves: Any, ply: int, error: Any, words: list[str]) -> None:
    for read in (GameState.from_moves, lambda moves: GameState.from_text(GameState().text, moves=moves)):
        with pytest.raises(error) as caught:
            read(moves)
        assert caught.type is error
        text = str(caught.value) + "".join(getattr(caught.value, "__notes__", ()))
        assert f"ply {ply}" in text
        assert all(word in text for word in words), text


def test_moves_are_read_no_further_than_the_first_illegal_one() -> None:
    def moves() -> Iterator[str]:
        yield "h1"
        yield "h1"
        raise AssertionError("read on")

    with pytest.raises(IllegalMoveError, match="ply 2"):
        GameState.from_moves(moves())


def test_an_exception_of_the_iterator_comes_through() -> None:
    def moves() -> Iterator[str]:
        yield "h1"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        GameState.from_moves(moves())


def test_resignation_after_the_last_move() -> None:
    game = GameState.from_moves("h1 d4 h8", resigned="dark")
    assert game.outcome == Outcome("light", "resignation", 0)
    assert (game.ply, game.turn) == (3, "dark")
    finished = at_stage("finished").moves
    with pytest.raises(MeridiansError, match="over by elimination"):
        GameState.from_moves(finished, resigned="light")


def test_a_game_from_a_text_knows_its_start_and_counts_from_there() -> None:
    text = "6/7 6/7/8/9/10/o6o3/12/11/10/3x1x3/8/7/6 light 2,2 swapped"
    game = GameState.from_text(text, "none", "g8")
    assert (game.start.text, game.ply, game.moves) == (text, 1, ["g8"])
    assert (game.opening, game.pie, game.repetition) == ("pie", "swapped", "none")
    assert (game.turn, game.participant) == ("dark", 0)
    assert game.undo() == "g8"
    assert game.text == text


# Texts of the game itself


@pytest.mark.parametrize("stage", STAGES)
def test_repr_evaluates_back(stage: str) -> None:
    game = at_stage(stage)
    again = eval(repr(game), {"GameState": GameState})
    assert again == game
    assert attributes(again) == attributes(game)
    assert repr(again) == repr(game)


@pytest.mark.parametrize("stage", STAGES)
def test_str_draws_the_board(stage: str) -> None:
    game = at_stage(stage)
    assert str(game) == game.diagram() == game.position.diagram()
    assert Position.from_diagram(str(game)) == game.position


def test_repr_says_how_to_get_there() -> None:
    assert repr(GameState("5/6", "pie")) == "GameState.from_moves([], size='5/6', opening='pie')"
    assert repr(GameState.from_moves("h1 d4", repetition="none", resigned="light")) == (
        "GameState.from_moves(['h1', 'd4'], size='6/7', opening='plain', repetition='none', resigned='light')"
    )


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_transformed_games_keep_everything_but_the_points(stage: str, symmetry: Any) -> None:
    game = at_stage(stage)
    image = game.transformed(symmetry)
    assert image.position == game.position.transformed(symmetry)
    assert image.start == game.start.transformed(symmetry)
    for name in ("ply", "turn", "turns", "outcome", "occurrences", "repetition", "opening", "participant", "pie"):
        assert getattr(image, name) == getattr(game, name), name
    assert [len(stones) for stones in image.removed] == [len(stones) for stones in game.removed]
    assert image.transformed(symmetry) == game
    assert (image == game) == (symmetry == "identity" or (not game.moves and image.start == game.start))
    assert GameState.from_text(image.start.text, image.repetition, image.moves).position == image.position


@pytest.mark.parametrize("stage", STAGES)
def test_canonical_games_have_a_canonical_position(stage: str) -> None:
    game = at_stage(stage)
    canonical = game.canonical()
    assert canonical.position == game.position.canonical()
    images = [game.transformed(symmetry) for symmetry in SYMMETRIES]
    assert canonical == next(image for image in images if image.position == canonical.position)


def test_a_very_long_game_is_replayed_quickly() -> None:
    """A cycle without the draw (R13): looking for repetitions must not read the whole history at every ply."""
    moves = "h1 d4 b2 d6 h8 g6 d5" + " g8 g7 d4 d5" * 5000
    start = time.perf_counter()
    game = GameState.from_moves(moves, repetition="none")
    assert (game.ply, game.occurrences) == (20007, 5001)
    assert time.perf_counter() - start < 5
