"""Random games, as fast as the rules allow."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.contract import MOST_MOVES, OPEN, Moves, mix, moves, outcome, play, undo
from plyground.game import Game
from plyground.native.compiler import compile_kernel, inner_kernel

LONGEST = 4096


def playouts(game: Game, count: int, seed: int = 1) -> int:
    """Play `count` random games from the start and return the number of moves made in all.

    >>> from plyground import find
    >>> 5 * 100 <= playouts(find("noughts"), 100) <= 9 * 100
    True
    """
    kernel = compile_kernel(play_out, game)
    out = np.zeros(MOST_MOVES, np.int64)
    made = np.zeros(LONGEST, np.int64)
    state = mix(np.uint64(seed)) | np.uint64(1)
    view = game.view(game.start)
    return int(kernel(view.rules, view.pos, out, made, count, state))


def play_out(rules: Any, pos: Any, out: Moves, made: Moves, count: int, state: np.uint64) -> int:
    """The compiled entry."""
    return moves_made(rules, pos, out, made, count, state)


@inner_kernel
def moves_made(rules: Any, pos: Any, out: Moves, made: Moves, count: int, state: np.uint64) -> int:
    """The moves in `count` random games; a game without end stops at `LONGEST` moves."""
    plies = 0
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
        plies += length
        for i in range(length - 1, -1, -1):
            undo(rules, now, made[i])
    return plies
