"""What stones make, read off a dict of cells, without anything that the game itself uses."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Cell = tuple[int, int]
Stones = dict[Cell, int]

STEPS: tuple[Cell, ...] = ((1, 0), (0, 1), (1, 1), (-1, 1))

NAMES = (
    "nothing",
    "closed one",
    "open one",
    "closed two",
    "thin two",
    "open two",
    "closed three",
    "thin three",
    "open three",
    "four",
    "open four",
    "five",
)


def line_kind(line: str) -> int:
    """What nine cells with an own stone in the middle are: `x` an own stone, `.` empty, anything else closed.

    Every five cells in a row through the middle that hold no closed one are a chance. What the line is
    follows from the empty cells that the chances still need: one, two, three or four of them.
    """
    chances = [range(start, start + 5) for start in range(5) if set(line[start : start + 5]) <= {"x", "."}]
    needs = {frozenset(place for place in chance if line[place] == ".") for chance in chances}
    if not needs:
        return NAMES.index("nothing")
    fewest = min(map(len, needs))
    if fewest == 0:
        return NAMES.index("five")
    wanted = frozenset(need for need in needs if len(need) == fewest)
    if fewest == 1:
        return NAMES.index("open four" if len(wanted) > 1 else "four")
    if fewest == 2:
        many = len(makers_of_open_four(wanted))
        return NAMES.index(("closed three", "thin three")[many] if many < 2 else "open three")
    if fewest == 3:
        many = len(makers_of_open_three(wanted))
        return NAMES.index("closed two" if many == 0 else "open two" if many >= 3 else "thin two")
    opens = any(makers_of_open_three(left_after(wanted, place)) for place in set().union(*wanted))
    return NAMES.index("open one" if opens else "closed one")


Needs = frozenset[frozenset[int]]


def left_after(needs: Needs, place: int) -> Needs:
    """What is needed by those that are nearest once a stone stands at this place."""
    return frozenset(need - {place} for need in needs if place in need)


def makers_of_open_four(pairs: Needs) -> set[int]:
    """The places that leave two ways to complete."""
    return {place for place in set().union(*pairs) if len(left_after(pairs, place)) >= 2}


def makers_of_open_three(triples: Needs) -> set[int]:
    """The places that leave a place which leaves two ways to complete."""
    return {place for place in set().union(*triples) if makers_of_open_four(left_after(triples, place))}


@cache
def every_kind() -> dict[str, int]:
    """The kind for each of the eight cells around the middle."""
    return {
        "".join(around): line_kind("".join((*around[:4], "x", *around[4:])))
        for around in product("x.#", repeat=8)
    }


def kinds_everywhere(stones: Stones, inside: Numbers, side: int) -> Numbers:
    """What a stone of a side makes along each direction, for every cell of a square field.

    `inside` is 1 for the cells of the field, by row and column.
    """
    size = len(inside)
    marks = np.full((size + 8, size + 8), "x#.".index("#"))
    marks[4:-4, 4:-4] = np.where(inside, "x#.".index("."), "x#.".index("#"))
    for (column, row), player in stones.items():
        marks[row + 4, column + 4] = "x#.".index("x" if player == side else "#")
    kinds = np.zeros((4, size, size), np.int64)
    for direction, (right, up) in enumerate(STEPS):
        lines = np.zeros((size, size), np.int64)
        for step in (-4, -3, -2, -1, 1, 2, 3, 4):
            row, column = 4 + step * up, 4 + step * right
            lines = 3 * lines + marks[row : row + size, column : column + size]
        kinds[direction] = kinds_by_line()[lines]
    return kinds


@cache
def kinds_by_line() -> Numbers:
    """The kind for each line, written as eight digits to base three."""
    return np.array([every_kind()["".join(around)] for around in product("x#.", repeat=8)])


RANK_NAMES = ("plain", "three", "double three", "four", "four and three", "winning four", "five")


def rank_name(kinds: list[int]) -> str:
    """What they are all together."""
    names = [NAMES[kind] for kind in kinds]
    fours = names.count("four")
    threes = names.count("open three") + names.count("thin three")
    if "five" in names:
        return "five"
    if "open four" in names or fours >= 2:
        return "winning four"
    if fours:
        return "four and three" if threes else "four"
    if threes:
        return "double three" if threes >= 2 else "three"
    return "plain"


@cache
def ranks_by_kinds() -> Numbers:
    """The rank for four kinds."""
    every = product(range(len(NAMES)), repeat=4)
    ranks = [RANK_NAMES.index(rank_name(list(kinds))) for kinds in every]
    return np.array(ranks).reshape((len(NAMES),) * 4)


def has_five(stones: Stones, cell: Cell) -> bool:
    """Whether the stone on a cell stands in a row of five or more."""
    side = stones[cell]
    for right, up in STEPS:
        length = 1
        for way in (1, -1):
            step = way
            while stones.get((cell[0] + step * right, cell[1] + step * up)) == side:
                length += 1
                step += way
        if length >= 5:
            return True
    return False


def five_cells(stones: Stones, inside: set[Cell], side: int) -> set[Cell]:
    """The empty cells where a side completes five."""
    return {cell for cell in inside - stones.keys() if has_five({**stones, cell: side}, cell)}
