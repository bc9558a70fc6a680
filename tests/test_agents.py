"""Agents: moves of each kind, the pie, resignation, names on one line, and programs in every kind of trouble."""

from __future__ import annotations

import os
import pickle
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import games_at_all_stages
from meridians import GameState, MeridiansError
from meridians.agents import (
    RESIGN,
    Agent,
    AgentError,
    FlatAgent,
    HumanAgent,
    ProgramAgent,
    RandomAgent,
    ResigningAgent,
    SearchAgent,
    Terms,
    parse_agent,
)
from meridians.agents.base import close, derive_seed, nodes_of, win_chance_of
from meridians.agents.search import ENGINES
from processes import alive


def test_every_kind_chooses_legal_moves_at_all_stages() -> None:
    for name, state in games_at_all_stages().items():
        if state.is_over:
            continue
        for text in ("random", "flat:games=2"):
            agent = parse_agent(text)(Terms(state.size, seed=5))
            assert isinstance(agent, Agent)
            before = state.copy()
            assert state.is_legal(agent.choose(state)), (name, text)
            assert state == before


def test_random_moves_are_uniform_and_follow_the_seed() -> None:
    state = GameState("2/3")
    agent = RandomAgent(7)
    counts = Counter(agent.choose(state) for _ in range(1400))
    assert set(counts) == set(state.legal_moves())
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 34.5  # chi-squared, 13 degrees, p = 0.001
    again = [RandomAgent(7).choose(state) for _ in range(2)]
    assert again[0] == again[1]
    assert [RandomAgent(seed).choose(state) for seed in range(20)] != again[:1] * 20


def test_flat_monte_carlo_wins_at_once_and_says_how_sure_it_is() -> None:
    state = GameState.from_moves(["e4", "g2"], "3/4")  # after e2 the other has no move, and loses
    agent = FlatAgent(200, 1)
    assert agent.choose(state) == "e2"
    assert agent.win_chance == 1
    assert agent.nodes == 200 * len(state.legal_moves())


def test_flat_monte_carlo_proposes_a_balanced_pair_and_takes_the_better_side() -> None:
    def light_share(pair: list[str]) -> float:
        return GameState.from_moves([*pair, "keep"], "2/3", "pie").rollouts(4000, 9).share("light")

    def second_points(first: str) -> list[str]:
        return GameState.from_moves([first], "2/3").legal_moves()

    for seed in range(6):
        state = GameState("2/3", "pie")
        proposer = FlatAgent(500, seed)
        for _ in range(2):
            state.play(proposer.choose(state))
        others = [light_share([state.moves[0], move]) for move in second_points(state.moves[0])]
        assert abs(light_share(state.moves) - 0.5) < 0.06
        assert max(abs(share - 0.5) for share in others) > 0.06
    answers = set()
    for index in range(14):
        pair = GameState("2/3").rollout(2, index, 2).moves
        if abs(light_share(pair) - 0.5) > 0.05:
            answer = FlatAgent(1000, 1).choose(GameState.from_moves(pair, "2/3", "pie"))
            assert answer == ("swap" if light_share(pair) > 0.5 else "keep")
            answers.add(answer)
    assert answers == {"keep", "swap"}


# Searches


@pytest.mark.parametrize("kind", ENGINES)
def test_searches_play_both_openings_and_follow_their_seed(kind: str) -> None:
    for opening in ("plain", "pie"):
        state = GameState("3/4", opening)  # type: ignore[arg-type]
        agents = [parse_agent(f"{kind}:visits=60")(Terms("3/4", seed)) for seed in (1, 2)]
        while not state.is_over:
            agent = agents[state.participant]
            state.play(agent.choose(state))
            chance = win_chance_of(agent)
            assert chance is None if state.ply <= 3 and opening == "pie" else 0 <= (chance or 0) <= 1
            assert 0 <= nodes_of(agent) <= 70
        again = GameState("3/4", opening)  # type: ignore[arg-type]
        agents = [parse_agent(f"{kind}:visits=60")(Terms("3/4", seed)) for seed in (1, 2)]
        while not again.is_over:
            again.play(agents[again.participant].choose(again))
        assert again == state


def visits(agent: SearchAgent) -> int:
    assert agent.report is not None
    return int(agent.report.visits.sum())


def test_a_search_keeps_what_it_learned_until_the_next_game() -> None:
    agent = SearchAgent("grave", visits=300, size="4/5", seed=3)
    state = GameState("4/5")
    first = agent.choose(state)
    for _ in range(3):
        state.play(agent.choose(state))
    assert visits(agent) > 310  # of the last run alone there are 300
    agent.new_game()
    other = GameState("4/5")
    assert agent.choose(other) == first
    assert visits(agent) <= 300
    agent.choose(GameState.from_moves(["a1", "c3"], "4/5"))  # another game without a word
    assert visits(agent) <= 300


def test_a_search_knows_the_chance_of_the_side_that_moved() -> None:
    won = GameState.from_moves(["e4", "g2"], "3/4")  # after e2 the other has no move, and loses
    lost = GameState.from_moves(["e4", "g2", "e2"], "3/4")
    for kind in ENGINES:
        agent = SearchAgent(kind, visits=2000, size="3/4")
        assert agent.choose(won) == "e2"
        assert (win_chance_of(agent) or 0) > 0.9, kind
        assert agent.choose(lost) == "pass"
        assert (win_chance_of(agent) or 0) < 0.1, kind


def test_weights_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=r"best:weights=.*: cannot read its weights: .*No such file"):
        parse_agent(f"best:weights={tmp_path / 'none.txt'}")(Terms())
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("meridians evaluation 1\n", "utf-8")
    with pytest.raises(AgentError, match=r"best:weights=.*wrong\.txt: line 2, column 6: expected"):
        parse_agent(f"best:weights={wrong}")(Terms())
    with pytest.raises(AgentError, match=r"puct:evaluator=nobody: evaluator must be"):
        parse_agent("puct:evaluator=nobody")(Terms())


# Resignation


class Scripted:
    """Plays the first legal move, with these opinions of its chances."""

    name = "scripted"

    def __init__(self, *chances: float | None) -> None:
        self.win_chance: float | None = None
        self.nodes = 3
        self.closed = False
        self._chances = iter(chances)

    def choose(self, state: GameState) -> str:
        self.win_chance = next(self._chances)
        return state.legal_moves()[0]

    def close(self) -> None:
        self.closed = True


def test_resignation_needs_several_low_turns_in_a_row() -> None:
    agent = ResigningAgent(Scripted(0.01, 0.01, 0.5, 0.02, None, 0.02, 0.01, 0.029), 0.03, 3)
    state = GameState()
    chosen = [agent.choose(state) for _ in range(8)]
    assert chosen == ["a1"] * 7 + [RESIGN]
    assert agent.resigned_at == 0
    assert (agent.name, win_chance_of(agent), nodes_of(agent)) == ("scripted", 0.029, 3)


def test_who_plays_on_only_notes_when_it_would_have_resigned() -> None:
    inner = Scripted(0.5, 0.01, 0.01, 0.9, 0.01, 0.01, 0.5)
    agent = ResigningAgent(inner, 0.05, 2, play_on=True)
    state = GameState()
    for move in ("h1", "d4", "h8", "d6"):
        assert agent.choose(state) != RESIGN
        state.play(move)
    assert agent.resigned_at == 2
    agent.new_game()
    assert agent.resigned_at is None
    assert agent.choose(state) != RESIGN  # the low turn of the game before does not count
    assert agent.choose(state) != RESIGN
    assert agent.resigned_at == 4
    close(agent)
    assert inner.closed


@pytest.mark.parametrize(("below", "turns"), [(0.0, 3), (1.0, 3), (float("nan"), 3), (0.1, 0)])
def test_a_threshold_that_cannot_be(below: float, turns: int) -> None:
    with pytest.raises(MeridiansError, match=r"^(below|turns) must be a"):
        ResigningAgent(Scripted(), below, turns)


# A person


def test_a_person_is_asked_until_the_move_is_legal() -> None:
    lines = iter(["zz", " h8", "", "a1 b1", "d4 "])
    shown: list[str] = []
    prompts: list[str] = []

    def read(prompt: str) -> str:
        prompts.append(prompt)
        return next(lines)

    state = GameState.from_moves("h8")
    assert HumanAgent(read=read, write=shown.append).choose(state) == "d4"
    assert shown[0] == state.diagram()
    assert shown[1] == "last move h8"
    assert "occupied" in shown[3]
    assert len(prompts) == 5
    assert prompts[0] == "dark to move: "
    pie = GameState.from_moves("h8 d4", opening="pie")
    assert HumanAgent(read=lambda prompt: "swap" if "keep or swap" in prompt else "", write=shown.append).choose(pie)
    assert HumanAgent(read=lambda _: RESIGN, write=shown.append).choose(state) == RESIGN


def test_the_end_of_the_input_is_an_error() -> None:
    def read(_: str) -> str:
        raise EOFError

    with pytest.raises(AgentError, match="human: the input has ended"):
        HumanAgent(read=read, write=lambda _: None).choose(GameState())


# Names on one line


def test_names_of_agents() -> None:
    spec = parse_agent("grave:visits=1000,resign_below=0.03,threads=2")
    assert (spec.kind, spec.options) == ("grave", {"visits": 1000, "resign_below": 0.03, "threads": 2})
    assert pickle.loads(pickle.dumps(spec)) == spec
    spec = parse_agent("program:'./my engine' --fast player=grave time=0.5 -- player=x")
    assert spec.command == ("./my engine", "--fast", "player=x")
    assert spec.options == {"player": "grave", "time": 0.5}
    flat = parse_agent("flat:games=3")(Terms(seed=2))
    assert flat.name == "flat:games=3"
    assert flat.choose(GameState()) == FlatAgent(3, 2).choose(GameState())
    assert isinstance(parse_agent("flat:games=3,resign_below=0.1")(Terms()), ResigningAgent)


def test_an_own_budget_goes_before_that_of_the_terms() -> None:
    by_time, by_visits = Terms(seconds=0.5), Terms(visits=10)
    for text, in_time, in_visits in (
        ("grave", 0.5, None),
        ("grave:time=2", 2.0, 2.0),
        ("grave:visits=7", None, None),
        ("program:x time=0.2", 0.2, 0.2),
        ("random", None, None),
        ("flat", None, None),
    ):
        spec = parse_agent(text)
        assert (spec.seconds(by_time), spec.seconds(by_visits)) == (in_time, in_visits), text
    assert parse_agent("grave").seconds(Terms()) == 0.1
    with pytest.raises(AgentError, match="plays by time"):
        parse_agent("program:x")(by_visits)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "unknown kind ''"),
        ("gravy", "unknown kind 'gravy': it must be one of random, flat, best, grave"),
        ("Random", "unknown kind 'Random'"),
        ("grave ", "unknown kind 'grave '"),
        ("grave:", "nothing follows the colon"),
        ("grave:visits", "option visits needs a value"),
        ("grave:visits=", "visits must be a whole number from 1 to 1099511627776, not ''"),
        ("grave:visits=0", "visits must be a whole number from 1 "),
        ("grave:visits=1e3", "not '1e3'"),
        ("grave:visits=\u0661", "visits must be a whole number"),
        ("grave:visits=" + "9" * 5000, "visits must be a whole number"),
        ("grave:visits=1,visits=2", "option visits is given twice"),
        ("grave:visits=1,", "unknown option ''"),
        ("grave:visits=1, time=2", "unknown option ' time=2'"),
        ("grave:speed=1", "unknown option 'speed=1': it must be one of time, visits, nodes"),
        ("grave:time=0", "time must be a number above 0, at most 3600, not '0'"),
        ("grave:time=nan", "time must be a number above 0"),
        ("grave:time=inf", "time must be a number above 0"),
        ("flat:games=-1", "games must be a whole number from 1 to 1000000000, not '-1'"),
        ("flat:resign_below=0.6", "resign_below must be a number above 0, at most 0.5"),
        ("flat:resign_turns=2", "resign_turns says nothing without resign_below"),
        ("random:seed=1", "random has no options"),
        ("program:", "nothing follows the colon"),
        ("program: ", "needs a command"),
        ("program:player=x", "needs a command"),
        ("program:x player=", "player must be a word"),
        ("program:x 'y", "no closing quotation"),
    ],
)  # fmt: skip
def test_names_that_are_wrong_say_which_part(text: str, words: str) -> None:
    with pytest.raises(MeridiansError) as caught:
        parse_agent(text)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 400
    assert str(caught.value).startswith("agent ")


def test_a_name_is_a_text() -> None:
    for value in (None, 5, b"random", ["random"]):
        with pytest.raises(TypeError, match=type(value).__name__):
            parse_agent(value)  # type: ignore[arg-type]


def test_seeds_are_spread_and_for_ever() -> None:
    assert derive_seed(0, "agent", 1) == 15508700564800966037
    seeds = {derive_seed(seed, what, pair) for seed in range(20) for what in ("a", "b") for pair in range(50)}
    assert len(seeds) == 2000
    assert derive_seed(1, 23) != derive_seed(12, 3)


# External programs

# Answers as the first argument says; the engine behind "good" plays random moves.
PROGRAM = """
import sys, time, os, signal
how = sys.argv[1]
if how == "good":
    from meridians import GameState
    from meridians.agents import RandomAgent
log = open(sys.argv[2], "a") if len(sys.argv) > 2 else None
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
if how == "banner":
    say("Engine 1.0, hello")
if how == "deaf":
    time.sleep(1000)
if how == "mute":
    os.close(1)
    time.sleep(1000)
if how == "flood":
    while True:
        say("x" * 1000)
size, seed, moves = "6/7", 0, []
for line in sys.stdin:
    words = line.split()
    if log:
        log.write(line)
        log.flush()
    if words[0] == "quit":
        if how == "lingers":
            time.sleep(1000)
        break
    if words[0] == "size":
        size = words[1]
    if words[0] == "player" and words[1] == "nobody":
        say("error no player nobody")
        continue
    if words[0] == "position":
        moves = words[1:]
        if how == "refuses":
            say("error move 1 (h1): not legal")
            continue
    if words[0] != "go":
        say("ok")
    elif how == "good":
        state = GameState.from_moves(moves, size)
        say(f"move {RandomAgent(len(moves)).choose(state)} value 0.7 nodes 12")
    elif how in ("bare", "lingers", "chatty"):
        say("move a1")
        while how == "chatty":
            say("info " + "x" * 1000)
    elif how == "crash":
        sys.stderr.write("Traceback\\nZeroDivisionError: division by zero\\n")
        sys.exit(3)
    elif how == "killed":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif how == "hang":
        time.sleep(1000)
    elif how == "hang with child":
        import subprocess
        child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(1000)"])
        log.write(f"child {child.pid}\\n")
        log.flush()
        time.sleep(1000)
    elif how == "garbage":
        sys.stdout.buffer.write(b"\\xff\\xfe\\x00move\\n")
        sys.stdout.flush()
    elif how == "endless":
        while True:
            sys.stdout.write("x" * 100000)
    elif how == "value":
        say("move a1 value 1.5 nodes 12")
    elif how == "closes":
        os.close(1)
        time.sleep(1000)
    elif how == "busy":
        start = time.process_time()
        while time.process_time() - start < 0.05:
            pass
        say("move a1 value 0.25 nodes 9")
"""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Callable[..., ProgramAgent]]:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM, "utf-8")
    made: list[ProgramAgent] = []

    def make(how: str, *arguments: str, **options: Any) -> ProgramAgent:
        site = [] if how == "good" else ["-S"]  # starts faster
        command = [sys.executable, *site, str(script), how, *arguments]
        made.append(ProgramAgent(command, name="it", **{"seconds": 0.01, "timeout": 20.0, **options}))
        return made[-1]

    yield make
    for agent in made:
        agent.close()
    assert not children()


def children() -> list[int]:
    """The programs that this process has started and not waited for (Linux)."""
    found = Path(f"/proc/self/task/{os.getpid()}/children")
    pids = [int(pid) for pid in found.read_text("ascii").split()] if found.exists() else []
    return [pid for pid in pids if b"program.py" in Path(f"/proc/{pid}/cmdline").read_bytes() or not alive(pid)]


def test_a_program_plays_a_game(program: Callable[..., ProgramAgent], tmp_path: Path) -> None:
    heard = tmp_path / "heard.txt"
    agent = program("good", str(heard), player="it", size="3/4", seed=17)
    state = GameState("3/4")
    agent.new_game()
    for _ in range(4):
        state.play(agent.choose(state))
    assert (agent.win_chance, agent.nodes) == (0.7, 12)
    agent.close()
    lines = heard.read_text("utf-8").splitlines()
    assert lines[:5] == ["size 3/4", "player it", "seed 17", "position", "go 10"]
    assert lines[-3:] == [f"position {' '.join(state.moves[:3])}", "go 10", "quit"]


def test_a_program_that_is_closed_starts_again(program: Callable[..., ProgramAgent]) -> None:
    agent = program("bare")
    for _ in range(2):
        assert agent.choose(GameState()) == "a1"
        assert (agent.win_chance, agent.nodes) == (None, 0)
        agent.close()
        agent.close()
        assert not children()


@pytest.mark.parametrize("how", ["lingers", "chatty"])
def test_a_program_that_does_not_end_by_itself_is_killed(program: Callable[..., ProgramAgent], how: str) -> None:
    agent = program(how)
    assert agent.choose(GameState()) == "a1"
    started = time.monotonic()
    agent.close()
    assert not children()
    assert time.monotonic() - started < 5


def test_the_pie_is_answered_by_the_programs_value(program: Callable[..., ProgramAgent], tmp_path: Path) -> None:
    heard = tmp_path / "heard.txt"
    asked = GameState.from_moves("h1 d4", opening="pie")
    agent = program("busy", str(heard))
    assert agent.choose(asked) == "keep"  # Light has 0.25
    assert agent.win_chance == 0.75
    asked.play("keep")
    assert agent.choose(asked) == "a1"
    assert heard.read_text("utf-8").count("position h1 d4\n") == 2
    state = GameState("3/4", "pie")
    for _ in range(2):
        state.play(agent.choose(state))
    with pytest.raises(AgentError, match="cannot answer the pie"):
        program("bare").choose(GameState.from_moves("h1 d4", opening="pie"))


@pytest.mark.skipif(sys.platform != "linux", reason="the CPU clocks of other processes")
def test_the_cpu_time_of_a_program_is_known(program: Callable[..., ProgramAgent]) -> None:
    agent = program("busy")
    agent.new_game()
    agent.cpu_seconds()
    agent.choose(GameState())
    assert 0.05 <= agent.cpu_seconds() < 0.5
    assert agent.cpu_seconds() < 0.02


@pytest.mark.parametrize(
    ("how", "words"),
    [
        (
            "crash",
            ("ended with exit status 3 instead of answering 'go'", "'ok'", "ZeroDivisionError: division"),
        ),
        ("garbage", ("did not answer 'go' with 'move M value V nodes K'", "move'")),
        ("value", ("did not answer 'go'", "'move a1 value 1.5 nodes 12'")),
        ("endless", ("a line that does not end", "xxx")),
        ("banner", ("did not answer 'size' with 'ok'", "'Engine 1.0, hello'")),
        ("flood", ("did not answer 'size' with 'ok'",)),
        ("refuses", ("did not answer 'position' with 'ok'", "'error move 1 (h1): not legal'")),
    ],
)
def test_a_program_in_trouble(program: Callable[..., ProgramAgent], how: str, words: tuple[str, ...]) -> None:
    check_trouble(program(how), how, words)


@pytest.mark.skipif(os.name != "posix", reason="signals, and descriptors that are closed")
@pytest.mark.parametrize(
    ("how", "timeout", "words"),
    [
        ("killed", 20, ("was killed by SIGSEGV instead of answering 'go'",)),
        ("hang", 0.3, ("did not answer 'go' within 0.34 s", "'ok'")),
        ("deaf", 0.3, ("did not answer 'size' within 0.3 s", "it has not answered anything yet")),
        ("mute", 20, ("closed its output instead of answering 'size'",)),
        ("closes", 20, ("closed its output instead of answering 'go'",)),
    ],
)
def test_a_program_in_trouble_on_posix(
    program: Callable[..., ProgramAgent], how: str, timeout: float, words: tuple[str, ...]
) -> None:
    check_trouble(program(how, timeout=timeout), how, words)


def check_trouble(agent: ProgramAgent, how: str, words: tuple[str, ...]) -> None:
    started = time.monotonic()
    with pytest.raises(AgentError) as caught:
        agent.choose(GameState())
    message = str(caught.value)
    assert message.startswith("it: its program (")
    for part in (*words, f"program.py {how}"):
        assert part in message, message
    assert len(message) < 1000
    assert time.monotonic() - started < 8
    assert not children()


def test_a_program_that_cannot_be_started() -> None:
    reasons = ("No such file", "denied", "null") if os.name == "posix" else ("", "", "")
    for command, reason in zip((["no/such/program"], ["."], ["a\0b"]), reasons, strict=True):
        with pytest.raises(AgentError, match=f"cannot start its program.*{reason}"):
            ProgramAgent(command).new_game()
    with pytest.raises(MeridiansError, match="needs a command"):
        ProgramAgent([])
    for value in (0, -1.0, float("nan"), float("inf")):
        for name in ("seconds", "timeout"):
            with pytest.raises(MeridiansError, match=f"{name} must be a number above 0"):
                ProgramAgent(["x"], **{name: value})


def test_a_program_that_does_not_know_its_player(program: Callable[..., ProgramAgent]) -> None:
    with pytest.raises(AgentError, match="did not answer 'player' with 'ok'; its last answer was 'error no player"):
        program("bare", player="nobody").new_game()


def test_a_program_knows_no_set_ups(program: Callable[..., ProgramAgent]) -> None:
    state = GameState.from_text("2/3 2/3/4/o2/2 dark 1,0 plain")
    with pytest.raises(AgentError, match="from the empty board only"):
        program("bare").choose(state)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_what_a_program_has_started_ends_with_it(program: Callable[..., ProgramAgent], tmp_path: Path) -> None:
    heard = tmp_path / "heard.txt"
    agent = program("hang with child", str(heard), timeout=1.5)
    with pytest.raises(AgentError, match="did not answer 'go'"):
        agent.choose(GameState())
    (child,) = (int(line.split()[1]) for line in heard.read_text("utf-8").splitlines() if line.startswith("child"))
    deadline = time.monotonic() + 5
    while alive(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not alive(child)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for children in /proc")
def test_a_program_that_nobody_closed_ends_with_its_agent(program: Callable[..., ProgramAgent]) -> None:
    agent = ProgramAgent(program("bare")._command)
    agent.choose(GameState())
    assert children()
    del agent
    assert not children()
