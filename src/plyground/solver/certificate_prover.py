"""The prover that plays by a certificate: on the infinite board, as far as first replies are proven."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from plyground.board import Board
from plyground.game import Game
from plyground.progress import OnProgress
from plyground.score import Score
from plyground.solver.endless_strategy import CertificateStrategy, Followed
from plyground.solver.prover import ProvenResult, prove_move
from plyground.verify.check_file import SHIPPED
from plyground.verify.endless_cover import Point

NEAREST_FAR: Final = 8
"""For five in a row: the second stones alone reach this far."""


class CertificateProver:
    """Knows what the certificate that ships for a game proves: who began wins, in the positions it covers.

    Tables are made the first time that a game is covered, which takes seconds, and kept on the disk.
    """

    how = "certificate"

    def __init__(self, game: Game, path: Path | None = None) -> None:
        self.game = game
        self.path = path or certificate_of(game)
        self.strategy = CertificateStrategy(self.path, NEAREST_FAR)

    @staticmethod
    def can_answer(game: Game) -> bool:
        """Whether a certificate ships for this game."""
        return certificate_of(game).is_file()

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """Nothing: what is needed is loaded when a position may be covered."""

    def stop(self) -> None:
        """Nothing: it answers at once."""

    def prove(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        exact: bool = False,
        on_progress: OnProgress | None = None,
    ) -> ProvenResult | None:
        """What the certificate proves of a position, or None if it does not cover the game so far."""
        found = self.follow(board)
        if found is None:
            return None
        value = "win" if found.is_attackers_turn else "loss"
        line = tuple("{},{}".format(*point) for point in found.line())
        return ProvenResult(Score(value=value, distance=found.plies, exact=False), line)

    def scores(self, board: Board) -> dict[str, Score | None]:
        """What is proven of each legal move."""
        found = self.follow(board)
        if found is None or found.is_attackers_turn:
            moves = [] if found is None else [next(found.line())]
            known = ["{},{}".format(*point) for point in moves]
        else:
            known = list(board.legal_moves)
        results = {move: prove_move(self, board, move) for move in known}
        return {move: None if result is None else result.score for move, result in results.items()}

    def follow(self, board: Board) -> Followed | None:
        """Where a game is in the proof, or None if it is over or not covered."""
        if board.setup or board.is_over or len(board.numbers) < 2:
            return None
        return self.strategy.follow([_point(move) for move in board.history])


def certificate_of(game: Game) -> Path:
    """Where the certificate of a game on the infinite board is, if one ships."""
    return SHIPPED / f"{game.full_name}.cert"


def _point(move: str) -> Point:
    x, y = map(int, move.split(","))
    return x, y
