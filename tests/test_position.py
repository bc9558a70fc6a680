"""`Position` as a value: frozen, comparable, hashable; set up, read, written, transformed, played into new values."""

from __future__ import annotations

from typing import Any

import pytest

import meridians
from conftest import SIZES, SYMMETRIES, games_at_all_stages
from meridians import GameState, Position

STAGES = {name: game.position for name, game in games_at_all_stages().items()}
POSITIONS = [pytest.param(position, id=name) for name, position in STAGES.items()]


def random_positions(size: str, opening: Any = "plain", seed: int = 1) -> list[Position]:
    """The positions of a random game, the finished one too."""
    positions = [GameState(size, opening).position]
    for move in positions[0].rollout(seed).moves:
        positions.append(positions[-1].play(move))
    assert positions[-1].is_over
    return positions


# A value


def test_positions_reached_in_different_orders_are_equal() -> None:
    one = GameState.from_moves("h1 d4 h8 d6").position
    other = GameState.from_moves("h8 d6 h1 d4").position
    assert one is not other
    assert one == other
    assert not one != other  # noqa: SIM202
    assert hash(one) == hash(other)
    assert one.hash == other.hash
    assert one.text == other.text
    assert len({one, other}) == 1
    assert other in {one, Position()}
    assert {one: "found"}[other] == "found"


def test_what_tells_positions_apart() -> None:
    base = Position("6/7", ["h1"], ["d4"], "light", (1, 1), "pie")
    others = [
        Position("5/6", ["h1"], ["d4"], "light", (1, 1), "pie"),
        Position("6/7", ["h2"], ["d4"], "light", (1, 1), "pie"),
        Position("6/7", ["d4"], ["h1"], "light", (1, 1), "pie"),
        Position("6/7", ["h1"], ["d4"], "light", (1, 1), "plain"),
        Position("6/7", ["h1"], ["d4"], "light", (1, 1), "kept"),
        Position("6/7", ["h1"], ["d4"], "light", (1, 1), "swapped"),
    ]
    assert len({base, *others}) == len({base.hash, *(other.hash for other in others)}) == 7
    two = [
        Position(light=["h1", "h8"], dark=["d4", "d6"], turn=turn, turns=turns)
        for turn, turns in (("light", (2, 2)), ("dark", (2, 2)))
    ]
    assert two[0] != two[1]
    early = Position(light=["h1", "h8"], dark=["d4"], turn="dark", turns=(2, 1))
    late = Position(light=["h1", "h8"], dark=["d4"], turn="dark", turns=(2, 2))
    assert early != late, "captures do not reopen the opening, so turns taken are part of the position"


@pytest.mark.parametrize("other", [None, 1, "6/7", "text", object(), ()])
def test_a_position_is_not_equal_to_other_things(other: object) -> None:
    position = Position()
    assert position != (position.text if other == "text" else other)
    assert not position == other  # noqa: SIM201


def test_positions_have_no_order() -> None:
    with pytest.raises(TypeError):
        assert Position() < Position()


def test_a_position_equals_that_of_a_game_but_is_no_game() -> None:
    game = GameState.from_moves("h1 d4")
    assert game.position == Position(light=["h1"], dark=["d4"], turns=(1, 1))
    assert game.position != game
    assert GameState.from_text(game.text).position == game.position


@pytest.mark.parametrize("attribute", ["size", "turn", "text", "hash", "something_new"])
def test_a_position_is_frozen(attribute: str) -> None:
    position = Position()
    with pytest.raises(AttributeError):
        setattr(position, attribute, "x")
    assert position == Position()


def test_the_lists_that_a_position_gives_are_copies() -> None:
    position = GameState.from_moves("h1 d4 h8 d6").position
    for answer in (position.stones("light"), position.legal_moves(), position.legal_actions(), position.groups("dark")):
        answer.clear()
    position.sight("a1").clear()
    position.legal_mask()[:] = True
    assert position.stones("light") == ["h1", "h8"]
    assert position.groups("dark") == [["d4"], ["d6"]]
    assert position.legal_moves()
    assert list(position.sight("a1"))
    assert not position.legal_mask().all()


def test_playing_gives_a_new_position() -> None:
    position = GameState.from_moves("h1 d4 h8").position
    before = (position.text, hash(position), position.legal_moves())
    after = position.play("d6")
    assert isinstance(after, Position)
    assert after.stones("dark") == ["d4", "d6"]
    assert after != position
    assert (position.text, hash(position), position.legal_moves()) == before
    assert position.play("d6") == after


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("opening", ["plain", "pie"])
def test_position_and_game_answer_alike(size: str, opening: Any) -> None:
    game = GameState(size, opening)
    for move in GameState(size, opening).rollout(3).moves:
        position = game.position
        assert position.removed_by(move) == game.copy().play(move)
        for name in ("text", "hash", "turn", "turns", "pie", "opening", "participant", "is_over", "outcome"):
            assert getattr(position, name) == getattr(game, name), name
        for name in ("legal_moves", "legal_actions", "threatened", "diagram"):
            assert getattr(position, name)() == getattr(game, name)(), name
        for color in ("light", "dark"):
            for name in ("stones", "groups", "paths", "mobility", "participant_of"):
                assert getattr(position, name)(color) == getattr(game, name)(color), name
        for group in position.threatened():
            assert position.rescues(group[0]) == game.rescues(group[-1])
        assert position.sight("b2") == game.sight("b2")
        game.play(move)
        assert position.play(move) == game.position
    assert game.position.outcome == game.outcome is not None


# Setting up


def setup_error(**setup: Any) -> list[str]:
    with pytest.raises(meridians.SetupError) as caught:
        Position(**setup)
    reasons = caught.value.reasons
    assert isinstance(reasons, list)
    assert all(isinstance(reason, str) and reason in str(caught.value) for reason in reasons)
    return reasons


LINE = {"light": ["h1", "h8"], "dark": ["d4", "d6"], "turns": (2, 2)}
ALONE: dict[str, tuple[dict[str, Any], list[str]]] = {
    "the loser to move": ({"dark": ["d4", "d6"], "turn": "light", "turns": (2, 2)}, ["Light", "just moved", "R11"]),
    "off the board": ({"light": ["n1"]}, ["n1", "6/7"]),
    "off the board, of the other colour": ({"dark": ["a7"]}, ["a7", "6/7"]),
    "no point at all": ({"light": ["A1"]}, ["A1"]),
    "junk after a point": ({"light": ["a1x"]}, ["a1x"]),
    "one point twice": ({"light": ["a1", "a1"], "turn": "dark", "turns": (1, 0)}, ["a1", "more than one"]),
    "one point of both colours": ({"light": ["a1"], "dark": ["b1", "a1"], "turns": (1, 1)}, ["a1", "more than one"]),
    "Dark before Light": ({"turn": "dark"}, ["Dark", "0,0", "R3"]),
    "Light twice in a row": ({"light": ["a1"], "turns": (1, 0)}, ["Light", "1,0", "R3"]),
    "equal counts, Dark to move": (
        {"light": ["a1"], "dark": ["b1"], "turn": "dark", "turns": (1, 1)},
        ["Dark", "1,1", "R3"],
    ),
    "Dark ahead": ({"dark": ["a1"], "turn": "light", "turns": (0, 1)}, ["0,1", "R3"]),
    "Dark ahead at two": ({"light": ["a1"], "dark": ["b1", "d3"], "turns": (1, 2)}, ["1,2", "R3"]),
    "a count above two": ({**LINE, "turns": (3, 2), "turn": "dark"}, ["3"]),
    "a stone before the first turn": ({"light": ["a1"]}, ["Light", "1 stone", "0 turns"]),
    "a Dark stone before the first turn": (
        {"light": ["a1"], "dark": ["b1"], "turn": "dark", "turns": (1, 0)},
        ["Dark", "1 stone", "0 turns"],
    ),
    "no stone after one turn": ({"turn": "dark", "turns": (1, 0)}, ["Light", "0 stones", "1 turn"]),
    "two stones after one turn": ({"light": ["a1", "a4"], "turn": "dark", "turns": (1, 0)}, ["2 stones", "1 turn"]),
    "no Dark stone after one turn": ({"light": ["a1"], "turns": (1, 1)}, ["Dark", "0 stones", "1 turn"]),
    "three stones after exactly two turns": (
        {"light": ["a1", "a3", "a5"], "dark": ["d4"], "turn": "dark", "turns": (2, 1)},
        ["Light", "3 stones", "2 turns"],
    ),
    "nobody left": ({"turns": (2, 2)}, ["both", "R11"]),
    "a dead group of Dark, who has just moved": (
        {"light": ["h1", "h8"], "dark": ["d4", "f1"], "turns": (2, 2)},
        ["Dark", "d4"],
    ),
    "a dead group of Light, who has just moved": ({**LINE, "light": ["h1", "g1"], "turn": "dark"}, ["Light", "g1"]),
    "a pie to be answered after two turns": (
        {"light": ["h1", "h8"], "dark": ["d4"], "turn": "dark", "turns": (2, 1), "pie": "pie"},
        ["pie", "2,1", "R12"],
    ),
    "kept before the first stone": ({"pie": "kept"}, ["kept", "0,0", "R12"]),
    "swapped before Dark's first stone": (
        {"light": ["h1"], "turn": "dark", "turns": (1, 0), "pie": "swapped"},
        ["swapped", "1,0", "R12"],
    ),
}


@pytest.mark.parametrize(("setup", "words"), ALONE.values(), ids=list(ALONE))
def test_setup_reason_alone(setup: dict[str, Any], words: list[str]) -> None:
    reasons = setup_error(**setup)
    expected = 2 if words == ["Dark", "d4"] else 1  # d4 and f1 do not see each other: two dead groups
    assert len(reasons) == expected, reasons
    assert all(word in reasons[0] for word in words), reasons


def test_all_setup_reasons_come_at_once() -> None:
    reasons = setup_error(
        size="5/6", light=["zz", "a1", "a1", "l1"], dark=["a1", "c3"], turn="light", turns=(1, 3), pie="pie"
    )
    for words in (["zz"], ["l1", "5/6"], ["a1", "more than one"], ["1,3", "R3"], ['"pie"', "R12"], ["3 is more"]):
        assert any(all(word in reason for word in words) for reason in reasons), (words, reasons)
    assert sum("a1" in reason for reason in reasons) == 2, "once for Light's second stone, once for Dark's"
    assert any("Dark group at c3" in reason for reason in reasons)


def test_every_dead_group_is_a_reason() -> None:
    reasons = setup_error(light=["a1", "m1", "g12"], dark=["d4", "d6"], turn="dark", turns=(2, 2))
    assert len(reasons) == 3
    assert all(point in reason for point, reason in zip(("a1", "g12", "m1"), reasons, strict=True))


def test_text_and_diagram_check_the_set_up_too() -> None:
    position = Position(**LINE)
    text = position.text.replace("3x1x3", "3x5").replace("plain", "pie")
    diagram = position.diagram().replace("x . x", "x . .").replace("plain", "pie")
    reasons = setup_error(light=LINE["light"], dark=["d4"], turns=(2, 2), pie="pie")
    assert len(reasons) == 2
    for read, written in ((Position.from_text, text), (Position.from_diagram, diagram), (GameState.from_text, text)):
        with pytest.raises(meridians.SetupError) as caught:
            read(written)
        assert caught.value.reasons == reasons


@pytest.mark.parametrize(
    ("setup", "text"),
    [
        ({}, "6/7 6/7/8/9/10/11/12/11/10/9/8/7/6 light 0,0 plain"),
        ({"size": "beginner"}, "5/6 5/6/7/8/9/10/9/8/7/6/5 light 0,0 plain"),
        ({"size": "standard", "pie": "pie"}, "6/7 6/7/8/9/10/11/12/11/10/9/8/7/6 light 0,0 pie"),
        ({"size": "expert"}, "7/8 7/8/9/10/11/12/13/14/13/12/11/10/9/8/7 light 0,0 plain"),
        (
            {"size": "2/3", "light": ["a1"], "dark": ["d1"], "turns": (1, 1), "pie": "swapped"},
            "2/3 2/x2/4/3/o1 light 1,1 swapped",
        ),
        ({**LINE, "turn": "dark"}, "6/7 6/7/8/9/10/o6o3/12/11/10/3x1x3/8/7/6 dark 2,2 plain"),
    ],
)
def test_set_up_positions(setup: dict[str, Any], text: str) -> None:
    position = Position(**setup)
    assert position.text == text
    assert Position.from_text(text) == position


def test_stones_may_come_as_any_iterable() -> None:
    expected = Position(**LINE)
    for form in (list, tuple, set, frozenset, iter, dict.fromkeys):
        stones: dict[str, Any] = {color: form(LINE[color]) for color in ("light", "dark")}
        assert Position(**stones, turns=(2, 2)) == expected
    assert Position(light=(name for name in LINE["light"]), dark=LINE["dark"], turns=(2, 2)) == expected


@pytest.mark.parametrize(
    ("setup", "winner", "participant"),
    [
        ({"light": ["h1", "h8"], "turn": "light"}, "light", 0),
        ({"dark": ["d4"], "turn": "dark"}, "dark", 1),
        ({"dark": ["d4"], "turn": "dark", "pie": "kept"}, "dark", 1),
        ({"dark": ["d4"], "turn": "dark", "pie": "swapped"}, "dark", 0),
        ({"dark": ["d4"], "turn": "dark", "turns": (2, 1)}, "dark", 1),
    ],
)
def test_finished_positions_are_valid(setup: dict[str, Any], winner: str, participant: int) -> None:
    position = Position(**{"turns": (2, 2), **setup})
    assert position.is_over
    assert position.outcome == meridians.Outcome(winner, "elimination", participant)
    assert (position.legal_moves(), position.legal_actions(), position.threatened()) == ([], [], [])
    assert not position.legal_mask().any()
    assert "over" in str(position.why_illegal("a1"))
    for again in (Position.from_text(position.text), Position.from_diagram(position.diagram())):
        assert again == position
    game = GameState.from_text(position.text)
    assert (game.is_over, game.outcome) == (True, position.outcome)


# Texts and symmetries


@pytest.mark.parametrize("position", POSITIONS)
def test_text_diagram_and_repr_read_back(position: Position) -> None:
    assert Position.from_text(position.text) == position
    assert Position.from_diagram(position.diagram()) == position
    assert eval(repr(position), {"Position": Position}) == position
    assert str(position) == position.diagram()
    assert Position.from_diagram(str(position)).diagram() == position.diagram()
    assert f"{position}".startswith(f"{position.size} {position.turn} ")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("opening", ["plain", "pie"])
def test_every_position_of_a_game_reads_back(size: str, opening: Any) -> None:
    for position in random_positions(size, opening):
        assert Position.from_text(position.text) == position
        assert Position.from_diagram(position.diagram()) == position
        parts = {color: position.stones(color) for color in ("light", "dark")}
        assert Position(size, **parts, turn=position.turn, turns=position.turns, pie=position.pie) == position


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_symmetry_commutes_with_play(size: str, symmetry: Any) -> None:
    position = Position(size, pie="pie")
    image = position.transformed(symmetry)
    for move in position.rollout(2).moves:
        assert image == position.transformed(symmetry)
        assert image.transformed(symmetry) == position, "every symmetry of this board is its own inverse"
        assert len(image.legal_moves()) == len(position.legal_moves())
        moved = mapped(move, symmetry, size)
        assert sorted(image.removed_by(moved)) == sorted(
            mapped(stone, symmetry, size) for stone in position.removed_by(move)
        )
        position, image = position.play(move), image.play(moved)
    assert image.outcome == position.outcome is not None


def mapped(move: str, symmetry: str, size: str) -> str:
    """A move under a symmetry, from the rows of R2 alone."""
    if move in ("pass", "keep", "swap"):
        return move
    short = int(size[0])
    rows = [short + min(row, 2 * short - row) for row in range(2 * short + 1)]
    row, column = "abcdefghijklmno".index(move[0]), int(move[1:]) - 1
    if symmetry in ("mirror_left_right", "half_turn"):
        column = rows[row] - 1 - column
    if symmetry in ("mirror_top_bottom", "half_turn"):
        row = len(rows) - 1 - row
    return f"{'abcdefghijklmno'[row]}{column + 1}"


@pytest.mark.parametrize("size", SIZES)
def test_the_four_symmetries_are_different_and_form_a_group(size: str) -> None:
    position = Position(size, ["a1"], turn="dark", turns=(1, 0))
    images = [position.transformed(symmetry) for symmetry in SYMMETRIES]
    assert images[0] == position
    assert [image.stones("light")[0] for image in images] == [mapped("a1", symmetry, size) for symmetry in SYMMETRIES]
    assert len(set(images)) == 4
    left_right, top_bottom, half_turn = SYMMETRIES[1:]
    assert position.transformed(left_right).transformed(top_bottom) == position.transformed(half_turn)


@pytest.mark.parametrize("position", POSITIONS)
def test_the_canonical_form_is_the_least_image(position: Position) -> None:
    points = meridians.point_names(position.size)

    def numbers(image: Position) -> list[int]:
        return [sum(1 << points.index(name) for name in image.stones(color)) for color in ("light", "dark")]

    images = [position.transformed(symmetry) for symmetry in SYMMETRIES]
    canonical = position.canonical()
    assert canonical == min(images, key=numbers)
    assert {image.canonical() for image in images} == {canonical}
    assert canonical.canonical() == canonical
