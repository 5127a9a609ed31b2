"""A game in progress: its board, who plays, what can be taken back, and its record."""

from __future__ import annotations

from datetime import datetime

from plyground.board import Board, Outcome
from plyground.errors import PlygroundError
from plyground.protocols.programs import is_program
from plyground.records import Record
from plyground.saved_games import Autosave
from plyground.seats import HUMAN
from plyground.terminal.ending import resignation, told_end, with_end
from plyground.terminal.screen.services import Services
from plyground.terminal.screen.settings import Settings


class Session:
    """Everything about a game that has nothing to do with a screen."""

    def __init__(self, settings: Settings, services: Services, board: Board | None = None) -> None:
        self.settings = settings
        self.board = Board(settings.game) if board is None else board
        self.players = tuple(
            services.seat(who, self.board.game, seconds=settings.seconds) for who in settings.seats
        )
        self.undone: list[str] = []
        """Moves that can be made again, the next one last."""
        self.times: list[float | None] = [None] * len(self.board.history)
        self.began = datetime.now().astimezone().isoformat(timespec="seconds")
        self.keeper = services.new_keeper()
        self.end: Outcome | None = None
        """How the game ended, if its moves did not end it."""

    @classmethod
    def resumed(cls, record: Record, services: Services, keeper: Autosave | None = None) -> Session:
        """The game of a record, to go on with; whoever cannot be found is a person.

        Without a keeper the record is a file that may come from anybody, so it starts no programs.
        """
        seats = tuple(
            HUMAN if keeper is None and is_program(name) else _who(name, record, services)
            for name in record.players
        )
        session = cls(Settings(record.game, (seats[0], seats[1])), services, record.board())
        session.times = [played.seconds for played in record.moves]
        session.began = record.began
        session.end = told_end(record, session.board)
        if keeper is not None:
            session.keeper = keeper
        return session

    @property
    def has_human(self) -> bool:
        """Whether a person plays."""
        return None in self.players

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.board.outcome or self.end

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return self.end is not None or self.board.is_over

    @property
    def waits_for_human(self) -> bool:
        """Whether it is a person's turn."""
        return not self.is_over and self.players[self.board.turn] is None

    @property
    def quitter(self) -> int | None:
        """The side for which a person would resign now, None if nobody can."""
        people = [side for side, player in enumerate(self.players) if player is None]
        if self.is_over or not people:
            return None
        return self.board.turn if self.board.turn in people else people[0]

    def name(self, side: int) -> str:
        """Who sits on a side."""
        player = self.players[side]
        return HUMAN if player is None else player.name

    def spent(self, side: int) -> float:
        """Seconds that a side has thought so far."""
        return sum(seconds or 0.0 for seconds in self.times[(side + self.board.first_turn) % 2 :: 2])

    def position_after(self, ply: int) -> Board:
        """The board as it stood after so many moves."""
        return Board(self.board.game, self.board.history[:ply], position=self.board.setup)

    def play(self, move: str, seconds: float | None = None) -> None:
        """Make a move and write the game down."""
        self.board.push(move)
        self.times.append(seconds)
        if self.undone and self.undone[-1] == move:
            self.undone.pop()
        else:
            self.undone.clear()
        self.keep()

    def resign(self, side: int) -> None:
        """Give up for a side."""
        self.end = resignation(self.board.game, side)
        self.keep()

    def undo(self) -> list[str]:
        """Take back to the last choice of a person, or by one move if no person plays."""
        board = self.board
        if self.end is not None:
            self.end = None
            self.keep()
            return ["the end of the game"]
        sides = [side for side, player in enumerate(self.players) if player is None] or [0, 1]
        plies = range(len(board.history) - 1, -1, -1)
        target = next((ply for ply in plies if (ply + board.first_turn) % 2 in sides), None)
        if target is None:
            raise PlygroundError("there is no move of yours to take back")
        back: list[str] = []
        while len(board.history) > target:
            back.append(board.pop())
            self.times.pop()
        self.undone += back
        self.keep()
        return back

    def redo(self) -> list[str]:
        """Make again what was taken back, up to the next choice of a person."""
        if not self.undone or self.is_over:
            raise PlygroundError("there is no move to make again")
        again: list[str] = []
        while self.undone and (not again or (self.has_human and not self.waits_for_human)):
            again.append(self.undone[-1])
            self.play(again[-1])
        return again

    def record(self) -> Record:
        """The game so far."""
        players = self.name(0), self.name(1)
        record = Record.of(self.board, players, seconds=self.times, began=self.began)
        return with_end(record, self.board.game, self.end)

    def keep(self) -> None:
        """Write the game down where it can be taken up again; an ended game goes to the finished ones."""
        if self.is_over:
            self.keeper.finish(self.record())
        elif self.board.history:
            self.keeper.save(self.record())
        else:
            self.keeper.discard()

    def leave(self) -> None:
        """Let others take the game up."""
        self.keeper.release()


def _who(name: str, record: Record, services: Services) -> str:
    """A name in a record as a seat, a person if nobody by that name can sit down."""
    try:
        services.seat(name, Board(record.game).game)
    except PlygroundError:
        return HUMAN
    return name
