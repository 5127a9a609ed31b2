"""Exhaustive search on small boards, and exhaustive search of fours on any; nothing clever but a dict."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import product

from tests.games.gomoku_wins.stones import STEPS, Cell, Size, Stones


@dataclass
class Solver:
    """The truth about positions of one small board: 1 if the side to move wins, 0 a draw, -1 it loses.

    Cells are bits of a number.
    """

    size: Size
    rows: list[list[int]] = field(init=False)
    """For each cell the fives through it."""
    known: dict[tuple[int, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        columns, rows = self.size
        self.rows = [[] for _ in range(columns * rows)]
        for column, row, (right, up) in product(range(columns), range(rows), STEPS):
            cells = [(column + i * right, row + i * up) for i in range(5)]
            if all(0 <= across < columns and 0 <= upward < rows for across, upward in cells):
                numbers = [upward * columns + across for across, upward in cells]
                for number in numbers:
                    self.rows[number].append(sum(1 << other for other in numbers))

    def value(self, stones: Stones) -> int:
        """The truth about a position in which nobody has five yet."""
        sides = [0, 0]
        for (column, row), side in stones.taken.items():
            sides[side] |= 1 << (row * self.size[0] + column)
        return self._value(sides[stones.turn], sides[1 - stones.turn])

    def _completes(self, own: int, cell: int) -> bool:
        after = own | 1 << cell
        return any(after & five == five for five in self.rows[cell])

    def _value(self, own: int, other: int) -> int:
        if (own, other) not in self.known:
            self.known[own, other] = self._search(own, other)
        return self.known[own, other]

    def _search(self, own: int, other: int) -> int:
        empty = [cell for cell in range(len(self.rows)) if not (own | other) >> cell & 1]
        if not empty:
            return 0
        if any(self._completes(own, cell) for cell in empty):
            return 1
        best = -1
        for cell in empty:
            best = max(best, -self._value(other, own | 1 << cell))
            if best == 1:
                break
        return best


Row = tuple[Cell, Cell]
"""Five cells in a row: the first of them and the step from each to the next."""


@cache
def rows_through(cell: Cell) -> list[Row]:
    """Every five cells in a row of which this is one."""
    column, row = cell
    return [((column - i * right, row - i * up), (right, up)) for right, up in STEPS for i in range(5)]


@cache
def cells_of(row: Row) -> list[Cell]:
    """The cells of a row."""
    (column, upward), (right, up) = row
    return [(column + i * right, upward + i * up) for i in range(5)]


class Fours:
    """Wins in which every move of the attacker is a four, found by trying all of them.

    How many stones each side has in each five cells in a row is counted while stones come and go.
    """

    def __init__(self, stones: Stones, budget: int = 1_000_000) -> None:
        self.positions = 0
        """How many positions have been looked at."""
        self._budget = budget
        self._stones = stones
        self._taken: set[Cell] = set()
        self._counts: tuple[dict[Row, int], dict[Row, int]] = ({}, {})
        self._added: set[tuple[Cell, int]] = set()
        self._known: dict[frozenset[tuple[Cell, int]], int] = {}
        for cell, side in stones.taken.items():
            self._put(cell, side)
        self._rows = [{row for row in counts if counts[row] >= 3} for counts in self._counts]
        """For each side the rows in which it has three or more, or had at some time."""

    def plies(self) -> int:
        """In how many plies at least the side to move wins by fours alone; 0 if it cannot."""
        return min(self.first_moves().values(), default=0)

    def first_moves(self) -> dict[Cell, int]:
        """The moves with which such a win begins, and its plies; OverflowError if the budget is used up."""
        attacker, defender = self._stones.turn, 1 - self._stones.turn
        self.positions += 1
        if self.positions > self._budget:
            raise OverflowError("there are too many fours to try")
        completing = {cell for row in self._in_reach(attacker, 4) for cell in self._empty(row)}
        if completing:
            return dict.fromkeys(completing, 1)
        against = {cell for row in self._in_reach(defender, 4) for cell in self._empty(row)}
        if len(against) > 1:
            return {}
        fours: dict[Cell, set[Cell]] = {}
        for row in self._in_reach(attacker, 3):
            one, other = self._empty(row)
            fours.setdefault(one, set()).add(other)
            fours.setdefault(other, set()).add(one)
        found = {}
        for cell in sorted(against & fours.keys() if against else fours):
            if len(fours[cell]) > 1:
                found[cell] = 3
            elif rest := self._after(cell, min(fours[cell])):
                found[cell] = 2 + rest
        return found

    def _after(self, four: Cell, answer: Cell) -> int:
        """The plies of a win after a four and the only answer to it."""
        attacker, defender = self._stones.turn, 1 - self._stones.turn
        self._put(four, attacker)
        self._put(answer, defender)
        self._added |= {(four, attacker), (answer, defender)}
        key = frozenset(self._added)
        before = [rows.copy() for rows in self._rows]
        for side, cell in ((attacker, four), (defender, answer)):
            self._rows[side] |= {row for row in rows_through(cell) if self._counts[side][row] >= 3}
        if key not in self._known:
            self._known[key] = self.plies()
        self._rows = before
        self._added -= {(four, attacker), (answer, defender)}
        self._take(answer, defender)
        self._take(four, attacker)
        return self._known[key]

    def _in_reach(self, side: int, count: int) -> list[Row]:
        """The rows in which a side has so many stones and the other none."""
        own, other = self._counts[side], self._counts[1 - side]
        return [
            row
            for row in self._rows[side]
            if own[row] == count and not other.get(row) and all(map(self._stones.holds, cells_of(row)))
        ]

    def _empty(self, row: Row) -> list[Cell]:
        return [cell for cell in cells_of(row) if cell not in self._taken]

    def _put(self, cell: Cell, side: int) -> None:
        self._taken.add(cell)
        counts = self._counts[side]
        for row in rows_through(cell):
            counts[row] = counts.get(row, 0) + 1

    def _take(self, cell: Cell, side: int) -> None:
        self._taken.remove(cell)
        for row in rows_through(cell):
            self._counts[side][row] -= 1
