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
    NOUGHTS_FACTS,
    OPEN_FOUR,
    RANKS,
    REACH,
    THREE,
    URGE_PLACE,
    VALUE_PLACE,
    WINNING_FOUR,
    ZERO_VALUE,
    tables,
)
from plyground.games.gomoku.weights import TEMPO

STRIDE: Final = 64
CELLS: Final = STRIDE * STRIDE
WIDEST: Final = STRIDE - 2 * REACH
"""A margin of closed cells around the field saves every test for the edge."""
STEPS: Final = (1, STRIDE, STRIDE + 1, STRIDE - 1)

# Sections of `words`
LINES: Final = 0
"""For each cell the stones around it: sixteen bits for each direction, as `patterns.Tables` reads them."""
SHAPES: Final = CELLS + STRIDE // 2
"""Begins half a row later than it could: as long as a cell's word here was a multiple of 4096 bytes away from
that in `LINES`, putting and taking stones took more than twice as long (docs/architecture.md).

For each cell what stands there and what a stone would make there, from the lowest bit: the kinds that X
makes and those that O makes (16 bits each), the stone (2), and the facts that follow from the kinds (30)."""
SETS: Final = SHAPES + CELLS
"""For each side and rank a set of cells, one word a row."""
STONES: Final = SETS + 2 * RANKS * STRIDE
"""The cells with a stone."""
SCRATCH: Final = STONES + STRIDE
"""Room for one set of cells."""
KEY: Final = SCRATCH + STRIDE
FAILED: Final = KEY + 1
"""Positions from which fours do not win, by their keys: see `fours`."""
FAILED_BITS: Final = 13
SAVED: Final = FAILED + (1 << FAILED_BITS)
"""For each of the last stones the shapes before it: those of the 32 cells around it, and of its own."""
SAVED_BITS: Final = 8
SAVED_WORDS: Final = np.uint64(33)
WORDS: Final = SAVED + (33 << SAVED_BITS)

# Places in `numbers`
SIDE: Final = 0
ENDED: Final = 1
LEFT: Final = 2
"""How many cells are empty."""
VALUE: Final = 3
"""What the shapes of X are worth, less those of O."""
COUNTS: Final = 4
"""How many cells there are of each side and rank."""
PLY: Final = COUNTS + 2 * RANKS
"""How many stones have been put here since the position was set up."""
SAVED_VALUES: Final = PLY + 1
"""For each of the last stones the value before it."""
STACK: Final = SAVED_VALUES + (1 << SAVED_BITS)
"""Room for the moves that a search of fours is looking at."""
LEVELS: Final = STACK + 4096
"""What that search has to remember for each move on its way."""
LINE: Final = LEVELS + 4 * 32
"""The line by which it wins."""
NUMBERS: Final = LINE + 2 * 34

NOTHING: Final = np.uint64(0)
LINE_MASK: Final = np.uint64(0xFFFF)
KIND_MASK: Final = np.uint64(15)
STONE_SHIFT: Final = np.uint64(32)
STONE_MASK: Final = np.uint64(3)
SHAPE_MASK: Final = np.uint64(0xFFFFFFFF)
FACTS_SHIFT: Final = np.uint64(34)
RANK_MASK: Final = np.uint64(7)
RANKS_MASK: Final = np.uint64(63 << 34)
URGE_SHIFT: Final = np.uint64(34 + URGE_PLACE)
VALUE_SHIFT: Final = np.uint64(34 + VALUE_PLACE)
FACT_MASK: Final = np.uint64(4095)
SAVED_MASK: Final = np.uint64((1 << SAVED_BITS) - 1)
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
    keys: Words
    """A random word for each stone on each cell."""
    kinds: npt.NDArray[np.uint8]
    facts: npt.NDArray[np.uint32]


class Stones(NamedTuple):
    """What stands on the field and everything that follows from it."""

    words: Words
    numbers: Numbers


# What a cell knows


@kernel
def stone_on(pos: Stones, cell: Index) -> np.uint64:
    """What stands on a cell: 0 for nothing, 1 for X, 2 for O, 3 if it is closed."""
    return pos.words[np.uint64(SHAPES) + np.uint64(cell)] >> STONE_SHIFT & STONE_MASK


@kernel
def rank_of(rules: Field, pos: Stones, cell: Index, side: Index) -> int:
    """What a stone of a side on an empty cell would make."""
    shift = FACTS_SHIFT + np.uint64(3) * np.uint64(side)
    rank: Any = np.int64(pos.words[np.uint64(SHAPES) + np.uint64(cell)] >> shift & RANK_MASK)
    return rank


@kernel
def how_many(pos: Stones, side: int, rank: int) -> int:
    """How many empty cells there are where a side would make a rank."""
    return pos.numbers[np.uint64(COUNTS + side * RANKS + rank)]


@kernel
def with_facts(facts: npt.NDArray[np.uint32], shapes: Index) -> Index:
    """The shapes of both sides at an empty cell, and what follows from them."""
    crosses = facts[shapes & LINE_MASK]
    noughts = facts[shapes >> np.uint64(16) | np.uint64(NOUGHTS_FACTS)]
    return shapes | np.uint64(crosses + noughts) << FACTS_SHIFT


@kernel
def value_in(shapes: Index) -> int:
    """What the shapes at an empty cell are worth for X, and less those of O."""
    value: Any = np.int64(shapes >> VALUE_SHIFT) - ZERO_VALUE
    return value


@kernel
def shapes_at(rules: Field, pos: Stones, cell: Index) -> Index:
    """The shapes of both sides at an empty cell with what follows from them, from the stones around it."""
    lines = pos.words[cell]
    shapes = NOTHING
    for direction in range(4):
        shift = np.uint64(direction) << TWO
        pair = np.uint64(rules.kinds[lines >> (shift << TWO) & LINE_MASK])
        shapes |= (pair & KIND_MASK) << shift | (pair >> np.uint64(4)) << (shift + np.uint64(16))
    return with_facts(rules.facts, shapes)


# Stones come and go


@kernel_call
def change_ranks(words: Words, numbers: Numbers, cell: Index, old: Index, new: Index) -> None:
    """Note that a stone on a cell would make something else."""
    row = cell >> ROW_SHIFT
    here = ONE << (cell & COLUMN_MASK)
    for side in range(2):
        shift = FACTS_SHIFT + np.uint64(3 * side)
        base = np.uint64(side * RANKS)
        before, after = base + (old >> shift & RANK_MASK), base + (new >> shift & RANK_MASK)
        if before != after:
            words[np.uint64(SETS) + before * np.uint64(STRIDE) + row] ^= here
            words[np.uint64(SETS) + after * np.uint64(STRIDE) + row] ^= here
            numbers[np.uint64(COUNTS) + before] -= 1
            numbers[np.uint64(COUNTS) + after] += 1


@kernel
def put_into_line(
    words: Words,
    numbers: Numbers,
    kinds: npt.NDArray[np.uint8],
    facts: npt.NDArray[np.uint32],
    cell: Index,
    stone: Index,
    saved: Index,
    step: int,
    direction: int,
) -> int:
    """Put a stone into what the eight cells around it along a direction know; what X gains by that."""
    shape_shift, line_shift = np.uint64(4 * direction), np.uint64(16 * direction)
    keep = SHAPE_MASK ^ np.uint64(0x000F000F << 4 * direction)
    near = cell - np.uint64(4 * step)
    change: Any = 0
    for place in range(8):
        if place == 4:
            near += np.uint64(step)
        lines = words[near] ^ stone << (line_shift + np.uint64(14 - 2 * place))
        words[near] = lines
        old = words[np.uint64(SHAPES) + near]
        words[saved + np.uint64(place)] = old
        if old >> STONE_SHIFT & STONE_MASK == NOTHING:
            pair = np.uint64(kinds[lines >> line_shift & LINE_MASK])
            made = pair & KIND_MASK | (pair >> np.uint64(4)) << np.uint64(16)
            shapes = old & keep | made << shape_shift
            if shapes != old & SHAPE_MASK:
                new = with_facts(facts, shapes)
                words[np.uint64(SHAPES) + near] = new
                change += np.int64(new >> VALUE_SHIFT) - np.int64(old >> VALUE_SHIFT)
                if (new ^ old) & RANKS_MASK:
                    change_ranks(words, numbers, near, old, new)
        near += np.uint64(step)
    return change


@kernel_call
def put_stone(
    words: Words,
    numbers: Numbers,
    keys: Words,
    kinds: npt.NDArray[np.uint8],
    facts: npt.NDArray[np.uint32],
    place: int,
    player: int,
) -> None:
    """A stone of a side appears on an empty cell."""
    cell, side = np.uint64(place), np.uint64(player)
    stone = side + ONE
    ply = np.uint64(numbers[PLY]) & SAVED_MASK
    numbers[PLY] += 1
    saved = np.uint64(SAVED) + ply * SAVED_WORDS
    value = numbers[VALUE]
    numbers[np.uint64(SAVED_VALUES) + ply] = value
    old = words[np.uint64(SHAPES) + cell]
    new = stone << STONE_SHIFT
    words[saved + np.uint64(32)] = old
    words[np.uint64(SHAPES) + cell] = new
    value -= value_in(old)
    if old & RANKS_MASK:
        change_ranks(words, numbers, cell, old, new)
    words[np.uint64(STONES) + (cell >> ROW_SHIFT)] ^= ONE << (cell & COLUMN_MASK)
    words[KEY] ^= keys[cell << ONE | side]
    value += put_into_line(words, numbers, kinds, facts, cell, stone, saved, STEPS[0], 0)
    value += put_into_line(words, numbers, kinds, facts, cell, stone, saved + np.uint64(8), STEPS[1], 1)
    value += put_into_line(words, numbers, kinds, facts, cell, stone, saved + np.uint64(16), STEPS[2], 2)
    value += put_into_line(words, numbers, kinds, facts, cell, stone, saved + np.uint64(24), STEPS[3], 3)
    numbers[VALUE] = value


@kernel
def take_out_of_line(
    words: Words, numbers: Numbers, cell: Index, stone: Index, saved: Index, step: int, direction: int
) -> None:
    """Give the eight cells around a stone along a direction back what they knew before it came."""
    near = cell - np.uint64(4 * step)
    for place in range(8):
        if place == 4:
            near += np.uint64(step)
        words[near] ^= stone << np.uint64(16 * direction + 14 - 2 * place)
        old = words[np.uint64(SHAPES) + near]
        new = words[saved + np.uint64(place)]
        words[saved + np.uint64(place)] = NOTHING
        words[np.uint64(SHAPES) + near] = new
        if (new ^ old) & RANKS_MASK:
            change_ranks(words, numbers, near, old, new)
        near += np.uint64(step)


@kernel_call
def take_stone(words: Words, numbers: Numbers, keys: Words, place: int, player: int) -> None:
    """The stone of a side that was put last disappears."""
    cell, side = np.uint64(place), np.uint64(player)
    stone = side + ONE
    numbers[PLY] -= 1
    ply = np.uint64(numbers[PLY]) & SAVED_MASK
    saved = np.uint64(SAVED) + ply * SAVED_WORDS
    take_out_of_line(words, numbers, cell, stone, saved, STEPS[0], 0)
    take_out_of_line(words, numbers, cell, stone, saved + np.uint64(8), STEPS[1], 1)
    take_out_of_line(words, numbers, cell, stone, saved + np.uint64(16), STEPS[2], 2)
    take_out_of_line(words, numbers, cell, stone, saved + np.uint64(24), STEPS[3], 3)
    words[KEY] ^= keys[cell << ONE | side]
    words[np.uint64(STONES) + (cell >> ROW_SHIFT)] ^= ONE << (cell & COLUMN_MASK)
    old = words[np.uint64(SHAPES) + cell]
    new = words[saved + np.uint64(32)]
    words[saved + np.uint64(32)] = NOTHING
    words[np.uint64(SHAPES) + cell] = new
    if new & RANKS_MASK:
        change_ranks(words, numbers, cell, old, new)
    numbers[VALUE] = numbers[np.uint64(SAVED_VALUES) + ply]
    numbers[np.uint64(SAVED_VALUES) + ply] = 0


@kernel
def put(rules: Field, pos: Stones, place: int, player: int) -> None:
    """A stone of a side appears on an empty cell."""
    put_stone(pos.words, pos.numbers, rules.keys, rules.kinds, rules.facts, place, player)


@kernel
def take(rules: Field, pos: Stones, place: int, player: int) -> None:
    """The stone of a side that was put last disappears."""
    take_stone(pos.words, pos.numbers, rules.keys, place, player)


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
    return pos.words[np.uint64(SETS + (side * RANKS + rank) * STRIDE + row)]


@kernel
def write_rank(rules: Field, pos: Stones, side: int, rank: int, out: Moves, at: int) -> int:
    """Write the cells where a side would make a rank."""
    if how_many(pos, side, rank) > 0:
        for row in range(REACH, REACH + rules.rows):
            at = write_row(row_of(pos, side, rank, row), row, out, at)
    return at


@moves.of(Field)
def _(rules: Field, pos: Stones, out: Moves, at: int) -> int:
    end = at
    for row in range(REACH, REACH + rules.rows):
        cells = rules.inside[row] & ~pos.words[STONES + row]
        if rules.endless:
            cells &= around_stones(pos, row)
        end = write_row(cells, row, out, end)
    if rules.endless and end == at:  # there is no stone
        for row in range(-2, 3):
            for column in range(-2, 3):
                out[end] = rules.middle + row * STRIDE + column
                end += 1
    return end


@kernel
def around_stones(pos: Stones, row: int) -> np.uint64:
    """The cells of a row within two steps of a stone, those with stones too."""
    words = pos.words
    around = words[STONES + row - 2] | words[STONES + row - 1] | words[STONES + row]
    around |= words[STONES + row + 1] | words[STONES + row + 2]
    return around | around << ONE | around >> ONE | around << TWO | around >> TWO


@kernel
def near_stones(rules: Field, pos: Stones, row: int) -> np.uint64:
    """The empty cells of a row within two steps of a stone, among them all where a three can be made."""
    return around_stones(pos, row) & rules.inside[row] & ~pos.words[STONES + row]


@kernel
def gather_answers(rules: Field, pos: Stones, attacker: int) -> None:
    """Leave in the scratch set the cells that stop every winning four of the attacker, apart from fours.

    A winning four at a cell is stopped only on that cell, or on one of the cells where it would complete.
    """
    words = pos.words
    first = -1
    for row in range(REACH, REACH + rules.rows):
        words[SCRATCH + row] = NOTHING
    for threat_row in range(REACH, REACH + rules.rows):
        threats = row_of(pos, attacker, WINNING_FOUR, threat_row)
        while threats:
            column = lowest(threats)
            threats = rest(threats)
            is_first = first < 0
            if is_first:
                first = threat_row
            cell = threat_row * STRIDE + column
            put(rules, pos, cell, attacker)
            for row in range(first - REACH, first + REACH + 1):
                stops = row_of(pos, attacker, FIVES, row) | (bit(column) if row == threat_row else NOTHING)
                words[SCRATCH + row] = stops if is_first else words[SCRATCH + row] & stops
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
    for row in range(REACH, REACH + rules.rows):
        near = near_stones(rules, pos, row)
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
    for row in range(REACH, REACH + rules.rows):
        near += popcount(near_stones(rules, pos, row))
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


@priority.of(Field)
def _(rules: Field, pos: Stones, move: int) -> int:
    urge: Any = np.int64(pos.words[np.uint64(SHAPES) + np.uint64(move)] >> URGE_SHIFT & FACT_MASK)
    return min(1000, urge)


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

DEEPEST_MARGIN: Final = 6
MARGIN: Final = 60
MARGIN_EACH: Final = 60


@evaluate.of(Field)
def _(rules: Field, pos: Stones) -> int:
    value = pos.numbers[VALUE]
    return (value if pos.numbers[SIDE] == 0 else -value) + TEMPO


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
        if what == NOTHING:
            words[SHAPES + cell] = shapes_at(rules, pos, np.uint64(cell))
            numbers[VALUE] += value_in(words[SHAPES + cell])
            numbers[LEFT] += 1
        for player in range(2):
            rank = rank_of(rules, pos, cell, player)
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
            near = cell + offset * STEPS[direction] & CELLS - 1
            lines |= stone_on(pos, near) << shift
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
    return Field(top - REACH, middle, endless, inside, zobrist(), *tables())


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
    shapes = np.zeros(len(empty), np.uint64)
    for direction in range(4):
        pair = rules.kinds[lines[empty] >> np.uint64(16 * direction) & LINE_MASK].astype(np.uint64)
        made = pair & KIND_MASK | pair >> np.uint64(4) << np.uint64(16)
        shapes |= made << np.uint64(4 * direction)
    shapes = with_facts(rules.facts, shapes)
    words[SHAPES + empty] = shapes
    numbers[VALUE] = ((shapes >> VALUE_SHIFT).astype(np.int64) - ZERO_VALUE).sum()
    for player in (0, 1):
        ranks = (shapes >> FACTS_SHIFT + np.uint64(3 * player) & RANK_MASK).astype(np.int64)
        numbers[COUNTS + player * RANKS : COUNTS + (player + 1) * RANKS] = np.bincount(ranks, minlength=RANKS)
        rows = SETS + (player * RANKS + ranks) * STRIDE + empty // STRIDE
        np.bitwise_or.at(words, rows, ONE << (empty % STRIDE).astype(np.uint64))
        for cell in stones[0] + stones[1]:  # nothing can be made there, as after `put`
            words[SETS + player * RANKS * STRIDE + cell // STRIDE] |= ONE << np.uint64(cell % STRIDE)
        numbers[COUNTS + player * RANKS] += len(stones[0]) + len(stones[1])
        for cell in stones[player]:
            words[STONES + cell // STRIDE] |= ONE << np.uint64(cell % STRIDE)
    return Stones(words, numbers)
