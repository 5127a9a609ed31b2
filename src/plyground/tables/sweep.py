"""Working out a table: the kernels of `retrograde` over ranges of numbers, on several threads.

A sweep runs in the thread that asked for it, and its workers beside it. Between two batches of work it checks
whether it shall stop, reports how far it is and lets its caller save what there is.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

import numpy as np

from plyground.contract import MOST_MOVES, Moves
from plyground.errors import PlygroundError
from plyground.game import Game, Numbering, Stage
from plyground.native.compiler import compile_kernel
from plyground.progress import OnProgress, Progress
from plyground.tables import retrograde
from plyground.tables.format import Codes
from plyground.tables.retrograde import AT_LIMIT_LOST, DOUBTFUL
from plyground.threads import ThreadGroup

PIECE: Final = 1 << 15
"""How many positions a worker takes at a time."""
PERIODS: Final = range(1, 9)
"""After how many layers a repetition is recognised."""
BATCH_SECONDS: Final = 0.5
"""How many seconds at most pass between two checks whether to stop."""


Kernel: TypeAlias = Callable[[Moves, int, int], int]
"""Does its work for the numbers from a start to an end."""


class SweepStopped(Exception):
    """The sweep was stopped."""


@dataclass
class SweepState:
    """How far a table without limit is worked out."""

    stage: int = 0
    reached: int = 0
    """While `code` is 0: the positions of the stage before this number have codes by their exits."""
    code: int = 0
    """The code that is propagated next."""
    largest: int = 0
    """The largest code in the stage so far."""
    settled: int = 0
    """How many positions of the stage have been propagated."""


SaveState: TypeAlias = Callable[[SweepState], None]
"""Called where work could be resumed."""


class Sweep:
    """Works out tables of one game."""

    def __init__(
        self, game: Game, numbering: Numbering, *, threads: int = 1, on_progress: OnProgress | None = None
    ) -> None:
        self.game = game
        self.numbering = numbering
        self.threads = threads
        self.on_progress = on_progress
        self.nodes = 0
        """How many positions have been looked at."""
        self.known = numbering.size
        """How many there are to settle."""
        self._outs = [np.zeros(MOST_MOVES, np.int64) for _ in range(threads)]
        self._began = time.perf_counter()
        self._stop = threading.Event()

    def stop(self) -> None:
        """End the sweep from any thread; it raises `SweepStopped`."""
        self._stop.set()

    # Without a limit

    def fill(self, codes: Codes, state: SweepState, save: SaveState) -> None:
        """Fill a table without limit from a state on; `save` is called where work could be resumed."""
        stages = self.numbering.stages
        while state.stage < len(stages):
            stage = stages[state.stage]
            self._fill_stage(codes, stage, state, save)
            state.stage += 1
            state.reached = stages[state.stage].first if state.stage < len(stages) else stage.end
            state.code = state.largest = state.settled = 0
            save(state)

    def _fill_stage(self, codes: Codes, stage: Stage, state: SweepState, save: SaveState) -> None:
        if state.code == 0:
            fill = self._kernel(retrograde.fill_from_exits, codes)
            pieces = self._pieces(fill, state.reached, stage.end, stage.name, stage.first)
            for answers, state.reached in pieces:
                state.largest = max(state.largest, *answers)
                save(state)
            state.code = 1
        while state.code <= state.largest:
            self._propagate_code(codes, stage, state)
            if state.largest >= DOUBTFUL - 1:
                raise PlygroundError(
                    f"{stage.name} need more than {DOUBTFUL - 3} plies: too many for a table"
                )
            state.code += 1
            save(state)

    def _propagate_code(self, codes: Codes, stage: Stage, state: SweepState) -> None:
        plies = state.code - 1
        what = f"{stage.name}, {'won' if plies % 2 else 'lost'} in {plies}"
        found = 0
        settled = stage.first + state.settled
        propagate = self._kernel(retrograde.propagate, codes, state.code)
        for answers, _ in self._pieces(propagate, stage.first, stage.end, what, settled):
            found += sum(answers)
        state.settled += found
        if found and plies % 2 == 0:
            state.largest = max(state.largest, state.code + 1)
        elif found:
            resolve = self._kernel(retrograde.resolve_doubtful, codes, stage.first, state.code)
            for answers, _ in self._pieces(resolve, stage.first, stage.end, what, settled):
                state.largest = max(state.largest, *answers)

    # With a limit

    def fill_layers(self, most: int) -> tuple[list[Codes], int]:
        """The layers for 0 to `most` plies left, and how many of the last repeat for ever (0 if none do)."""
        layers: list[Codes] = []
        size = self.numbering.size
        self.known = (most + 1) * size
        for plies in range(most + 1):
            layer = np.zeros(size, np.uint8)
            if layers:
                fill = self._kernel(retrograde.fill_layer, layers[-1], layer)
            else:
                fill = self._kernel(retrograde.fill_last, layer)
            for answers, _ in self._pieces(fill, 0, size, f"layers, {plies} plies left", plies * size):
                if max(answers) >= AT_LIMIT_LOST - 1:
                    raise PlygroundError("some positions need too many plies for a table")
            layers.append(layer)
            for period in PERIODS:
                if plies >= period and np.array_equal(layer, layers[-1 - period]):
                    return layers[:-1], period
        return layers, 0

    # Checking

    def first_wrong(self, codes: Codes, start: int, end: int) -> int:
        """The first number whose result does not follow from those after it, or FINE."""
        return self._first(self._kernel(retrograde.first_wrong, codes), start, end)

    def first_wrong_in_layer(self, before: Codes, layer: Codes, start: int, end: int) -> int:
        """The first number of a layer that does not follow from the layer before, or FINE."""
        return self._first(self._kernel(retrograde.first_wrong_in_layer, before, layer), start, end)

    def _first(self, check: Kernel, start: int, end: int) -> int:
        for answers, _ in self._pieces(check, start, end, "checking"):
            if wrong := [answer for answer in answers if answer != retrograde.FINE]:
                return min(wrong)
        return retrograde.FINE

    # Threads

    def _kernel(self, function: Callable[..., int], *arguments: Any) -> Kernel:
        """A kernel over a range of numbers."""
        call = compile_kernel(function, self.game)
        rules, tables = self.game.rules, self.numbering.tables
        arrays = [each for each in arguments if isinstance(each, np.ndarray)]
        numbers = [each for each in arguments if not isinstance(each, np.ndarray)]

        def kernel(out: Moves, start: int, end: int) -> int:
            return int(call(rules, tables, *arrays, out, *numbers, start, end))

        kernel(self._outs[0], 0, 0)  # compiles it, once and not in every thread
        return kernel

    def _pieces(
        self, kernel: Kernel, start: int, end: int, what: str, settled: int | None = None
    ) -> Iterator[tuple[list[int], int]]:
        """What a kernel answers for the pieces of a range, some at a time, and up to where they go."""
        at = start
        while at < end:
            batch = PieceBatch(kernel, at, end, self._stop)
            with ThreadGroup([partial(batch.work, out) for out in self._outs], batch.stop) as workers:
                workers.join()
            if self._stop.is_set():
                raise SweepStopped
            self.nodes += min(batch.next, end) - at
            at = min(batch.next, end)
            self._report(what, at if settled is None else settled)
            yield batch.answers, at

    def _report(self, what: str, settled: int) -> None:
        if self.on_progress is not None:
            seconds = time.perf_counter() - self._began
            self.on_progress(Progress(what, self.nodes, seconds, settled, self.known))


class PieceBatch:
    """Pieces of a range that several threads work on for a moment, one after the other: at least one."""

    def __init__(self, kernel: Kernel, start: int, end: int, stop: threading.Event) -> None:
        self.answers: list[int] = []
        self.next = start
        self._start = start
        self._is_stopped = False
        self._kernel = kernel
        self._end = end
        self._stop = stop
        self._until = time.perf_counter() + BATCH_SECONDS
        self._lock = threading.Lock()

    def work(self, out: Moves) -> None:
        """Take pieces until there are none left or the time is over."""
        while (start := self._take()) is not None:
            self.answers.append(self._kernel(out, start, min(start + PIECE, self._end)))

    def stop(self) -> None:
        """Let nobody take another piece."""
        self._is_stopped = True

    def _take(self) -> int | None:
        with self._lock:
            late = self.next > self._start and time.perf_counter() > self._until
            if late or self._is_stopped or self._stop.is_set() or self.next >= self._end:
                return None
            self.next += PIECE
            return self.next - PIECE
