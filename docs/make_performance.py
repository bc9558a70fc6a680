"""Writes what was measured into `performance.md`, and draws `performance/sizes.svg`.

The numbers are those of `performance/bench.json` and `performance/peers.json`, which `make performance` measures anew
before it runs this. A test writes and draws it all again and compares.
"""

import json
import runpy
from math import log10
from pathlib import Path
from typing import Any

from tables import rewritten

HERE = Path(__file__).parent
PAGE = HERE / "performance.md"
DATA = HERE / "performance"
PICTURE = DATA / "sizes.svg"

POINTS = {"2/3": 14, "3/4": 30, "4/5": 52, "5/6": 80, "6/7": 114, "7/8": 154}

Document = dict[str, Any]
Row = dict[str, Any]


def number(value: float) -> str:
    """A count with separators, to three digits."""
    digits = max(0, len(str(round(value))) - 3)
    return f"{round(value, -digits):,.0f}" if value >= 100 else f"{value:.1f}"


def path_of(row: Row) -> str:
    """The way that rollouts went, for a column."""
    threads = f", {row['threads']} threads" if row["threads"] > 1 else ""
    return f"{row['backend']}{' ' + row['level'] if row['level'] else ''}{threads}"


def rows_of(bench: Document, **wanted: object) -> list[Row]:
    """The rows of the bench that have all these values."""
    return [row for row in bench["rows"] if all(row[key] == value for key, value in wanted.items())]


def machine(bench: Document) -> str:
    """What the numbers were measured on."""
    build = bench["build"]
    return (
        f"Measured on: {bench['processor']}, {bench['processors']} processors, Python {bench['python']}; meridians "
        f"{bench['version']}, {build['profile']} build for {build['target']}, instruction set `{build['simd']}`;\n"
        f"{bench['seconds']:g} s a row in five rounds.\n"
    )


def rollouts_table(bench: Document) -> str:
    """Games a second on every path, by size."""
    paths = list(dict.fromkeys(path_of(row) for row in rows_of(bench, work="rollouts", position="empty")))
    lines = [
        "| board | points | plies a game | " + " | ".join(paths) + " | fastest on one thread, x plain Python |",
        "|---|--:|--:|" + "--:|" * (len(paths) + 1),
    ]
    for size, points in POINTS.items():
        rows = rows_of(bench, work="rollouts", position="empty", size=size)
        if not rows:
            continue
        rates = {path_of(row): number(row["rate"]) for row in rows}
        plies = max(rows, key=lambda row: row["count"])["mean_plies"]
        ratio = max(row["ratio"] or 0 for row in rows)
        cells = [size, str(points), f"{plies:.1f}", *(rates.get(path, "") for path in paths), number(ratio)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def other_table(bench: Document) -> str:
    """Perft and the loops in Python, by size."""
    works = ("perft", "play", "play, mask")
    heads = ("board", "perft, sequences/s", "`play(int)`, plies/s", "with `legal_mask(out=)`, plies/s")
    lines = ["| " + " | x Python | ".join(heads).replace(" x Python |", "", 1) + " | x Python |", "|---|" + "--:|" * 6]
    for size in POINTS:
        cells = [size]
        for work in works:
            for row in rows_of(bench, work=work, size=size):
                depth = f" (depth {row['depth']})" if row["depth"] else ""
                cells += [number(row["rate"]) + depth, number(row["ratio"])]
        if len(cells) > 1:
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


# The figure

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 84, 190, 34, 66
COLOURS = ("#35302a", "#a4552f", "#2f6f8f", "#6d7f2c", "#8a4f8f")
STYLE = """
  .card { fill: #f4efe4 }
  .grid { stroke: #d8cbb0; stroke-width: 1 }
  .line { fill: none; stroke-width: 2.5; stroke-linejoin: round }
  text { font: 14px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #5a5044 }
  .middle { text-anchor: middle }
  .end { text-anchor: end }
"""


def series(bench: Document) -> dict[str, list[tuple[int, float]]]:
    """For each path on one thread: points of the board, nanoseconds a ply."""
    found: dict[str, list[tuple[int, float]]] = {}
    for size, points in POINTS.items():
        for row in rows_of(bench, work="rollouts", position="empty", size=size, threads=1):
            found.setdefault(path_of(row), []).append((points, row["ns_per_ply"]))
    return found


def apart(heights: dict[str, float]) -> dict[str, float]:
    """The heights of the lines' names, moved down where they would stand on each other."""
    found: dict[str, float] = {}
    last = 0.0
    for name in sorted(heights, key=heights.__getitem__):
        last = found[name] = max(heights[name], last + 17)
    return found


def draw(bench: Document) -> str:
    """The cost of a ply by the size of the board; both axes are logarithmic, so that a straight line is a power."""
    lines = series(bench)
    costs = [cost for line in lines.values() for _, cost in line]
    low, high = 10 ** int(log10(min(costs))), 10 ** (int(log10(max(costs))) + 1)
    least, most = log10(min(POINTS.values())), log10(max(POINTS.values()))

    def x(points: float) -> float:
        return LEFT + (log10(points) - least) / (most - least) * (WIDTH - LEFT - RIGHT)

    def y(cost: float) -> float:
        return HEIGHT - BOTTOM - log10(cost / low) / log10(high / low) * (HEIGHT - TOP - BOTTOM)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        "<title>Nanoseconds a ply of random games, by the points of the board, one thread</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="card" width="{WIDTH}" height="{HEIGHT}" rx="12"/>',
        f'<text x="{LEFT}" y="22">nanoseconds a ply, one thread</text>',
    ]
    ticks = [step * power for power in (1, 10, 100, 1000, 10000) for step in (1, 2, 5)]
    for tick in (tick for tick in ticks if low <= tick <= high):
        out.append(f'<path class="grid" d="M{LEFT},{y(tick):.1f}H{WIDTH - RIGHT}"/>')
        out.append(f'<text class="end" x="{LEFT - 8}" y="{y(tick) + 5:.1f}">{tick:,}</text>')
    for size, points in POINTS.items():
        out.append(f'<path class="grid" d="M{x(points):.1f},{TOP}V{HEIGHT - BOTTOM}"/>')
        for text, down in ((str(points), 20), (size, 38)):
            out.append(f'<text class="middle" x="{x(points):.1f}" y="{HEIGHT - BOTTOM + down}">{text}</text>')
    out.append(f'<text x="{WIDTH - RIGHT + 22}" y="{HEIGHT - BOTTOM + 20}">points</text>')
    out.append(f'<text x="{WIDTH - RIGHT + 22}" y="{HEIGHT - BOTTOM + 38}">board</text>')
    names = apart({name: y(line[-1][1]) for name, line in lines.items()})
    for (name, line), colour in zip(lines.items(), COLOURS, strict=False):
        way = " ".join(f"{x(points):.1f},{y(cost):.1f}" for points, cost in line)
        out.append(f'<polyline class="line" stroke="{colour}" points="{way}"/>')
        out += [f'<circle cx="{x(points):.1f}" cy="{y(cost):.1f}" r="4" fill="{colour}"/>' for points, cost in line]
        out.append(
            f'<text x="{x(line[-1][0]) + 12:.1f}" y="{names[name] + 5:.1f}" style="fill: {colour}">{name}</text>'
        )
    return "\n".join([*out, "</svg>"]) + "\n"


def written(page: str, bench: Document, peers: Document) -> str:
    """The page with its tables written anew between their marks."""
    peers_table = runpy.run_path(str(HERE.parent / "benches" / "peers.py"))["table"]
    parts = {
        "machine": machine(bench),
        "rollouts": rollouts_table(bench),
        "other": other_table(bench),
        "peers": peers_table(peers),
    }
    return rewritten(PAGE, page, {f"{name}: measured": f"\n{text}" for name, text in parts.items()})


def measured() -> tuple[Document, Document]:
    """The data: of the bench, and of the peers."""
    bench, peers = (json.loads((DATA / name).read_text("utf-8")) for name in ("bench.json", "peers.json"))
    return bench, peers


if __name__ == "__main__":
    bench, peers = measured()
    PAGE.write_text(written(PAGE.read_text("utf-8"), bench, peers), encoding="utf-8", newline="\n")
    PICTURE.write_text(draw(bench), encoding="utf-8", newline="\n")
