"""A small game that keeps every law, as text, to break in tests: marks on a strip, three in a row win."""

from __future__ import annotations

from pathlib import Path

GAME = '''\
"""Strip."""

from typing import NamedTuple

import numpy as np

from plyground.bits import bit
from plyground.contract import LOST, OPEN, candidates, kernel, key, moves, outcome, play, proof, remaining
from plyground.game import Ending, Game
from plyground.variants import Size


class Rules(NamedTuple):
    cells: int


class Position(NamedTuple):
    marks: np.uint64
    made: int


@kernel
def is_free(pos, cell):
    return pos.marks & bit(cell) == np.uint64(0)


@moves.of(Rules)
def _(rules, pos, out, at):
    for cell in range(rules.cells):
        if is_free(pos, cell):
            out[at] = cell
            at += 1
    return at


@play.of(Rules)
def _(rules, pos, move):
    return Position(pos.marks | bit(move), pos.made + 1)


@outcome.of(Rules)
def _(rules, pos):
    three = pos.marks & pos.marks >> np.uint64(1) & pos.marks >> np.uint64(2)
    return LOST if three else OPEN


@proof.of(Rules)
def _(rules, pos):
    return 0


@candidates.of(Rules)
def _(rules, pos, out, at):
    return moves(rules, pos, out, at)


@key.of(Rules)
def _(rules, pos):
    return pos.marks


@remaining.of(Rules)
def _(rules, pos):
    return rules.cells - pos.made


class Strip(Game):
    name = "strip"
    title = "Strip"
    summary = "Three in a row win."
    words = "Take turns to mark a cell. Three in a row win."
    options = (Size((6, 1)),)

    def setup(self):
        return Rules(self.columns), Position(np.uint64(0), 0)

    def move_text(self, move):
        return self.cell_text(move)

    def side_to_move(self, pos):
        return pos.made % 2

    def picture(self, pos):
        return self.grid({cell: "X" for cell in range(self.columns) if int(pos.marks) >> cell & 1})

    def ending(self, pos, last):
        return Ending("three in a row")
'''


def write_game(folder: Path, old: str = "", new: str = "") -> Path:
    """The game in a file, with something in it replaced."""
    assert old in GAME
    file = folder / "strip.py"
    file.write_text(GAME.replace(old, new, 1) if old else GAME, encoding="utf-8")
    return file


def line_of(file: Path, text: str) -> int:
    """The line of a file that begins with this text."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if line.startswith(text))
