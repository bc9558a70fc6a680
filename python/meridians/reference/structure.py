"""What a position is about, in the words of the game's designer: paths and where they are cut, path-groups, eyes,
groups that can never be cut, points that are safe to fill.

Every function takes the stones of one colour (``own``) and of the other (``other``), as those of ``sight`` do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from meridians.reference import sight
from meridians.reference.board import Board
from meridians.reference.sight import Stones

Group = frozenset[int]

SEARCHED_STATES = 1000
"""The search for a way to cut gives up beyond so many states of a region: its groups then count as ones that can be
cut.
"""


@dataclass(frozen=True, order=True)
class Path:
    """Two stones of different groups that see each other over the empty ``cells``, from the first to the second."""

    ends: tuple[int, int]
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Eye:
    """A part of the board that a group shuts off, with the edge or without it, where no stone of the other colour
    is.
    """

    ring: Group
    inside: frozenset[int]
    stones: frozenset[int]
    """Own stones inside that have a path to the ring; none in an eye that is empty."""


def groups_of(board: Board, own: Stones) -> list[Group]:
    """The groups (R7), ordered by their first point."""
    return [frozenset(group) for group in sight.groups(board, own)]


def paths(board: Board, own: Stones, other: Stones) -> list[Path]:
    """All paths (R7), each once, in the order of their ends."""
    group_of = {stone: group for group in groups_of(board, own) for stone in group}
    found = []
    for stone in own:
        for line in board.rays[stone]:
            for place, point in enumerate(line):
                if point in other:
                    break
                if point in own:
                    if stone < point and group_of[stone] != group_of[point]:
                        found.append(Path((stone, point), line[:place]))
                    break
    return sorted(found)


def paths_of_groups(board: Board, own: Stones, other: Stones) -> dict[Group, list[Path]]:
    """The paths that each group has; none for a dead one."""
    all_paths = paths(board, own, other)
    return {group: [path for path in all_paths if not group.isdisjoint(path.ends)] for group in groups_of(board, own)}


def cut_points(board: Board, own: Stones, other: Stones) -> dict[int, list[Path]]:
    """For each empty point on a path the paths that one stone of the other colour there takes away.

    The other colour need not be able to place there now: the points where it can are those that it sees.
    """
    cuts: dict[int, list[Path]] = {}
    for path in paths(board, own, other):
        for point in path.cells:
            cuts.setdefault(point, []).append(path)
    return dict(sorted(cuts.items()))


def path_groups(board: Board, own: Stones, other: Stones) -> list[frozenset[int]]:
    """The stones of groups that paths join, at any remove, ordered by their first point."""
    joined: list[frozenset[int]] = list(groups_of(board, own))
    for path in paths(board, own, other):
        ends = [stones for stones in joined if not stones.isdisjoint(path.ends)]
        joined = [stones for stones in joined if stones not in ends] + [frozenset().union(*ends)]
    return sorted(joined, key=min)


def potential_paths(board: Board, own: Stones, other: Stones) -> list[tuple[int, tuple[int, ...]]]:
    """Lines of sight where a stone could make a path: the stone, and the empty points on the line where a stone
    would have one with it.

    A line that ends at another stone of the colour is left out: a stone there would come between the two.
    """
    group_of = {stone: group for group in groups_of(board, own) for stone in group}
    found = []
    for stone in sorted(own):
        near = {neighbor for member in group_of[stone] for neighbor in board.neighbors[member]}
        for line in board.rays[stone]:
            seen: list[int] = []
            for point in line:
                if point in own or point in other:
                    break
                seen.append(point)
            ends_at_own = len(seen) < len(line) and line[len(seen)] in own
            places = tuple(point for point in seen if point not in near)
            if places and not ends_at_own:
                found.append((stone, places))
    return found


def triangles(board: Board, own: Stones, other: Stones) -> list[tuple[int, int, int]]:
    """Three stones of three groups, each with a path to both others."""
    linked = {path.ends for path in paths(board, own, other)}
    stones = sorted({stone for ends in linked for stone in ends})
    return [(a, b, c) for a, b, c in combinations(stones, 3) if {(a, b), (a, c), (b, c)} <= linked]


def double_attacks(board: Board, own: Stones, other: Stones) -> dict[int, list[Group]]:
    """The placements (R6) after which two groups of the other colour or more have no path, that had one; and these
    groups.
    """
    attacks = {}
    alive = [group for group, found in paths_of_groups(board, other, own).items() if found]
    for point in sorted(sight.seen_from(board, own, own | other)):
        after = own | {point}
        after -= sight.dead_stones(board, after, other)
        dead = [frozenset(group) for group in sight.dead_groups(board, other, after)]
        attacked = [group for group in alive if group in dead]
        if len(attacked) >= 2:
            attacks[point] = attacked
    return attacks


def merge_points(board: Board, own: Stones, other: Stones) -> dict[int, list[Group]]:
    """The placements (R6) that are adjacent to two own groups or more, and these groups."""
    merges = {}
    for point in sorted(sight.seen_from(board, own, own | other)):
        near = [group for group in groups_of(board, own) if not group.isdisjoint(board.neighbors[point])]
        if len(near) >= 2:
            merges[point] = near
    return merges


def exclusive_points(board: Board, own: Stones, other: Stones) -> set[int]:
    """The empty points that the colour sees and the other does not."""
    occupied = own | other
    return sight.seen_from(board, own, occupied) - sight.seen_from(board, other, occupied)


def reach(board: Board, own: Stones, other: Stones) -> set[int]:
    """The points that the other colour has, or could ever come to have while ``own`` stands: at most these.

    A stone is placed in sight of a stone of its colour, so a point is out of reach if no line from it meets, before
    an own stone, a point within reach. Removals of other stones give it no more: what was seen over a removed stone
    was seen from it.
    """
    within = set(other)
    todo = list(other)
    while todo:
        for line in board.rays[todo.pop()]:
            for point in line:
                if point in own:
                    break
                if point not in within:
                    within.add(point)
                    todo.append(point)
    return within


def regions(board: Board, own: Stones, within: set[int]) -> list[frozenset[int]]:
    """The points within reach by regions: what can be seen, over points without an own stone, from the same points
    at any remove.

    Stones in different regions never see each other while ``own`` stands, so each region is a game of its own.
    """
    found = []
    left = set(within)
    while left:
        start = left.pop()
        region, todo = {start}, [start]
        while todo:
            for line in board.rays[todo.pop()]:
                for point in line:
                    if point in own:
                        break
                    if point in left:
                        left.discard(point)
                        region.add(point)
                        todo.append(point)
        found.append(frozenset(region))
    return found


def lines_of(board: Board, group: Group, own: Stones) -> Iterator[frozenset[int]]:
    """The points between the group's stones and those of other groups next on a line: paths, if no other stone is
    there.
    """
    for stone in group:
        for line in board.rays[stone]:
            for place, point in enumerate(line):
                if point in own:
                    if place > 0 and point not in group:
                        yield frozenset(line[:place])
                    break


def never_cut(board: Board, own: Stones, other: Stones, states: int = SEARCHED_STATES) -> list[Group]:
    """Groups that no sequence of placements of the other colour leaves without a path, while the own colour skips
    its turns and loses its dead groups at the end of them (R8) or keeps them.

    They are found for certain, not all of them: groups that keep a path as long as all of them stand, so that they
    need no others.
    """
    standing = [group for group, found in paths_of_groups(board, own, other).items() if found]
    while True:
        kept = _kept_by(board, own, other, standing, states)
        if kept == standing:
            return kept
        standing = kept


def _kept_by(board: Board, own: Stones, other: Stones, standing: list[Group], states: int) -> list[Group]:
    """Those of some groups that keep a path for certain as long as all of these stand.

    They are those with a line out of reach, and those that keep one in some region in all that a search finds can
    come to be there. Regions do not act on each other, so to be cut a group must be cut in every region.
    """
    wall = frozenset().union(*standing)
    within = reach(board, wall, other)
    kept = {group for group in standing if any(line.isdisjoint(within) for line in lines_of(board, group, own))}
    parts = regions(board, wall, within)
    for region in parts:
        doubtful = [
            group
            for group in standing
            if group not in kept and any(line & region for line in lines_of(board, group, own))
        ]
        kept |= _uncut_in(board, region, wall, ((own - wall) & region, other & region), doubtful, len(parts), states)
    return [group for group in standing if group in kept]


def _uncut_in(
    board: Board,
    region: frozenset[int],
    wall: Stones,
    start: tuple[Stones, Stones],
    groups: list[Group],
    parts: int,
    states: int,
) -> set[Group]:
    """Of groups of the wall, those that have a path in a region in every state, its own stones that are not of the
    wall and the other colour's, that placements here and in other regions lead to; none if there are too many states.
    """
    seen, todo, uncut = {start}, [start], set(groups)
    while todo:
        if len(seen) > states:
            return set()
        loose, stones = todo.pop()
        own = wall | loose
        for group in list(uncut):
            if all(line & stones for line in lines_of(board, group, own) if line & region):
                uncut.discard(group)
        if not uncut:
            break
        # The own colour skips its turn; the other places elsewhere; the other places here.
        after = [(loose - sight.dead_stones(board, own, stones), stones)]
        if parts > 1:
            after.append((loose, stones - sight.dead_stones(board, stones, own)))
        for point in sight.seen_from(board, stones, stones | own) & region:
            placed = stones | {point}
            after.append((loose, placed - sight.dead_stones(board, placed, own)))
        todo += set(after) - seen
        seen.update(after)
    return uncut


def eyes(board: Board, own: Stones, other: Stones) -> list[Eye]:
    """The eyes of all groups: what a group shuts off from the rest of the board, where no stone of the other colour
    is or can come.

    What it shuts off are the parts into which it divides the rest of the board by adjacency, if they are two or
    more. No line leads out of a part but over the ring, so the other colour sees no point of it. It is an eye if
    own stones there have a path to the ring, or if it is empty and has a point where a stone would have one.
    """
    found = []
    for ring in groups_of(board, own):
        parts = _parts(board, ring)
        if len(parts) < 2:
            continue
        for part in parts:
            if part & other:
                continue
            inside = own & part
            linked = {
                stone
                for path in paths(board, own, other)
                if not ring.isdisjoint(path.ends) and part.intersection(path.cells)
                for stone in path.ends
                if stone in part
            }
            near = {neighbor for stone in ring for neighbor in board.neighbors[stone]}
            if linked or (not inside and part - near & sight.seen_from(board, ring, own | other)):
                found.append(Eye(ring, part, frozenset(linked)))
    return found


def _parts(board: Board, ring: Group) -> list[frozenset[int]]:
    """The points without the ring's stones, by adjacency."""
    return [frozenset(part) for part in sight.groups(board, frozenset(range(board.points)) - ring)]


def safe_moves(board: Board, own: Stones, other: Stones) -> list[int]:
    """Points that the colour can fill, one after the other in this order, without losing a stone and out of the
    other's reach.

    Of the points out of reach always the first in action order is taken that the colour sees and after which no own
    group is dead and all own stones of groups that lean on paths out of reach or have an empty eye still are, as long
    as there is one. So none of them merges the last two groups or fills an eye that a group needs. Groups that are
    dead now are taken for gone.
    """
    filled: list[int] = []
    own -= sight.dead_stones(board, own, other)
    out_of_reach = set(range(board.points)) - reach(board, own, other) - own
    while True:
        sheltered = _sheltered(board, own, other)
        for point in sorted(out_of_reach & sight.seen_from(board, own, own | other)):
            after = own | {point}
            if not sight.dead_stones(board, after, other) and sheltered <= _sheltered(board, after, other):
                own = after
                out_of_reach.discard(point)
                filled.append(point)
                break
        else:
            return filled


def _sheltered(board: Board, own: Stones, other: Stones) -> Stones:
    """The stones of the groups that are never cut because of paths out of reach, without a search, or that have an
    empty eye.
    """
    rings = [eye.ring for eye in eyes(board, own, other) if not eye.stones]
    return frozenset().union(*rings, *never_cut(board, own, other, states=0))
