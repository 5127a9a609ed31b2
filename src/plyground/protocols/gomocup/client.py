"""`brain:COMMAND`: a program of the Gomocup protocol, sitting down to play gomoku.

Brains are sloppy, and this manager copes: with messages between answers, bytes that are no text, errors that
are not meant, a short deafness after a move, and boards that are never answered. It starts a new process for
every game and whenever moves were taken back. docs/protocols.md says what a brain is sent.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any, Final

from plyground.cells import cell_name, read_cell
from plyground.errors import PlygroundError
from plyground.memory import MEGABYTE
from plyground.players.player import Choice
from plyground.protocols.gomocup.server import UNLIMITED
from plyground.protocols.process import Program, ProgramError
from plyground.protocols.program_player import DEFAULT_SECONDS, ProgramPlayer

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.game import Game

HANDSHAKE: Final = 30.0
"""Seconds for the answer to START."""
PATIENCE: Final = 2.0
"""How many seconds after its time a brain that has not moved is given up."""
BREATH: Final = 0.05
"""Seconds after a move in which a brain may miss what it is sent."""
MEMORY: Final = 350 * MEGABYTE


class BrainPlayer(ProgramPlayer):
    """A brain. Its protocol knows no limit of depth and no way to hurry, so only seconds count.

    >>> from plyground.catalogue import find
    >>> BrainPlayer("./pbrain", find("noughts"))
    Traceback (most recent call last):
    plyground.errors.PlygroundError: brain:./pbrain plays gomoku on a board with edges, such as \
gomoku:20x20, not noughts
    """

    prefix = "brain:"
    farewell = "END"
    seconds: float

    def __init__(
        self, command: str, game: Game, *, seconds: float | None = None, depth: int | None = None
    ) -> None:
        super().__init__(command, game, seconds=seconds, depth=depth)
        if not self.fits(game):
            raise PlygroundError(
                f"{self.name} plays gomoku on a board with edges, such as gomoku:20x20, not {game.full_name}"
            )
        self.seconds = DEFAULT_SECONDS if seconds is None else seconds
        self._known: tuple[str, ...] | None = None
        """The moves that the running brain knows, or None if it has heard of none yet."""
        self._moved = 0.0
        self._complaint = ""

    @staticmethod
    def fits(game: Game) -> bool:
        """Whether such a program can play this game."""
        return game.name == "gomoku" and bool(game.columns and game.rows)

    def stop(self) -> None:
        """The protocol has no way to hurry a brain: it moves when its time is up at the latest."""

    def choose(self, board: Board) -> Choice:
        """The brain's move; a PlygroundError says what is wrong if there is none."""
        if self._known is not None and self._question(board) is None:
            self.close()
        return super().choose(board)

    # Talking

    def _start(self, program: Program) -> None:
        """START, and everything that a brain may want to know before its first move."""
        self._known = None
        columns, rows = self.game.columns, self.game.rows
        start = f"START {columns}" if columns == rows else f"RECTSTART {columns},{rows}"
        program.send(start)
        deadline = time.perf_counter() + HANDSHAKE
        self._complaint = ""
        while True:
            line = program.receive(deadline)
            if line is None:
                raise ProgramError(
                    f"{self.name} did not answer {start} within {HANDSHAKE:g} s: is it a brain?"
                )
            word = line.split()[0].upper()
            if word == "OK":
                break
            if word in ("ERROR", "UNKNOWN"):  # some complain and play all the same
                self._complaint = line
                break
        limits = {
            "timeout_turn": round(self.seconds * 1000),
            "timeout_match": 0,
            "max_memory": MEMORY,
            "game_type": 1,
            "rule": 0,
        }
        program.send(*(f"INFO {key} {value}" for key, value in limits.items()))
        self._moved = time.perf_counter()

    def _ask(self, program: Program, board: Board) -> Choice:
        question = self._question(board) or self._whole_board(board)
        time.sleep(max(0.0, self._moved + BREATH - time.perf_counter()))
        began = time.perf_counter()
        program.send(f"INFO time_left {UNLIMITED}", *question)
        move = self._read_move(program, began)
        self._moved = time.perf_counter()
        self._known = board.setup, *self._board_after(board, move).history
        return Choice(move, None, (move,), 0, self._moved - began)

    def _read_move(self, program: Program, began: float) -> str:
        deadline = began + self.seconds + PATIENCE
        other = self._complaint
        while True:
            line = program.receive(deadline)
            if line is None or time.perf_counter() > deadline:
                said = f"; it said {other[:80]!r}" if other else ""
                raise ProgramError(f"{self.name} made no move within {self.seconds:g} s{said}")
            suggestion = re.fullmatch(r"(?i:suggest)\s+([0-9]+\s*,\s*[0-9]+)", line)
            if suggestion:
                program.send(f"PLAY {suggestion[1]}")
                continue
            match = re.fullmatch(r"([0-9]{1,4})\s*,\s*([0-9]{1,4})", line)
            if match:
                return self._cell_at(int(match[1]), int(match[2]))
            if line.split()[0].upper() not in ("MESSAGE", "DEBUG", "OK"):
                other = line

    # What to say

    def _question(self, board: Board) -> list[str] | None:
        """How to ask for a move a brain that knows the moves before, or None if it does not know them."""
        moves = board.history
        if self._known is None:
            if board.setup or len(moves) > 1:
                return None
        elif (board.setup, *moves[:-1]) != self._known:
            return None
        return [f"TURN {self._place(moves[-1])}"] if moves else ["BEGIN"]

    def _whole_board(self, board: Board) -> list[str]:
        """Every stone in an order in which they can have come, for brains that go by the order."""
        sides = [[cell for cell, mark in self._start_marks(board).items() if mark == name] for name in "XO"]
        cells = [sides[count % 2][count // 2] for count in range(len(sides[0]) + len(sides[1]))]
        cells += board.history
        mine = len(cells) % 2
        stones = (f"{self._place(cell)},{1 if count % 2 == mine else 2}" for count, cell in enumerate(cells))
        return ["BOARD", *stones, "DONE"]

    def _start_marks(self, board: Board) -> dict[str, Any]:
        start = board.copy()
        while start.history:
            start.pop()
        return self.game.picture(start.position).marks

    def _place(self, cell: str) -> str:
        """A cell as the protocol counts: x to the right, y downward, from 0 at the top left."""
        place = read_cell(cell)
        assert place is not None
        return f"{place[0]},{self.game.rows - 1 - place[1]}"

    def _cell_at(self, x: int, y: int) -> str:
        if x >= self.game.columns or y >= self.game.rows:
            size = f"{self.game.columns}x{self.game.rows}"
            raise ProgramError(f"{self.name} wants to play {x},{y}, which is not on the board of {size}")
        return cell_name(x, self.game.rows - 1 - y)
