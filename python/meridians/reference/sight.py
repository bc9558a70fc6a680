"""Sight, groups, paths and life (R4..R8), as questions about sets of points.

Every function takes the stones of one colour (``own``) and of the other (``other``) and looks at nothing else.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from meridians.reference.board import Board

Stones = frozenset[int]


def seen_from(board: Board, stones: AbstractSet[int], occupied: AbstractSet[int]) -> set[int]:
    """The empty points that at least one of the stones sees, the adjacent ones included.

    Sight goes both ways: these are the points from which, in some direction, the first stone met is one of ``stones``.
    """
    seen: set[int] = set()
    for stone in stones:
        for line in board.rays[stone]:
            for point in line:
                if point in occupied:
                    break
                seen.add(point)
    return seen


def placements(board: Board, own: Stones, other: Stones, turns: int) -> set[int]:
    """The points on which a colour that has taken ``turns`` turns may place a stone (R4, R5, R6).

    It is the number of turns taken that opens R4 and R5, never the number of stones.
    """
    if turns == 0:
        return set(range(board.points)) - own - other
    seen = seen_from(board, own, own | other)
    if turns == 1:
        for first in own:
            seen.difference_update(board.neighbors[first])
    return seen


def groups(board: Board, own: Stones) -> list[set[int]]:
    """The groups (R7), ordered by their first point in action order."""
    found = []
    left = set(own)
    for start in sorted(own):
        if start not in left:
            continue
        group = {start}
        left.discard(start)
        edge = [start]
        while edge:
            for point in board.neighbors[edge.pop()]:
                if point in left:
                    left.discard(point)
                    group.add(point)
                    edge.append(point)
        found.append(group)
    return found


def paths_of(board: Board, group: set[int], own: Stones, other: Stones) -> Iterator[tuple[int, int]]:
    """The paths of a group (R7): pairs of a stone of it and a stone of another group of the colour.

    The two see each other over one or more empty points. A stone of the same group, adjacent or seen, is no path.
    """
    for stone in group:
        for line in board.rays[stone]:
            for point in line:
                if point in own:
                    if point not in group:
                        yield stone, point
                    break
                if point in other:
                    break


def dead_groups(board: Board, own: Stones, other: Stones) -> list[set[int]]:
    """The groups without a path (R7), each judged with all the others still on the board (R8)."""
    return [group for group in groups(board, own) if not any(True for _ in paths_of(board, group, own, other))]


def dead_stones(board: Board, own: Stones, other: Stones) -> Stones:
    """The stones of all dead groups."""
    return frozenset().union(*dead_groups(board, own, other))
