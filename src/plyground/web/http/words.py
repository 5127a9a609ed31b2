"""What an engine found, in plain sentences. An estimate is never told as a proof."""

from __future__ import annotations

from typing import Final

from plyground.board import Board
from plyground.score import Score

HALF: Final = 50
"""An estimate of so much moves the bar half of the way that is left."""


def first_share(score: Score, turn: int) -> float:
    """How much of the bar belongs to the side that began; all or nothing only if that is proven.

    >>> first_share(Score(estimate=50), 0), first_share(Score(value="win", distance=3), 1)
    (0.75, 0.0)
    """
    if score.value is None:
        estimate = score.estimate or 0
        share = 0.5 + 0.5 * estimate / (abs(estimate) + HALF)
    else:
        share = {"win": 1.0, "draw": 0.5, "loss": 0.0}[score.value]
    return share if turn == 0 else 1.0 - share


def moves_to_win(distance: int | None, *, bound: bool = False) -> str:
    """How soon the winner wins, counted in the winner's own moves.

    >>> moves_to_win(1), moves_to_win(2), moves_to_win(5, bound=True), moves_to_win(None)
    ('with the next move', 'with the next move', 'in at most 3 moves', '')
    """
    if distance is None:
        return ""
    moves = (distance + 1) // 2
    if moves <= 1:
        return "with the next move"
    return f"in {'at most ' if bound else ''}{moves} moves"


def sentence(board: Board, score: Score) -> str:
    """A score as one plain sentence.

    >>> sentence(Board("squava"), Score(value="win", distance=9))
    'X wins in 5 moves.'
    >>> sentence(Board("squava"), Score(estimate=-20))
    'Nothing is proven; O stands a little better.'
    """
    if outcome := board.outcome:
        return f"{outcome}."
    mover, other = board.player, board.game.players[1 - board.turn]
    if score.value == "draw":
        return "It is a draw with best play."
    if score.value is not None:
        winner = mover if score.value == "win" else other
        when = moves_to_win(score.distance, bound=not score.exact)
        return f"{winner} wins {when}".rstrip() + "."
    lead = abs(first_share(score, 0) - 0.5)
    better = mover if (score.estimate or 0) > 0 else other
    if lead < 0.05:
        return "Nothing is proven; the sides are about equal."
    how = "a little better" if lead < 0.2 else "better" if lead < 0.35 else "much better"
    return f"Nothing is proven; {better} stands {how}."


def kept(score: Score) -> str:
    """What a better move would have kept, for the side to move."""
    if score.value == "win":
        return f"would have won {moves_to_win(score.distance, bound=not score.exact)}".rstrip()
    return "would have held the draw" if score.value == "draw" else "was better"
