"""What all provers have in common: they prove results of one game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from plyground import contract
from plyground.board import Board
from plyground.engine.info import final_info
from plyground.progress import OnProgress
from plyground.score import Score


@dataclass(frozen=True)
class ProvenResult:
    """What is proven of a position.

    A won or lost position always has a distance. Where `score.exact` is False it is a proven bound: the game
    ends within that many plies if the winner plays well.
    """

    score: Score
    line: tuple[str, ...]
    """A best move and what follows, as far as it is known; empty only if the game is over."""
    nodes: int = 0


class Prover(Protocol):
    """Proves results of one game."""

    how: str
    """By what it proves them: `search`, `proof numbers`, `table`."""

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """Compile, load or build what is needed before the first proof."""

    def prove(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        exact: bool = False,
        on_progress: OnProgress | None = None,
    ) -> ProvenResult | None:
        """What is true of a position, or None if that was not found within the limits.

        `exact` asks for the distance too, as far as this prover can find it.
        """

    def stop(self) -> None:
        """End the proof under way, from any thread; it returns None."""


def prove_move(
    prover: Prover, board: Board, move: str, *, seconds: float | None = None, exact: bool = False
) -> ProvenResult | None:
    """What is proven of a legal move, for the side that makes it; the line begins with the move."""
    after = board.copy()
    after.push(move)
    if after.is_over:
        return ProvenResult(final_info(after).score.for_parent, (move,))
    reply = prover.prove(after, seconds=seconds, exact=exact)
    return reply and ProvenResult(reply.score.for_parent, (move, *reply.line), reply.nodes)


def board_after(board: Board, move: int) -> Board:
    """A copy of a board after a legal move, given as a number."""
    after = board.copy()
    after.push_number(move)
    return after


def plies_left(board: Board) -> int:
    """How many more plies a game can last; 0 if that is not known."""
    view = board.game.view(board.position)
    return int(contract.remaining(view.rules, view.pos))
