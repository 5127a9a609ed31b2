"""How well something that was trained plays against a level of the engine."""

from __future__ import annotations

from collections.abc import Callable

from plyground import Board
from plyground.seats import seat

Policy = Callable[[Board], str]


def score_against(policy: Policy, game: str, level: str = "1", games: int = 60) -> float:
    """The share of points of a policy, half of the games on each side: a draw counts one half."""
    points = 0.0
    for number in range(games):
        side = number % 2
        board = Board(game)
        opponent = seat(level, board.game, seed=number)
        assert opponent is not None
        while not board.is_over:
            board.push(policy(board) if board.turn == side else opponent.choose(board).move)
        winner = board.outcome.winner if board.outcome else None
        points += 0.5 if winner is None else float(board.game.players.index(winner) == side)
    return points / games
