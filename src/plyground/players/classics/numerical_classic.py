"""The numerical tic-tac-toe program of the seed: minimax with the evaluation printed in its document.

Odd is Max. The board has ten vectors (rows, columns, diagonals). A vector whose numbers are not all in one
set of four that sums to 34 scores nothing. Any other scores by how many odd and even numbers it has:

    2 odd and 2 even, or 4 odd   32        1 odd             4
    4 even                      -32        1 odd and 1 even  2
    1 odd and 2 even             16        2 odd and 1 even  1
    1 even                        8        anything else     0

It looks ahead for two seconds, ever deeper, and tells the value of its move.

The evaluation is all that it knows, also of a finished game, as in the textbook code that the document names.
So it follows the text where the text makes no sense: a line of two odd and two even numbers that sums to 34
counts 32 for odd, whoever completes it. Even therefore declines to win with such a line, and odd does not
mind when even could; and odd takes a win only if nothing else adds up to more.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from plyground.contract import Moves, kernel
from plyground.games.numerical import IN_NIBBLE, Position, Rules, lines_of
from plyground.players.classics.alpha_beta import leaf_value
from plyground.players.classics.classic import Classic

if TYPE_CHECKING:
    from plyground.board import Board

SUM: Final = 34
NUMBERS: Final = range(1, 17)


class NumericalHeuristic(NamedTuple):
    """The rules, the cells of each vector, and the points for each set of numbers in a vector."""

    rules: Rules
    vectors: Moves
    points: Moves


@kernel
def numbers_in(heuristic: NumericalHeuristic, pos: Position, vector: int) -> np.uint64:
    """The numbers of a vector as a set of bits, 1 as the lowest."""
    found = np.uint64(0)
    for place in range(heuristic.vectors.shape[1]):
        cell = np.uint64(heuristic.vectors[vector, place])
        number = pos.numbers >> (np.uint64(4) * cell) & IN_NIBBLE
        found |= (pos.filled >> cell & np.uint64(1)) << number
    return found


@kernel
def board_points(heuristic: NumericalHeuristic, pos: Position) -> int:
    """The printed evaluation: the points of all vectors, positive for odd."""
    points = 0
    for vector in range(heuristic.vectors.shape[0]):
        points += heuristic.points[numbers_in(heuristic, pos, vector)]
    return points


@leaf_value.of(NumericalHeuristic)
def _(heuristic: NumericalHeuristic, before: Position, pos: Position, ply: int) -> int:
    points = board_points(heuristic, pos)
    return points if pos.side == 0 else -points


def vector_points(odd: int, even: int) -> int:
    """The points for odd and even numbers that may still sum to 34, branch by branch as printed."""
    score = 0
    if (odd == 2 and even == 2) or (odd == 4 and even == 0):
        score += 32
    if odd == 0 and even == 4:
        score -= 32
    elif odd == 1 and even == 2:
        score += 16
    elif odd == 0 and even == 1:
        score += 8
    elif odd == 1 and even == 0:
        score += 4
    elif odd == 1 and even == 1:
        score += 2
    elif odd == 2 and even == 1:
        score += 1
    return score


@cache
def set_points() -> Moves:
    """For each set of numbers its points in a vector."""
    points = np.zeros(1 << len(NUMBERS), np.int64)
    for win in combinations(NUMBERS, 4):
        if sum(win) != SUM:
            continue
        for count in range(5):
            for part in combinations(win, count):
                odd = sum(number % 2 for number in part)
                points[sum(1 << number - 1 for number in part)] = vector_points(odd, count - odd)
    return points


class NumericalClassic(Classic):
    """Numerical tic-tac-toe's own program."""

    name = "numerical-classic"
    thinks_for = 2.0

    def make_heuristic(self, rules: Rules) -> NumericalHeuristic:
        """Vectors and their points."""
        return NumericalHeuristic(rules, np.array(lines_of(self.game.columns), np.int64), set_points())

    def search_depth(self, board: Board) -> int:
        """As far as two seconds allow."""
        return self.game.columns * self.game.rows - len(board.history)
