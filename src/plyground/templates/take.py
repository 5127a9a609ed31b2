"""New game: take one, two or three from one of the heaps; whoever takes the last wins.

Options: a=N, b=N, c=N, the sizes of the heaps, 0 to 9, default 3, 4, 5.
"""

from __future__ import annotations

from typing import NamedTuple

from plyground.contract import LOST, OPEN, Moves, marks, moves, outcome, play, reason
from plyground.game import Game
from plyground.variants import Number


class Rules(NamedTuple):
    most: int  # that may be taken at once


class Position(NamedTuple):
    """What is left of each heap, and whose turn it is."""

    a: int
    b: int
    c: int
    side: int


@moves.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
    for heap in range(3):
        for left in range(max(0, pos[heap] - rules.most), pos[heap]):
            out[at] = heap * 10 + left
            at += 1
    return at


@play.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> Position:
    heap, left = move // 10, move % 10
    a, b = left if heap == 0 else pos.a, left if heap == 1 else pos.b
    return Position(a, b, left if heap == 2 else pos.c, 1 - pos.side)


@outcome.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    return OPEN if pos.a + pos.b + pos.c else LOST


@marks.of(Rules)
def _(rules: Rules, pos: Position, out: Moves) -> None:
    for heap in range(3):
        for row in range(pos[heap]):
            out[row * 3 + heap] = 1


@reason.of(Rules)
def _(rules: Rules, pos: Position, move: int, out: Moves) -> int:
    return 0


class TakeGame(Game):
    """Take the last."""

    name = "new-game"
    title = "New game"
    summary = "Take from a heap; the last wins."
    words = "Take one, two or three from a heap. A move names the lowest that you take. The last wins."
    mark_texts, mark_shapes, reasons = ("o",), ("light",), ("took the last",)
    options = (Number("a", 3, 0, 9), Number("b", 4, 0, 9), Number("c", 5, 1, 9))
    columns, rows = 3, 9

    def setup(self) -> tuple[Rules, Position]:
        return Rules(3), Position(self.option("a"), self.option("b"), self.option("c"), 0)

    def move_text(self, move: int) -> str:
        return self.cell_text(move % 10 * 3 + move // 10)
