"""A strategy whose moves df-pn finds."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import numpy as np

from plyground.board import Board
from plyground.contract import remaining
from plyground.errors import PlygroundError
from plyground.native.compiler import compile_kernel
from plyground.solver.certificates.strategy import position_after
from plyground.solver.dfpn.kernels import HOLDING, WINNING, prove_question
from plyground.solver.dfpn.prover import DfpnProver
from plyground.solver.dfpn.workspace import (
    ABORTED,
    BEST,
    DEEPEST,
    NO_NODE_LIMIT,
    NODE_LIMIT,
    NODES,
    DfpnWorkspace,
)

SHORT_WIN_NODES: Final = 2_000
"""How many nodes are looked at for a short win, before any win is taken."""


def find_proof(rules: Any, start: Any, work: DfpnWorkspace, way: Any, length: int, goal: int) -> bool:
    """Leave a move that wins, or with the goal HOLDING one that does not lose, in `work.counts[BEST]`.

    It is for the position after the first `length` moves of `way`. A short win is looked for first, as long
    as that costs little: it makes a small strategy. False if there is no such move.
    """
    pos = position_after(rules, start, way, length)
    longest: Any = np.int64(remaining(rules, pos))
    enough = work.counts[NODES] + SHORT_WIN_NODES
    plies: Any = np.int64(3) if goal == WINNING else longest
    while True:
        plies = min(plies, longest)
        answer = prove_question(rules, pos, work, goal, plies)
        if answer >= 0 or plies == longest:
            return bool(answer > 0)
        plies = plies + 2 if work.counts[NODES] < enough else longest


class DfpnStrategy:
    """A strategy by df-pn: each move is one call of compiled code, and uses what was proven before.

    >>> board = Board("numerical:3x3", "b1=1 b2=6")
    >>> strategy = DfpnStrategy(board, DfpnProver(board.game, memory=16))
    >>> board.push_number(strategy.choose([], wins=True))
    >>> str(DfpnProver(board.game, memory=16).prove(board).score).split()[0]
    'loss'
    """

    def __init__(self, board: Board, prover: DfpnProver) -> None:
        self._rules, self._start = board.game.rules, board.position
        self._work = prover.workspace
        self._work.stop[0] = 0
        self._find: Any = compile_kernel(find_proof, board.game)
        self._way = np.zeros(DEEPEST, np.int64)

    def prepare(self) -> None:
        """Compile what finds moves, or load it from the disk, instead of at the first question."""
        self._work.stop[0] = 1
        with suppress(PlygroundError):
            self.choose([], wins=True)
        self._work.stop[0] = 0

    def choose(self, way: Sequence[int], wins: bool) -> int:
        """A move that wins, if possible soon, or a move that does not lose."""
        length = len(way)
        self._way[:length] = way
        self._work.counts[ABORTED] = 0
        self._work.counts[NODE_LIMIT] = NO_NODE_LIMIT
        goal = WINNING if wins else HOLDING
        if not self._find(self._rules, self._start, self._work, self._way, length, goal):
            raise PlygroundError(
                "the proof was stopped" if self._work.counts[ABORTED] else "there is no such move"
            )
        return int(self._work.counts[BEST])
