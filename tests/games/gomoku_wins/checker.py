"""Is it a win? Every defence is tried against the moves of an attacker.

The attacker is anything that names a move. Whatever the defender plays, the attacker has to come to five in
a row. What is plain to see is settled here: five at once, or a four with two cells to complete it while the
other side has no five to make. For everything else the attacker is asked again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.games.gomoku_wins.stones import Cell, Stones

Attacker = Callable[[Stones], Cell | None]
"""Names a move for the side to move; None if it knows no win."""

MOST_PLIES = 80
MOST_POSITIONS = 100_000


class NotWon(AssertionError):
    """The attacker does not win, and here is how."""

    def __init__(self, why: str, line: list[Cell]) -> None:
        super().__init__(f"{why}, after {line}")
        self.line = line


class TooMuch(Exception):
    """There is more to try than can be tried."""


@dataclass
class Checker:
    """Goes through the defences against one attacker; raises NotWon when one of them holds."""

    attacker: Attacker
    positions: int = 0
    """How many positions have been looked at, those settled at a glance included."""
    known: dict[frozenset[tuple[Cell, int]], int] = field(default_factory=dict)
    """Positions with the attacker to move, and the plies to the end against the longest defence."""
    refuted: dict[frozenset[tuple[Cell, int]], int] = field(default_factory=dict)
    """Positions with the defender to move, likewise."""
    line: list[Cell] = field(default_factory=list)
    """The moves that led to the position that is being looked at."""

    def wins(self, stones: Stones) -> int:
        """In how many plies at most the attacker, whose move it is, wins."""
        if stones.key not in self.known:
            self.known[stones.key] = self._attack(stones)
        return self.known[stones.key]

    def wins_against(self, stones: Stones) -> int:
        """In how many plies at most the attacker wins, the defender being to move."""
        if stones.key not in self.refuted:
            self.refuted[stones.key] = self._defend(stones)
        return self.refuted[stones.key]

    def _attack(self, stones: Stones) -> int:
        self._count()
        own, other = stones.fives[stones.turn], stones.fives[1 - stones.turn]
        if own:
            return 1
        if not other and stones.winning_fours(stones.turn):
            return 3
        cell = self.attacker(stones)
        if cell is None or not stones.is_empty(cell):
            raise NotWon(f"no move that wins was named ({cell})", self.line.copy())
        return 1 + self._follow(cell, self.wins_against, stones.plus(cell))

    def _defend(self, stones: Stones) -> int:
        """Try every reply."""
        self._count()
        defender = stones.turn
        own, threatened = stones.fives[defender], stones.fives[1 - defender]
        if own:
            raise NotWon(f"the defender completes five at {min(own)}", self.line.copy())
        if len(threatened) >= 2:
            return 2
        replies = stones.every_cell()
        if not replies:
            raise NotWon("the board is full", self.line.copy())
        self.positions += len(replies)
        if threatened:
            (cell,) = threatened
            return 1 + self._follow(cell, self.wins, stones.plus(cell))
        fours = stones.winning_fours(1 - defender)
        longest = 0
        for cell in replies:
            if not stones.made(cell, defender) and is_still_there(fours, cell):
                longest = max(longest, 3)
            else:
                longest = max(longest, self._follow(cell, self.wins, stones.plus(cell)))
        return 1 + longest

    def _follow(self, cell: Cell, check: Callable[[Stones], int], stones: Stones) -> int:
        if len(self.line) == MOST_PLIES:
            raise TooMuch("the attack does not come to an end")
        self.line.append(cell)
        try:
            return check(stones)
        finally:
            self.line.pop()

    def _count(self) -> None:
        self.positions += 1
        if self.positions > MOST_POSITIONS:
            raise TooMuch("there are too many defences to try")


def is_still_there(fours: dict[Cell, set[Cell]], reply: Cell) -> bool:
    """Whether one of these fours, each with its cells to complete it, still wins after a reply."""
    return any(cell != reply and len(ends - {reply}) >= 2 for cell, ends in fours.items())
