"""Piskworky, the gomoku program of the seed: two plies, the cells around the stones, and windows of five.

From its document:

- Alpha-beta of depth 2: its own move and one answer.
- It looks only at empty cells directly around stones, "a little bit simplification".
- A position is worth, for each player, the rows of five cells in which that player has stones and the other
  has none: 1 for each with two stones, 2² for each with three, 2⁴ for each with four; and the maximum as soon
  as there is one with five. The rival's value is taken off one's own.

So it takes five and stops five, but an open three of the rival is nothing to it but four points.

The document has no word for a first move without stones around: here it is the middle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from plyground.bits import lowest, rest
from plyground.contract import Moves, kernel
from plyground.games.gomoku.field import (
    ONE,
    SIDE,
    STEPS,
    STONES,
    STRIDE,
    Field,
    Stones,
    stone_on,
    write_row,
)
from plyground.games.gomoku.patterns import REACH
from plyground.players.classics.alpha_beta import considered_moves, leaf_value
from plyground.players.classics.classic import Classic

if TYPE_CHECKING:
    from plyground.board import Board

DEPTH: Final = 2
WINDOW: Final = 5
MAXIMUM: Final = 1_000_000
"""What a row of five is worth, far above all windows together."""


class PiskworkyHeuristic(NamedTuple):
    """Nothing but the rules."""

    rules: Field


@considered_moves.of(PiskworkyHeuristic)
def _(heuristic: PiskworkyHeuristic, pos: Stones, out: Moves, at: int) -> int:
    end = at
    for row in range(REACH, REACH + heuristic.rules.rows):
        near = pos.words[STONES + row - 1] | pos.words[STONES + row] | pos.words[STONES + row + 1]
        near |= near << ONE | near >> ONE
        end = write_row(near & heuristic.rules.inside[row] & ~pos.words[STONES + row], row, out, end)
    if end == at:
        out[end] = heuristic.rules.middle
        end += 1
    return end


@kernel
def stone_at(rules: Field, pos: Stones, cell: int) -> int:
    """1 for X, 2 for O, 3 for the edge of a board, 0 for nothing: beyond an island the field goes on."""
    stone: Any = np.int64(stone_on(pos, cell))
    return 0 if stone == 3 and rules.endless else stone


@kernel
def window_points(rules: Field, pos: Stones, start: int, step: int, player: int) -> int:
    """What a row of five cells is worth to the player who has a stone in it; nothing if both have."""
    own = 0
    for place in range(WINDOW):
        stone = stone_at(rules, pos, start + place * step)
        if stone == player:
            own += 1
        elif stone != 0:
            return 0
    if own == WINDOW:
        return MAXIMUM
    return 1 << 2 * (own - 2) if own >= 2 else 0


@kernel
def points_along(rules: Field, pos: Stones, cell: int, step: int, player: int) -> int:
    """The points of all windows of a direction whose first stone is the player's stone on this cell."""
    points = window_points(rules, pos, cell, step, player)
    for back in range(1, WINDOW):
        if stone_at(rules, pos, cell - back * step) != 0:
            break
        points += window_points(rules, pos, cell - back * step, step, player)
    return points


@kernel
def points_of(rules: Field, pos: Stones, player: int) -> int:
    """What a player's windows are worth."""
    points = 0
    for row in range(REACH, REACH + rules.rows):
        stones = pos.words[STONES + row]
        while stones:
            cell = row * STRIDE + lowest(stones)
            if stone_at(rules, pos, cell) == player:
                points += points_along(rules, pos, cell, STEPS[0], player)
                points += points_along(rules, pos, cell, STEPS[1], player)
                points += points_along(rules, pos, cell, STEPS[2], player)
                points += points_along(rules, pos, cell, STEPS[3], player)
            stones = rest(stones)
    return min(points, MAXIMUM)


@leaf_value.of(PiskworkyHeuristic)
def _(heuristic: PiskworkyHeuristic, before: Stones, pos: Stones, ply: int) -> int:
    own: Any = pos.numbers[SIDE] + 1
    return points_of(heuristic.rules, pos, own) - points_of(heuristic.rules, pos, 3 - own)


class Piskworky(Classic):
    """Gomoku's own program."""

    name = "piskworky"

    def make_heuristic(self, rules: Field) -> PiskworkyHeuristic:
        """The rules are enough."""
        return PiskworkyHeuristic(rules)

    def search_depth(self, board: Board) -> int:
        """Two plies."""
        return DEPTH
