"""The compiled half of gomoku: a field of at most 56x56 cells with everything a search asks for at hand.

For each empty cell the field knows, at every moment, what a stone of either side would make there: along
each of the four directions (a *kind*), and all together (a *rank*, see `patterns`). A stone changes this for
the 32 cells around it; taking it back changes it back. Sets of cells are rows of bits, so that "every cell
where O makes a four" is there without looking for it.

A position is two arrays, changed in place: `words` with everything that is bits, `numbers` with the rest.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.bits import bit, lowest, popcount, rest
from plyground.contract import (
    DRAWN,
    LOST,
    MOST_MOVES,
    OPEN,
    Moves,
    candidates,
    evaluate,
    hot,
    kernel,
    kernel_call,
    key,
    margin,
    mix,
    moves,
    narrowed,
    outcome,
    play,
    pressed,
    priority,
    proof,
    quiet,
    threats,
    undo,
)
from plyground.games.gomoku.patterns import (
    DOUBLE_THREE,
    FIVES,
    FOUR_THREE,
    FOURS,
    OPEN_FOUR,
    RANKS,
    REACH,
    THREE,
    WINNING_FOUR,
    tables,
)

STRIDE: Final = 64
CELLS: Final = STRIDE * STRIDE
WIDEST: Final = STRIDE - 2 * REACH
"""A margin of closed cells around the field saves every test for the edge."""
STEPS: Final = (1, STRIDE, STRIDE + 1, STRIDE - 1)

# Sections of `words`
LINES: Final = 0
"""For each cell the stones around it: sixteen bits for each direction, as `patterns.Tables` reads them."""
SHAPES: Final = CELLS
"""For each cell the kinds that X makes, those that O makes, and what stands there: 16, 16 and 2 bits."""
SETS: Final = 2 * CELLS
"""For each side and rank a set of cells, one word a row."""
STONES: Final = SETS + 2 * RANKS * STRIDE
"""The cells with a stone."""
SCRATCH: Final = STONES + STRIDE
"""Room for one set of cells."""
KEY: Final = SCRATCH + STRIDE
FAILED: Final = KEY + 1
"""Positions from which fours do not win, by their keys: see `fours`."""
FAILED_BITS: Final = 13
WORDS: Final = FAILED + (1 << FAILED_BITS)

# Places in `numbers`
SIDE: Final = 0
ENDED: Final = 1
LEFT: Final = 2
"""How many cells are empty."""
VALUE: Final = 3
"""What the shapes of X are worth, then those of O."""
COUNTS: Final = 5
"""How many cells there are of each side and rank."""
STACK: Final = COUNTS + 2 * RANKS
"""Room for the moves that a search of fours is looking at."""
LEVELS: Final = STACK + 4096
"""What that search has to remember for each move on its way."""
LINE: Final = LEVELS + 4 * 32
"""The line by which it wins."""
NUMBERS: Final = LINE + 2 * 34

NOTHING: Final = np.uint64(0)
LINE_MASK: Final = np.uint64(0xFFFF)
STONE_SHIFT: Final = np.uint64(32)
SHAPE_MASK: Final = np.uint64(0xFFFFFFFF)
COLUMN_MASK: Final = np.uint64(STRIDE - 1)
ROW_SHIFT: Final = np.uint64(6)
ONE: Final = np.uint64(1)
TWO: Final = np.uint64(2)
FEW_LEFT: Final = 64
"""With more empty cells than this nobody asks whether all of them are near."""
FIRST_KEY: Final = 7_000_003
SIDE_KEY: Final = np.uint64(0x9E3779B97F4A7C15)

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Index = Any


class Field(NamedTuple):
    """A field of some size and the tables."""

    rows: int
    """How many rows there are above the closed ones at the bottom."""
    middle: int
    """Where to begin."""
    endless: bool
    inside: Words
    """The cells of the field, one word a row."""
    steps: Words
    keys: Words
    """A random word for each stone on each cell."""
    kinds: npt.NDArray[np.uint8]
    ranks: npt.NDArray[np.uint8]
    values: npt.NDArray[np.int16]
    urges: npt.NDArray[np.int16]


class Stones(NamedTuple):
    """What stands on the field and everything that follows from it."""

    words: Words
    numbers: Numbers


# Stones come and go


@kernel
def rank_of(rules: Field, pos: Stones, cell: Index, side: Index) -> int:
    """What a stone of a side on an empty cell would make."""
    return rules.ranks[
        pos.words[np.uint64(SHAPES) + np.uint64(cell)] >> (np.uint64(side) << np.uint64(4)) & LINE_MASK
    ]


@kernel
def how_many(pos: Stones, side: int, rank: int) -> int:
    """How many empty cells there are where a side would make a rank."""
    return pos.numbers[COUNTS + side * RANKS + rank]


@kernel
def reckon_side(rules: Field, pos: Stones, cell: Index, side: Index, old: Index, new: Index) -> None:
    """Note that a side's shapes at a cell have changed."""
    if old == new:
        return
    words, numbers = pos.words, pos.numbers
    numbers[np.uint64(VALUE) + side] += np.int64(rules.values[new]) - np.int64(rules.values[old])
    before, after = np.uint64(rules.ranks[old]), np.uint64(rules.ranks[new])
    if before != after:
        row = cell >> ROW_SHIFT
        here = ONE << (cell & COLUMN_MASK)
        base = side * np.uint64(RANKS)
        words[np.uint64(SETS) + (base + before) * np.uint64(STRIDE) + row] ^= here
        words[np.uint64(SETS) + (base + after) * np.uint64(STRIDE) + row] ^= here
        numbers[np.uint64(COUNTS) + base + before] -= 1
        numbers[np.uint64(COUNTS) + base + after] += 1


@kernel
def reckon(rules: Field, pos: Stones, cell: Index, old: Index, new: Index) -> None:
    """Note that the shapes at a cell have changed."""
    reckon_side(rules, pos, cell, NOTHING, old & LINE_MASK, new & LINE_MASK)
    reckon_side(rules, pos, cell, ONE, old >> np.uint64(16) & LINE_MASK, new >> np.uint64(16) & LINE_MASK)


@kernel
def shapes_at(rules: Field, pos: Stones, cell: Index) -> Index:
    """The shapes of both sides at a cell, from the stones around it."""
    lines = pos.words[cell]
    shapes = NOTHING
    for direction in range(4):
        shift = np.uint64(direction) << TWO
        pair = np.uint64(rules.kinds[lines >> (shift << TWO) & LINE_MASK])
        shapes |= (pair & np.uint64(15)) << shift | (pair >> np.uint64(4)) << (shift + np.uint64(16))
    return shapes


@kernel
def turn_lines(rules: Field, pos: Stones, cell: Index, stone: Index) -> None:
    """Put a stone into the lines of the cells around it, or take it out again."""
    words = pos.words
    for direction in range(4):
        step = rules.steps[direction]
        shape_shift = np.uint64(direction) << TWO
        line_shift = shape_shift << TWO
        keep = ~(np.uint64(0x000F000F) << shape_shift)
        near = cell - (step << TWO)
        for place in range(8):
            if place == 4:
                near += step
            words[near] ^= stone << (line_shift + np.uint64(14 - 2 * place))
            old = words[np.uint64(SHAPES) + near]
            if old <= SHAPE_MASK:
                pair = np.uint64(rules.kinds[words[near] >> line_shift & LINE_MASK])
                made = pair & np.uint64(15) | (pair >> np.uint64(4)) << np.uint64(16)
                new = old & keep | made << shape_shift
                if new != old:
                    words[np.uint64(SHAPES) + near] = new
                    reckon(rules, pos, near, old, new)
            near += step


@kernel
def put(rules: Field, pos: Stones, place: int, player: int) -> None:
    """A stone of a side appears on an empty cell."""
    cell, side = np.uint64(place), np.uint64(player)
    words = pos.words
    reckon(rules, pos, cell, words[np.uint64(SHAPES) + cell], NOTHING)
    words[np.uint64(SHAPES) + cell] = (side + ONE) << STONE_SHIFT
    words[np.uint64(STONES) + (cell >> ROW_SHIFT)] ^= ONE << (cell & COLUMN_MASK)
    words[KEY] ^= rules.keys[cell << ONE | side]
    turn_lines(rules, pos, cell, side + ONE)


@kernel
def take(rules: Field, pos: Stones, place: int, player: int) -> None:
    """A stone of a side disappears."""
    cell, side = np.uint64(place), np.uint64(player)
    words = pos.words
    turn_lines(rules, pos, cell, side + ONE)
    words[KEY] ^= rules.keys[cell << ONE | side]
    words[np.uint64(STONES) + (cell >> ROW_SHIFT)] ^= ONE << (cell & COLUMN_MASK)
    shapes = shapes_at(rules, pos, cell)
    words[np.uint64(SHAPES) + cell] = shapes
    reckon(rules, pos, cell, NOTHING, shapes)


# The contract


@play.of(Field)
def _(rules: Field, pos: Stones, move: int) -> Stones:
    numbers = pos.numbers
    side = numbers[SIDE]
    numbers[ENDED] = rank_of(rules, pos, move, side) == FIVES
    numbers[LEFT] -= 1
    put(rules, pos, move, side)
    numbers[SIDE] = 1 - side
    return pos


@undo.of(Field)
def _(rules: Field, pos: Stones, move: int) -> None:
    numbers = pos.numbers
    side = 1 - numbers[SIDE]
    take(rules, pos, move, side)
    numbers[SIDE] = side
    numbers[LEFT] += 1
    numbers[ENDED] = 0


@outcome.of(Field)
def _(rules: Field, pos: Stones) -> int:
    if pos.numbers[ENDED] != 0:
        return LOST
    return DRAWN if pos.numbers[LEFT] == 0 else OPEN


@key.of(Field)
def _(rules: Field, pos: Stones) -> np.uint64:
    return pos.words[KEY] ^ np.uint64(pos.numbers[SIDE]) * SIDE_KEY


@kernel
def write_row(cells: np.uint64, row: int, out: Moves, at: int) -> int:
    """Write the cells of one row of a set."""
    while cells:
        out[at] = row * STRIDE + lowest(cells)
        at += 1
        cells = rest(cells)
    return at


@kernel
def row_of(pos: Stones, side: int, rank: int, row: int) -> np.uint64:
    """One row of the set of cells where a side would make a rank."""
    return pos.words[SETS + (side * RANKS + rank) * STRIDE + row]


@kernel
def write_rank(rules: Field, pos: Stones, side: int, rank: int, out: Moves, at: int) -> int:
    """Write the cells where a side would make a rank."""
    if how_many(pos, side, rank) > 0:
        for row in range(REACH, REACH + rules.rows):
            at = write_row(row_of(pos, side, rank, row), row, out, at)
    return at


@moves.of(Field)
def _(rules: Field, pos: Stones, out: Moves, at: int) -> int:
    if rules.endless:
        gather_around_stones(rules, pos)
    end = at
    for row in range(REACH, REACH + rules.rows):
        cells = rules.inside[row] & ~pos.words[STONES + row]
        if rules.endless:
            cells &= pos.words[SCRATCH + row]
        end = write_row(cells, row, out, end)
    if rules.endless and end == at:  # there is no stone
        for row in range(-2, 3):
            for column in range(-2, 3):
                out[end] = rules.middle + row * STRIDE + column
                end += 1
    return end


@kernel
def gather_around_stones(rules: Field, pos: Stones) -> None:
    """Leave in the scratch set the cells within two steps of a stone."""
    words = pos.words
    for row in range(REACH, REACH + rules.rows):
        around = words[STONES + row - 2] | words[STONES + row - 1] | words[STONES + row]
        around |= words[STONES + row + 1] | words[STONES + row + 2]
        words[SCRATCH + row] = around | around << ONE | around >> ONE | around << TWO | around >> TWO


@kernel
def gather_near(rules: Field, pos: Stones) -> None:
    """Leave in the scratch set the empty cells within two steps of a stone or where a three can be made."""
    words = pos.words
    gather_around_stones(rules, pos)
    for side in range(2):
        for rank in range(THREE, RANKS):
            if how_many(pos, side, rank) > 0:
                for row in range(REACH, REACH + rules.rows):
                    words[SCRATCH + row] |= row_of(pos, side, rank, row)
    for row in range(REACH, REACH + rules.rows):
        words[SCRATCH + row] &= rules.inside[row] & ~words[STONES + row]


@kernel
def gather_answers(rules: Field, pos: Stones, attacker: int) -> None:
    """Leave in the scratch set the cells that stop every winning four of the attacker, apart from fours.

    A winning four at a cell is stopped only on that cell, or on one of the cells where it would complete.
    """
    words = pos.words
    for row in range(REACH, REACH + rules.rows):
        words[SCRATCH + row] = ~NOTHING
    for threat_row in range(REACH, REACH + rules.rows):
        threats = row_of(pos, attacker, WINNING_FOUR, threat_row)
        while threats:
            column = lowest(threats)
            threats = rest(threats)
            cell = threat_row * STRIDE + column
            put(rules, pos, cell, attacker)
            for row in range(REACH, REACH + rules.rows):
                words[SCRATCH + row] &= row_of(pos, attacker, FIVES, row) | (
                    bit(column) if row == threat_row else NOTHING
                )
            take(rules, pos, cell, attacker)


@candidates.of(Field)
def _(rules: Field, pos: Stones, out: Moves, at: int) -> int:
    own = pos.numbers[SIDE]
    other = 1 - own
    if how_many(pos, own, FIVES) > 0:
        return write_rank(rules, pos, own, FIVES, out, at)
    if how_many(pos, other, FIVES) > 0:
        return write_rank(rules, pos, other, FIVES, out, at)
    if how_many(pos, own, WINNING_FOUR) > 0:
        return write_rank(rules, pos, own, WINNING_FOUR, out, at)
    end = at
    if how_many(pos, other, WINNING_FOUR) > 0:
        gather_answers(rules, pos, other)
        for row in range(REACH, REACH + rules.rows):
            fours = row_of(pos, own, FOURS, row) | row_of(pos, own, FOUR_THREE, row)
            end = write_row(pos.words[SCRATCH + row] | fours, row, out, end)
        return end if end > at else write_rank(rules, pos, other, WINNING_FOUR, out, at)
    gather_near(rules, pos)
    for row in range(REACH, REACH + rules.rows):
        near = pos.words[SCRATCH + row]
        if end - at + popcount(near) <= MOST_MOVES:
            end = write_row(near, row, out, end)
    if end == at:
        out[end] = rules.middle
        end += 1
    return end


@threats.of(Field)
def _(rules: Field, pos: Stones, out: Moves, at: int) -> int:
    own = pos.numbers[SIDE]
    other = 1 - own
    if how_many(pos, own, FIVES) > 0:
        return write_rank(rules, pos, own, FIVES, out, at)
    if how_many(pos, other, FIVES) > 0:
        return write_rank(rules, pos, other, FIVES, out, at)
    if how_many(pos, own, WINNING_FOUR) > 0:
        return write_rank(rules, pos, own, WINNING_FOUR, out, at)
    end = write_rank(rules, pos, own, FOUR_THREE, out, at)
    if how_many(pos, other, WINNING_FOUR) == 0:
        end = write_rank(rules, pos, own, DOUBLE_THREE, out, end)
        end = write_rank(rules, pos, own, FOURS, out, end)
        return write_rank(rules, pos, own, THREE, out, end)
    end = write_rank(rules, pos, own, FOURS, out, end)
    gather_answers(rules, pos, other)
    for row in range(REACH, REACH + rules.rows):
        threes = row_of(pos, own, THREE, row) | row_of(pos, own, DOUBLE_THREE, row)
        end = write_row(pos.words[SCRATCH + row] & threes, row, out, end)
    return end


@narrowed.of(Field)
def _(rules: Field, pos: Stones) -> bool:
    other = 1 - pos.numbers[SIDE]
    if how_many(pos, other, FIVES) > 0 or how_many(pos, other, WINNING_FOUR) > 0:
        return False
    if rules.endless or pos.numbers[LEFT] > FEW_LEFT:
        return True
    near = 0
    gather_near(rules, pos)
    for row in range(REACH, REACH + rules.rows):
        near += popcount(pos.words[SCRATCH + row])
    return near < pos.numbers[LEFT]


@proof.of(Field)
def _(rules: Field, pos: Stones) -> int:
    own = pos.numbers[SIDE]
    other = 1 - own
    if how_many(pos, own, FIVES) > 0:
        return 1
    against = how_many(pos, other, FIVES)
    if against > 0:
        return -2 if against > 1 else 0
    return 3 if how_many(pos, own, WINNING_FOUR) > 0 else 0


@kernel
def urge_of(rules: Field, pos: Stones, move: int, side: int) -> int:
    """How much a side wants a cell."""
    return int(rules.urges[pos.words[SHAPES + move] >> np.uint64(16 * side) & LINE_MASK])


@priority.of(Field)
def _(rules: Field, pos: Stones, move: int) -> int:
    own = pos.numbers[SIDE]
    both: int = urge_of(rules, pos, move, own) + urge_of(rules, pos, move, 1 - own)
    return min(1000, both)


@quiet.of(Field)
def _(rules: Field, pos: Stones, move: int) -> int:
    own = pos.numbers[SIDE]
    if rank_of(rules, pos, move, own) >= DOUBLE_THREE or rank_of(rules, pos, move, 1 - own) >= FOURS:
        return 0
    return 1 if rank_of(rules, pos, move, own) >= THREE else 2


@pressed.of(Field)
def _(rules: Field, pos: Stones) -> bool:
    return how_many(pos, 1 - pos.numbers[SIDE], FIVES) == 1


@margin.of(Field)
def _(rules: Field, pos: Stones, depth: int) -> int:
    other = 1 - pos.numbers[SIDE]
    if depth > DEEPEST_MARGIN or how_many(pos, other, FIVES) > 0 or how_many(pos, other, WINNING_FOUR) > 0:
        return 0
    return MARGIN + MARGIN_EACH * depth


# What is worth pointing at


@kernel
def makes_open_four(pos: Stones, cell: int, side: int) -> bool:
    """Whether a stone of a side would make an open four along some line, and not two fours."""
    shapes = pos.words[SHAPES + cell] >> np.uint64(16 * side)
    for direction in range(4):
        if shapes >> np.uint64(4 * direction) & np.uint64(15) == np.uint64(OPEN_FOUR):
            return True
    return False


@kernel
def write_hot(rules: Field, pos: Stones, rank: int, side: int, text: int, out: Moves, count: int) -> int:
    """Write the cells where a side would make a rank, which a text calls; return how many there are then."""
    first = 3 * count
    if 3 * (count + how_many(pos, side, rank)) > len(out):
        return count
    end = write_rank(rules, pos, side, rank, out, first) - first
    for index in range(end - 1, -1, -1):  # from the last, since three numbers take the place of one
        place = out[first + index]
        is_two = rank == WINNING_FOUR and not makes_open_four(pos, place, side)
        out[first + 3 * index] = place
        out[first + 3 * index + 1] = side
        out[first + 3 * index + 2] = text + 1 if is_two else text
    return count + end


@hot.of(Field)
def _(rules: Field, pos: Stones, out: Moves) -> int:
    count = 0
    for side in range(2):
        count = write_hot(rules, pos, FIVES, side, 0, out, count)
    for side in range(2):
        count = write_hot(rules, pos, WINNING_FOUR, side, 1, out, count)
    for side in range(2):
        count = write_hot(rules, pos, FOUR_THREE, side, 3, out, count)
    for side in range(2):
        count = write_hot(rules, pos, DOUBLE_THREE, side, 4, out, count)
    return count


# Evaluation: the shapes of both sides, and the right to move.

TEMPO: Final = 225
"""What the right to move is worth."""
DEEPEST_MARGIN: Final = 6
MARGIN: Final = 60
MARGIN_EACH: Final = 60


@evaluate.of(Field)
def _(rules: Field, pos: Stones) -> int:
    own = pos.numbers[SIDE]
    return pos.numbers[VALUE + own] - pos.numbers[VALUE + 1 - own] + TEMPO


# Setting a field up, at one go: by arrays in Python, cell by cell in compiled code


@kernel
def set_field_cells(inside: Words, left: int, bottom: int, columns: int, rows: int) -> None:
    """Add a rectangle of less than 64 columns to the cells of a field."""
    cells = ((ONE << np.uint64(columns)) - ONE) << np.uint64(left)
    for row in range(bottom, bottom + rows):
        inside[row] |= cells


@kernel_call
def set_stones(rules: Field, pos: Stones, places: Numbers, crosses: int, count: int, side: int) -> None:
    """Make this the position with stones on these cells, first those of X; -1 stands for none.

    It is what `new_stones` makes.
    """
    words, numbers = pos.words, pos.numbers
    for index in range(WORDS):
        words[index] = NOTHING
    for index in range(NUMBERS):
        numbers[index] = 0
    numbers[SIDE] = side
    for cell in range(CELLS):
        is_closed = rules.inside[cell >> 6] >> np.uint64(cell & 63) & ONE == NOTHING
        words[SHAPES + cell] = np.uint64(3) << STONE_SHIFT if is_closed else NOTHING
    for index in range(count):
        place = places[index]
        if place >= 0:
            player = 0 if index < crosses else 1
            words[SHAPES + place] = np.uint64(player + 1) << STONE_SHIFT
            words[STONES + (place >> 6)] |= ONE << np.uint64(place & 63)
            words[KEY] ^= rules.keys[2 * place + player]
    for cell in range(CELLS):
        words[LINES + cell] = line_at(rules, pos, cell)
    for cell in range(CELLS):
        what = words[SHAPES + cell] >> STONE_SHIFT
        if what == np.uint64(3):
            continue
        shapes = NOTHING
        if what == NOTHING:
            shapes = shapes_at(rules, pos, np.uint64(cell))
            words[SHAPES + cell] = shapes
            numbers[LEFT] += 1
        for player in range(2):
            own = shapes >> np.uint64(16 * player) & LINE_MASK
            rank = 0
            if what == NOTHING:
                numbers[VALUE + player] += np.int64(rules.values[own])
                rank = int(rules.ranks[own])
            words[SETS + (player * RANKS + rank) * STRIDE + (cell >> 6)] |= ONE << np.uint64(cell & 63)
            numbers[COUNTS + player * RANKS + rank] += 1


@kernel
def line_at(rules: Field, pos: Stones, cell: int) -> np.uint64:
    """What stands around a cell, as `LINES` keeps it, from what stands on each."""
    lines = NOTHING
    shift = NOTHING
    for direction in range(4):
        for slot in range(8):
            offset = slot - 4 if slot < 4 else slot - 3
            near = cell + offset * np.int64(rules.steps[direction]) & CELLS - 1
            lines |= pos.words[SHAPES + near] >> STONE_SHIFT << shift
            shift += TWO
    return lines


@cache
def zobrist() -> Words:
    """A random word for each side on each cell, the same everywhere."""
    keys = np.zeros(2 * CELLS, np.uint64)
    set_keys(keys)
    return keys


@kernel
def set_keys(keys: Words) -> None:
    """Work out the random words."""
    for index in range(2 * CELLS):
        keys[index] = mix(np.uint64(FIRST_KEY + index))


def new_field(rectangles: tuple[tuple[tuple[int, int], int, int], ...], *, endless: bool) -> Field:
    """The rules of a field that consists of rectangles, each given by its lowest cell, columns and rows."""
    inside = np.zeros(STRIDE, np.uint64)
    for (left, bottom), columns, rows in rectangles:
        inside[bottom : bottom + rows] |= np.uint64(((1 << columns) - 1) << left)
    top = max(bottom + rows for (_, bottom), _, rows in rectangles)
    (left, bottom), columns, rows = rectangles[0]
    middle = (bottom + rows // 2) * STRIDE + left + columns // 2
    return Field(top - REACH, middle, endless, inside, np.array(STEPS, np.uint64), zobrist(), *tables())


def new_stones(rules: Field, stones: tuple[list[int], list[int]], side: int) -> Stones:
    """The position with these cells taken by X and by O, reckoned at one go."""
    columns = np.arange(STRIDE, dtype=np.uint64)
    grid = np.where(rules.inside[:, None] >> columns & ONE, NOTHING, np.uint64(3)).ravel()
    for player in (0, 1):
        grid[stones[player]] = player + 1
    words = np.zeros(WORDS, np.uint64)
    numbers = np.zeros(NUMBERS, np.int64)
    numbers[SIDE] = side
    numbers[LEFT] = np.count_nonzero(grid == 0)
    lines = np.zeros(CELLS, np.uint64)
    for direction, step in enumerate(STEPS):
        for slot, offset in enumerate((-4, -3, -2, -1, 1, 2, 3, 4)):
            lines |= np.roll(grid, -offset * step) << np.uint64(16 * direction + 2 * slot)
    words[LINES : LINES + CELLS] = lines
    for player in (0, 1):
        for cell in stones[player]:
            words[KEY] ^= rules.keys[2 * cell + player]
    empty = np.flatnonzero(grid == 0)
    words[SHAPES : SHAPES + CELLS] = grid << STONE_SHIFT
    for player in (0, 1):
        shapes = np.zeros(len(empty), np.uint64)
        for direction in range(4):
            pair = rules.kinds[lines[empty] >> np.uint64(16 * direction) & LINE_MASK]
            shapes |= (pair.astype(np.uint64) >> np.uint64(4 * player) & np.uint64(15)) << np.uint64(
                4 * direction
            )
        words[SHAPES + empty] |= shapes << np.uint64(16 * player)
        numbers[VALUE + player] = rules.values[shapes].sum(dtype=np.int64)
        ranks = rules.ranks[shapes].astype(np.int64)
        numbers[COUNTS + player * RANKS : COUNTS + (player + 1) * RANKS] = np.bincount(ranks, minlength=RANKS)
        rows = SETS + (player * RANKS + ranks) * STRIDE + empty // STRIDE
        np.bitwise_or.at(words, rows, ONE << (empty % STRIDE).astype(np.uint64))
        for cell in stones[0] + stones[1]:  # nothing can be made there, as after `put`
            words[SETS + player * RANKS * STRIDE + cell // STRIDE] |= ONE << np.uint64(cell % STRIDE)
        numbers[COUNTS + player * RANKS] += len(stones[0]) + len(stones[1])
        for cell in stones[player]:
            words[STONES + cell // STRIDE] |= ONE << np.uint64(cell % STRIDE)
    return Stones(words, numbers)
