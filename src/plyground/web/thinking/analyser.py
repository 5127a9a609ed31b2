"""Analyses positions for many pages at once, a slice of time after the other."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Final

from plyground.board import Board
from plyground.engine import Engine, Info, Line, Score
from plyground.game import Game
from plyground.hint import Hint, find_hint
from plyground.memory import MEGABYTE
from plyground.players.plain_player import PlainPlayer, PlainResult
from plyground.solver.proving_engine import ProvingEngine
from plyground.solver.selection import has_dfpn_prover
from plyground.web.messages import AnalysisMessage
from plyground.web.thinking.pool import Pool
from plyground.web.thinking.position_analysis import LINES, PositionAnalysis
from plyground.web.thinking.search_queue import SearchPhase, SearchQueue, SearchTask

PAUSE: Final = 0.1
"""Seconds between two messages."""
PLAN: Final = ((True, 0.03), (True, 0.15), (False, 0.65), (True, 1.0))
"""First every move until a share of the time is gone, then the best lines, then every move again."""
THREAT_SHARE: Final = 0.1
"""The share of the time that goes to the threat, besides."""
THREAT_SECONDS: Final = 2.0
"""The most that goes to the threat."""
THREAT_MEMORY: Final = 16
"""A table of its own, in MB: after a pass the same marks stand with the other side to move."""
WORKSPACE_MEMORY: Final = 32
"""What two engines take beside their tables, in MB."""
NEARLY: Final = 0.98
"""A search that ends before this share of its time has nothing left to find out."""


@dataclass(frozen=True)
class Asker:
    """Who wants a search."""

    owner: str
    """The page or the game; it has one search at a time."""
    address: str


class Analyser:
    """Analyses positions, and remembers the newest analysis of each page."""

    def __init__(self, searches: SearchQueue, memory: int, most_values: int) -> None:
        self.searches = searches
        self.memory = memory
        self.most_values = most_values
        self.engines: Pool[Engine] = Pool(
            max(2, searches.total) * (memory + THREAT_MEMORY + WORKSPACE_MEMORY) * MEGABYTE,
            lambda engine: engine.bytes,
        )
        """Those that searches leave behind, about as much as they need at once."""
        self._newest: dict[Asker, PositionAnalysis] = {}

    async def analyse(
        self, board: Board, seconds: float, asker: Asker, post: Callable[[AnalysisMessage], None]
    ) -> None:
        """Think about a position for some seconds, and send what is found again and again."""
        analysis = self._newest[asker] = PositionAnalysis(board)
        if board.is_over:
            post(analysis.message("done"))
            return

        def post_wait(phase: SearchPhase, ahead: int) -> None:
            if phase != "searching":
                post(analysis.message("plain" if analysis.how else phase, ahead))

        if not await self.searches.is_soon_ready(board.game):
            await self._look_plainly(analysis, asker, post)
        every = min(len(board.legal_moves), self.most_values)
        for everything, share in PLAN:
            lines = every if everything else min(LINES, every)
            done = False
            while not done and analysis.seconds < seconds * share:
                left = seconds * share - analysis.seconds
                done = await self.searches.run(
                    board.game,
                    partial(self._search_lines, analysis=analysis, seconds=left, lines=lines, post=post),
                    owner=asker.owner,
                    address=asker.address,
                    urgent=False,
                    on_phase=post_wait,
                )
            await self._find_threat(analysis, seconds, asker, post_wait)
            if everything and done:
                break
        post(analysis.message("done"))

    def forget(self, asker: Asker) -> None:
        """Drop the analysis of a page that has gone."""
        self._newest.pop(asker, None)

    async def find_hint(self, board: Board, seconds: float, address: str) -> Hint:
        """A hint. If an analysis of this position was sent to this address, it is what that says."""
        for asker, analysis in self._newest.items():
            if asker.address == address and analysis.is_about(board) and (hint := analysis.hint):
                return hint

        owner = f"hint {address}"
        if not await self.searches.is_soon_ready(board.game):
            found = await self._search_plainly(board, Asker(owner, address), urgent=True)
            return Hint(board.copy(), found.score, (found.move,), found.words)

        def search(task: SearchTask[Hint]) -> Hint:
            with self.engine(board) as engine, task.stoppable(engine.stop):
                return find_hint(engine, board, seconds=seconds)

        return await self.searches.run(board.game, search, owner=owner, address=address, urgent=True)

    async def evaluate(self, board: Board, seconds: float, address: str) -> Score:
        """What a position is worth to the side to move."""

        def search(task: SearchTask[Score]) -> Score:
            with self.engine(board) as engine, task.stoppable(engine.stop):
                return engine.search(board, seconds=seconds).score

        return await self.searches.run(
            board.game, search, owner=f"attempt {address}", address=address, urgent=True
        )

    async def _look_plainly(
        self, analysis: PositionAnalysis, asker: Asker, post: Callable[[AnalysisMessage], None]
    ) -> None:
        """Send what plain Python sees, while the game is being compiled."""
        found = await self._search_plainly(analysis.board, asker, urgent=False)
        line = Line(found.score, (found.move,))
        analysis.add(Info(found.depth, (line,), found.nodes, found.seconds, 0.0, found.score), found.words)
        post(analysis.message("plain"))

    async def _search_plainly(self, board: Board, asker: Asker, *, urgent: bool) -> PlainResult:
        """Search without the engine, and have it compiled meanwhile."""
        self.searches.begin_compiling(board.game, urgent=True)
        plain = PlainPlayer(board.game)

        def search(task: SearchTask[PlainResult]) -> PlainResult:
            with task.stoppable(plain.stop):
                return plain.search(board)

        return await self.searches.run(
            board.game, search, owner=asker.owner, address=asker.address, urgent=urgent, needs_engine=False
        )

    async def _find_threat(
        self,
        analysis: PositionAnalysis,
        seconds: float,
        asker: Asker,
        on_phase: Callable[[SearchPhase, int], None],
    ) -> None:
        """Find the threat, once, if it is not known yet."""
        left = 0.0 if analysis.passed_info else min(THREAT_SECONDS, seconds * THREAT_SHARE)
        while left > 0:
            left = await self.searches.run(
                analysis.board.game,
                partial(self._search_threat, analysis=analysis, seconds=left),
                owner=asker.owner,
                address=asker.address,
                urgent=False,
                on_phase=on_phase,
            )

    def _search_threat(self, task: SearchTask[float], analysis: PositionAnalysis, seconds: float) -> float:
        """Search for a while; gives the seconds that are left if it had to make room."""
        board = analysis.passed
        if board is None or board.is_over:
            return 0.0
        info: Info | None = None
        kind = (board.game.full_name, "passed")
        with (
            self.engines.borrow(kind, lambda: Engine(board.game, memory=THREAT_MEMORY)) as engine,
            task.stoppable(engine.stop),
        ):
            for info in engine.analyse(board, seconds=seconds):
                analysis.passed_info = info
        return seconds - info.seconds if task.stopped and info is not None else 0.0

    def _search_lines(
        self,
        task: SearchTask[bool],
        analysis: PositionAnalysis,
        seconds: float,
        lines: int,
        post: Callable[[AnalysisMessage], None],
    ) -> bool:
        """Search for a while; whether the search ended by itself, with nothing left to find out."""
        board = analysis.board
        nodes, spent, posted = analysis.nodes, analysis.seconds, 0.0
        info: Info | None = None
        with self.engine(board) as engine, task.stoppable(engine.stop):
            for info in engine.analyse(board, seconds=seconds, lines=lines):
                analysis.add(info)
                analysis.nodes, analysis.seconds = nodes + info.nodes, spent + info.seconds
                if time.monotonic() - posted >= PAUSE:
                    post(analysis.message("searching"))
                    posted = time.monotonic()
        assert info is not None
        return not task.stopped and info.seconds < seconds * NEARLY

    def engine(self, board: Board) -> AbstractContextManager[Engine]:
        """An engine for this game, for a while."""
        game = board.game
        return self.engines.borrow(game.full_name, lambda: self._new_engine(game))

    def _new_engine(self, game: Game) -> Engine:
        """An engine whose tables take as much as an analysis may have, those of a prover included."""
        if not has_dfpn_prover(game):
            return ProvingEngine(game, memory=self.memory)
        half = max(1, self.memory // 2)
        return ProvingEngine(game, memory=half, prover_memory=half)
