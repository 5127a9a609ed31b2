"""Who chooses the moves of a strategy: a compiled search, the engine, or any oracle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

import numpy as np

from plyground.board import Board
from plyground.contract import moves, play
from plyground.engine import Engine
from plyground.engine.native import compiled
from plyground.engine.score import WIN
from plyground.engine.search import search_roots
from plyground.engine.workspace import (
    ABORTED,
    MAX_PLY,
    REDUCE,
    Workspace,
    new_busy_board,
    new_table,
    new_workspace,
)
from plyground.errors import PlygroundError
from plyground.solver.oracle import Oracle

DEEPEST: Final = MAX_PLY - 2
FOUND_NONE: Final = -1


class Chooser(Protocol):
    """Somebody who knows good moves in the positions of a game that follow one of them."""

    def choose(self, way: Sequence[int], wins: bool) -> int:
        """A move that wins, or one that does not lose, after the moves `way`, for the side to move then.

        Moves are the numbers that the compiled half of the game uses.
        """


def find_move(rules: Any, start: Any, work: Workspace, way: Any, length: int, shallow: int, deep: int) -> int:
    """Its place in `work.roots`, always 0, if a move is found that wins or does not lose; else -1.

    With `shallow` of at least 1 it is the shortest win of so many plies up to `deep`; with 0, a move that
    does not lose.
    """
    pos = start
    for index in range(length):
        pos = play(rules, pos, way[index])
    first: Any = np.int64(0)
    count = moves(rules, pos, work.roots, first)
    if shallow == 0:
        return 0 if search_roots(rules, pos, work, deep, np.int64(-1), np.int64(0), first, count) >= 0 else -1
    depth = np.int64(shallow)
    while depth <= deep and work.counts[ABORTED] == 0:
        if search_roots(rules, pos, work, depth, WIN - depth - 1, WIN - depth, first, count) >= WIN - depth:
            return 0
        depth += 1
    return -1


class SearchChooser:
    """The engine's search as a chooser: it finds the shortest win, or any move that does not lose.

    Each question is one call of compiled code, and all share a table. For games that always end: a draw by
    repetition is beyond it.
    """

    def __init__(self, board: Board, *, memory: int = 256) -> None:
        self.board = board.copy()
        self._stop = np.zeros(1, np.int64)
        self._work = new_workspace(new_table(memory), self._stop, new_busy_board())
        self._work.counts[REDUCE] = 0
        self._find: Any = compiled(find_move, board.game)
        self._way = np.zeros(MAX_PLY, np.int64)
        self._start = board.position

    def choose(self, way: Sequence[int], wins: bool) -> int:
        """A winning move that wins soonest, or a move that does not lose."""
        length = len(way)
        self._way[:length] = way
        self._work.counts[ABORTED] = 0
        found = self._find(
            self.board.game.rules, self._start, self._work, self._way, length, int(wins), DEEPEST - length
        )
        if found == FOUND_NONE:
            raise PlygroundError("the search was stopped" if self._stop[0] else "there is no such move")
        return int(self._work.roots[0])

    def stop(self) -> None:
        """End the search under way, from any thread."""
        self._stop[0] = 1


class _Follower:
    """A board that is moved from one position of a game to the next."""

    def __init__(self, board: Board) -> None:
        self.board = board.copy()
        self._before = len(self.board.numbers)

    def go(self, way: Sequence[int]) -> Board:
        """The board after these moves."""
        board, before = self.board, self._before
        there = board.numbers[before:]
        shared = 0
        while shared < min(len(there), len(way)) and there[shared] == way[shared]:
            shared += 1
        for _ in range(len(there) - shared):
            board.pop()
        for move in way[shared:]:
            board.push_number(move)
        return board


class OracleChooser:
    """Any oracle as a chooser."""

    def __init__(self, board: Board, oracle: Oracle) -> None:
        self._follower = _Follower(board)
        self._oracle = oracle

    def choose(self, way: Sequence[int], wins: bool) -> int:
        """The first move of the oracle's line."""
        board = self._follower.go(way)
        judgement = self._oracle.judge(board)
        wanted = ("win",) if wins else ("win", "draw")
        if judgement is None or judgement.score.value not in wanted:
            raise PlygroundError(
                f"the oracle does not know how to {' or '.join(wanted)} in {board.position_text}"
            )
        return board.game.parse(board.position, judgement.line[0])


class EngineChooser:
    """The engine itself as a chooser: slow, but it plays every game."""

    def __init__(self, board: Board, engine: Engine) -> None:
        self._follower = _Follower(board)
        self._engine = engine

    def choose(self, way: Sequence[int], wins: bool) -> int:
        """The best move, once it is proven."""
        board = self._follower.go(way)
        info = self._engine.search(board)
        wanted = ("win",) if wins else ("win", "draw")
        if info.best is None or info.score.value not in wanted:
            raise PlygroundError(
                f"the engine does not know how to {' or '.join(wanted)} in {board.position_text}"
            )
        return board.game.parse(board.position, info.best)
