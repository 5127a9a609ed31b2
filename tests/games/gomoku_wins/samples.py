"""Random positions, chosen by a seed, in which nobody has five."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.games.gomoku_wins.stones import Size, Stones


def late(size: Size, empty: int, count: int) -> Iterator[Stones]:
    """So many positions with so many cells left empty."""
    chance = random.Random(f"late {size} {empty}")
    cells = [(column, row) for column in range(size[0]) for row in range(size[1])]
    while count:
        try:
            yield Stones.after(size, chance.sample(cells, len(cells) - empty))
        except ValueError:
            continue
        count -= 1


def sparse(size: Size | None, count: int) -> Iterator[Stones]:
    """So many positions with some stones strewn over a part of the field, and no four or open three yet."""
    chance = random.Random(f"sparse {size}")
    while count:
        width = chance.randint(5, 9)
        corner = 0 if size is None else chance.randint(0, min(size) - width)
        cells = [(corner + right, corner + up) for right in range(width) for up in range(width)]
        try:
            stones = Stones.after(size, chance.sample(cells, chance.randint(8, width * width // 3 + 4)))
        except ValueError:
            continue
        if stones.fives == (frozenset(), frozenset()) and not any(map(stones.winning_fours, (0, 1))):
            yield stones
            count -= 1
