"""What a set-up is checked for: a position must be one that stands between two turns (``docs/notation.md``).

All reasons against it are found at once, in the order of that page's list.
"""

from meridians.reference.board import Board
from meridians.reference.hashing import PIE_STATES
from meridians.reference.sight import Stones, dead_groups

COLORS = ("light", "dark")


def turns_reasons(mover: int, turns: tuple[int, int]) -> list[str]:
    """Light moves first (R3): which turn counts go with which side to move."""
    reasons = [
        f"{color} has taken {count} turns, but they are counted from 0 up to 2"
        for color, count in zip(COLORS, turns, strict=True)
        if count not in (0, 1, 2)
    ]
    light, dark = turns
    if reasons or (light, dark) == (2, 2):
        return reasons
    if mover == 0 and light != dark:
        return [f"light is to move, so both have taken equally many turns below two, not {light} and {dark}"]
    if mover == 1 and light != dark + 1:
        return [f"dark is to move, so light has taken one turn more below two, not {light} against {dark}"]
    return []


def stones_reasons(stones: tuple[Stones, Stones], mover: int, turns: tuple[int, int]) -> list[str]:
    """How many stones go with how few turns (R4, R5, R11)."""
    reasons = []
    for color in (0, 1):
        count, taken, name = len(stones[color]), turns[color], COLORS[color]
        if taken == 0 and count > 0:
            reasons.append(f"{name} has taken no turn but has stones: {count}")
        if taken == 1 and count != 1:
            reasons.append(f"{name} has taken one turn but has {count} stones, not one (R4)")
    if turns == (2, 1) and len(stones[0]) > 2:
        reasons.append(f"light has taken exactly two turns but has {len(stones[0])} stones")
    if turns == (2, 2) and not stones[0] and not stones[1]:
        reasons.append("both colours have taken two turns and have no stone (R11)")
    elif turns == (2, 2) and not stones[mover]:
        reasons.append(f"{COLORS[mover]} is to move and has no stone, but who loses has just moved (R11)")
    return reasons


def life_reasons(board: Board, stones: tuple[Stones, Stones], mover: int, turns: tuple[int, int]) -> list[str]:
    """The colour that has just moved has no dead group: it would have been removed (R8)."""
    moved = 1 - mover
    if turns[moved] != 2:
        return []
    return [
        f"{COLORS[moved]} has just moved but its group at {board.names[min(group)]} has no path (R8)"
        for group in dead_groups(board, stones[moved], stones[mover])
    ]


def pie_reasons(turns: tuple[int, int], pie: str) -> list[str]:
    """The pie is answered when each colour has taken one turn (R12)."""
    if pie not in PIE_STATES:
        return [f"there is no pie state {pie!r}"]
    if pie == "pie" and 2 in turns:
        return ["the pie has not been answered, but a colour has taken two turns (R12)"]
    if pie in ("kept", "swapped") and 0 in turns:
        return [f"the pie has been answered ({pie}), but a colour has taken no turn (R12)"]
    return []


def reasons_against(
    board: Board, stones: tuple[Stones, Stones], mover: int, turns: tuple[int, int], pie: str
) -> list[str]:
    """Everything that is wrong with a set-up; empty if it can stand between two turns."""
    return [
        *turns_reasons(mover, turns),
        *stones_reasons(stones, mover, turns),
        *life_reasons(board, stones, mover, turns),
        *pie_reasons(turns, pie),
    ]
