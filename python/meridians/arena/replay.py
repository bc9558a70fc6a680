"""Whether a game that was read from a file can have been played: its moves are played again, by the rules.

It takes a tenth of a millisecond a game.
"""

from __future__ import annotations

from meridians._core import GameState, MeridiansError
from meridians.arena.game import Game
from meridians.arena.settings import Settings

__all__ = ["why_impossible"]


def why_impossible(settings: Settings, game: Game) -> str | None:
    """Why these settings cannot have led to the game, or None if they can. What agents spent is not looked at."""
    balanced = settings.openings == "balanced"
    if game.opening != (settings.opening_plies if balanced else 0):
        return f"its opening cannot be of {game.opening} plies"
    if game.opening > len(game.moves):
        return f"its opening of {game.opening} plies is longer than the game"
    state = GameState(settings.size, "pie" if settings.openings == "pie" else "plain")
    for ply, move in enumerate(game.moves, start=1):
        try:
            state.play(move)
        except MeridiansError as error:
            return f"ply {ply}: {error}"
    if (game.error is not None) != (game.reason == "forfeit"):
        return "a game has an error if, and only if, it was forfeited"
    if game.winner_color != (None if game.winner is None else state.color_of(game.winner)):
        return f"winner {game.winner} and winner_color {game.winner_color} contradict each other"
    return _why_not_ended(settings, game, state)


def _why_not_ended(settings: Settings, game: Game, state: GameState) -> str | None:
    """The same for how the game ended; ``state`` is that after its moves."""
    outcome = state.outcome
    if outcome is not None:
        if (game.reason, game.winner) == (outcome.reason, outcome.participant):
            return None
        by_rule = "a draw" if outcome.participant is None else f"won by participant {outcome.participant}"
        return f"it is {by_rule} by {outcome.reason}, not {_result(game)}"
    fits = {
        "resignation": game.winner == 1 - state.participant,
        "forfeit": game.winner is not None,
        "cap": game.winner is None and state.ply >= settings.max_plies,
    }.get(game.reason, False)
    return None if fits else f"after its moves it is not over, so it is not {_result(game)}"


def _result(game: Game) -> str:
    winner = "a draw" if game.winner is None else f"won by participant {game.winner}"
    return f"{winner} by {game.reason}"
