"""Noughts on a position that is an array, changed and undone in place, as a boundless game would keep it.

Options
    size    COLSxROWS, default 4x4
    near    look only at cells next to a stone, as a game without edges must
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.contract import (
    DRAWN,
    LOST,
    OPEN,
    Moves,
    candidates,
    kernel,
    moves,
    narrowed,
    outcome,
    play,
    proof,
    undo,
)
from plyground.game import Ending, Game, LastMove, Picture
from plyground.variants import Flag, Size

Cells = npt.NDArray[np.int64]

LENGTH = 3


class Rules(NamedTuple):
    columns: int
    rows: int
    near: bool


class Position(NamedTuple):
    stones: Cells
    """0 empty, 1 and 2 the players; a frame of zeros around the board saves every edge test."""
    made: Cells
    """How many moves have been made."""


@kernel
def place(rules: Rules, move: int) -> int:
    return (move // rules.columns + 1) * (rules.columns + 2) + move % rules.columns + 1


@kernel
def reach(rules: Rules, pos: Position, at: int, step: int, player: int) -> int:
    """How many stones of a player stand in a row from a place on, the place itself not counted."""
    count = 0
    while pos.stones[at + (count + 1) * step] == player:
        count += 1
    return count


@kernel
def makes_row(rules: Rules, pos: Position, at: int, player: int) -> bool:
    width = rules.columns + 2
    for step in (1, width, width + 1, width - 1):
        if reach(rules, pos, at, step, player) + reach(rules, pos, at, -step, player) + 1 >= LENGTH:
            return True
    return False


@moves.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
    for move in range(rules.columns * rules.rows):
        if pos.stones[place(rules, move)] == 0:
            out[at] = move
            at += 1
    return at


@kernel
def has_neighbour(rules: Rules, pos: Position, at: int) -> bool:
    width = rules.columns + 2
    for step in (1, width, width + 1, width - 1):
        if pos.stones[at + step] != 0 or pos.stones[at - step] != 0:
            return True
    return False


@candidates.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
    for move in range(rules.columns * rules.rows):
        here = place(rules, move)
        near = not rules.near or pos.made[0] == 0 or has_neighbour(rules, pos, here)
        if pos.stones[here] == 0 and near:
            out[at] = move
            at += 1
    return at


@narrowed.of(Rules)
def _(rules: Rules, pos: Position) -> bool:
    return rules.near


@play.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> Position:
    pos.stones[place(rules, move)] = 1 + pos.made[0] % 2
    pos.made[0] += 1
    pos.made[pos.made[0]] = move
    return pos


@undo.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> None:
    pos.stones[place(rules, move)] = 0
    pos.made[pos.made[0]] = 0
    pos.made[0] -= 1


@outcome.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    count = pos.made[0]
    if count > 0:
        last = place(rules, pos.made[count])
        if makes_row(rules, pos, last, pos.stones[last]):
            return LOST
    return DRAWN if count == rules.columns * rules.rows else OPEN


@proof.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    player = 1 + pos.made[0] % 2
    for move in range(rules.columns * rules.rows):
        here = place(rules, move)
        if pos.stones[here] == 0 and makes_row(rules, pos, here, player):
            return 1
    return 0


class Stones(Game):
    """Noughts on an array."""

    name = "stones"
    title = "Stones"
    summary = "Three in a row wins."
    words = "Take turns to place a stone. Three in a row win."
    players = ("X", "O")
    options = (Size((4, 4), smallest=3, largest=8), Flag("near"))

    def setup(self) -> tuple[Rules, Position]:
        rules = Rules(self.columns, self.rows, bool(self.option("near")))
        stones = np.zeros((self.columns + 2) * (self.rows + 2), np.int64)
        return rules, Position(stones, np.zeros(self.columns * self.rows + 1, np.int64))

    def move_text(self, move: int) -> str:
        return self.cell_text(move)

    def picture(self, pos: Position) -> Picture:
        marks = {}
        for move in range(self.columns * self.rows):
            stone = int(pos.stones[place(self.rules, move)])
            if stone:
                marks[move] = "XO"[stone - 1]
        return self.grid(marks)

    def ending(self, pos: Position, last: LastMove | None) -> Ending:
        return Ending("three in a row" if pos.made[0] < len(pos.made) - 1 else "the game is over")
