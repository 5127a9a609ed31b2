"""The classics' judgements, worked out slowly from what stands on the board, and plain minimax over them.

Nothing here is shared with the classics: cells are names, and every line is looked up anew.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from typing import Any

from plyground.board import Board
from plyground.cells import cell_name
from tests.reference import Squeeze

Judge = Callable[[Board, int], Any]
"""What a position is worth to the side to move, so many plies from now: a number, or a tuple of them."""


def minus(worth: Any) -> Any:
    """The same seen from the other side."""
    return tuple(-part for part in worth) if isinstance(worth, tuple) else -worth


def minimax(
    board: Board,
    depth: int,
    judge: Judge,
    *,
    ply: int = 0,
    stops: Callable[[Board], bool] = lambda board: board.is_over,
    moves: Callable[[Board], tuple[str, ...]] = lambda board: board.legal_moves,
) -> Any:
    """What a position is worth to the side to move, by looking at everything."""
    if ply > 0 and (depth == 0 or stops(board)):
        return judge(board, ply)
    found = []
    for move in moves(board):
        board.push(move)
        found.append(minus(minimax(board, depth - 1, judge, ply=ply + 1, stops=stops, moves=moves)))
        board.pop()
    return max(found)


def marks_of(board: Board) -> dict[str, str]:
    """What stands on which cell."""
    return dict(board.game.picture(board.position).marks)


def rows_of(columns: int, rows: int, length: int) -> list[list[str]]:
    """Every row of so many cells: along rows, columns and both diagonals."""
    found = []
    for column, row, (right, up) in product(range(columns), range(rows), ((1, 0), (0, 1), (1, 1), (1, -1))):
        cells = [(column + step * right, row + step * up) for step in range(length)]
        if all(0 <= x < columns and 0 <= y < rows for x, y in cells):
            found.append([cell_name(x, y) for x, y in cells])
    return found


# Squava


def squava(board: Board, ply: int) -> int:
    """10000 less a point a ply at the end; else 100 for each gapped three of a four, edges 1, corners 2."""
    mover = board.player
    if board.outcome and board.outcome.winner:
        return 10_000 - ply if board.outcome.winner == mover else ply - 10_000
    marks = marks_of(board)
    total = 0
    for cell, mark in marks.items():
        total += (1 if mark == mover else -1) * ((cell[0] in "ae") + (cell[1] in "15"))
    for row in rows_of(5, 5, 4):
        found = "".join(marks.get(cell, ".") for cell in row)
        for mark in "XO":
            if found in (f"{mark}.{mark}{mark}", f"{mark}{mark}.{mark}"):
                total += 100 if mark == mover else -100
    return total


# HOXO


def triplet(board: Board, ply: int) -> tuple[int, int, int]:
    """Lines of three, of two and a space, of one and two spaces, each less the other side's."""
    marks = marks_of(board)
    counts = {(mark, number): 0 for mark in "XO" for number in (1, 2, 3)}
    for row in rows_of(board.game.columns, board.game.rows, 3):
        found = [marks[cell] for cell in row if cell in marks]
        if len(set(found)) == 1:
            counts[found[0], len(found)] += 1
    own, other = board.player, "O" if board.player == "X" else "X"
    wins, twos, ones = (counts[own, number] - counts[other, number] for number in (3, 2, 1))
    return wins, twos, ones


# Numerical

WINNING_SETS = [set(four) for four in combinations(range(1, 17), 4) if sum(four) == 34]


def printed(board: Board) -> int:
    """The printed evaluation, positive for odd."""
    marks = marks_of(board)
    names = [[cell_name(column, row) for column in range(4)] for row in range(4)]
    vectors = [
        *names,
        *(list(column) for column in zip(*names, strict=True)),
        [names[i][i] for i in range(4)],
        [names[i][3 - i] for i in range(4)],
    ]
    worths = {
        (2, 2): 32,
        (4, 0): 32,
        (0, 4): -32,
        (1, 2): 16,
        (0, 1): 8,
        (1, 0): 4,
        (1, 1): 2,
        (2, 1): 1,
    }
    score = 0
    for vector in vectors:
        numbers = {int(marks[cell]) for cell in vector if cell in marks}
        if any(numbers <= win for win in WINNING_SETS):
            odd = len([number for number in numbers if number % 2])
            score += worths.get((odd, len(numbers) - odd), 0)
    return score


def numerical(board: Board, ply: int) -> int:
    """The same for the side to move."""
    return printed(board) if board.turn == 0 else -printed(board)


# Squeeze-It


def capturing_moves(marks: dict[str, str], columns: int, rows: int, turn: int) -> int:
    """How many moves of a side take something, by the slow model of the rules."""
    model = Squeeze(columns, rows, limit=50)
    drawn = [
        " ".join(marks.get(cell_name(column, row), ".") for column in range(columns))
        for row in reversed(range(rows))
    ]
    model.set_up("\n".join(drawn), turn)
    enemies = "BW"[turn]
    before = list(marks.values()).count(enemies)
    count = 0
    for move in model.legal_moves():
        model.play(move)
        count += list(model.cells().values()).count(enemies) < before
        model.undo()
    return count


def captures_at_hand(board: Board) -> int:
    """Ten for each capture of the side to move, less ten for each of the other side."""
    size = board.game.columns, board.game.rows
    marks = marks_of(board)
    return 10 * (capturing_moves(marks, *size, board.turn) - capturing_moves(marks, *size, 1 - board.turn))


def has_just_taken(board: Board) -> bool:
    """Whether the last move took something."""
    twin = board.copy()
    twin.pop()
    return len(marks_of(twin)) > len(marks_of(board))


def squeeze(board: Board, ply: int) -> int:
    """What is at hand, and 1000 less for the side that has just been squeezed."""
    return captures_at_hand(board) - (1000 if has_just_taken(board) else 0)


def squeeze_stops(board: Board) -> bool:
    """At the end and at every capture."""
    return board.is_over or has_just_taken(board)


# Piskworky


def cells_of(board: Board) -> dict[tuple[int, int], str]:
    """What stands where."""
    found = {}
    for name, mark in marks_of(board).items():
        column, row = name.split(",")
        found[int(column), int(row)] = mark
    return found


def windows(board: Board, player: str) -> int:
    """fr[2] + 4 fr[3] + 16 fr[4], or a million with a five."""
    stones = cells_of(board)
    every = {
        tuple((x + (place - back) * right, y + (place - back) * up) for place in range(5))
        for x, y in stones
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
        for back in range(5)
    }
    fr = [0] * 6
    for window in every:
        found = [stones[cell] for cell in window if cell in stones]
        if set(found) == {player}:
            fr[len(found)] += 1
    return 1_000_000 if fr[5] else fr[2] + fr[3] * 2**2 + fr[4] * 2**4


def piskworky(board: Board, ply: int) -> int:
    """The windows of the side to move less the other's."""
    return windows(board, board.player) - windows(board, "O" if board.player == "X" else "X")


def cells_around(board: Board) -> tuple[str, ...]:
    """The empty cells directly around stones."""
    stones = cells_of(board)
    near = {(x + right, y + up) for x, y in stones for right in (-1, 0, 1) for up in (-1, 0, 1)}
    return tuple(f"{x},{y}" for x, y in near - stones.keys()) or ("0,0",)
