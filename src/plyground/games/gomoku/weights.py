"""What shapes are worth: the weights of gomoku's evaluation, learned from games of the engine against itself.

The value of a position is the sum over all empty cells of what each side would make there. A stone that
makes something along two lines at once may be worth more than both, or less: pairs have weights of their own.
`python -m benchmarks.gomoku_weights` plays the games and works them out; 305 stand for a unit of log-odds.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

# By kind, as `plyground.games.gomoku.patterns` numbers them.
VALUES: Final = (0, -7, 2, 4, 7, -9, 22, 22, -5, 38, 97, 4)
"""What a stone is worth along a line of which it makes a kind."""
PAIR_VALUES: Final = (
    (0,),
    (0, 11),
    (0, 2, -1),
    (0, 0, -2, -5),
    (0, 4, -2, 2, -2),
    (0, 5, 2, 7, 13, 22),
    (0, -3, -3, -3, 0, 15, 19),
    (0, 6, 7, 9, 36, 55, 32, 70),
    (0, 14, 13, 29, 37, 53, 65, 34, -14),
    (0, -5, 14, 34, 61, 83, 70, 286, 257, 63),
    (0, -11, 37, 76, 104, 69, 69, -78, 35, -164, 1429),
    (0, 2, -1, -1, -2, 4, -4, 4, 12, 6, 11, -1),
)
"""What it is worth besides for each two lines, by both kinds: the rows of a symmetric table."""
TEMPO: Final = 320
"""What the right to move is worth."""


def values_of(kinds: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """What stones are worth, of which each makes these kinds along its four lines: one row a line."""
    size = len(VALUES)
    pairs = np.zeros((size, size), np.int64)
    for kind, row in enumerate(PAIR_VALUES):
        pairs[kind, : kind + 1] = pairs[: kind + 1, kind] = row
    lines: npt.NDArray[np.int64] = np.array(VALUES)[kinds].sum(axis=0)
    for one, other in combinations(kinds, 2):
        lines += pairs[one, other]
    return lines
