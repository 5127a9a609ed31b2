"""Squava: four in a row wins, three in a row without four loses."""

from __future__ import annotations

from plyground.verify.marks import MarkModel, Marks
from plyground.verify.model import DRAWN, LOST, OPEN, WON


class SquavaModel(MarkModel):
    """X and O take turns to mark an empty cell.

    >>> game = SquavaModel(5, 5)
    >>> won, lost = game.read("5/5/5/OOO2/XXXX1 O"), game.read("5/5/5/OO3/XXX2 O")
    >>> game.result(won) == LOST, game.result(lost) == WON
    (True, True)
    """

    def result(self, state: Marks) -> int:
        own, other = state
        if self.has_row(other, 3):
            return LOST if self.has_row(other, 4) else WON
        return DRAWN if own | other == self.board else OPEN

    def find_completing(self, marks: int) -> int:
        return self.rows_to_complete(marks, 4)
