"""Records: trees, results, files, and SGF beside another reader of it."""

from __future__ import annotations

import random
import re
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sgfmill import sgf_grammar

import meridians
from conftest import games_at_all_stages
from meridians import (
    GameResult,
    GameState,
    IllegalMoveError,
    MeridiansError,
    ParseError,
    Position,
    Record,
    RecordNode,
    SetupError,
    records_in,
)

HEAD = "(;FF[4]GM[Meridians]SZ[6:7]RU[plain]"


def random_game(size: str, opening: str, chance: random.Random, plies: int = 1000) -> GameState:
    game = GameState(size, opening)  # type: ignore[arg-type]
    while not game.is_over and game.ply < plies:
        game.play(chance.choice(game.legal_actions()))
    return game


def random_games(count: int) -> list[GameState]:
    """Mostly small boards, both openings, some games not over and some resigned."""
    chance = random.Random(5)
    games = []
    for index in range(count):
        size = "6/7" if index % 50 == 0 else ("2/3", "3/4", "4/5")[index % 3]
        game = random_game(size, ("plain", "pie")[index // 3 % 2], chance, chance.randrange(3, 90))
        if not game.is_over and chance.random() < 0.3:
            game.resign(chance.choice(["light", "dark"]))
        games.append(game)
    return games


GAMES = random_games(1000)


def states(game: GameState) -> list[str]:
    """The positions of a game."""
    again = GameState.from_text(game.start.text, game.repetition)
    texts = [again.text]
    for move in game.moves:
        again.play(move)
        texts.append(again.text)
    return texts


# A record of a game


def test_a_record_has_what_the_game_has() -> None:
    for stage, game in games_at_all_stages().items():
        record = Record.from_game(game)
        assert (record.size, record.opening, record.repetition) == (game.size, game.opening, game.repetition), stage
        assert record.mainline() == game.moves
        assert [position.text for position in record.positions()] == states(game)
        if game.outcome:
            assert (record.result.winner, record.result.reason) == (game.outcome.winner, game.outcome.reason)
        else:
            assert record.result == GameResult(None, "unknown")
        assert record.fault is None
        again = Record.read(record.to_text())
        assert again == record
        assert again.game().position == game.position


def test_a_thousand_games_come_back_from_sgf_with_equal_positions_at_every_ply() -> None:
    for game in GAMES:
        text = Record.from_game(game).to_text("sgf")
        again = Record.read(text)
        assert again.mainline() == game.moves
        assert [position.text for position in again.positions()] == states(game)
        assert again.to_text() == text
        outcome = game.outcome
        winner, reason = (outcome.winner, outcome.reason) if outcome else (None, "unknown")
        assert again.result == GameResult(winner, reason)  # type: ignore[arg-type]


def test_arrays() -> None:
    game = GameState.from_moves("h1 d4 swap h8", opening="pie")
    actions, stones = Record.from_game(game).to_arrays()
    names = meridians.point_names("6/7")
    assert actions.tolist() == [names.index("h1"), names.index("d4"), 116, names.index("h8")]
    assert (actions.dtype, stones.dtype, stones.shape) == (np.uint16, np.int8, (5, 114))
    for row, position in zip(stones, Record.from_game(game).positions(), strict=True):
        assert [names[i] for i in np.flatnonzero(row == 1)] == position.stones("light")
        assert [names[i] for i in np.flatnonzero(row == -1)] == position.stones("dark")
    actions, stones = Record("2/3").to_arrays()
    assert (actions.shape, stones.shape) == ((0,), (1, 14))


def test_headers_keep_their_order_and_are_the_callers_own() -> None:
    record = Record()
    assert record.headers == {}
    record.headers = {"dark": "B ] \\", "event": "two\nlines\tand  more", "light": "", "date": "2026-11-30"}
    assert list(record.headers.items()) == [
        ("dark", "B ] \\"),
        ("event", "two lines and  more"),
        ("date", "2026-11-30"),
    ]
    record.headers["event"] = "changed"
    assert record.headers["event"] == "two lines and  more"
    assert Record.read(record.to_text()).headers == record.headers
    for wrong in ({"elo": "1"}, {"": ""}):
        with pytest.raises(MeridiansError, match=r"there is no header .*: the headers are name, event, "):
            record.headers = wrong
    for value in (None, [("event", "x")], {"event": 1}, {1: "x"}):
        with pytest.raises(TypeError):
            record.headers = value  # type: ignore[assignment]
    assert list(record.headers) == ["dark", "event", "date"]


# Nodes


def test_a_tree_is_built_walked_and_kept() -> None:
    record = Record("6/7")
    node = record.root
    for move in ["h1", "d4", "h8", "d6"]:
        node = node.add(move)
    second = record.at((0, 0))
    variation = second.add("h5")
    variation.comment = "better?\nor (;W[a1]) not ] \\"
    variation.name = "try"
    variation.marks = {"triangle": ["h5", "a1"], "circle": []}
    variation.labels = {"b1": "a:b]", "a1": "1"}
    variation.seconds_left = (None, 12.5)
    deeper = variation.add("d7")
    assert [child.move for child in second.children] == ["h8", "h5"]
    assert record.mainline() == ["h1", "d4", "h8", "d6"]
    assert (deeper.ply, deeper.path, deeper.parent) == (4, (0, 0, 1, 0), variation)
    assert deeper.state() == GameState.from_moves("h1 d4 h5 d7")
    assert deeper.position == deeper.state().position
    assert (record.root.parent, record.root.move, record.root.ply, record.root.path) == (None, None, 0, ())
    text = record.to_text()
    assert text == (
        "(;FF[4]CA[UTF-8]GM[Meridians]SZ[6:7]RU[plain];W[h1];B[d4]\n(;W[h8];B[d6])\n"
        "(;W[h5]N[try]C[better?\nor (;W[a1\\]) not \\] \\\\]TR[a1][h5]LB[a1:1][b1:a\\:b\\]]BL[12.5];B[d7]))\n"
    )
    again = Record.read(text)
    assert again == record
    found = again.at(variation.path)
    for name in ("comment", "name", "marks", "labels", "seconds_left", "move", "ply", "properties"):
        assert getattr(found, name) == getattr(variation, name), name
    assert found.marks == {"triangle": ["a1", "h5"]}
    found.marks, found.labels, found.comment, found.name, found.seconds_left = {}, {}, "", "", (None, None)
    assert found.marks == found.labels == {}
    assert again != record
    assert again.to_text() == text[: text.index("N[try]")] + text[text.index(";B[d7]") :]


def test_what_cannot_be_set_at_a_node() -> None:
    node = Record("6/7").root
    with pytest.raises(IllegalMoveError, match="R12"):
        node.add("swap")
    with pytest.raises(ParseError):
        node.add("resign")
    assert node.children == []
    attempts: list[tuple[str, Any, type[Exception], str]] = [
        ("comment", None, TypeError, "str"),
        ("name", 5, TypeError, "str"),
        ("marks", [], TypeError, "dict"),
        ("marks", {"star": ["a1"]}, MeridiansError, "mark must be"),
        ("marks", {"cross": "a1"}, TypeError, "several names"),
        ("marks", {"cross": ["z1"]}, MeridiansError, "z1"),
        ("labels", {"a1": 1}, TypeError, "str"),
        ("labels", {"a9": "x"}, MeridiansError, "a9"),
        ("labels", None, TypeError, "dict"),
        ("seconds_left", 5, TypeError, "pair"),
        ("seconds_left", ("1", 2), TypeError, "seconds_left"),
        ("seconds_left", (float("nan"), 2), MeridiansError, "seconds_left"),
    ]
    for name, value, error, words in attempts:
        with pytest.raises(error, match=words):
            setattr(node, name, value)
    assert node == Record("6/7").root
    for name in ("move", "ply", "children", "parent", "position", "path", "properties"):
        with pytest.raises(AttributeError):
            setattr(node, name, None)


def test_what_is_unknown_is_kept() -> None:
    text = f"{HEAD}KM[6.5]XX[a\\]b][ c ];W[H1]YY[1];B[])"
    with pytest.raises(IllegalMoveError, match=r"ply 2: cannot play pass"):
        Record.read(text)
    record = Record.read(text.replace("B[]", "B[d4]"))
    assert record.root.properties == {"KM": ["6.5"], "XX": ["a\\]b", " c "]}
    assert record.to_text().endswith("KM[6.5]XX[a\\]b][ c ];W[h1]YY[1];B[d4])\n")


def test_equality_is_of_what_is_held_not_of_the_order_in_which_it_came() -> None:
    first, second = Record("3/4"), Record("3/4")
    for record, moves in ((first, ("a1", "b1")), (second, ("b1", "a1"))):
        nodes = {move: record.root.add(move) for move in moves}
        assert [child.move for child in record.root.children] == list(moves)
        nodes["a1"].add("g1")
    assert first != second
    assert first.root != second.root
    assert first == first.copy()
    assert first != "text"
    with pytest.raises(TypeError, match="unhashable"):
        hash(first)


# Results


def test_a_result_is_what_the_moves_show_or_what_is_stated() -> None:
    record = Record.from_game(GameState.from_moves("h1 d4 h8 d6"))
    for winner, reason, text in (
        ("light", "resignation", "RE[W+R]"),
        ("dark", "time", "RE[B+T]"),
        ("light", "forfeit", "RE[W+F]"),
        ("dark", "unknown", "RE[B+]"),
        (None, "agreement", "RE[Draw]"),
        (None, "void", "RE[Void]"),
    ):
        record.result = GameResult(winner, reason)  # type: ignore[arg-type]
        assert text in record.to_text()
        assert Record.read(record.to_text()).result == record.result
    with pytest.raises(
        MeridiansError, match="the result cannot be Light wins by elimination: the moves do not end the game"
    ):
        record.result = GameResult("light", "elimination")
    won = Record.from_game(GameState.from_moves("a4 b1 f4 e4 f5"))
    assert str(won.result) == "Dark wins by elimination"
    with pytest.raises(MeridiansError, match="the moves end the game with Dark wins by elimination"):
        won.result = GameResult("light", "resignation")
    text = won.to_text()
    assert "RE[B+]" in text
    with pytest.raises(MeridiansError, match=r"game 1, line 1, column 46: the stated result is Light wins .* \(R11\)"):
        Record.read(text.replace("B+", "W+R"))
    lenient = Record.read(text.replace("B+", "W+R"), lenient=True)
    assert lenient == won
    assert lenient.fault is not None
    assert "the stated result is" in lenient.fault


def test_a_draw_by_repetition_is_not_one_by_agreement() -> None:
    loop = "h1 d4 b2 d6 h8 g6 d5" + " g8 g7 d4 d5" * 2
    record = Record.from_game(GameState.from_moves(loop))
    assert record.result == GameResult(None, "repetition")
    assert Record.read(record.to_text()).result == record.result
    endless = Record.from_game(GameState.from_moves(loop + " g8", repetition="none"))
    assert "RU[plain repetition=none]" in endless.to_text()
    assert Record.read(endless.to_text()) == endless
    with pytest.raises(IllegalMoveError, match="R13"):
        Record.read(endless.to_text().replace(" repetition=none", ""))


def test_results_that_make_no_sense() -> None:
    for winner, reason in ((None, "time"), ("light", "agreement"), ("dark", "void"), (None, "elimination")):
        with pytest.raises(MeridiansError, match=f'a game that ended by "{reason}" has'):
            GameResult(winner, reason)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="result must be a GameResult, not str"):
        Record().result = "W+R"  # type: ignore[assignment]


# Faults


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        (
            f"{HEAD};W[h1];B[h1])",
            IllegalMoveError,
            "game 1, line 1, column 44: ply 2: cannot play h1: the point is occupied",
        ),
        (
            f"{HEAD}\n;W[h1]\n;B[z9])",
            ParseError,
            "game 1, line 3, column 4: expected a point of the board (z9: off the 6/7",
        ),
        (f"{HEAD}AW[a1]PL[B])", SetupError, "game 1, line 1, column 37: the position cannot occur: "),
        (f"{HEAD};W[h1]", ParseError, "game 1, line 1, column 43: expected a property in capital letters, a node"),
        ("(;GM[1]FF[4]SZ[19])", ParseError, 'expected a game of Meridians, GM[Meridians], found "1"'),
    ],
)
def test_a_fault_has_its_place_in_the_file(
    text: str, error: type[MeridiansError], message: str, tmp_path: Path
) -> None:
    with pytest.raises(error) as caught:
        Record.read(text)
    assert str(caught.value).startswith(message) or message in str(caught.value)
    path = tmp_path / "game.sgf"
    path.write_text(text, "utf-8")
    with pytest.raises(error) as in_file:
        Record.read(path)
    assert str(in_file.value) == f"{path}: {caught.value}"
    if isinstance(in_file.value, ParseError) and isinstance(caught.value, ParseError):
        assert (caught.value.file, in_file.value.file) == (None, str(path))
        assert in_file.value.expected in str(in_file.value)
    if isinstance(in_file.value, SetupError):
        assert in_file.value.reasons


def test_lenient_reading_cuts_at_the_first_fault() -> None:
    record = Record.read(f"{HEAD};W[h1];B[d4];W[h1]C[lost];B[d6](;W[h8])(;W[h7]))", lenient=True)
    assert record.mainline() == ["h1", "d4"]
    assert (
        record.fault == "game 1, line 1, column 50: ply 3: cannot play h1: the point is occupied by a Light stone (R5)"
    )
    assert Record.read(record.to_text()).mainline() == ["h1", "d4"], "what is written is whole"
    assert Record.read(f"{HEAD};W[h1];B[d4];", lenient=True).mainline() == ["h1", "d4"]
    for hopeless in ("(;GM[1]SZ[19])", "(", "(;FF[4])"):
        with pytest.raises(ParseError):
            Record.read(hopeless, lenient=True)


# Files


def test_files_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    record = Record.from_game(GameState.from_moves("h1 d4"))
    path = tmp_path / "gäme.sgf"
    record.write(path)
    assert path.read_text("utf-8") == record.to_text()
    assert Record.read(path) == Record.read(str(path)) == record
    path.chmod(0o400)
    Record.from_game(GameState.from_moves("h1 d5")).write(str(path))
    assert Record.read(path).mainline() == ["h1", "d5"], "an older file is replaced"
    record.write(tmp_path / "without", "sgf")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["gäme.sgf", "without"], "nothing else is left"
    for wrong, error in (
        (tmp_path, IsADirectoryError),
        (tmp_path / "none" / "game.sgf", FileNotFoundError),
        (tmp_path / ("x" * 300 + ".sgf"), OSError),
    ):
        with pytest.raises(error) as caught:
            record.write(wrong, "sgf")
        assert str(wrong) in str(caught.value)
    with pytest.raises(MeridiansError, match=r'the extension names no format; give format="sgf"'):
        record.write(tmp_path / "game.xyz")
    assert len(list(tmp_path.iterdir())) == 2


def test_a_text_that_names_no_file_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MeridiansError, match=r'"game.sgf" names no file, and is no text of a game either'):
        Record.read("game.sgf")
    odd = Path("(;SZ[6:7])")
    odd.write_text(f"{HEAD};W[h1])", "utf-8")
    assert Record.read(str(odd)).mainline() == ["h1"], "a file that is there is read"


def test_many_games_stream_in_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "many.sgf"
    texts = [Record.from_game(game).to_text() for game in GAMES]
    path.write_text("\n".join(texts * 4), "utf-8")
    assert [record.to_text() for record in records_in(path)] == texts * 4
    tracemalloc.start()
    assert sum(1 for _ in records_in(path)) == 4000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert path.stat().st_size > 500_000
    assert peak < 300_000
    with pytest.raises(ParseError, match="a file with several games is read one by one"):
        Record.read(path)
    assert Record.read(path, lenient=True).to_text() == texts[0]


def test_a_bad_game_of_many_is_named_and_the_next_is_read(tmp_path: Path) -> None:
    path = tmp_path / "many.sgf"
    path.write_text(f"{HEAD};W[h1])\n{HEAD};W[zz])\n{HEAD};W[h2])\n(;SZ", "utf-8")
    records = records_in(str(path))
    assert next(records).mainline() == ["h1"]
    with pytest.raises(ParseError, match=r"many.sgf: game 2, line 2, column 40: "):
        next(records)
    assert next(records).mainline() == ["h2"]
    with pytest.raises(ParseError, match=r"game 4, line 4, column 5: expected a value in brackets after SZ"):
        next(records)
    assert list(records) == []
    lenient = records_in(path, lenient=True)
    assert [next(lenient).fault is None for _ in range(3)] == [True, False, True]
    path.write_text("", "utf-8")
    with pytest.raises(ParseError, match="expected a game in SGF"):
        list(records_in(path))


def test_character_sets(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    for charset, encoding in (("CA[ISO-8859-1]", "latin-1"), ("CA[utf-8]", "utf-8"), ("", "utf-8"), ("", "latin-1")):
        path.write_bytes(f"(;FF[4]{charset}SZ[6:7]PW[Zoë])".encode(encoding))
        assert Record.read(path).headers == {"light": "Zoë"}
        assert [record.headers for record in records_in(path)] == [{"light": "Zoë"}]
        assert "CA[UTF-8]" in Record.read(path).to_text()
    path.write_bytes(b"(;FF[4]CA[Big5]SZ[6:7])")
    with pytest.raises(
        ParseError, match=r'column 11: expected a character set that is read here, UTF-8 or ISO-8859-1 .*"Big5"'
    ):
        Record.read(path)
    path.write_bytes(b"\xef\xbb\xbf(;FF[4]SZ[6:7];W[h1])")
    assert Record.read(path).mainline() == ["h1"]


# Another reader of SGF


def main_line(tree: Any) -> list[dict[str, list[bytes]]]:
    nodes = list(tree.sequence)
    while tree.children:
        tree = tree.children[0]
        nodes += tree.sequence
    return nodes


def test_sgfmill_reads_what_is_written_and_we_read_what_it_writes() -> None:
    for game in GAMES[::10]:
        record = Record.from_game(game)
        record.headers = {"light": "a ] b \\ ü"}
        record.root.comment = "see ] [ ( ; \\ ü\nhere"
        if game.ply:
            record.root.add(meridians.point_names(game.size)[0])
        (tree,) = sgf_grammar.parse_sgf_collection(record.to_text().encode())
        root, *rest = main_line(tree)
        moves = [node.get("W", node.get("B")) for node in rest]
        assert [move[0].decode() for move in moves if move] == game.moves
        assert sgf_grammar.simpletext_value(root["PW"][0]).decode() == "a ] b \\ ü"
        assert sgf_grammar.text_value(root["C"][0]).decode() == record.root.comment
        short, long = sgf_grammar.parse_compose(root["SZ"][0])
        assert f"{short.decode()}/{long.decode()}" == game.size
        again = sgf_grammar.serialise_game_tree(tree).decode()
        assert Record.read(again) == record


CALLS: dict[str, Callable[[], object]] = {
    "at a path that leads nowhere": lambda: Record().at((0,)),
    "a path of texts": lambda: Record().at("0"),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=list(CALLS))
def test_paths(call: Callable[[], object]) -> None:
    with pytest.raises((MeridiansError, TypeError), match=re.compile("path")):
        call()


def test_nodes_are_views() -> None:
    record = Record("3/4")
    node = record.root.add("a1")
    assert node.record is record
    copy = record.copy()
    node.comment = "mine"
    assert record.root.children[0].comment == "mine"
    assert copy.root.children[0].comment == ""
    assert isinstance(node, RecordNode)
    assert node.position == Position("3/4", light=["a1"], turn="dark", turns=(1, 0))
    assert repr(node) == "<RecordNode, ply 1: a1>"
    assert repr(record) == "<Record of 1 moves on 3/4: unknown>"
