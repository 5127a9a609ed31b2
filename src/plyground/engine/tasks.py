"""The compiled engine of one game: every task that a driver can give it, behind one entry."""

from __future__ import annotations

from typing import Any, Final

from plyground.contract import proof, threats
from plyground.engine.chance import add_to_chance
from plyground.engine.level_choice import (
    NO_CHOICE,
    TRY_MOVE,
    begin_choice,
    enter_trial,
    go_on_choosing,
    is_trial_over,
    leave_trial,
)
from plyground.engine.root import prepare_root
from plyground.engine.run_state import STAGE, STATE, RunState
from plyground.engine.search import search_root_moves
from plyground.engine.steps import DONE, NEWS, OVER, START, advance
from plyground.engine.threat_search import find_forced_win
from plyground.engine.workspace import ABORTED, SEARCH_DEPTH, SearchWorkspace
from plyground.native.compiler import inner_kernel
from plyground.native.intrinsics import address_of, reference_to, value_at
from plyground.native.overloads import only_with

PREPARE: Final = 0
"""Make a workspace ready for a position, without a run: for single searches, and for threads that help."""
BEGIN: Final = 1
"""Begin a run of a search."""
ADVANCE: Final = 2
"""Make its next step, `number` milliseconds after its beginning: see `plyground.engine.steps`."""
SEARCH: Final = 3
"""Search once, to the depth and in the window in `work.counts` from `SEARCH_DEPTH` on; the score."""
FIND_WIN: Final = 4
"""Search for a forced win in at most `number` nodes; the plies, or 0."""
CHOOSE: Final = 5
"""Begin the choice of a level; `ADVANCE` makes its steps: see `plyground.engine.level_choice`."""
ADD_CHANCE: Final = 6
"""Let chance depend on `number`: a seed, then every move of the game so far. It begins with the word 0."""

ALONE: Final = 4
"""What `ADVANCE` answers, beside `NEWS` and `DONE`, when other threads must not help any longer."""


def run_task(rules: Any, pos: Any, work: SearchWorkspace, run: RunState, task: int, number: int) -> int:
    """Do one task on a position, which is left as it was. What `number` means and is answered: see above."""
    return do_task(rules, pos, work, run, task, number)


@inner_kernel
def do_task(rules: Any, pos: Any, work: SearchWorkspace, run: RunState, task: int, number: int) -> int:
    """What `run_task` does, compiled without reference counts."""
    work, run = reference_to(work), reference_to(run)
    shared = address_of((rules, work, run))
    if task in (BEGIN, CHOOSE):
        run.numbers[STATE] = START
        run.numbers[STAGE] = NO_CHOICE
    if task == CHOOSE:
        begin_choice(shared, pos)
    if task in (BEGIN, CHOOSE, ADVANCE):
        return advance_choice(shared, pos, number)
    if task == PREPARE:
        prepare_root(shared, pos)
    elif task == SEARCH:
        return search_once(shared, pos)
    elif task == FIND_WIN:
        return find_win(rules, pos, work, number)
    elif task == ADD_CHANCE:
        add_to_chance(run.chance, number)
    return 0


@inner_kernel
def advance_choice(shared: Any, pos: Any, elapsed: int) -> int:
    """Make the next step of a run; where one of a choice is over, its next run begins with the step after."""
    _, _, run = value_at(shared)
    numbers = run.numbers
    stage = numbers[STAGE]
    here = enter_trial(shared, pos)
    if numbers[STATE] == START and stage == TRY_MOVE and is_trial_over(shared, here):
        numbers[STATE] = OVER
    status = advance(shared, here, elapsed)
    leave_trial(shared, here, stage)
    if stage == NO_CHOICE:
        return status
    if status & DONE == 0:
        return 0
    if go_on_choosing(shared, pos, elapsed):
        numbers[STATE] = START
        return ALONE
    return NEWS | DONE


@inner_kernel
def search_once(shared: Any, pos: Any) -> int:
    """One search of the root moves."""
    rules, work, _ = value_at(shared)
    counts = work.counts
    counts[ABORTED] = 0
    depth, alpha, beta = counts[SEARCH_DEPTH], counts[SEARCH_DEPTH + 1], counts[SEARCH_DEPTH + 2]
    first, last = counts[SEARCH_DEPTH + 3], counts[SEARCH_DEPTH + 4]
    return search_root_moves(rules, pos, work, depth, alpha, beta, first, last)


@only_with(threats)
def find_win(rules: Any, pos: Any, work: SearchWorkspace, nodes: int) -> int:
    """In how many plies the side to move wins by threats; 0 if that was not found, or is plain to see."""
    return find_forced_win(rules, pos, work, nodes) if proof(rules, pos) == 0 else 0
