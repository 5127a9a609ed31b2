"""`ugi:COMMAND`: a program that speaks the universal game interface, sitting down as a player.

docs/protocols.md says what the program is sent and what it has to answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from plyground.errors import IllegalMove, PlygroundError
from plyground.players.player import Choice
from plyground.protocols.process import Program, ProgramError

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.engine import Score
    from plyground.game import Game

PREFIX: Final = "ugi:"
DEFAULT_SECONDS: Final = 3.0
HANDSHAKE: Final = 10.0
"""Seconds for the first answer."""
READY: Final = 120.0
"""Seconds to get ready, for programs that compile something first."""
SLACK: Final = 0.2
"""So long after its time a program is told to stop,"""
PATIENCE: Final = 2.0
"""and so long after that it is given up."""
LARGEST_ESTIMATE: Final = 20_000


class UgiPlayer:
    """A program that speaks UGI. It starts when it is first needed, and anew after it has failed.

    It plays by `go depth` if only a depth is given, else by `go movetime`.
    """

    def __init__(
        self, command: str, game: Game, *, seconds: float | None = None, depth: int | None = None
    ) -> None:
        if seconds is not None and not seconds >= 0:
            raise PlygroundError(f"seconds must not be negative, as {seconds} is")
        if depth is not None and depth < 1:
            raise PlygroundError(f"depth must be at least 1, not {depth}")
        self.name = f"{PREFIX}{command}"
        self.game = game
        self.depth = depth
        self.seconds = DEFAULT_SECONDS if seconds is None and depth is None else seconds
        self._command = command
        self._program: Program | None = None
        self._played: tuple[str, tuple[str, ...]] | None = None
        """The set-up position and the moves of the last question."""

    @staticmethod
    def fits(game: Game) -> bool:
        """Whether such a program can play this game: it is asked when it starts."""
        return True

    def prepare(self) -> None:
        """Start the program and wait until it is ready."""
        if self._program is not None:
            return
        program = Program(self._command, self.name)
        try:
            program.tell("ugi")
            _until(program, "ugiok", HANDSHAKE)
            program.tell("uginewgame", "isready")
            _until(program, "readyok", READY)
        except ProgramError:
            program.kill()
            raise
        self._program = program
        self._played = None

    def stop(self) -> None:
        """Ask for the move now, from any thread."""
        if self._program is not None:
            self._program.tell("stop")

    def close(self) -> None:
        """End the program."""
        program, self._program = self._program, None
        if program is not None:
            program.end("quit")

    def choose(self, board: Board) -> Choice:
        """The program's move; a PlygroundError says what is wrong if there is none."""
        if outcome := board.outcome:
            raise PlygroundError(f"there is nothing to choose: the game is over, {outcome}")
        self.prepare()
        assert self._program is not None
        try:
            return self._ask(self._program, board)
        except ProgramError:
            self._program.kill()
            self._program = None
            raise

    def _ask(self, program: Program, board: Board) -> Choice:
        if self._is_new_game(board):
            program.tell("uginewgame")
        where = f"fen {board.setup}" if board.setup else "startpos"
        moves = f" moves {' '.join(board.history)}" if board.history else ""
        program.tell(f"position {where}{moves}", "isready")
        _until(program, "readyok", READY)
        began = time.perf_counter()
        program.tell(self._go())
        report = Report()
        best = self._answer(program, began, report.read)
        seconds = time.perf_counter() - began
        self._played = board.setup, board.history
        twin = board.copy()
        try:
            twin.push(best)
        except IllegalMove as error:
            raise ProgramError(f"{self.name} wants to play {best!r}: {error}") from error
        expected = report.line if report.line[:1] == (best,) else (best,)
        return Choice(best, report.score, _legal_part(board, expected), report.depth, seconds)

    def _go(self) -> str:
        if self.seconds is None:
            return f"go depth {self.depth}"
        return f"go movetime {max(1, round(self.seconds * 1000))}"

    def _answer(self, program: Program, began: float, note: Callable[[str], None]) -> str:
        """The move behind `bestmove`; one who is late is told to stop, and then given up."""
        deadline = None if self.seconds is None else began + self.seconds + SLACK
        told = False
        while True:
            line = program.hear(deadline)
            if line is None and not told:
                program.tell("stop")
                told, deadline = True, time.perf_counter() + PATIENCE
            elif line is None:
                raise ProgramError(f"{self.name} gave no move within {self.seconds} s and did not stop")
            else:
                first, *words = line.split()
                if first == "bestmove" and words:
                    return words[0]
                note(line)

    def _is_new_game(self, board: Board) -> bool:
        if self._played is None:
            return False
        setup, moves = self._played
        return setup != board.setup or board.history[: len(moves)] != moves


class Report:
    """What a program says while it thinks."""

    def __init__(self) -> None:
        self.depth = 0
        self.score: Score | None = None
        self.line: tuple[str, ...] = ()

    def read(self, text: str) -> None:
        """Take what can be used from a line such as `info depth 3 score cp 20 pv a1 b2`."""
        words = text.split()
        if words[0] != "info" or "string" in words:
            return
        if "multipv" in words and _number_behind(words, "multipv") != 1:
            return
        depth = _number_behind(words, "depth")
        if depth is not None and 0 <= depth < 10_000:
            self.depth = depth
        if "score" in words:
            from plyground.score import Score

            points = _number_behind(words, "cp")
            ok = points is not None and abs(points) <= LARGEST_ESTIMATE
            # a program's word that it wins is no proof, so `mate` is not told on
            self.score = Score(estimate=points, exact=False) if ok else None
        if "pv" in words:
            self.line = tuple(words[words.index("pv") + 1 :])


def _number_behind(words: list[str], name: str) -> int | None:
    place = words.index(name) + 1 if name in words else len(words)
    try:
        return int(words[place]) if place < len(words) else None
    except ValueError:
        return None


def _legal_part(board: Board, moves: tuple[str, ...]) -> tuple[str, ...]:
    """The moves up to the first that cannot be made."""
    twin = board.copy()
    for index, move in enumerate(moves):
        try:
            twin.push(move)
        except PlygroundError:
            return moves[:index]
    return moves


def _until(program: Program, wanted: str, seconds: float) -> None:
    """Wait for a line; whatever is said before it is not for us."""
    deadline = time.perf_counter() + seconds
    while (line := program.hear(deadline)) is not None:
        if line.split()[0] == wanted:
            return
        if time.perf_counter() > deadline:
            break
    raise ProgramError(f"{program.name} did not say {wanted} within {seconds:g} s: is it a UGI program?")
