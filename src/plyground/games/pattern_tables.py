"""An evaluation by patterns of cells, learned from self-play for one variant of a game (docs/learn.md).

A window is a few cells. What stands on them, read as digits (0 for nothing, 1 for a mark of the side to move,
2 for one of the other side), is an index into a table of weights; a position is worth the sum over all
windows, and a weight by how many marks either side has. The indices of four windows share a word and are
added as one: bitboards are cut into four chunks of nine bits, and a table holds what each value of a chunk
adds to every word.

The windows and weights of a variant are in `learned/NAME-VARIANT.npz`, which `python -m tools.make_learned`
writes. The same loop is compiled for all variants of a game, with empty tables where nothing was learned.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from plyground.bits import popcount
from plyground.contract import kernel

Words: TypeAlias = npt.NDArray[np.uint64]
Weights: TypeAlias = npt.NDArray[np.int16]

FOLDER: Final = Path(__file__).parent / "learned"
MOST_CELLS: Final = 36
MOST_WEIGHTS: Final = 1 << 16
KINDS: Final = 3
"""What can be on a cell: nothing, a mark of the side to move, one of the other side."""
FIELDS: Final = 4
FIELD_BITS: Final = 16
ONE: Final = np.uint64(1)
FIELD: Final = np.uint64((1 << FIELD_BITS) - 1)
SECOND, THIRD, FOURTH = np.uint64(FIELD_BITS), np.uint64(2 * FIELD_BITS), np.uint64(3 * FIELD_BITS)
CHUNKS: Final = 4
CHUNK_BITS: Final = 9
CHUNK: Final = np.uint64((1 << CHUNK_BITS) - 1)
CHUNK_1, CHUNK_2, CHUNK_3 = np.uint64(CHUNK_BITS), np.uint64(2 * CHUNK_BITS), np.uint64(3 * CHUNK_BITS)
ROWS_1, ROWS_2, ROWS_3 = np.uint64(1 << CHUNK_BITS), np.uint64(2 << CHUNK_BITS), np.uint64(3 << CHUNK_BITS)
ROWS: Final = np.uint64(CHUNKS << CHUNK_BITS)
"""A row for each value of each chunk."""
DIVISOR: Final = 4
"""Weights count 200 for log-odds of 1, and estimates 50: that is where a bar shows three to one."""


class PatternTables(NamedTuple):
    """Windows and weights as compiled code reads them."""

    words: np.uint64
    """How many words hold the indices of all windows; 0 if nothing was learned."""
    sums: Words
    """For each value of each chunk what own marks there add to each word, and last where tables begin."""
    counts: np.uint64
    """Where the table begins that goes by the numbers of marks."""
    most: np.uint64
    """By how much one more mark of the side to move moves on in it."""
    weights: Weights


@kernel
def patterns_worth(tables: PatternTables, own: np.uint64, other: np.uint64) -> int:
    """What the patterns of a position are worth to the side to move."""
    words, sums, weights = tables.words, tables.sums, tables.weights
    own_0 = (own & CHUNK) * words
    own_1 = ((own >> CHUNK_1 & CHUNK) + ROWS_1) * words
    own_2 = ((own >> CHUNK_2 & CHUNK) + ROWS_2) * words
    own_3 = ((own >> CHUNK_3 & CHUNK) + ROWS_3) * words
    other_0 = (other & CHUNK) * words
    other_1 = ((other >> CHUNK_1 & CHUNK) + ROWS_1) * words
    other_2 = ((other >> CHUNK_2 & CHUNK) + ROWS_2) * words
    other_3 = ((other >> CHUNK_3 & CHUNK) + ROWS_3) * words
    start = ROWS * words
    marks = np.uint64(popcount(own)) * tables.most + np.uint64(popcount(other))
    total: Any = np.int64(weights[tables.counts + marks])
    for _ in range(words):
        twos = sums[other_0] + sums[other_1] + sums[other_2] + sums[other_3]
        index = sums[own_0] + sums[own_1] + sums[own_2] + sums[own_3] + twos + twos + sums[start]
        total += np.int64(weights[index & FIELD])
        total += np.int64(weights[index >> SECOND & FIELD])
        total += np.int64(weights[index >> THIRD & FIELD])
        total += np.int64(weights[index >> FOURTH])
        own_0, own_1, own_2, own_3 = own_0 + ONE, own_1 + ONE, own_2 + ONE, own_3 + ONE
        other_0, other_1, other_2, other_3 = other_0 + ONE, other_1 + ONE, other_2 + ONE, other_3 + ONE
        start += ONE
    worth: int = total // DIVISOR
    return worth


def no_tables() -> PatternTables:
    """Tables of a variant for which nothing was learned."""
    zero = np.uint64(0)
    return PatternTables(zero, np.zeros(0, np.uint64), zero, zero, np.zeros(0, np.int16))


def learned_tables(name: str, variant: str) -> PatternTables:
    """What was learned for a variant of a game in which bit n of a bitboard is cell n; nothing is no tables.

    >>> int(learned_tables("squava", "").words), int(learned_tables("squava", "6x6").words)
    (0, 14)
    """
    file = tables_file(name, variant)
    return _read_tables(file) if file.is_file() else no_tables()


def tables_file(name: str, variant: str) -> Path:
    """Where the tables of a variant are.

    >>> tables_file("noughts", "6x6,row=4").name
    'noughts-6x6-row-4.npz'
    """
    return FOLDER / (re.sub("[^a-z0-9]+", "-", f"{name}-{variant}") + ".npz")


@cache
def _read_tables(file: Path) -> PatternTables:
    with np.load(file, allow_pickle=False) as parts:
        windows = np.split(parts["cells"], np.cumsum(parts["lengths"])[:-1])
        return make_tables(
            [[int(cell) for cell in window] for window in windows],
            [int(start) for start in parts["starts"]],
            parts["weights"].astype(np.int16),
            cells=int(parts["board"]),
        )


def make_tables(
    windows: Sequence[Sequence[int]], starts: Sequence[int], weights: Weights, *, cells: int
) -> PatternTables:
    """The tables of a board: the cells of each window, the first digit first, and where its weights begin.

    Behind the weights of all windows come those by the numbers of marks of either side, from 0 to `cells`.
    """
    unused = -len(windows) % FIELDS
    assert cells <= MOST_CELLS
    assert len(weights) < MOST_WEIGHTS
    words = (len(windows) + unused) // FIELDS
    adds = np.zeros((CHUNKS * CHUNK_BITS, words), np.uint64)
    for number, window in enumerate(windows):
        for place, cell in enumerate(window):
            adds[cell, number // FIELDS] += np.uint64(KINDS**place << FIELD_BITS * (number % FIELDS))
    values = np.arange(1 << CHUNK_BITS)
    sums = np.zeros((CHUNKS, len(values), words), np.uint64)
    for cell, added in enumerate(adds):
        chunk, bit = divmod(cell, CHUNK_BITS)
        sums[chunk, values >> bit & 1 == 1] += added
    fields = np.array([*starts, *[len(weights)] * unused], np.uint64).reshape(words, FIELDS)
    begins = (fields << np.arange(0, FIELDS * FIELD_BITS, FIELD_BITS, dtype=np.uint64)).sum(axis=1)
    return PatternTables(
        words=np.uint64(words),
        sums=np.concatenate([sums.ravel(), begins]),
        counts=np.uint64(len(weights) - (cells + 1) ** 2),
        most=np.uint64(cells + 1),
        weights=np.append(weights, np.int16(0)),  # the last for fields that belong to no window
    )
