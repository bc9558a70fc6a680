"""What the scripts that write pages share: tables, and the places of a page that its script writes.

A place begins with a comment that has its name and ends with ``<!-- end -->``, each on a line of its own.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

__all__ = ["rewritten", "table"]


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of Markdown."""
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, ["---"] * len(head), *rows])


def rewritten(path: Path, page: str, parts: Mapping[str, str]) -> str:
    """The page with its parts, by name, written anew; ValueError names the file if it has no place for one."""
    for name, content in parts.items():
        before, mark, rest = page.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition("<!-- end -->\n")
        if not (mark and end):
            raise ValueError(f"{path.name} has no place for {name}")
        page = f"{before}{mark}{content}\n{end}{after}"
    return page
