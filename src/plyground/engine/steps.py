"""The steps of a run of a search: iterative deepening with aspiration windows, compiled.

A step is a depth, or a search for a forced win of either side, or the end. `advance` makes the next one and
says whether there is news to read in the lines of the run and whether the run is over. It is told the time
and never looks at a clock; what the next step may take stands in `numbers[DEADLINE]`.

What is proven with reduced moves may be too long. It is kept, and from depth 1 on everything is searched
again without reductions, until it is proven once more.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from plyground.contract import evaluate, kernel, pursuit, threats
from plyground.engine.arrays import NO, YES, ZERO
from plyground.engine.forced_wins import (
    find_attack,
    find_refutation,
    keep_longest_loss,
    plan_refutation,
    threat_nodes,
)
from plyground.engine.line_set import (
    copy_line,
    copy_lines,
    first_move,
    has_first_move,
    is_win_or_loss,
    set_line,
    set_only_move,
    set_searched_line,
    sort_lines,
)
from plyground.engine.play_out import complete_line, has_threats
from plyground.engine.root import prepare_root, stop_reducing
from plyground.engine.run_state import (
    ATTACK_TIME,
    BEFORE,
    BEFORE_LINES,
    DEFENCE_TIME,
    DEPTH,
    FAILS_LOW,
    INTERRUPT_STEP,
    INTERRUPTS,
    IS_FINISHED,
    IS_UNREDUCED,
    LAST_STEP,
    LINE_FINAL,
    LINE_NUMBER,
    LINE_REDUCED,
    LINE_WORDS,
    LINES,
    ORIGIN,
    PROVEN_BEFORE,
    PROVEN_LINES,
    RESULTS,
    ROOTS,
    RUN_LINES,
    SCORES,
    SHARE,
    STATE,
    STEP_BEGAN,
    THREADS,
    TRIED,
    WANTED_DEPTH,
    WANTED_LINES,
    WINDOW,
    RunState,
    pack_window,
)
from plyground.engine.search import search_root_moves
from plyground.engine.time_shares import ATTACK_SHARE, add_score, give_share, is_late, set_time_limit
from plyground.engine.workspace import ABORTED, MAX_PLY, REDUCES, ROOTS_DONE, SearchWorkspace
from plyground.native.compiler import inner_kernel
from plyground.native.intrinsics import value_at
from plyground.native.overloads import only_with, whether_implemented
from plyground.score import INFINITE, PROVEN

# Which step comes next: `numbers[STATE]`
ATTACK: Final = 0
"""Look for an own forced win."""
SEARCH_DEPTH: Final = 1
PLAN: Final = 2
"""Decide whether to look for a refutation."""
REFUTE: Final = 3
"""Look for a forced win of the opponent after the best move."""
REPORT: Final = 4
"""Tell what a depth has found."""
FINISH: Final = 5
"""Play out what is proven."""
OVER: Final = 6
START: Final = 7
"""Begin the run."""

# What `advance` answers, added up
NEWS: Final = 1
"""There are lines to read."""
DONE: Final = 2
"""The run is over."""

DEEPEST: Final = MAX_PLY - 2
FIRST_WINDOW: Final = 16
"""How far the first aspiration window reaches to both sides of the last score."""
WINDOW_GROWTH: Final = 8
LARGEST_WINDOW: Final = 1000
WINDOW_DEPTH: Final = 4
"""The lowest depth with an aspiration window."""

has_pursuit = whether_implemented(pursuit)


@inner_kernel
def begin_run(shared: Any, pos: Any, elapsed: int) -> None:
    """Make everything ready for the first step: a guess is the first result."""
    rules, work, run = value_at(shared)
    numbers = run.numbers
    prepare_root(shared, pos)
    numbers[ORIGIN] = elapsed
    numbers[RUN_LINES] = min(numbers[WANTED_LINES], numbers[ROOTS])
    numbers[DEPTH] = numbers[PROVEN_LINES] = numbers[SCORES] = numbers[FAILS_LOW] = 0
    numbers[TRIED] = numbers[ATTACK_TIME] = numbers[DEFENCE_TIME] = 0
    numbers[IS_FINISHED] = numbers[IS_UNREDUCED] = 0
    set_window(run, 1, -INFINITE, INFINITE)
    estimate: Any = np.int64(evaluate(rules, pos))
    set_line(run, RESULTS, estimate, NO, ZERO, work.counts[REDUCES], YES if has_pursuit(rules) else NO)
    set_only_move(run, RESULTS, work.roots[0])
    numbers[LINES] = 1
    set_time_limit(run)
    numbers[STATE] = SEARCH_DEPTH
    if has_threats(rules) and numbers[RUN_LINES] == 1:
        numbers[STATE] = ATTACK
        give_share(run, elapsed, ATTACK_SHARE)
    numbers[LAST_STEP] = numbers[STATE]


@kernel
def set_window(run: RunState, depth: int, alpha: int, beta: int) -> None:
    """Write what the leading thread searches, for those that help it, and interrupt them."""
    run.numbers[WINDOW] = pack_window(depth, alpha, beta)
    for thread in range(1, run.numbers[THREADS]):
        run.numbers[INTERRUPTS + thread * INTERRUPT_STEP] = 1


@inner_kernel
def advance(shared: Any, pos: Any, elapsed: int) -> int:
    """Make the next step, `elapsed` milliseconds after the beginning; `NEWS` and `DONE` added up."""
    rules, work, run = value_at(shared)
    numbers = run.numbers
    take_note_of_time(run, elapsed)
    if numbers[STATE] == OVER:
        return DONE
    if numbers[STATE] == START:
        begin_run(shared, pos, elapsed)
        return 0
    if numbers[STATE] == FINISH:
        return finish_run(shared, pos)
    if numbers[STATE] == SEARCH_DEPTH:
        search_depth(shared, pos, elapsed)
        numbers[STATE] = PLAN if has_threats(rules) else REPORT
    else:
        make_threat_step(rules, pos, shared, elapsed)
    if numbers[STATE] != REPORT:
        return 0
    return finish_depth(work, run)


@only_with(threats)
def make_threat_step(rules: Any, pos: Any, shared: Any, elapsed: int) -> bool:
    """Make a step that looks for a forced win of either side; True."""
    _, work, run = value_at(shared)
    numbers = run.numbers
    step = numbers[STATE]
    numbers[STATE] = REPORT
    if step == ATTACK:
        go_on_with(run, FINISH if find_attack(rules, pos, work, run) else SEARCH_DEPTH)
    elif step == PLAN:
        if plan_refutation(run, elapsed):
            numbers[STATE] = REFUTE
            give_share(run, elapsed, numbers[SHARE])
    elif find_refutation(rules, pos, work, run):
        numbers[DEPTH] -= 1
        go_on_with(run, SEARCH_DEPTH)
    return True


@kernel
def go_on_with(run: RunState, step: int) -> None:
    """Let a step come next that may take the rest of the time."""
    run.numbers[STATE] = step
    set_time_limit(run)


@kernel
def take_note_of_time(run: RunState, elapsed: int) -> None:
    """Add the time of the last step to what its kind has taken."""
    numbers = run.numbers
    if numbers[LAST_STEP] == ATTACK:
        numbers[ATTACK_TIME] = elapsed - numbers[ORIGIN]
    elif numbers[LAST_STEP] == REFUTE:
        numbers[DEFENCE_TIME] += elapsed - numbers[STEP_BEGAN]
    numbers[LAST_STEP] = numbers[STATE]
    numbers[STEP_BEGAN] = elapsed


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
    rough = YES if has_pursuit(rules) else NO
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


@inner_kernel
def finish_depth(work: SearchWorkspace, run: RunState) -> int:
    """What follows a depth: news, the next depth or the end."""
    numbers = run.numbers
    step, status = FINISH, 0
    if numbers[IS_FINISHED] != 0:
        best = RESULTS * LINE_WORDS
        number = run.lines[best + LINE_NUMBER]
        add_score(run, number)
        status = NEWS if numbers[PROVEN_LINES] == 0 else 0
        final = are_final(run)
        if not final and run.lines[best + LINE_REDUCED] != 0 and is_win_or_loss(number):
            copy_lines(run, RESULTS, PROVEN_BEFORE, numbers[LINES])
            numbers[PROVEN_LINES] = numbers[LINES]
            stop_reducing(work)
            numbers[IS_UNREDUCED] = 1
            numbers[DEPTH] = 0
        if not final and numbers[DEPTH] < deepest(run):
            step = SEARCH_DEPTH
    go_on_with(run, step)
    return status


@kernel
def deepest(run: RunState) -> int:
    """The last depth to be searched."""
    wanted = run.numbers[WANTED_DEPTH]
    return min(wanted, DEEPEST) if wanted > 0 else DEEPEST


@kernel
def are_final(run: RunState) -> bool:
    """Whether a deeper search can add nothing to any line."""
    final = True
    for i in range(run.numbers[LINES]):
        final = final and run.lines[(RESULTS + i) * LINE_WORDS + LINE_FINAL] != 0
    return final


@inner_kernel
def finish_run(shared: Any, pos: Any) -> int:
    """Play out what is proven; that is news if it adds anything or if no depth was finished last."""
    _, work, run = value_at(shared)
    numbers = run.numbers
    if numbers[PROVEN_LINES] > 0:
        copy_lines(run, PROVEN_BEFORE, RESULTS, numbers[PROVEN_LINES])
        numbers[LINES] = numbers[PROVEN_LINES]
    changed = False
    for i in range(numbers[LINES]):
        if complete_line(shared, pos, RESULTS + i, threat_nodes(run)):
            changed = True
    numbers[STATE] = OVER
    if changed or numbers[IS_FINISHED] == 0 or work.counts[ABORTED] != 0:
        return NEWS | DONE
    return DONE
