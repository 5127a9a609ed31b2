"""How long a move may take, by the limits that other programs give."""

from __future__ import annotations

from typing import Final, NamedTuple

MARGIN: Final = 0.1
"""Seconds kept back, so that an answer arrives in time."""
MOVES_TO_COME: Final = 15
"""How many moves are to be made with what is left on a clock."""
STRETCH: Final = 3
"""How many shares of the clock a move may take where the position looks worse than it did."""


class MoveTime(NamedTuple):
    """Seconds for one move."""

    usual: float
    longest: float
    """Where the position looks worse than it did."""


def move_time(
    *, per_move: float | None = None, left: float | None = None, increment: float = 0.0
) -> MoveTime | None:
    """Seconds for the next move, None if nothing limits it.

    `per_move` is the most for any move, `left` what is left on the clock, and `increment` what the clock
    gains with each move.

    >>> move_time(per_move=5.0), move_time(per_move=50.0, left=30.0)
    (MoveTime(usual=4.9, longest=4.9), MoveTime(usual=1.9, longest=5.9))
    >>> move_time(left=3.0, increment=0.3)
    MoveTime(usual=0.4, longest=1.4)
    """
    usual, longest = [], []
    if per_move is not None:
        usual, longest = [per_move], [per_move]
    if left is not None:
        left = max(left, 0.0)
        share = left / MOVES_TO_COME + increment
        usual += [share, left]
        longest += [STRETCH * share, left / 2]
    if not usual:
        return None
    return MoveTime(_keep_margin(min(usual)), _keep_margin(max(min(usual), min(longest))))


def _keep_margin(seconds: float) -> float:
    return round(max(seconds - MARGIN, seconds / 2, 0.0), 3)
