"""The compiled engine of one game: every task that needs the game itself, behind one entry.

What drives a search (`plyground.engine.driver`) is the same for every game, and asks for these.
"""

from __future__ import annotations

from typing import Any, Final

from plyground.contract import moves, proof, threats
from plyground.engine.arrays import ZERO
from plyground.engine.depth import search_depth
from plyground.engine.forced_wins import find_attack, find_refutation
from plyground.engine.play_out import complete_line
from plyground.engine.root import prepare_root, prepare_run
from plyground.engine.run_state import RunState
from plyground.engine.search import search_root_moves
from plyground.engine.threat_search import find_forced_win
from plyground.engine.trial import enter_trial, is_trial_over, leave_trial
from plyground.engine.workspace import ABORTED, SEARCH_DEPTH, SearchWorkspace
from plyground.native.compiler import inner_kernel
from plyground.native.intrinsics import address_of, reference_to, value_at
from plyground.native.overloads import inline_for, only_with

# Tasks by themselves
PREPARE: Final = 0
"""Make a workspace ready for a position, without a run: for single searches, and for threads that help."""
SEARCH: Final = 3
"""Search once, to the depth and in the window in `work.counts` from `SEARCH_DEPTH` on; the score."""
FIND_WIN: Final = 4
"""Search for a forced win in at most `number` nodes; the plies, or 0."""
COUNT_MOVES: Final = 7
"""How many legal moves there are."""

# Tasks of a run, on the position that it searches: after the move that is tried, if one is
PREPARE_RUN: Final = 16
"""Make a workspace ready, and write what the run has to know of the game."""
END_TRIAL: Final = 17
"""Whether the move that is tried ends the game; then that is the result."""
SEARCH_LINES: Final = 18
"""Search the next depth, `number` milliseconds after the beginning: see `plyground.engine.depth`."""
FIND_ATTACK: Final = 19
FIND_REFUTATION: Final = 20
"""Whether there is a forced win, of the side to move or of the other one after the best move."""
COMPLETE_LINE: Final = 21
"""Play out line `number`; whether that has added a move."""


def run_task(rules: Any, pos: Any, work: SearchWorkspace, run: RunState, task: int, number: int) -> int:
    """Do one task on a position, which is left as it was. What `number` means and is answered: see above."""
    return begin_task(rules, pos, work, run, task, number)


@inner_kernel
def begin_task(rules: Any, pos: Any, work: SearchWorkspace, run: RunState, task: int, number: int) -> int:
    """What `run_task` does, compiled without reference counts."""
    return do_task(address_of((rules, pos, reference_to(work), reference_to(run))), task, number)


def ask(game: Any, task: int, number: int) -> int:
    """Do a task; in Python `game` is a function that does it, in compiled code the address for `do_task`."""
    answer: int = game(task, number)
    return answer


@inline_for(ask)
def _(game: Any, task: Any, number: Any) -> Any:
    return lambda game, task, number: do_task(game, task, number)


@inner_kernel
def do_task(game: Any, task: int, number: int) -> int:
    """Do one task, given the address of the rules, the position, the workspace and the state of the run."""
    rules, pos, work, run = value_at(game)
    shared = address_of((rules, work, run))
    if task >= PREPARE_RUN:
        here = enter_trial(shared, pos)
        answer = do_task_of_run(shared, here, task, number)
        leave_trial(shared, here)
        return answer
    if task == PREPARE:
        prepare_root(shared, pos)
    elif task == SEARCH:
        return search_once(shared, pos)
    elif task == FIND_WIN:
        return find_win(rules, pos, work, number)
    elif task == COUNT_MOVES:
        return moves(rules, pos, work.moves, ZERO)
    return 0


@inner_kernel
def do_task_of_run(shared: Any, pos: Any, task: int, number: int) -> int:
    """Do one of the tasks from `PREPARE_RUN` on, on the position that the run searches."""
    rules, work, run = value_at(shared)
    if task == SEARCH_LINES:
        search_depth(shared, pos, number)
    elif task == PREPARE_RUN:
        prepare_run(shared, pos)
    elif task == COMPLETE_LINE:
        return complete_line(shared, pos, number)
    elif task == END_TRIAL:
        return is_trial_over(shared, pos)
    else:
        return find_forced(rules, pos, work, run, task)
    return 0


@only_with(threats)
def find_forced(rules: Any, pos: Any, work: SearchWorkspace, run: RunState, task: int) -> bool:
    """Whether there is a forced win of the side to move, or of the other one after the best move."""
    if task == FIND_ATTACK:
        return find_attack(rules, pos, work, run)
    return find_refutation(rules, pos, work, run)


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
