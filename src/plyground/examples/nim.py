"""Nim: take as much as you like from one heap; whoever takes the last object wins.

Charles Bouton, 1901: whoever leaves heaps whose sizes, in binary and added without carrying, give 0, wins.

Options
    a=N b=N c=N d=N   the sizes of the heaps, 0 to 9, default 1, 3, 5, 7
    misere            whoever takes the last object loses
"""

from __future__ import annotations

from typing import NamedTuple

from plyground.contract import LOST, OPEN, WON, Moves, marks, moves, outcome, passed, play, reason, remaining
from plyground.game import Game
from plyground.variants import Flag, Number


class Rules(NamedTuple):
    """Who loses with the last object."""

    misere: bool


class Position(NamedTuple):
    """What is left of each heap, and whose turn it is."""

    a: int
    b: int
    c: int
    d: int
    side: int


@moves.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
    for heap in range(4):
        for left in range(pos[heap]):
            out[at] = heap * 10 + left
            at += 1
    return at


@play.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> Position:
    heap, left = move // 10, move % 10
    return Position(
        left if heap == 0 else pos.a,
        left if heap == 1 else pos.b,
        left if heap == 2 else pos.c,
        left if heap == 3 else pos.d,
        1 - pos.side,
    )


@outcome.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    if pos.a + pos.b + pos.c + pos.d:
        return OPEN
    return WON if rules.misere else LOST


@remaining.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    return pos.a + pos.b + pos.c + pos.d


@marks.of(Rules)
def _(rules: Rules, pos: Position, out: Moves) -> None:
    for heap in range(4):
        for row in range(pos[heap]):
            out[row * 4 + heap] = 1


@reason.of(Rules)
def _(rules: Rules, pos: Position, move: int, out: Moves) -> int:
    return 1 if rules.misere else 0


@passed.of(Rules)
def _(rules: Rules, pos: Position) -> Position:
    return Position(pos.a, pos.b, pos.c, pos.d, 1 - pos.side)


class Nim(Game):
    """Take the last object."""

    name = "nim"
    title = "Nim"
    summary = "Take as much as you like from one heap; the last object wins."
    origin = "Old; its theory is by Charles Bouton, 1901"
    words = """\
Take turns to take one object or more from one of the heaps. Whoever takes the last object wins, or loses in
misere. A move names the lowest object that you take; everything above it in its heap goes too."""
    reasons = ("took the last object", "!took the last object")
    options = (*(Number(name, 2 * heap + 1, 0, 9) for heap, name in enumerate("abcd")), Flag("misere"))
    mark_texts, mark_shapes = ("o",), ("light",)

    @property
    def columns(self) -> int:
        return 4

    @property
    def rows(self) -> int:
        return max(1, *map(self.option, "abcd"))

    def setup(self) -> tuple[Rules, Position]:
        a, b, c, d = map(self.option, "abcd")
        if not a + b + c + d:
            self.impossible("there has to be something to take")
        return Rules(bool(self.option("misere"))), Position(a, b, c, d, 0)

    def move_text(self, move: int) -> str:
        return f"{'abcd'[move // 10]}{move % 10 + 1}"
