"""Writes the tables of ``docs/levels.md``, the ten levels of play, and proposes ten evenly spaced ones.

``meridians levels --measure --json > ladder.json`` measures a ladder. Then

- ``python docs/make_levels.py ladder.json [LOG...]`` takes it over into ``docs/levels.json``, and the spot checks with
  it, which are logs of ``meridians arena`` with more time for one side; without arguments it only rewrites the page;
- ``python docs/make_levels.py --propose ladder.json`` prints ten agents with equal steps, from a ladder of many agents
  (``--agent``) in order of strength.
"""

from __future__ import annotations

import json
import re
import sys
from math import exp, log
from pathlib import Path
from typing import Any

from tables import rewritten, table

from meridians.arena import Match, read_log

DOCS = Path(__file__).parent
PAGE, DATA = DOCS / "levels.md", DOCS / "levels.json"

Document = dict[str, Any]


# Choosing levels


def rising(elos: list[float]) -> list[float]:
    """The nearest numbers that never fall (least squares, by pooling neighbours): agents are listed by strength."""
    pools: list[tuple[float, int]] = []
    for elo in elos:
        mean, count = elo, 1
        while pools and pools[-1][0] >= mean:
            before, many = pools.pop()
            mean, count = (before * many + mean * count) / (many + count), many + count
        pools.append((mean, count))
    return [mean for mean, count in pools for _ in range(count)]


def setting(agent: str) -> tuple[str, int] | None:
    """The engine and the visits of an agent that has nothing else."""
    found = re.fullmatch(r"(\w+):visits=(\d+)", agent)
    return None if found is None else (found[1], int(found[2]))


def between(weak: str, strong: str, part: float) -> str:
    """The agent at a part, 0 to 1, of the way from one to the other: visits by a line in their logarithm.

    Where the two differ in more than their visits it is the nearer one.
    """
    a, b = setting(weak), setting(strong)
    if a is None or b is None or a[0] != b[0]:
        return weak if part < 0.5 else strong
    visits = exp((1 - part) * log(a[1]) + part * log(b[1]))
    return f"{a[0]}:visits={float(f'{visits:.2g}'):.0f}"


def propose(ladder: Document, count: int = 10) -> list[tuple[float, str]]:
    """So many agents at equal steps from the first of a ladder to the last, with the rating that each should have."""
    agents = [row["agent"] for row in ladder["levels"]]
    elos = rising([row["elo"] for row in ladder["levels"]])
    found = []
    for level in range(count):
        target = elos[0] + (elos[-1] - elos[0]) * level / (count - 1)
        right = next(i for i, elo in enumerate(elos) if i and elo >= target - 1e-9)
        width = elos[right] - elos[right - 1]
        part = min(1.0, (target - elos[right - 1]) / width) if width else 0.0
        found.append((target, between(agents[right - 1], agents[right], part)))
    return found


# The page


def spot_check(path: Path) -> Document:
    """What a match came to, as it is kept."""
    settings, games = read_log(path)
    match = Match(settings, tuple(games))
    low, high = match.interval()
    elo_low, elo_high = match.elo_interval()
    kept = {"games": len(games), "score": match.score, "low": low, "high": high}
    finite = {name: elo if abs(elo) < 1e9 else None for name, elo in (("elo_low", elo_low), ("elo_high", elo_high))}
    return {"a": settings.agents[0], "b": settings.agents[1], **kept, **finite}


def ladder_table(ladder: Document) -> str:
    """The levels, how strong they are, and how far from each other."""
    rows = []
    for row in ladder["levels"]:
        first = row["level"] == 1
        elo = "0" if first else "{elo:.0f} [{low:.0f}, {high:.0f}]".format_map(row)
        step = "" if first else "+{step:.0f} [{step_low:.0f}, {step_high:.0f}]".format_map(row).replace("+-", "-")
        rows.append([str(row["level"]), f"`{row['agent']}`", elo, step])
    return table(["level", "agent", "Elo", "above the level before"], rows)


def spot_table(checks: list[Document]) -> str:
    """The matches with more time."""
    rows = []
    for check in checks:
        ends = ["" if check[name] is None else f"{check[name]:+.0f}" for name in ("elo_low", "elo_high")]
        share = "{:.0f} % [{:.0f}, {:.0f}]".format(*(100 * check[name] for name in ("score", "low", "high")))
        words = f"{ends[0] or 'any'} to {ends[1] or 'any'}"
        rows.append([f"`{check['a']}`", f"`{check['b']}`", str(check["games"]), share, words])
    return table(["player", "against", "games", "score", "Elo, 95 %"], rows)


def about(ladder: Document) -> str:
    """How the ladder was measured."""
    return f"{ladder['games']} games of each two on {ladder['size']}, seed {ladder['seed']}."


def written(page: str, data: Document) -> str:
    """The page with its tables written anew."""
    ladder = data["ladder"]
    parts = {"ladder": ladder_table(ladder), "about": about(ladder), "spot": spot_table(data["spot"])}
    return rewritten(PAGE, page, parts)


def measured() -> Document:
    """What was measured."""
    data: Document = json.loads(DATA.read_text("utf-8"))
    return data


def main(arguments: list[str]) -> None:
    """Proposes, or takes over and rewrites."""
    if arguments[:1] == ["--propose"]:
        for level, (elo, agent) in enumerate(propose(json.loads(Path(arguments[1]).read_text("utf-8"))), start=1):
            sys.stdout.write(f"{level:5}  {elo:6.0f}  {agent}\n")
        return
    if arguments:
        ladder, *logs = map(Path, arguments)
        data = {"ladder": json.loads(ladder.read_text("utf-8")), "spot": [spot_check(log) for log in logs]}
        DATA.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    PAGE.write_text(written(PAGE.read_text("utf-8"), measured()), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
