"""The weights of the evaluation, trained from nothing by self-play (``docs/training.md``; ``meridians train``).

:func:`train` does all of it, by a :class:`Plan`, in rounds. Its parts are of use alone: :func:`play_games` fills a
folder with games, :func:`positions_of` reads them, :func:`fit_positions` makes weights of them, :func:`weights_text`
a text of those, :func:`play_match` sees which of two texts plays better, and :func:`fit_calibration` what makes their
chances come true (:func:`calibrated_text`).
"""

from meridians.training.calibration import Calibration, fit_calibration, reliability
from meridians.training.fit import Model
from meridians.training.fitting import Fitted, fit_positions
from meridians.training.games import Positions, play_games, positions_of
from meridians.training.gate import Match, play_match
from meridians.training.network import Network, fit_network
from meridians.training.rounds import Plan, Round, train
from meridians.training.weights import calibrated_text, weights_text

__all__ = [
    "Calibration",
    "Fitted",
    "Match",
    "Model",
    "Network",
    "Plan",
    "Positions",
    "Round",
    "calibrated_text",
    "fit_calibration",
    "fit_network",
    "fit_positions",
    "play_games",
    "play_match",
    "positions_of",
    "reliability",
    "train",
    "weights_text",
]
