"""Formats of other programs: swaps, real games, what broken files say, and ``meridians convert``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conftest import read_json
from meridians import GameResult, GameState, IllegalMoveError, MeridiansError, ParseError, Record, records_in
from test_records import GAMES, states

# The beginning of a trial of Ludii: sites, as it writes them, and the same points by name.
SITES = "3 48 49 10 67 90 70 61 14x67 78 96 22 88 83 20x96"
NAMES = "e1 c4 e5 c1 b5 i8 h7 c5 k1 k6 h9 c2 e8 h8 l1"


def trial(sites: str, options: str = "Board Size/6 7") -> str:
    lines = ["game=/lud/board/space/group/Meridians.lud", "START GAME OPTIONS", options, "END GAME OPTIONS"]
    for ply, word in enumerate(sites.split()):
        mover = ply % 2 + 1
        site, _, removed = word.partition("x")
        actions = f"[Add:type=Vertex,to={site},what={mover},decision=true]"
        actions += "".join(f",[Remove:type=Vertex,to={stone}]" for stone in removed.split(",") if stone)
        lines.append(f"Move=[Move:mover={mover},from={site},to={site},actions={actions}]")
    return "\n".join([*lines, "numInitialPlacementMoves=0", ""])


def report(moves: object, **header: object) -> str:
    players = [{"name": "Ada"}, {"name": "Bo"}]
    return json.dumps({"header": {"game": {"name": "Meridians"}, "players": players} | header, "moves": moves})


# Real texts


def test_lists_of_moves_as_people_write_them() -> None:
    for text in (
        "h1 d4 h8 d6",
        "1. h1 d4 2. h8 d6",
        "1.H1 D4\n2.H8 D6 # a comment, h2",
        "6/7 plain\nh1, d4; h8, d6",
        "# Club evening\n6/7\nh1 d4\r\nh8 d6\r\n",
    ):
        record = Record.read(text)
        assert (record.mainline(), record.size, record.opening) == (["h1", "d4", "h8", "d6"], "6/7", "plain"), text
    assert (
        Record.read("5/6 repetition=none b2 d6").to_text() == Record.read("5/6 plain repetition=none b2 d6").to_text()
    )
    record = Record.read("h1 d4 swap h8 d6 W+T")
    assert (record.opening, record.result) == ("pie", GameResult("light", "time"))
    assert record.to_text("moves") == "6/7 pie\nh1 d4 swap h8 d6\nW+T\n"
    assert Record.read("h1 d4 h8 resign").result == GameResult("light", "resignation")
    assert Record.read("6/7 pie h1 d4 resign").result == GameResult("light", "resignation")


def test_sites_of_ludii_are_points_and_its_removals_are_checked() -> None:
    record = Record.read(trial(SITES))
    assert record.mainline() == NAMES.split()
    assert record.mainline() == read_json("ludii_trial_0.json")["moves"][: len(NAMES.split())]
    with pytest.raises(ParseError, match=r"line 13, column 6: expected the removal of b5 \(R8\), found \"no stone\""):
        Record.read(trial(SITES.replace("14x67", "14")))
    for data in ("ludii_trial_0.json", "ludii_trial_1.json"):
        game = read_json(data)
        record = Record.from_game(GameState.from_moves(game["moves"]))
        again = Record.read(record.to_text("ludii"))
        assert again.mainline() == game["moves"]
        assert again.result == GameResult(game["winner"], "elimination")
    assert Record.read(trial("0 1", "Board Size/7 8")).size == "7/8"


def test_reports_of_abstractplay() -> None:
    moves = [["h1,d4", "pass"], ["b2", "d6"], ["h8", "g6"]]
    record = Record.read(report(moves))
    assert record.mainline() == ["h1", "d4", "keep", "b2", "d6", "h8", "g6"]
    assert record.headers == {"light": "Ada", "dark": "Bo"}
    for flag in ("pied", "pie-invoked"):
        assert Record.read(report(moves, **{flag: True})).mainline()[2] == "swap"
    assert (
        Record.read(report([["h1,d4", "pass"], ["h8"]], game={"name": "Meridians", "variants": ["size-8"]})).size
        == "7/8"
    )
    for end, result in (
        ([["resign"]], GameResult("dark", "resignation")),
        ([[None, "timeout"]], GameResult("light", "time")),
        ([["draw"]], GameResult(None, "agreement")),
        ([["abandoned"]], GameResult(None, "void")),
        ([[{"move": "resign", "result": []}]], GameResult("dark", "resignation")),
    ):
        assert Record.read(report(moves + end)).result == result
    players = [{"name": "Ada", "result": 0}, {"name": "Bo", "result": 1}]
    assert Record.read(report(moves, players=players)).result == GameResult("dark", "unknown")


def test_saved_states_of_abstractplay() -> None:
    stack = [{"_version": "20240105"}, *({"lastmove": word} for word in ("h1,d4", "pass", "h8", "d6"))]
    state = {
        "game": "meridians",
        "numplayers": 2,
        "variants": ["size-6"],
        "gameover": False,
        "winner": [],
        "stack": stack,
    }
    with pytest.raises(MeridiansError, match=r"expected a point of the board \(d40: off the 5/6 board"):
        Record.read(json.dumps(state | {"stack": [{}, {"lastmove": "h1,d40"}]}))
    record = Record.read(json.dumps(state, indent=1))
    assert (record.size, record.mainline()) == ("5/6", ["h1", "d4", "keep", "h8", "d6"])
    stack.append({"lastmove": "resign"})
    assert Record.read(json.dumps(state | {"winner": [2]})).result == GameResult("dark", "resignation")


def words_of_boardspace(game: GameState) -> str:
    """A game as boardspace writes it: Dark's stone of the pie first, and `swap` where we have `keep`."""
    text, number = f"(;FF[4]SU[meridians-{game.size[0]}{'p' * (game.opening == 'pie')} 2 1 100]\n", 0

    def say(seat: int, words: str) -> None:
        nonlocal text, number
        text += f";P{seat}[{number} {words}]\n"
        number += 1

    def drop(seat: int, point: str) -> None:
        say(seat, f"dropb {point[0].upper()} {point[1:]}")

    again = GameState(game.size, game.opening)
    moves = game.moves
    if game.opening == "pie":
        drop(0, moves[1])
        drop(0, moves[0])
        say(0, "done")
        if len(moves) > 2 and moves[2] == "keep":
            say(1, "swap")
            say(1, "done")
    for ply, move in enumerate(moves):
        if game.opening == "plain" or ply > 2:
            drop(again.participant, move)
            say(again.participant, "done")
        again.play(move)
    if game.outcome is not None and game.outcome.reason == "resignation":
        say(game.participant_of("dark" if game.outcome.winner == "light" else "light"), "resign")
    return text + ")\n"


def words_of_little_golem(game: GameState) -> str:
    text = "(;FF[4]EV[meridians.in.size6]PB[Ada]PW[Bo]SZ[6]SO[http://www.littlegolem.com]"
    words = [game.moves[0] + game.moves[1], *game.moves[2:]]
    if game.outcome is not None and game.outcome.reason == "resignation":
        words.append("resign")
    return text + "".join(f";{'WB'[ply % 2]}[{word}]" for ply, word in enumerate(words)) + ")"


def test_a_thousand_games_of_boardspace() -> None:
    for game in GAMES:
        # It has no word for a forced pass, nor for half of a pie or one that is kept silently.
        known = game.moves[2:3] != [] or game.opening == "plain"
        if "pass" in game.moves or not known or game.moves[-1] == "swap":
            continue
        record = Record.read(words_of_boardspace(game))
        assert record.mainline() == game.moves
        assert [position.text for position in record.positions()] == states(game)
        if game.outcome is not None:
            assert record.result.winner == game.outcome.winner


@pytest.mark.parametrize("between", ["", ",", " ", "-"])
@pytest.mark.parametrize("answer", ["keep", "swap"])
def test_games_of_little_golem(answer: str, between: str) -> None:
    game = GameState.from_moves(f"h1 d4 {answer} h8 d6 h5", opening="pie")
    text = words_of_little_golem(game).replace("h1d4", f"h1{between}d4")
    record = Record.read(text)
    assert record.mainline() == game.moves
    assert [position.text for position in record.positions()] == states(game)
    # Black's name is of the one who opens, whoever has which colour in the end.
    opener = record.positions()[-1].color_of(0)
    assert record.headers[opener] == "Ada"
    for winner, colors in (("B", ("light", "dark")), ("W", ("dark", "light"))):
        stated = Record.read(text.replace("SZ[6]", f"RE[{winner}]")).result
        assert stated == GameResult(colors[answer == "swap"], "unknown")  # type: ignore[arg-type]
    game.resign()
    assert Record.read(words_of_little_golem(game)).result.reason == "resignation"
    assert Record.read(words_of_little_golem(game)).result.winner == "light"


def test_swaps_of_the_sites_are_told_apart() -> None:
    """The same game at four sites: the first participant has Light at the end."""
    game = GameState.from_moves("h1 d4 keep h8 d6", opening="pie")
    texts = [words_of_little_golem(game), words_of_boardspace(game), Record.from_game(game).to_text("abstractplay")]
    assert "swap" in texts[1]
    assert "swap" not in texts[0]
    for text in texts:
        for kind in ("sgf", "moves", "abstractplay"):
            again = Record.read(Record.read(text).to_text(kind))  # type: ignore[arg-type]
            assert again.mainline() == game.moves
            assert again.positions()[-1].participant_of("light") == 0


# Broken files


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("h1 d4 i9", IllegalMoveError, "game 1, line 1, column 7: ply 3: cannot play i9: not in sight"),
        ("h1 d4\nh8 x9", ParseError, "game 1, line 2, column 4: expected a point of the board (x9: off the 6/7 board"),
        ("h1 d4 W+R h8", ParseError, "game 1, line 1, column 11: expected the end after the result, found"),
        (trial("3 200"), ParseError, "game 1, line 6, column 6: expected a site from 0 to 113, found"),
        (trial("3 3"), IllegalMoveError, "game 1, line 6, column 6: ply 2: cannot play e1: the point is occupied"),
        (trial("3", "Board Size/19"), ParseError, "game 1, line 3, column 1: expected the option of the board's size"),
        (trial("3 48").replace("mover=2", "mover=1"), ParseError, "expected mover=2, for Dark is to move"),
        ("game=/lud/board/Hex.lud\n", ParseError, "game 1, line 1, column 6: expected a trial of Meridians, found"),
        (report([["h1,d4", "pass"], ["g9"]]), IllegalMoveError, "column 121: ply 4: cannot play g9: not in sight"),
        (report([["h1,d4", "pass"], ["hh"]]), ParseError, "expected a move of AbstractPlay, such as h1"),
        (report([["h1,d4", 5]]), ParseError, "expected a move, a text, found"),
        (report([], game={"name": "Hex"}), ParseError, "expected the game Meridians, found"),
        (
            report([], game={"variants": ["size-99"]}),
            ParseError,
            "expected a size of the board, such as size-6 for 5/6",
        ),
        (report([["h1,d4"]])[:-3], ParseError, "expected JSON of AbstractPlay (EOF while parsing"),
        (
            "(;SO[http://www.littlegolem.com];W[h1d4];B[z])",
            ParseError,
            "line 1, column 44: expected a move of Little Golem",
        ),
        (
            "(;SO[littlegolem];W[h1d4];B[swap];W[i9])",
            IllegalMoveError,
            "column 37: ply 4: cannot play i9: not in sight",
        ),
        (
            "(;SU[meridians-9p 2 1])",
            ParseError,
            "line 1, column 6: expected a variant of boardspace, such as meridians-6",
        ),
        (
            "(;SU[meridians-6]\n;P0[1 dropb H 99])",
            ParseError,
            "line 2, column 5: expected a point of the board (h99: off",
        ),
        ("(;SU[meridians-6p]\n;P0[1 swap])", ParseError, "line 2, column 5: expected swap once, right after the two"),
        ("(;SO[littlegolem];W[h1d99])", ParseError, "column 21: expected a point of the board (d99: off the 6/7 board"),
        ('{"game": "Hex", "stack": []}', ParseError, "column 10: expected the game Meridians, found"),
        (
            '{"stack": [{"lastmove": "h1,d4"},\n{"lastmove": "zz"}]}',
            ParseError,
            "line 2, column 14: expected a move of",
        ),
        ('{"moves": [["h1,d4" "pass"]]}', ParseError, "column 21: expected JSON of AbstractPlay (expected `,` or"),
        (
            "(;SU[meridians-6]\n;P0[1 fly H 9])",
            ParseError,
            "line 2, column 5: expected a move of boardspace: dropb H 5",
        ),
        ("(;SU[meridians-6];P0[1 dropb H 1]P1[2 dropb H 1])", IllegalMoveError, "ply 2: cannot play h1"),
        ('{"a": 1}', ParseError, "expected a game of AbstractPlay: a report, with header and moves, or a saved state"),
    ],
)
def test_a_broken_file_says_what_is_wrong_and_where(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        Record.read(text)
    assert message in str(caught.value)


def test_lenient_reading_keeps_what_came_before_the_fault() -> None:
    for text in ("h1 d4 i9 d6", trial("83 55 0 56"), report([["h1,d4", "pass"], ["g9", "d6"]])):
        record = Record.read(text, lenient=True)
        assert record.mainline()[:2] in (["h1", "d4"], ["h8", "d5"])
        assert len(record.mainline()) in (2, 3)
        assert record.fault is not None
        assert "cannot play" in record.fault


def test_files_are_known_by_their_content(tmp_path: Path) -> None:
    record = Record.from_game(GameState.from_moves("h1 d4 swap h8", opening="pie"))
    for name in ("game.sgf", "game.txt", "game.json"):
        record.write(tmp_path / name)
        (tmp_path / name).rename(tmp_path / "unnamed")
        assert Record.read(tmp_path / "unnamed").mainline() == record.mainline()
    with pytest.raises(MeridiansError, match="a trial of Ludii cannot have the pie; write the record as sgf"):
        record.write(tmp_path / "game.trl")
    assert not (tmp_path / "game.trl").exists()


# The command


def test_convert(tmp_path: Path) -> None:
    pytest.importorskip("typer")
    from cli_runner import complaint, output, run

    source, target = tmp_path / "game.json", tmp_path / "game.sgf"
    source.write_text(report([["h1,d4", "pass"], ["b2", "d6"]], pied=True), "utf-8")
    assert output("convert", str(source), str(target)) == f"{target}: 5 moves on 6/7, no result\n"
    assert Record.read(target).mainline() == ["h1", "d4", "swap", "b2", "d6"]
    assert output("convert", str(target), "-", "--to", "moves") == "6/7 pie repetition=none\nh1 d4 swap b2 d6\n"
    assert "cannot have the pie" in complaint("convert", str(target), str(tmp_path / "game.trl"))
    assert "No such file" in complaint("convert", str(tmp_path / "none.sgf"), "-")
    assert "--to must be sgf, moves, ludii" in complaint("convert", str(target), "-", "--to", "pgn")
    target.write_text("(;SZ[6:7];W[h1];B[h1])", "utf-8")
    assert "game.sgf: game 1, line 1, column 17: ply 2" in complaint("convert", str(target), "-")
    status, out, err = run("convert", "--lenient", str(target), "-", "--to", "moves")
    assert (status, out) == (0, "6/7 plain\nh1\n")
    assert "game.sgf: read as far as it goes: game 1, line 1, column 17: ply 2: cannot play h1" in err


def test_convert_says_what_is_left_out_and_keeps_the_file_that_it_reads(tmp_path: Path) -> None:
    pytest.importorskip("typer")
    from cli_runner import complaint, output

    source, target = tmp_path / "game.sgf", tmp_path / "game.txt"
    record = Record.read("(;SZ[6:7]C[One];W[h1](;B[d4];W[h8])(;B[d5]C[Two])(;B[d6]))")
    record.write(source)
    told = output("convert", str(source), str(target))
    assert told.splitlines() == [
        f"{target}: 3 moves on 6/7, no result",
        f"{target}: left out, for moves has no words for it: 2 variations and 2 comments",
    ]
    assert complaint("convert", str(source), str(source), "--to", "moves") == f"OUT {source} is IN; name another file"
    assert Record.read(source) == record
    assert "its name says no format: let it end in .sgf, .txt, .trl, .json, or give --to" in complaint(
        "convert", str(source), str(tmp_path / "game")
    )
    assert "cannot write" in complaint("convert", str(source), str(tmp_path / "none" / "game.sgf"))
    assert output("convert", str(target), "-", "--to", "boardspace").startswith("(;")


def test_convert_takes_many_games(tmp_path: Path) -> None:
    pytest.importorskip("typer")
    from cli_runner import complaint, output

    source, target = tmp_path / "games.json", tmp_path / "games.sgf"
    games = [report([["h1,d4", "pass"], ["b2", move]]) for move in ("d6", "d7", "d8")]
    for text in (f"[{', '.join(games)}]", "\n".join(games), f" [\n{games[0]},\n\n{games[1]} ,{games[2]}\n]\n"):
        source.write_text(text, "utf-8")
        assert output("convert", str(source), str(target)) == f"{target}: 3 games\n"
        assert [record.mainline()[-1] for record in records_in(target)] == ["d6", "d7", "d8"]
        assert [record.mainline() for record in records_in(source)] == [r.mainline() for r in records_in(target)]
        assert output("convert", str(source), "-", "--to", "moves", "--game", "2").endswith("b2 d7\n")
        assert "more than one game: say which with --game K" in complaint("convert", str(source), "-", "--to", "moves")
        with pytest.raises(MeridiansError, match="the end after the first report"):
            Record.read(source)
    source.write_text(f"[{games[0]}]", "utf-8")
    assert Record.read(source).mainline()[-1] == "d6"


def test_reports_of_several_games_say_which_is_wrong(tmp_path: Path) -> None:
    good, other = report([["h1,d4", "pass"]]), report([["h1,d4", "pass"]]).replace("Meridians", "Hex")
    bad = report([["h1,d4", "pass"], ["h1"]])
    path = tmp_path / "all.json"
    path.write_text(f"[\n{good},\n{other},\n{bad},\n{good}]", "utf-8")
    found, faults = [], []
    games = records_in(path)
    while True:
        try:
            found.append(next(games).mainline())
        except StopIteration:
            break
        except MeridiansError as error:
            faults.append(str(error).removeprefix(f"{path}: "))
    assert found == [["h1", "d4", "keep"]] * 2
    assert faults[0].startswith("game 2, line 3, column ")
    assert "expected the game Meridians" in faults[0]
    assert faults[1].startswith("game 3, line 4, column ")
    assert "ply 4: cannot play h1" in faults[1]
    for text, message in (
        (f"[{good}", "game 2, line 1, column .*EOF"),
        (f"[{good},\n", "game 2, line 1, column .*: expected JSON of AbstractPlay"),
        (f"{good} x", "game 2, line 1, column"),
        (f"[{good}, {{", "game 2, line 1, column"),
        ("[]", "expected"),
        (f"[] {good}", "expected"),
        ("[1]", "expected"),
    ):
        path.write_text(text, "utf-8")
        with pytest.raises(MeridiansError, match=message):
            list(records_in(path))


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (
            [{"name": "Ada", "result": 1}, {"name": "Bo", "result": 0}],
            "expected an end that light wins, as the players",
        ),
        ([{"name": "Ada", "result": "x"}, {"name": "Bo"}], "expected a result, which is a number from 0"),
        ([{"name": "Ada", "result": -1}, {"name": "Bo"}], "expected a result, which is a number from 0"),
        ([{"name": "Ada"}], "expected two players"),
    ],
)
def test_results_of_players_that_cannot_be(players: list[dict[str, object]], message: str) -> None:
    header = {"game": {"name": "Meridians"}, "players": players, "date-start": "2026-10-01T10:00:00.000Z"}
    text = json.dumps({"header": header, "moves": [["h1,d4", "pass"], ["resign"]]})
    with pytest.raises(MeridiansError, match=message):
        Record.read(text)
    record = Record.read(text, lenient=True)
    assert record.headers["date"] == "2026-10-01"
    assert record.fault is not None
    assert message in record.fault
