"""`ugi:COMMAND`: a program that speaks the universal game interface, sitting down as a player.

docs/protocols.md says what the program is sent and what it has to answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from plyground.errors import PlygroundError
from plyground.players.player import Choice
from plyground.protocols.process import Program, ProgramError
from plyground.protocols.program_player import DEFAULT_SECONDS, ProgramPlayer
from plyground.score import Score

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.game import Game

HANDSHAKE: Final = 10.0
"""Seconds for the first answer."""
READY: Final = 120.0
"""Seconds to get ready, for programs that compile something first."""
SLACK: Final = 0.2
"""How many seconds after its time a program is told to stop."""
PATIENCE: Final = 2.0
"""How many seconds after that it is given up."""
LARGEST_ESTIMATE: Final = 20_000


class UgiPlayer(ProgramPlayer):
    """A program that speaks UGI. It plays by `go depth` if only a depth is given, else by `go movetime`."""

    prefix = "ugi:"
    farewell = "quit"

    def __init__(
        self, command: str, game: Game, *, seconds: float | None = None, depth: int | None = None
    ) -> None:
        super().__init__(command, game, seconds=seconds, depth=depth)
        if seconds is None and depth is None:
            self.seconds = DEFAULT_SECONDS
        self._played: tuple[str, tuple[str, ...]] | None = None
        """The set-up position and the moves of the last question."""

    @staticmethod
    def fits(game: Game) -> bool:
        """Whether such a program can play this game: it is asked when it starts."""
        return True

    def stop(self) -> None:
        """Ask for the move now, from any thread."""
        if self._program is not None:
            self._program.send("stop")

    def _start(self, program: Program) -> None:
        program.send("ugi")
        _wait_for(program, "ugiok", HANDSHAKE)
        program.send("uginewgame", "isready")
        _wait_for(program, "readyok", READY)
        self._played = None

    def _ask(self, program: Program, board: Board) -> Choice:
        if self._is_new_game(board):
            program.send("uginewgame")
        where = f"fen {board.setup}" if board.setup else "startpos"
        moves = f" moves {' '.join(board.history)}" if board.history else ""
        program.send(f"position {where}{moves}", "isready")
        _wait_for(program, "readyok", READY)
        began = time.perf_counter()
        program.send(self._go_command())
        info = UgiInfo()
        best = self._read_move(program, began, info.read)
        seconds = time.perf_counter() - began
        self._played = board.setup, board.history
        self._board_after(board, best)
        expected = info.line if info.line[:1] == (best,) else (best,)
        return Choice(best, info.score, _legal_part(board, expected), info.depth, seconds)

    def _go_command(self) -> str:
        if self.seconds is None:
            return f"go depth {self.depth}"
        return f"go movetime {max(1, round(self.seconds * 1000))}"

    def _read_move(self, program: Program, began: float, note: Callable[[str], None]) -> str:
        """The move behind `bestmove`; a program that is late is told to stop, and then given up."""
        deadline = None if self.seconds is None else began + self.seconds + SLACK
        is_stopped = False
        while True:
            line = program.receive(deadline)
            if line is None and not is_stopped:
                program.send("stop")
                is_stopped, deadline = True, time.perf_counter() + PATIENCE
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


class UgiInfo:
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
            points = _number_behind(words, "cp")
            is_estimate = points is not None and abs(points) <= LARGEST_ESTIMATE
            # `mate` is not believed: a program's word that it wins is no proof
            self.score = Score(estimate=points, exact=False) if is_estimate else None
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
    copy = board.copy()
    for index, move in enumerate(moves):
        try:
            copy.push(move)
        except PlygroundError:
            return moves[:index]
    return moves


def _wait_for(program: Program, wanted: str, seconds: float) -> None:
    """Wait for a line that begins with this word; other lines are skipped."""
    deadline = time.perf_counter() + seconds
    while (line := program.receive(deadline)) is not None:
        if line.split()[0] == wanted:
            return
        if time.perf_counter() > deadline:
            break
    raise ProgramError(f"{program.name} did not say {wanted} within {seconds:g} s: is it a UGI program?")
