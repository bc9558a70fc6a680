"""Checks what is shipped, not the tree: sdist, wheel from that sdist, clean environment, tests.

`make wheel-check` builds both and checks everything. `check_wheel.py --wheel FILE` tests a wheel that was built
elsewhere, with packages from the index instead of a folder. Needs only the standard library, pip and maturin.
"""

from __future__ import annotations

import argparse
import email
import json
import os
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

# Everything that may be in the two archives, as patterns for whole names, and below it what must be there.
PYTHON_FILES = r"""
    meridians/(?:[a-z_]+/)*[a-z_]+\.py | meridians/_core\.pyi | meridians/py\.typed
    | meridians/analysis/(?:report\.html\.j2|schema\.json)
"""
SDIST_FILES = rf"""
    PKG-INFO | Cargo\.toml | Cargo\.lock | pyproject\.toml | README\.md | LICENSE-MIT | LICENSE-APACHE
    | python/(?:{PYTHON_FILES})
    | rust/(?:meridians|meridians-py)/(?:Cargo\.toml|build\.rs|src/(?:[a-z_]+/)*[a-z0-9_]+\.rs)
    | rust/meridians/src/evaluation/weights/[0-9]-[0-9]\.txt
"""
WHEEL_FILES = rf"""
    {PYTHON_FILES} | meridians/_core\.(?:abi3\.so|pyd|cpython-[a-z0-9_-]+\.so|cp[0-9]+t-win[a-z0-9_]+\.pyd)
    | meridians-[0-9.]+\.dist-info/
      (?:METADATA|WHEEL|RECORD|entry_points\.txt|licenses/LICENSE-(?:MIT|APACHE))
"""

# `import meridians` after `import numpy`, in milliseconds: the median of a round of fresh interpreters. On a busy
# machine a whole round can be slow, so the best of a few rounds counts; a heavy import would show in every round.
IMPORT_LIMIT, IMPORT_RUNS, IMPORT_ROUNDS = 30.0, 9, 3


@contextmanager
def step(name: str) -> Iterator[None]:
    print(f"--- {name}", flush=True)
    start = time.perf_counter()
    yield
    print(f"--- {name}: {time.perf_counter() - start:.1f} s", flush=True)


def run(*command: str | Path, cwd: Path, **environment: str) -> None:
    subprocess.run([str(part) for part in command], check=True, cwd=cwd, env=os.environ | environment)


def output(*command: str | Path, cwd: Path) -> str:
    return subprocess.run([str(part) for part in command], check=True, cwd=cwd, capture_output=True, text=True).stdout


def check_names(archive: Path, names: set[str], pattern: str, required: set[str]) -> None:
    stray = sorted(name for name in names if not re.fullmatch(pattern, name, re.VERBOSE))
    missing = sorted(required - names)
    if stray or missing:
        sys.exit(f"{archive.name}: stray files {stray}, missing files {missing}")
    print(f"{archive.name}: {len(names)} files, {archive.stat().st_size / 1e6:.2f} MB")


def python_files() -> set[str]:
    folder = ROOT / "python"
    found = (path for pattern in ("*.py", "*.pyi", "py.typed", "*.j2", "*.json") for path in folder.rglob(pattern))
    return {path.relative_to(folder).as_posix() for path in found}


def build_sdist(folder: Path) -> Path:
    run(sys.executable, "-m", "maturin", "sdist", "--out", folder, cwd=ROOT)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {member.name.split("/", 1)[1] for member in archive.getmembers() if not member.isdir()}
    crates = ROOT / "rust"
    sources = [*crates.glob("*/src/**/*.rs"), *crates.glob("*/src/**/*.txt")]
    rust = {f"rust/{path.relative_to(crates).as_posix()}" for path in sources}
    required = {"PKG-INFO", "Cargo.toml", "Cargo.lock", "pyproject.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE"}
    check_names(sdist, names, SDIST_FILES, required | rust | {f"python/{name}" for name in python_files()})
    return sdist


def build_wheel(sdist: Path, folder: Path) -> Path:
    """Builds through the front door, as pip does for a user, but with this maturin and the tree's target folder."""
    with tarfile.open(sdist) as archive:
        # Python 3.11.0 to 3.11.3 have no filters; the archive is our own.
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(folder / "source", **safely)
    (source,) = (folder / "source").iterdir()
    for path in source.rglob("*"):
        path.touch()  # an sdist's files are dated 2006, and cargo would take its older products for theirs
    metadata = json.loads(output("cargo", "metadata", "--no-deps", "--format-version=1", cwd=ROOT))
    offline = ("--no-deps", "--no-index", "--no-build-isolation")
    pip_wheel = (sys.executable, "-m", "pip", "wheel", "--verbose", *offline, "--wheel-dir", folder, source)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # where the backend looks for maturin
    run(*pip_wheel, cwd=folder, PATH=path, CARGO_TARGET_DIR=metadata["target_directory"])
    (wheel,) = folder.glob("*.whl")
    return wheel


def check_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (info,) = {name.split("/")[0] for name in names if ".dist-info/" in name}
        metadata = email.message_from_bytes(archive.read(f"{info}/METADATA"))
        entry_points = archive.read(f"{info}/entry_points.txt").decode()
    compiled = {name for name in names if name.endswith((".so", ".pyd"))}
    assert len(compiled) == 1, compiled
    required = {f"{info}/{name}" for name in ("METADATA", "RECORD", "licenses/LICENSE-MIT", "licenses/LICENSE-APACHE")}
    check_names(wheel, names, WHEEL_FILES, required | compiled | python_files())
    assert metadata["Requires-Python"] == ">=3.11", metadata["Requires-Python"]
    assert metadata["License-Expression"] == "MIT OR Apache-2.0", metadata["License-Expression"]
    plain = [need for need in metadata.get_all("Requires-Dist", []) if "extra ==" not in need]
    assert [re.split(r"[^a-z]", need)[0] for need in plain] == ["numpy"], plain
    assert "meridians.cli:main" in entry_points, entry_points


def import_time(python: Path, folder: Path) -> float:
    """The median time in milliseconds that `import meridians` adds to `import numpy`."""
    times = []
    for _ in range(IMPORT_RUNS):
        command = [str(python), "-I", "-X", "importtime", "-c", "import numpy, meridians"]
        report = subprocess.run(command, check=True, cwd=folder, capture_output=True, text=True).stderr
        (line,) = re.findall(r"^import time: +\d+ \| +(\d+) \| meridians$", report, re.MULTILINE)
        times.append(int(line) / 1000)
    return statistics.median(times)


def check_import_time(python: Path, folder: Path) -> None:
    rounds = []
    for _ in range(IMPORT_ROUNDS):
        rounds.append(import_time(python, folder))
        if rounds[-1] < IMPORT_LIMIT:
            break
    print(f"import meridians adds {rounds[-1]:.1f} ms to import numpy (limit {IMPORT_LIMIT:.0f})")
    if rounds[-1] >= IMPORT_LIMIT:
        sys.exit(f"import meridians is too slow: medians of {IMPORT_RUNS} in ms: {rounds}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", type=Path, help="test this wheel instead of building one")
    parser.add_argument("--wheelhouse", type=Path, help="install from this folder instead of the index")
    options = parser.parse_args()
    source = [] if options.wheelhouse is None else ["--no-index", "--find-links", options.wheelhouse.resolve()]

    with tempfile.TemporaryDirectory(prefix="meridians-wheel-") as name:
        folder = Path(name).resolve()
        if options.wheel is None:
            with step("build the sdist"):
                sdist = build_sdist(folder)
            with step("build the wheel from the sdist"):
                wheel = build_wheel(sdist, folder)
        else:
            wheel = options.wheel.resolve()
        check_wheel(wheel)

        venv.create(folder / "venv", symlinks=os.name != "nt")
        python = folder / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *source)
        with step("play in a clean environment, on the oldest NumPy that is accepted"):
            run(*pip, "--group", f"{ROOT / 'pyproject.toml'}:floor", wheel, cwd=folder)
            run(python, "-I", "-W", "error", HERE / "smoke.py", cwd=folder)
        with step("run the tests against the wheel, on the NumPy of today"):
            run(*pip, "--group", f"{ROOT / 'pyproject.toml'}:test", cwd=folder)
            if options.wheel is None:
                check_import_time(python, folder)
            suite = folder / "suite"
            shutil.copytree(ROOT / "tests", suite / "tests", ignore=shutil.ignore_patterns("__pycache__"))
            shutil.copy(ROOT / "pyproject.toml", suite)
            chosen = ("-m", "not slow and not tree", "--numprocesses=auto", "-p", "no:cacheprovider")
            run(python, "-m", "pytest", *chosen, cwd=suite)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"meridians: the wheel check failed: {shlex.join(error.cmd)}")
