"""Books: first moves that took long to prove, kept with the package.

A book is a text file. Its first line names the game; each further line is a position and a best move there:

    key  value  key after the move  moves that lead to the position  >  the move

The keys are those of `contract.essence`, so an entry serves all positions that it cannot tell apart, such as
mirror images; there the move is the one that leads to the second key.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

import numpy as np

from plyground import contract
from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.solver.prover import board_after, plies_left


@dataclass(frozen=True)
class BookEntry:
    """What a book says of a position."""

    value: str
    after: int
    """The key of the position after the best move."""
    moves: tuple[str, ...]
    """Moves that lead to the position, and the best one last."""


class Book:
    """Positions of one game with a best move in each."""

    def __init__(self, game: Game, entries: dict[int, BookEntry]) -> None:
        self.game = game
        self.entries = entries
        longest = max((len(entry.moves) for entry in entries.values()), default=0)
        self._least_left = plies_left(Board(game)) + 1 - longest

    def find(self, board: Board) -> tuple[str, int] | None:
        """The value of a position that is not over and a best move, if it is in the book.

        >>> board = Board("numerical", "d1=7")
        >>> value, move = load_book(board.game).find(board)
        >>> value
        'win'
        """
        if plies_left(board) < self._least_left:
            return None
        entry = self.entries.get(book_key(board))
        if entry is None:
            return None
        for move in board.legal_numbers():
            after = board_after(board, move)
            if not after.is_over and book_key(after) == entry.after:
                return entry.value, move
        raise PlygroundError(f"the book of {self.game.full_name} is damaged: no move leads where it says")


def book_key(board: Board) -> int:
    """The key under which books keep a position that is not over."""
    view = board.game.view(board.position)
    return int(contract.essence(view.rules, view.pos, np.zeros(contract.SCRATCH_WORDS, np.uint64))[0])


def book_file(game: Game) -> Traversable:
    """Where the book of a game is, if there is one."""
    return files("plyground.solver") / "books" / f"{re.sub('[^a-z0-9]+', '-', game.full_name.lower())}.txt"


def load_book(game: Game) -> Book:
    """The book that comes with the package, an empty one if there is none for this game."""
    path = book_file(game)
    if not path.is_file():
        return Book(game, {})
    return read_book(game, path.read_text(encoding="ascii"))


def read_book(game: Game, text: str) -> Book:
    r"""A book from its text; empty if it is for another variant.

    >>> game = Board("noughts").game
    >>> read_book(game, "noughts\n1f draw 2e > b2\n").entries
    {31: BookEntry(value='draw', after=46, moves=('b2',))}
    """
    name, *lines = text.splitlines()
    if name != game.full_name:
        return Book(game, {})
    entries = {}
    for line in lines:
        match = re.fullmatch(r"([0-9a-f]+) (win|draw|loss) ([0-9a-f]+) ((?:\S+ )*)> (\S+)", line)
        if match is None:
            raise PlygroundError(f"the book of {name} is damaged in the line {line!r}")
        key, value, after, moves, move = match.groups()
        entries[int(key, 16)] = BookEntry(value, int(after, 16), (*moves.split(), move))
    return Book(game, entries)


def book_text(book: Book) -> str:
    r"""A book as text.

    >>> text = "noughts\n1f draw 2e > b2\n"
    >>> book_text(read_book(Board("noughts").game, text)) == text
    True
    """
    lines = [book.game.full_name]
    for key, entry in book.entries.items():
        *before, move = entry.moves
        lines.append(" ".join([f"{key:x}", entry.value, f"{entry.after:x}", *before, ">", move]))
    return "\n".join(lines) + "\n"
