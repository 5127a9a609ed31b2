"""What the shapes at a cell are worth, by the weights as they are written down, one cell at a time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

import numpy as np

from plyground.games.gomoku.patterns import PAIR_VALUES, VALUES
from tests.games.gomoku.naive import NAMES, Numbers


def kinds_value(kinds: Sequence[int]) -> int:
    """What four kinds are worth: each of them, and the two best together, in tenths."""
    *_, second, best = sorted(kinds)
    return round((sum(VALUES[kind] for kind in kinds) + PAIR_VALUES[best][second]) / 10)


@cache
def values_by_kinds() -> Numbers:
    """The same for all that four directions can hold."""
    every = product(range(len(NAMES)), repeat=4)
    return np.array([kinds_value(kinds) for kinds in every]).reshape((len(NAMES),) * 4)
