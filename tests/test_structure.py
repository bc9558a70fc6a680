"""What a position is about: every word against its definition in the reference, on random positions of every size."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping

import pytest

from meridians import FEATURES, ColorFeatures, GameState, MeridiansError, Position
from meridians.reference import sight, structure
from meridians.reference.board import SIZES, Board, board_of


def random_positions(size: str, games: int, share: float) -> Iterator[Position]:
    draws = random.Random(f"structure {size}")
    for _ in range(games):
        state = GameState(size)
        while not state.is_over:
            state.play(draws.choice(state.legal_actions()))
            if draws.random() < share:
                yield state.position


def set_ups(size: str, number: int) -> Iterator[Position]:
    """Many stones of Light and few of Dark, set at random, so that there are eyes."""
    board, draws = board_of(size), random.Random(f"set-ups {size}")
    for _ in range(number):
        drawn = [draws.choices(("o", "x", ""), (9, 1, 10))[0] for _ in board.names]
        light, dark = (frozenset(at for at, stone in enumerate(drawn) if stone == kind) for kind in "ox")
        light -= sight.dead_stones(board, light, dark)  # it is not to move
        if not light or not dark:
            continue
        rows: dict[str, str] = {}
        for at, name in enumerate(board.names):
            rows[name[0]] = rows.get(name[0], "") + ("o" if at in light else "x" if at in dark else ".")
        short = [
            re.sub(r"\.+", lambda empty: str(len(empty[0])), rows[letter]) for letter in sorted(rows, reverse=True)
        ]
        yield Position.from_text(f"{size} {'/'.join(short)} dark 2,2 plain")


def sets_of(board: Board, position: Position, color: str) -> tuple[frozenset[int], frozenset[int]]:
    light, dark = (frozenset(board.index[name] for name in position.stones(side)) for side in ("light", "dark"))
    return (light, dark) if color == "light" else (dark, light)


def check(board: Board, position: Position, found: ColorFeatures) -> set[str]:
    """Compares every word with the reference, and gives the words that said anything."""
    color = found.color
    own, other = sets_of(board, position, color)

    def name(points: object) -> object:
        """Points to names: sets in action order."""
        if isinstance(points, int):
            return board.names[points]
        if isinstance(points, (set, frozenset)):
            return [board.names[point] for point in sorted(points)]
        if isinstance(points, dict):
            return {board.names[point]: name(value) for point, value in points.items()}
        assert isinstance(points, (list, tuple))
        return type(points)(name(point) for point in points)

    def path(path: structure.Path) -> object:
        return (*(board.names[end] for end in path.ends), [board.names[point] for point in path.cells])

    paths = structure.paths(board, own, other)
    eyes = structure.eyes(board, own, other)
    never_cut = structure.never_cut(board, own, other)
    expected = {
        "paths": [path(one) for one in paths],
        "cut_points": {
            board.names[point]: [name(one.ends) for one in cut]
            for point, cut in structure.cut_points(board, own, other).items()
        },
        "path_groups": name(structure.path_groups(board, own, other)),
        "potential_paths": [
            (board.names[stone], [board.names[point] for point in points])
            for stone, points in structure.potential_paths(board, own, other)
        ],
        "triangles": name(structure.triangles(board, own, other)),
        "double_attacks": name(structure.double_attacks(board, own, other)),
        "merge_points": name(structure.merge_points(board, own, other)),
        "eyes": [(name(eye.ring), name(eye.inside), name(eye.stones)) for eye in eyes if eye.stones],
        "empty_eyes": [(name(eye.ring), name(eye.inside)) for eye in eyes if not eye.stones],
        "never_cut": name(never_cut),
        "exclusive_points": name(structure.exclusive_points(board, own, other)),
        "safe_moves": name(structure.safe_moves(board, own, other)),
    }
    answers = {word: getattr(found, word) for word in expected}
    assert answers == expected, (position.text, color)
    assert list(found.cut_points) == list(expected["cut_points"]), "in action order"
    assert found.mobility == len(sight.seen_from(board, own, own | other))

    groups = structure.paths_of_groups(board, own, other)
    assert [group.points for group in found.groups] == [name(group) for group in groups]
    for group, (points, its_paths) in zip(found.groups, groups.items(), strict=True):
        assert group.paths == [path(one) for one in its_paths]
        assert group.cut_points == name({cell for one in its_paths for cell in one.cells})
        assert group.has_single_path == (len(its_paths) == 1)
        assert group.is_threatened == (group.points in position.threatened() and color == position.turn)
        assert group.is_never_cut == (points in never_cut)
        assert found.group(group.points[-1]) == group
    return {word for word, value in answers.items() if value}


@pytest.mark.parametrize("size", SIZES)
def test_every_word_is_that_of_the_reference(size: str) -> None:
    board = board_of(size)
    games, share = {"2/3": (30, 0.5), "3/4": (12, 0.3)}.get(size, (2, 0.1))
    met: set[str] = set()
    for position in random_positions(size, games, share):
        features = position.features()
        for color in ("light", "dark"):
            met |= check(board, position, features.of(color))
    assert met >= {"paths", "cut_points", "path_groups", "potential_paths", "merge_points", "exclusive_points"}
    if size == "3/4":
        assert met >= {"never_cut", "double_attacks", "triangles", "safe_moves"}


@pytest.mark.parametrize("size", SIZES)
def test_every_word_is_that_of_the_reference_where_there_are_eyes(size: str) -> None:
    met: set[str] = set()
    for position in set_ups(size, 40 if size in ("2/3", "3/4", "4/5") else 12):
        features = position.features()
        for color in ("light", "dark"):
            met |= check(board_of(size), position, features.of(color))
    if size == "4/5":
        assert met >= {"eyes", "empty_eyes", "never_cut", "safe_moves"}


def test_features_are_a_mapping_of_the_counts() -> None:
    state = GameState.from_moves("h1 d4 h8 d6")
    features = state.features()
    counts = dict(features)
    assert isinstance(features, Mapping)
    assert list(features) == features.keys() == list(FEATURES)
    assert (features.values(), features.items()) == (list(counts.values()), list(counts.items()))
    assert features == counts
    assert counts == features
    assert features == state.position.features()
    assert features != GameState().features()
    assert features != {**counts, "stones": (0, 0)}
    assert features != 3
    assert (features["stones"], features.get("stones"), len(features)) == ((2, 2), (2, 2), len(FEATURES))
    assert "stones" in features
    for key in ("stone", 3, None, ["stones"]):
        assert key not in features
        assert (features.get(key), features.get(key, 5)) == (None, 5)
        with pytest.raises(KeyError):
            features[key]  # type: ignore[index]
    with pytest.raises(TypeError, match="unhashable"):
        hash(features)


def test_what_a_position_is_about_is_a_value() -> None:
    position = GameState.from_moves("h1 d4 h8 d6").position
    light, dark = (position.features().of(color) for color in ("light", "dark"))
    assert light == position.features().of("light")
    assert hash(light) == hash(position.features().of("light"))
    assert light != dark
    assert light.group("h1") != light.group("h8")
    assert len({light.group("h1"), light.group("h8"), light.groups[0]}) == 2
    with pytest.raises(MeridiansError, match="no stone of light stands on d4"):
        light.group("d4")
    assert eval(repr(light), {"Position": Position}) == light
    assert eval(repr(light.groups[1]), {"Position": Position}) == light.groups[1]
