"""The Squava program of the seed: alpha-beta that looks further as the board fills up.

From its document:

- It looks 4 plies ahead while fewer than 8 marks stand on the board, 6 while fewer than 13 do, then 8.
- Where it looks no further it adds up: a slight bias towards corners and edges; more for each three of a
  winning four that do not lose, that is, two marks and one with a gap between them; and a large score for a
  win and for the other side's three in a row, the larger the fewer moves it takes.

The document gives no numbers. Here an edge counts 1 and a corner 2, three of a four whose gap is empty 100,
more than all edges together, and the end of the game 10000 less a point for each ply. A full board ends the
game like a horizon: it is worth what its edges and corners are.

The short sight in the opening is the document's own ("the human can win"): it walks into wins that are five
plies away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from plyground.bits import bit, popcount
from plyground.contract import LOST, WON, kernel, outcome
from plyground.games.squava import Position, Rules
from plyground.players.classics.alpha_beta import leaf_value
from plyground.players.classics.classic import Classic

if TYPE_CHECKING:
    from plyground.board import Board

END: Final = 10_000
THREE_OF_FOUR: Final = 100
CORNER: Final = 2
EDGE: Final = 1


class SquavaHeuristic(NamedTuple):
    """The rules, and the cells that it likes a little better."""

    rules: Rules
    corners: np.uint64
    edges: np.uint64
    """The cells at an edge that are no corners."""


@kernel
def gapped_in(own: np.uint64, other: np.uint64, step: int, start: np.uint64) -> int:
    """Fours in one direction that lack only an inner cell, and that cell is empty."""
    taken = own | other
    second = own >> np.uint64(step)
    third = own >> np.uint64(2 * step)
    ends = own & (own >> np.uint64(3 * step)) & start
    lacks_second = third & ~(taken >> np.uint64(step))
    lacks_third = second & ~(taken >> np.uint64(2 * step))
    return popcount(ends & (lacks_second | lacks_third))


@kernel
def gapped_fours(rules: Rules, own: np.uint64, other: np.uint64) -> int:
    """Fours in all directions that lack only an empty inner cell."""
    return (
        gapped_in(own, other, rules.steps[0], rules.fours[0])
        + gapped_in(own, other, rules.steps[1], rules.fours[1])
        + gapped_in(own, other, rules.steps[2], rules.fours[2])
        + gapped_in(own, other, rules.steps[3], rules.fours[3])
    )


@kernel
def static_value(heuristic: SquavaHeuristic, own: np.uint64, other: np.uint64) -> int:
    """One side's part of the static valuation."""
    bias = CORNER * popcount(own & heuristic.corners) + EDGE * popcount(own & heuristic.edges)
    return THREE_OF_FOUR * gapped_fours(heuristic.rules, own, other) + bias


@leaf_value.of(SquavaHeuristic)
def _(heuristic: SquavaHeuristic, before: Position, pos: Position, ply: int) -> int:
    ended = outcome(heuristic.rules, pos)
    if ended == LOST:
        return ply - END
    if ended == WON:
        return END - ply
    return static_value(heuristic, pos.own, pos.other) - static_value(heuristic, pos.other, pos.own)


class SquavaClassic(Classic):
    """Squava's own program."""

    name = "squava-classic"

    def make_heuristic(self, rules: Rules) -> SquavaHeuristic:
        """Corners and edges of the board."""
        columns, rows = self.game.columns, self.game.rows
        corners = edges = np.uint64(0)
        for cell in range(columns * rows):
            sides = (cell % columns in (0, columns - 1)) + (cell // columns in (0, rows - 1))
            corners |= bit(cell) if sides == 2 else np.uint64(0)
            edges |= bit(cell) if sides == 1 else np.uint64(0)
        return SquavaHeuristic(rules, corners, edges)

    def search_depth(self, board: Board) -> int:
        """Further, the more marks there are."""
        marks = len(board.history)
        return 4 if marks < 8 else 6 if marks < 13 else 8
