"""The features that the evaluation weighs (``docs/features.md``), counted from their definitions."""

from __future__ import annotations

from math import log

from meridians.reference import sight
from meridians.reference.board import DIRECTIONS, Board
from meridians.reference.sight import Stones

FEATURES = (
    "mobility",
    "log_mobility",
    "stones",
    "seen_twice",
    "seen_thrice",
    "path_cells",
    "touching_stones",
    "adjacent_pairs",
    "triangles",
    "sight_edges",
    "sole_sight",
    "safe_path_cells",
    "any_safe_path_cell",
    "largest_component",
    "components",
    "threatened_stones",
    "linked_pairs",
    "contact_stones",
)


def features_of(board: Board, own: Stones, other: Stones, threatened: Stones) -> dict[str, int]:
    """The features of a colour with the stones ``own``, of which ``threatened`` are removed unless they are saved."""
    occupied = own | other
    directions = range(len(DIRECTIONS))
    empty = [point for point in range(board.points) if point not in occupied]
    # What each empty point sees in each direction, None where it sees no stone.
    met = {point: [_first_stone(board, point, d, occupied) for d in directions] for point in empty}
    own_directions = {point: [d for d in directions if met[point][d] in own] for point in empty}
    seen = [point for point in empty if own_directions[point]]
    seen_by_other = {point for point in empty if any(stone in other for stone in met[point])}
    path_cells = [point for point in seen if any((d + 3) % 6 in own_directions[point] for d in own_directions[point])]
    safe_path_cells = [point for point in path_cells if point not in seen_by_other]
    near_other = seen_by_other.union(*(board.neighbors[point] for point in seen_by_other))

    pairs = [(a, b) for a in own for b in board.neighbors[a] if a < b and b in own]
    triangles = [(a, b, c) for a, b in pairs for c in board.neighbors[b] if b < c and (a, c) in pairs]
    met_by_stones = {(a, _first_stone(board, a, d, occupied)) for a in own for d in directions}
    sight_edges = [(a, b) for a, b in met_by_stones if b in own and a < b and b not in board.neighbors[a]]
    components = _components(own, pairs + sight_edges)
    over_points = [(a, b) for point in empty for a in board.neighbors[point] for b in board.neighbors[point] if a < b]
    links = pairs + [(a, b) for a, b in over_points if a in own and b in own]
    linked = _components(own, links)
    return {
        "mobility": len(seen),
        "log_mobility": round(64 * log(len(seen) + 1)),
        "stones": len(own),
        "seen_twice": sum(len(own_directions[point]) >= 2 for point in seen),
        "seen_thrice": sum(len(own_directions[point]) >= 3 for point in seen),
        "path_cells": len(path_cells),
        "touching_stones": len({stone for pair in pairs for stone in pair}),
        "adjacent_pairs": len(pairs),
        "triangles": len(triangles),
        "sight_edges": len(sight_edges),
        "sole_sight": sum(point not in near_other for point in seen),
        "safe_path_cells": len(safe_path_cells),
        "any_safe_path_cell": int(bool(safe_path_cells)),
        "largest_component": max(map(len, components), default=0),
        "components": len(components),
        "threatened_stones": len(threatened),
        "linked_pairs": sum(len(stones) * (len(stones) - 1) // 2 for stones in linked),
        "contact_stones": sum(not other.isdisjoint(board.neighbors[stone]) for stone in own),
    }


def features(
    board: Board, stones: tuple[Stones, Stones], mover: int, turns: tuple[int, int]
) -> dict[str, tuple[int, int]]:
    """Each feature of Light and of Dark. Only the mover has threatened stones, and not its lone first one (R9)."""
    none: Stones = frozenset()
    threatened = [none, none]
    if turns[mover] == 2:
        threatened[mover] = sight.dead_stones(board, stones[mover], stones[1 - mover])
    light, dark = (features_of(board, stones[c], stones[1 - c], threatened[c]) for c in (0, 1))
    return {name: (light[name], dark[name]) for name in FEATURES}


def _first_stone(board: Board, point: int, direction: int, occupied: Stones) -> int | None:
    """The first stone on the line from a point in a direction."""
    return next((there for there in board.rays[point][direction] if there in occupied), None)


def _components(own: Stones, links: list[tuple[int, int]]) -> list[set[int]]:
    """The sets of stones that the links join."""
    components = [{stone} for stone in own]
    for a, b in links:
        joined = [component for component in components if a in component or b in component]
        components = [component for component in components if component not in joined]
        components.append(set().union(*joined))
    return components
