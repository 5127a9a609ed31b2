"""A process in which the two players of a game think, so that nothing they do can harm the tournament.

It is asked in lines of JSON on its standard input and answers in lines of JSON on its standard output. What
players print goes nowhere. It ends when its input ends, even in the middle of a thought, and when
nobody has asked anything for a while. It also calls any other function by its name, for whoever has work for
the same cores (see `function_call`).
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, TYPE_CHECKING, Any, Final

from plyground.errors import PlygroundError
from plyground.protocols.process import keep_in_own_group

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.game import Game
    from plyground.players import Player

IDLE: Final = 120.0
"""Seconds without a question after which the process ends."""


def main() -> None:
    """Answer questions until there are no more."""
    keep_in_own_group()
    questions, answers = _channels()
    asked: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(questions, asked), daemon=True).start()
    server = PlayerServer()
    while True:
        try:
            question = asked.get(timeout=IDLE)
        except Empty:
            _exit()
        answers.write(json.dumps(server.answer(question)) + "\n")
        answers.flush()


def _channels() -> tuple[IO[str], IO[str]]:
    """The pipes of questions and answers, moved to where no player finds them."""
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nowhere, stream)
    return questions, answers


def _listen(questions: IO[str], asked: SimpleQueue[Any]) -> None:
    for line in questions:
        asked.put(json.loads(line))
    _exit()


def _exit() -> None:
    """End at once, with every program that a player has started."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(0)


class PlayerServer:
    """The board as the players see it, and the players."""

    def __init__(self) -> None:
        self.players: dict[int, Player] = {}
        self.game: Game | None = None

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """What to say to a question; an exception of a player is an answer too."""
        commands: dict[str, Callable[..., dict[str, Any]]] = {
            "seat": self.seat,
            "choose": self.choose,
            "call": self.call,
            "close": self.close,
        }
        try:
            return commands[question.pop("ask")](**question)
        except PlygroundError as error:
            return {"refused": _one_line(str(error))}
        except BaseException as error:  # a player may raise anything, SystemExit too
            return {"crashed": exception_line(error)}

    def seat(
        self, side: int, game: str, seat_function: str, who: str, options: dict[str, Any]
    ) -> dict[str, Any]:
        """Seat a player and let it get ready."""
        from plyground.catalogue import find

        if self.game is None:
            self.game = find(game)
        player = function_named(seat_function)(who, self.game, **options)
        if player is None:
            raise PlygroundError(f"{who} cannot play here: a tournament is for computers")
        self.players[side] = player
        player.prepare()
        return {"name": _one_line(str(player.name))}

    def choose(self, side: int, moves: list[str]) -> dict[str, Any]:
        """Ask a player for a move, with the clock running."""
        board = self._board(moves)
        began = time.perf_counter()
        choice = self.players[side].choose(board)
        seconds = time.perf_counter() - began
        move = getattr(choice, "move", None)
        if not isinstance(move, str):
            return {"seconds": seconds, "said": _one_line(repr(choice))}
        score = getattr(choice, "score", None)
        return {
            "seconds": seconds,
            "move": move[:200],
            "score": None if score is None else _one_line(str(score)),
        }

    def call(self, function: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """What a function answers."""
        return {"answer": function_named(function)(**arguments)}

    def close(self) -> dict[str, Any]:
        """The game is over: close the players and forget them."""
        players, self.players, self.game = list(self.players.values()), {}, None
        for player in players:
            close = getattr(player, "close", None)
            with suppress(Exception):
                if close is not None:
                    close()
        return {}

    def _board(self, moves: list[str]) -> Board:
        """A new board for each question, as a player might change it."""
        from plyground.board import Board

        assert self.game is not None
        return Board(self.game, moves)


def function_named(name: str) -> Callable[..., Any]:
    """The function that is written as its module and its name, with a colon between them."""
    module, _, plain = name.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), plain)
    return found


def exception_line(error: BaseException) -> str:
    """An exception in one line, with the place where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""
    try:
        what = str(error)
    except Exception:
        what = ""
    return _one_line(type(error).__name__ + (f": {what}" if what else "")) + place


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 200 else line[:197] + "..."
