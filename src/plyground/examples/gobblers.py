"""Gobblet Gobblers: three in a row, but large pieces swallow smaller ones, and what was swallowed comes back.

Thierry Denoual, 2003. Each player has a hand of six pieces, two of each size.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

import numpy as np

from plyground.bits import bit, lowest, popcount, rest
from plyground.contract import (
    LOST,
    OPEN,
    WON,
    Moves,
    hand,
    kernel,
    marks,
    moves,
    outcome,
    passed,
    play,
    reason,
    repetition,
)
from plyground.game import Game
from plyground.games.lines import Starts, Steps, any_run, starts, steps, write_runs
from plyground.variants import Size

BOARD: Final = np.uint64(0b111111111)
HAND: Final = 15
"""The source of a piece that comes from the hand."""


class Rules(NamedTuple):
    """The directions of rows, and where they can start."""

    steps: Steps
    starts: Starts


class Position(NamedTuple):
    """The pieces of the side to move and of the other: small from bit 0 on, middle from 16, large from 32."""

    own: np.uint64
    other: np.uint64
    side: int


@kernel
def layer(pieces: np.uint64, size: int) -> np.uint64:
    """The cells with pieces of this size."""
    return pieces >> np.uint64(16 * size) & BOARD


@kernel
def tops(pieces: np.uint64, others: np.uint64, size: int) -> np.uint64:
    """The cells where one of these pieces, of this size, is not swallowed."""
    found = layer(pieces, size)
    for larger in range(size + 1, 3):
        found &= ~layer(pieces | others, larger)
    return found


@kernel
def shown(pieces: np.uint64, others: np.uint64) -> np.uint64:
    """The cells where one of these pieces is on top."""
    return tops(pieces, others, 0) | tops(pieces, others, 1) | tops(pieces, others, 2)


@moves.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
    closed = np.uint64(0)
    for size in range(2, -1, -1):
        closed |= layer(pos.own | pos.other, size)
        sources = tops(pos.own, pos.other, size)
        if popcount(layer(pos.own, size)) < 2:
            sources |= bit(HAND)
        while sources:
            targets = BOARD & ~closed
            while targets:
                out[at] = pos.side * 1024 + size * 256 + lowest(sources) * 16 + lowest(targets)
                at += 1
                targets = rest(targets)
            sources = rest(sources)
    return at


@play.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> Position:
    size, source, target = move // 256 % 4, move // 16 % 16, move % 16
    pieces = (bit(source) & BOARD | bit(target)) << np.uint64(16 * size)
    return Position(pos.other, pos.own ^ pieces, 1 - pos.side)


@outcome.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    if any_run(shown(pos.own, pos.other), rules.steps, rules.starts, 3):
        return WON  # whoever uncovers a row of the other side loses
    return LOST if any_run(shown(pos.other, pos.own), rules.steps, rules.starts, 3) else OPEN


@repetition.of(Rules)
def _(rules: Rules) -> int:
    return 3


@reason.of(Rules)
def _(rules: Rules, pos: Position, move: int, out: Moves) -> int:
    is_won = any_run(shown(pos.own, pos.other), rules.steps, rules.starts, 3)
    write_runs(shown(pos.own, pos.other) if is_won else shown(pos.other, pos.own), 3, 3, 3, out)
    return 0


@passed.of(Rules)
def _(rules: Rules, pos: Position) -> Position:
    return Position(pos.other, pos.own, 1 - pos.side)


@marks.of(Rules)
def _(rules: Rules, pos: Position, out: Moves) -> None:
    for cell in range(9):
        for size in range(3):
            if tops(pos.own, pos.other, size) & bit(cell):
                out[cell] = 1 + 3 * pos.side + size
            if tops(pos.other, pos.own, size) & bit(cell):
                out[cell] = 4 - 3 * pos.side + size


@hand.of(Rules)
def _(rules: Rules, pos: Position, out: Moves) -> None:
    for size in range(3):
        out[3 * pos.side + size] = 2 - popcount(layer(pos.own, size))
        out[3 - 3 * pos.side + size] = 2 - popcount(layer(pos.other, size))


class Gobblers(Game):
    """Three in a row with pieces that swallow."""

    name = "gobblers"
    title = "Gobblet Gobblers"
    summary = "Three in a row, with large pieces that swallow small ones."
    origin = "Thierry Denoual, 2003"
    words = """\
Put a piece from your hand (L*b2), or move one of yours that is on top (b2-a1), onto an empty cell or over a
smaller piece of anybody. Three of your pieces in a row, on top, win. Whoever uncovers a row of the other side
loses. A position that occurs for the third time is a draw."""
    reasons = ("{length} in a row {row}",)
    options = (Size((3, 3), only=((3, 3),)),)
    mark_texts = tuple("SMLsml")
    mark_shapes = ("first",) * 3 + ("second",) * 3

    def setup(self) -> tuple[Rules, Position]:
        return Rules(steps(3), starts(3, 3, 3)), Position(np.uint64(0), np.uint64(0), 0)

    def move_text(self, move: int) -> str:
        source, target = move // 16 % 16, self.cell_text(move % 16)
        return (
            f"{'SML'[move // 256 % 4]}*{target}" if source == HAND else f"{self.cell_text(source)}-{target}"
        )

    def picks(self, pos: Position, move: int) -> tuple[str, ...]:
        letter = self.mark_texts[move // 1024 * 3 + move // 256 % 4]
        return (
            letter if move // 16 % 16 == HAND else self.cell_text(move // 16 % 16),
            self.cell_text(move % 16),
        )

    def cells(self, pos: Position, move: int) -> tuple[str, ...]:
        return self.picks(pos, move)[1 if move // 16 % 16 == HAND else 0 :]

    def side_to_move(self, pos: Position) -> int:
        return pos.side

    def trays(self, used: Collection[str]) -> tuple[tuple[str, ...], ...]:
        return tuple("SSMMLL"), tuple("ssmmll")
