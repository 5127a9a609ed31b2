"""One depth of a search: its lines, each found in aspiration windows around the last score."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from plyground.contract import kernel
from plyground.engine.arrays import NO, YES
from plyground.engine.forced_wins import keep_longest_loss
from plyground.engine.line_set import (
    copy_line,
    copy_lines,
    first_move,
    has_first_move,
    is_win_or_loss,
    set_searched_line,
    sort_lines,
)
from plyground.engine.run_state import (
    BEFORE,
    BEFORE_LINES,
    DEPTH,
    FAILS_LOW,
    INTERRUPT_STEP,
    INTERRUPTS,
    IS_FINISHED,
    IS_ROUGH,
    LINE_NUMBER,
    LINE_WORDS,
    LINES,
    PROVEN_LINES,
    RESULTS,
    ROOTS,
    RUN_LINES,
    THREADS,
    WINDOW,
    RunState,
    pack_window,
)
from plyground.engine.search import search_root_moves
from plyground.engine.time_shares import is_late, set_time_limit
from plyground.engine.workspace import ABORTED, ROOTS_DONE
from plyground.native.compiler import inner_kernel
from plyground.native.intrinsics import value_at
from plyground.score import INFINITE, PROVEN

FIRST_WINDOW: Final = 16
"""How far the first aspiration window reaches to both sides of the last score."""
WINDOW_GROWTH: Final = 8
LARGEST_WINDOW: Final = 1000
WINDOW_DEPTH: Final = 4
"""The lowest depth with an aspiration window."""


@kernel
def set_window(run: RunState, depth: int, alpha: int, beta: int) -> None:
    """Write what the leading thread searches, for those that help it, and interrupt them."""
    run.numbers[WINDOW] = pack_window(depth, alpha, beta)
    for thread in range(1, run.numbers[THREADS]):
        run.numbers[INTERRUPTS + thread * INTERRUPT_STEP] = 1


@inner_kernel
def search_depth(shared: Any, pos: Any, elapsed: int) -> None:
    """Find the best lines at the next depth; if it is cut short, older ones fill the gaps."""
    rules, work, run = value_at(shared)
    numbers = run.numbers
    numbers[DEPTH] += 1
    before: Any = numbers[LINES]
    numbers[BEFORE_LINES] = before
    copy_lines(run, RESULTS, BEFORE, before)
    found: Any = np.int64(0)
    work.counts[ABORTED] = is_late(run, elapsed)
    first: Any = np.int64(0)
    while first < numbers[RUN_LINES] and work.counts[ABORTED] == 0:
        if search_window(shared, pos, first, found):
            found += 1
        first += 1
    numbers[IS_FINISHED] = work.counts[ABORTED] == 0
    if work.counts[ABORTED] == 0:
        sort_lines(run, RESULTS, found, BEFORE)
    else:
        searched = found
        for i in range(before):
            if found < max(before, searched) and not has_first_move(
                run, RESULTS, searched, first_move(run, BEFORE + i)
            ):
                copy_line(run, BEFORE + i, RESULTS + found)
                found += 1
    numbers[LINES] = found
    keep_longest_loss(rules, run)
    if is_win_or_loss(run.lines[RESULTS * LINE_WORDS + LINE_NUMBER]):
        numbers[PROVEN_LINES] = 0


@inner_kernel
def search_window(shared: Any, pos: Any, first: int, line: int) -> bool:
    """Search the root moves from `first` on, in an aspiration window around the last score, and write a line.

    False if the search was stopped too early to tell anything.
    """
    rules, work, run = value_at(shared)
    numbers = run.numbers
    depth = numbers[DEPTH]
    rough = numbers[IS_ROUGH]
    window: Any = np.int64(FIRST_WINDOW)
    alpha: Any = np.int64(-INFINITE)
    beta: Any = np.int64(INFINITE)
    guess = run.lines[BEFORE * LINE_WORDS + LINE_NUMBER]
    if first == 0 and depth >= WINDOW_DEPTH and abs(guess) < PROVEN:
        alpha, beta = guess - window, guess + window
    while True:
        set_window(run, depth, alpha, beta)
        work.counts[ABORTED] = 0
        number = search_root_moves(rules, pos, work, depth, alpha, beta, first, numbers[ROOTS])
        if work.counts[ABORTED] != 0:
            if work.counts[ROOTS_DONE] == 0 or number <= alpha:
                return False
            set_searched_line(work, run, RESULTS + line, number, depth - 1, NO, rough)
            return True
        fails_low = number <= alpha and alpha > -INFINITE
        numbers[FAILS_LOW] = fails_low
        set_time_limit(run)
        if fails_low:
            alpha = -INFINITE if window > LARGEST_WINDOW else max(-INFINITE, number - window)
        elif number >= beta and beta < INFINITE:
            beta = INFINITE if window > LARGEST_WINDOW else min(INFINITE, number + window)
        else:
            set_searched_line(work, run, RESULTS + line, number, depth, YES, rough)
            return True
        window *= WINDOW_GROWTH
