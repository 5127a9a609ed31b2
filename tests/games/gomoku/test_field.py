"""What the field keeps at hand against a recount from the stones alone, after every move and every undo."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.contract import DRAWN, LOST, OPEN, key, outcome, play, undo
from plyground.games.gomoku.field import (
    CELLS,
    COUNTS,
    KEY,
    LEFT,
    LINES,
    SCRATCH,
    SETS,
    SHAPES,
    SIDE,
    STONES,
    STRIDE,
    VALUE,
    Field,
    Stones,
    new_stones,
)
from plyground.games.gomoku.patterns import LARGEST_VALUE, RANKS
from plyground.games.gomoku.weights import values_of
from plyground.native.compiler import compile_kernel
from tests.games.gomoku import naive
from tests.games.gomoku.positions import HOMES, leaning_board

Step = Callable[[Field, Stones, int], Any]

BOUNDED = [("gomoku:15x15", ((7, 7),)), ("gomoku:7x12", ((3, 6),)), ("gomoku:32x32", ((3, 3), (28, 28)))]
ENDLESS = [("gomoku", homes) for homes in HOMES]
GAMES = [
    *((False, *place) for place in (BOUNDED[0], ENDLESS[0], ENDLESS[-1])),
    *((True, *place) for place in BOUNDED + ENDLESS),
]
"""Whether compiled, which game, where the stones gather."""


def play_one(rules: Any, pos: Any, move: int) -> None:
    """A kernel that makes one move in place."""
    play(rules, pos, move)


def undo_one(rules: Any, pos: Any, move: int) -> None:
    """A kernel that takes one move back."""
    undo(rules, pos, move)


def cell_at(place: int) -> naive.Cell:
    """Column and row of a cell of the field."""
    return place % STRIDE, place // STRIDE


def inside_of(rules: Field) -> set[naive.Cell]:
    """The cells of the field."""
    return {
        (column, row)
        for row in range(STRIDE)
        for column in range(STRIDE)
        if int(rules.inside[row]) >> column & 1
    }


def recount(rules: Field, pos: Stones, inside: set[naive.Cell], stones: naive.Stones) -> None:
    """Compare everything that the field says with what follows from the stones."""
    words, numbers = pos
    square = np.zeros((STRIDE, STRIDE), np.int64)
    for column, row in inside:
        square[row, column] = 1
    empty, taken = square.copy(), np.zeros((STRIDE, STRIDE), np.int64)
    code = 0
    for (column, row), side in stones.items():
        empty[row, column], taken[row, column] = 0, 1
        code ^= int(rules.keys[2 * (row * STRIDE + column) + side])
    assert numbers[LEFT] == empty.sum()
    assert np.array_equal(cells_of(words, STONES), taken)
    assert int(words[KEY]) == code
    value = 0
    for side in (0, 1):
        kinds = naive.kinds_everywhere(stones, square, side)
        told = words[SHAPES : SHAPES + CELLS].astype(np.int64).reshape(STRIDE, STRIDE) >> 16 * side
        for direction in range(4):
            assert np.array_equal((told >> 4 * direction & 15) * empty, kinds[direction] * empty)
        worth = np.clip(values_of(np.array(kinds)), -LARGEST_VALUE, LARGEST_VALUE)
        value += (1 - 2 * side) * (worth * empty).sum()
        ranks = np.where(empty, naive.ranks_by_kinds()[tuple(kinds)], np.where(taken, 0, -1))
        for rank in range(RANKS):
            here = ranks == rank
            assert np.array_equal(cells_of(words, SETS + (side * RANKS + rank) * STRIDE), here)
            assert numbers[COUNTS + side * RANKS + rank] == here.sum()
    assert numbers[VALUE] == value


def cells_of(words: npt.NDArray[np.uint64], start: int) -> naive.Numbers:
    """A set of cells as a square of ones and zeros."""
    rows = words[start : start + STRIDE].astype("<u8")
    bits = np.unpackbits(rows.view(np.uint8), bitorder="little")
    return bits.reshape(STRIDE, STRIDE).astype(np.int64)


def snapshot(pos: Stones) -> tuple[bytes, bytes]:
    """All that a move changes and an undo has to bring back."""
    return pos.words[:SCRATCH].tobytes() + pos.words[KEY].tobytes(), pos.numbers[
        : COUNTS + 2 * RANKS
    ].tobytes()


def moves_on_the_field(board: Board, count: int) -> tuple[Field, Stones, list[int]]:
    """The empty field on which the last position of a game is laid out, and its moves."""
    view = board.game.view(board.position)
    numbers = [board.game.parse(board.game.start, move) for move in board.history]
    places = [[view.inward(move) for move in numbers[side::2]] for side in (0, 1)]
    crosses, noughts = ([place for place in side if place is not None] for side in places)
    seen = [place for pair in zip(crosses, noughts, strict=False) for place in pair]
    return view.rules, new_stones(view.rules, ([], []), 0), seen[:count]


@pytest.mark.parametrize(("machine", "name", "homes"), GAMES)
def test_moves_and_undos_keep_everything_right(
    machine: bool, name: str, homes: tuple[naive.Cell, ...]
) -> None:
    chance = random.Random(f"{name} {homes}")
    board = leaning_board(name, 200, chance, homes, 0.4, may_end=False)
    rules, pos, places = moves_on_the_field(board, 200)
    make: Step = compile_kernel(play_one, find(name)) if machine else play
    take: Step = compile_kernel(undo_one, find(name)) if machine else undo
    inside = inside_of(rules)
    stones: naive.Stones = {}
    before: list[tuple[int, tuple[bytes, bytes]]] = []
    for ply, place in enumerate(places):
        before.append((place, snapshot(pos)))
        make(rules, pos, place)
        stones[cell_at(place)] = ply % 2
        assert pos.numbers[SIDE] == (ply + 1) % 2
        assert outcome(rules, pos) == expected_outcome(stones, inside, cell_at(place))
        recount(rules, pos, inside, stones)
        if chance.random() < 0.1:
            fresh = set_up(rules, stones, (ply + 1) % 2)
            assert same_lines(rules, fresh, pos)
            assert key(rules, fresh) == key(rules, pos)
            assert snapshot(fresh)[1] == snapshot(pos)[1]
        if chance.random() < 0.3:
            stir(chance, rules, pos, make, take, stones, inside)
    assert len(before) > 40
    for place, shot in reversed(before):
        take(rules, pos, place)
        assert snapshot(pos) == shot


def expected_outcome(stones: naive.Stones, inside: set[naive.Cell], last: naive.Cell) -> int:
    """The result after the last stone."""
    if naive.has_five(stones, last):
        return LOST
    return DRAWN if stones.keys() == inside else OPEN


def set_up(rules: Field, stones: naive.Stones, side: int) -> Stones:
    """The position with these stones, made at one go."""
    taken: tuple[list[int], list[int]] = ([], [])
    for (column, row), player in stones.items():
        taken[player].append(row * STRIDE + column)
    return new_stones(rules, taken, side)


def same_lines(rules: Field, one: Stones, other: Stones) -> bool:
    """Whether they agree about the lines and shapes of every cell of the field."""
    places = [row * STRIDE + column for column, row in inside_of(rules)]
    return all(
        np.array_equal(one.words[start : start + CELLS][places], other.words[start : start + CELLS][places])
        for start in (LINES, SHAPES)
    ) and np.array_equal(one.words[SETS:SCRATCH], other.words[SETS:SCRATCH])


def stir(
    chance: random.Random,
    rules: Field,
    pos: Stones,
    make: Step,
    take: Step,
    stones: naive.Stones,
    inside: set[naive.Cell],
) -> None:
    """Make some more moves, as a search does, and take them back."""
    empty = sorted(inside - stones.keys())
    more = chance.sample(empty, min(3, len(empty)))
    before = snapshot(pos)
    for column, row in more:
        make(rules, pos, row * STRIDE + column)
    for column, row in reversed(more):
        take(rules, pos, row * STRIDE + column)
    assert snapshot(pos) == before


def test_a_board_with_room_for_one_more_stone_is_drawn_by_it() -> None:
    board = Board("gomoku:5x5", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 b3 a3 d3 c3 e3 b4 a4 d4 c4 e4 b5 a5 c5 d5")
    assert not board.is_over
    view = board.game.view(board.position)
    last = view.inward(board.legal_numbers()[0])
    assert last is not None
    play(view.rules, view.pos, last)
    assert outcome(view.rules, view.pos) == DRAWN
    undo(view.rules, view.pos, last)
    assert outcome(view.rules, view.pos) == OPEN


def test_the_key_knows_the_stones_and_the_side_to_move_but_not_their_order() -> None:
    rules = Board("gomoku:15x15").game.view(Board("gomoku:15x15").position).rules
    cells = [5 * STRIDE + 5, 6 * STRIDE + 6, 7 * STRIDE + 5, 6 * STRIDE + 9]
    codes = {
        int(key(rules, new_stones(rules, (crosses, noughts), side)))
        for crosses in ([cells[0]], [cells[1]], cells[:2])
        for noughts in ([cells[2]], [cells[3]], cells[2:])
        for side in (0, 1)
    }
    assert len(codes) == 18
    assert key(rules, new_stones(rules, (cells[:2], []), 0)) == key(
        rules, new_stones(rules, (cells[1::-1], []), 0)
    )
