"""The prover that uses df-pn, for games that cannot go on for ever."""

from __future__ import annotations

import threading
from typing import Final

import numpy as np

from plyground import contract
from plyground.board import Board
from plyground.engine.arrays import aligned_numbers, array_bytes
from plyground.engine.info import final_info
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.memory import check_resources
from plyground.native.compiler import compile_kernel
from plyground.progress import OnProgress
from plyground.solver.book import Book, load_book
from plyground.solver.dfpn.kernels import WINNING, prove_root
from plyground.solver.dfpn.position_proof import PositionProof
from plyground.solver.dfpn.search import DfpnSearch
from plyground.solver.dfpn.workspace import (
    DEEPEST,
    NO_NODE_LIMIT,
    NODE_LIMIT,
    SHARING,
    DfpnWorkspace,
    new_workspaces,
)
from plyground.solver.prover import ProvenResult, plies_left

DISTANCE_NODES: Final = 30_000_000
"""How many nodes the exact distance may cost where nobody has set a limit of time."""


class DfpnProver:
    """Proves results of one game.

    >>> prover = DfpnProver(Board("numerical:3x3").game, memory=16)
    >>> str(prover.prove(Board("numerical:3x3", "b2=1 a1=8")).score)
    'win in at most 7 plies'
    >>> str(prover.prove(Board("numerical:3x3", "b2=1 a1=8"), exact=True).score)
    'win in 5 plies'
    """

    how = "proof numbers"

    def __init__(self, game: Game, *, threads: int = 1, memory: int = 1024, book: bool = True) -> None:
        if not self.can_prove(game):
            raise PlygroundError(
                f"{game.full_name} is not for proof numbers: they need a game of at most {DEEPEST} plies"
            )
        check_resources(threads, memory)
        self.game = game
        self.threads = threads
        self.memory = memory
        self.is_ready = False
        """Whether the search is compiled."""
        self._book = load_book(game) if book else Book(game, {})
        self._stop = aligned_numbers(1)
        self._workspaces = new_workspaces(threads, memory, self._stop)
        for work in self._workspaces:
            work.counts[SHARING] = threads > 1
        self._kernel = compile_kernel(prove_root, game)
        self._busy = threading.Lock()
        self._stopped = False

    @staticmethod
    def can_prove(game: Game) -> bool:
        """Whether a game says how long it can last, and that is not too long."""
        rules = game.view(game.start).rules
        return 0 < plies_left(Board(game)) < DEEPEST and not contract.narrowed.is_implemented(type(rules))

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """Compile the search, or load it from the disk, instead of at the first question."""
        with self._busy:
            self._compile()

    def _compile(self) -> None:
        if not self.is_ready:
            view = self.game.view(self.game.start)
            self._workspaces[0].counts[NODE_LIMIT] = 0
            self._kernel(view.rules, view.pos, self._workspaces[0], WINNING, 1)
            self.is_ready = True

    def stop(self) -> None:
        """End the proof under way, from any thread."""
        self._stopped = True
        self._stop[0] = 1

    def clear(self) -> None:
        """Forget everything."""
        for work in self._workspaces:
            for memory in (work.solved_table, work.proof_table, work.history):
                memory.fill(0)

    @property
    def workspace(self) -> DfpnWorkspace:
        """What has been proven, for kernels that ask further questions while no proof is under way."""
        return self._workspaces[0]

    @property
    def bytes(self) -> int:
        """The memory of its tables and of all that it searches with."""
        return array_bytes(self._workspaces)

    @property
    def fill(self) -> float:
        """How full the table is, 0 to 1."""
        sample = self._workspaces[0].solved_table[: 1 << 15]
        return float(np.count_nonzero(sample) / len(sample))

    def prove(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        exact: bool = False,
        on_progress: OnProgress | None = None,
    ) -> ProvenResult | None:
        """What is true of a position, or None if that was not found within the limits.

        The distance is the number of plies that the game can last at most, unless `exact` asks for more:
        then it is sought until the time is over or, without a limit, a fixed number of nodes is used up.
        """
        if board.is_over:
            return ProvenResult(final_info(board).score, ())
        if not self._busy.acquire(blocking=False):
            raise PlygroundError(
                "this prover is at work already: stop that proof first or use another prover"
            )
        try:
            self._stopped = False
            self._compile()
            search = DfpnSearch(
                self._kernel,
                self._workspaces,
                stopped=lambda: self._stopped,
                fill=lambda: self.fill,
                seconds=seconds,
                on_progress=on_progress,
            )
            affordable = DISTANCE_NODES if seconds is None else NO_NODE_LIMIT
            return PositionProof(search, board).prove(self._book.find(board), affordable if exact else 0)
        finally:
            self._busy.release()
