"""A game being played by somebody: the board, who sits where, how long each move took, and the record.

Every surface plays with a `Match`: the plain terminal, the full screen, the server and the arena. It knows no
player, no disk and no network; what a surface adds (a computer that thinks, a file, a token) stays with it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from plyground.board import Board, Outcome
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.records import (
    UNFINISHED,
    Played,
    Record,
    outcome_of,
    resignation,
    result_of,
    rounded_seconds,
)

PERSON = "human"
"""How a record names a person of whom nothing else is known."""


@dataclass(frozen=True)
class Seat:
    """Who plays one side."""

    name: str = PERSON
    """As records write it: `human`, `level 3`, or any name that a record came with."""
    is_person: bool = True


class Match:
    """A game under way or over, with everything that its record holds.

    >>> match = Match(Board("noughts"))
    >>> match.play("b2", seconds=3.5, comment="the centre")
    >>> match.play("a1", seconds=0.8)
    >>> match.undo([0])
    ('a1', 'b2')
    >>> match.redo([0])
    ('b2', 'a1')
    >>> match.record.moves[0]
    Played(move='b2', seconds=3.5, comment='the centre')

    What is refused raises a `PlygroundError` and changes nothing.
    """

    def __init__(
        self,
        board: Board,
        seats: tuple[Seat, Seat] = (Seat(), Seat()),
        *,
        began: str | None = None,
        comment: str = "",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.board = board
        self.seats = seats
        self.began = current_time() if began is None else began
        """When the game began, in ISO 8601; empty if nobody knows."""
        self.comment = comment
        """What is said of the whole game."""
        self.end: Outcome | None = None
        """How the game ended, if its moves did not end it: by resignation, on time, by agreement."""
        self._played = [Played(move) for move in board.history]
        self._undone: list[Played] = []
        self._now = now
        self.turn_began = now()
        """When the side to move got its turn, on the clock `now`."""
        self._loaded: Record | None = None

    @classmethod
    def from_record(
        cls,
        record: Record,
        is_person: Callable[[str], bool] = lambda name: name == PERSON,
        *,
        board: Board | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> Match:
        """The game of a record, to go on with. `is_person` tells which of its players are asked for moves.

        `board` is the record's board, if it has been replayed already.
        """
        first, second = (Seat(name, is_person(name)) for name in record.players)
        match = cls(
            record.board() if board is None else board,
            (first, second),
            began=record.began,
            comment=record.comment,
            now=now,
        )
        match._played = [*record.moves]
        if record.result != UNFINISHED and not match.board.is_over:
            match.end = outcome_of(match.board.game, record.result, record.reason)
        match._loaded = record
        return match

    # What there is to know

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.board.game

    @property
    def names(self) -> tuple[str, str]:
        """The players as the record names them."""
        return self.seats[0].name, self.seats[1].name

    @property
    def people(self) -> tuple[int, ...]:
        """The sides that people play."""
        return tuple(side for side in (0, 1) if self.seats[side].is_person)

    @property
    def moves(self) -> tuple[Played, ...]:
        """Every move with its time and its comment."""
        return tuple(self._played)

    @property
    def undone(self) -> tuple[Played, ...]:
        """The moves that can be made again, the next one first."""
        return tuple(reversed(self._undone))

    @undone.setter
    def undone(self, moves: Iterable[Played]) -> None:
        self._undone = [*moves][::-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.board.outcome or self.end

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return self.end is not None or self.board.is_over

    @property
    def waits_for_person(self) -> bool:
        """Whether it is a person's turn."""
        return not self.is_over and self.seats[self.board.turn].is_person

    @property
    def elapsed(self) -> float:
        """Seconds since the side to move got its turn; a clock that was put back counts as no time."""
        return max(0.0, self._now() - self.turn_began)

    @property
    def record(self) -> Record:
        """Everything about the game. A record that nobody has changed comes out as it came in."""
        loaded = self._loaded
        result, reason = result_of(self.game, self.outcome)
        record = Record(
            self.game.full_name if loaded is None else loaded.game,
            self.names,
            self.moves,
            result,
            reason,
            self.began,
            self.comment,
            self.board.setup if loaded is None else loaded.position,
        )
        if loaded is not None and replace(record, reason=loaded.reason) == loaded:
            return loaded  # which need not give the reason
        return record

    def side_at(self, ply: int) -> int:
        """The side that moves after `ply` moves."""
        return (self.board.first_turn + ply) % 2

    def seconds_spent(self, side: int) -> float:
        """Seconds that a side has thought so far."""
        return sum(
            played.seconds or 0.0 for ply, played in enumerate(self._played) if self.side_at(ply) == side
        )

    def board_after(self, ply: int) -> Board:
        """The board as it stood after `ply` moves."""
        return Board(self.game, self.board.history[:ply], position=self.board.setup)

    # Playing

    def play(self, move: str, seconds: float | None = None, comment: str = "") -> None:
        """Make a move for the side whose turn it is; `seconds` is how long that took, if it is known."""
        if self.end is not None:
            raise PlygroundError(f"{move} comes too late: the game is over, {self.end}")
        self.board.push(move)
        self._played.append(Played(self.board.history[-1], rounded_seconds(seconds), comment))
        if self._undone and self._undone[-1].move == self._played[-1].move:
            self._undone.pop()
        else:
            self._undone.clear()
        self.start_turn()

    def resign(self, side: int) -> None:
        """Give up for a side."""
        self.finish(resignation(self.game, side))

    def finish(self, end: Outcome) -> None:
        """End the game for a reason that its moves do not show."""
        if outcome := self.outcome:
            raise PlygroundError(f"the game is over: {outcome}")
        self.end = end

    def set_comment(self, ply: int, text: str) -> None:
        """Say something of the move that was made after `ply` moves."""
        self._played[ply] = replace(self._played[ply], comment=text)

    def start_turn(self) -> None:
        """Start the clock of the side to move anew."""
        self.turn_began = self._now()

    # Taking back and making again

    def count_undo(self, sides: Collection[int]) -> int:
        """How many moves have to be taken back so that one of these sides makes its last choice again."""
        made = len(self._played)
        return next((back for back in range(1, made + 1) if self.side_at(made - back) in sides), 0)

    def count_redo(self, sides: Collection[int]) -> int:
        """How many moves have to be made again until one of these sides has to choose, or none are left."""
        made, there = len(self._played), len(self._undone)
        return next((on for on in range(1, there + 1) if self.side_at(made + on) in sides), there)

    def undo(self, sides: Collection[int]) -> tuple[str, ...]:
        """Take back the last choice of one of these sides and what came after it; or the end, if no move
        brought it. Returns the moves, the last one first.
        """
        if self.end is not None:
            self.end = None
            self.start_turn()
            return ()
        back = self.count_undo(sides)
        if not back:
            raise PlygroundError("there is no move of yours to take back")
        return self._take_back(back)

    def redo(self, sides: Collection[int]) -> tuple[str, ...]:
        """Make moves again that were taken back, until one of these sides has to choose."""
        again = 0 if self.is_over else self.count_redo(sides)
        if not again:
            raise PlygroundError("there is no move to make again")
        made = [self._undone.pop() for _ in range(again)]
        for played in made:
            self.board.push(played.move)
        self._played += made
        self.start_turn()
        return tuple(played.move for played in made)

    def _take_back(self, back: int) -> tuple[str, ...]:
        taken = self._played[-back:][::-1]
        del self._played[-back:]
        for _ in range(back):
            self.board.pop()
        self._undone += taken
        self.start_turn()
        return tuple(played.move for played in taken)

    # Players

    def swap_seats(self) -> None:
        """Let the two sides change places."""
        self.seats = (self.seats[1], self.seats[0])

    def start_again(self) -> Match:
        """A new game from the same start between the same players."""
        return self.start_from(Board(self.game, position=self.board.setup))

    def start_from(self, board: Board) -> Match:
        """A new game from another position between the same players."""
        return Match(board, self.seats, now=self._now)


def current_time() -> str:
    """The time now as records write it."""
    return datetime.now().astimezone().isoformat(timespec="seconds")
