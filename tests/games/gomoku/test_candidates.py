"""What the search is told at a glance: candidate moves and proofs, against brute force."""

from __future__ import annotations

import random

import numpy as np
import pytest

from plyground.board import Board
from plyground.contract import MOST_MOVES, candidates, moves, narrowed, proof
from tests.bruteforce import forced
from tests.games.gomoku.naive import Cell, Stones, five_cells, has_five
from tests.games.gomoku.positions import cell_from, leaning_board, stones_on
from tests.reference import model


def cells_in(board: Board) -> set[Cell]:
    """Every cell of a bounded board."""
    return {(column, row) for column in range(board.game.columns) for row in range(board.game.rows)}


def listed(board: Board, function: object = candidates) -> set[Cell]:
    """The cells that the search is told to look at."""
    view = board.game.view(board.position)
    out = np.zeros(MOST_MOVES, np.int64)
    end = function(view.rules, view.pos, out, 0)  # type: ignore[operator]
    found = [cell_from(board.game.move_text(view.outward(int(move)))) for move in out[:end]]
    assert len(set(found)) == len(found)
    return set(found)


def seen(board: Board) -> tuple[int, bool]:
    """What is proven at a glance, and whether better moves may have been left out."""
    view = board.game.view(board.position)
    return int(proof(view.rules, view.pos)), bool(narrowed(view.rules, view.pos))


def winning_fours(stones: Stones, inside: set[Cell], side: int) -> set[Cell]:
    """The cells where a stone completes nothing but leaves two places to complete five."""
    found = set()
    for cell in inside - stones.keys():
        after = {**stones, cell: side}
        if not has_five(after, cell) and len(five_cells(after, near(cell, inside), side)) >= 2:
            found.add(cell)
    return found


def near(cell: Cell, inside: set[Cell]) -> set[Cell]:
    """The cells that can share a row of five with this one."""
    return {
        (cell[0] + right, cell[1] + up)
        for right in range(-4, 5)
        for up in range(-4, 5)
        if (cell[0] + right, cell[1] + up) in inside
    }


def loses_to_a_four(stones: Stones, inside: set[Cell], side: int, first: set[Cell]) -> bool:
    """Whether the other side, to move, wins with a winning four or at once; `first` are tried first."""
    other = 1 - side
    if five_cells(stones, inside, other):
        return True
    if five_cells(stones, inside, side):
        return False
    tried = [*(first - stones.keys()), *(inside - stones.keys() - first)]
    return any(len(five_cells({**stones, cell: other}, near(cell, inside), other)) >= 2 for cell in tried)


def threatened(name: str, count: int, seed: str) -> list[Board]:
    """Positions in which the side to move faces a winning four and has nothing as fast itself."""
    chance = random.Random(seed)
    found: list[Board] = []
    while len(found) < count:
        board = leaning_board(name, chance.randint(5, 24), chance, ((3, 3),), 0.6, may_end=False)
        stones, inside = stones_on(board), cells_in(board)
        if board.is_over or any(five_cells(stones, inside, side) for side in (0, 1)):
            continue
        if winning_fours(stones, inside, 1 - board.turn) and not winning_fours(stones, inside, board.turn):
            found.append(board)
    return found


@pytest.mark.parametrize("name", ["gomoku:7x7", "gomoku:9x8", "gomoku:9x9"])
def test_against_a_winning_four_every_move_that_is_left_out_loses_to_it(name: str) -> None:
    kept = left = 0
    for board in threatened(name, 12, name):
        stones, inside = stones_on(board), cells_in(board)
        threats = winning_fours(stones, inside, 1 - board.turn)
        offered = listed(board)
        assert seen(board) == (0, False)
        for cell in inside - stones.keys() - offered:
            assert loses_to_a_four({**stones, cell: board.turn}, inside, board.turn, threats), board
            left += 1
        kept += sum(
            not loses_to_a_four({**stones, cell: board.turn}, inside, board.turn, threats) for cell in offered
        )
    assert left > 100
    assert kept > 10


@pytest.mark.parametrize("name", ["gomoku:6x6", "gomoku:9x9", "gomoku"])
def test_a_four_is_answered_and_a_five_is_made(name: str) -> None:
    chance = random.Random(name)
    answers = fives = 0
    while answers < 15 or fives < 15:
        board = leaning_board(name, chance.randint(7, 30), chance, ((3, 3),), 0.7, may_end=False)
        stones = stones_on(board)
        inside = cells_in(board) or {cell for stone in stones for cell in around(stone)}
        own, other = (five_cells(stones, inside, side) for side in (board.turn, 1 - board.turn))
        if own:
            fives += 1
            assert listed(board) == own
            assert seen(board)[0] == 1
        elif other:
            answers += 1
            assert listed(board) == other
            assert seen(board) == (-2 if len(other) > 1 else 0, False)


def around(stone: Cell) -> set[Cell]:
    """The cells of the endless field near a stone."""
    return {(stone[0] + right, stone[1] + up) for right in range(-4, 5) for up in range(-4, 5)}


def test_an_open_three_is_answered_at_its_ends_or_by_a_four() -> None:
    board = Board("gomoku", "0,0 9,9 1,0 9,7 2,0")
    assert listed(board) == {(-1, 0), (3, 0)}
    board = Board("gomoku", "-3,0 4,0 0,0 9,9 1,0 9,7 2,0")
    assert listed(board) == {(-2, 0), (-1, 0), (3, 0)}
    board = Board("gomoku", "0,0 3,0 1,0 9,7 2,0")
    assert seen(board) == (0, True)
    board = Board("gomoku", "0,0 0,5 1,0 1,5 20,20 2,5 2,0")
    assert seen(board) == (3, False)
    assert listed(board) == {(-1, 5), (3, 5)}
    board = Board("gomoku", "0,0 0,5 1,0 1,5 3,5 2,5 2,0")
    assert listed(board) == {(-1, 0), (3, 0), (-1, 5), (-2, 5)}
    assert seen(board) == (0, False)


def test_two_open_threes_at_once_leave_fours_or_what_stops_both() -> None:
    board = Board("gomoku", "0,0 9,9 1,0 9,7 0,1 7,9 0,2 6,4 2,0")
    assert listed(board) == {(-1, 0), (3, 0), (0, -1), (0, 3)}
    stones = stones_on(board)
    inside = {cell for stone in stones for cell in around(stone)}
    threats = winning_fours(stones, inside, 0)
    for cell in inside - stones.keys() - listed(board):
        assert loses_to_a_four({**stones, cell: 1}, inside, 1, threats)


@pytest.mark.parametrize("name", ["gomoku:5x5", "gomoku:6x5", "gomoku:6x6"])
def test_proofs_are_right_to_the_ply(name: str) -> None:
    chance = random.Random(name)
    claims = dict.fromkeys((-2, 0, 1, 3), 0)
    columns, rows = Board(name).game.columns, Board(name).game.rows
    while min(claims.values()) < (3 if columns * rows > 25 else 1):
        plies = columns * rows - chance.randint(4, 9)
        board = leaning_board(name, plies, chance, ((2, 2),), 0.5, may_end=False)
        if board.is_over:
            continue
        claim = seen(board)[0]
        if claims[claim] >= 6:
            continue
        slow = model(name)
        for move in board.history:
            slow.play(move)
        truth = forced(slow, abs(claim) if claim else 2)
        claims[claim] += 1
        if claim == 0:
            assert truth is None or truth.distance == 0
        else:
            assert truth is not None
            assert (truth.value, truth.distance) == ("win" if claim > 0 else "loss", abs(claim))


@pytest.mark.parametrize("name", ["gomoku:5x5", "gomoku:7x7", "gomoku:15x15", "gomoku"])
def test_what_is_not_called_narrowed_leaves_nothing_out(name: str) -> None:
    chance = random.Random(name)
    whole = 0
    for number in range(60):
        board = leaning_board(name, number, chance, ((3, 3),), 0.3, may_end=False)
        if board.is_over:
            continue
        offered, stones = listed(board), stones_on(board)
        assert offered
        assert not offered & stones.keys()
        claim, is_narrowed = seen(board)
        inside = cells_in(board) or {cell for stone in [*stones, (0, 0)] for cell in around(stone)}
        if is_narrowed or claim:
            continue
        whole += 1
        if offered != inside - stones.keys():
            other = 1 - board.turn
            assert five_cells(stones, inside, other) or winning_fours(stones, inside, other)
    assert whole > 5


@pytest.mark.parametrize("name", ["gomoku:5x5", "gomoku:7x12", "gomoku:32x32"])
def test_the_search_has_every_legal_move_of_a_board_with_edges(name: str) -> None:
    chance = random.Random(name)
    for plies in (0, 1, 7, 20):
        board = leaning_board(name, plies, chance, ((2, 2),), 0.2, may_end=False)
        assert listed(board, moves) == set(map(cell_from, board.legal_moves))
