"""The engine as a player at a level: it plays as far and as carelessly as its level says."""

from __future__ import annotations

import secrets
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from plyground.contract import WORD
from plyground.engine import Engine, Line
from plyground.engine.chance import add_to_chance
from plyground.engine.info import ChoiceLimits
from plyground.players.levels import Level
from plyground.players.player import Choice, refuse_finished, refuse_impossible

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.game import Game

SMALL_MEMORY: Final = 4
"""Megabytes: more than enough for what levels 1 to 5 look at."""


class EnginePlayer:
    """The engine at a level.

    With a seed the choice depends on nothing but the seed and the moves made so far (for `perfect`, as long
    as time does not decide). Levels 1 to 5 think with one thread and little memory, on every machine alike.
    """

    def __init__(
        self,
        level: Level,
        game: Game,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        seed: int | None = None,
        threads: int = 1,
        memory: int = 16,
    ) -> None:
        refuse_impossible(seconds=seconds, depth=depth, nodes=nodes, threads=threads)
        own = level.seconds if depth is nodes is None else None
        self.level = replace(
            level,
            seconds=own if seconds is None else seconds,
            depth=stricter(level.depth, depth),
            nodes=stricter(level.nodes, nodes),
        )
        self.name = level.name
        self.seed = seed
        self.is_perfect = level.is_perfect
        if not self.is_perfect:
            threads, memory = 1, min(memory, SMALL_MEMORY)
        self.engine = Engine(game, threads=threads, memory=memory)
        self._stopped = threading.Event()

    @property
    def bytes(self) -> int:
        """The memory of all that it thinks with."""
        return self.engine.bytes

    def prepare(self) -> None:
        """Compile the search, or load it from the disk."""
        self.engine.prepare()

    def stop(self) -> None:
        """Answer now, from any thread."""
        self._stopped.set()
        self.engine.stop()

    def choose(self, board: Board) -> Choice:
        """The move that this level makes."""
        refuse_finished(board)
        self.prepare()
        self._stopped.clear()
        if self.seed is not None or not self.is_perfect:
            self.engine.clear()
        clock = MoveClock(self.level.seconds)
        line, depth = self._choose(board, clock)
        return Choice(line.move, line.score, line.moves, depth, clock.spent)

    def _choose(self, board: Board, clock: MoveClock) -> tuple[Line, int]:
        """The move with what follows, and how deep the search was: see `plyground.engine.level_choice`."""
        level = self.level
        limits = ChoiceLimits(
            depth=level.depth,
            nodes=level.nodes,
            seconds=clock.left,
            sees=level.sees,
            noise=level.noise,
            slips=level.slips,
            slip_depth=level.slip_depth,
            chance=chance_word(self.seed, board),
        )
        info = self.engine.choose(board, limits, self._stopped.is_set)
        return info.lines[0], info.depth

    def _is_late(self, clock: MoveClock) -> bool:
        return self._stopped.is_set() or clock.left == 0


def stricter(one: int | None, other: int | None) -> int | None:
    """The stricter of two limits, where None is no limit.

    >>> stricter(3, None), stricter(3, 2), stricter(None, None)
    (3, 2, None)
    """
    return min((each for each in (one, other) if each is not None), default=None)


class MoveClock:
    """Time spent and time left for one move."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self.began = time.perf_counter()

    @property
    def spent(self) -> float:
        """Seconds since the question."""
        return time.perf_counter() - self.began

    @property
    def left(self) -> float | None:
        """Seconds until an answer is due, None for as many as it takes."""
        return None if self.seconds is None else max(0.0, self.seconds - self.spent)


def chance_word(seed: int | None, board: Board) -> int:
    """Chance that depends on nothing but a seed and the moves so far; without a seed, on nothing at all.

    >>> from plyground.board import Board
    >>> chance_word(7, Board("noughts", "b2")) == chance_word(7, Board("noughts", "b2"))
    True
    >>> chance_word(7, Board("noughts", "b2")) == chance_word(7, Board("noughts", "a1"))
    False
    """
    chance = np.zeros(1, np.uint64)
    for number in (secrets.randbits(64) if seed is None else seed, *board.numbers):
        add_to_chance(chance, int(number) & WORD)
    return int(chance[0])
