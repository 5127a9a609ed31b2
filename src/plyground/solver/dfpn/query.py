"""Asking: one question at a time goes to every thread, and the first answer counts."""

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
    NEVER,
    NO_NODE_LIMIT,
    NODE_LIMIT,
    NODES,
    ROOTS,
    Desk,
)

TELL_SECONDS: Final = 0.25


class Stopped(Exception):
    """The proof was stopped, or its time is over."""


@dataclass(frozen=True)
class Answer:
    """Whether a goal is reached, and the move that does it, or one that tries."""

    reached: bool
    move: int


class Inquiry:
    """Questions about positions, within limits of time, and what they have cost so far."""

    def __init__(
        self,
        kernel: Callable[..., int],
        desks: list[Desk],
        *,
        stopped: Callable[[], bool],
        fill: Callable[[], float],
        seconds: float | None,
        tell: Tell | None,
    ) -> None:
        self._kernel = kernel
        self._desks = desks
        self._stopped = stopped
        self._fill = fill
        self._tell = tell
        self._began = self._told = time.perf_counter()
        self._until = float("inf") if seconds is None else self._began + seconds
        self._earlier_nodes = self._total()
        self.what = ""
        """What to say of the question under way."""

    @property
    def nodes(self) -> int:
        """How many positions have been looked at."""
        return self._total() - self._earlier_nodes

    def _total(self) -> int:
        return sum(int(desk.counts[NODES]) for desk in self._desks)

    def ask(self, board: Board, goal: int, plies: int, nodes: int) -> Answer | None:
        """Whether the side to move reaches its goal; None if that takes more than so many nodes."""
        view = board.game.view(board.position)
        at_once = int(contract.proof(view.rules, view.pos))
        if at_once > 0:
            return Answer(goal == HOLDING or at_once <= plies, self._quick_win(board, at_once))
        if at_once < 0:
            return Answer(goal == HOLDING and -at_once > plies, self._slow_loss(board, -at_once))
        if plies <= 0:
            return Answer(goal == HOLDING, board.legal_numbers()[0])
        found = self._search(view, goal, plies, nodes)
        return None if found is None else Answer(found[0] > 0, view.outward(found[1]))

    # Results that are seen at once

    def _quick_win(self, board: Board, plies: int) -> int:
        """A move that wins in so many plies."""
        return next(move for move in board.legal_numbers() if self._is_lost(after(board, move), plies - 1))

    def _slow_loss(self, board: Board, plies: int) -> int:
        """A move that loses in no fewer plies than that."""
        return next(move for move in board.legal_numbers() if not self._is_won(after(board, move), plies - 2))

    def _is_lost(self, board: Board, plies: int) -> bool:
        """Whether the side to move loses within so many plies."""
        if board.is_over or plies <= 0:
            return int(contract.outcome(board.game.rules, board.position)) == LOST
        answer = self.ask(board, HOLDING, plies, NO_NODE_LIMIT)
        return answer is not None and not answer.reached

    def _is_won(self, board: Board, plies: int) -> bool:
        """Whether the side to move wins within so many plies."""
        if board.is_over or plies <= 0:
            return plies >= 0 and int(contract.outcome(board.game.rules, board.position)) == WON
        answer = self.ask(board, WINNING, plies, NO_NODE_LIMIT)
        return answer is not None and answer.reached

    # Everything else

    def _search(self, view: View, goal: int, plies: int, nodes: int) -> tuple[int, int] | None:
        stop = self._desks[0].stop
        stop[0] = 0
        if self._stopped():
            raise Stopped
        found: list[tuple[int, int]] = []
        broken: list[BaseException] = []

        def work(desk: Desk) -> None:
            try:
                result = int(self._kernel(view.rules, copy_position(view.pos), desk, goal, plies))
            except BaseException as error:  # the caller's thread raises it again
                broken.append(error)
                result = 0
            if result != 0:
                found.append((result, int(desk.counts[BEST])))
            if result != 0 or broken:
                stop[0] = 1

        share = max(1, nodes // len(self._desks))
        threads = []
        for desk in self._desks:
            desk.counts[ABORTED] = desk.counts[ROOTS] = 0
            desk.counts[NODE_LIMIT] = desk.counts[NODES] + share
            threads.append(threading.Thread(target=work, args=(desk,), daemon=True))
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
            raise Stopped
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
        if self._tell is None or now < self._told + TELL_SECONDS:
            return
        self._told = now
        known = max(int(desk.counts[ROOTS]) for desk in self._desks)
        settled = max(settled_roots(desk) for desk in self._desks)
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


def settled_roots(desk: Desk) -> int:
    """How many moves of the position asked about are settled on a desk."""
    pains = desk.pains[: desk.counts[ROOTS]]
    return int(np.count_nonzero((pains == 0) | (pains == NEVER)))


def after(board: Board, move: int) -> Board:
    """The board after a move."""
    board = board.copy()
    board.push_number(move)
    return board
