"""Who can sit down at a board: a person, the engine at a level, or another program."""

from plyground.players.levels import LEVELS, describe_levels
from plyground.players.player import Choice, Player
from plyground.players.seats import seat

__all__ = ["LEVELS", "Choice", "Player", "describe_levels", "seat"]
