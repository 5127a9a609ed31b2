"""The computer at its strongest: where somebody can prove the result, it plays what is proven."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from plyground.engine import Line, Score
from plyground.players.engine_player import EnginePlayer, MoveClock
from plyground.players.levels import Level
from plyground.players.player import chance_for
from plyground.solver.dfpn.prover import DfpnProver
from plyground.solver.prover import prove_move
from plyground.solver.selection import prover_beside

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.game import Game
    from plyground.solver.prover import ProvenResult

PROOF_SHARE: Final = 0.8
"""How much of its time may go into the proof."""
MOST_TRIED: Final = 3
"""Of how many other moves it asks whether they are as good."""
TRIAL_SECONDS: Final = 0.2
"""How long it asks about each."""


class PerfectPlayer(EnginePlayer):
    """Proven play where a proof is found in time, else the best that the engine sees.

    A limit of depth or nodes is for the engine; then nobody is asked for a proof.
    """

    def __init__(self, level: Level, game: Game, **limits: Any) -> None:
        super().__init__(level, game, **limits)
        free = self.level.depth is self.level.nodes is None
        self.prover = prover_beside(self.engine) if free else None

    @property
    def bytes(self) -> int:
        """The memory of the engine and of the prover beside it."""
        return super().bytes + (self.prover.bytes if isinstance(self.prover, DfpnProver) else 0)

    def prepare(self) -> None:
        """Compile the search and whatever the prover needs, or load it from the disk."""
        super().prepare()
        if self.prover is not None:
            self.prover.prepare()

    def stop(self) -> None:
        """Answer now, from any thread."""
        super().stop()
        if self.prover is not None:
            self.prover.stop()

    def _choose(self, board: Board, clock: MoveClock) -> tuple[Line, int]:
        result = self._prove(board, clock)
        if result is None:
            return super()._choose(board, clock)
        if result.score.value == "loss" and not result.score.exact:
            line, depth = super()._choose(board, clock)
            return replace(line, score=result.score), depth
        chance = chance_for(self.seed, board)
        return self._vary(board, result, clock, chance), result.score.distance or 0

    def _prove(self, board: Board, clock: MoveClock) -> ProvenResult | None:
        """What is proven of a position; the exact distance too, if there is time for that."""
        if self.prover is None:
            return None
        left = clock.left
        return self.prover.prove(board, seconds=None if left is None else left * PROOF_SHARE, exact=True)

    def _vary(self, board: Board, result: ProvenResult, clock: MoveClock, chance: random.Random) -> Line:
        """The proven move, or another that is proven to be worth as much."""
        best = Line(result.score, result.line)
        others = [move for move in board.legal_moves if move != best.move]
        for move in chance.sample(others, min(MOST_TRIED, len(others))):
            if self._is_late(clock) or chance.random() * (len(others) + 1) < 1:
                break
            if line := self._prove_as_good(board, move, result.score):
                return line
        return best

    def _prove_as_good(self, board: Board, move: str, score: Score) -> Line | None:
        """This move with what follows, if it is proven to be worth as much."""
        assert self.prover is not None
        result = prove_move(self.prover, board, move, seconds=TRIAL_SECONDS, exact=True)
        return Line(score, result.line) if result is not None and result.score == score else None
