"""Every forced win of gomoku within a few plies, exactly: of all moves, with no evaluation and no guess.

The engine's search leaves out cells far from the stones, so what it does not find may still be there. Here
every empty cell counts, for both sides. Two facts keep that cheap.

*A stone never hurts its owner.* Let A win within N plies from a position. Then A also wins within N plies
with one stone more of its own, or one less of the other side's: A plays on as before, puts a stone anywhere
where the old plan asks for a cell that it has, and thinks of a stone of the other side on the cell that is
free. So a move after which A does not win in N - 2 plies when the other side passes does not win within N
plies at all. That is asked once, before any reply is tried.

*A four leaves one reply.* Who can complete five on one cell must be stopped there, and on two cells cannot be
stopped. A win in three plies is therefore a move that makes two such cells, seen at a glance. Where A has
one after a pass, only replies on its cells and fours of the other side can spoil it. Where A has none, a
move that is no four wins in five only if it is A's third stone in a row of five that is free otherwise:
no other move gives A a new four to make. Likewise a move wins in seven only if a stone of A is in such a
row with it, or two stones of the other side, which could have become a four: any other stone is as good as a
pass.

On the endless field a new stone from which no row of five reaches an old one is as good as a pass for the
next `HORIZON` plies: that many plies add at most four stones of one side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from plyground.endless_cells import LARGEST, SMALLEST, column_of, endless_cell, row_of
from plyground.game_values import ShortValues

HORIZON: Final = 7
"""Plies that are looked at."""
FEW_LEFT: Final = 12
"""With as few empty cells games are followed to their end."""
FIVE: Final = 5
STEPS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
MOST_CELLS: Final = 2500
"""An endless field whose stones need more cells than this is not looked at."""


class RowsOfFive(NamedTuple):
    """The rows of five cells of a board, and those through each cell."""

    fives: tuple[tuple[int, ...], ...]
    through: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=16)
def rows_of_five(columns: int, rows: int) -> RowsOfFive:
    """The rows of five of a board, whose cells are counted row by row."""
    fives = []
    for across, up in STEPS:
        for row in range(rows):
            for column in range(columns):
                last = column + (FIVE - 1) * across, row + (FIVE - 1) * up
                if 0 <= last[0] < columns and 0 <= last[1] < rows:
                    fives.append(tuple((row + i * up) * columns + column + i * across for i in range(FIVE)))
    through: list[list[int]] = [[] for _ in range(columns * rows)]
    for number, five in enumerate(fives):
        for cell in five:
            through[cell].append(number)
    return RowsOfFive(tuple(fives), tuple(map(tuple, through)))


class Attack:
    """Stones on a board, and whether a side wins within so many plies."""

    def __init__(self, rows: RowsOfFive, stones: Sequence[Iterable[int]], *, endless: bool) -> None:
        self.rows = rows
        self.endless = endless
        self.empty = set(range(len(rows.through)))
        self._counts = ([0] * len(rows.fives), [0] * len(rows.fives))
        self._open: tuple[tuple[set[int], ...], ...] = tuple(
            tuple(set() for _ in range(FIVE + 1)) for _ in range(2)
        )
        """For each side and number above one: the rows with as many of its stones and none of the other's."""
        self._taken = [0, 0]
        self._known: dict[tuple[int, int, int, int], bool] = {}
        for side, cells in enumerate(stones):
            for cell in cells:
                self.put(cell, side)

    def put(self, cell: int | None, side: int) -> None:
        """A stone appears; None is a pass."""
        if cell is None:
            return
        own, other = self._counts[side], self._counts[1 - side]
        mine, theirs = self._open[side], self._open[1 - side]
        for five in self.rows.through[cell]:
            count = own[five]
            own[five] = count + 1
            if other[five]:
                if not count:
                    theirs[other[five]].discard(five)
            elif count:
                mine[count].discard(five)
                mine[count + 1].add(five)
        self._taken[side] |= 1 << cell
        self.empty.discard(cell)

    def take(self, cell: int | None, side: int) -> None:
        """A stone disappears."""
        if cell is None:
            return
        own, other = self._counts[side], self._counts[1 - side]
        mine, theirs = self._open[side], self._open[1 - side]
        for five in self.rows.through[cell]:
            count = own[five] - 1
            own[five] = count
            if other[five]:
                if not count:
                    theirs[other[five]].add(five)
            elif count:
                mine[count + 1].discard(five)
                mine[count].add(five)
        self._taken[side] ^= 1 << cell
        self.empty.add(cell)

    def completing(self, side: int) -> set[int]:
        """The cells where a side makes five."""
        return set(self._cells(self._open[side][4]))

    def _cells(self, fives: Iterable[int]) -> Iterator[int]:
        """The empty cells of rows."""
        empty = self.empty
        return (cell for five in fives for cell in self.rows.fives[five] if cell in empty)

    def _fours(self, side: int) -> dict[int, set[int]]:
        """The cells where a side makes a four, each with the cells that would complete it."""
        found: dict[int, set[int]] = {}
        for five in self._open[side][3]:
            one, other = (cell for cell in self.rows.fives[five] if cell in self.empty)
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
        return found

    # Does a side win?

    def wins(self, side: int, plies: int) -> bool:
        """Whether the side, which is to move, wins within so many plies."""
        if self._open[side][4]:
            return True
        if plies < 3:
            return False
        key = (self._taken[0], self._taken[1], side, plies)
        if key not in self._known:
            self._known[key] = self._search(side, plies)
        return self._known[key]

    def _search(self, side: int, plies: int) -> bool:
        against = self.completing(1 - side)
        if against:
            return len(against) == 1 and self.wins_with(side, min(against), plies)
        fours = self._fours(side)
        if any(len(ends) > 1 for ends in fours.values()):
            return True
        if plies < 5:
            return False
        if plies > 5 and self.wins(side, plies - 2):
            return True
        if any(self.wins_with(side, cell, plies) for cell in fours):
            return True
        others = set(self._cells(self._open[side][2]))
        if plies >= 7:
            others = {cell for cell in self.empty if plies > 8 or self._matters(cell, side)}
        return any(self.wins_with(side, cell, plies) for cell in sorted(others - fours.keys()))

    def _matters(self, cell: int, side: int) -> bool:
        """Whether a stone of either side here can have a part in what happens within eight plies.

        The side has three stones to come, and needs an old one for five; the other side needs two old ones
        to make a four with its second reply.
        """
        own, other = self._counts[side], self._counts[1 - side]
        return any(
            (own[five] > 0 and not other[five]) or (other[five] > 1 and not own[five])
            for five in self.rows.through[cell]
        )

    def wins_with(self, side: int, cell: int | None, plies: int) -> bool:
        """Whether the side wins within so many plies if it begins with this move, None being a pass."""
        if cell is not None and any(five in self._open[side][4] for five in self.rows.through[cell]):
            return True
        if plies < 3:
            return False
        self.put(cell, side)
        won = self._holds(side, plies)
        self.take(cell, side)
        return won

    def _holds(self, side: int, plies: int) -> bool:
        """Whether every reply of the other side, which is to move, loses by the end of the plies."""
        if self._open[1 - side][4] or not (self.empty or self.endless):
            return False
        completing = self.completing(side)
        if completing:
            return len(completing) > 1 or self._wins_after(side, min(completing), plies - 2)
        if plies < 5 or not self.wins(side, plies - 2):
            return False
        return all(self._wins_after(side, reply, plies - 2) for reply in self._replies(side))

    def _replies(self, side: int) -> list[int]:
        """The replies that may spoil what the side threatens; every other one is as good as a pass."""
        fours = self._fours(1 - side)
        for cell, ends in self._fours(side).items():
            if len(ends) > 1:
                return [cell, *({*fours, *(ends if len(ends) == 2 else ())} - {cell})]
        return [*fours, *sorted(self.empty - fours.keys())]

    def _wins_after(self, side: int, reply: int, plies: int) -> bool:
        self.put(reply, 1 - side)
        won = self.wins(side, plies)
        self.take(reply, 1 - side)
        return won


def short_values(
    size: tuple[int, int], stones: Sequence[Sequence[int]], side: int, plies: int
) -> ShortValues | None:
    """What every move of a side leads to within so many plies: see `Game.short_values`.

    A size of 0 by 0 is the endless field. None if its stones lie too far apart.
    """
    columns, rows = size
    left = bottom = 0
    endless = columns == 0
    if endless:
        taken = [*stones[0], *stones[1]] or [endless_cell(0, 0)]
        left, columns = _span([column_of(cell) for cell in taken])
        bottom, rows = _span([row_of(cell) for cell in taken])
        if columns * rows > MOST_CELLS:
            return None
    inward = [
        [(row_of(cell) - bottom) * columns + column_of(cell) - left for cell in cells] for cells in stones
    ]
    attack = Attack(rows_of_five(columns, rows), inward, endless=endless)
    is_whole = not plies and not endless and len(attack.empty) <= FEW_LEFT
    most = len(attack.empty) if is_whole else plies or HORIZON
    is_won = attack.wins(side, most)

    def value(cell: int | None) -> int:
        win = _plies_to_win(attack, side, cell, most) if is_won else 0
        return win or (0 if is_won and not is_whole else -_plies_to_loss(attack, side, cell, most))

    moves = {
        endless_cell(left + cell % columns, bottom + cell // columns): value(cell)
        for cell in sorted(attack.empty)
    }
    return ShortValues(moves, value(None) if endless else None, 0 if is_whole else most)


def _plies_to_win(attack: Attack, side: int, cell: int | None, most: int) -> int:
    """In how many plies a move wins, None being one far from all stones; 0 if it does not."""
    return next((plies for plies in range(1, most + 1, 2) if attack.wins_with(side, cell, plies)), 0)


def _plies_to_loss(attack: Attack, side: int, cell: int | None, most: int) -> int:
    """In how many plies a move loses; 0 if it does not."""
    attack.put(cell, side)
    plies = next((plies for plies in range(1, most, 2) if attack.wins(1 - side, plies)), -1)
    attack.take(cell, side)
    return plies + 1


def _span(numbers: list[int]) -> tuple[int, int]:
    """The first of the columns or rows from which a row of five reaches these, and how many there are."""
    first, last = max(SMALLEST, min(numbers) - FIVE + 1), min(LARGEST, max(numbers) + FIVE - 1)
    return first, last - first + 1
