"""The steps of a run of a search: iterative deepening.

Nothing here knows the game. `game` is what `plyground.engine.tasks.ask` takes and does what needs the game.
In Python all this is plain Python, so that it is not compiled for every game; a module for WebAssembly has it
compiled.

A step is a depth, or a search for a forced win of either side, or the end. `advance` makes the next one and
says whether there is news to read in the lines of the run and whether the run is over. It is told the time
and never looks at a clock; what the next step may take stands in `numbers[DEADLINE]`.

What is proven with reduced moves may be too long. It is kept, and from depth 1 on everything is searched
again without reductions, until it is proven once more.
"""

from __future__ import annotations

from typing import Any, Final

from plyground.contract import kernel, kernel_call
from plyground.engine.arrays import NO, ZERO
from plyground.engine.depth import set_window
from plyground.engine.forced_wins import plan_refutation
from plyground.engine.line_set import copy_lines, is_win_or_loss, may_grow, set_line, set_only_move
from plyground.engine.root import stop_reducing
from plyground.engine.run_state import (
    ATTACK_TIME,
    DEFENCE_TIME,
    DEPTH,
    ESTIMATE,
    FAILS_LOW,
    HAS_THREATS,
    IS_FINISHED,
    IS_ROUGH,
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
    TRIED,
    WANTED_DEPTH,
    WANTED_LINES,
    RunState,
)
from plyground.engine.tasks import (
    COMPLETE_LINE,
    FIND_ATTACK,
    FIND_REFUTATION,
    PREPARE_RUN,
    SEARCH_LINES,
    ask,
)
from plyground.engine.time_shares import ATTACK_SHARE, add_score, give_share, set_time_limit
from plyground.engine.workspace import ABORTED, MAX_PLY, REDUCES, SearchWorkspace
from plyground.score import INFINITE

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


@kernel_call
def begin_run(game: Any, work: SearchWorkspace, run: RunState, elapsed: int) -> None:
    """Make everything ready for the first step: a guess is the first result."""
    numbers = run.numbers
    ask(game, PREPARE_RUN, 0)
    numbers[ORIGIN] = elapsed
    numbers[RUN_LINES] = min(numbers[WANTED_LINES], numbers[ROOTS])
    numbers[DEPTH] = numbers[PROVEN_LINES] = numbers[SCORES] = numbers[FAILS_LOW] = 0
    numbers[TRIED] = numbers[ATTACK_TIME] = numbers[DEFENCE_TIME] = 0
    numbers[IS_FINISHED] = numbers[IS_UNREDUCED] = 0
    set_window(run, 1, -INFINITE, INFINITE)
    set_line(run, RESULTS, numbers[ESTIMATE], NO, ZERO, work.counts[REDUCES], numbers[IS_ROUGH])
    set_only_move(run, RESULTS, work.roots[0])
    numbers[LINES] = 1
    set_time_limit(run)
    numbers[STATE] = SEARCH_DEPTH
    if numbers[HAS_THREATS] != 0 and numbers[RUN_LINES] == 1:
        numbers[STATE] = ATTACK
        give_share(run, elapsed, ATTACK_SHARE)
    numbers[LAST_STEP] = numbers[STATE]


@kernel_call
def advance(game: Any, work: SearchWorkspace, run: RunState, elapsed: int) -> int:
    """Make the next step, `elapsed` milliseconds after the beginning; `NEWS` and `DONE` added up."""
    numbers = run.numbers
    take_note_of_time(run, elapsed)
    if numbers[STATE] == OVER:
        return DONE
    if numbers[STATE] == START:
        begin_run(game, work, run, elapsed)
        return 0
    if numbers[STATE] == FINISH:
        return finish_run(game, work, run)
    if numbers[STATE] == SEARCH_DEPTH:
        ask(game, SEARCH_LINES, elapsed)
        numbers[STATE] = PLAN if numbers[HAS_THREATS] != 0 else REPORT
    else:
        make_threat_step(game, run, elapsed)
    if numbers[STATE] != REPORT:
        return 0
    return finish_depth(work, run)


@kernel_call
def make_threat_step(game: Any, run: RunState, elapsed: int) -> None:
    """Make a step that looks for a forced win of either side."""
    numbers = run.numbers
    step = numbers[STATE]
    numbers[STATE] = REPORT
    if step == ATTACK:
        go_on_with(run, FINISH if ask(game, FIND_ATTACK, 0) != 0 else SEARCH_DEPTH)
    elif step == PLAN:
        if plan_refutation(run, elapsed):
            numbers[STATE] = REFUTE
            give_share(run, elapsed, numbers[SHARE])
    elif ask(game, FIND_REFUTATION, 0) != 0:
        numbers[DEPTH] -= 1
        go_on_with(run, SEARCH_DEPTH)


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


@kernel_call
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


@kernel_call
def finish_run(game: Any, work: SearchWorkspace, run: RunState) -> int:
    """Play out what is proven; that is news if it adds anything or if no depth was finished last."""
    numbers = run.numbers
    if numbers[PROVEN_LINES] > 0:
        copy_lines(run, PROVEN_BEFORE, RESULTS, numbers[PROVEN_LINES])
        numbers[LINES] = numbers[PROVEN_LINES]
    changed = False
    for i in range(numbers[LINES]):
        if may_grow(run, RESULTS + i) and ask(game, COMPLETE_LINE, RESULTS + i) != 0:
            changed = True
    numbers[STATE] = OVER
    if changed or numbers[IS_FINISHED] == 0 or work.counts[ABORTED] != 0:
        return NEWS | DONE
    return DONE
