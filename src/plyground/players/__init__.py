"""Who can sit down: the engine at a level, a classic, an evaluation of your own."""

from plyground.players.levels import LEVELS, describe_levels
from plyground.players.player import Choice, Player

__all__ = ["LEVELS", "Choice", "Player", "describe_levels"]
