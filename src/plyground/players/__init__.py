"""Who can sit down: a person, the engine at a level, a classic, an evaluation of your own, a program."""

from plyground.players.levels import LEVELS, describe_levels
from plyground.players.player import Choice, Player
from plyground.players.seats import Sitter, describe_players, seat

__all__ = ["LEVELS", "Choice", "Player", "Sitter", "describe_levels", "describe_players", "seat"]
