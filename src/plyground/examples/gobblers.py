"""Gobblet Gobblers: three in a row, but large pieces swallow smaller ones, and what was swallowed comes back.

Thierry Denoual, 2003. Each player has a hand of six pieces, two of each size.
A piece of size 0, 1 or 2 on a cell is the bit `12 * size + cell`; a move goes from such a place to another.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from plyground.bits import bit, popcount
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
    play,
    reason,
    repetition,
)
from plyground.game import Game
from plyground.games.lines import any_run, put_marks, write_runs
from plyground.games.pieces import Pieces, RowRules, write_pairs
from plyground.variants import Size

BOARD: Final = np.uint64(0b111111111)
HAND: Final = 9
"""The cell of pieces in the first player's hand; those of the second are on the next."""


class Rules(RowRules):
    """A board with rows of three."""


@kernel
def layer(pieces: np.uint64, size: int) -> np.uint64:
    """The cells with pieces of this size."""
    return pieces >> np.uint64(12 * size) & BOARD


@kernel
def tops(pieces: np.uint64, others: np.uint64, size: int) -> np.uint64:
    """The cells where one of these pieces, of this size, is not swallowed."""
    larger = layer(pieces | others, size + 1) | layer(pieces | others, size + 2)
    return layer(pieces, size) & ~larger


@kernel
def shown(pieces: np.uint64, others: np.uint64) -> np.uint64:
    """The cells where one of these pieces is on top."""
    return tops(pieces, others, 0) | tops(pieces, others, 1) | tops(pieces, others, 2)


@moves.of(Rules)
def _(rules: Rules, pos: Pieces, out: Moves, at: int) -> int:
    closed = np.uint64(0)
    for size in range(2, -1, -1):
        closed |= layer(pos.own | pos.other, size)
        sources = tops(pos.own, pos.other, size)
        if popcount(layer(pos.own, size)) < 2:
            sources |= bit(HAND + pos.side)
        first = np.uint64(12 * size)
        at = write_pairs(sources << first, (BOARD & ~closed) << first, out, at)
    return at


@play.of(Rules)
def _(rules: Rules, pos: Pieces, move: int) -> Pieces:
    source, target = move // 64, move % 64
    left = pos.own if source % 12 >= HAND else pos.own & ~bit(source)
    return Pieces(pos.other, left | bit(target), 1 - pos.side)


@outcome.of(Rules)
def _(rules: Rules, pos: Pieces) -> int:
    if any_run(shown(pos.own, pos.other), rules.steps, rules.starts, 3):
        return WON  # whoever uncovers a row of the other side loses
    return LOST if any_run(shown(pos.other, pos.own), rules.steps, rules.starts, 3) else OPEN


@repetition.of(Rules)
def _(rules: Rules) -> int:
    return 3


@reason.of(Rules)
def _(rules: Rules, pos: Pieces, move: int, out: Moves) -> int:
    if not write_runs(shown(pos.own, pos.other), 3, 3, 3, out):
        write_runs(shown(pos.other, pos.own), 3, 3, 3, out)
    return 0


@marks.of(Rules)
def _(rules: Rules, pos: Pieces, out: Moves) -> None:
    for size in range(3):
        put_marks(tops(pos.own, pos.other, size), 1 + 3 * pos.side + size, out)
        put_marks(tops(pos.other, pos.own, size), 4 - 3 * pos.side + size, out)


@hand.of(Rules)
def _(rules: Rules, pos: Pieces, out: Moves) -> None:
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

    def setup(self) -> tuple[Rules, Pieces]:
        return Rules.on(3, 3, 3), Pieces(np.uint64(0), np.uint64(0), 0)

    def picks(self, pos: Pieces | None, move: int) -> tuple[str, ...]:
        size, cell = divmod(move // 64, 12)
        piece = self.cell_text(cell) if cell < HAND else self.mark_texts[3 * (cell - HAND) + size]
        return (piece, self.cell_text(move % 64 % 12))

    def cells(self, pos: Pieces, move: int) -> tuple[str, ...]:
        return tuple(pick for pick in self.picks(pos, move) if pick not in self.mark_texts)

    def move_text(self, move: int) -> str:
        piece, target = self.picks(None, move)
        return f"{piece.upper()}*{target}" if piece in self.mark_texts else f"{piece}-{target}"
