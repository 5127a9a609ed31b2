"""Balanced openings: random moves, as many for each side, after which the game stands as it did at the start.

The most even openings would hide what the first player has from moving first. So an opening is balanced here
if neither side has lost anything by it: a short search holds it to be worth what it holds the start to be
worth.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import median
from typing import Final, NamedTuple

from plyground.arena.openings import Opening, identity_of, random_board
from plyground.board import Board
from plyground.engine import Engine
from plyground.words import first_share

CHOICE: Final = 3
"""How many openings are rated for each one that is wanted."""
IN_VAIN: Final = 60
"""After how many draws that brought nothing new longer openings are drawn."""
LONGEST: Final = 8
WIDEST: Final = 0.2
"""The largest difference from the start, as a share of the bar, of an opening that is called balanced."""


class BalancedOpening(NamedTuple):
    """An opening, and how far it is from the start as a share of the bar."""

    moves: Opening
    distance: float


def longest_opening(lengths: Sequence[int]) -> int:
    """How many plies an opening may have at most: an even number, a quarter of a random game.

    >>> longest_opening([20, 24, 22]), longest_opening([5, 6]), longest_opening([90])
    (6, 2, 8)
    """
    return min(LONGEST, max(2, 2 * round(median(lengths) / 8)))


def draw_balanced(engine: Engine, count: int, seed: int, nodes: int, longest: int) -> list[BalancedOpening]:
    """At most `count` different openings, and always the start itself; the same seed draws the same ones."""
    game = engine.game
    start = Board(game)
    worth = _share(engine, start, nodes)
    chance = random.Random(f"study openings {seed}")
    seen = {identity_of(start)}
    found = [BalancedOpening((), 0.0)]
    rated = 0
    for plies in range(2, longest + 1, 2):
        in_vain = 0
        while in_vain < IN_VAIN and rated < CHOICE * count:
            board = random_board(game, plies, chance)
            identity = identity_of(board)
            if board.is_over or identity in seen:
                in_vain += 1
                continue
            in_vain = 0
            seen.add(identity)
            rated += 1
            distance = abs(_share(engine, board, nodes) - worth)
            if distance <= WIDEST:
                found.append(BalancedOpening(board.history, distance))
        if len(found) >= count:
            break
    best = sorted(range(len(found)), key=lambda index: found[index].distance)[:count]
    return [found[index] for index in sorted(best)]


def _share(engine: Engine, board: Board, nodes: int) -> float:
    """How much of the bar belongs to the side that began; the mean of the last two depths."""
    engine.clear()
    scores = [info.score for info in engine.analyse(board, nodes=nodes)]
    shares = [first_share(score, board.turn) for score in scores[-2:]]
    return shares[-1] if scores[-1].is_proven else sum(shares) / len(shares)
