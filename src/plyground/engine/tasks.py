"""The compiled engine of one game: every task that a driver can give it, behind one entry."""

from __future__ import annotations

from typing import Any, Final

from plyground.contract import proof, threats
from plyground.engine.root import prepare_root
from plyground.engine.run_state import RunState
from plyground.engine.search import search_root_moves
from plyground.engine.steps import advance, begin_run
from plyground.engine.threat_search import find_forced_win
from plyground.engine.workspace import ABORTED, SEARCH_DEPTH, SearchWorkspace
from plyground.native.compiler import inner_kernel
from plyground.native.intrinsics import address_of, value_at
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


def run_task(rules: Any, pos: Any, work: SearchWorkspace, run: RunState, task: int, number: int) -> int:
    """Do one task on a position, which is left as it was. What `number` means and is answered: see above."""
    return do_task(rules, pos, work, run, task, number)


@inner_kernel
def do_task(rules: Any, pos: Any, work: SearchWorkspace, run: RunState, task: int, number: int) -> int:
    """What `run_task` does, compiled without reference counts."""
    shared = address_of((rules, work, run))
    if task == ADVANCE:
        return advance(shared, pos, number)
    if task == BEGIN:
        begin_run(shared, pos)
    elif task == PREPARE:
        prepare_root(shared, pos)
    elif task == SEARCH:
        return search_once(shared, pos)
    elif task == FIND_WIN:
        return find_win(rules, pos, work, number)
    return 0


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
