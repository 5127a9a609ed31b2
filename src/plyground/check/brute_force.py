"""Brute force: what a position is worth, by trying everything, where that is little enough."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, NamedTuple

import numpy as np

from plyground import contract
from plyground.board import identity
from plyground.contract import LOST, OPEN, WON, Moves, Result
from plyground.game import copy_position

POSITIONS_AT_ONCE: Final = 400
"""How many new positions one question may look at."""
MOST_MOVES: Final = 64
"""A position with more moves than this is too large."""


class Truth(NamedTuple):
    """What a position is worth to the side to move, in how many plies, and how long the game can last."""

    value: Result
    distance: int
    longest: int

    @property
    def words(self) -> str:
        """The truth as people say it."""
        names = {WON: "a win", LOST: "a loss"}
        return f"{names[self.value]} in {self.distance}" if self.value in names else "a draw"


class Known(NamedTuple):
    """A position that has been solved, and the moves that lead to it."""

    pos: Any
    moves: tuple[int, ...]
    truth: Truth


class _TooLarge(Exception):
    pass


class BruteForce:
    """Solves positions of one game by trying everything, and remembers them."""

    def __init__(self, rules: Any, on_step: Callable[[], None], budget: int) -> None:
        self.rules = rules
        self.known: dict[Hashable, Known] = {}
        self.budget = budget
        """How many positions may be looked at in all."""
        self._on_step = on_step
        self._left = 0
        self._path: set[Hashable] = set()

    def solve(self, pos: Any, moves: tuple[int, ...]) -> Truth | None:
        """What a position is worth; None if that takes too long, or if the game can go round in circles."""
        self._left = min(POSITIONS_AT_ONCE, self.budget)
        self._path.clear()
        try:
            return self._solve(copy_position(pos), moves)
        except (_TooLarge, RecursionError):
            return None

    def _solve(self, pos: Any, moves: tuple[int, ...]) -> Truth:
        name = identity(pos)
        if name in self.known:
            return self.known[name].truth
        if name in self._path or self._left <= 0:
            raise _TooLarge
        self._left -= 1
        self.budget -= 1
        self._on_step()
        self._path.add(name)
        truth = self._best(pos, moves)
        self._path.remove(name)
        self.known[name] = Known(pos, moves, truth)
        return truth

    def _best(self, pos: Any, moves: tuple[int, ...]) -> Truth:
        result = int(contract.outcome(self.rules, pos))
        if result != OPEN:
            return Truth(result, 0, 0)
        out: Moves = np.zeros(contract.MOST_MOVES + 1, np.int64)
        end = contract.moves(self.rules, pos, out, 0)
        if not 0 < end <= MOST_MOVES:
            raise _TooLarge
        best, longest = None, 0
        for move in (int(each) for each in out[:end]):
            child = self._solve(contract.play(self.rules, copy_position(pos), move), (*moves, move))
            mine = Truth(-child.value, child.distance + 1, 0)
            longest = max(longest, child.longest + 1)
            if best is None or worth(mine) > worth(best):
                best = mine
        assert best is not None
        return Truth(best.value, best.distance, longest)


def worth(truth: Truth) -> tuple[int, int]:
    """How good a result is: a near win before a far one, a far loss before a near one."""
    return truth.value, -truth.value * truth.distance
