"""The analysis of games: what is found, how moves are judged and spoken of, and every form it is written in."""

from __future__ import annotations

import functools
import json
import pickle
import random
import re
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Literal

import jsonschema
import pytest

from conftest import REPEATING, SIZES, read_json
from meridians import GameResult, GameState, MeridiansError, Position, Record
from meridians.analysis import KINDS, Analysis, Found, MoveAnalysis, analyze
from meridians.analysis.words import remarks_on, threats_in

LOST = "a4 b1 f4 e4 f5"  # Light overlooks that both its stones are threatened
SCHEMA = json.loads(files("meridians.analysis").joinpath("schema.json").read_text("utf-8"))


def random_game(size: str, opening: str, seed: int, plies: int = 1000) -> GameState:
    draw, game = random.Random(seed), GameState(size, opening)  # type: ignore[arg-type]
    while not game.is_over and game.ply < plies:
        game.play(draw.choice(game.legal_moves()))
    return game


def with_set_up() -> Record:
    text = "(;GM[Meridians]SZ[3:4];W[f3];B[c3];AW[d1][d3]AB[a1][a3]AE[f3][c3]PL[W]TU[2,2];W[d5];B[b2])"
    return Record.read(text)


def games() -> dict[str, Record | GameState]:
    """Games of all sizes and both openings, and games that end in every way or go on."""
    found: dict[str, Record | GameState] = {
        f"{size} {opening}": random_game(size, opening, 7, 24) for size in SIZES for opening in ("plain", "pie")
    }
    first, cycle = REPEATING
    return found | {
        "lost": GameState.from_moves(LOST),
        "forced pass": GameState.from_moves("e4 g2 e2 pass", "3/4"),
        "swapped": GameState.from_moves("h1 d4 swap h8 d6", opening="pie", resigned="light"),
        "repeated": GameState.from_moves([*first, *cycle * 2][: len(first) + 8]),
        "set up": with_set_up(),
    }


@functools.cache
def example(name: str) -> Analysis:
    return analyze(games()[name], visits=30, seed=3)


EXAMPLES = pytest.mark.parametrize("name", games())


@EXAMPLES
def test_every_move_of_every_game_is_judged(name: str) -> None:
    found = example(name)
    record = found.record
    assert found.complete
    assert [move.move for move in found.moves] == record.mainline()
    assert [move.ply for move in found.moves] == list(range(1, found.plies + 1))
    assert len(found.chances) == len(record.positions()) == len(found.found)
    for move in found.moves:
        before, after = found.state(move.ply), found.state(move.ply)
        after.play(move.move)
        assert 0 <= move.chance <= 1
        assert 0 <= move.light_before <= 1
        assert move.dark_before == 1 - move.light_before
        assert before.is_legal(move.best)
        assert move.line[0] == move.best
        line = before.copy()
        for best in move.line:
            line.play(best)
        assert move.removed == tuple(after.removed[-1])
        assert move.participant == before.participant
        assert move.loss == max(0, move.best_chance - move.played_chance)
        assert (move.judgement == "forced") == (len(before.legal_moves()) == 1)
        if move.move == move.best:
            assert move.loss == 0
        if after.outcome is not None and after.outcome.winner is not None:
            assert move.played_chance == float(after.outcome.participant == move.participant)
            assert move.light_after == float(after.outcome.winner == "light")


@EXAMPLES
def test_light_has_the_chance_of_whoever_has_light(name: str) -> None:
    found = example(name)
    for move, chance in zip(found.moves, found.chances[1:], strict=False):
        if name != "set up":
            assert move.light_after == chance
        if move.mover in ("light", "dark"):
            assert move.light_before == pytest.approx(move.chance if move.mover == "light" else 1 - move.chance)
    answers = [move for move in found.moves if move.move in ("keep", "swap")]
    assert len(answers) == (name.endswith("pie") or name == "swapped")
    for answer in answers:
        assert answer.mover == "chooser"
        assert [move.mover for move in found.moves[:2]] == ["opener", "opener"]
        # Whoever answers takes the better side: keeping Dark and taking Light are worth 1 together.
        light = answer.played_chance if answer.move == "swap" else 1 - answer.played_chance
        assert light == pytest.approx(answer.light_after)


def test_the_move_that_lost_the_game() -> None:
    found = analyze(GameState.from_moves(LOST), visits=500)
    last = found.moves[-1]
    assert (last.judgement, last.played_chance, last.color) == ("blunder", 0, "light")
    assert found.decisive == last
    assert last in found.turning_points
    assert found.side("light").blunders >= 1
    fates = {threat.group[0]: (threat.lost, threat.overlooked) for threat in last.threats}
    game = GameState.from_moves(LOST)
    game.undo()
    assert fates == {point: (True, last.best in game.rescues(point)) for point in ("a4", "f4")}


def invented(chances: list[float], best: dict[int, float], winner: str | None = "light") -> Analysis:
    """An analysis of quiet moves: Light's chances, and for some plies the chance of the mover after another move."""
    game = random_game("6/7", "plain", 1, len(chances) - 1)
    record = Record.from_game(game)
    if winner is not None:
        record.result = GameResult(winner, "resignation")  # type: ignore[arg-type]
    state, found = GameState("6/7"), {}
    for index, light in enumerate(chances):
        played = game.moves[index] if index < game.ply else None
        better = next(move for move in state.legal_moves() if move != played)
        line = (better,) if index + 1 in best or played is None else (played,)
        mine = light if state.turn == "light" else 1 - light
        found[index] = Found(mine, line, 10, None, None, best.get(index + 1))
        if played is not None:
            state.play(played)
    from meridians.analysis import Settings

    return Analysis(record, Settings(10, None, "best", 0), found)


@pytest.mark.parametrize(
    ("loss", "judgement"),
    [(0.0, "good"), (0.0449, "good"), (0.0451, "inaccuracy"), (0.0949, "inaccuracy"), (0.0951, "mistake"),
     (0.1949, "mistake"), (0.1951, "blunder"), (-0.3, "good")],
)  # fmt: skip
def test_names_of_losses(loss: float, judgement: str) -> None:
    found = invented([0.5, 0.5, 0.5, 0.5], {2: 0.5 + loss})
    move = found.moves[1]
    assert (move.color, move.judgement) == ("dark", judgement)
    assert move.loss == pytest.approx(max(0, loss))
    assert [other.judgement for other in found.moves] == ["best", judgement, "best"]


def test_turning_points_and_the_decisive_move() -> None:
    # Dark loses 0.25 at 4, and 0.2 at 6 from a bad position; Light 0.15 at 5.
    chances = [0.5, 0.5, 0.5, 0.5, 0.75, 0.62, 0.9, 0.9]
    found = invented(chances, {4: 0.5, 5: 0.77, 6: 0.3})
    assert [move.ply for move in found.turning_points] == [4, 5, 6]
    assert found.decisive == found.moves[3]
    assert (found.side("dark").blunders, found.side("light").mistakes) == (2, 1)
    assert found.side("dark").mean_loss == pytest.approx((0.25 + 0.2) / 3)
    # The best move of 6 would have left Dark 0.45: then this is the move that lost.
    assert invented(chances, {4: 0.5, 5: 0.77, 6: 0.45}).decisive is not None
    assert (
        invented(chances, {4: 0.5, 5: 0.77, 6: 0.45}).decisive == invented(chances, {4: 0.5, 5: 0.77, 6: 0.45}).moves[5]
    )
    # Light let Dark back to an even game afterwards: then 4 did not lose it.
    assert invented([0.5, 0.5, 0.5, 0.5, 0.75, 0.55, 0.7, 0.9], {4: 0.5, 5: 0.77}).decisive is None
    # A mistake that leaves more than 0.4 has not lost the game.
    assert invented([0.5, 0.5, 0.5, 0.5, 0.58, 0.58, 0.9, 0.9], {4: 0.7}).decisive is None
    # Nobody lost: nothing lost the game.
    assert invented(chances, {4: 0.5, 5: 0.77}, winner=None).decisive is None


def test_sides_are_who_has_the_colours_at_the_end() -> None:
    found = example("swapped")
    opener, chooser = found.side("dark"), found.side("light")
    assert [move.participant for move in found.moves] == [0, 0, 1, 1, 0]
    assert (opener.moves, chooser.moves) == (3, 2)
    assert opener.mean_loss == pytest.approx(sum(found.moves[index].loss for index in (0, 1, 4)) / 3)


def test_what_is_not_proven_is_not_certain() -> None:
    found = analyze(random_game("3/4", "plain", 3), visits=5, engine="uct")
    open_positions = [what for what in found.found.values() if what.line and what.proven is None]
    assert all(0 < what.chance < 1 for what in open_positions)
    assert all(what.best_chance is None or what.best_chance < 1 for what in open_positions)
    proven = [what for what in analyze(random_game("3/4", "plain", 3), visits=300).found.values() if what.proven]
    assert len(proven) > 3
    assert all(what.chance == {"win": 1, "loss": 0, "draw": 0.5}[what.proven or ""] for what in proven)


def test_a_position_with_one_legal_move_is_judged_by_the_next() -> None:
    found = example("forced pass")
    move = next(move for move in found.moves if move.move == "pass")
    assert (move.judgement, move.loss, move.best) == ("forced", 0, "pass")
    assert found.found[move.ply - 1].visits == 0
    assert found.found[move.ply - 1].chance == pytest.approx(1 - found.found[move.ply].chance)
    assert "pass" in [remark.kind for remark in move.remarks]


def test_the_threads_do_not_matter() -> None:
    game = random_game("4/5", "pie", 5, 16)
    one = analyze(game, visits=40, threads=1)
    assert analyze(game, visits=40, threads=3) == one
    assert analyze(game, visits=41, threads=3) != one
    assert pickle.loads(pickle.dumps(one)) == one


def test_what_was_interrupted_is_gone_on_with() -> None:
    game = random_game("5/6", "plain", 7, 20)
    whole = analyze(game, visits=40)
    partials: list[Analysis] = []

    def interrupt(done: int, total: int) -> None:
        assert total == 21
        if done == 9:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        analyze(game, visits=40, progress=interrupt, partial=partials.append)
    (partial,) = partials
    assert not partial.complete
    assert len(partial.found) == 9
    assert 0 < len(partial.moves) < 20
    assert partial.decisive is None
    seen: list[int] = []
    again = Analysis.from_json(partial.to_html())
    rest = analyze(game, visits=40, resume=again, progress=lambda done, _: seen.append(done))
    assert rest == whole
    assert seen == list(range(10, 22))
    for other, settings in ((random_game("5/6", "plain", 6, 20), 40), (game, 41)):
        with pytest.raises(MeridiansError, match=r"its (game|settings) differ"):
            analyze(other, visits=settings, resume=partial)


def test_limits_in_seconds() -> None:
    found = analyze(GameState.from_moves(LOST), seconds=0.02)
    assert found.complete
    assert found.settings.visits is None
    assert min(what.visits for index, what in found.found.items() if index < 5) > 1


# In words


def corpus() -> list[tuple[Position, str, Position, list[str]]]:
    found = []
    games = [random_game(size, "plain", seed) for size in SIZES for seed in range(2)]
    games += [GameState.from_moves("e4 g2 e2 pass", "3/4"), GameState.from_moves("h1 d4 keep", opening="pie")]
    for game in games:
        state = GameState(game.size, game.opening)
        for move in game.moves:
            before = state.position
            removed = state.play(move)
            found.append((before, move, state.position, removed))
    return found


def pathless(position: Position, color: Literal["light", "dark"]) -> set[tuple[str, ...]]:
    ends = {end for path in position.paths(color) for end in path}
    return {tuple(group) for group in position.groups(color) if not ends.intersection(group)}


def test_remarks_are_what_the_rules_say() -> None:
    kinds, cuts = set(), 0
    for before, move, after, removed in corpus():
        best = move if move in ("pass", "keep", "swap") else before.legal_moves()[0]
        threats = threats_in(before, removed, best, "blunder")
        remarks = remarks_on(before, move, after, removed, threats, best)
        kinds |= {remark.kind for remark in remarks}
        assert [remark.kind for remark in remarks] == sorted((r.kind for r in remarks), key=KINDS.index)
        assert all(remark.text[0].islower() and not remark.text.endswith(".") for remark in remarks)
        points = {point for remark in remarks for point in remark.points}
        assert all(before.at(point) or after.at(point) or point == move for point in points) or {
            "parried", "exposed", "own_points", "points_taken", "eye", "eye_lost"
        } & {remark.kind for remark in remarks}  # fmt: skip
        assert {threat.group for threat in threats} == {tuple(group) for group in before.threatened()}
        assert {point for threat in threats if threat.lost for point in threat.group} <= set(removed)
        if before.turns != (2, 2) or after.is_over or move in ("pass", "keep", "swap"):
            continue
        # Cuts: the other colour's groups that the rules call threatened now, and did not before.
        was = pathless(before, "dark" if before.turn == "light" else "light")
        new = {tuple(group) for group in after.threatened()} - was
        cut = [remark for remark in remarks if remark.kind == "cut"]
        attacks = [remark for remark in remarks if remark.kind == "double_attack"]
        assert (len(cut), len(attacks)) == (len(new) == 1, len(new) > 1)
        assert {remark.points for remark in cut} == (new if len(new) == 1 else set())
        assert {point for remark in attacks for point in remark.points} == ({g[0] for g in new} if attacks else set())
        cuts += len(new)
        whole = next((group for group in after.groups(before.turn) if move in group), [])
        joined = [group for group in before.groups(before.turn) if group[0] in whole]
        merged = [remark for remark in remarks if remark.kind == "merge"]
        assert len(merged) == (len(joined) >= 2)
        if merged:
            assert set(merged[0].points) == {group[0] for group in joined}
    assert cuts > 30
    assert kinds >= set(KINDS) - {"eye_lost", "never_cut", "no_longer_safe"}


@pytest.mark.parametrize(
    ("text", "move", "expected"),
    [
        ("3/4 3/4/1x3/6/x4/1o1o/3 light 2,2 plain", "d2",
         "double_attack: attacks two groups at once, the stone c1 and the stone e2: neither has a path now"),
        ("4/5 3o/x1x2/x1x1x1/3x3/2x5/1xoo2o/2o1oo/5/4 light 2,2 plain", "c4",
         "suicide: places a stone that is removed at once"),
    ],
)  # fmt: skip
def test_remarks_on_a_move(text: str, move: str, expected: str) -> None:
    before = Position.from_text(text)
    removed = before.removed_by(move)
    remarks = remarks_on(before, move, before.play(move), removed, threats_in(before, removed, move, "best"), move)
    assert expected in [f"{remark.kind}: {remark.text}" for remark in remarks]


@pytest.mark.parametrize(
    ("ply", "expected"),
    [
        (5, "second_path: gives the stone e5 a second path"),
        (5, "parried: prevents a double attack at e3 or e4"),
        (8, "cut: cuts the only path of the stone b5"),
        (40, "second_path: gives the group at g9 (8 stones) more paths"),
        (45, "merge: merges two groups into one with ten paths"),
        (48, "single_path: leaves the stone c6 a single path"),
        (50, "exposed: allows a double attack at g8"),
        (70, "eye: makes an eye within the group at g9 (14 stones)"),
        (70, "never_cut: makes the group at g9 (14 stones) and the stone l7 safe: they can never be cut"),
        (96, "given_up: loses the group at a1 (6 stones), which nothing could rescue"),
        (102, "end: ends the game: Light wins, for Dark has no stone left"),
    ],
)
def test_remarks_on_a_recorded_game(ply: int, expected: str) -> None:
    moves = read_json("ludii_trial_0.json")["moves"]
    before, move = GameState.from_moves(moves[: ply - 1]).position, moves[ply - 1]
    removed = before.removed_by(move)
    remarks = remarks_on(before, move, before.play(move), removed, threats_in(before, removed, move, "best"), move)
    assert expected in [f"{remark.kind}: {remark.text}" for remark in remarks]


# In files


@EXAMPLES
def test_the_document_is_as_the_schema_says_and_reads_back(name: str) -> None:
    found = example(name)
    document = json.loads(found.to_json())
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    assert {remark["kind"] for move in document["moves"] for remark in move["remarks"]} <= set(KINDS)
    assert Analysis.from_json(found.to_json()) == found
    assert Analysis.from_json(found.to_html()) == found
    assert found.to_json() == Analysis.from_json(found.to_json()).to_json()
    first = document["moves"][0]
    move = found.moves[0]
    assert first["before"] == {"light": round(move.light_before, 4), "dark": round(1 - move.light_before, 4)}
    assert (first["loss"], first["best"]) == (round(move.loss, 4), move.best)


def test_the_schema_allows_nothing_else() -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    document = json.loads(example("lost").to_json())
    for broken in ({"extra": 1}, {"version": 2}, {"decisive": 0}, {"positions": [{}]}, {"complete": None}):
        assert not validator.is_valid({**document, **broken}), broken


@pytest.mark.tree
def test_the_page_names_every_field_and_kind() -> None:
    page = (Path(__file__).parents[1] / "docs" / "analysis.md").read_text("utf-8")
    words = set(re.findall(r"`([a-z_]+)`", page))
    definitions = [SCHEMA, *SCHEMA["$defs"].values()]
    fields = {name for part in definitions for name in part.get("properties", {})}
    assert fields | set(KINDS) <= words


BROKEN = {
    "nothing": ("", "neither a JSON document nor a report"),
    "a page": ("<html></html>", "neither a JSON document nor a report"),
    "a list": ("[]", '"format" must be "meridians analysis"'),
    "deep": ("[" * 100_000, "neither a JSON document nor a report"),
    "format": ({"format": "x"}, '"format"'),
    "version": ({"version": 2}, '"version" must be 1'),
    "settings": ({"settings": None}, '"settings" must be dict'),
    "no seed": ({"settings": {"visits": 1, "seconds": None, "engine": "best"}}, '"settings" lacks "seed"'),
    "engine": ({"settings": {"visits": 1, "seconds": None, "engine": "x", "seed": 0}}, '"settings": engine must be'),
    "record": ({"record": 5}, '"record" must be str'),
    "bad record": ({"record": "(;GM[Meridians]SZ[6:7];W[z9])\n"}, '"record": .*z9'),
    "a path": ({"record": "game.sgf"}, '"record": it must be an SGF, and end with a line feed'),
    "a path like a game": ({"record": "(;game.sgf"}, '"record": it must be an SGF'),
    "positions": ({"positions": {}}, '"positions" must be list'),
    "number": ({"positions": [5]}, '"positions", number 0: must be an object or null'),
    "too many": (
        {"positions": [None] * 6 + [{"chance": 0.5, "line": [], "visits": 1}]},
        "number 6: is not in the game",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_documents(name: str) -> None:
    change, message = BROKEN[name]
    text = change if isinstance(change, str) else json.dumps({**json.loads(example("lost").to_json()), **change})
    with pytest.raises(MeridiansError, match=message):
        Analysis.from_json(text)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"chance": 2}, '"chance" must be a number from 0 to 1'),
        ({"chance": None}, '"chance" must be'),
        ({"chance": "0.5"}, '"chance" must be'),
        ({"best_chance": -1}, '"best_chance" must be a number from 0 to 1'),
        ({"visits": 1.5}, '"visits" must be a whole number from 0'),
        ({"visits": True}, '"visits" must be'),
        ({"plies": -1}, '"plies" must be a whole number'),
        ({"proven": "win", "plies": 3}, '"chance" must be what is certain'),
        ({"plies": 3}, '"plies" must be there if and only if something is proven'),
        ({"proven": "yes"}, '"proven" must be "win", "loss", "draw" or null'),
        ({"line": "a1"}, '"line" must be a list of moves'),
        ({"line": ["a1", 1]}, '"line" must be'),
        ({"line": []}, '"line" must have moves'),
        ({"line": ["a1", "a1"]}, '"line": .*a1'),
        ({"line": ["a4"], "best_chance": 0.5}, '"best_chance" must be there if and only if'),
    ],
)
def test_broken_positions(change: dict[str, object], message: str) -> None:
    document = json.loads(example("lost").to_json())
    document["positions"][0] |= change
    with pytest.raises(MeridiansError, match=f'"positions", number 0: {message}'):
        Analysis.from_json(json.dumps(document))


@EXAMPLES
def test_the_record_has_comments_and_better_lines(name: str) -> None:
    found = example(name)
    record = found.to_record()
    assert record.mainline() == found.record.mainline()
    assert Record.read(record.to_text()) == record
    assert "Analysed with best, 30 visits a search" in record.root.comment
    node, moves = record.root, iter(found.moves)
    while node.children:
        parent, node = node, node.children[0]
        if node.move is None:
            continue
        move = next(moves)
        for remark in move.remarks:
            assert f"{remark.text[0].upper()}{remark.text[1:]}." in node.comment
        better = [child for child in parent.children[1:] if child.move == move.best]
        assert len(better) == (round(100 * move.loss) >= 5)
        if better:
            assert better[0].comment.startswith("Better: ")
            line, last = [], better[0]
            while last.children:
                line.append(last.move)
                last = last.children[0]
            assert [*line, last.move] == list(move.line[:12])
    assert next(moves, None) is None


def test_what_a_record_says_already_is_kept() -> None:
    record = Record.from_game(GameState.from_moves(LOST))
    record.headers = {"light": "Ada"}
    last = record.at((0, 0, 0, 0, 0))
    last.comment = "Oh."
    record.at((0, 0, 0, 0)).add("f9").comment = "This!"
    found = analyze(record, visits=50)
    commented = found.to_record()
    assert commented.at((0, 0, 0, 0, 0)).comment.startswith("Oh.\n\nA blunder: loses ")
    assert commented.at((0, 0, 0, 0, 1)).comment.startswith("This!")
    assert commented.headers == record.headers
    assert record.at((0, 0, 0, 0, 0)).comment == "Oh.", "the record itself is not changed"
    assert found.record == record


class Page(HTMLParser):
    """What is in a page: elements that are open, ids, links, scripts, and the text."""

    VOID = frozenset({"meta", "link", "br", "img", "hr", "input", "rect", "path", "circle", "polygon", "line"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.scripts: list[dict[str, str | None]] = []
        self.styles, self.words, self.open = 0, "", list[str]()
        self.events: list[str] = []
        self.feed(text)
        self.close()

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.handle_endtag(tag)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if "id" in given:
            self.ids.append(str(given["id"]))
        for name, value in attributes:
            if name in ("href", "src", "srcset", "data", "action", "xlink:href"):
                self.links.append(str(value))
            if name.startswith("on"):
                self.events.append(name)
        if tag == "script":
            self.scripts.append(given)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("script", "style"):
            self.words += data


@EXAMPLES
def test_the_report_is_one_page_by_itself(name: str) -> None:
    found = example(name)
    text = found.to_html()
    page = Page(text)
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert all(link.startswith("#") for link in page.links)
    assert [(script["type"], script["id"]) for script in page.scripts] == [("application/json", "analysis")]
    assert page.events == []
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", text)
    assert "default-src 'none'; style-src 'unsafe-inline'" in text
    for move in found.moves:
        assert f"ply-{move.ply}" in page.ids
    for index in range(len(found.turning_points)):
        assert f"turning-{index + 1}" in page.ids
    boards = 2 * (2 * len(found.turning_points) + 1)
    assert text.count('<polygon class="board"') == boards
    assert text.count('class="graph ') == 2
    for remark in {remark for move in found.moves for remark in move.remarks}:
        assert f"{remark.text[0].upper()}{remark.text[1:]}." in page.words


def test_no_text_of_a_record_becomes_markup() -> None:
    record = Record.from_game(GameState.from_moves(LOST))
    evil = "</script><script>alert(1)</script><b>&\"'\u2028"
    record.headers = {"light": evil, "dark": evil, "event": evil, "date": evil, "place": evil}
    record.root.comment = evil + "]\\"
    found = analyze(record, visits=20)
    text = found.to_html()
    page = Page(text)
    assert len(page.scripts) == 1
    assert "<b>&" not in text
    assert evil.replace("\u202e", "") in page.words
    assert "\u202e" not in page.words, "nothing turns around what is beside it"
    assert Analysis.from_json(text) == found
    assert Analysis.from_json(text).record == record


def test_a_partial_report_says_so() -> None:
    found = example("5/6 plain")
    part = Analysis(found.record, found.settings, {index: found.found[index] for index in (0, 1, 2, 5, 6, 9)})
    assert [move.ply for move in part.moves] == [1, 2, 6]
    assert "This report is partial: 3 moves of the game can be judged so far." in Page(part.to_html()).words
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(part.to_json()))
    assert Analysis.from_json(part.to_json()) == part
    nothing = Analysis(found.record, found.settings, {})
    assert nothing.moves == ()
    assert Analysis.from_json(nothing.to_html()) == nothing
    assert nothing.to_record().mainline() == found.record.mainline()


def test_an_analysed_record_is_analysed_again() -> None:
    once = example("lost").to_record()
    twice = analyze(once, visits=30, seed=3).to_record()
    assert twice == once, "nothing is said twice"


def test_a_game_drawn_by_repetition_ends_so() -> None:
    last = example("repeated").moves[-1]
    assert last.remarks[0].text == "ends the game as a draw, for the position stands for the third time"
    assert last.played_chance == 0.5


def test_what_the_best_move_does() -> None:
    for name in ("lost", "6/7 plain", "5/6 pie"):
        for move in example(name).moves:
            assert not move.best_remarks or move.is_bad
            if move.is_bad and move.best not in ("pass", "keep", "swap") and move.ply > 4:
                before = example(name).state(move.ply).position
                removed = before.removed_by(move.best)
                threats = threats_in(before, removed, move.best, "best")
                after = before.play(move.best)
                assert move.best_remarks == remarks_on(before, move.best, after, removed, threats, move.best)


def test_files(tmp_path: Path) -> None:
    found = example("lost")
    for ending, text in ((".html", found.to_html()), (".json", found.to_json()), (".sgf", found.to_record().to_text())):
        path = tmp_path / f"game{ending}"
        found.save(path)
        assert path.read_text("utf-8") == text
    with pytest.raises(MeridiansError, match=r"path must end in \.html, \.json or \.sgf, not in '\.txt'"):
        found.save(tmp_path / "game.txt")
    with pytest.raises(OSError, match="nowhere"):
        found.save(tmp_path / "nowhere" / "game.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.html", "game.json", "game.sgf"]


def test_an_analysis_is_not_changed_from_outside() -> None:
    found = example("lost")
    moves = found.moves
    found.record.headers = {"light": "x"}
    found.state(1).play("b1")
    with pytest.raises(TypeError):
        found.found[0] = found.found[1]  # type: ignore[index]
    assert found.record.headers == {}
    assert found.moves == moves == example("lost").moves
    assert isinstance(replace(moves[0], loss=1.0), MoveAnalysis)


def test_there_must_be_a_move() -> None:
    for empty in (Record(), GameState("3/4"), Record.from_game(GameState(opening="pie"))):
        with pytest.raises(MeridiansError, match="there is nothing to analyse: the record has no move"):
            analyze(empty)
