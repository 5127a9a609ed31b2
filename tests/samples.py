"""Random games and positions for tests, chosen by a seed."""

from __future__ import annotations

import random

from plyground.board import Board
from plyground.match import Match, Seat
from plyground.records import Record

VARIANTS = (
    "noughts",
    "noughts:misere",
    "noughts:4x3",
    "noughts:4x4",
    "noughts:5x5,row=4",
    "noughts:3x5,row=2,misere",
    "noughts:8x8,row=5",
    "noughts:1x9",
    "noughts:64x1,row=7",
    "squava",
    "squava:4x4",
    "squava:6x6",
    "squava:4x7",
    "squava:8x8",
    "numerical",
    "numerical:3x3",
    "squeeze",
    "squeeze:3x3",
    "squeeze:4x4,limit=7",
    "squeeze:4x4,limit=0",
    "squeeze:5x3,limit=0",
    "squeeze:3x8,limit=20",
    "squeeze:6x7",
    "gomoku",
    "gomoku:5x5",
    "gomoku:7x12",
    "gomoku:15x15",
    "gomoku:32x32",
)
"""Every game, every option, squares and rectangles, small and large."""

LARGE = frozenset({"gomoku", "gomoku:15x15", "gomoku:32x32"})
"""Those with so many moves that long games in a slow model take too long."""


def random_board(game: str, plies: int, chance: random.Random) -> Board:
    """A position that random play reached after so many moves, or the end of that game."""
    board = Board(game)
    for _ in range(plies):
        moves = board.legal_moves
        if not moves:
            break
        board.push(chance.choice(moves))
    return board


def open_board(game: str, plies: int, chance: random.Random) -> Board:
    """Like `random_board`, but tried again until the game is still going on."""
    while True:
        board = random_board(game, plies, chance)
        if not board.is_over and len(board.history) == plies:
            return board


def late_board(game: str, plies: int, chance: random.Random) -> Board:
    """A position after so many random moves, none of which ended the game; few games last so long."""
    start = Board(game)
    while True:
        board = start.copy()
        while len(board.numbers) < plies and _push_open(board, chance):
            pass
        if len(board.numbers) == plies:
            return board


def _push_open(board: Board, chance: random.Random) -> bool:
    """Make a random move that does not end the game; whether there is one."""
    moves = board.legal_numbers()
    chance.shuffle(moves)
    for move in moves:
        board.push_number(move)
        if not board.is_over:
            return True
        board.pop()
    return False


def record_of(board: Board, players: tuple[str, str] = ("human", "human")) -> Record:
    """The record of the game on a board, without times and comments."""
    first, second = (Seat(name) for name in players)
    return Match(board, (first, second), began="").record
