"""What games of two kinds of pieces on up to 64 cells share: their position, its picture, its text.

A game whose position is `Pieces` and whose class is a `PieceGame` has to write no more than its rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, NamedTuple, Self

import numpy as np

from plyground.bits import lowest, popcount, rest
from plyground.contract import Moves, kernel, marks, passed
from plyground.errors import IllegalPosition
from plyground.game import Game
from plyground.games.grids import Grid, make_grid
from plyground.games.lines import Starts, Steps, bits_of, set_cells, starts, steps, write_cells, write_marks

PASS: Final = 64
"""The move of a side that passes, where moves are cells."""


class GridRules(NamedTuple):
    """The rules of a game that needs nothing but its board, which subclasses it: `class Rules(GridRules)`."""

    grid: Grid


class RowRules(NamedTuple):
    """The rules of a game of rows, which subclasses it: its board, and where rows can start on it."""

    grid: Grid
    steps: Steps
    starts: Starts

    @classmethod
    def on(cls, columns: int, rows: int, length: int) -> Self:
        """The rules for a board of this size and rows of this length."""
        return cls(make_grid(columns, rows), steps(columns), starts(columns, rows, length))


class Pieces(NamedTuple):
    """The pieces of the side to move and of the other side, and which side that is."""

    own: np.uint64
    other: np.uint64
    side: int


@marks.of(GridRules)
@marks.of(RowRules)
def _(rules: GridRules | RowRules, pos: Pieces, out: Moves) -> None:
    write_marks(pos.own, pos.other, pos.side, rules.grid.columns * rules.grid.rows, out)


@passed.of(GridRules)
@passed.of(RowRules)
def _(rules: GridRules | RowRules, pos: Pieces) -> Pieces:
    return Pieces(pos.other, pos.own, 1 - pos.side)


@kernel
def write_row(cells: np.uint64, out: Moves) -> bool:
    """Write these cells as the one row that decided a game, as `reason` does; whether there are any."""
    out[0] = 1 if cells else 0
    out[1] = popcount(cells)
    write_cells(cells, out, 2)
    return cells != np.uint64(0)


@kernel
def write_pairs(sources: np.uint64, targets: np.uint64, out: Moves, at: int) -> int:
    """Write a move `source * 64 + target` for each source and each target."""
    while sources:
        left = targets
        while left:
            out[at] = lowest(sources) * 64 + lowest(left)
            at += 1
            left = rest(left)
        sources = rest(sources)
    return at


@kernel
def write_steps(targets: np.uint64, way: int, out: Moves, at: int) -> int:
    """Write a move `source * 64 + target` for each target; the pieces come from `way` cells before it."""
    while targets:
        out[at] = (lowest(targets) - way) * 64 + lowest(targets)
        at += 1
        targets = rest(targets)
    return at


class PieceGame(Game):
    """A game whose position is `Pieces`: its picture and the text of its positions."""

    letters: ClassVar[tuple[str, str]] = ("W", "B")
    """What stands for a piece of either side in texts, one letter each."""
    looks: ClassVar[tuple[str, str]] = ("light", "dark")
    """How pieces are drawn, as in `Picture.shapes`."""

    def piece_marks(self, pos: Pieces) -> dict[int, str]:
        """The letter on each cell that is not empty."""
        first, second = (pos.own, pos.other) if pos.side == 0 else (pos.other, pos.own)
        return dict.fromkeys(set_cells(first), self.letters[0]) | dict.fromkeys(
            set_cells(second), self.letters[1]
        )

    @property
    def mark_texts(self) -> tuple[str, ...]:
        return self.letters

    @property
    def mark_shapes(self) -> tuple[str, ...]:
        return self.looks

    def move_text(self, move: int) -> str:
        return "pass" if move == PASS else self.cell_text(move)

    def cells(self, pos: Pieces, move: int) -> tuple[str, ...]:
        return () if move == PASS else (self.move_text(move),)

    def position_text(self, pos: Pieces) -> str:
        return f"{self.rows_text(self.piece_marks(pos))} {self.players[pos.side]}"

    def read_position(self, text: str) -> Pieces:
        words = text.split()
        if len(words) != 2:
            example = self.position_text(self.start)
            raise IllegalPosition(f"write the rows from the top down and the side to move, like {example!r}")
        cells, side = self.read_rows(words[0], "".join(self.letters)), self.read_player(words[1])
        first, second = (
            bits_of(cell for cell, mark in cells.items() if mark == letter) for letter in self.letters
        )
        pos = Pieces(first, second, side) if side == 0 else Pieces(second, first, side)
        self.try_position(pos)
        return pos

    def setup_text(self, marks: Mapping[str, str], side: int) -> str:
        return self.rows_setup(marks, side)

    def step_cells(self, move: int) -> tuple[str, str]:
        """Source and target of a move that is written `source * 64 + target`."""
        return (self.cell_text(move // 64), self.cell_text(move % 64))
