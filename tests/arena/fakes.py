"""Players that do everything a player should not do, found by their names like real ones."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.players import Choice, Player
from plyground.score import Score
from plyground.seats import seat as real_seat

SEAT_FUNCTION = f"{__name__}:seat"
NOTES = "ARENA_NOTES"
"""In this folder a player writes down which processes there are."""


def seat(who: str, game: Game, **options: Any) -> Player | None:
    """A fake, or whoever else has this name."""
    if who == "unseatable":
        raise ValueError("no such chair")
    if who == "refuses":
        raise PlygroundError("I do not play this")
    if who in FAKES:
        return FAKES[who](who, options)
    return real_seat(who, game, **options)


class Fake:
    """Makes the first legal move."""

    def __init__(self, who: str, options: dict[str, Any]) -> None:
        self.name = who
        self.options = options
        self.asked = 0

    def prepare(self) -> None:
        """Nothing to do."""

    def stop(self) -> None:
        """Nothing to stop."""

    def choose(self, board: Board) -> Choice:
        """From its second move on, what it was made for."""
        self.asked += 1
        move = board.legal_moves[0]
        if self.asked > 1:
            move = self.misbehave(board, move)
        return Choice(move, None, (move,), 0, 0.0)

    def misbehave(self, board: Board, move: str) -> str:
        """What it was made for."""
        return move


class Dice(Fake):
    """Any move, by its seed."""

    def choose(self, board: Board) -> Choice:
        move = random.Random(f"{self.options['seed']} {board.history}").choice(board.legal_moves)
        return Choice(move, None, (move,), 0, 0.0)


class Crash(Fake):
    def misbehave(self, board: Board, move: str) -> str:
        return move * (1 // 0)


class Leave(Fake):
    def misbehave(self, board: Board, move: str) -> str:
        sys.exit("enough")


class Die(Fake):
    def misbehave(self, board: Board, move: str) -> str:
        os._exit(3)


class Fault(Fake):
    def misbehave(self, board: Board, move: str) -> str:
        os.kill(os.getpid(), signal.SIGSEGV)
        return move


class Killed(Fake):
    """Is killed, as if somebody else had done it."""

    def misbehave(self, board: Board, move: str) -> str:
        os.kill(os.getpid(), signal.SIGKILL)
        return move


class KilledOnce(Fake):
    """The first time only."""

    def misbehave(self, board: Board, move: str) -> str:
        note = Path(os.environ[NOTES]) / "killed"
        if not note.exists():
            note.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return move


class Wrong(Fake):
    def misbehave(self, board: Board, move: str) -> str:
        return "z\n99"


class Taken(Fake):
    def misbehave(self, board: Board, move: str) -> str:
        return board.history[0]


class Nothing(Fake):
    def choose(self, board: Board) -> Choice:
        return None  # type: ignore[return-value]


class Slow(Fake):
    def misbehave(self, board: Board, move: str) -> str:
        time.sleep(2.5)
        return move


class Hang(Fake):
    """Never answers, and has started a program that does not end either."""

    def misbehave(self, board: Board, move: str) -> str:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        if NOTES in os.environ:
            (Path(os.environ[NOTES]) / f"{os.getpid()}").touch()
            (Path(os.environ[NOTES]) / f"{child.pid}").touch()
        while True:  # asleep, as whoever ends it does so from outside
            time.sleep(600)


class Unready(Fake):
    def prepare(self) -> None:
        time.sleep(600)


class Talker(Fake):
    """Prints, reads and changes the board, but plays well enough."""

    def misbehave(self, board: Board, move: str) -> str:
        print('{"move": "b2", "seconds": 0}')
        os.write(1, b'{"crashed": "no"}\n')
        sys.stdin.read()
        board.push(move)
        return move


class Sticky(Fake):
    """Does not go when the game is over."""

    def close(self) -> None:
        time.sleep(600)


class MixedUp(Fake):
    """Takes its answers from whoever sat down first in its process."""

    first = ""

    def __init__(self, who: str, options: dict[str, Any]) -> None:
        super().__init__(who, options)
        MixedUp.first = MixedUp.first or who

    def choose(self, board: Board) -> Choice:
        move = board.legal_moves[0 if MixedUp.first == "mixed a" else -1]
        return Choice(move, None, (move,), 0, 0.0)


class MixedUpScore(MixedUp):
    """The same move, but another thought."""

    def choose(self, board: Board) -> Choice:
        move = board.legal_moves[0]
        score = Score(estimate=0 if MixedUp.first == "score a" else 777)
        return Choice(move, score, (move,), 0, 0.0)


class Fickle(Fake):
    """Any move, whatever the seed."""

    def choose(self, board: Board) -> Choice:
        move = random.SystemRandom().choice(board.legal_moves)
        return Choice(move, None, (move,), 0, 0.0)


FAKES = {
    "mixed a": MixedUp,
    "mixed b": MixedUp,
    "score a": MixedUpScore,
    "score b": MixedUpScore,
    "fickle": Fickle,
    "plain": Fake,
    "dice": Dice,
    "crash": Crash,
    "leave": Leave,
    "die": Die,
    "fault": Fault,
    "killed": Killed,
    "killed once": KilledOnce,
    "wrong": Wrong,
    "taken": Taken,
    "nothing": Nothing,
    "slow": Slow,
    "hang": Hang,
    "unready": Unready,
    "talker": Talker,
    "sticky": Sticky,
}
