"""Noughts and crosses: a row of some length wins, or loses in misere. Gomoku on a board is a row of five."""

from __future__ import annotations

from plyground.verify.marks import MarkModel, Marks
from plyground.verify.model import DRAWN, LOST, OPEN, WON


class NoughtsModel(MarkModel):
    """X and O take turns to mark an empty cell.

    >>> game = NoughtsModel(3, 3, row=3, misere=False)
    >>> state = game.read("3/OO1/XX1 X")
    >>> [game.name(move) for move in game.moves(state)], game.can_win(state)
    (['c1', 'c2', 'a3', 'b3', 'c3'], True)
    """

    def __init__(self, columns: int, rows: int, row: int, misere: bool) -> None:
        self.row, self.misere = row, misere
        super().__init__(columns, rows)

    def result(self, state: Marks) -> int:
        own, other = state
        if self.has_row(other, self.row):
            return WON if self.misere else LOST
        return DRAWN if own | other == self.board else OPEN

    def find_completing(self, marks: int) -> int:
        """In misere nobody wins by a move of their own."""
        return 0 if self.misere else self.rows_to_complete(marks, self.row)
