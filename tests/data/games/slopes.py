"""A game of hills: take cells in turn, and whoever has climbed higher on a full board wins.

It is written with everything that numbers come in: a two-dimensional table of floats in the rules, a frozen
table in the file, numbers of 8 and 32 bits, powers and functions of mathematics.

Options
    size    COLSxROWS, default 3x3
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.contract import DRAWN, LOST, OPEN, WON, Moves, evaluate, kernel, moves, outcome, play
from plyground.game import Game, Picture
from plyground.variants import Size

WEIGHTS = np.array([[1.0, 0.5, 0.25], [0.75, 2.0, 1.5]], np.float32)
WEIGHTS.setflags(write=False)


class Rules(NamedTuple):
    heights: npt.NDArray[np.float64]
    """By row and column."""
    corners: npt.NDArray[np.int8]
    cells: int
    scale: float


class Position(NamedTuple):
    own: np.uint32
    other: np.uint32


@kernel
def climb(rules: Rules, marks: np.uint32) -> float:
    """What a side has climbed."""
    total = 0.0
    columns = rules.heights.shape[1]
    for cell in range(rules.cells):
        if np.int64(marks) >> cell & 1:
            total += rules.heights[cell // columns, cell % columns] * WEIGHTS[cell & 1, cell % 3]
    return total


@kernel
def sum_of_powers(count: Any) -> int:
    """1 + 8 + 27 and so on, which a compiler turns into a formula."""
    total = 0
    for number in range(count):
        total += number * number * number
    return total


@moves.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
    for cell in range(rules.cells):
        if (np.int64(pos.own) | np.int64(pos.other)) >> cell & 1 == 0:
            out[at] = cell
            at += 1
    return at


@play.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> Position:
    return Position(pos.other, np.uint32(np.int64(pos.own) | 1 << move))


@outcome.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    if np.int64(pos.own) | np.int64(pos.other) != (1 << rules.cells) - 1:
        return OPEN
    more = climb(rules, pos.own) - climb(rules, pos.other)
    return WON if more > 0.01 else LOST if more < -0.01 else DRAWN


@evaluate.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    more = climb(rules, pos.own) - climb(rules, pos.other)
    taken = 0
    for cell in range(rules.cells):
        if np.int64(pos.own) >> cell & 1:
            taken += sum_of_powers(rules.corners[cell])
    return int(rules.scale * math.tanh(more / 8) + 10 * math.exp(-(more**2)) + math.floor(taken / 3))


class Slopes(Game):
    name = "slopes"
    title = "Slopes"
    summary = "Take cells in turn; whoever has climbed higher wins."
    words = "Take turns to take a cell. When all are taken, whoever has climbed higher wins."
    options = (Size((3, 3), smallest=2, largest=5),)

    def setup(self) -> tuple[Rules, Position]:
        heights = np.sin(np.arange(self.columns * self.rows)).reshape(self.rows, self.columns) * 3 + 3
        corners = np.arange(self.columns * self.rows, dtype=np.int8) % 5
        rules = Rules(np.asfortranarray(heights), corners[::1], self.columns * self.rows, 200.0)
        return rules, Position(np.uint32(0), np.uint32(0))

    def move_text(self, move: int) -> str:
        return self.cell_text(move)

    def picture(self, pos: Position) -> Picture:
        sides = enumerate((pos.own, pos.other), start=1)
        return self.grid(
            {cell: str(side) for side, marks in sides for cell in range(25) if int(marks) >> cell & 1}
        )
