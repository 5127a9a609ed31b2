"""Numerical tic-tac-toe: a line with the sum of a magic square wins.

Attributed to Ron Graham. On 3x3 the first player wins, on 4x4 the second player does
(Sandlund, Staley, Dixon and Butler, "Numerical Tic-Tac-Toe on the 4 x 4 Board", 2014). Odd begins.

Options
    size    4x4 (numbers 1 to 16, sum 34) or 3x3 (numbers 1 to 9, sum 15), default 4x4

Odd owns the odd numbers and even the even ones; each is used once. Whoever completes a row, a column or a
diagonal with the right sum wins, whoever put the other numbers there. A full board without is a draw.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import combinations, permutations, product
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from plyground.bits import bit, lowest, popcount, rest
from plyground.cells import cell_name
from plyground.contract import (
    DRAWN,
    LOST,
    OPEN,
    WON,
    Moves,
    Scratch,
    add_words,
    candidates,
    choices,
    essence,
    evaluate,
    kernel,
    key,
    marks,
    mix,
    moves,
    outcome,
    passed,
    play,
    priority,
    proof,
    reason,
    remaining,
)
from plyground.errors import IllegalPosition
from plyground.game import Game
from plyground.games.lines import Words, board_mask, scatter, set_cells
from plyground.positions import shorten
from plyground.variants import Size

# Tables
#
# A number is `2 * index + 1` for odd and `2 * index + 2` for even, so eight bits hold the numbers that a
# side has left. A move is `16 * cell + number - 1`, which is also `2 * (8 * cell + index) + side`.
# Each line has a lane of six bits in a word: its sum in one, its empty cells in another.

LANE: Final = 6
IN_LANE: Final = np.uint64(63)
IN_BYTE: Final = np.uint64(255)
IN_NIBBLE: Final = np.uint64(15)

EACH_BYTE: Final = np.uint64(0x0101010101010101)

MIRRORED: Final = 4
"""Up to this number of filled cells the key is the same for all images of a position.

A search of eight plies from the empty 4x4 board takes 88 million nodes with 0, 27 with 2, 22 with 4, 24
with 6 and 22 with 8. Four takes the least time; beyond, the images cost more than they save."""

RIGHT_SUM, FULL = 0, 1
"""Why a game ends: indices of `Numerical.reasons`."""

PAIRING: Final = 3
"""Up to this number of filled cells even first tries to answer a number with the one that makes it 17."""


Sums: TypeAlias = npt.NDArray[np.uint8]


class Rules(NamedTuple):
    """A board, its lines, where its symmetries move a cell, and what shifts and spreads sets of numbers."""

    cells: int
    board: np.uint64
    sum: np.uint64
    lanes: np.uint64
    """The lowest bit of every lane."""
    single: np.uint64
    """In every lane the empty cells of a line with one number."""
    right: np.uint64
    """The right sum in every lane."""
    lines: Words
    """The cells of each line."""
    through: Words
    """For each cell the lowest bits of the lanes of its lines."""
    spread: Words
    """For a set of eight cells a word with 1 in the byte of each of them."""
    mirror: Words
    """For a set of eight numbers the same set counted from the other end."""
    codes: Words
    """What each move adds to the hash."""
    images: Moves
    """Where each symmetry moves each cell."""
    openings: np.uint64
    """Cells of which every other is an image."""
    crossing: Words
    """For each cell its lines, a bit for each."""
    line_images: Moves
    """Where each symmetry moves each line."""
    line_codes: Words
    """What tells lines apart that look the same."""
    pairs: Sums
    """For odd and even, a set of numbers and half a sum: the numbers that belong to a pair of that sum."""
    triples: Sums
    """The same for three numbers of that sum, rounded down for odd."""


class Position(NamedTuple):
    """The numbers on the board and those that the side to move and the other side have left."""

    numbers: np.uint64
    """Four bits for each cell: the number there less one."""
    filled: np.uint64
    own: np.uint64
    other: np.uint64
    sums: np.uint64
    gaps: np.uint64
    hash: np.uint64
    side: int


# Rules


@kernel
def empty_cells(rules: Rules, pos: Position) -> np.uint64:
    """The cells without a number."""
    return rules.board & ~pos.filled


@kernel
def write_half(choices: np.uint64, side: int, first: int, out: Moves, at: int) -> int:
    """Write a set of moves, a byte for each of eight cells from `first` on and a bit for each number."""
    while choices:
        out[at] = 2 * (8 * first + lowest(choices)) + side
        at += 1
        choices = rest(choices)
    return at


@kernel
def write_moves(choices: tuple[np.uint64, np.uint64], side: int, out: Moves, at: int) -> int:
    """Write a set of moves, given as one word for the first eight cells and one for the rest."""
    return write_half(choices[1], side, 8, out, write_half(choices[0], side, 0, out, at))


@kernel
def everywhere(rules: Rules, numbers: np.uint64, cells: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The moves that put any of these numbers on any of these cells."""
    return numbers * rules.spread[cells & IN_BYTE], numbers * rules.spread[cells >> np.uint64(8)]


@moves.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
    return write_moves(everywhere(rules, pos.own, empty_cells(rules, pos)), pos.side, out, at)


@play.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> Position:
    cell = move >> 4
    number = np.uint64(move & 15)
    through = rules.through[cell]
    return Position(
        numbers=pos.numbers | number << np.uint64(4 * cell),
        filled=pos.filled | bit(cell),
        own=pos.other,
        other=pos.own ^ bit((move & 15) >> 1),
        sums=pos.sums + (number + np.uint64(1)) * through,
        gaps=pos.gaps - through,
        hash=pos.hash ^ rules.codes[move],
        side=1 - pos.side,
    )


@kernel
def clear_lanes(rules: Rules, word: np.uint64) -> np.uint64:
    """The lanes of a word in which no bit is set."""
    word |= word >> np.uint64(3)
    word |= (word >> np.uint64(1)) | (word >> np.uint64(2))
    return rules.lanes & ~word


@passed.of(Rules)
def _(rules: Rules, pos: Position) -> Position:
    return Position(pos.numbers, pos.filled, pos.other, pos.own, pos.sums, pos.gaps, pos.hash, 1 - pos.side)


@outcome.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    if clear_lanes(rules, (pos.sums ^ rules.right) | pos.gaps):
        return LOST
    return OPEN if pos.own else DRAWN


@kernel
def least_image(rules: Rules, pos: Position) -> np.uint64:
    """The smallest hash of any image of a position."""
    least = ~np.uint64(0)
    for image in range(rules.images.shape[0]):
        code = np.uint64(0)
        cells = pos.filled
        while cells:
            cell = lowest(cells)
            number = pos.numbers >> np.uint64(4 * cell) & IN_NIBBLE
            code ^= rules.codes[16 * rules.images[image, cell] + np.int64(number)]
            cells = rest(cells)
        least = min(least, code)
    return least


@key.of(Rules)
def _(rules: Rules, pos: Position) -> np.uint64:
    return least_image(rules, pos) if popcount(pos.filled) <= MIRRORED else pos.hash


# What a search knows: which numbers complete a line where, and so which moves are safe.
#
# Nobody can use up the other side's numbers. So a threat, a line with one empty cell and a number of the
# other side that makes it right, is met only by filling that cell; and a move hands over a new threat only
# on a line with two empty cells that it passes through.


@kernel
def ready_lines(rules: Rules, pos: Position, side: int) -> np.uint64:
    """The lines with one empty cell that need an odd number (for side 0) or an even one (for side 1)."""
    odd = pos.sums ^ rules.right
    one_gap = pos.gaps & ~(pos.gaps >> np.uint64(1))
    return rules.lanes & one_gap & (odd if side == 0 else ~odd)


@kernel
def holds(rules: Rules, side: int, numbers: np.uint64, total: np.uint64) -> bool:
    """Whether these numbers of a side hold what makes a total right; it must be one of that side's kind."""
    index_and_16 = (rules.sum + np.uint64(31 - side) - total) >> np.uint64(1)
    return (numbers << np.uint64(16)) >> index_and_16 & np.uint64(1) != np.uint64(0)


@kernel
def empty_in_lane(rules: Rules, pos: Position, lane: np.uint64) -> np.uint64:
    """The empty cells of a line."""
    return rules.lines[lane // np.uint64(LANE)] & ~pos.filled


@kernel
def completing_cells(rules: Rules, pos: Position, side: int, numbers: np.uint64) -> np.uint64:
    """Where these numbers of a side complete a right line."""
    found = np.uint64(0)
    lines = ready_lines(rules, pos, side)
    while lines:
        lane = np.uint64(lowest(lines))
        if holds(rules, side, numbers, pos.sums >> lane & IN_LANE):
            found |= empty_in_lane(rules, pos, lane)
        lines = rest(lines)
    return found


@kernel
def winning_move(rules: Rules, pos: Position) -> int:
    """A move that wins at once, or -1."""
    lines = ready_lines(rules, pos, pos.side)
    while lines:
        lane = np.uint64(lowest(lines))
        if holds(rules, pos.side, pos.own, pos.sums >> lane & IN_LANE):
            number = np.int64(rules.sum - (pos.sums >> lane & IN_LANE))
            return int(16 * lowest(empty_in_lane(rules, pos, lane)) + number - 1)
        lines = rest(lines)
    return -1


@kernel
def inviting_moves(rules: Rules, pos: Position) -> tuple[np.uint64, np.uint64]:
    """The moves after which the other side completes a line that had two empty cells."""
    low = high = np.uint64(0)
    mirrored = rules.mirror[pos.other] << np.uint64(16)
    lines = rules.lanes & (pos.gaps >> np.uint64(1)) & ~pos.gaps & (pos.sums ^ rules.right)
    while lines:
        lane = np.uint64(lowest(lines))
        both_indices = (rules.sum - np.uint64(3) - (pos.sums >> lane & IN_LANE)) >> np.uint64(1)
        numbers = mirrored >> (np.uint64(23) - both_indices) & pos.own
        more_low, more_high = everywhere(rules, numbers, empty_in_lane(rules, pos, lane))
        low |= more_low
        high |= more_high
        lines = rest(lines)
    return low, high


@kernel
def safe_moves(rules: Rules, pos: Position, cells: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The moves on these cells after which the other side cannot win at once."""
    threats = completing_cells(rules, pos, 1 - pos.side, pos.other)
    if threats:
        cells &= np.uint64(0) if rest(threats) else threats
    low, high = everywhere(rules, pos.own, cells)
    bad_low, bad_high = inviting_moves(rules, pos)
    return low & ~bad_low, high & ~bad_high


@proof.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    if completing_cells(rules, pos, pos.side, pos.own):
        return 1
    low, high = safe_moves(rules, pos, empty_cells(rules, pos))
    return 0 if low | high else -2


@candidates.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
    win = winning_move(rules, pos)
    if win >= 0:
        out[at] = win
        return at + 1
    cells = empty_cells(rules, pos) if pos.filled else rules.openings
    safe = safe_moves(rules, pos, cells)
    if safe[0] | safe[1]:
        return write_moves(safe, pos.side, out, at)
    return write_moves(everywhere(rules, pos.own, cells), pos.side, out, at)


@kernel
def pairs_up(rules: Rules, pos: Position, move: int) -> bool:
    """Whether a move joins a single number on a line such that the two sum to 17 (10 on 3x3)."""
    partner = np.uint64(rules.cells - (move & 15))
    wrong = (pos.sums ^ partner * rules.lanes) | (pos.gaps ^ rules.single)
    return rules.through[move >> 4] & clear_lanes(rules, wrong) != np.uint64(0)


@kernel
def threatens(rules: Rules, pos: Position, move: int) -> bool:
    """Whether a move leaves a line with one empty cell and a number of its own side that makes it right."""
    number = np.uint64(move & 15) + np.uint64(1)
    left = pos.own ^ bit((move & 15) >> 1)
    lines = rules.through[move >> 4] & (pos.gaps >> np.uint64(1)) & ~pos.gaps & ~(pos.sums ^ rules.right)
    while lines:
        lane = np.uint64(lowest(lines))
        if holds(rules, pos.side, left, (pos.sums >> lane & IN_LANE) + number):
            return True
        lines = rest(lines)
    return False


@priority.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> int:
    if pos.side == 1 and popcount(pos.filled) <= PAIRING:
        return 1 if pairs_up(rules, pos, move) else 0
    return 1 if threatens(rules, pos, move) else 0


# What a proof needs to know
#
# A line is alive if numbers that are left can still make it right. Of a position there matter only: the
# empty cells on live lines, and which lines cross there; what each live line needs; the numbers left that are
# part of anything that makes a live line right; and how many cells are empty in all. Which of several cells
# without live lines is filled does not matter, nor which of several numbers that fit nowhere is put on a
# cell: it ends every line there.
#
# The key has to be the same however the lines lie on the board. So each line starts with a label made of its
# empty cells and what it needs, and takes in, twice, the labels of the lines that cross it at empty cells. If
# no two live lines share a label then, the labels at each cell tell all there is to tell, whatever
# the lines are called. Otherwise lines with the same label are told apart by their place, in each of
# the board's symmetries, and the least of the keys is taken.

NUMBERED: Final = 32
"""Half a sum is less than this."""

NEXT: Final = 16
OWN_USED: Final = 32
CELLS_USED: Final = 33
"""Where `essence` keeps things: labels of lines, what is added to them, and what `choices` asks for."""


@kernel
def completing_numbers(
    rules: Rules, odd: np.uint64, even: np.uint64, gaps: int, need: int
) -> tuple[np.uint64, np.uint64]:
    """The odd and the even numbers that belong to any set of `gaps` with the sum that a line needs."""
    none = np.uint64(0)
    if need <= 0:
        return none, none
    half = np.uint64(need >> 1)
    odd_sums = odd * np.uint64(NUMBERED)
    even_sums = (even + np.uint64(256)) * np.uint64(NUMBERED)
    if gaps == 1:
        if need & 1:
            return odd & bit(need >> 1), none
        return none, even & bit((need >> 1) - 1)
    if gaps == 2:
        if need & 1 == 0:
            return np.uint64(rules.pairs[odd_sums + half]), np.uint64(rules.pairs[even_sums + half])
        if need < 3:
            return none, none
        shift = np.uint64(24) - half
        odd &= rules.mirror[even] << np.uint64(16) >> shift
        return odd, even & rules.mirror[odd] << np.uint64(16) >> shift
    if gaps == 3:
        if need & 1:
            odd_found, even_found = np.uint64(rules.triples[odd_sums + half]), none
            singles = odd
            while singles:
                index = lowest(singles)
                if np.uint64(index) > half:
                    break
                found = np.uint64(rules.pairs[even_sums + half - np.uint64(index)])
                if found:
                    even_found |= found
                    odd_found |= bit(index)
                singles = rest(singles)
            return odd_found, even_found
        odd_found, even_found = none, np.uint64(rules.triples[even_sums + half])
        singles = even
        while singles:
            index = lowest(singles)
            if np.uint64(index) >= half:
                break
            found = np.uint64(rules.pairs[odd_sums + half - np.uint64(index + 1)])
            if found:
                odd_found |= found
                even_found |= bit(index)
            singles = rest(singles)
        return odd_found, even_found
    return odd, even


@kernel
def share_labels(rules: Rules, scratch: Scratch, live: np.uint64, cells: np.uint64) -> None:
    """Let each live line take in the labels of the lines that cross it."""
    left = cells
    while left:
        cell = lowest(left)
        left = rest(left)
        here = live & rules.crossing[cell]
        label = np.uint64(0)
        lines = here
        while lines:
            label = add_words(label, scratch[np.uint64(lowest(lines))])
            lines = rest(lines)
        label = mix(label)
        lines = here
        while lines:
            line = np.uint64(NEXT + lowest(lines))
            scratch[line] = add_words(scratch[line], label)
            lines = rest(lines)
    lines = live
    while lines:
        line = np.uint64(lowest(lines))
        scratch[line] = mix(add_words(scratch[line], scratch[line + np.uint64(NEXT)]))
        scratch[line + np.uint64(NEXT)] = np.uint64(0)
        lines = rest(lines)


@kernel
def equal_labels(scratch: Scratch, live: np.uint64) -> np.uint64:
    """The lines whose label another one has too."""
    found = np.uint64(0)
    while live:
        line = lowest(live)
        live = rest(live)
        others = live
        while others:
            other = lowest(others)
            if scratch[np.uint64(line)] == scratch[np.uint64(other)]:
                found |= bit(line) | bit(other)
            others = rest(others)
    return found


@kernel
def crossings(rules: Rules, scratch: Scratch, live: np.uint64, cells: np.uint64) -> np.uint64:
    """All cells with the labels of their lines as one number."""
    total = np.uint64(0)
    while cells:
        cell = lowest(cells)
        cells = rest(cells)
        lines = live & rules.crossing[cell]
        label = np.uint64(0)
        while lines:
            label = add_words(label, scratch[np.uint64(lowest(lines))])
            lines = rest(lines)
        total = add_words(total, mix(label))
    return total


@kernel
def least_crossings(
    rules: Rules, scratch: Scratch, live: np.uint64, cells: np.uint64, equal: np.uint64
) -> np.uint64:
    """The same where some lines have equal labels."""
    least = ~np.uint64(0)
    lines = equal
    while lines:
        line = np.uint64(lowest(lines))
        scratch[line + np.uint64(NEXT)] = scratch[line]
        lines = rest(lines)
    for image in range(rules.line_images.shape[0]):
        lines = equal
        while lines:
            line = np.uint64(lowest(lines))
            place = rules.line_images[image, line]
            scratch[line] = mix(scratch[line + np.uint64(NEXT)] ^ rules.line_codes[place])
            lines = rest(lines)
        least = min(least, crossings(rules, scratch, live, cells))
    return least


@essence.of(Rules)
def _(rules: Rules, pos: Position, scratch: Scratch) -> tuple[np.uint64, int, int]:
    odd, even = (pos.own, pos.other) if pos.side == 0 else (pos.other, pos.own)
    odd_used = even_used = live = cells = np.uint64(0)
    for line in range(np.uint64(rules.lines.shape[0])):
        lane = np.uint64(LANE) * line
        gaps: Any = np.int64(pos.gaps >> lane & IN_LANE)
        if gaps == 0:
            continue
        need: Any = np.int64(rules.sum) - np.int64(pos.sums >> lane & IN_LANE)
        odd_fits, even_fits = completing_numbers(rules, odd, even, gaps, need)
        if odd_fits | even_fits:
            odd_used |= odd_fits
            even_used |= even_fits
            live |= bit(line)
            cells |= rules.lines[line]
            scratch[line] = mix(np.uint64(64 * gaps + need))
            scratch[line + np.uint64(NEXT)] = np.uint64(0)
    cells &= ~pos.filled
    own, other = (odd_used, even_used) if pos.side == 0 else (even_used, odd_used)
    scratch[OWN_USED] = own
    scratch[CELLS_USED] = cells
    worst = DRAWN if other == np.uint64(0) else LOST
    best = DRAWN if own == np.uint64(0) else WON
    share_labels(rules, scratch, live, cells)
    share_labels(rules, scratch, live, cells)
    total = odd_used | even_used << np.uint64(8) | np.uint64(popcount(pos.filled)) << np.uint64(16)
    lines = live
    code = mix(total + np.uint64(1))
    while lines:
        code = add_words(code, mix(~scratch[np.uint64(lowest(lines))]))
        lines = rest(lines)
    equal = equal_labels(scratch, live)
    if equal:
        code = add_words(code, least_crossings(rules, scratch, live, cells, equal))
    else:
        code = add_words(code, crossings(rules, scratch, live, cells))
    return mix(code), worst, best


@kernel
def one_of(bits: np.uint64) -> np.uint64:
    """The lowest set bit, if any."""
    return bits & ~rest(bits) if bits else bits


@choices.of(Rules)
def _(rules: Rules, pos: Position, scratch: Scratch, out: Moves, at: int) -> int:
    used, live = scratch[OWN_USED], scratch[CELLS_USED]
    cells = live | one_of(empty_cells(rules, pos) & ~live)
    safe_low, safe_high = safe_moves(rules, pos, cells)
    low, high = everywhere(rules, used | one_of(pos.own & ~used), cells)
    return write_moves((low & safe_low, high & safe_high), pos.side, out, at)


@remaining.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    return popcount(empty_cells(rules, pos))


# Evaluation: whoever runs out of safe moves loses, so each cell where a side could safely put a number, if
# it were its turn, counts 4 for that side. Whoever is to fill the last cell of the board gets 8 more: even
# on 4x4 and odd on 3x3, the sides that win there.
#
# Searching four plies it won 42 and lost 6 of 120 games, the rest drawn, against an evaluation of 0.


@kernel
def swap_sides(pos: Position) -> Position:
    """The same board with the other side to move."""
    return Position(pos.numbers, pos.filled, pos.other, pos.own, pos.sums, pos.gaps, pos.hash, 1 - pos.side)


@kernel
def used_bytes(choices: np.uint64) -> int:
    """How many bytes of a word are not zero."""
    choices |= choices >> np.uint64(4)
    choices |= choices >> np.uint64(2)
    choices |= choices >> np.uint64(1)
    return popcount(choices & EACH_BYTE)


@kernel
def safe_cells(rules: Rules, pos: Position) -> int:
    """On how many cells the side to move has a safe move."""
    low, high = safe_moves(rules, pos, empty_cells(rules, pos))
    return used_bytes(low) + used_bytes(high)


@evaluate.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    last_cell = 8 if popcount(empty_cells(rules, pos)) & 1 else -8
    return 4 * (safe_cells(rules, pos) - safe_cells(rules, swap_sides(pos))) + last_cell


# Names, notation, drawing, words


# What people see


@marks.of(Rules)
def _(rules: Rules, pos: Position, out: Moves) -> None:
    for cell in range(rules.cells):
        number = pos.numbers >> np.uint64(4 * cell) & IN_NIBBLE
        out[cell] = np.int64(number) + 1 if pos.filled & bit(cell) else 0


@reason.of(Rules)
def _(rules: Rules, pos: Position, move: int, out: Moves) -> int:
    out[0] = 0
    at = 1
    for line in rules.lines:
        if pos.filled & line == line and line_sum(pos, line) == rules.sum:
            out[0] += 1
            at = write_line(line, len(rules.lines) // 2 - 1, out, at)
    return RIGHT_SUM if out[0] else FULL


@kernel
def write_line(line: np.uint64, size: int, out: Moves, at: int) -> int:
    """Write how many cells a line has and then the cells, from left to right or upward."""
    out[at] = size
    at += 1
    for column in range(size):
        for row in range(size):
            if line & bit(row * size + column):
                out[at] = row * size + column
                at += 1
    return at


@kernel
def line_sum(pos: Position, line: np.uint64) -> np.uint64:
    """The sum of the numbers on the cells of a full line."""
    total = np.uint64(0)
    while line:
        total += (pos.numbers >> np.uint64(4 * lowest(line)) & IN_NIBBLE) + np.uint64(1)
        line = rest(line)
    return total


def lines_of(size: int) -> list[list[int]]:
    """The cells of every line: rows upward, columns to the right, the rising and the falling diagonal.

    >>> lines_of(3)[-2:]
    [[0, 4, 8], [6, 4, 2]]
    """
    along = range(size)
    rows = [[row * size + column for column in along] for row in along]
    columns = [[row * size + column for row in along] for column in along]
    rising = [step * size + step for step in along]
    falling = [(size - 1 - step) * size + step for step in along]
    return [*rows, *columns, rising, falling]


def symmetries_of(size: int) -> list[list[int]]:
    """Where each cell goes under every reordering of rows and columns that makes lines of lines.

    On 4x4 there are four times as many as a square has: the inner rows may change places together with
    the inner columns, and each outer row with the inner one beside it together with the columns.

    >>> len(symmetries_of(3)), len(symmetries_of(4))
    (8, 32)
    """
    lines = {frozenset(line) for line in lines_of(size)}
    orders = list(permutations(range(size)))
    cells = list(product(range(size), repeat=2))
    images = []
    for rows, columns, (across, up) in product(orders, orders, ((1, size), (size, 1))):
        image = [rows[row] * up + columns[column] * across for row, column in cells]
        if {frozenset(image[cell] for cell in line) for line in lines} == lines:
            images.append(image)
    return images


def spread_bytes() -> Words:
    """For each set of eight bits the word with 1 in each of their bytes."""
    words = [sum(1 << 8 * place for place in range(8) if bits >> place & 1) for bits in range(256)]
    return np.array(words, np.uint64)


def mirrored_bytes() -> Words:
    """For each set of eight bits the same set counted from the other end."""
    words = [sum(1 << 7 - place for place in range(8) if bits >> place & 1) for bits in range(256)]
    return np.array(words, np.uint64)


def sums_of(many: int) -> Sums:
    """Which numbers belong to any `many` with a sum: for odd and even, each set, and half of each sum.

    >>> int(sums_of(2)[0b1011 * NUMBERED + (1 + 7) // 2])
    9
    """
    sets = np.arange(256)
    table = np.zeros((2, 256, NUMBERED), np.uint8)
    for side, chosen in product(range(2), combinations(range(8), many)):
        half = sum(2 * index + 1 + side for index in chosen) // 2
        needed = cells_mask(list(chosen))
        table[side, sets & needed == needed, half] |= needed
    return table.ravel()


def cells_mask(cells: list[int]) -> int:
    """A set of cells as bits."""
    return sum(1 << cell for cell in cells)


def rules_of(size: int) -> Rules:
    """The tables for one size."""
    cells = range(size * size)
    lines = lines_of(size)
    images = symmetries_of(size)
    through = [sum(1 << LANE * lane for lane, line in enumerate(lines) if cell in line) for cell in cells]
    lanes = sum(1 << LANE * lane for lane in range(len(lines)))
    right = size * (size * size + 1) // 2
    sets = [set(line) for line in lines]
    openings = [cell for cell in cells if cell == min(image[cell] for image in images)]
    return Rules(
        cells=size * size,
        board=board_mask(size * size),
        sum=np.uint64(right),
        lanes=np.uint64(lanes),
        single=np.uint64(lanes * (size - 1)),
        right=np.uint64(lanes * right),
        lines=np.array([cells_mask(line) for line in lines], np.uint64),
        through=np.array(through, np.uint64),
        spread=spread_bytes(),
        mirror=mirrored_bytes(),
        codes=np.array([scatter(move) for move in range(16 * size * size)], np.uint64),
        images=np.array(images, np.int64),
        openings=np.uint64(cells_mask(openings)),
        crossing=np.array(
            [cells_mask([i for i, line in enumerate(lines) if cell in line]) for cell in cells], np.uint64
        ),
        line_images=np.array(
            [[sets.index({image[cell] for cell in line}) for line in lines] for image in images], np.int64
        ),
        line_codes=np.array([scatter(-1 - line) for line in range(len(lines))], np.uint64),
        pairs=sums_of(2),
        triples=sums_of(3),
    )


class Numerical(Game):
    """Odd and even numbers; completing a line of the right sum wins."""

    name = "numerical"
    title = "Numerical tic-tac-toe"
    summary = "Odd and even put numbers; whoever completes a line of the right sum wins."
    origin = "Attributed to Ron Graham"
    players = ("odd", "even")
    options = (Size((4, 4), only=((4, 4), (3, 3))),)
    words = """\
Two players put the numbers from 1 to 16 on a board of 4x4, each number once. Odd owns the odd numbers and
begins; even owns the even numbers.

Whoever puts the last number into a line of four (a row, a column or a diagonal) wins if the four sum to 34,
no matter who put the other three there. If the board fills up without that, the game is a draw.

So a line with two empty cells is a trap: whoever fills one of them may hand the other to the opponent.
In the variant numerical:3x3 the numbers go from 1 to 9 and a line of three must sum to 15."""

    mark_shapes = ("first", "second") * 8

    @property
    def mark_texts(self) -> tuple[str, ...]:
        return tuple(str(number) for number in range(1, self.columns * self.rows + 1))

    @property
    def reasons(self) -> tuple[str, ...]:
        return f"{{row}} sum to {self.rules.sum}", "the board is full"

    def trays(self, used: Collection[str]) -> tuple[tuple[str, ...], ...]:
        left = [text for text in self.mark_texts if text not in used]
        return tuple(tuple(text for text in left if int(text) % 2 == parity) for parity in (1, 0))

    @property
    def goal(self) -> str:
        return f"sum {self.rules.sum}"

    def setup(self) -> tuple[Rules, Position]:
        size = self.columns
        none = np.uint64(0)
        odd, even = board_mask((size * size + 1) // 2), board_mask(size * size // 2)
        rules = rules_of(size)
        return rules, Position(none, none, odd, even, none, rules.lanes * np.uint64(size), none, 0)

    def move_text(self, move: int) -> str:
        return f"{self.cell_text(move // 16)}={move % 16 + 1}"

    def picks(self, pos: Position, move: int) -> tuple[str, ...]:
        return str(move % 16 + 1), self.cell_text(move // 16)

    def cells(self, pos: Position, move: int) -> tuple[str, ...]:
        return (self.cell_text(move // 16),)

    def typed(self, pos: Position, text: str) -> str:
        """`place number`, places counted from 0 at the top left, as the first program asked for it."""
        match = re.fullmatch(r"([0-9]{1,2}) +([0-9]{1,4})", text.strip())
        if match is None or int(match[1]) >= self.columns * self.rows:
            return text
        row, column = divmod(int(match[1]), self.columns)
        return f"{self.cell_text((self.rows - 1 - row) * self.columns + column)}={int(match[2])}"

    def asks_more(self, pos: Position, text: str) -> str:
        """After a place alone comes the question for its number."""
        if not text.isdecimal() or int(text) >= self.columns * self.rows:
            return ""
        column, row = int(text) % self.columns, self.rows - 1 - int(text) // self.columns
        return f"number for {cell_name(column, row)}: "

    def why_not(self, pos: Position, text: str) -> str:
        most = self.columns * self.rows
        match = re.fullmatch(r"([^=]*)=(-?[0-9]{1,9})", text)
        if match is None:
            return self.no_move(text)
        cell, number = self.cell_at(match[1]), int(match[2])
        if cell is None:
            return self.no_cell(match[1])
        if not 1 <= number <= most:
            return f"there is no {number}; numbers go from 1 to {most}"
        if cell in set_cells(pos.filled):
            return f"{match[1]} is taken"
        if (number - 1) % 2 != pos.side:
            return f"{number} is {self.players[1 - pos.side]}'s number"
        if number in self.numbers(pos).values():
            return f"{number} is used already"
        return self.no_move(text)

    def no_move(self, text: str) -> str:
        """What to say of a text that is not even of the right form."""
        largest_odd = self.columns * self.rows - (self.columns + 1) % 2
        return f"{text!r} is no move; write a cell and a number like c3={largest_odd}"

    def numbers(self, pos: Position) -> dict[int, int]:
        """The number on each cell that has one."""
        return {cell: (int(pos.numbers) >> 4 * cell & 15) + 1 for cell in set_cells(pos.filled)}

    def side_to_move(self, pos: Position) -> int:
        return pos.side

    def position_text(self, pos: Position) -> str:
        """The rows from the top down, commas between cells, `.` for an empty one, and the side to move."""
        numbers = {cell: str(number) for cell, number in self.numbers(pos).items()}
        return self.numbers_text(numbers, pos.side)

    def numbers_text(self, numbers: Mapping[int, str], side: int) -> str:
        """The rows with these numbers on cells, and the side to move."""
        rows = [
            ",".join(numbers.get(row * self.columns + column, ".") for column in range(self.columns))
            for row in reversed(range(self.rows))
        ]
        return f"{'/'.join(rows)} {self.players[side]}"

    def setup_text(self, marks: Mapping[str, str], side: int) -> str:
        cells = {cell: mark for name, mark in marks.items() if (cell := self.cell_at(name)) is not None}
        return self.numbers_text(cells, side)

    def read_position(self, text: str) -> Position:
        words = text.split()
        if len(words) != 2:
            example = self.position_text(self.start)
            raise IllegalPosition(f"write the rows from the top down and the side to move, like {example!r}")
        numbers = self.read_numbers(words[0])
        side = self.read_player(words[1])
        odd = sum(number % 2 for number in numbers.values())
        even = len(numbers) - odd
        if odd - even not in (0, 1):
            raise IllegalPosition(
                f"there are {odd} odd and {even} even numbers; there are as many odd ones, or one more"
            )
        if side != odd - even:
            raise IllegalPosition(
                f"with these numbers it is {self.players[1 - side]} to move, not {self.players[side]}"
            )
        last = [cell for cell, number in numbers.items() if (number - 1) % 2 != side]
        right = self.right_lines(numbers)
        if right and not any(all(cell in line for line in right) for cell in last):
            raise IllegalPosition(
                f"no single number of {self.players[1 - side]} can have completed the lines that sum to "
                f"{self.rules.sum}"
            )
        pos: Position = self.start
        order = [[cell for cell, number in numbers.items() if number % 2 == kind] for kind in (1, 0)]
        for turn in range(len(numbers)):
            cell = order[turn % 2][turn // 2]
            pos = play(self.rules, pos, 16 * cell + numbers[cell] - 1)
        return pos

    def read_numbers(self, text: str) -> dict[int, int]:
        """The number on each cell in rows such as `1,.,3/.,.,./2,.,.`, each used once."""
        most = self.columns * self.rows
        lines = text.split("/")
        if len(lines) != self.rows:
            raise IllegalPosition(f"{shorten(text)} has {len(lines)} rows; this board has {self.rows}")
        numbers: dict[int, int] = {}
        for row, line in zip(reversed(range(self.rows)), lines, strict=True):
            words = line.split(",")
            if len(words) != self.columns:
                raise IllegalPosition(
                    f"row {row + 1} is {shorten(line)}; write {self.columns} cells with commas between them"
                )
            for column, word in enumerate(words):
                if word == ".":
                    continue
                if not re.fullmatch("[1-9][0-9]?", word) or int(word) > most:
                    raise IllegalPosition(
                        f"row {row + 1} holds {shorten(word)}; write a number from 1 to {most}, or a dot"
                    )
                if int(word) in numbers.values():
                    raise IllegalPosition(f"{word} is there twice; each number is used once")
                numbers[row * self.columns + column] = int(word)
        return numbers

    def right_lines(self, numbers: dict[int, int]) -> list[list[int]]:
        """The full lines with the right sum."""
        return [
            line
            for line in lines_of(self.columns)
            if all(cell in numbers for cell in line)
            and sum(numbers[cell] for cell in line) == int(self.rules.sum)
        ]
