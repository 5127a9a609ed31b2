"""The Squeeze-It program of the seed: it counts the captures at hand and stops at the first that is made.

From its document:

- A position scores 10 for every move that we can make which completes a squeeze, and -10 for every such move
  of the opponent, whoever is to move.
- A move that squeezes ends the tree there. If it is ours, the position scores 1000 more, if the opponent's
  1000 less; both scores count together (1010, -1020).
- Minimax over the tree, as deep as `level_of_look_ahead` says. The document names no number for that: here
  it is 4, and `--depth` sets it.

So follow its quirks: how many pieces a squeeze takes does not count, nor who has more; a side that cannot
move has lost, but to the tree it is a position like any other; after a capture it looks no further, so that
it trades without counting; and since a later capture may score more beside it than one at hand, it may
decline the one at hand.

The document draws a squeezed position before the pieces are taken off. Its program is not to be had, so the
captures at hand after a squeeze are counted here on the board as the rules leave it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from plyground.bits import bit, lowest, rest
from plyground.contract import OPEN, kernel, outcome
from plyground.games.squeeze import EAST, NORTH, SOUTH, WEST, Position, Rules, captures_at, empty_cells, shift
from plyground.players.classics.alpha_beta import is_leaf, leaf_value
from plyground.players.classics.classic import Classic

if TYPE_CHECKING:
    from plyground.board import Board

SQUEEZE_AT_HAND: Final = 10
SQUEEZE_MADE: Final = 1000
LOOK_AHEAD: Final = 4


class SqueezeHeuristic(NamedTuple):
    """Nothing but the rules."""

    rules: Rules


@kernel
def squeezes_towards(
    source: np.uint64, own: np.uint64, other: np.uint64, empty: np.uint64, direction: int
) -> int:
    """How many of a piece's slides in one direction squeeze something."""
    count = 0
    left = own ^ source
    target = shift(source, direction) & empty
    while target:
        if captures_at(target, left | target, other):
            count += 1
        target = shift(target, direction) & empty
    return count


@kernel
def squeezing_moves(own: np.uint64, other: np.uint64, empty: np.uint64) -> int:
    """How many moves of a side squeeze something."""
    count = 0
    pieces = own
    while pieces:
        source = bit(lowest(pieces))
        count += squeezes_towards(source, own, other, empty, NORTH)
        count += squeezes_towards(source, own, other, empty, SOUTH)
        count += squeezes_towards(source, own, other, empty, EAST)
        count += squeezes_towards(source, own, other, empty, WEST)
        pieces = rest(pieces)
    return count


@kernel
def squeeze_points(rules: Rules, pos: Position) -> int:
    """The document's heuristic, positive for the side to move."""
    empty = empty_cells(rules, pos)
    ours, theirs = squeezing_moves(pos.own, pos.other, empty), squeezing_moves(pos.other, pos.own, empty)
    return SQUEEZE_AT_HAND * (ours - theirs)


@kernel
def was_squeezed(before: Position, pos: Position) -> bool:
    """Whether the move from one position to the next took something."""
    return pos.own != before.other


@is_leaf.of(SqueezeHeuristic)
def _(heuristic: SqueezeHeuristic, before: Position, pos: Position) -> bool:
    return was_squeezed(before, pos) or outcome(heuristic.rules, pos) != OPEN


@leaf_value.of(SqueezeHeuristic)
def _(heuristic: SqueezeHeuristic, before: Position, pos: Position, ply: int) -> int:
    actual = -SQUEEZE_MADE if was_squeezed(before, pos) else 0
    return actual + squeeze_points(heuristic.rules, pos)


class SqueezeClassic(Classic):
    """Squeeze-It's own program."""

    name = "squeeze-classic"

    def make_heuristic(self, rules: Rules) -> SqueezeHeuristic:
        """The rules are enough."""
        return SqueezeHeuristic(rules)

    def search_depth(self, board: Board) -> int:
        """The level of look-ahead."""
        return LOOK_AHEAD if self.depth is None else self.depth
