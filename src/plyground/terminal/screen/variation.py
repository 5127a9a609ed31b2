"""A variation: moves that are tried out beside the game."""

from __future__ import annotations

from plyground.board import Board


class Variation:
    """A line of play that leaves the game at some move, and how much of it is on the screen.

    >>> variation = Variation(Board("noughts", "b2 a1 c3"), start=1)
    >>> variation.play("c1"), variation.line, variation.shown
    (None, ('b2', 'c1'), 2)
    >>> variation.go_to(0)
    >>> variation.board.player, variation.is_at_end
    ('X', False)
    """

    def __init__(self, board: Board, start: int) -> None:
        self._game_board = board
        self.start = start
        """How many moves of the game come before it."""
        self.line = board.history[:start]
        """All moves, the game's and then its own."""
        self.shown = start
        """How many of them led to the position on the screen."""
        self._board = self._board_after(start)

    @property
    def board(self) -> Board:
        """The position on the screen."""
        return self._board

    @property
    def is_at_end(self) -> bool:
        """Whether the last move of the line is on the screen."""
        return self.shown == len(self.line)

    def play(self, move: str) -> None:
        """Go on with a move from the position on the screen; what came after it before is forgotten."""
        self._board.push(move)
        self.start = min(self.start, self.shown)
        self.line = self._board.history
        self.shown = len(self.line)

    def take_back(self) -> str:
        """Take back the last move of the variation that is on the screen; empty if there is none."""
        if self.shown <= self.start:
            return ""
        move = self.line[self.shown - 1]
        self.line = self.line[: self.shown - 1]
        self.go_to(len(self.line))
        return move

    def go_to(self, ply: int) -> None:
        """Show the position after `ply` moves of the line."""
        self.shown = min(max(ply, 0), len(self.line))
        self._board = self._board_after(self.shown)

    def _board_after(self, ply: int) -> Board:
        return Board(self._game_board.game, self.line[:ply], position=self._game_board.setup)
