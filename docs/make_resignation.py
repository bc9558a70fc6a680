"""Writes the table of ``docs/agents.md`` that says how often resigning was wrong.

``python docs/make_resignation.py LOG...`` counts logs of ``meridians arena --measure-resign`` into
``docs/resignation.json`` and rewrites the table; without logs it only rewrites it from that file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tables import rewritten, table

from meridians.arena import Resignations, read_log

DOCS = Path(__file__).parent
PAGE, DATA = DOCS / "agents.md", DOCS / "resignation.json"

Row = dict[str, Any]


def count(logs: Iterable[Path]) -> list[Row]:
    """For each agent of each log its resignations, those of agents of one name taken together."""
    rows: dict[str, Row] = {}
    for log in logs:
        settings, games = read_log(log)
        if not settings.measure_resign:
            raise ValueError(f"{log}: the match was played without --measure-resign")
        budget = f"{settings.visits} visits" if settings.visits else f"{settings.seconds:g} s"
        for number, agent in enumerate(settings.agents):
            about = {"agent": agent, "budget": budget, "size": settings.size}
            nothing = about | {"games": 0, "resigned": 0, "wrong": 0, "saved": 0, "plies": 0}
            row = rows.setdefault(json.dumps(about), nothing)
            found = Resignations.of(games, number)
            row["resigned"] += found.games
            row["wrong"] += found.wrong
            for game in games:
                ply = game.side_of(number).resigned_at if number in game.agents else None
                if ply is not None:
                    row["saved"] += len(game.moves) - ply
                    row["plies"] += len(game.moves)
        for name in set(settings.agents):
            about = {"agent": name, "budget": budget, "size": settings.size}
            rows[json.dumps(about)]["games"] += len(games)
    return list(rows.values())


def resignation_table(rows: list[Row]) -> str:
    """The table of the page."""
    lines = []
    for row in rows:
        resigned, wrong = row["resigned"], row["wrong"]
        low, high = (100 * end for end in Resignations(resigned, wrong).interval())
        error = f"{wrong}: {100 * wrong / resigned:.1f} % [{low:.1f}, {high:.1f}]" if resigned else ""
        saved = f"{row['saved'] / resigned:.0f} of {row['plies'] / resigned:.0f} plies" if resigned else ""
        agent = f"`{row['agent']}`, {row['budget']} a move"
        lines.append([agent, str(row["games"]), f"{resigned} times", saved, error])
    return table(["agent", "games", "would have resigned", "saved", "did not lose"], lines)


def written(page: str, rows: list[Row]) -> str:
    """The page with its table written anew."""
    return rewritten(PAGE, page, {"resignation": resignation_table(rows)})


def measured() -> list[Row]:
    """What was counted."""
    rows: list[Row] = json.loads(DATA.read_text("utf-8"))
    return rows


def main() -> None:
    """Counts and rewrites."""
    if sys.argv[1:]:
        DATA.write_text(json.dumps(count(map(Path, sys.argv[1:])), indent=1) + "\n", "utf-8")
    PAGE.write_text(written(PAGE.read_text("utf-8"), measured()), "utf-8")


if __name__ == "__main__":
    main()
