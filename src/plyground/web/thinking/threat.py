"""The threat: what the other side would do if it could move now, searched for as if this side passed."""

from __future__ import annotations

from typing import Final

from plyground.board import Board
from plyground.engine import Info, Score
from plyground.web.messages import ThreatView
from plyground.words import first_share, score_view

NOTICED: Final = 0.1
"""How much of the bar the move must gain to be called one that the other side would like to make."""


def threat_json(passed: Board, info: Info, now: Score) -> ThreatView:
    """What was found on the board on which this side has passed; `now` is what the position is worth."""
    best = info.lines[0]
    return ThreatView(
        move=best.move,
        moves=best.moves,
        cells=passed.line_cells(best.moves),
        turn=passed.turn,
        score=score_view(best.score, passed.turn),
        sentence=warning(passed.player, best.move, best.score, now),
    )


def warning(other: str, move: str, score: Score, now: Score) -> str:
    """The threat in words; `score` is what moving is worth to the other side, `now` what it is to this side.

    >>> warning("O", "b4", Score(value="win", distance=1), Score(estimate=0))
    'O threatens b4, which wins at once.'
    >>> warning("O", "b4", Score(value="win", distance=5), Score(estimate=0))
    'O threatens b4, which wins in 5 plies.'
    >>> warning("O", "b4", Score(estimate=40), Score(estimate=0))
    'O would like to play b4.'
    >>> warning("O", "b4", Score(estimate=2), Score(estimate=0))
    'If O could move now, it would play b4.'
    """
    if score.value == "win":
        at_once = score.distance is not None and score.distance <= 1
        when = "at once" if at_once else score.distance_text
        return f"{other} threatens {move}, which wins {when}".rstrip() + "."
    if first_share(score, 0) - first_share(now, 1) >= NOTICED:
        return f"{other} would like to play {move}."
    return f"If {other} could move now, it would play {move}."
