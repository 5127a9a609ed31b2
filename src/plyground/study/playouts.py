"""What random games from a position say of it: the judgement of a game that has no evaluation of its own."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from plyground import contract
from plyground.board import Board
from plyground.contract import MOST_MOVES, OPEN, Moves, mix, moves, outcome, play, undo
from plyground.game import Game
from plyground.native.compiler import compile_kernel, inner_kernel

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
    game = board.game
    kernel = compile_kernel(sum_of_results, game)
    view = game.view(board.position)
    out, made = np.zeros(MOST_MOVES, np.int64), np.zeros(LONGEST, np.int64)
    state = mix(np.uint64(seed)) | np.uint64(1)
    return round(UNIT * int(kernel(view.rules, view.pos, out, made, count, state)) / count)


def sum_of_results(rules: Any, pos: Any, out: Moves, made: Moves, count: int, state: np.uint64) -> int:
    """The compiled entry."""
    return add_results(rules, pos, out, made, count, state)


@inner_kernel
def add_results(rules: Any, pos: Any, out: Moves, made: Moves, count: int, state: np.uint64) -> int:
    """Random games from a position: those that its side to move wins, less those that it loses."""
    total = 0
    for _ in range(count):
        now = pos
        length = 0
        while length < LONGEST and outcome(rules, now) == OPEN:
            end = moves(rules, now, out, 0)
            state ^= state << np.uint64(13)
            state ^= state >> np.uint64(7)
            state ^= state << np.uint64(17)
            move = out[(state >> np.uint64(11)) % np.uint64(end)]
            made[length] = move
            now = play(rules, now, move)
            length += 1
        result = outcome(rules, now)
        if result != OPEN:
            total += result if length % 2 == 0 else -result
        for i in range(length - 1, -1, -1):
            undo(rules, now, made[i])
    return total
