"""What random games from a position say of it: the judgement of a game that has no evaluation of its own."""

from __future__ import annotations

from typing import Final

from plyground import contract
from plyground.board import Board
from plyground.engine.playouts import random_games
from plyground.game import Game

LONGEST: Final = 1024
"""A random game that goes on for longer counts as a draw."""
COUNT: Final = 64
"""Random games for one position."""
UNIT: Final = 1000
"""What a position is worth from which every random game is won."""


def has_evaluation(game: Game) -> bool:
    """Whether a game says itself who stands better."""
    return contract.evaluate.is_implemented(type(game.view(game.start).rules))


def estimate_by_playouts(board: Board, count: int = COUNT, seed: int = 1) -> int:
    """The mean result of random games for the side to move, from minus to plus `UNIT`.

    >>> estimate_by_playouts(Board("noughts", "a1 c3 b1 b3")) > 0
    True
    """
    _, results = random_games(board.game, board.position, count, seed, LONGEST)
    return round(UNIT * results / count)
