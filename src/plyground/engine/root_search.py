"""A position laid out for the compiled engine: its workspaces, and what its numbers mean on the board."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from plyground.board import Board
from plyground.contract import fingerprint
from plyground.engine.compiled import CompiledSearch
from plyground.engine.driver import drive
from plyground.engine.info import ChoiceLimits, SearchLimits
from plyground.engine.root import UNREDUCED_SALT, stop_reducing
from plyground.engine.run_state import (
    IS_ENDLESS,
    IS_UNREDUCED,
    LEVEL_DEPTH,
    LEVEL_NOISE,
    LEVEL_SEES,
    LEVEL_SLIP_DEPTH,
    LEVEL_SLIPS,
    LEVEL_TIME,
    ROOTS,
    THREADS,
    WANTED_DEPTH,
    WANTED_LINES,
    WANTED_LONGEST,
    WANTED_NODES,
    WANTED_TIME,
)
from plyground.engine.tasks import PREPARE
from plyground.engine.time_shares import WHOLE
from plyground.engine.workspace import (
    ABORTED,
    EARLIER_POSITIONS,
    NODE_LIMIT,
    NODES,
    REDUCES,
    STACK_PLIES,
    SearchWorkspace,
)


class RootSearch:
    """Searches one position, in as many threads as there are workspaces."""

    def __init__(
        self, compiled: CompiledSearch, board: Board, limits: SearchLimits, *, begin: int = PREPARE
    ) -> None:
        """`begin` is the task with which thread 0 begins."""
        self.compiled = compiled
        self.board = board
        self.view = board.game.view(board.position)
        self.numbers = compiled.run.numbers
        set_limits(compiled, limits)
        self.is_endless = board.game.picture(board.position).endless
        self.numbers[IS_ENDLESS] = self.is_endless
        earlier = [fingerprint(pos) for pos in board.earlier_positions()]
        self._works = [with_path(work, earlier) for work in compiled.workspaces]
        for work in self._works[1:]:
            compiled.do_task(PREPARE, self.view, work)
        self.do_task(begin)
        self._salt = self._works[0].salt[0]

    def do_task(self, task: int, number: int = 0) -> int:
        """Do a task of `plyground.engine.driver` with the workspace of thread 0."""
        return int(drive(self._ask_game, self._works[0], self.compiled.run, task, number))

    def _ask_game(self, task: int, number: int) -> int:
        return self.compiled.do_task(task, self.view, self._works[0], number)

    def search(self, depth: int, alpha: int, beta: int, *, thread: int = 0) -> int:
        """The score of the best root move; the search brings that move to the top.

        Every thread has a workspace of its own, and the answer is that of thread 0. The others call this to
        fill the table that all share.
        """
        work = self._works[thread]
        if thread > 0:
            self._follow(work)
        return self.compiled.search(work, self.view, depth, alpha, beta, 0, int(self.numbers[ROOTS]))

    def _follow(self, work: SearchWorkspace) -> None:
        """Search the moves of thread 0, and reduce none if it does not."""
        work.roots[:] = self._works[0].roots
        if self.numbers[IS_UNREDUCED]:
            work.counts[REDUCES] = 0
            work.salt[0] = self._salt ^ UNREDUCED_SALT

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
        return not self.has_finished(0)

    def has_finished(self, thread: int) -> bool:
        """Whether the last search of a thread was neither stopped nor came to its limit of nodes."""
        return not self._works[thread].counts[ABORTED]

    @property
    def best_move(self) -> int:
        """The root move that the last search brought to the top."""
        return int(self._works[0].roots[0])

    def stop_reducing(self) -> None:
        """Search all moves to the full depth from now on."""
        stop_reducing(self._works[0])
        self.numbers[IS_UNREDUCED] = 1

    def allow_nodes(self, nodes: int) -> None:
        """Let every thread search `nodes` more positions."""
        for work in self._works:
            work.counts[NODE_LIMIT] = work.counts[NODES] + nodes

    def has_nodes(self, thread: int) -> bool:
        """Whether a thread has not come to its limit of nodes."""
        counts = self._works[thread].counts
        return bool(counts[NODES] < counts[NODE_LIMIT])

    def stop_helpers(self) -> None:
        """End the search of every thread but thread 0."""
        for work in self._works[1:]:
            work.counts[NODE_LIMIT] = 0

    def texts(self, line: Iterable[int]) -> tuple[str, ...]:
        """The moves of a line in notation."""
        return tuple(self.board.game.move_text(self.view.outward(int(move))) for move in line)


def set_limits(compiled: CompiledSearch, limits: SearchLimits) -> None:
    """Write what is wanted into the state of the next run."""
    numbers = compiled.run.numbers
    numbers[WANTED_DEPTH] = limits.depth or 0
    numbers[WANTED_NODES] = limits.nodes or 0
    numbers[WANTED_TIME] = -1 if limits.seconds is None else int(limits.seconds * 1000)
    numbers[WANTED_LONGEST] = int((limits.longest or 0) * 1000)
    numbers[WANTED_LINES] = limits.lines
    numbers[THREADS] = len(compiled.workspaces)
    numbers[IS_UNREDUCED] = 0
    if isinstance(limits, ChoiceLimits):
        numbers[LEVEL_DEPTH : LEVEL_TIME + 1] = numbers[WANTED_DEPTH : WANTED_TIME + 1]
        numbers[LEVEL_SEES] = limits.sees or 0
        numbers[LEVEL_NOISE] = round(limits.noise * WHOLE)
        numbers[LEVEL_SLIPS] = round(limits.slips * WHOLE)
        numbers[LEVEL_SLIP_DEPTH] = limits.slip_depth
        compiled.run.chance[0] = np.uint64(limits.chance)


def with_path(work: SearchWorkspace, earlier: list[np.uint64]) -> SearchWorkspace:
    """A workspace that knows the earlier positions of a game."""
    room = len(earlier) + int(STACK_PLIES)
    if room > len(work.path):
        work = work._replace(path=np.zeros(room, np.uint64))
    work.path[: len(earlier)] = earlier
    work.counts[EARLIER_POSITIONS] = len(earlier)
    return work
