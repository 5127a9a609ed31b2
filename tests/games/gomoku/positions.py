"""Games of gomoku for tests: random, but drawn towards rows, near the origin and far away."""

from __future__ import annotations

import random

from plyground.board import Board
from tests.games.gomoku.naive import STEPS, Cell, Stones, has_five
from tests.reference import cell_name

EDGE = 2**31 - 1
HOMES: tuple[tuple[Cell, ...], ...] = (
    ((0, 0),),
    ((-40, 1_000_000),),
    ((EDGE - 3, -EDGE),),
    ((-EDGE - 1, EDGE),),
    ((0, 0), (10, -3), (4, 25)),
    ((2_000_000_000, -2_000_000_000), (3, 3), (-1, 90_000)),
    ((-EDGE, -EDGE), (EDGE, EDGE), (0, 14), (15, 0)),
)
"""Where the stones of a game on the endless field gather: one place or several."""


def cell_from(name: str) -> Cell:
    """The cell that a move puts a stone on, in either notation."""
    if "," in name:
        column, row = map(int, name.split(","))
        return column, row
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = 26 * column + "abcdefghijklmnopqrstuvwxyz".index(letter) + 1
    return column - 1, int(name[len(letters) :]) - 1


def stones_on(board: Board) -> Stones:
    """What stands where, from the moves."""
    return {cell_from(move): ply % 2 for ply, move in enumerate(board.history)}


def is_legal(board: Board, cell: Cell) -> bool:
    """Whether a cell lies on the board."""
    columns, rows = board.game.columns, board.game.rows
    if columns:
        return 0 <= cell[0] < columns and 0 <= cell[1] < rows
    return all(-EDGE - 1 <= number <= EDGE for number in cell)


def leaning_cell(
    board: Board, stones: Stones, chance: random.Random, homes: tuple[Cell, ...], lean: float
) -> Cell | None:
    """An empty cell that makes a row of the side to move longer, or any near the stones or a home."""
    own = [cell for cell, side in stones.items() if side == board.turn]
    for _ in range(60):
        if own and chance.random() < lean:
            column, row = chance.choice(own[-12:])
            right, up = chance.choice(STEPS)
            way = chance.choice((1, -1))
            while stones.get((column, row)) == board.turn:
                column, row = column + way * right, row + way * up
        else:
            column, row = chance.choice([*stones, *homes])
            column, row = column + chance.randint(-3, 3), row + chance.randint(-3, 3)
        if (column, row) not in stones and is_legal(board, (column, row)):
            return column, row
    return None


def leaning_board(
    name: str,
    plies: int,
    chance: random.Random,
    homes: tuple[Cell, ...] = ((0, 0),),
    lean: float = 0.5,
    *,
    may_end: bool = True,
) -> Board:
    """A game of so many moves, or up to its end; with `may_end` false moves that win are left out.

    It is shorter if no other moves are found.
    """
    board = Board(name)
    stones: Stones = {}
    refused = 0
    while len(stones) < plies and not board.is_over:
        cell = leaning_cell(board, stones, chance, homes, lean)
        if cell is None or refused > 100:
            break
        after = {**stones, cell: board.turn}
        if not may_end and has_five(after, cell):
            lean *= 0.8
            refused += 1
            continue
        board.push(name_of(board, cell))
        stones = after
    return board


def name_of(board: Board, cell: Cell) -> str:
    """The move that puts a stone on a cell."""
    return f"{cell[0]},{cell[1]}" if board.game.columns == 0 else cell_name(cell)
