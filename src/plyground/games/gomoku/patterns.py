"""What a stone on an empty cell would make along one line, for every line of four cells on either side.

A line is nine cells with the empty cell in the middle. The tables here answer, for the stones on the other
eight, what a player who plays in the middle has then: five, an open four, a four, an open three … They are
worked out from one definition: a shape is what its next stone can make of it.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.games.gomoku.weights import values_of

REACH: Final = 4
"""How far a line is looked at on either side of a cell."""

# Kinds: what a stone makes along one line.
DEAD: Final = 0
CLOSED_ONE: Final = 1
OPEN_ONE: Final = 2
CLOSED_TWO: Final = 3
THIN_TWO: Final = 4
OPEN_TWO: Final = 5
CLOSED_THREE: Final = 6
THIN_THREE: Final = 7
OPEN_THREE: Final = 8
FOUR: Final = 9
OPEN_FOUR: Final = 10
FIVE: Final = 11
"""An open four completes in two places, a four in one. An open three becomes an open four, in several places
or, if thin, in one; a closed three becomes a four at best. An open two becomes an open three, and so on."""

KIND_NAMES: Final = (
    "nothing", "one", "one", "two", "two", "open two",
    "three", "open three", "open three", "four", "open four", "five",
)  # fmt: skip

# Ranks: what a stone makes along all four lines together.
PLAIN: Final = 0
THREE: Final = 1
DOUBLE_THREE: Final = 2
FOURS: Final = 3
FOUR_THREE: Final = 4
WINNING_FOUR: Final = 5
"""An open four, or two fours at once: it wins unless the other side has a five to make."""
FIVES: Final = 6
RANKS: Final = 7

EMPTY: Final = 0
OWN: Final = 1
CLOSED: Final = 2
MIDDLE: Final = REACH

Line = tuple[int, ...]


@cache
def kind(line: Line) -> int:
    """What a player has along nine cells with an own stone in the middle.

    >>> kind((0, 0, 1, 1, 1, 1, 0, 0, 0)) == OPEN_FOUR, kind((0, 0, 2, 1, 1, 1, 0, 0, 0)) == CLOSED_THREE
    (True, True)
    """
    if _has_five(line):
        return FIVE
    made = [kind(_with_stone(line, place)) for place, cell in enumerate(line) if cell == EMPTY]
    fives = made.count(FIVE)
    if fives:
        return OPEN_FOUR if fives >= 2 else FOUR
    if OPEN_FOUR in made:
        return OPEN_THREE if made.count(OPEN_FOUR) >= 2 else THIN_THREE
    if FOUR in made:
        return CLOSED_THREE
    threes = made.count(OPEN_THREE) + made.count(THIN_THREE)
    if threes:
        return OPEN_TWO if threes >= 3 else THIN_TWO
    if CLOSED_THREE in made:
        return CLOSED_TWO
    if OPEN_TWO in made or THIN_TWO in made:
        return OPEN_ONE
    return CLOSED_ONE if CLOSED_TWO in made else DEAD


def _with_stone(line: Line, place: int) -> Line:
    return (*line[:place], OWN, *line[place + 1 :])


def _has_five(line: Line) -> bool:
    """Whether five own stones in a row go through the middle."""
    return any(all(cell == OWN for cell in line[left : left + 5]) for left in range(REACH + 1))


# The order of moves: a cell counts for what it makes for the one side and spoils for the other. What a
# position is worth stands in `weights`.

URGES: Final = (0, 1, 3, 4, 9, 12, 12, 34, 40, 46, 200, 400)
RANK_URGES: Final = (0, 0, 60, 0, 140, 200, 400)


class Tables(NamedTuple):
    """Look-up tables for the compiled half.

    A line's stones are a number of sixteen bits: two for each of the eight cells, from one end to the other,
    0 empty, 1 X, 2 O, 3 closed. A cell's shapes for one player are sixteen bits: a kind for each direction.
    """

    kinds: npt.NDArray[np.uint8]
    """For each line the kind that X makes, and sixteen times the kind that O makes."""
    facts: npt.NDArray[np.uint32]
    """What follows from the shapes of X at a cell and, from `NOUGHTS_FACTS` on, from those of O: add them up.

    From the lowest bit: the rank of X and that of O, three bits each; at `URGE_PLACE` how much they urge to
    play there; at `VALUE_PLACE` what they are worth to X, less what they are worth to O, plus `ZERO_VALUE`.
    """


NOUGHTS_FACTS: Final = 1 << 16
URGE_PLACE: Final = 6
VALUE_PLACE: Final = 18
ZERO_VALUE: Final = 2048
LARGEST_VALUE: Final = ZERO_VALUE // 2 - 1
"""What the shapes of one side at a cell are worth at most."""


@cache
def tables() -> Tables:
    """The tables, made when first needed."""
    by_threes = np.zeros(3**8, np.uint8)
    for number in range(3**8):
        cells = [number // 3**place % 3 for place in range(8)]
        by_threes[number] = kind((*cells[:REACH], OWN, *cells[REACH:]))
    lines = np.arange(1 << 16)
    kinds = np.zeros(1 << 16, np.uint8)
    for shift, own, other in ((0, 1, 2), (4, 2, 1)):
        numbers = np.zeros(1 << 16, np.int64)
        for place in range(8):
            stone = lines >> 2 * place & 3
            numbers += 3**place * np.select(
                [stone == own, (stone == other) | (stone == 3)], [OWN, CLOSED], EMPTY
            )
        kinds |= by_threes[numbers] << shift
    shapes = np.stack([lines >> 4 * direction & 15 for direction in range(4)])
    ranks = _ranks(shapes)
    kinds_known = np.minimum(shapes, FIVE)
    values = np.clip(values_of(kinds_known), -LARGEST_VALUE, LARGEST_VALUE)
    urges = np.array(URGES)[kinds_known].sum(axis=0) + np.array(RANK_URGES)[ranks]
    half = ZERO_VALUE // 2
    crosses = ranks | urges << URGE_PLACE | half + values << VALUE_PLACE
    noughts = ranks << 3 | urges << URGE_PLACE | half - values << VALUE_PLACE
    return Tables(kinds, np.concatenate([crosses, noughts]).astype(np.uint32))


def _ranks(shapes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    fours = (shapes == FOUR).sum(axis=0)
    threes = ((shapes == THIN_THREE) | (shapes == OPEN_THREE)).sum(axis=0)
    best = shapes.max(axis=0)
    return np.select(
        [
            best >= FIVE,
            (best == OPEN_FOUR) | (fours >= 2),
            (fours == 1) & (threes >= 1),
            fours == 1,
            threes >= 2,
            threes == 1,
        ],
        [FIVES, WINNING_FOUR, FOUR_THREE, FOURS, DOUBLE_THREE, THREE],
        PLAIN,
    )
