"""What a stranger does first with an installed `meridians`: plays a game, asks for rollouts, saves and loads.

Run by `check_wheel.py` in a clean environment with NumPy alone, outside of the source tree, with warnings as errors.
"""

import copy
import importlib.metadata
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import meridians


def main() -> None:
    place = Path(meridians.__file__)
    assert place.is_relative_to(sys.prefix), f"meridians was imported from {place}, not from the environment"
    assert meridians.__version__ == importlib.metadata.version("meridians") == meridians.build_info()["version"]
    assert "typer" not in sys.modules

    for size in ("5/6", "6/7", "7/8"):
        for opening in ("plain", "pie"):
            state = meridians.GameState(size, opening=opening)
            turns = iter(range(10**6))
            while not state.is_over and state.ply < 2000:
                moves = state.legal_moves()
                mask = state.legal_mask()
                assert mask.dtype == np.bool_
                assert int(mask.sum()) == len(moves) == len(state.legal_actions())
                state.play(moves[(next(turns) * 7919 + 13) % len(moves)])
            again = meridians.GameState.from_moves(state.moves, size=size, opening=opening)
            assert again == state
            assert copy.deepcopy(state) == state
            assert pickle.loads(pickle.dumps(state)).text == state.text
            assert state.outcome is None or str(state.outcome.winner) in ("light", "dark", "None")
            assert meridians.GameState.from_text(state.text).position == state.position
            print(f"{size} {opening}: {state.ply} plies, {state.outcome}")

    state = meridians.GameState()
    one = state.rollouts(1000, seed=1, threads=1)
    two = state.rollouts(1000, seed=1, threads=2)
    assert one == two
    assert one.light_wins + one.dark_wins + one.unfinished == 1000
    print(f"1000 rollouts: Light won {one.light_wins}, mean of {one.mean_plies:.1f} plies")

    # Without the extra the command says in one sentence how to get it.
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-I", "-m", "meridians", "--help"]
        run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert run.returncode != 0, run.stdout
    assert "meridians[cli]" in run.stderr, run.stderr
    assert "Traceback" not in run.stderr, run.stderr
    print(f"the command without the extra: {run.stderr.strip()}")


if __name__ == "__main__":
    main()
