"""A game as learning programs see it: moves as actions 0 to n-1, boards as planes of numbers."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from plyground import catalogue
from plyground.board import Board
from plyground.every_move import every_move
from plyground.game import Game
from plyground.position_setup import marks_to_set

LOSS: Final = -1.0
DRAW: Final = 0.0
WIN: Final = 1.0

Planes = npt.NDArray[np.int8]
Mask = npt.NDArray[np.int8]


class GameEncoding:
    """The actions and the observations of one game.

    >>> encoding = GameEncoding("noughts")
    >>> encoding.actions, encoding.text(4), encoding.action("b2"), encoding.shape
    (9, 'b2', 4, (3, 3, 3))
    """

    def __init__(self, game: str | Game) -> None:
        self.game = catalogue.find(game) if isinstance(game, str) else game
        self._texts = [self.game.move_text(move) for move in every_move(self.game)]
        self._actions = {text: action for action, text in enumerate(self._texts)}
        self._marks = {mark: plane for plane, mark in enumerate(marks_to_set(self.game))}

    @property
    def actions(self) -> int:
        """How many actions there are; in most positions only some of them are legal."""
        return len(self._texts)

    def text(self, action: int) -> str:
        """The move that an action stands for, in the game's notation."""
        return self._texts[action]

    def action(self, text: str) -> int:
        """The action for a move in the game's notation."""
        return self._actions[text]

    @cached_property
    def shape(self) -> tuple[int, int, int]:
        """Rows, columns and planes of an observation."""
        picture = self.game.picture(self.game.start)
        return len(picture.rows), len(picture.columns), len(self._marks) + 1

    def mask(self, board: Board) -> Mask:
        """1 for every action that is legal now."""
        mask = np.zeros(self.actions, np.int8)
        mask[[self._actions[text] for text in board.legal_moves]] = 1
        return mask

    def planes(self, board: Board, side: int) -> Planes:
        """A plane for each mark, 1 where it stands, a1 first; the last is all 1 for the side that begins."""
        planes = np.zeros(self.shape, np.int8)
        picture = board.game.picture(board.position)
        columns = {label: at for at, label in enumerate(picture.columns)}
        for row, row_label in enumerate(picture.rows):
            for label, column in columns.items():
                mark = picture.marks.get(f"{label}{picture.joint}{row_label}")
                if mark is not None:
                    planes[row, column, self._marks[mark]] = 1
        planes[:, :, -1] = 1 - side
        return planes

    def returns(self, board: Board) -> tuple[float, float]:
        """What each side has won: 1 and -1, or 0 for both in a draw and while the game goes on."""
        outcome = board.outcome
        if outcome is None or outcome.winner is None:
            return DRAW, DRAW
        return (WIN, LOSS) if board.game.players.index(outcome.winner) == 0 else (LOSS, WIN)
