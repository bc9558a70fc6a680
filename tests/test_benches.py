"""The scripts in benches/: what they make of numbers, without measuring anything."""

from __future__ import annotations

import json
import re
import runpy
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

pytestmark = pytest.mark.tree

ROOT = Path(__file__).parents[1]


def script(name: str):
    return runpy.run_path(str(ROOT / "benches" / name))


# instructions.py


def counts(**instructions: int):
    return {name: {"instructions": number, "units": 10, "unit": "ply"} for name, number in instructions.items()}


@pytest.mark.parametrize(
    ("instructions", "risen", "outdated"),
    [(1029, [], []), (1031, ["perft"], []), (971, [], []), (969, [], ["perft"])],
)
def test_a_count_may_change_by_the_tolerance(instructions, risen, outdated):
    table, *found = script("instructions.py")["compare"](counts(perft=1000), counts(perft=instructions), 0.03)
    assert found == [risen, outdated]
    assert table[0].split()[1:] == [f"{instructions:,}", f"{instructions / 10:,.1f}", "a", "ply", table[0].split()[-1]]
    assert float(table[0].split()[-1].strip("%")) == pytest.approx(instructions / 10 - 100)


def test_new_and_old_workloads_ask_for_a_new_baseline():
    other_units = {"c": {"instructions": 1000, "units": 11, "unit": "ply"}}
    compare = script("instructions.py")["compare"]
    table, risen, outdated = compare(counts(a=1000, c=900), counts(b=1000) | other_units, 0.03)
    assert (len(table), risen, outdated) == (2, [], ["b", "c", "a"])


def test_the_baseline_has_all_workloads_and_no_other():
    names = script("instructions.py")["WORKLOADS"]
    baseline = json.loads((ROOT / "benches/instructions.json").read_text("utf-8"))
    assert list(baseline["workloads"]) == [f"{workload}, {level}" for workload, level in names]
    known = re.findall(r'^ +"([a-z0-9 ]+)" => ', (ROOT / "benches/instructions.rs").read_text("utf-8"), re.MULTILINE)
    assert known == list(dict.fromkeys(workload for workload, _ in names))


def fake(monkeypatch, instructions, rustc, baseline):
    """What `instructions.py` says and returns for made-up counts."""
    names = script("instructions.py")
    main = names["main"]
    values = main.__globals__
    monkeypatch.setitem(values, "compiler", lambda: {"rustc": rustc, "target": "t"})
    monkeypatch.setitem(values, "WORKLOADS", [("w", "avx2")])
    monkeypatch.setitem(values, "count", lambda *_: counts(w=instructions)["w"])
    monkeypatch.setattr("shutil.which", lambda _: "valgrind")
    monkeypatch.setitem(values, "BASELINE", baseline)
    return main


def test_a_rise_fails_and_another_compiler_has_more_room(monkeypatch, tmp_path, capsys):
    baseline = tmp_path / "baseline.json"
    assert fake(monkeypatch, 1000, "1.95.0", baseline)(["--update"]) == 0
    assert json.loads(baseline.read_text("utf-8"))["rustc"] == "1.95.0"
    for instructions, rustc, status, said in [
        (1000, "1.95.0", 0, "+0.00%"),
        (1100, "1.95.0", 1, "MORE INSTRUCTIONS than the baseline by over 3%: w, avx2"),
        (900, "1.95.0", 0, "Bring the baseline up to date"),
        (1100, "1.96.0", 0, "The baseline is of rustc 1.95.0 for t, this is 1.96.0"),
        (1300, "1.96.0", 1, "by over 20%"),
    ]:
        assert fake(monkeypatch, instructions, rustc, baseline)([]) == status
        assert said in capsys.readouterr().out


def test_without_valgrind_it_says_what_to_install(monkeypatch, capsys):
    main = script("instructions.py")["main"]
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert main([]) == 2
    assert "valgrind is missing" in capsys.readouterr().err


# yardsticks.py


@pytest.fixture
def yardsticks(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "benches")
    return script("yardsticks.py")


def test_rates_of_the_yardsticks_are_read(yardsticks):
    text = "verified\nK=1 70000 playouts/s  1 ns\nK=3 80000 playouts/s\nexact batch of 256: 5000 playouts/s\n"
    rates = yardsticks["printed_rates"]
    assert (rates(text, "K=3"), rates(text, "exact batch of 256:")) == ([80000.0], [5000.0])
    with pytest.raises(ValueError, match="no rate"):
        rates(text, "bits hold 6:")


def test_a_bar_is_set_against_ratios_within_a_round(yardsticks):
    names = {name for line in yardsticks["LINES"] for name in line[1:3] if name}
    rates = {name: [100.0, 300.0, 200.0] for name in names} | {"play(int)": [1e6, 3e6, 2e6]}
    rates |= {"single": [80.0, 240.0, 400.0]}  # ratios 0.8, 0.8, 2
    rows = {row[0]: row[3:] for row in yardsticks["report"](rates)}
    assert rows["backend single"] == (0.8, 0.9, 1.3, False)
    assert rows["Python loop of play(int), plies"] == (2e6, 2e6, 4e6, True)


# peers.py and the page of numbers


def test_peers_that_fail_are_named(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "benches")
    names = script("peers.py")
    entries = [names["Entry"]("hexea", "Hex 11", 121, way, list) for way in ("loop", "batch", "other")]
    good = {"games_per_second": 10.0, "mean_plies": 100.0}
    fast = {"games_per_second": 50.0, "mean_plies": None}
    rounds = [[good | {"games_per_second": rate}, fast, {"error": "No module named 'hexea'"}] for rate in (10, 30, 20)]
    rows = names["summary"](entries, rounds)
    assert [(row.get("games_per_second"), row.get("plies_per_second")) for row in rows] == [
        (20, 2000),
        (50, 5000),  # the plies of the same game
        (None, None),
    ]
    about = {"processor": "P", "processors": "2", "python": "3.11"}
    document = {"machine": about, "versions": {"hexea": None}, "rounds": 3, "seconds": 1.0, "rows": rows}
    table = names["table"](document)
    assert "| hexea | Hex 11 | 121 | other | not measured: No module named 'hexea' | | |" in table
    assert "| hexea | Hex 11 | 121 | loop | 20 | 100 | 2,000 |" in table


def test_batches_are_measured_and_shown(monkeypatch, capsys):
    monkeypatch.syspath_prepend(ROOT / "benches")
    names = script("batch.py")
    found = names["measured"]([1, 8, 5000], "2/3", 1, 1e-9, 1)
    assert [row["games"] for row in found] == ["GameState", "1", "8", "5000"]
    assert all(row[way] > 0 for row in found for way in names["WAYS"])
    rows = [dict.fromkeys(names["WAYS"], 2_340_000.0) | {"games": games} for games in ("GameState", "4096")]
    table = names["table"]({"rows": rows})
    assert table.splitlines()[2:] == [
        "| `GameState`, one by one | 2.34 | 2.34 | 2.34 |",
        "| 4,096 | 2.34 | 2.34 | 2.34 |",
    ]
    with pytest.raises(SystemExit):
        names["main"](["--rounds", "0"])
    assert "must be positive" in capsys.readouterr().err


def test_a_child_measures_and_one_that_fails_says_why():
    names = script("peers.py")
    found = names["in_a_child"](0, 0.01)
    assert found["games_per_second"] > 0
    assert 50 < found["mean_plies"] < 200
    assert "IndexError" in names["in_a_child"](1000, 0.01)["error"]


def test_the_page_shows_what_was_measured():
    names = runpy.run_path(str(ROOT / "docs/make_performance.py"))
    bench, peers = names["measured"]()
    assert bench["correct"]
    page = (ROOT / "docs/performance.md").read_text("utf-8")
    assert page == names["written"](page, bench, peers)
    picture = (ROOT / "docs/performance/sizes.svg").read_text("utf-8")
    assert picture == names["draw"](bench)
    lines = list(ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}polyline"))
    assert len(lines) == len(names["series"](bench)) >= 3
    bench["rows"][0]["rate"] *= 2
    assert page != names["written"](page, bench, peers)
