"""The judge: what is proven of the positions of one game, by the fastest prover that it has."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from plyground.board import Board
from plyground.engine import Engine, Info
from plyground.engine.info import final_info
from plyground.game import Game
from plyground.solver.prover import ProvenResult, Prover
from plyground.solver.search_prover import SearchProver
from plyground.solver.selection import dfpn_prover_for
from plyground.solver.table_prover import TableProver

JUDGE_MEMORY: Final = 32
"""Megabytes for the engine's table, and as many for the prover's."""


class Judge:
    """Proves positions of one game, and remembers what it has seen for the next question.

    >>> judge = Judge(Board("noughts").game)
    >>> str(judge.prove(Board("noughts", "a1 b2 c3"), 60).score)
    'draw'
    """

    def __init__(self, game: Game, *, memory: int = JUDGE_MEMORY) -> None:
        self.game = game
        self.engine = Engine(game, memory=memory)
        self.prover: Prover
        if TableProver.can_answer(game):
            self.prover = TableProver(game)
        else:
            self.prover = dfpn_prover_for(game, threads=1, memory=memory) or SearchProver(
                self.engine, book=False
            )
        self.is_stopped = False

    @property
    def is_ready(self) -> bool:
        """Whether everything is compiled, as far as the engine knows."""
        return self.engine.is_ready

    def prepare(self) -> None:
        """Compile or load what is needed, instead of at the first question."""
        self.engine.prepare()
        self.prover.prepare()

    def stop(self) -> None:
        """End what is under way, from any thread; what is asked later is not answered either."""
        self.is_stopped = True
        self.prover.stop()
        self.engine.stop()

    def prove(self, board: Board, seconds: float) -> ProvenResult | None:
        """What is proven of a position within the time, with its distance as far as that can be found."""
        if board.is_over:
            return ProvenResult(final_info(board).score, ())
        if self.is_stopped or seconds <= 0:
            return None
        result = self.prover.prove(board, seconds=seconds, exact=True)
        return result if result is not None and result.score.is_proven else None

    def estimate(self, board: Board, seconds: float) -> Info:
        """What the engine believes of a position."""
        return self.engine.search(board, seconds=max(seconds, 0.05))

    def line_to_end(self, board: Board, line: tuple[str, ...], seconds: float) -> tuple[str, ...]:
        """A proven line, lengthened move by move until the game is over, as far as the time goes."""
        late = perf_counter() + seconds
        twin, moves = board.copy(), []
        for move in line:
            twin.push(move)
            moves.append(move)
        while not twin.is_over:
            result = self.prove(twin, late - perf_counter())
            if result is None or not result.line:
                break
            for move in result.line:
                twin.push(move)
                moves.append(move)
        return tuple(moves)
