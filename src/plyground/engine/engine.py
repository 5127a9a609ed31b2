"""The engine: the public interface to the search of one game."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from plyground.board import Board
from plyground.engine.analysis import Analysis
from plyground.engine.compiled import CompiledSearch
from plyground.engine.info import ChoiceLimits, Info, SearchLimits, final_info
from plyground.engine.search_run import SearchRun
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.memory import check_resources
from plyground.tables.folder import attach_endgames


class Engine:
    """Searches the positions of one game.

    >>> engine = Engine(Board("noughts").game)
    >>> info = engine.search(Board("noughts", "b2 a1 c3 c1"), depth=5)
    >>> info.best, str(info.score)
    ('b1', 'draw')
    """

    def __init__(self, game: Game, *, threads: int = 1, memory: int = 64) -> None:
        check_resources(threads, memory)
        self.game = game
        self.threads = threads
        self.memory = memory
        attach_endgames(game)
        self.compiled = CompiledSearch(game, threads=threads, memory=memory)
        self._lock = threading.Lock()

    @property
    def is_ready(self) -> bool:
        """Whether the search is compiled."""
        return self.compiled.is_ready

    def prepare(self) -> None:
        """Compile the search now, or load it from the disk, instead of at the first question."""
        self.compiled.prepare()

    def stop(self) -> None:
        """End the search under way, from any thread; its last answer follows at once."""
        self.compiled.stop()

    @contextmanager
    def reserve(self) -> Iterator[None]:
        """Keep the engine for oneself, compiled and not stopped, for as long as the block lasts."""
        if not self._lock.acquire(blocking=False):
            raise PlygroundError("this engine is already searching")
        try:
            self.prepare()
            self.compiled.resume()
            yield
        finally:
            self._lock.release()

    @property
    def bytes(self) -> int:
        """The memory of its tables and of all that it searches with."""
        return self.compiled.bytes

    @property
    def fill(self) -> float:
        """How full the transposition table is, 0 to 1."""
        return self.compiled.fill

    def clear(self) -> None:
        """Forget everything."""
        self.compiled.clear()

    def search(
        self,
        board: Board,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
        longest: float | None = None,
        progress: Callable[[Info], None] | None = None,
    ) -> Info:
        """The engine's final answer; `progress` is called after each finished depth."""
        for info in self.analyse(
            board, depth=depth, nodes=nodes, seconds=seconds, lines=lines, longest=longest
        ):
            if progress is not None:
                progress(info)
        return info

    def analyse(
        self,
        board: Board,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
        longest: float | None = None,
    ) -> Analysis:
        """An `Info` per finished depth, and last the final answer; a notebook shows it as a live line.

        Goes on until a limit is reached, `stop` is called, or everything asked for is known for certain. If
        the score is falling when the seconds are over, it goes on for as many as `longest` in all; if there
        is only one move that can be any good, it takes a small part of them.
        With one thread and a limit of depth or nodes the answer is the same every time.
        """
        limits = SearchLimits(depth, nodes, seconds, lines, longest)
        self._check_game(board)
        if board.is_over:
            return Analysis(board, iter([final_info(board)]), self.stop)
        searched = board.copy(self.game)
        return Analysis(searched.copy(), self.run(searched, limits), self.stop)

    def choose(self, board: Board, limits: ChoiceLimits, is_stopped: Callable[[], bool]) -> Info:
        """What a level chooses on a board that is not over: the only line of an `Info`.

        If `is_stopped` says so, it chooses at once: a `stop` that came before the search began counts too.
        """
        self._check_game(board)
        with self.reserve():
            if is_stopped():
                self.stop()
            (info,) = SearchRun(self.compiled, board.copy(self.game), limits).infos()
            return info

    def _check_game(self, board: Board) -> None:
        if board.game != self.game:
            raise PlygroundError(f"this engine plays {self.game.full_name}, not {board.game.full_name}")

    def run(self, board: Board, limits: SearchLimits) -> Iterator[Info]:
        """Search a board of this engine's game that is not over; see `analyse`."""
        with self.reserve():
            yield from SearchRun(self.compiled, board, limits).infos()
