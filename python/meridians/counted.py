"""How many of something there are, in words."""

__all__ = ["counted"]


def counted(count: int, thing: str) -> str:
    """``1 mistake``, ``2 mistakes``, ``3 inaccuracies``."""
    if count == 1:
        return f"1 {thing}"
    return f"{count} {thing.removesuffix('y')}ies" if thing.endswith("y") else f"{count} {thing}s"
