"""The engine compiled for one game, and the memory of the threads that run it."""

from __future__ import annotations

import numpy as np

from plyground.engine.arrays import array_bytes
from plyground.engine.root import forget_order
from plyground.engine.run_state import INTERRUPT_STEP, INTERRUPTS, new_run_state
from plyground.engine.tasks import SEARCH, run_task
from plyground.engine.workspace import NODE_LIMIT, SEARCH_DEPTH, SearchWorkspace, new_workspaces
from plyground.game import Game, View, copy_position
from plyground.native.code_cache import is_cached
from plyground.native.compiler import compile_kernel
from plyground.score import INFINITE


class CompiledSearch:
    """One game's compiled engine with a workspace for each thread and a flag that stops them all."""

    def __init__(self, game: Game, *, threads: int, memory: int) -> None:
        self.game = game
        self.is_ready = False
        """Whether everything is compiled."""
        self.run = new_run_state(threads)
        """The state of the run under way."""
        self._interrupts = self.run.numbers[INTERRUPTS:]
        self.workspaces = [
            work._replace(stop=self._interrupts[thread * INTERRUPT_STEP :])
            for thread, work in enumerate(new_workspaces(threads, memory, self._interrupts))
        ]
        self._is_stopped = False
        self._kernel = compile_kernel(run_task, game)

    @staticmethod
    def is_on_disk(game: Game) -> bool:
        """Whether the engine of a game has been compiled before, so that it has only to be loaded."""
        return is_cached(run_task, game)

    def prepare(self) -> None:
        """Compile everything, or load it from the disk."""
        if self.is_ready:
            return
        work = self.workspaces[0]
        work.counts[NODE_LIMIT] = 0
        self.search(work, self.game.view(self.game.start), 1, -INFINITE, INFINITE, 0, 0)
        self.is_ready = True

    def do_task(self, task: int, view: View, work: SearchWorkspace, number: int = 0) -> int:
        """Do a task of `plyground.engine.tasks` with a workspace, in the thread of the caller."""
        return int(self._kernel(view.rules, copy_position(view.pos), work, self.run, task, number))

    def search(
        self, work: SearchWorkspace, view: View, depth: int, alpha: int, beta: int, first: int, last: int
    ) -> int:
        """Search the root moves of a workspace once."""
        work.counts[SEARCH_DEPTH : SEARCH_DEPTH + 5] = depth, alpha, beta, first, last
        return self.do_task(SEARCH, view, work)

    def stop(self) -> None:
        """End every search under way, from any thread, and those that begin before `resume`."""
        self._is_stopped = True
        self._interrupts.fill(1)

    def resume(self) -> None:
        """Allow searches again."""
        self._is_stopped = False
        self._interrupts.fill(0)

    def resume_thread(self, thread: int) -> None:
        """Allow a thread that helps to search again, after it was interrupted."""
        self._interrupts[thread * INTERRUPT_STEP] = 0

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._is_stopped

    @property
    def bytes(self) -> int:
        """The memory of all its arrays, whether they have been written to or not."""
        return array_bytes([*self.workspaces, self.run])

    @property
    def fill(self) -> float:
        """How full the transposition table is, 0 to 1, judged by its beginning."""
        data = self.workspaces[0].table[1 : 4 * 4096 : 2]
        return float(np.count_nonzero(data) / len(data))

    def clear(self) -> None:
        """Empty the tables, and all that has been learned about the order of moves."""
        self.workspaces[0].table.fill(0)
        for work in self.workspaces:
            work.threat_table.fill(0)
            forget_order(work)
