"""The root of a search: one position, its moves, and a workspace made ready for it in each thread."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

import numpy as np

from plyground import contract
from plyground.board import Board
from plyground.contract import MOST_MOVES, fingerprint, mix
from plyground.engine.compiled import CompiledSearch
from plyground.engine.info import SearchLimits
from plyground.engine.workspace import (
    ABORTED,
    DEFERS,
    EARLIER_POSITIONS,
    GENERATION,
    NO_NODE_LIMIT,
    NODE_LIMIT,
    NODES,
    REDUCES,
    ROOTS_DONE,
    STACK_PLIES,
    SearchWorkspace,
)
from plyground.game import View
from plyground.score import INFINITE, PROVEN, WIN, Score, read_score

ALWAYS_SHORTEST: Final = 3
"""A win in this many plies is never overlooked for a longer one."""
UNREDUCED_SALT: Final = np.uint64(0xA24BAED4963EE407)


@dataclass(frozen=True)
class RootResult:
    """The score of a root move, as the kernel gave it, and the principal variation that begins with it."""

    number: int
    settled: bool
    line: tuple[int, ...]
    depth: int
    reduced: bool
    """Whether late moves were reduced, so that a distance may be too long."""
    rough: bool
    """Whether the game proves wins that may be longer than need be: then a shorter one is not sought."""

    @property
    def move(self) -> int:
        """The root move."""
        return self.line[0]

    @property
    def is_proven(self) -> bool:
        """Whether this is a win or a loss."""
        return abs(self.number) > PROVEN

    @property
    def plies(self) -> int:
        """How far away a proven win or loss is."""
        return WIN - abs(self.number)

    @property
    def is_final(self) -> bool:
        """Whether a deeper search can add nothing, not even a shorter win."""
        if self.settled or (self.is_proven and self.rough):
            return True
        return self.is_proven and self.plies <= self.depth and not self.reduced

    @property
    def score(self) -> Score:
        """The score as people see it."""
        exact = self.is_final and (not self.rough or self.plies <= ALWAYS_SHORTEST)
        return read_score(self.number, settled=self.settled, exact=exact)


class RootSearch:
    """Searches one position with a compiled search, one call for each depth and window."""

    def __init__(self, compiled: CompiledSearch, board: Board, limits: SearchLimits) -> None:
        self.compiled = compiled
        self.board = board
        self.view = board.game.view(board.position)
        self.moves = root_moves(board, self.view, whole=limits.lines > 1)
        """The moves that are searched, in their first order."""
        self.lines = min(limits.lines, len(self.moves))
        """How many of them are wanted, best first."""
        rules = type(self.view.rules)
        self.reduces = contract.quiet.is_implemented(rules)
        self.rough = contract.pursuit.is_implemented(rules)
        self._works = [self._make_ready(work, limits) for work in compiled.workspaces]

    def _make_ready(self, work: SearchWorkspace, limits: SearchLimits) -> SearchWorkspace:
        """A thread's workspace for this position."""
        threads = len(self.compiled.workspaces)
        margins = contract.margin.is_implemented(type(self.view.rules))
        work.reset()
        work.counts[GENERATION] = (work.counts[GENERATION] + 1) % 64
        work.counts[NODE_LIMIT] = NO_NODE_LIMIT if limits.nodes is None else max(1, limits.nodes // threads)
        work.counts[REDUCES] = self.reduces
        # A move that is deferred is late, and where late moves are pruned that would change the search.
        work.counts[DEFERS] = threads > 1 and not margins
        work.roots[: len(self.moves)] = self.moves
        earlier = [fingerprint(pos) for pos in self.board.earlier_positions()]
        work.counts[EARLIER_POSITIONS] = len(earlier)
        path = np.array(earlier + [np.uint64(0)] * int(STACK_PLIES), np.uint64)
        return work._replace(path=path, salt=repetition_salt(earlier, self.board))

    # Searching

    def search(self, depth: int, alpha: int, beta: int, *, first: int = 0, thread: int = 0) -> int:
        """The score of the best root move from index `first` on; the search brings that move there.

        Every thread has a workspace of its own, and the answer is that of thread 0. The others call this to
        fill the table that all share.
        """
        work = self._works[thread]
        if thread > 0:
            work.roots[:] = self._works[0].roots
        return self.compiled.search(work, self.view, depth, alpha, beta, first, len(self.moves))

    @property
    def threads(self) -> int:
        """How many threads can search at once."""
        return len(self._works)

    @property
    def nodes(self) -> int:
        """The positions that all threads have searched."""
        return sum(int(work.counts[NODES]) for work in self._works)

    @property
    def is_aborted(self) -> bool:
        """Whether the last search was stopped, or came to its limit of nodes."""
        return bool(self._works[0].counts[ABORTED])

    @property
    def moves_done(self) -> int:
        """How many root moves the last search finished."""
        return int(self._works[0].counts[ROOTS_DONE])

    @property
    def best_move(self) -> int:
        """The root move that the last search brought to the top."""
        return int(self._works[0].roots[0])

    def result(self, number: int, depth: int, *, is_complete: bool = True) -> RootResult:
        """What the last search found, given the score that it returned."""
        work = self._works[0]
        line = tuple(int(move) for move in work.pv[: work.pv_lengths[0]])
        settled = is_complete and bool(work.settled[0])
        return RootResult(number, settled, line, depth, bool(work.counts[REDUCES]), self.rough)

    def guess(self) -> RootResult:
        """What to answer if there is no time for anything."""
        estimate = int(contract.evaluate(self.view.rules, self.view.pos))
        return RootResult(estimate, False, (self.moves[0],), 0, self.reduces, self.rough)

    # Changing what is searched

    def remove(self, move: int) -> None:
        """Search this root move no more."""
        self.moves.remove(move)
        for work in self._works:
            others = [other for other in work.roots[: len(self.moves) + 1] if other != move]
            work.roots[: len(others)] = others

    def stop_reducing(self) -> None:
        """Search all moves to the full depth from now on, with keys of their own in the table."""
        for index, work in enumerate(self._works):
            work.counts[REDUCES] = 0
            self._works[index] = work._replace(salt=work.salt ^ UNREDUCED_SALT)

    def allow_nodes(self, nodes: int) -> None:
        """Let every thread search `nodes` more positions."""
        for work in self._works:
            work.counts[NODE_LIMIT] = work.counts[NODES] + nodes

    def stop_helpers(self) -> None:
        """End the search of every thread but thread 0."""
        for work in self._works[1:]:
            work.counts[NODE_LIMIT] = 0

    # Other positions

    def after(self, line: tuple[int, ...]) -> Board:
        """The board after the moves of a line."""
        board = self.board.copy()
        for move in line:
            board.push_number(self.view.outward(move))
        return board

    def texts(self, line: tuple[int, ...]) -> tuple[str, ...]:
        """The moves of a line in notation."""
        return tuple(self.board.game.move_text(self.view.outward(move)) for move in line)

    def reply(self, board: Board, depth: int) -> int | None:
        """The best move on a later board, as that board numbers it; None if the search was stopped."""
        work = self._works[0]
        view = board.game.view(board.position)
        moves = root_moves(board, view, whole=True)
        work.roots[: len(moves)] = moves
        self.compiled.search(work, view, depth, -INFINITE, INFINITE, 0, len(moves))
        return None if self.is_aborted else view.outward(self.best_move)


def root_moves(board: Board, view: View, *, whole: bool) -> list[int]:
    """Every legal move that the search can see, the game's candidates first.

    Unless the `whole` list is asked for, moves that lose at once are left out.
    """
    rules, pos = view.rules, view.pos
    out = np.zeros(MOST_MOVES, np.int64)
    end = contract.candidates(rules, pos, out, 0)
    candidates = sorted(
        (int(move) for move in out[:end]), key=lambda move: -contract.priority(rules, pos, move)
    )
    all_good = contract.proof(rules, pos) == 0 and not contract.narrowed(rules, pos)
    if candidates and all_good and not whole:
        return candidates
    inward = (view.inward(move) for move in board.legal_numbers())
    visible = sorted(move for move in inward if move is not None)
    return list(dict.fromkeys([*candidates, *visible]))[:MOST_MOVES]


def repetition_salt(earlier: list[np.uint64], board: Board) -> np.uint64:
    """A salt that changes with the positions that one more occurrence turns into a draw."""
    salt = np.uint64(0)
    enough = int(contract.repetition(board.game.rules)) - 1
    for mark, times in Counter([*earlier, fingerprint(board.position)]).items() if earlier else []:
        if times >= enough:
            salt ^= mix(mark)
    return salt
