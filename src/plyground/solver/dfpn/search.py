"""Runs df-pn: one question at a time goes to every thread, and the first answer counts."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from plyground import contract
from plyground.board import Board
from plyground.contract import LOST, WON
from plyground.game import View, copy_position
from plyground.progress import OnProgress, Progress
from plyground.solver.dfpn.kernels import HOLDING, WINNING
from plyground.solver.dfpn.workspace import (
    ABORTED,
    BEST,
    INFINITE,
    NO_NODE_LIMIT,
    NODE_LIMIT,
    NODES,
    ROOT_MOVES,
    DfpnWorkspace,
)
from plyground.solver.prover import board_after
from plyground.threads import ThreadGroup

REPORT_SECONDS: Final = 0.25


class ProofStopped(Exception):
    """The proof was stopped, or its time is over."""


@dataclass(frozen=True)
class GoalAnswer:
    """Whether a goal is reached, and a move: one that reaches it, or the best try."""

    reached: bool
    move: int


class DfpnSearch:
    """Answers questions about positions within one limit of time, and counts what they cost."""

    def __init__(
        self,
        kernel: Callable[..., int],
        workspaces: list[DfpnWorkspace],
        *,
        stopped: Callable[[], bool],
        fill: Callable[[], float],
        seconds: float | None,
        on_progress: OnProgress | None,
    ) -> None:
        self._kernel = kernel
        self._workspaces = workspaces
        self._stopped = stopped
        self._fill = fill
        self._on_progress = on_progress
        self._began = self._reported = time.perf_counter()
        self._until = float("inf") if seconds is None else self._began + seconds
        self._earlier_nodes = self._total()
        self.what = ""
        """A few words on the question under way, for progress reports."""

    @property
    def nodes(self) -> int:
        """How many positions have been looked at."""
        return self._total() - self._earlier_nodes

    def _total(self) -> int:
        return sum(int(work.counts[NODES]) for work in self._workspaces)

    def ask(self, board: Board, goal: int, plies: int, nodes: int) -> GoalAnswer | None:
        """Whether the side to move reaches its goal; None if that takes more than `nodes`."""
        view = board.game.view(board.position)
        at_once = int(contract.proof(view.rules, view.pos))
        if at_once > 0:
            return GoalAnswer(goal == HOLDING or at_once <= plies, self._quick_win(board, at_once))
        if at_once < 0:
            return GoalAnswer(goal == HOLDING and -at_once > plies, self._slow_loss(board, -at_once))
        if plies <= 0:
            return GoalAnswer(goal == HOLDING, board.legal_numbers()[0])
        found = self._search(view, goal, plies, nodes)
        return None if found is None else GoalAnswer(found[0] > 0, view.outward(found[1]))

    # Results that are seen at once

    def _quick_win(self, board: Board, plies: int) -> int:
        """A move that wins within `plies`."""
        return next(
            move for move in board.legal_numbers() if self._is_lost(board_after(board, move), plies - 1)
        )

    def _slow_loss(self, board: Board, plies: int) -> int:
        """A move that loses in no fewer than `plies`."""
        return next(
            move for move in board.legal_numbers() if not self._is_won(board_after(board, move), plies - 2)
        )

    def _is_lost(self, board: Board, plies: int) -> bool:
        """Whether the side to move loses within `plies`."""
        if board.is_over or plies <= 0:
            return int(contract.outcome(board.game.rules, board.position)) == LOST
        answer = self.ask(board, HOLDING, plies, NO_NODE_LIMIT)
        return answer is not None and not answer.reached

    def _is_won(self, board: Board, plies: int) -> bool:
        """Whether the side to move wins within `plies`."""
        if board.is_over or plies <= 0:
            return plies >= 0 and int(contract.outcome(board.game.rules, board.position)) == WON
        answer = self.ask(board, WINNING, plies, NO_NODE_LIMIT)
        return answer is not None and answer.reached

    # Everything else

    def _search(self, view: View, goal: int, plies: int, nodes: int) -> tuple[int, int] | None:
        self._workspaces[0].stop[0] = 0
        if self._stopped():
            raise ProofStopped
        found: list[tuple[int, int]] = []

        def run(work: DfpnWorkspace) -> None:
            result = int(self._kernel(view.rules, copy_position(view.pos), work, goal, plies))
            if result != 0:
                found.append((result, int(work.counts[BEST])))
                self._end_search()

        share = max(1, nodes // len(self._workspaces))
        for work in self._workspaces:
            work.counts[ABORTED] = work.counts[ROOT_MOVES] = 0
            work.counts[NODE_LIMIT] = work.counts[NODES] + share
        with ThreadGroup([partial(run, work) for work in self._workspaces], self._end_search) as threads:
            self._wait(threads)
        if not found and (self._stopped() or time.perf_counter() >= self._until):
            raise ProofStopped
        return found[0] if found else None

    def _end_search(self) -> None:
        self._workspaces[0].stop[0] = 1

    def _wait(self, threads: ThreadGroup) -> None:
        """Wait for the threads, report how far they are now and then, and end them when the time is over."""
        ended = False
        while not ended:
            left = self._until - time.perf_counter()
            if left <= 0:
                self._end_search()
            ended = threads.join(min(REPORT_SECONDS, left) if left > 0 else REPORT_SECONDS)
            self._report()

    def _report(self) -> None:
        now = time.perf_counter()
        if self._on_progress is None or now < self._reported + REPORT_SECONDS:
            return
        self._reported = now
        known = max(int(work.counts[ROOT_MOVES]) for work in self._workspaces)
        settled = max(settled_root_moves(work) for work in self._workspaces)
        self._on_progress(
            Progress(
                self.what,
                self.nodes,
                now - self._began,
                settled=min(settled, known),
                known=known,
                fill=self._fill(),
            )
        )


def settled_root_moves(work: DfpnWorkspace) -> int:
    """How many moves of the position asked about are settled in a workspace."""
    numbers = work.disproof_numbers[: work.counts[ROOT_MOVES]]
    return int(np.count_nonzero((numbers == 0) | (numbers == INFINITE)))
