"""One scale for everything that a search can say of a position.

Inside the kernels a score is a whole number for the side to move: an estimate up to plus and minus
`LARGEST_ESTIMATE`, a proven win in n plies as WIN - n, a proven loss as n - WIN. Outside it is a `Score`,
which never shows an estimate as proven nor a proof as an estimate.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

WIN: Final = 30_000
PROVEN: Final = 29_000
"""A score above this is a proven win, below its negative a proven loss."""
INFINITE: Final = 32_000


@dataclass(frozen=True)
class Score:
    """What is known of a position: an estimate, or a proven result with its distance.

    >>> str(Score(estimate=12)), str(Score(value="win", distance=5)), str(Score(value="draw"))
    ('+12', 'win in 5 plies', 'draw')
    """

    estimate: int | None = None
    """Who stands better in the game's own unit, positive for the side to move, if nothing is proven."""
    value: str | None = None
    """`win`, `loss` or `draw` for the side to move, proven; None for an estimate."""
    distance: int | None = None
    """Plies to the end of a won or lost game under best play."""
    exact: bool = True
    """Whether the distance is known to be the shortest win or the longest loss."""

    @property
    def is_proven(self) -> bool:
        """Whether this is a result and not an estimate."""
        return self.value is not None

    def __str__(self) -> str:
        if self.value is None:
            return f"{self.estimate:+d}"
        return f"{self.value} {self.distance_text}".rstrip()

    @property
    def distance_text(self) -> str:
        """How far away a proven end is, in words; nothing where there is no distance.

        >>> Score(value="loss", distance=8, exact=False).distance_text
        'in at most 8 plies'
        """
        if self.distance is None:
            return ""
        plies = "1 ply" if self.distance == 1 else f"{self.distance} plies"
        return f"in {plies}" if self.exact else f"in at most {plies}"

    @property
    def rank(self) -> int:
        """A number that orders scores from worst to best for the side to move."""
        if self.value in ("win", "loss"):
            assert self.distance is not None
            return WIN - self.distance if self.value == "win" else self.distance - WIN
        return self.estimate or 0

    @property
    def for_parent(self) -> Score:
        """The score of the position one ply earlier, for the side that moved from there to here.

        >>> str(Score(value="loss", distance=4).for_parent)
        'win in 5 plies'
        """
        if self.value is None:
            assert self.estimate is not None
            return replace(self, estimate=-self.estimate)
        other = {"win": "loss", "loss": "win", "draw": "draw"}[self.value]
        return replace(self, value=other, distance=None if self.distance is None else self.distance + 1)


def read_score(number: int, *, settled: bool, exact: bool) -> Score:
    """A kernel's number as a `Score`; `settled` says that no estimate has gone into it.

    >>> read_score(29_995, settled=False, exact=True)
    Score(estimate=None, value='win', distance=5, exact=True)
    """
    if number > PROVEN:
        return Score(value="win", distance=WIN - number, exact=exact)
    if number < -PROVEN:
        return Score(value="loss", distance=WIN + number, exact=exact)
    if settled:
        return Score(value="draw")
    return Score(estimate=number, exact=False)
