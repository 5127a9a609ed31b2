"""The prover that plays by a certificate for the infinite board: there, and where it fits within edges."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from plyground.board import Board
from plyground.endless_cells import column_of, endless_cell, row_of
from plyground.game import Game
from plyground.progress import OnProgress
from plyground.score import Score
from plyground.solver.board_edges import BoardEdges
from plyground.solver.endless_strategy import CertificateStrategy, Followed
from plyground.solver.prover import ProvenResult, prove_move
from plyground.verify.check_file import SHIPPED
from plyground.verify.endless_cover import Point

NEAREST_FAR: Final = 8
"""For five in a row: the second stones alone reach this far."""
ENDLESS: Final = (0, 0)
"""The size of a board without edges."""
SMALLEST_SIDE: Final = 19
"""On smaller boards hardly any part of the certificate fits around the first stone."""


class CertificateProver:
    """Knows what the certificate that ships for a game proves: who began wins, in the positions it covers.

    On a board with edges these are the ones where all that the proof still plays is on the board. Tables are
    made the first time that a game is covered, which takes seconds, and kept on the disk.
    """

    how = "certificate"

    def __init__(self, game: Game, path: Path | None = None) -> None:
        self.game = game
        self.path = path or certificate_of(game)
        self.edges = BoardEdges(*_size(game)) if _size(game) != ENDLESS else None
        self.strategy = CertificateStrategy(self.path, NEAREST_FAR, self.edges)

    @staticmethod
    def can_answer(game: Game) -> bool:
        """Whether a certificate ships for this game."""
        if not certificate_of(game).is_file():
            return False
        return _size(game) == ENDLESS or min(_size(game)) >= SMALLEST_SIDE

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """Nothing: what is needed is loaded when a position may be covered."""

    def stop(self) -> None:
        """End the reading of a proof."""
        self.strategy.files.stop()

    def has_to_read(self, board: Board) -> bool:
        """Whether the answer for a position takes seconds, because a part of the proof was never read yet."""
        reply = self.strategy.part_for(_points(board)) if _can_follow(board) else None
        return reply is not None and not self.strategy.files.has(reply)

    def prove(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        exact: bool = False,
        on_progress: OnProgress | None = None,
    ) -> ProvenResult | None:
        """What the certificate proves of a position, or None if it does not cover the game so far."""
        if len(board.numbers) < 2:
            return self._prove_opening(board)
        found = self.follow(board, on_progress)
        if found is None:
            return None
        value = "win" if found.is_attackers_turn else "loss"
        line = tuple(map(self._name, found.line()))
        return ProvenResult(Score(value=value, distance=found.plies, exact=False), line)

    def _prove_opening(self, board: Board) -> ProvenResult | None:
        """What the theorem says before the first reply: any first stone wins on a field without edges."""
        claim = self.strategy.claim
        if claim.claim != "win" or claim.moves is None or self.edges is not None or board.setup:
            return None
        plies = 2 * claim.moves
        if not board.numbers:
            return ProvenResult(Score(value="win", distance=plies + 1, exact=False), (self._name((0, 0)),))
        (first,) = _points(board)
        hardest = max(claim.parts, key=lambda part: part.bytes).reply or (0, 1)
        reply = self._name((first[0] + hardest[0], first[1] + hardest[1]))
        return ProvenResult(Score(value="loss", distance=plies, exact=False), (reply,))

    def scores(self, board: Board) -> dict[str, Score | None]:
        """What is proven of each legal move."""
        result = self.prove(board)
        if result is None:
            return {}
        known = result.line[:1] if result.score.value == "win" else board.legal_moves
        if len(board.numbers) < 2:
            return dict.fromkeys(known, result.score)
        results = {move: prove_move(self, board, move) for move in known}
        return {move: None if result is None else result.score for move, result in results.items()}

    def follow(self, board: Board, on_progress: OnProgress | None = None) -> Followed | None:
        """Where a game is in the proof, or None if it is over or not covered."""
        return self.strategy.follow(_points(board), on_progress) if _can_follow(board) else None

    def _name(self, point: Point) -> str:
        return self.game.move_text(endless_cell(*point))


def _size(game: Game) -> tuple[int, int]:
    return game.columns, game.rows


def certificate_of(game: Game) -> Path:
    """Where the certificate of a game on the infinite board is, if one ships."""
    return SHIPPED / f"{game.source}.cert"


def _can_follow(board: Board) -> bool:
    """Whether the moves of a game are known from the beginning, and it goes on."""
    return not (board.setup or board.is_over)


def _points(board: Board) -> list[Point]:
    return [(column_of(number), row_of(number)) for number in board.numbers]
