"""What a move does, in words: the features of the position that it changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from meridians._core import ColorFeatures, GroupFeatures, Position
from meridians.analysis.findings import STEPS, Color, Judgement, Remark, Threat

__all__ = ["BAD_KINDS", "KINDS", "group_words", "remarks_on", "threats_in"]

KINDS = (
    "end", "overlooked", "given_up", "suicide", "eye_lost", "no_longer_safe", "rescue", "double_attack", "cut", "eye",
    "never_cut", "merge", "single_path", "second_path", "path", "path_groups", "parried", "exposed", "own_points",
    "points_taken", "extend", "pass", "pie",
)  # fmt: skip
"""The kinds of remarks, in the order in which they are made."""

BAD_KINDS = frozenset({"end", "overlooked", "given_up", "suicide", "eye_lost", "no_longer_safe", "exposed"})
"""Those that say what is wrong with a move."""

_MANY_POINTS = 5  # from which change on points of one colour alone are worth a word


def threats_in(before: Position, removed: Sequence[str], best: str, judgement: Judgement) -> tuple[Threat, ...]:
    """The groups of the mover that were threatened, and what became of them."""
    threats = []
    for group in before.threatened():
        rescues, lost = before.rescues(group[0]), group[0] in removed
        overlooked = lost and best in rescues and judgement in STEPS
        threats.append(Threat(tuple(group), tuple(rescues), lost, overlooked))
    return tuple(threats)


def remarks_on(
    before: Position,
    move: str,
    after: Position,
    removed: Sequence[str],
    threats: Sequence[Threat],
    best: str,
    *,
    repeated: bool = False,
) -> tuple[Remark, ...]:
    """All that is to be said of a move, the most important first.

    ``removed``: the stones removed at its end; ``threats``: what :func:`threats_in` gives; ``best``: the best move;
    ``repeated``: whether the game is drawn by it (R13).
    """
    if move == "pass":
        found = [Remark("pass", f"passes, for {before.turn.title()} can place nowhere", ())]
    elif move in ("keep", "swap"):
        stays = "keeps the colours" if move == "keep" else "swaps the colours"
        return (Remark("pie", stays, ()),)
    else:
        found = []
    found += _on_threats(threats, best)
    if move in removed:
        found.append(Remark("suicide", "places a stone that is removed at once", (move,)))
    if not after.is_over:
        found += _on_change(before, move, after, removed, {point for threat in threats for point in threat.group})
    outcome = after.outcome
    if outcome is not None and outcome.winner is not None:
        loser = "light" if outcome.winner == "dark" else "dark"
        how = f"{outcome.winner.title()} wins, for {loser.title()} has no stone left"
        found.append(Remark("end", f"ends the game: {how}", ()))
    elif repeated:
        found.append(Remark("end", "ends the game as a draw, for the position stands for the third time", ()))
    return tuple(sorted(found, key=lambda remark: KINDS.index(remark.kind)))


def _on_threats(threats: Sequence[Threat], best: str) -> Iterator[Remark]:
    """Groups that were saved, given up, or not seen."""
    rescuable = [set(threat.rescues) for threat in threats if threat.rescues]
    too_many = len(rescuable) > 1 and not set.intersection(*rescuable)
    saved = [threat for threat in threats if not threat.lost]
    lost = [threat for threat in threats if threat.lost]
    if saved:
        yield Remark("rescue", f"rescues {_groups(threat.group for threat in saved)}", _points(saved))
    for threat in lost:
        if threat.overlooked:
            text = f"overlooks that {group_words(threat.group)} is threatened, which {best} would have rescued"
            yield Remark("overlooked", text, threat.group)
        elif not threat.rescues:
            yield Remark("given_up", f"loses {group_words(threat.group)}, which nothing could rescue", threat.group)
        else:
            why = "for no point rescued all that was threatened" if too_many else "which could have been rescued"
            yield Remark("given_up", f"gives up {group_words(threat.group)}, {why}", threat.group)


def _on_change(
    before: Position, move: str, after: Position, removed: Sequence[str], threatened: set[str]
) -> Iterator[Remark]:
    mine: Color = before.turn
    other: Color = "dark" if mine == "light" else "light"
    old, new = before.features(), after.features()
    yield from _on_cuts(old.of(other), new.of(other))
    if move in ("pass", *removed):
        return
    own_old, own_new = old.of(mine), new.of(mine)
    group = own_new.group(move)
    joined = [part for part in own_old.groups if part.points[0] in group.points]
    if len(joined) == 1:
        text = f"extends {group_words(joined[0].points)} to {_number(len(group.points))} stones"
        yield Remark("extend", text, tuple(joined[0].points))
    if len(joined) >= 2:
        text = f"merges {_number(len(joined))} groups into one with {_path_count(group)}"
        yield Remark("merge", text, tuple(part.points[0] for part in joined))
    yield from _on_paths(own_old, own_new, move, group, joined, threatened)
    if not removed:
        yield from _on_path_groups(own_old, own_new, move)
    yield from _on_eyes(own_old, own_new)
    safe_before = {point for part in own_old.never_cut for point in part}
    safe = [part for part in own_new.never_cut if not safe_before.intersection(part)]
    unsafe = [part for part in own_old.never_cut if not any(set(part) & set(now) for now in own_new.never_cut)]
    if unsafe:
        what = "it" if len(unsafe) == 1 else "they"
        text = f"gives away that {_groups(unsafe)} could never be cut: now {what} can"
        yield Remark("no_longer_safe", text, _firsts(unsafe))
    if safe:
        what = "it" if len(safe) == 1 else "they"
        yield Remark("never_cut", f"makes {_groups(safe)} safe: {what} can never be cut", _firsts(safe))
    yield from _on_double_attacks(old.of(other), new.of(other), len(threatened))
    if before.turns == (2, 2):  # earlier everything is new
        yield from _on_points(old.of(mine), new.of(mine), old.of(other), new.of(other), other)


def _on_cuts(old: ColorFeatures, new: ColorFeatures) -> Iterator[Remark]:
    """The other colour's groups that lose their paths. Its stones stand as before, for only the mover's are removed."""
    cut, thin = [], []
    for part in old.groups:
        left = len(new.group(part.points[0]).paths)
        if part.paths and not left:
            cut.append(part)
        elif len(part.paths) > 1 and left == 1:
            thin.append(part.points)
    if len(cut) >= 2:
        text = (
            f"attacks {_number(len(cut))} groups at once, {_groups(part.points for part in cut)}: none has a path now"
        )
        text = text.replace("none has", "neither has") if len(cut) == 2 else text
        yield Remark("double_attack", text, _firsts(part.points for part in cut))
    for part in cut if len(cut) == 1 else ():
        count = len(part.paths)
        how = "the only path" if count == 1 else "both paths" if count == 2 else f"all {_number(count)} paths"
        yield Remark("cut", f"cuts {how} of {group_words(part.points)}", tuple(part.points))
    if thin:
        yield Remark("single_path", f"leaves {_groups(thin)} a single path", _firsts(thin))


def _on_paths(
    old: ColorFeatures,
    new: ColorFeatures,
    move: str,
    group: GroupFeatures,
    joined: Sequence[GroupFeatures],
    threatened: set[str],
) -> Iterator[Remark]:
    """Paths that the stone makes, and groups that had one and have more now."""
    ends = [one if other == move else other for one, other, _ in group.paths if move in (one, other)]
    partners = list({tuple(new.group(end).points): None for end in ends})
    known = {point for part in joined for one, other, _ in part.paths for point in (one, other)}
    second = [
        part.points
        for part in old.groups
        if part.has_single_path
        and part not in joined
        and part.points[0] not in threatened
        and part.points[0] in {stone for points in partners for stone in points}
        and len(new.group(part.points[0]).paths) > 1
    ]
    told = {point for points in second for point in points}
    made = [part for part in partners if not known.intersection(part) and not told.intersection(part)]
    if made:
        yield Remark("path", f"makes {_paths(made)} to {_groups(made)}", _firsts(made))
    if second:
        most = max(len(new.group(points[0]).paths) for points in second)
        yield Remark(
            "second_path", f"gives {_groups(second)} {'a second path' if most == 2 else 'more paths'}", _firsts(second)
        )


def _on_path_groups(old: ColorFeatures, new: ColorFeatures, move: str) -> Iterator[Remark]:
    whole = next((part for part in new.path_groups if move in part), [])
    parts = [part for part in old.path_groups if part[0] in whole]
    if len(parts) >= 2:
        text = f"joins {_number(len(parts))} path-groups, those of {_listed(_firsts(parts))}"
        yield Remark("path_groups", text, _firsts(parts))


def _on_eyes(old: ColorFeatures, new: ColorFeatures) -> Iterator[Remark]:
    def insides(features: ColorFeatures) -> list[tuple[list[str], set[str]]]:
        eyes = [(ring, inside) for ring, inside, _ in features.eyes] + features.empty_eyes
        return [(ring, set(inside)) for ring, inside in eyes]

    were, are = insides(old), insides(new)
    for ring, inside in are:
        if not any(inside & other for _, other in were):
            yield Remark("eye", f"makes an eye within {group_words(ring)}", tuple(sorted(inside)))
    for ring, inside in were:
        if not any(inside & other for _, other in are):
            yield Remark(
                "eye_lost",
                f"gives up the eye within its {group_words(ring).removeprefix('the ')}",
                tuple(sorted(inside)),
            )


def _on_double_attacks(old: ColorFeatures, new: ColorFeatures, threatened: int) -> Iterator[Remark]:
    """Points where the other colour could have attacked two groups at once, or can now."""
    were, are = old.double_attacks, new.double_attacks
    gone, come = [point for point in were if point not in are], [point for point in are if point not in were]
    if were and not are and not threatened:
        yield Remark("parried", f"prevents a double attack at {_listed(gone[:3], 'or')}", tuple(gone))
    if come and not were:
        yield Remark("exposed", f"allows a double attack at {_listed(come[:3], 'or')}", tuple(come))


def _on_points(
    own_old: ColorFeatures, own_new: ColorFeatures, old: ColorFeatures, new: ColorFeatures, other: Color
) -> Iterator[Remark]:
    """Points that only one colour can place on."""
    was, now = set(own_old.exclusive_points), set(own_new.exclusive_points)
    if len(now) - len(was) >= _MANY_POINTS:
        text = f"gains {len(now) - len(was)} points that only it can place on, {len(now)} now"
        yield Remark("own_points", text, tuple(sorted(now - was)))
    was, now = set(old.exclusive_points), set(new.exclusive_points)
    if len(was) - len(now) >= _MANY_POINTS:
        text = f"takes {len(was) - len(now)} points that only {other.title()} could place on, and leaves {len(now)}"
        yield Remark("points_taken", text, tuple(sorted(was - now)))


def group_words(points: Sequence[str]) -> str:
    """A group as it is spoken of: ``the stone d4``, ``the group at d4 (3 stones)``."""
    return f"the stone {points[0]}" if len(points) == 1 else f"the group at {points[0]} ({len(points)} stones)"


def _groups(groups: Iterable[Sequence[str]]) -> str:
    return _listed([group_words(points) for points in groups])


def _firsts(groups: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(points[0] for points in groups)


def _points(threats: Sequence[Threat]) -> tuple[str, ...]:
    return tuple(point for threat in threats for point in threat.group)


def _paths(partners: Sequence[object]) -> str:
    return "a path" if len(partners) == 1 else "paths"


def _path_count(group: GroupFeatures) -> str:
    count = len(group.paths)
    return "no path" if not count else "a single path" if count == 1 else f"{_number(count)} paths"


def _number(count: int) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    return words[count] if count < len(words) else str(count)


def _listed(words: Sequence[str], last: str = "and") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
