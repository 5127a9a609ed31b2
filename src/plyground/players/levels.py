"""The computer at six levels, which mean the same in every game: how far it looks, and how carelessly."""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from plyground.players.player import Choice, chance_for, refuse_finished, refuse_impossible

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.engine import Info, Line, Score
    from plyground.game import Game


@dataclass(frozen=True)
class Level:
    """How far and how carelessly a player looks."""

    digit: str
    word: str
    meaning: str
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    sees: int | None = None
    """A forced end of the game that is more plies away goes unnoticed."""
    noise: float = 0.0
    """How far its judgement of a move is off, measured by how much the moves differ."""
    slips: float = 0.0
    """How often it looks less far than it could."""
    slip_depth: int = 1
    """How far it looks then."""

    @property
    def name(self) -> str:
        """How people call it."""
        return f"level {self.digit}" if self.digit.isdigit() else self.digit

    @property
    def is_perfect(self) -> bool:
        """Whether it plays as well as it can, with no limit but time."""
        return self.nodes is None and self.depth is None

    @property
    def title(self) -> str:
        """What can be typed for it."""
        return f"{self.digit} ({self.word})" if self.digit.isdigit() else self.digit


ALL_LEVELS: Final = (
    Level(
        "1",
        "novice",
        "takes a win, seldom looks at the answer to its move, and goes by the look of things",
        depth=2,
        sees=2,
        noise=2.0,
        slips=0.9,
    ),
    Level(
        "2",
        "beginner",
        "mostly sees what the answer to its move can be, but no threat beyond that",
        depth=2,
        sees=2,
        noise=1.0,
        slips=0.45,
    ),
    Level(
        "3",
        "amateur",
        "never overlooks the answer, sees double threats, and is a little off in its judgement",
        depth=2,
        sees=4,
        noise=0.5,
    ),
    Level("4", "expert", "plays the best of 15 000 positions that it looks at", nodes=15_000),
    Level("5", "master", "plays the best of 100 000 positions that it looks at", nodes=100_000),
    Level("perfect", "perfect", "the strongest there is: proven play where it finds the proof", seconds=3.0),
)
LEVELS: Final[tuple[str, ...]] = tuple(level.digit for level in ALL_LEVELS)

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
SEEN: Final = 25_000
"""Between the largest estimate and the smallest proven result."""
NONSENSE: Final = 1.25
"""A move that is worse than most by so many times the usual difference is made by nobody."""
FORCED_NODES: Final = 100_000
"""How much thought an only move is worth, for the sake of a judgement."""


def describe_levels() -> list[tuple[str, str, str]]:
    """Each level's digit, its word, and what it means in one line."""
    return [(level.digit, level.word, level.meaning) for level in ALL_LEVELS]


def read_level(who: str) -> Level | None:
    """The level with this digit or word, with or without "level" in front.

    >>> read_level("level 1").word, read_level("Master").digit, read_level("hal")
    ('novice', '5', None)
    """
    wanted = who.strip().casefold().removeprefix("level").strip()
    return next((level for level in ALL_LEVELS if wanted in (level.digit, level.word)), None)


class Computer:
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
        from plyground.engine import Engine  # loads Numba, which a list of levels must not

        refuse_impossible(seconds=seconds, depth=depth, nodes=nodes, threads=threads)
        own = level.seconds if depth is nodes is None else None
        self.level = replace(
            level,
            seconds=own if seconds is None else seconds,
            depth=smaller(level.depth, depth),
            nodes=smaller(level.nodes, nodes),
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
        clock = Clock(self.level.seconds)
        chance = chance_for(self.seed, board)
        level = self.level
        if chance.random() < level.slips:
            level = replace(level, depth=level.slip_depth, sees=level.sees and level.slip_depth)
        line, depth = (self._glance if level.noise else self._think)(level, board, clock, chance)
        return Choice(line.move, line.score, line.moves, depth, clock.spent)

    def _glance(self, level: Level, board: Board, clock: Clock, chance: random.Random) -> tuple[Line, int]:
        """Judge every move a little wrongly and take the one that looks best."""
        every = len(board.legal_moves)
        info = self._search(board, clock, depth=level.depth, nodes=level.nodes, lines=every)
        worths = judged([line.score for line in info.lines], level.sees)
        best = max(worths)
        if abs(best) >= SEEN:
            return chance.choice(equal_to(best, info.lines, worths)), info.depth
        alive = [worth for worth in worths if worth > -SEEN]
        spread = statistics.pstdev(alive)
        sane = statistics.fmean(alive) - NONSENSE * spread
        felt = [worth + chance.gauss(0, level.noise * spread) if worth >= sane else -SEEN for worth in worths]
        return chance.choice(equal_to(max(felt), info.lines, felt)), info.depth

    def _think(self, level: Level, board: Board, clock: Clock, chance: random.Random) -> tuple[Line, int]:
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

    def _is_late(self, clock: Clock) -> bool:
        return self._stopped.is_set() or clock.left == 0

    def _search(
        self,
        board: Board,
        clock: Clock,
        *,
        depth: int | None,
        nodes: int | None,
        lines: int = 1,
        share: float = 1.0,
    ) -> Info:
        seconds = None if clock.left is None else clock.left * share
        return self.engine.search(
            board, depth=depth, nodes=nodes, seconds=seconds, lines=lines, progress=self._heed
        )

    def _heed(self, info: Info) -> None:
        """Stop again, in case that `stop` came just before the search began."""
        if self._stopped.is_set():
            self.engine.stop()


def smaller(one: int | None, other: int | None) -> int | None:
    """The stricter of two limits, where None is no limit.

    >>> smaller(3, None), smaller(3, 2), smaller(None, None)
    (3, 2, None)
    """
    return min((each for each in (one, other) if each is not None), default=None)


class Clock:
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


def judged(scores: list[Score], sees: int | None) -> list[int]:
    """A number for each score; a result that is too far away to be seen only looks very good or bad."""
    seen = [score.rank for score in scores if not is_decided(score)]
    low, high = min(seen, default=0), max(seen, default=0)
    worths = []
    for score in scores:
        if is_decided(score) and sees is not None and (score.distance or 0) > sees:
            worths.append(high if score.value == "win" else low)
        else:
            worths.append(score.rank)
    return worths


def is_decided(score: Score) -> bool:
    """Whether this is a proven win or loss."""
    return score.value in ("win", "loss")


def equal_to(best: float, lines: Sequence[Line], worths: Sequence[float]) -> list[Line]:
    """The lines that are worth as much as the best."""
    return [line for line, worth in zip(lines, worths, strict=True) if worth == best]


def is_as_good(score: Score, best: Score) -> bool:
    """Whether nothing is lost by taking this instead of the best."""
    return score.value in (best.value, "win") and score.rank >= best.rank
