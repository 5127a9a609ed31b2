"""A program as a player: what the clients of all protocols share."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from plyground.errors import PlygroundError
from plyground.players.player import Choice, refuse_finished, refuse_impossible
from plyground.protocols.process import Program, ProgramError

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.game import Game

DEFAULT_SECONDS: Final = 3.0


class ProgramPlayer:
    """A program that plays. It starts when it is first needed, and anew after it has failed."""

    prefix: ClassVar[str]
    """How the player's name begins, before the command."""
    farewell: ClassVar[str]
    """What ends the program."""

    def __init__(
        self, command: str, game: Game, *, seconds: float | None = None, depth: int | None = None
    ) -> None:
        refuse_impossible(seconds=seconds, depth=depth)
        self.name = f"{self.prefix}{command}"
        self.game = game
        self.seconds = seconds
        self.depth = depth
        self._command = command
        self._program: Program | None = None

    @staticmethod
    def fits(game: Game) -> bool:
        """Whether such a program can play this game."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Start the program and wait until it is ready."""
        if self._program is not None:
            return
        program = Program(self._command, self.name)
        try:
            self._start(program)
        except ProgramError:
            program.kill()
            raise
        self._program = program

    def stop(self) -> None:
        """Ask for the move now, from any thread."""
        raise NotImplementedError

    def close(self) -> None:
        """End the program."""
        program, self._program = self._program, None
        if program is not None:
            program.end(self.farewell)

    def choose(self, board: Board) -> Choice:
        """The program's move; a PlygroundError says what is wrong if there is none."""
        refuse_finished(board)
        self.prepare()
        assert self._program is not None
        try:
            return self._ask(self._program, board)
        except ProgramError:
            self._program.kill()
            self._program = None
            raise

    def _start(self, program: Program) -> None:
        """Tell a new program what it has to know, and wait until it is ready."""
        raise NotImplementedError

    def _ask(self, program: Program, board: Board) -> Choice:
        """Ask for a move."""
        raise NotImplementedError

    def _board_after(self, board: Board, move: str) -> Board:
        """The board after the program's move; a ProgramError if it cannot be made."""
        after = board.copy()
        try:
            after.push(move)
        except PlygroundError as error:
            raise ProgramError(f"{self.name} wants to play {move!r}: {error}") from error
        return after
