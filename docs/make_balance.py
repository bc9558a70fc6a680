"""Writes the tables of ``docs/balance.md``: how often Light wins between strong players, by opening.

``python docs/make_balance.py LOG...`` counts the games of logs of ``meridians arena`` into ``docs/balance.json`` and
rewrites the tables; without logs it only rewrites them from that file. Logs with the same settings but for the seed are
taken together; of players give the weakest first. Every game of a log is played again while it is read, so a win is of
the colour that won on the board.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tables import rewritten, table

from meridians.arena import Game, Settings, read_log
from meridians.arena.statistics import PAIR_SCORES, pair_interval
from meridians.reference.board import Board, board_of

DOCS = Path(__file__).parent
PAGE, DATA = DOCS / "balance.md", DOCS / "balance.json"
FEWEST = 20  # openings of a class that is shown

KINDS = {
    "plain": "plain, both stones chosen by the players",
    "pie": "pie, both stones chosen by one player",
    "random": "both stones at random",
}

Counts = list[int]  # clusters of games in which somebody scored each of PAIR_SCORES
Entry = dict[str, Any]


def line(board: Board, point: int) -> int:
    """The line of a point from the edge: 1 on the edge."""
    return 1 + min(len(ray) for ray in board.rays[point])


def opening_class(board: Board, light: int, dark: int) -> str:
    """The class of an opening of two stones: the line of each, and whether they lie on one line of the board."""
    shared = "shared" if any(dark in ray for ray in board.rays[light]) else "apart"
    return f"{line(board, light)} {line(board, dark)} {shared}"


def kind_of(settings: Settings) -> str:
    """How the first two stones came about; other openings are an error."""
    if settings.openings != "balanced":
        return settings.openings
    if (settings.opening_plies, settings.opening_rollouts) != (2, 0):
        raise ValueError("the random openings of a log must be those of --opening-plies 2 --opening-rollouts 0")
    return "random"


def player_text(settings: Settings) -> str:
    """The player and its budget of a move; its own goes before that of the match."""
    player = settings.agents[0]
    if "=" in player:
        return f"`{player}`"
    budget = f"{settings.visits} visits" if settings.visits else f"{settings.seconds:g} s"
    return f"`{player}`, {budget} a move"


def light_score(game: Game) -> float:
    """What Light scored, whoever had it."""
    return {"light": 1.0, "dark": 0.0, None: 0.5}[game.winner_color]


def chooser_score(game: Game) -> float:
    """What participant 1 scored, who answers the pie."""
    return {1: 1.0, 0: 0.0, None: 0.5}[game.winner]


def count(logs: Iterable[Path]) -> list[Entry]:
    """For each kind of opening and players: what Light scored in each class, and the chooser of the pie.

    The games that have both stones from one random draw, two of each pair, depend on each other and are one cluster.
    Games whose stones were chosen in the game have seeds of their own and are a cluster each.
    """
    entries: dict[str, Entry] = {}
    for log in logs:
        settings, games = read_log(log)
        if len(set(settings.agents)) != 1:
            raise ValueError(f"{log}: both players must be the same")
        kind, board = kind_of(settings), board_of(settings.size)
        about = {"kind": kind, "player": player_text(settings), "size": settings.size}
        nothing = about | {"games": 0, "swaps": 0, "chooser": [0] * 5, "classes": {}}
        entry = entries.setdefault(json.dumps(about), nothing)
        clusters: defaultdict[int, list[Game]] = defaultdict(list)
        for game in games:
            clusters[game.pair if kind == "random" else game.index].append(game)
        for together in clusters.values():
            if len(together) != (2 if kind == "random" else 1):
                continue  # a match that was cut off has a pair of one game
            light, dark = (board.index[name] for name in together[0].moves[:2])
            counts = entry["classes"].setdefault(opening_class(board, light, dark), [0] * 5)
            for kept, score in ((counts, light_score), (entry["chooser"], chooser_score)):
                kept[PAIR_SCORES.index(sum(map(score, together)) / len(together))] += 1
            entry["games"] += len(together)
            entry["swaps"] += sum("swap" in game.moves[:3] for game in together)
    order = list(KINDS)
    return sorted(entries.values(), key=lambda entry: order.index(entry["kind"]))


def together(counts: Iterable[Sequence[int]]) -> Counts:
    """The sum of some counts."""
    return [sum(column) for column in zip([0] * 5, *counts, strict=True)]


def share(counts: Sequence[int]) -> tuple[float, float, float]:
    """The mean score in per cent, and the ends of its 95 % interval, which respects pairs."""
    mean = sum(number * score for number, score in zip(counts, PAIR_SCORES, strict=True)) / sum(counts)
    low, high = pair_interval(counts)
    return 100 * mean, 100 * low, 100 * high


def share_text(counts: Sequence[int]) -> str:
    """The share with one decimal and its interval."""
    return "{:.1f} % [{:.1f}, {:.1f}]".format(*share(counts))


def kinds_table(entries: list[Entry]) -> str:
    """Light's share, and the chooser's, of each kind of opening."""
    rows = []
    for entry in entries:
        pie = entry["kind"] == "pie"
        rows.append(
            [
                KINDS[entry["kind"]],
                entry["player"],
                str(entry["games"]),
                share_text(together(entry["classes"].values())),
                share_text(entry["chooser"]) if pie else "",
                f"{100 * entry['swaps'] / entry['games']:.0f} %" if pie else "",
            ]
        )
    return table(["opening", "players", "games", "Light won", "who answered the pie won", "swapped"], rows)


def lines_table(classes: Mapping[str, Counts]) -> str:
    """Light's share by the lines of both stones: the number of games behind it."""
    cells: defaultdict[tuple[str, str], list[Counts]] = defaultdict(list)
    for name, counts in classes.items():
        light, dark, _ = name.split()
        for key in ((light, dark), (light, "any"), ("any", dark), ("any", "any")):
            cells[key].append(counts)
    lines = [*sorted({light for light, _ in cells} - {"any"}), "any"]

    def cell(light: str, dark: str) -> str:
        counts = together(cells.get((light, dark), []))
        return "{:.0f} [{:.0f}, {:.0f}]".format(*share(counts)) if sum(counts) >= FEWEST else ""

    rows = [[f"**{light}**", *(cell(light, dark) for dark in lines)] for light in lines]
    return table(["Light's line, below; Dark's line, right", *lines], rows)


def shared_table(classes: Mapping[str, Counts]) -> str:
    """Light's share by whether the stones share a line."""
    rows = []
    for word, text in (("shared", "yes"), ("apart", "no")):
        counts = together(counts for name, counts in classes.items() if name.endswith(word))
        rows.append([text, str(2 * sum(counts)), share_text(counts)])
    return table(["stones on one line", "games", "Light won"], rows)


def class_cells(name: str, counts: Counts, games_of_a_cluster: int) -> list[str]:
    """The first cells of a row of a class."""
    light, dark, shared = name.split()
    games = str(games_of_a_cluster * sum(counts))
    return [light, dark, "yes" if shared == "shared" else "no", games, share_text(counts)]


CLASS_HEAD = ["Light's line", "Dark's line", "on one line", "games", "Light won"]


def even_table(classes: Mapping[str, Counts], most: int = 10) -> str:
    """The classes that are nearest to even for certain: by the end of the interval that is farther from one half."""
    rows = []
    for name, counts in classes.items():
        if sum(counts) >= FEWEST:
            _, low, high = share(counts)
            rows.append((max(50 - low, high - 50), class_cells(name, counts, 2)))
    rows = sorted(rows)[:most]
    return table([*CLASS_HEAD, "from even, at most"], [[*cells, f"{away:.0f} %"] for away, cells in rows])


def chosen_table(classes: Mapping[str, Counts], most: int = 10) -> str:
    """The classes that players chose most often."""
    often = sorted(classes.items(), key=lambda item: (-sum(item[1]), item[0]))[:most]
    return table(CLASS_HEAD, [class_cells(name, counts, 1) for name, counts in often])


def tables(entries: list[Entry]) -> dict[str, str]:
    """The tables by the names that the page marks them with."""
    parts = {"kinds": kinds_table(entries)}
    for kind in ("plain", "random"):
        # The largest match, of equal ones the last: classes have few games each.
        of_kind = [entry for entry in entries if entry["kind"] == kind]
        entry = max(reversed(of_kind), key=lambda entry: entry["games"])
        classes = entry["classes"]
        parts[f"{kind} players"] = f"{entry['games']} games on {entry['size']}: {entry['player']}."
        if kind == "plain":
            parts["chosen"] = chosen_table(classes)
        else:
            parts |= {"lines": lines_table(classes), "shared": shared_table(classes), "even": even_table(classes)}
    return parts


def written(page: str, entries: list[Entry]) -> str:
    """The page with its tables written anew."""
    return rewritten(PAGE, page, tables(entries))


def measured() -> list[Entry]:
    """What was counted."""
    entries: list[Entry] = json.loads(DATA.read_text("utf-8"))
    return entries


def main() -> None:
    """Counts and rewrites."""
    if sys.argv[1:]:
        # A class in a line: readable, and short.
        text = json.dumps(count(map(Path, sys.argv[1:])), indent=1)
        text = re.sub(r"\[\s+([\d,\s]+?)\s+\]", lambda match: f"[{' '.join(match[1].split())}]", text)
        DATA.write_text(text + "\n", "utf-8")
    PAGE.write_text(written(PAGE.read_text("utf-8"), measured()), "utf-8")


if __name__ == "__main__":
    main()
