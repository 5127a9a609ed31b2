"""A table with a board on it and somebody on each side: what every terminal game has in common."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from plyground.board import Board, Outcome
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.players import Choice, Player
from plyground.records import Record, load_record, save_record
from plyground.saved_games import Autosave
from plyground.terminal.ending import resignation, told_end, with_end

Seating = Callable[[str, Game], Player | None]
"""Gives the player with a name, or None for a person."""


class Table:
    """A game under way with its two seats. Every change is kept, so that nothing is lost."""

    def __init__(self, board: Board, seats: tuple[str, str], seating: Seating, keeper: Autosave) -> None:
        self.board = board
        self.keeper = keeper
        self.seating = seating
        self.began = datetime.now().astimezone().isoformat(timespec="seconds")
        self.seconds: list[float | None] = [None] * len(board.history)
        self.undone: list[str] = []
        self.end: Outcome | None = None
        """How the game ended, if its moves did not end it."""
        self.came_over = False
        """Whether the game was over when it came here."""
        self.sit(seats)

    def sit(self, seats: tuple[str, str]) -> None:
        """Put somebody on each side."""
        self.players = tuple(self.seating(who, self.board.game) for who in seats)
        self.names = (
            self.players[0].name if self.players[0] else "human",
            self.players[1].name if self.players[1] else "human",
        )
        self.asked = time.perf_counter()

    @property
    def player(self) -> Player | None:
        """The computer whose turn it is, or None if it is a person's."""
        return self.players[self.board.turn]

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return self.end is not None or self.board.is_over

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.board.outcome or self.end

    @property
    def record(self) -> Record:
        """The game so far."""
        record = Record.of(self.board, self.names, seconds=self.seconds, began=self.began)
        return with_end(record, self.board.game, self.end)

    def play(self, move: str, seconds: float | None = None) -> None:
        """Make a move and keep the game; without a time the time since the last change counts."""
        self.board.push(move)
        self.seconds.append(time.perf_counter() - self.asked if seconds is None else seconds)
        self.undone.clear()
        self._changed()

    def think(self) -> Choice:
        """Let the computer choose its move and make it."""
        player = self.player
        assert player is not None
        choice = player.choose(self.board)
        self.play(choice.move, choice.seconds)
        return choice

    def undo(self) -> tuple[str, ...]:
        """Take back moves until a person is to move again."""
        taken: list[str] = []
        while self.board.history and (not taken or self.player is not None):
            taken.append(self.board.pop())
            self.seconds.pop()
        if self.player is not None:  # the computer began and its move stands
            for move in reversed(taken):
                self.board.push(move)
                self.seconds.append(None)
            return ()
        self.undone += taken
        self._changed()
        return tuple(taken)

    def redo(self) -> tuple[str, ...]:
        """Make the moves again that were taken back, until a person is to move again."""
        made: list[str] = []
        while self.undone and (not made or self.player is not None):
            made.append(self.undone.pop())
            self.board.push(made[-1])
            self.seconds.append(None)
        if made:
            self._changed()
        return tuple(made)

    def swap(self) -> None:
        """Let the two sides change places."""
        self.players = (self.players[1], self.players[0])
        self.names = (self.names[1], self.names[0])
        self._changed()

    def set_level(self, who: str) -> None:
        """Put another computer wherever one sits."""
        if self.players == (None, None):
            raise PlygroundError("no computer plays here; swap or new does not change that")
        fresh = self.seating(who, self.board.game)
        if fresh is None:
            raise PlygroundError("a person is not a level; level alone lists who there is")
        seats = [who if player else "human" for player in self.players]
        self.sit((seats[0], seats[1]))
        self._changed()

    def restart(self) -> None:
        """Begin anew with the same players; the old game stays among those under way."""
        if self.board.history:
            self.keeper.release()
        self._replace(Board(self.board.game, position=self.board.setup))

    def resign(self) -> None:
        """Give up for the side to move."""
        self.end = resignation(self.board.game, self.board.turn)

    def save(self, path: Path) -> None:
        """Write the record of the game to a file."""
        save_record(self.record, path)

    def load(self, path: Path) -> None:
        """Go on with the game in a file, with the players who sit here."""
        record = load_record(path)
        board = record.board()
        if board.game != self.board.game:
            raise PlygroundError(
                f"{path} holds a game of {board.game.full_name}, not {self.board.game.full_name}"
            )
        self.keeper.release()
        self._replace(board, told_end(record, board))
        self.came_over = self.is_over

    def finish(self) -> None:
        """Put a game away that was finished here."""
        if not self.came_over:
            self.keeper.finish(self.record)

    def leave(self) -> bool:
        """Stop playing; tells whether a game under way was kept."""
        kept = bool(self.board.history) and not self.is_over
        if kept:
            self.keeper.save(self.record)
            self.keeper.release()
        return kept and self.keeper.trouble is None

    def _replace(self, board: Board, end: Outcome | None = None) -> None:
        self.board = board
        self.seconds = [None] * len(board.history)
        self.undone.clear()
        self.end = end
        self._changed()

    def _changed(self) -> None:
        self.asked = time.perf_counter()
        if self.board.history and not self.is_over:
            self.keeper.save(self.record)
