"""HOXO, the noughts-and-crosses player of the seed: the whole tree, and a triplet for a score.

From its document:

- The score of a board is a triplet: the lines of three of the same symbol; the lines of two and a space; the
  lines of one and two spaces. X counts positive and O negative. Triplets compare in lexicographic order, so
  that no number of open twos outweighs a win.
- It traverses the tree to the end of the game, "does min-max to find the best ultimate score for each move,
  sorts them, and picks the best".

So it never loses on 3x3. But no triplet knows how far away it is: HOXO may decline a win at hand for a later
one with two lines at once or with more open lines beside it, as long as that is sure.

A triplet is kept as one number with the same order. The document says that the board can have another size
and shape, at a price; here it plays any board of at most twelve cells where three in a row win.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from plyground.bits import popcount
from plyground.contract import kernel
from plyground.games.noughts import Position, Rules
from plyground.players.classics.alpha_beta import leaf_value
from plyground.players.classics.classic import Classic

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.engine import Score

BASE: Final = 64
"""More than twice as many as there are lines, so that one place of a triplet never spills into the next."""


class HoxoHeuristic(NamedTuple):
    """Nothing but the rules."""

    rules: Rules


@kernel
def triplet_in(own: np.uint64, other: np.uint64, step: int, start: np.uint64) -> int:
    """One side's lines in one direction."""
    second, third = own >> np.uint64(step), own >> np.uint64(2 * step)
    touched = other | (other >> np.uint64(step)) | (other >> np.uint64(2 * step))
    free = start & ~touched
    three = own & second & third
    two = (own & second) | (second & third) | (own & third)
    one = own | second | third
    wins, twos, ones = popcount(three & free), popcount(two & ~three & free), popcount(one & ~two & free)
    return (wins * BASE + twos) * BASE + ones


@kernel
def triplet(rules: Rules, own: np.uint64, other: np.uint64) -> int:
    """One side's lines in all directions."""
    return (
        triplet_in(own, other, rules.steps[0], rules.starts[0])
        + triplet_in(own, other, rules.steps[1], rules.starts[1])
        + triplet_in(own, other, rules.steps[2], rules.starts[2])
        + triplet_in(own, other, rules.steps[3], rules.starts[3])
    )


@leaf_value.of(HoxoHeuristic)
def _(heuristic: HoxoHeuristic, before: Position, pos: Position, ply: int) -> int:
    return triplet(heuristic.rules, pos.own, pos.other) - triplet(heuristic.rules, pos.other, pos.own)


def read_triplet(number: int) -> tuple[int, int, int]:
    """The triplet that a number stands for.

    >>> read_triplet(1 * BASE * BASE - 2 * BASE + 3)
    (1, -2, 3)
    """
    ones = (number + BASE // 2) % BASE - BASE // 2
    number = (number - ones) // BASE
    twos = (number + BASE // 2) % BASE - BASE // 2
    return (number - twos) // BASE, twos, ones


class Hoxo(Classic):
    """The weekend's Haskell program."""

    name = "hoxo"

    def make_heuristic(self, rules: Rules) -> HoxoHeuristic:
        """The rules are enough."""
        return HoxoHeuristic(rules)

    def search_depth(self, board: Board) -> int:
        """To the end of the game."""
        return len(board.legal_numbers())

    def score(self, worth: int) -> Score | None:
        """A triplet is no number."""
        return None

    def words(self, board: Board, worth: int) -> str:
        """The triplet, positive for X."""
        wins, twos, ones = read_triplet(worth if board.turn == 0 else -worth)
        return f"triplet ({wins}, {twos}, {ones})"
