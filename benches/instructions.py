"""Counts instructions under Callgrind and compares them with the baseline ``benches/instructions.json``.

A count is repeatable whatever else the machine does, so a rise by a few per cent is a slower build and not noise. It is
not a time: it knows no caches, no mispredicted branches, and no instructions side by side.

``make instructions`` builds the program and runs this. A rise beyond the tolerance fails; a fall beyond it asks for
``make instructions INSTRUCTIONS_ARGS=--update``, which writes the baseline anew. Counts are a matter of the compiler
too: with another rustc or target than the baseline's the tolerance is the wider one, and the report says so. Callgrind
knows AVX2 and no AVX-512, so each workload names its level, and the counts are the same on every processor that has it.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
BASELINE = HERE / "instructions.json"
PROGRAM = HERE.parent / "target" / "release" / "instructions"
TOLERANCE = 0.03
OTHER_COMPILER_TOLERANCE = 0.2

# The workloads of instructions.rs, each with the level that it is counted at.
# Single positions always use the best level, which is AVX2 under Callgrind.
WORKLOADS = [
    ("legal sets", "avx2"),
    ("liveness", "avx2"),
    ("evaluation", "avx2"),
    ("play and undo", "avx2"),
    ("perft", "avx2"),
    ("rollouts single", "portable"),
    ("rollouts single", "avx2"),
    ("rollouts sliced 256", "portable"),
    ("rollouts sliced 256", "avx2"),
    ("rollouts sliced 4096", "avx2"),
]

Counts = dict[str, dict[str, object]]


class UnusableError(Exception):
    """Nothing could be counted, for a reason that is no fault of the code that is measured."""


def run(*command: str | Path) -> str:
    """The standard output of a command; its standard error is the reason if it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise UnusableError(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stderr.strip()}")
    return done.stdout


def compiler() -> dict[str, str]:
    """What made the program, as far as it matters for counts."""
    about = dict(re.findall(r"^(release|host): (.*)$", run("rustc", "--version", "--verbose"), re.MULTILINE))
    return {"rustc": about["release"], "target": about["host"]}


def count(workload: str, level: str) -> dict[str, object]:
    """Runs one workload under Callgrind: ``instructions``, ``units`` and what a ``unit`` is."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind.out"
        printed = run(
            "valgrind",
            "--quiet",
            "--tool=callgrind",
            f"--callgrind-out-file={out}",
            "--toggle-collect=*instructions*measured*",
            PROGRAM,
            workload,
            level,
        )
        found = re.search(r"^(?:summary|totals): (\d+)", out.read_text("utf-8"), re.MULTILINE)
    instructions = int(found[1]) if found else 0
    if not instructions:
        raise UnusableError(f"{workload}: Callgrind did not see the function `measured` of instructions.rs")
    units, unit = printed.split()
    return {"instructions": instructions, "units": int(units), "unit": unit}


def compare(baseline: Counts, found: Counts, tolerance: float) -> tuple[list[str], list[str], list[str]]:
    """The lines of the table, the workloads that rose beyond the tolerance, and those that fell, are new or gone."""
    table, risen, outdated = [], [], []
    for name, now in found.items():
        each = int(str(now["instructions"])) / int(str(now["units"]))
        line = f"{name:32} {now['instructions']:>13,} {each:>10,.1f} a {now['unit']:9}"
        before = baseline.get(name)
        if before is None or before["units"] != now["units"]:
            outdated.append(name)
            table.append(f"{line}      new")
            continue
        change = int(str(now["instructions"])) / int(str(before["instructions"])) - 1
        table.append(f"{line} {change:+8.2%}")
        if change > tolerance:
            risen.append(name)
        elif change < -tolerance:
            outdated.append(name)
    outdated += [name for name in baseline if name not in found]
    return table, risen, outdated


def main(arguments: list[str]) -> int:
    """The exit status: 0 if nothing rose, 1 if something did, 2 if nothing could be counted."""
    parser = argparse.ArgumentParser(description="Counts instructions under Callgrind against a baseline.")
    parser.add_argument("--update", action="store_true", help="write the baseline instead of comparing with it")
    update = parser.parse_args(arguments).update
    try:
        if not shutil.which("valgrind"):
            raise UnusableError("valgrind is missing: apt-get install valgrind libc6-dbg, for example")
        made_by = compiler()
        found = {f"{workload}, {level}": count(workload, level) for workload, level in WORKLOADS}
    except UnusableError as reason:
        print(f"instructions: {reason}", file=sys.stderr)
        return 2
    if update:
        BASELINE.write_text(json.dumps({**made_by, "workloads": found}, indent=2) + "\n", encoding="utf-8")
        print(f"wrote {BASELINE.name} for rustc {made_by['rustc']}, {made_by['target']}")
        return 0
    baseline = json.loads(BASELINE.read_text("utf-8"))
    same = all(baseline[key] == value for key, value in made_by.items())
    tolerance = TOLERANCE if same else OTHER_COMPILER_TOLERANCE
    table, risen, outdated = compare(baseline["workloads"], found, tolerance)
    print(f"{'workload, level':32} {'instructions':>13} {'each':>10}              change")
    print("\n".join(table))
    if not same:
        print(
            f"The baseline is of rustc {baseline['rustc']} for {baseline['target']}, this is {made_by['rustc']} for"
            f" {made_by['target']}: only a rise by more than {tolerance:.0%} counts."
        )
    if outdated:
        print(f"Bring the baseline up to date (make instructions INSTRUCTIONS_ARGS=--update): {'; '.join(outdated)}")
    if risen:
        print(f"MORE INSTRUCTIONS than the baseline by over {tolerance:.0%}: {'; '.join(risen)}")
    return 1 if risen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
