"""Several games side by side: a table of their figures, and which of them no other beats in everything.

Balance, decisiveness and depth are never added up to one number. A game is on the Pareto front if no other
is at least as good in all three and better in one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plyground.study.intervals import Interval
from plyground.study.results import Study

CRITERIA = ("balance", "decisiveness", "depth")


class Merits(NamedTuple):
    """What a game is compared by; more is better in each."""

    balance: Interval
    """1 if the first player scores one half, 0 if all or nothing."""
    decisiveness: Interval
    depth: Interval
    """Rungs of the ladder."""

    def beats(self, other: Merits) -> bool:
        """Whether these values are at least as good in everything, and better in something."""
        pairs = [(mine.value, theirs.value) for mine, theirs in zip(self, other, strict=True)]
        return all(mine >= theirs for mine, theirs in pairs) and any(mine > theirs for mine, theirs in pairs)


def merits_of(study: Study) -> Merits | None:
    """What the study says of the three; None if one of them was left out."""
    figures = study.figures
    if not {"first_player", "decisiveness", "rungs"} <= figures.keys():
        return None
    first, decisive, rungs = figures["first_player"], figures["decisiveness"], figures["rungs"]
    return Merits(
        balance_of(Interval(first.value, first.low, first.high)),
        Interval(decisive.value, decisive.low, decisive.high),
        Interval(rungs.value, rungs.low, rungs.high),
    )


def balance_of(score: Interval) -> Interval:
    """How balanced a game is in which the first player scores this.

    >>> balance_of(Interval(0.75, 0.5, 1.0))
    Interval(value=0.5, low=0.0, high=1.0)
    """
    ends = [1 - 2 * abs(end - 0.5) for end in (score.low, score.high)]
    high = 1.0 if score.low <= 0.5 <= score.high else max(ends)
    return Interval(1 - 2 * abs(score.value - 0.5), min(ends), high)


def pareto_front(studies: Sequence[Study]) -> list[Study]:
    """The games that no other game beats; those that lack one of the three figures are not among them."""
    known = [(study, merits) for study in studies if (merits := merits_of(study))]
    return [study for study, merits in known if not any(other.beats(merits) for _, other in known)]
