"""The engine as a player at a level: it plays as far and as carelessly as its level says."""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from plyground.engine import Engine, Info, Line, Score
from plyground.players.levels import Level
from plyground.players.player import Choice, chance_for, refuse_finished, refuse_impossible

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.game import Game

SMALL_MEMORY: Final = 4
"""Megabytes: more than enough for what levels 1 to 5 look at."""
MOST_EQUALS: Final = 6
"""How many moves a strong player compares when it varies its choice."""
SHALLOW: Final = 3
"""How deep it looks to find moves that may be as good as the best."""
MOST_TRIED: Final = 2
"""How many of those it looks at closely."""
MAIN_SHARE: Final = 0.75
"""How much of its time goes into finding the best move."""
DECISIVE: Final = 25_000
"""Between the largest estimate and the smallest proven result."""
NONSENSE: Final = 1.25
"""A move that is worse than the mean by this many standard deviations is never made."""
FORCED_NODES: Final = 100_000
"""How much thought an only move is value, for the sake of a judgement."""


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
        chance = chance_for(self.seed, board)
        level = self.level
        if chance.random() < level.slips:
            level = replace(level, depth=level.slip_depth, sees=level.sees and level.slip_depth)
        choose = self._choose_with_noise if level.noise else self._choose_best
        line, depth = choose(level, board, clock, chance)
        return Choice(line.move, line.score, line.moves, depth, clock.spent)

    def _choose_with_noise(
        self, level: Level, board: Board, clock: MoveClock, chance: random.Random
    ) -> tuple[Line, int]:
        """Judge every move a little wrongly and take the one that looks best."""
        every = len(board.legal_moves)
        info = self._search(board, clock, depth=level.depth, nodes=level.nodes, lines=every)
        values = visible_values([line.score for line in info.lines], level.sees)
        best = max(values)
        if abs(best) >= DECISIVE:
            return chance.choice(lines_of_value(best, info.lines, values)), info.depth
        alive = [value for value in values if value > -DECISIVE]
        spread = statistics.pstdev(alive)
        sane = statistics.fmean(alive) - NONSENSE * spread
        felt = [
            value + chance.gauss(0, level.noise * spread) if value >= sane else -DECISIVE for value in values
        ]
        return chance.choice(lines_of_value(max(felt), info.lines, felt)), info.depth

    def _choose_best(
        self, level: Level, board: Board, clock: MoveClock, chance: random.Random
    ) -> tuple[Line, int]:
        """Find the best move and, as far as that costs little, another that is as good."""
        nodes = FORCED_NODES if level.nodes is None and len(board.legal_moves) == 1 else level.nodes
        info = self._search(board, clock, depth=level.depth, nodes=nodes, share=MAIN_SHARE)
        best = info.lines[0]
        look = min(info.depth, SHALLOW)
        if look < 1 or len(board.legal_moves) == 1 or self._is_late(clock):
            return best, info.depth
        few = None if level.nodes is None else level.nodes // 4
        others = self._search(board, clock, depth=look, nodes=few, lines=MOST_EQUALS).lines
        moves = [line.move for line in others]
        chance.shuffle(moves)
        for move in moves[:MOST_TRIED]:
            if move == best.move or self._is_late(clock):
                break
            child = board.copy()
            child.push(move)
            reply = self._search(child, clock, depth=max(1, info.depth - 1), nodes=few)
            score = reply.score.for_parent
            deep_enough = reply.depth >= info.depth - 1 or score.is_proven
            if deep_enough and is_as_good(score, best.score):
                return replace(best, score=score, moves=(move, *reply.line)), info.depth
        return best, info.depth

    def _is_late(self, clock: MoveClock) -> bool:
        return self._stopped.is_set() or clock.left == 0

    def _search(
        self,
        board: Board,
        clock: MoveClock,
        *,
        depth: int | None,
        nodes: int | None,
        lines: int = 1,
        share: float = 1.0,
    ) -> Info:
        seconds = None if clock.left is None else clock.left * share
        return self.engine.search(
            board, depth=depth, nodes=nodes, seconds=seconds, lines=lines, progress=self._stop_if_asked
        )

    def _stop_if_asked(self, info: Info) -> None:
        """Stop again, in case that `stop` came just before the search began."""
        if self._stopped.is_set():
            self.engine.stop()


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


def visible_values(scores: list[Score], sees: int | None) -> list[int]:
    """A number for each score; a result that is too far away to be seen only looks very good or bad."""
    seen = [score.rank for score in scores if not is_decided(score)]
    low, high = min(seen, default=0), max(seen, default=0)
    values = []
    for score in scores:
        if is_decided(score) and sees is not None and (score.distance or 0) > sees:
            values.append(high if score.value == "win" else low)
        else:
            values.append(score.rank)
    return values


def is_decided(score: Score) -> bool:
    """Whether this is a proven win or loss."""
    return score.value in ("win", "loss")


def lines_of_value(best: float, lines: Sequence[Line], values: Sequence[float]) -> list[Line]:
    """The lines that are worth as much as the best."""
    return [line for line, value in zip(lines, values, strict=True) if value == best]


def is_as_good(score: Score, best: Score) -> bool:
    """Whether nothing is lost by taking this instead of the best."""
    return score.value in (best.value, "win") and score.rank >= best.rank
