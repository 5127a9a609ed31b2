"""The scorecard of the games that were finished on this machine."""

from __future__ import annotations

from typing import Final

from plyground.records import Record
from plyground.saved_games import list_finished_games, with_absolute_path
from plyground.scorecard import Scorecard, make_scorecard

MOST_GAMES: Final = 1000
"""Only so many games are read, the newest first."""


def saved_scorecard(record: Record, side: int) -> Scorecard:
    """How the players of a game have fared against each other at it, as one side of it sees that."""
    games = (saved.record for saved in list_finished_games(MOST_GAMES))
    return make_scorecard(
        games, with_absolute_path(record).game, record.players[side], record.players[1 - side]
    )
