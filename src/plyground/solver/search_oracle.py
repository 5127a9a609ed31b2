"""Proof by plain search: deeper and deeper until nothing is left open."""

from __future__ import annotations

from plyground.board import Board
from plyground.engine import Engine, Info
from plyground.game import Game
from plyground.solver.oracle import Judgement, Progress, Tell


class SearchOracle:
    """Asks the engine until its answer is proven.

    >>> oracle = SearchOracle(Board("noughts").game)
    >>> str(oracle.judge(Board("noughts", "b2 b1 a3 c1 a1"), exact=True).score)
    'loss in 2 plies'
    """

    how = "search"

    def __init__(self, game: Game, *, threads: int = 1, memory: int = 1024) -> None:
        self.engine = Engine(game, threads=threads, memory=memory)
        self._stopped = False

    def prepare(self, tell: Tell | None = None) -> None:
        """Compile the search, or load it from the disk."""
        self.engine.prepare()

    def stop(self) -> None:
        """End the search under way."""
        self._stopped = True
        self.engine.stop()

    def judge(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        exact: bool = False,
        tell: Tell | None = None,
    ) -> Judgement | None:
        """Search until the value, or with `exact` the distance too, is known."""
        self._stopped = False
        proven: Info | None = None
        for info in self.engine.analyse(board, seconds=seconds):
            if self._stopped:
                self.engine.stop()
            if tell is not None:
                tell(progress_of(info))
            if info.score.is_proven:
                proven = info
                if not exact:
                    break
        return None if proven is None else Judgement(proven.score, proven.line, proven.nodes)


def progress_of(info: Info) -> Progress:
    """How far a search has come."""
    return Progress(
        f"depth {info.depth}", info.nodes, info.seconds, fill=info.fill, score=info.score, line=info.line
    )
