"""How hard a puzzle is: from how far and how wide one has to look."""

from __future__ import annotations

from math import log2
from typing import Final

EASIEST: Final = 600
HARDEST: Final = 2600
PER_BIT: Final = 50
"""Points of a rating for each doubling of what there is to look at."""
QUIET_POINTS: Final = 100
"""What it adds that the first move threatens nothing."""


def first_rating(widths: list[int], *, is_quiet: bool) -> int:
    """A rating to begin with, from how many moves there are to choose from at each ply that matters.

    >>> first_rating([9, 1, 7], is_quiet=False), first_rating([20, 6, 18, 4, 16], is_quiet=True)
    (899, 1554)
    """
    effort = sum(log2(max(1, width)) for width in widths)
    points = EASIEST + PER_BIT * effort + QUIET_POINTS * is_quiet
    return round(min(HARDEST, points))
