"""What is installed is whole and light: versions agree, every public name is there, and nothing heavy comes along."""

import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import meridians

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_versions_agree():
    assert meridians.__version__ == importlib.metadata.version("meridians") == meridians.build_info()["version"]


@pytest.mark.tree
def test_version_is_cargos():
    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    version = cargo["workspace"]["package"]["version"]
    assert meridians.__version__ == version
    assert cargo["workspace"]["dependencies"]["meridians"]["version"] == version


@pytest.mark.tree
def test_the_tests_test_this_tree():
    """A copied .venv still points at the tree that it was made in: `make clean` before anything else."""
    assert Path(meridians.__file__).resolve().parent == ROOT / "python" / "meridians"


def test_build_info():
    info = meridians.build_info()
    assert set(info) == {"version", "profile", "target", "simd", "simd_available"}
    assert all(isinstance(value, str) and value for value in info.values())
    assert info["profile"] == "release"
    assert info["simd"] in info["simd_available"].split(", ")
    info.clear()
    assert meridians.build_info(), "what is handed out is the caller's own"


def test_every_public_name_is_there():
    names = meridians.__all__
    assert len(names) == len(set(names))
    assert [name for name in names if not hasattr(meridians, name)] == []


def test_types_are_shipped():
    folder = Path(meridians.__file__).parent
    assert (folder / "py.typed").is_file()
    assert (folder / "_core.pyi").is_file()


def test_import_brings_numpy_and_nothing_else():
    script = "import sys, numpy; before = set(sys.modules); import meridians; print(sorted(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    packages = {name.split(".")[0] for name in json.loads(run.stdout.replace("'", '"'))}
    assert packages - set(sys.stdlib_module_names) <= {"meridians", "numpy"}


def test_metadata():
    metadata = importlib.metadata.metadata("meridians")
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT OR Apache-2.0"
    assert set(metadata.get_all("Provides-Extra")) == {"all", "cli", "png", "report", "testing"}
    (command,) = importlib.metadata.entry_points(group="console_scripts", name="meridians")
    assert command.value == "meridians.cli:main"


def test_the_floor_that_is_tested_is_the_one_declared(project):
    floors = {re.split("[;=]+", need)[1] for need in project["dependency-groups"]["floor"]}
    assert [need.replace(">=", "==") + ".0" for need in project["project"]["dependencies"]] == ["numpy==1.26.0"]
    assert "1.26.0" in floors


def test_what_the_makefile_installs_is_pinned(project):
    needs = [need for group in project["dependency-groups"].values() for need in group if isinstance(need, str)]
    assert [need for need in needs if not re.match(r"[a-z0-9-]+==[0-9.]+(; |$)", need)] == []
