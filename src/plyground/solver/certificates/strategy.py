"""Strategies, which choose the moves of a certificate: by the engine's search, or by any prover."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

import numpy as np

from plyground import contract
from plyground.board import Board
from plyground.contract import kernel, moves, play
from plyground.engine.search import search_root_moves
from plyground.engine.workspace import (
    ABORTED,
    MAX_PLY,
    NODES,
    REDUCES,
    SearchWorkspace,
    new_workspaces,
)
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.native.compiler import compile_kernel
from plyground.score import WIN
from plyground.solver.prover import Prover

DEEPEST: Final = MAX_PLY - 2
SHORT_WIN_NODES: Final = 20_000
"""How many positions are looked at for the shortest win, before any win is taken."""


class Strategy(Protocol):
    """Chooses good moves in the positions that follow the one it was made for."""

    def choose(self, way: Sequence[int], wins: bool) -> int:
        """A move that wins, or without `wins` one that does not lose, in the position after the moves `way`.

        Moves are the numbers that the compiled half of the game uses.
        """


@kernel
def position_after(rules: Any, start: Any, way: Any, length: int) -> Any:
    """The position after the first `length` moves of `way`."""
    pos = start
    for index in range(length):
        pos = play(rules, pos, way[index])
    return pos


def find_win(rules: Any, start: Any, work: SearchWorkspace, way: Any, length: int, within: int) -> bool:
    """Bring a move that wins within `within` plies to the top of `work.roots`; False if there is none.

    It is for the position after the first `length` moves of `way`. The shortest win is looked for first, as
    long as that costs little: it makes a small strategy.
    """
    pos = position_after(rules, start, way, length)
    first: Any = np.int64(0)
    count = moves(rules, pos, work.roots, first)
    enough = work.counts[NODES] + SHORT_WIN_NODES
    plies: Any = np.int64(1)
    while True:
        wanted: Any = WIN - plies
        score = search_root_moves(rules, pos, work, plies, wanted - 1, wanted, first, count)
        if work.counts[ABORTED] != 0:
            return False
        if score >= wanted or plies >= within:
            return bool(score >= wanted)
        plies = plies + 1 if work.counts[NODES] < enough else within


def find_hold(rules: Any, start: Any, work: SearchWorkspace, way: Any, length: int, deep: int) -> bool:
    """Bring a move that does not lose to the top of `work.roots`, in a game of at most `deep` plies."""
    pos = position_after(rules, start, way, length)
    first: Any = np.int64(0)
    none: Any = np.int64(0)
    count = moves(rules, pos, work.roots, first)
    score = search_root_moves(rules, pos, work, deep, none - 1, none, first, count)
    return bool(score >= 0 and work.counts[ABORTED] == 0)


class SearchStrategy:
    """A strategy by the engine's search: it finds short wins, or any move that does not lose.

    Each question is one call of compiled code, and all share a table. It cannot see that a position has
    occurred before, and takes positions as they are: see `is_for`.

    >>> board = Board("noughts", "b2 b1")
    >>> board.game.move_text(SearchStrategy(board, memory=1).choose([], wins=True))
    'a1'
    """

    def __init__(self, board: Board, *, within: int | None = None, memory: int = 256) -> None:
        """`within` is a number of plies in which the position is known to be won."""
        self._rules, self._start = board.game.rules, board.position
        self._within = DEEPEST if within is None else within
        self._stop = np.zeros(1, np.int64)
        self._work = new_workspaces(1, memory, self._stop)[0]
        self._work.counts[REDUCES] = 0
        self._find_win: Any = compile_kernel(find_win, board.game)
        self._find_hold: Any = compile_kernel(find_hold, board.game)
        self._way = np.zeros(MAX_PLY, np.int64)

    @staticmethod
    def is_for(game: Game) -> bool:
        """Whether this is a game without repetition whose search sees the positions of the board itself."""
        view = game.view(game.start)
        return type(view.rules) is type(game.rules) and not contract.repetition(game.rules)

    def prepare(self) -> None:
        """Compile what finds moves, or load it from the disk, instead of at the first question."""
        self._stop[0] = 1
        for wins in (True, False):
            with suppress(PlygroundError):
                self.choose([], wins)
        self._stop[0] = 0

    def choose(self, way: Sequence[int], wins: bool) -> int:
        """A move that wins, if possible soon, or a move that does not lose."""
        length = len(way)
        self._way[:length] = way
        self._work.counts[ABORTED] = 0
        plies = (self._within if wins else DEEPEST) - length
        find = self._find_win if wins else self._find_hold
        if not find(self._rules, self._start, self._work, self._way, length, plies):
            raise PlygroundError("the search was stopped" if self._stop[0] else "there is no such move")
        return int(self._work.roots[0])

    def stop(self) -> None:
        """End the search under way, from any thread, and every later one."""
        self._stop[0] = 1


class ProverStrategy:
    """A strategy by any prover."""

    def __init__(self, board: Board, prover: Prover) -> None:
        self._board = board.copy()
        self._before = len(board.numbers)
        self._prover = prover

    def choose(self, way: Sequence[int], wins: bool) -> int:
        """The first move of the prover's line."""
        board = self._board_after(way)
        result = self._prover.prove(board)
        wanted = ("win",) if wins else ("win", "draw")
        if result is None or result.score.value not in wanted:
            raise PlygroundError(f"no {' or '.join(wanted)} is known in {board.position_text}")
        return board.game.parse(board.position, result.line[0])

    def _board_after(self, way: Sequence[int]) -> Board:
        """The board after these moves."""
        board = self._board
        there = board.numbers[self._before :]
        shared = 0
        while shared < min(len(there), len(way)) and there[shared] == way[shared]:
            shared += 1
        for _ in there[shared:]:
            board.pop()
        for move in way[shared:]:
            board.push_number(move)
        return board
