"""Positions of Squeeze-It as numbers without gaps, for tables that hold a result for each of them.

Mirror images share a number, and so do positions that differ only in whose colour is to move. Positions
with as many pieces of the side to move and of the other lie together; so do those with the numbers the other
way round, as a move that takes nothing leads from one to the other and back. What a capture leads to has
a smaller number.

Within such a group the pieces of the side to move count most: the sets of N cells, of which only the
smallest of all mirror images has a place. Then come the sets of the other side's pieces among the cells
that are left. Sets are in the order of their largest cells, then of their second largest, and so on. Where
the pieces of the side to move are their own mirror image, only the smallest image of the other side's is
used, so that some numbers stand for nothing.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from math import comb
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from plyground.bits import bit, lowest, popcount, rest
from plyground.contract import kernel, rank, unrank
from plyground.game import Numbering, Stage

STRIDE: Final = 8
"""Cell `row * 8 + column` is a bit, whatever the size, so that a mirror image is a few shifts."""

MOST: Final = 8
"""No side has more pieces."""
COUNTS: Final = MOST + 1
WORDS: Final = 64
SYMMETRIES: Final = 8
LARGEST: Final = 1 << 32
"""More positions than this are not numbered."""
MOST_SETS: Final = 2_000_000
"""Nor are they if one side's pieces alone can stand in more ways than this."""

Numbers: TypeAlias = npt.NDArray[np.int64]
Words: TypeAlias = npt.NDArray[np.uint64]


class Position(NamedTuple):
    """The pieces of the side to move and of the other side, and the moves made.

    Without a limit `ply` is only the side to move, 0 or 1, so that a position that occurs again is equal.
    """

    own: np.uint64
    other: np.uint64
    ply: int


class Ranking(NamedTuple):
    """What it takes to number the positions of one board. A cell is counted from a1 along the rows."""

    cells: int
    bit_of: Numbers
    """The bit of a position that stands for a cell."""
    images: Numbers
    """Where each symmetry takes each cell, `WORDS` numbers for each."""
    images_of_bits: Numbers
    """For each symmetry the cell to which it takes that of each bit."""
    choose: Numbers
    """How many sets of k there are of n, `COUNTS` numbers for each n."""
    choose_by_bit: Numbers
    """The same for each bit, for n the number of its cell."""
    sets: Numbers
    """Where the sets of each number of cells begin in `orbits`."""
    orbits: Numbers
    """For each set the place of its smallest image in `smallest`, times 8, and the symmetry to it."""
    smallest: Words
    """The sets that are smallest among their images, as bits of cells, first those with the fewest cells."""
    fixed: Numbers
    """For each of these the symmetries that do not change it, as bits; 1 if it is only standing still."""
    first_smallest: Numbers
    """Where those with each number of cells begin in `smallest`."""
    first: Numbers
    """The first number for each count of pieces of both sides, at `own * COUNTS + other`."""
    groups: Numbers
    """The same in the order of the first numbers: first, own, other."""


class Endgames(NamedTuple):
    """Results of positions without limit that a search may use, if there are any."""

    most: int
    """The most pieces of positions that they are for; 0 if there are none."""
    ranking: Ranking
    codes: npt.NDArray[np.uint8]
    """For each position 0, or in how many plies the game ends, plus one; the loser is then to move."""


def no_endgames() -> Endgames:
    """No results at all."""
    codes = np.zeros(0, np.uint8)
    codes.flags.writeable = False
    return Endgames(0, _ranking(3, 3, ())[0], codes)


# From a position to its number and back


@kernel
def place(ranking: Ranking, bits: np.uint64) -> int:
    """Which of all sets of as many cells the bits of a position stand for."""
    number: Any = np.int64(0)
    size = 1
    while bits:
        number += ranking.choose_by_bit[np.uint64(lowest(bits) * COUNTS + size)]
        size += 1
        bits = rest(bits)
    return number


@kernel
def place_beside(ranking: Ranking, cells: np.uint64, taken: np.uint64) -> int:
    """Which of all sets of as many cells that avoid others this is."""
    number: Any = np.int64(0)
    size = 1
    while cells:
        cell = lowest(cells)
        free = cell - popcount(taken & (bit(cell) - np.uint64(1)))
        number += ranking.choose[np.uint64(free * COUNTS + size)]
        size += 1
        cells = rest(cells)
    return number


@kernel
def image(images: Numbers, members: np.uint64, symmetry: int) -> np.uint64:
    """The cells to which a symmetry takes a set."""
    moved = np.uint64(0)
    while members:
        moved |= bit(images[np.uint64(symmetry * WORDS + lowest(members))])
        members = rest(members)
    return moved


@kernel
def spread(ranking: Ranking, cells: np.uint64) -> np.uint64:
    """The bits of a position for a set of cells."""
    bits = np.uint64(0)
    while cells:
        bits |= bit(ranking.bit_of[np.uint64(lowest(cells))])
        cells = rest(cells)
    return bits


@kernel
def least_image_beside(ranking: Ranking, cells: np.uint64, symmetries: int) -> np.uint64:
    """The smallest image of a set under some symmetries."""
    least = cells
    for symmetry in range(1, SYMMETRIES):
        if symmetries >> symmetry & 1:
            least = min(least, image(ranking.images, cells, symmetry))
    return least


@rank.of(Ranking)
def _(ranking: Ranking, pos: Position) -> int:
    own, other = popcount(pos.own), popcount(pos.other)
    orbit = ranking.orbits[np.uint64(ranking.sets[np.uint64(own)] + place(ranking, pos.own))]
    where = np.uint64(orbit >> 3)
    theirs = image(ranking.images_of_bits, pos.other, orbit & 7)
    fixed = ranking.fixed[where]
    if fixed != 1:
        theirs = least_image_beside(ranking, theirs, fixed)
    ways = ranking.choose[np.uint64((ranking.cells - own) * COUNTS + other)]
    row = (orbit >> 3) - ranking.first_smallest[np.uint64(own)]
    inside = place_beside(ranking, theirs, ranking.smallest[where])
    return ranking.first[np.uint64(own * COUNTS + other)] + row * ways + inside


@kernel
def set_beside(ranking: Ranking, number: int, size: int, taken: np.uint64) -> np.uint64:
    """The set of `size` cells, avoiding others, that has this number."""
    cells = np.uint64(0)
    free = ranking.cells - popcount(taken) - 1
    cell = ranking.cells - 1
    while size > 0:
        if taken & bit(cell):
            cell -= 1
            continue
        ways = ranking.choose[np.uint64(free * COUNTS + size)]
        if number >= ways:
            number -= ways
            cells |= bit(cell)
            size -= 1
        free -= 1
        cell -= 1
    return cells


@unrank.of(Ranking)
def _(ranking: Ranking, number: int) -> Position:
    group = 0
    while group + 3 < len(ranking.groups) and ranking.groups[group + 3] <= number:
        group += 3
    number -= ranking.groups[group]
    own, other = ranking.groups[group + 1], ranking.groups[group + 2]
    ways = ranking.choose[np.uint64((ranking.cells - own) * COUNTS + other)]
    row = number // ways
    mine = ranking.smallest[np.uint64(ranking.first_smallest[np.uint64(own)] + row)]
    theirs = set_beside(ranking, number - row * ways, other, mine)
    return Position(spread(ranking, mine), spread(ranking, theirs), 0)


# Making the tables


def piece_counts(columns: int, most: int | None) -> list[tuple[int, int]]:
    """How many pieces the two sides can have, what a capture leads to before what it comes from."""
    both = [
        (own, other)
        for own in range(columns + 1)
        for other in range(1, columns + 1)
        if most is None or own + other <= most
    ]
    return sorted(both, key=lambda pair: (sum(pair), min(pair), pair))


@cache
def count_positions(columns: int, rows: int, most: int | None = None) -> int:
    """How many positions with at most `most` pieces there are, up to symmetry.

    >>> count_positions(3, 3), count_positions(8, 8, 3)
    (943, 37528)
    """
    return _distinct(columns, rows, piece_counts(columns, most))


@cache
def number_positions(columns: int, rows: int, most: int | None = None) -> Numbering | None:
    """Numbers for all positions with at most `most` pieces in all; None if there would be too many.

    >>> numbering = number_positions(3, 3)
    >>> numbering.size, numbering.positions, numbering.stages[-1].name
    (1565, 943, '3 against 3 pieces')
    """
    counts = piece_counts(columns, most)
    cells = columns * rows
    positions = count_positions(columns, rows, most)
    if positions > LARGEST or sum(comb(cells, own) for own in {own for own, _ in counts}) > MOST_SETS:
        return None
    ranking, sizes = _ranking(columns, rows, tuple(counts))
    stages: list[Stage] = []
    at = 0
    for pair, size in zip(counts, sizes, strict=True):
        name = f"{max(pair)} against {min(pair)} pieces"
        if stages and stages[-1].name == name:
            stages[-1] = Stage(name, stages[-1].first, at + size)
        else:
            stages.append(Stage(name, at, at + size))
        at += size
    return Numbering(ranking, tuple(stages), positions)


@cache
def _ranking(columns: int, rows: int, counts: tuple[tuple[int, int], ...]) -> tuple[Ranking, list[int]]:
    """The tables for positions with these numbers of pieces, and how many numbers each of them has."""
    cells = columns * rows
    choose = np.array([comb(n, k) for n in range(WORDS + 1) for k in range(COUNTS)], np.int64)
    images = _images(columns, rows)
    sets, orbits, smallest, fixed, first_smallest = [0], [], [], [], [0]
    for size in range(max((own for own, _ in counts), default=-1) + 1):
        found = _orbits(cells, size, images, choose)
        orbits.append(found[0] + SYMMETRIES * first_smallest[-1])
        smallest.append(found[1])
        fixed.append(found[2])
        sets.append(sets[-1] + len(found[0]))
        first_smallest.append(first_smallest[-1] + len(found[1]))
    first = np.full(COUNTS * COUNTS, -1, np.int64)
    groups: list[int] = []
    sizes: list[int] = []
    for own, other in counts:
        first[own * COUNTS + other] = sum(sizes)
        groups += [sum(sizes), own, other]
        sizes.append((first_smallest[own + 1] - first_smallest[own]) * comb(cells - own, other))
    bit_of = np.array([cell // columns * STRIDE + cell % columns for cell in range(cells)], np.int64)
    cell_of = np.zeros(WORDS, np.int64)
    cell_of[bit_of] = np.arange(cells)
    ranking = Ranking(
        cells,
        bit_of,
        images.ravel(),
        images[:, cell_of].ravel(),
        choose,
        choose.reshape(-1, COUNTS)[cell_of].ravel(),
        np.array(sets, np.int64),
        np.concatenate([np.zeros(0, np.int64), *orbits]),
        np.concatenate([np.zeros(0, np.uint64), *smallest]),
        np.concatenate([np.zeros(0, np.int64), *fixed]),
        np.array(first_smallest, np.int64),
        first,
        np.array(groups, np.int64),
    )
    for field in ranking[1:]:
        field.flags.writeable = False
    return ranking, sizes


def _images(columns: int, rows: int) -> Numbers:
    """Where each symmetry of a board takes each cell; a board that is not square has only four."""
    column, row = np.arange(columns * rows) % columns, np.arange(columns * rows) // columns
    left, down = columns - 1 - column, rows - 1 - row
    places = [(column, row), (left, row), (column, down), (left, down)]
    if columns == rows:
        places += [(row, column) for column, row in places]
    images = np.zeros((len(places), WORDS), np.int64)
    for symmetry, (to_column, to_row) in enumerate(places):
        images[symmetry, : columns * rows] = to_row * columns + to_column
    return images


def _orbits(cells: int, size: int, images: Numbers, choose: Numbers) -> tuple[Numbers, Words, Numbers]:
    """For all sets of `size` cells their smallest images and how to get there; these; what fixes them."""
    flat = np.fromiter(chain.from_iterable(combinations(range(cells), size)), np.int64)
    sets = flat.reshape(comb(cells, size), size)
    sets = sets[np.argsort(_places(sets, choose))]
    images_of_all = np.stack([_places(np.sort(image[sets], axis=1), choose) for image in images])
    least = images_of_all.min(axis=0)
    symmetry = images_of_all.argmin(axis=0)
    is_least = least == np.arange(len(sets))
    fixed = (images_of_all[:, is_least] == least[is_least]).T @ (1 << np.arange(len(images)))
    number = np.cumsum(is_least) - 1
    smallest = np.bitwise_or.reduce(np.uint64(1) << sets[is_least].astype(np.uint64), axis=1, initial=0)
    return number[least] * SYMMETRIES + symmetry, smallest.astype(np.uint64), fixed


def _places(sets: Numbers, choose: Numbers) -> Numbers:
    """Which of all sets of as many cells each of these is; the cells of each are in order."""
    sizes = np.arange(1, sets.shape[1] + 1)
    return choose[sets * COUNTS + sizes].sum(axis=1)


def _distinct(columns: int, rows: int, counts: list[tuple[int, int]]) -> int:
    """How many positions there are up to symmetry: the mean of those that a symmetry leaves as they are."""
    total = 0
    images = _images(columns, rows)
    for image in images:
        unchanged = {(0, 0): 1}
        for length in _cycles(image[: columns * rows].tolist()):
            more: dict[tuple[int, int], int] = {}
            for (own, other), ways in unchanged.items():
                for pair in ((own, other), (own + length, other), (own, other + length)):
                    if max(pair) <= columns:
                        more[pair] = more.get(pair, 0) + ways
            unchanged = more
        total += sum(unchanged.get(pair, 0) for pair in counts)
    return total // len(images)


def _cycles(image: list[int]) -> list[int]:
    """The lengths of the circles in which a symmetry moves the cells.

    >>> _cycles([2, 1, 0])
    [2, 1]
    """
    lengths = []
    left = set(image)
    while left:
        cell, length = min(left), 0
        while cell in left:
            left.remove(cell)
            cell = image[cell]
            length += 1
        lengths.append(length)
    return lengths
