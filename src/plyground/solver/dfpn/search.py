"""Runs df-pn: one question at a time goes to every thread, and the first answer counts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from plyground import contract
from plyground.board import Board
from plyground.contract import LOST, WON
from plyground.game import View, copy_position
from plyground.progress import Progress, Tell
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

TELL_SECONDS: Final = 0.25


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
        tell: Tell | None,
    ) -> None:
        self._kernel = kernel
        self._workspaces = workspaces
        self._stopped = stopped
        self._fill = fill
        self._tell = tell
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
        stop = self._workspaces[0].stop
        stop[0] = 0
        if self._stopped():
            raise ProofStopped
        found: list[tuple[int, int]] = []
        broken: list[BaseException] = []

        def run(work: DfpnWorkspace) -> None:
            try:
                result = int(self._kernel(view.rules, copy_position(view.pos), work, goal, plies))
            except BaseException as error:  # the caller's thread raises it again
                broken.append(error)
                result = 0
            if result != 0:
                found.append((result, int(work.counts[BEST])))
            if result != 0 or broken:
                stop[0] = 1

        share = max(1, nodes // len(self._workspaces))
        threads = []
        for work in self._workspaces:
            work.counts[ABORTED] = work.counts[ROOT_MOVES] = 0
            work.counts[NODE_LIMIT] = work.counts[NODES] + share
            threads.append(threading.Thread(target=run, args=(work,), daemon=True))
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                self._wait(thread, stop)
        finally:
            stop[0] = 1
            for thread in threads:
                if thread.is_alive():  # an interrupt may have come before it was started
                    thread.join()
        if broken:
            raise broken[0]
        if not found and (self._stopped() or time.perf_counter() >= self._until):
            raise ProofStopped
        return found[0] if found else None

    def _wait(self, thread: threading.Thread, stop: Any) -> None:
        """Wait for a thread, tell how far it is now and then, and stop it when its time is over."""
        while thread.is_alive():
            now = time.perf_counter()
            if now >= self._until:
                stop[0] = 1
            thread.join(min(TELL_SECONDS, max(0.0, self._until - now)) if now < self._until else None)
            self._report()

    def _report(self) -> None:
        now = time.perf_counter()
        if self._tell is None or now < self._reported + TELL_SECONDS:
            return
        self._reported = now
        known = max(int(work.counts[ROOT_MOVES]) for work in self._workspaces)
        settled = max(settled_root_moves(work) for work in self._workspaces)
        self._tell(
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
