"""Random games, as fast as the rules allow."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.contract import MOST_MOVES, OPEN, Moves, mix, moves, outcome, play, undo
from plyground.game import Game
from plyground.native.compiler import compile_kernel, inner_kernel

LONGEST = 4096
"""A random game that goes on for longer is stopped."""


def playouts(game: Game, count: int, seed: int = 1) -> int:
    """Play `count` random games from the start and return the number of moves made in all.

    >>> from plyground import find
    >>> 5 * 100 <= playouts(find("noughts"), 100) <= 9 * 100
    True
    """
    return random_games(game, game.start, count, seed, LONGEST)[0]


def random_games(game: Game, position: Any, count: int, seed: int, longest: int) -> tuple[int, int]:
    """Play random games from a position: the moves made in all, and the games that its side to move wins
    less those that it loses. A game of `longest` moves is stopped, and nobody has won it.
    """
    kernel = compile_kernel(play_out, game)
    out = np.zeros(MOST_MOVES, np.int64)
    made = np.zeros(longest, np.int64)
    state = mix(np.uint64(seed)) | np.uint64(1)
    view = game.view(position)
    plies, results = kernel(view.rules, view.pos, out, made, count, state)
    return int(plies), int(results)


def play_out(rules: Any, pos: Any, out: Moves, made: Moves, count: int, state: np.uint64) -> tuple[int, int]:
    """The compiled entry."""
    return add_up_games(rules, pos, out, made, count, state)


@inner_kernel
def add_up_games(
    rules: Any, pos: Any, out: Moves, made: Moves, count: int, state: np.uint64
) -> tuple[int, int]:
    """The moves in `count` random games, and their results for the side to move at the beginning."""
    plies = results = 0
    for _ in range(count):
        now = pos
        length = 0
        while length < len(made) and outcome(rules, now) == OPEN:
            end = moves(rules, now, out, 0)
            state ^= state << np.uint64(13)
            state ^= state >> np.uint64(7)
            state ^= state << np.uint64(17)
            move = out[(state >> np.uint64(11)) % np.uint64(end)]
            made[length] = move
            now = play(rules, now, move)
            length += 1
        plies += length
        result = outcome(rules, now)
        if result != OPEN:
            results += result if length % 2 == 0 else -result
        for i in range(length - 1, -1, -1):
            undo(rules, now, made[i])
    return plies, results
