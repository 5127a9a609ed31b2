"""What games of marks in a row share: geometry, runs and mirror images on boards of up to 64 cells.

Cell `row * columns + column` is a bit, a1 is bit 0. A run in one of four directions is found by
shifting a bitboard over itself; a mask of the cells where such a run can start keeps it from wrapping
around the edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from plyground.bits import bit, lowest, rest, union_of_four
from plyground.contract import WORD, Moves, kernel, mix
from plyground.errors import IllegalPosition
from plyground.game import Game

Words: TypeAlias = npt.NDArray[np.uint64]
Images: TypeAlias = tuple[
    np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64
]
"""A position's code as each of the eight symmetries of the square shows it."""

Steps: TypeAlias = tuple[int, int, int, int]
"""By how many bits one step in each of the four directions moves a cell."""
Starts: TypeAlias = tuple[np.uint64, np.uint64, np.uint64, np.uint64]
"""For each of the four directions the cells at which a run can start."""

DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""The four directions as (columns, rows): along a row, up a column, rising, falling."""


RUN_DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
"""The same as people list runs: each to the right, or upward."""


def steps(columns: int) -> Steps:
    """By how many bits one step in each direction moves a cell."""
    return (1, columns, columns + 1, columns - 1)


def starts(columns: int, rows: int, length: int) -> Starts:
    """For each direction the cells at which a run of this length can start.

    >>> [bin(mask) for mask in starts(3, 3, 3)]
    ['0b1001001', '0b111', '0b1', '0b100']
    """
    masks = []
    for across, up in DIRECTIONS:
        mask = 0
        for row in range(rows):
            for column in range(columns):
                last_column, last_row = column + across * (length - 1), row + up * (length - 1)
                if 0 <= last_column < columns and last_row < rows:
                    mask |= 1 << (row * columns + column)
        masks.append(np.uint64(mask))
    return masks[0], masks[1], masks[2], masks[3]


def usable_steps(steps: Steps, starts: Starts) -> Steps:
    """The steps, with 0 for a direction without room for a run, so that no shift leaves the word."""
    used = [step if start else 0 for step, start in zip(steps, starts, strict=True)]
    return used[0], used[1], used[2], used[3]


def board_mask(cells: int) -> np.uint64:
    """Every cell of a board."""
    return np.uint64((1 << cells) - 1)


@kernel
def run_starts(marks: np.uint64, step: int, start: np.uint64, length: int) -> np.uint64:
    """Where the marks hold a run of this length in one direction."""
    run = marks & start
    for distance in range(1, length):
        run &= marks >> np.uint64(distance * step)
    return run


@kernel
def any_run(marks: np.uint64, steps: Steps, starts: Starts, length: int) -> bool:
    """Whether the marks hold a run of this length in any direction."""
    return union_of_four(
        run_starts(marks, steps[0], starts[0], length),
        run_starts(marks, steps[1], starts[1], length),
        run_starts(marks, steps[2], starts[2], length),
        run_starts(marks, steps[3], starts[3], length),
    ) != np.uint64(0)


@kernel
def write_cells(cells: np.uint64, out: Moves, at: int) -> int:
    """Write the set cells as moves, lowest first, and return the index behind the last."""
    while cells:
        out[at] = lowest(cells)
        at += 1
        cells = rest(cells)
    return at


def set_cells(marks: np.uint64) -> list[int]:
    """The cells of a bitboard, lowest first.

    >>> set_cells(np.uint64(0b10010))
    [1, 4]
    """
    return [cell for cell in range(64) if int(marks) >> cell & 1]


@kernel
def write_marks(own: np.uint64, other: np.uint64, side: int, cells: int, out: Moves) -> None:
    """Write 1 for each cell with a mark of the first side, 2 for the second; `own` belongs to `side`."""
    for cell in range(cells):
        out[cell] = 1 + side if own & bit(cell) else 2 - side if other & bit(cell) else 0


@kernel
def put_marks(cells: np.uint64, mark: int, out: Moves) -> None:
    """Write this mark for each of the set cells, as `contract.marks` does."""
    while cells:
        out[lowest(cells)] = mark
        cells = rest(cells)


@kernel
def has_mark(marks: np.uint64, column: int, row: int, columns: int, rows: int) -> bool:
    """Whether there is a mark on a cell that may be beyond the edge."""
    inside = 0 <= column < columns and 0 <= row < rows
    return inside and marks & bit(row * columns + column) != np.uint64(0)


@kernel
def write_runs(marks: np.uint64, columns: int, rows: int, length: int, out: Moves) -> int:
    """Write every unbroken run of at least this length, as `reason` writes rows, and return how many."""
    found = 0
    at = 1
    for across, up in RUN_DIRECTIONS:
        for column in range(columns):
            for row in range(rows):
                if has_mark(marks, column - across, row - up, columns, rows):
                    continue
                many = 0
                while has_mark(marks, column + many * across, row + many * up, columns, rows):
                    out[at + 1 + many] = (row + many * up) * columns + column + many * across
                    many += 1
                if many >= length:
                    out[at] = many
                    at += 1 + many
                    found += 1
    out[0] = found
    return found


def runs(cells: Set[tuple[int, int]], length: int) -> list[list[tuple[int, int]]]:
    """Every unbroken run of at least this length among (column, row) cells, as people would list them.

    >>> runs({(0, 0), (1, 0), (2, 0), (2, 2)}, 3)
    [[(0, 0), (1, 0), (2, 0)]]
    """
    found = []
    for across, up in RUN_DIRECTIONS:
        for column, row in sorted(cells):
            if (column - across, row - up) in cells:
                continue
            run = [(column, row)]
            while (run[-1][0] + across, run[-1][1] + up) in cells:
                run.append((run[-1][0] + across, run[-1][1] + up))
            if len(run) >= length:
                found.append(run)
    return found


def symmetries(columns: int, rows: int) -> list[list[int]]:
    """Where each cell goes under the symmetries of the board: eight, or four each listed twice.

    >>> symmetries(2, 1)[0], symmetries(2, 1)[1]
    ([0, 1], [1, 0])
    """
    images = []
    for turn in range(8):
        swapped = turn >= 4 and columns == rows
        image = []
        for row in range(rows):
            for column in range(columns):
                x = columns - 1 - column if turn & 1 else column
                y = rows - 1 - row if turn & 2 else row
                image.append(x * columns + y if swapped else y * columns + x)
        images.append(image)
    return images


def stone_codes(columns: int, rows: int) -> Words:
    """For each side and cell (`side * cells + cell`) its code in each of the eight images.

    Up to 32 cells the code is a bit of its own, so that equal codes mean equal positions; beyond
    that it is a fixed scattered number.
    """
    cells = columns * rows
    codes = np.zeros((2 * cells, 8), np.uint64)
    for turn, image in enumerate(symmetries(columns, rows)):
        for side in range(2):
            for cell in range(cells):
                stone = side * cells + image[cell]
                codes[side * cells + cell, turn] = bit(stone) if cells <= 32 else scatter(stone)
    return codes


def scatter(index: int) -> np.uint64:
    """The same 64 random-looking bits for the same index on every machine."""
    return mix(np.uint64((index + 1) * 0x9E3779B97F4A7C15 & WORD))


NO_IMAGES: Final[Images] = (np.uint64(0),) * 8


@kernel
def with_stone(images: Images, codes: Words, stone: int) -> Images:
    """The images after this stone has been put down."""
    return (
        images[0] ^ codes[stone, 0],
        images[1] ^ codes[stone, 1],
        images[2] ^ codes[stone, 2],
        images[3] ^ codes[stone, 3],
        images[4] ^ codes[stone, 4],
        images[5] ^ codes[stone, 5],
        images[6] ^ codes[stone, 6],
        images[7] ^ codes[stone, 7],
    )


@kernel
def least(images: Images) -> np.uint64:
    """One number for all the mirror images of a position: the smallest of their codes."""
    a = min(images[0], images[1])
    b = min(images[2], images[3])
    c = min(images[4], images[5])
    d = min(images[6], images[7])
    return min(min(a, b), min(c, d))


# Positions of two kinds of marks as text


def marks_text(game: Game, own: np.uint64, other: np.uint64, side: int) -> str:
    """The rows from the top down, and the side to move: `2X/1O1/3 X`."""
    marks = dict.fromkeys(set_cells(own), game.players[side])
    marks |= dict.fromkeys(set_cells(other), game.players[1 - side])
    return f"{game.rows_text(marks)} {game.players[side]}"


def read_marks(
    game: Game, text: str, is_over: Callable[[np.uint64], bool]
) -> tuple[np.uint64, np.uint64, int]:
    """The marks of the side to move and of the other side, and which side that is.

    `is_over` says whether marks of one side end the game.
    """
    words = text.split()
    if len(words) != 2:
        example = game.position_text(game.start)
        raise IllegalPosition(f"write the rows from the top down and the side to move, like {example!r}")
    marks = game.read_rows(words[0], "".join(game.players))
    side = game.read_player(words[1])
    game.check_turns(marks, side, lambda cells: is_over(bits_of(cells)))
    own, other = (
        bits_of(cell for cell, mark in marks.items() if mark == player)
        for player in (game.players[side], game.players[1 - side])
    )
    return own, other, side


def bits_of(cells: Iterable[int]) -> np.uint64:
    """The bitboard with these cells.

    >>> int(bits_of([0, 3]))
    9
    """
    return np.uint64(sum(1 << cell for cell in cells))


def images_of(own: np.uint64, other: np.uint64, side: int, codes: Words, cells: int) -> Images:
    """The codes of a position's images, put together stone by stone."""
    images = NO_IMAGES
    for marks, player in ((own, side), (other, 1 - side)):
        for cell in set_cells(marks):
            images = with_stone(images, codes, player * cells + cell)
    return images
