"""A move that a level tries: the run under way searches the position after it."""

from __future__ import annotations

from typing import Any

from plyground.contract import DRAWN, LOST, OPEN, fingerprint, outcome, repetition
from plyground.engine.arrays import ZERO
from plyground.engine.play_out import is_over, make_move, take_back
from plyground.engine.run_state import (
    LINE_DEPTH,
    LINE_EXACT,
    LINE_LENGTH,
    LINE_NUMBER,
    LINE_SETTLED,
    LINE_WORDS,
    LINES,
    NARROWED,
    RESULTS,
    STAGE,
    TRIAL_MOVE,
    TRY_MOVE,
)
from plyground.engine.workspace import EARLIER_POSITIONS, SearchWorkspace
from plyground.native.compiler import inner_kernel
from plyground.native.intrinsics import value_at
from plyground.native.overloads import only_with
from plyground.score import WIN


@inner_kernel
def enter_trial(shared: Any, pos: Any) -> Any:
    """The position that the run under way searches: the one after a move that is tried, or this one."""
    rules, work, run = value_at(shared)
    if run.numbers[STAGE] != TRY_MOVE:
        return pos
    write_path(rules, pos, work)
    work.counts[EARLIER_POSITIONS] += 1
    return make_move(shared, pos, run.numbers[TRIAL_MOVE])


@only_with(repetition)
def write_path(rules: Any, pos: Any, work: SearchWorkspace) -> bool:
    """Note a position of the game, for games in which positions may not occur too often; True."""
    work.path[work.counts[EARLIER_POSITIONS]] = fingerprint(pos)
    return True


@inner_kernel
def leave_trial(shared: Any, here: Any) -> None:
    """Undo what `enter_trial` did."""
    _, work, run = value_at(shared)
    if run.numbers[STAGE] == TRY_MOVE:
        take_back(shared, here, run.numbers[TRIAL_MOVE])
        work.counts[EARLIER_POSITIONS] -= 1


@inner_kernel
def is_trial_over(shared: Any, here: Any) -> bool:
    """Whether the move that is tried ends the game; then that is the result of its run."""
    rules, _, run = value_at(shared)
    if not is_over(shared, here, ZERO):
        return False
    result = outcome(rules, here)
    at = RESULTS * LINE_WORDS
    run.lines[at + LINE_NUMBER] = 0 if result in (OPEN, DRAWN) else -WIN if result == LOST else WIN
    run.lines[at + LINE_SETTLED] = run.lines[at + LINE_EXACT] = 1
    run.lines[at + LINE_DEPTH] = run.lines[at + LINE_LENGTH] = 0
    run.numbers[NARROWED] = 0
    run.numbers[LINES] = 1
    return True
