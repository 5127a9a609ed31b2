"""What a checker has to know of a game, as plain Python: positions, moves in a fixed order, results.

Nothing here is shared with the rest of the package, so that a mistake there cannot hide here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from plyground.errors import IllegalPosition

WON: Final = 1
DRAWN: Final = 0
LOST: Final = -1
OPEN: Final = 2
"""What `result` answers, seen from the side to move. OPEN means that the game goes on."""

ModelState: TypeAlias = Any
"""A position as its model keeps it; hashable, and never changed."""
Move: TypeAlias = Any

Cell: TypeAlias = tuple[int, int]
"""Column and row, counted from 0 at a1."""


class Model:
    """The rules of one game in one variant, on a board of columns and rows."""

    players: tuple[str, str]
    example: str
    """A position as text, of a board of the usual size."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.cells: list[Cell] = [(column, row) for row in range(rows) for column in range(columns)]
        """Every cell: a1, b1, … to the end of the first row, then a2, b2, …"""
        self.most_moves = len(self.cells)
        """No position has more moves than this."""

    # What a game fills in.

    def start(self) -> ModelState:
        """The position before the first move."""
        raise NotImplementedError

    def read(self, text: str) -> ModelState:
        """The position that a text stands for; `IllegalPosition` says what is wrong with it."""
        raise NotImplementedError

    def side(self, state: ModelState) -> int:
        """Whose turn it is: 0 for the side that begins a game, 1 for the other."""
        raise NotImplementedError

    def moves(self, state: ModelState) -> list[Move]:
        """Every legal move in the order that certificates count them in, while the game goes on."""
        raise NotImplementedError

    def play(self, state: ModelState, move: Move) -> ModelState:
        """The position after a legal move."""
        raise NotImplementedError

    def result(self, state: ModelState) -> int:
        """WON, DRAWN or LOST for the side to move if the game is over, else OPEN."""
        raise NotImplementedError

    def name(self, move: Move) -> str:
        """A move in notation."""
        raise NotImplementedError

    # What a game may override.

    def key(self, state: ModelState) -> int:
        """A number that two positions share only if what follows is the same, up to names of cells."""
        raise NotImplementedError

    def can_win(self, state: ModelState) -> bool:
        """Whether the side to move has a move that wins at once, while the game goes on."""
        return any(self.result(self.play(state, move)) == LOST for move in self.moves(state))

    def replies(self, state: ModelState) -> list[Move]:
        """Legal moves such that every other one leads to a position with the same key as one of these."""
        return self.moves(state)

    # What games on a grid share.

    def cell_name(self, cell: Cell) -> str:
        """The name of a cell: a1, b1, … z1, aa1.

        >>> Model(30, 3).cell_name((27, 1))
        'ab2'
        """
        column, row = cell
        letters = chr(ord("a") + column % 26)
        return f"{chr(ord('a') + column // 26 - 1) if column >= 26 else ''}{letters}{row + 1}"

    def read_side(self, word: str) -> int:
        """The side with this name."""
        if word not in self.players:
            raise IllegalPosition(f"{short(word)} is no side to move; there are {' and '.join(self.players)}")
        return self.players.index(word)

    def read_grid(self, text: str, letters: str) -> dict[Cell, str]:
        """What stands on each cell that is not empty, in rows such as `2X/1O1/3` from the top down.

        >>> Model(3, 2).read_grid("2X/1O1", "XO")
        {(2, 1): 'X', (1, 0): 'O'}
        """
        lines = text.split("/")
        if len(lines) != self.rows:
            raise IllegalPosition(f"{short(text)} has {len(lines)} rows; this board has {self.rows}")
        found: dict[Cell, str] = {}
        for row, line in zip(reversed(range(self.rows)), lines, strict=True):
            column = 0
            for word in re.findall("[0-9]+|[^0-9]", line):
                if re.fullmatch("[1-9][0-9]{0,3}", word):
                    column += int(word)
                    continue
                if word not in letters:
                    raise IllegalPosition(f"row {row + 1} holds {short(word)}; write {', '.join(letters)}")
                found[column, row] = word
                column += 1
            if column != self.columns:
                raise IllegalPosition(f"row {row + 1} is {column} cells wide; this board is {self.columns}")
        return found

    def symmetries(self) -> list[Callable[[Cell], Cell]]:
        """Where turning and mirroring the board takes a cell: eight ways on a square, else four."""
        right, top = self.columns - 1, self.rows - 1
        ways: list[Callable[[Cell], Cell]] = [
            lambda cell: cell,
            lambda cell: (right - cell[0], cell[1]),
            lambda cell: (cell[0], top - cell[1]),
            lambda cell: (right - cell[0], top - cell[1]),
        ]
        if self.columns == self.rows:
            ways += [
                lambda cell: (cell[1], cell[0]),
                lambda cell: (cell[1], right - cell[0]),
                lambda cell: (top - cell[1], cell[0]),
                lambda cell: (top - cell[1], right - cell[0]),
            ]
        return ways


def short(text: str) -> str:
    """A text as an error of one line shows it."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


def words_of(text: str, count: int, example: str) -> list[str]:
    """The words of a position, of which there must be `count`."""
    words = text.split()
    if len(words) != count:
        raise IllegalPosition(f"{short(text)} is no position; write it like {example!r}")
    return words
