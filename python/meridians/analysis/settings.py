"""How a game is analysed: the engine and how long it searches each position."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, cast

from meridians import checks
from meridians._core import MeridiansError

__all__ = ["DEFAULT_VISITS", "ENGINES", "Settings"]

DEFAULT_VISITS = 2000
ENGINES = ("best", "grave", "uct", "puct", "gumbel", "alphabeta")

_MOST_VISITS, _MOST_SECONDS = 2**40, 604_800.0


@dataclass(frozen=True)
class Settings:
    """What the findings depend on. Limits are for each search of a position; one of them is None."""

    visits: int | None
    seconds: float | None
    engine: str
    seed: int

    @staticmethod
    def of(visits: object, seconds: object, engine: object, seed: object) -> Settings:
        """Checked settings; without a limit they are of 2,000 visits."""
        if visits is not None and seconds is not None:
            raise MeridiansError("give visits or seconds, not both")
        if visits is None and seconds is None:
            visits = DEFAULT_VISITS
        checks.one_of("engine", engine, ENGINES)
        return Settings(
            None if visits is None else checks.whole("visits", visits, 1, _MOST_VISITS),
            None if seconds is None else checks.positive("seconds", seconds, _MOST_SECONDS),
            cast(str, engine),
            checks.whole("seed", seed, 0, 2**64 - 1),
        )

    @staticmethod
    def from_document(document: dict[str, Any]) -> Settings:
        """What :meth:`document` gave."""
        return Settings.of(document["visits"], document["seconds"], document["engine"], document["seed"])

    def document(self) -> dict[str, Any]:
        """The settings for JSON."""
        return asdict(self)

    def words(self) -> str:
        """Such as ``best, 2,000 visits a search``."""
        limit = f"{self.visits:,} visits" if self.visits is not None else f"{self.seconds:g} s"
        return f"{self.engine}, {limit} a search"
