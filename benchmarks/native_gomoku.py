"""What takes most of gomoku's time, in compiled kernels and by hand in C (`gomoku.c`), on the same arrays."""

from __future__ import annotations

import ctypes
import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from plyground.board import Board
from plyground.contract import MOST_MOVES, candidates, mix
from plyground.engine.arrays import Numbers
from plyground.engine.ordering import NO_MOVE, new_history, next_move, rank_moves
from plyground.games.gomoku import field, patterns, vcf
from plyground.games.gomoku.field import KEY, SIDE, VALUE, Field, Stones, put, take
from plyground.games.gomoku.vcf import GLANCE, PROSPECT, win_by_fours
from plyground.native.compiler import compile_kernel, inner_kernel

SOURCE: Final = Path(__file__).with_name("gomoku.c")
GAME: Final = "gomoku:20x20"
SEQUENCES: Final = 6
STONES: Final = 48
PLACES: Final = {
    field: "SHAPES SETS STONES SCRATCH KEY FAILED FAILED_BITS SAVED SAVED_BITS SIDE VALUE COUNTS PLY "
    "SAVED_VALUES STACK LEVELS LINE STRIDE NOUGHTS_FACTS URGE_SHIFT VALUE_SHIFT FACT_MASK ZERO_VALUE "
    "RANKS REACH FIVES FOURS FOUR_THREE WINNING_FOUR",
    vcf: "MOST_LEVELS",
}
"""The constants that the C program shares."""

GOMOKU_PARTS: Final = {
    "stones": ("gomoku: put and take a stone", "stones", 400),
    "moves": ("gomoku: list and order moves", "lists", 30),
    "fours": ("gomoku: search for fours at a leaf", "searches", 1000),
}
"""What is measured, the unit of work, and how often it is done."""

Found = tuple[tuple[int, ...], int, float]


def put_and_take(rules: Any, pos: Any, cells: Numbers, rounds: int) -> int:
    """Put all stones and take them back."""
    return stones_kernel(rules, pos, cells, rounds)


@inner_kernel
def stones_kernel(rules: Any, pos: Any, cells: Numbers, rounds: int) -> int:
    """What `put_and_take` does, compiled without reference counts."""
    total = 0
    for _ in range(rounds):
        for i in range(len(cells)):
            put(rules, pos, cells[i], i & 1)
            total += pos.numbers[VALUE]
        for i in range(len(cells) - 1, -1, -1):
            take(rules, pos, cells[i], i & 1)
    return total


def list_and_order(
    rules: Any, pos: Any, cells: Numbers, rounds: int, out: Numbers, order: Numbers, history: Numbers
) -> int:
    """List the moves and bring them into order, in the position after each stone."""
    return moves_kernel(rules, pos, cells, rounds, out, order, history)


@inner_kernel
def moves_kernel(
    rules: Any, pos: Any, cells: Numbers, rounds: int, out: Numbers, order: Numbers, history: Numbers
) -> int:
    """What `list_and_order` does, compiled without reference counts."""
    total: Any = 0
    at: Any = np.int64(0)
    side: Any = np.uint64(0)
    none: Any = np.int64(NO_MOVE)
    for i in range(len(cells)):
        pos.numbers[SIDE] = i & 1
        for _ in range(rounds):
            first, last = np.uint64(at), np.uint64(candidates(rules, pos, out, at))
            rank_moves(rules, pos, out, order, first, last, history, side, none, none, none)
            for place in range(first, last):
                total += next_move(out, order, place, last) * np.int64(place + np.uint64(1))
        put(rules, pos, cells[i], i & 1)
    for i in range(len(cells) - 1, -1, -1):
        take(rules, pos, cells[i], i & 1)
    found: int = total
    return found


def look_for_fours(rules: Any, pos: Any, cells: Numbers, rounds: int) -> int:
    """Look for a win by fours after each stone; another key in each round, so that nothing is known."""
    return fours_kernel(rules, pos, cells, rounds)


@inner_kernel
def fours_kernel(rules: Any, pos: Any, cells: Numbers, rounds: int) -> int:
    """What `look_for_fours` does, compiled without reference counts."""
    total = 0
    for i in range(len(cells)):
        pos.numbers[SIDE] = i & 1
        for k in range(rounds):
            pos.words[KEY] ^= mix(np.uint64(k + 1))
            total += (i + 1) * win_by_fours(rules, pos, GLANCE, PROSPECT)
            pos.words[KEY] ^= mix(np.uint64(k + 1))
        put(rules, pos, cells[i], i & 1)
    for i in range(len(cells) - 1, -1, -1):
        take(rules, pos, cells[i], i & 1)
    return total


class CField(ctypes.Structure):
    """The rules and the position as C takes them."""

    _fields_ = (
        *((name, ctypes.c_int64) for name in ("rows", "middle")),
        *((name, ctypes.c_void_p) for name in ("inside", "keys", "kinds", "facts", "words", "numbers")),
    )


def sequences(board: Board) -> list[Numbers]:
    """Stones in the middle of the board, dense enough for fours, none of which completes five."""
    chance = random.Random(1)
    view = board.game.view(board.position)
    found = []
    for _ in range(SEQUENCES):
        rows = range(view.rules.middle - 5 * field.STRIDE, view.rules.middle + 5 * field.STRIDE, field.STRIDE)
        cells = [start + column for start in rows for column in range(-5, 5)]
        chance.shuffle(cells)
        pos = Stones(view.pos.words.copy(), view.pos.numbers.copy())
        kept: list[int] = []
        for cell in cells:
            side = len(kept) & 1
            if len(kept) < STONES and field.rank_of(view.rules, pos, cell, side) != patterns.FIVES:
                put(view.rules, pos, cell, side)
                kept.append(cell)
        found.append(np.array(kept, np.int64))
    return found


def library(folder: Path) -> ctypes.CDLL:
    """The C functions, compiled with the places of this version."""
    places = {name: int(vars(module)[name]) for module, names in PLACES.items() for name in names.split()}
    places["MOST_MOVES"] = MOST_MOVES
    defined = [f"-D{name}={value}" for name, value in places.items()]
    file = folder / "gomoku.so"
    command = ["gcc", "-O3", "-march=native", "-shared", "-fPIC", *defined, "-o", str(file), str(SOURCE)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(file))


def gomoku_part(part: str, folder: Path) -> tuple[str, str, Callable[[], Found], Callable[[], Found]]:
    """What is measured, the unit of work, and two functions that do it, in C and in Plyground."""
    what, unit, rounds = GOMOKU_PARTS[part]
    board = Board(GAME)
    stones = sequences(board)
    view = board.game.view(board.position)
    out, order, history = np.zeros(MOST_MOVES, np.int64), np.zeros(MOST_MOVES, np.int64), new_history()
    history[:] = np.random.default_rng(1).integers(0, 1 << 14, len(history))
    extra = (out, order, history) if part == "moves" else ()
    limits = (GLANCE, PROSPECT) if part == "fours" else ()
    in_c = vars_of(library(folder), part)
    kernels: dict[str, Callable[..., int]] = {
        "stones": put_and_take,
        "moves": list_and_order,
        "fours": look_for_fours,
    }
    kernel = compile_kernel(kernels[part], board.game)
    work = rounds * sum(len(cells) for cells in stones)

    def measured(run: Callable[[Field, Stones, Numbers], int]) -> Found:
        pos = Stones(view.pos.words.copy(), view.pos.numbers.copy())
        began = time.process_time()
        found = tuple(int(run(view.rules, pos, cells)) for cells in stones)
        return found, work, time.process_time() - began

    def run_in_c(rules: Field, pos: Stones, cells: Numbers) -> int:
        arrays = (rules.inside, rules.keys, rules.kinds, rules.facts, pos.words, pos.numbers)
        given = CField(rules.rows, rules.middle, *(array.ctypes.data for array in arrays))
        return int(in_c(given, cells, len(cells), rounds, extra, limits))

    def run_in_plyground(rules: Field, pos: Stones, cells: Numbers) -> int:
        return int(kernel(rules, pos, cells, rounds, *extra))

    return what, unit, lambda: measured(run_in_c), lambda: measured(run_in_plyground)


def vars_of(functions: ctypes.CDLL, part: str) -> Callable[..., int]:
    """One of the C functions, made to take arrays."""
    function = functions[part]
    function.restype = ctypes.c_int64

    def call(
        given: CField,
        cells: Numbers,
        count: int,
        rounds: int,
        extra: tuple[Numbers, ...],
        limits: tuple[int, ...],
    ) -> int:
        numbers = [ctypes.c_int64(number) for number in (count, rounds, *limits)]
        arrays = [ctypes.c_void_p(array.ctypes.data) for array in extra]
        return int(
            function(
                ctypes.byref(given), ctypes.c_void_p(cells.ctypes.data), *numbers[:2], *arrays, *numbers[2:]
            )
        )

    return call
