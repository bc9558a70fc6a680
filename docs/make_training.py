"""Writes the tables of ``docs/training.md``: rounds of training, which features matter, whether chances come true; and
draws the latter, ``docs/reliability.svg``.

``python docs/make_training.py FOLDER...`` takes the rounds of some folders of ``meridians train`` over into
``docs/training.json``, one folder for each size, and rewrites the tables from that file and from
``tests/data/held_out_games.npz``, games that no weights were fitted to. Without folders it only rewrites the tables.
"""

from __future__ import annotations

import functools
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from tables import rewritten, table

from meridians.training import Positions, positions_of, reliability
from meridians.training.fit import log_loss

DOCS = Path(__file__).parent
PAGE, DATA = DOCS / "training.md", DOCS / "training.json"
PICTURE = DOCS / "reliability.svg"
HELD_OUT = DOCS.parent / "tests/data/held_out_games.npz"
HELD_OUT_SIZE = "6/7"


def collect(folders: list[Path]) -> None:
    """Takes over the rounds of finished trainings."""
    data = json.loads(DATA.read_text("utf-8")) if DATA.exists() else {}
    for folder in folders:
        plan = json.loads((folder / "plan.json").read_text("utf-8"))
        numbers = sorted(int(path.parent.name.removeprefix("round-")) for path in folder.glob("round-*/round.json"))
        rounds = [
            json.loads((folder / f"round-{number}/round.json").read_text("utf-8"))
            | json.loads((folder / f"round-{number}/time.json").read_text("utf-8"))
            for number in numbers
        ]
        kept = max(done["number"] for done in rounds if done["kept"])
        ablation = json.loads((folder / f"round-{kept}/ablation.json").read_text("utf-8"))
        data[plan["size"]] = {"plan": plan, "rounds": rounds, "ablation": ablation}
    DATA.write_text(json.dumps(dict(sorted(data.items())), indent=1) + "\n", "utf-8")


def rounds_table(data: dict[str, Any]) -> str:
    """What each round came to."""
    rows = []
    for size, training in data.items():
        for done in training["rounds"]:
            match = f"{100 * done['share']:.1f} +- {100 * done['margin']:.1f} %" if done["match_games"] else "-"
            kept = "yes" if done["kept"] else "no"
            cost = f"{done['cpu_seconds']:.0f} s"
            rows.append([size, str(done["number"]), str(done["games"]), f"{done['loss']:.4f}", match, kept, cost])
    return table(["size", "round", "games", "log loss", "against the best before", "kept", "CPU time"], rows)


def ablation_table(data: dict[str, Any]) -> str:
    """What each feature is worth on the largest boards."""
    sizes = [size for size in ("5/6", "6/7", "7/8") if size in data]
    by_size = {size: {row["feature"]: row for row in data[size]["ablation"]} for size in sizes}
    names = sorted(by_size["6/7"], key=lambda name: -by_size["6/7"][name]["added"])
    cell = "{added:+.5f} +- {error:.5f}".format_map
    return table(["feature", *sizes], [[name, *(cell(by_size[size][name]) for size in sizes)] for name in names])


def searched() -> Positions:
    """The searched positions of the held-out games."""
    positions = positions_of([HELD_OUT], HELD_OUT_SIZE)
    return positions.where(~np.isnan(positions.chance))


@functools.cache
def calibrations() -> dict[str, tuple[list[dict[str, float]], float]]:
    """Of evaluation and search: the reliability table, and the log loss, on games that nothing was fitted to."""
    positions = searched()
    both = {"evaluation": positions.evaluated.astype(np.float64), "search": positions.chance.astype(np.float64)}
    return {
        name: (reliability(chances, positions.result, positions.game), log_loss(chances, positions.result))
        for name, chances in both.items()
    }


def calibration_table() -> str:
    """Whether the chances of the evaluation, and those of a search, come true."""
    head = [text for name in calibrations() for text in (f"{name}: positions", "mean chance", "share won")]
    cells = [
        [
            text
            for row in rows
            for text in (str(row["positions"]), f"{row['chance']:.3f}", f"{row['won']:.3f} +- {row['error']:.3f}")
        ]
        for rows in zip(*(rows for rows, _ in calibrations().values()), strict=True)
    ]
    losses = [text for _, loss in calibrations().values() for text in ("log loss", f"{loss:.4f}", "")]
    return table(head, [*cells, losses])


# The figure

SIDE, LEFT, TOP, BOTTOM, RIGHT = 400, 64, 40, 58, 24
COLOURS = {"evaluation": "#2f6f8f", "search": "#a4552f"}
STYLE = """
  .card { fill: #f4efe4 }
  .grid { stroke: #d8cbb0; stroke-width: 1 }
  .ideal { stroke: #5a5044; stroke-width: 1.5; stroke-dasharray: 5 5 }
  .line { fill: none; stroke-width: 2.5; stroke-linejoin: round }
  .error { stroke-width: 1.5 }
  text { font: 14px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #5a5044 }
  .middle { text-anchor: middle }
  .end { text-anchor: end }
"""


def draw() -> str:
    """The shares that were won over the chances that were given, with 95 % intervals; the ideal is the diagonal."""
    width, height = LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM

    def x(chance: float) -> float:
        return LEFT + SIDE * chance

    def y(share: float) -> float:
        return TOP + SIDE * (1 - share)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        "<title>How often the mover won, over the winning chance that evaluation and search gave it</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="card" width="{width}" height="{height}" rx="12"/>',
        f'<text x="{LEFT - 40}" y="24">share won, with 95 % intervals</text>',
        f'<text class="middle" x="{x(0.5)}" y="{height - 14}">mean chance of the mover</text>',
    ]
    for tick in (0, 0.2, 0.4, 0.6, 0.8, 1):
        out.append(f'<path class="grid" d="M{x(0)},{y(tick):.1f}H{x(1)}M{x(tick):.1f},{y(0)}V{y(1)}"/>')
        out.append(f'<text class="end" x="{LEFT - 8}" y="{y(tick) + 5:.1f}">{tick:g}</text>')
        out.append(f'<text class="middle" x="{x(tick):.1f}" y="{y(0) + 20}">{tick:g}</text>')
    out.append(f'<path class="ideal" d="M{x(0)},{y(0)}L{x(1)},{y(1)}"/>')
    for place, (name, (rows, _)) in enumerate(calibrations().items()):
        colour = COLOURS[name]
        for row in rows:
            low, high = (y(min(1.0, max(0.0, row["won"] + sign * 1.96 * row["error"]))) for sign in (-1, 1))
            at = f"{x(row['chance']):.1f}"
            out.append(f'<path class="error" stroke="{colour}" d="M{at},{low:.1f}V{high:.1f}"/>')
            out.append(f'<circle cx="{at}" cy="{y(row["won"]):.1f}" r="4" fill="{colour}"/>')
        way = " ".join(f"{x(row['chance']):.1f},{y(row['won']):.1f}" for row in rows)
        out.append(f'<polyline class="line" stroke="{colour}" points="{way}"/>')
        out.append(f'<text x="{x(0.06):.1f}" y="{y(0.92) + 20 * place:.1f}" style="fill: {colour}">{name}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"


def tables() -> dict[str, str]:
    """The tables by the names that the page marks them with."""
    data = json.loads(DATA.read_text("utf-8"))
    return {"rounds": rounds_table(data), "ablation": ablation_table(data), "calibration": calibration_table()}


def main() -> None:
    """Takes over and rewrites."""
    if sys.argv[1:]:
        collect([Path(folder) for folder in sys.argv[1:]])
    PAGE.write_text(rewritten(PAGE, PAGE.read_text("utf-8"), tables()), "utf-8")
    PICTURE.write_text(draw(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
