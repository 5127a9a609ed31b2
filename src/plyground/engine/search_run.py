"""One run of a search, driven step by step: threads, the clock, and an `Info` whenever there is news.

What a step is and what it finds is up to `plyground.engine.steps`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from queue import SimpleQueue

from plyground.board import Board
from plyground.contract import LARGEST_ESTIMATE
from plyground.engine.arrays import Numbers
from plyground.engine.clock import Clock
from plyground.engine.compiled import CompiledSearch
from plyground.engine.driver import ADVANCE, ALONE, BEGIN, CHOOSE
from plyground.engine.info import ChoiceLimits, Info, Line, SearchLimits
from plyground.engine.root_search import RootSearch
from plyground.engine.run_state import (
    LINE_DEPTH,
    LINE_EXACT,
    LINE_LENGTH,
    LINE_MOVES,
    LINE_NUMBER,
    LINE_SETTLED,
    LINE_WORDS,
    LINES,
    NARROWED,
    WINDOW,
    unpack_window,
)
from plyground.engine.steps import DEEPEST, DONE, NEWS
from plyground.engine.workspace import THREAT_NODE_LIMIT
from plyground.score import Score, read_score
from plyground.threads import ThreadGroup


class SearchRun:
    """One search of one position from start to end: `infos` starts it, `stop` ends it.

    The caller has reserved the engine to which the compiled search belongs.
    """

    def __init__(self, compiled: CompiledSearch, board: Board, limits: SearchLimits) -> None:
        self._compiled = compiled
        self._limits = limits
        # The clock knows nothing of the run, lest the two keep each other, and the tables, alive.
        self._clock = Clock(compiled.run.numbers, partial(_cut_off, compiled), compiled.stop)
        begin = CHOOSE if isinstance(limits, ChoiceLimits) else BEGIN
        self._root = RootSearch(compiled, board, limits, begin=begin)
        self._is_alone = False

    def infos(self) -> Iterator[Info]:
        """Search in other threads; an `Info` as soon as a depth is finished, and last the final answer."""
        infos: SimpleQueue[Info | None] = SimpleQueue()
        with ThreadGroup([partial(self._lead, infos)], self.stop):
            while (info := infos.get()) is not None:
                yield info

    def stop(self) -> None:
        """End the search, from any thread; its final answer follows at once."""
        self._compiled.stop()

    # Threads

    def _lead(self, infos: SimpleQueue[Info | None]) -> None:
        """Search with helpers and a clock until nothing is left to find out or a limit is reached."""

        def end() -> None:
            self.stop()
            self._clock.end()

        watch = [] if self._limits.seconds is None else [self._clock.watch]
        helpers = [partial(self._help, thread) for thread in range(1, self._root.threads)]
        try:
            with ThreadGroup(watch, end), ExitStack() as helping:
                helping.enter_context(ThreadGroup(helpers, self._end_help))
                for info in self._steps(helping):
                    infos.put(info)
        finally:
            infos.put(None)

    def _help(self, thread: int) -> None:
        """Search the same beside the leader, and ahead of it if faster; what it finds is in the table.

        Whenever the leader begins with another depth or window, it interrupts those that help it.
        """
        window = ahead = 0
        while self._may_help(thread):
            before, window = window, int(self._root.numbers[WINDOW])
            if window != before:
                ahead = 0
            depth, alpha, beta = unpack_window(window)
            if depth + ahead > DEEPEST:
                break
            self._root.search(depth + ahead, alpha, beta, thread=thread)
            if self._root.has_finished(thread):
                ahead += 1

    def _may_help(self, thread: int) -> bool:
        """Whether a thread has anything to do; it is not interrupted any longer then."""
        self._compiled.resume_thread(thread)
        return not self._is_alone and not self._compiled.is_stopped and self._root.has_nodes(thread)

    def _end_help(self) -> None:
        self._is_alone = True
        self._root.stop_helpers()

    def _steps(self, helping: ExitStack) -> Iterator[Info]:
        """Make one step after the other."""
        status = 0
        while not status & DONE:
            self._clock.begin_step()
            status = self._root.do_task(ADVANCE, self._clock.milliseconds)
            if status & ALONE:
                helping.close()
            if status & NEWS:
                yield self._info()

    # Answers

    def _info(self) -> Info:
        lines = self._compiled.run.lines.reshape(-1, LINE_WORDS)
        count = int(self._root.numbers[LINES])
        found = tuple(
            Line(line_score(line), self._root.texts(line[LINE_MOVES : LINE_MOVES + line[LINE_LENGTH]]))
            for line in lines[:count]
        )
        return Info(
            depth=int(lines[0, LINE_DEPTH]),
            lines=found,
            nodes=self._root.nodes,
            seconds=self._clock.elapsed,
            fill=self._compiled.fill,
            score=self._position_score(found[0].score),
        )

    def _position_score(self, best: Score) -> Score:
        """What the best move says of the position: a loss only if the search has seen every move."""
        if self._root.is_endless and self._root.numbers[NARROWED] and best.value == "loss":
            return Score(estimate=-LARGEST_ESTIMATE, exact=False)
        return best


def line_score(line: Numbers) -> Score:
    """The score of a line in the arrays of a run."""
    return read_score(int(line[LINE_NUMBER]), settled=bool(line[LINE_SETTLED]), exact=bool(line[LINE_EXACT]))


def _cut_off(compiled: CompiledSearch) -> None:
    """End the search for a forced win that is under way."""
    compiled.workspaces[0].counts[THREAT_NODE_LIMIT] = -1
