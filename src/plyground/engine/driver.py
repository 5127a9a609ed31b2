"""The driver of a search: it begins runs and choices and makes their steps, the same for every game.

In Python this is plain Python around the compiled tasks of a game (`plyground.engine.tasks`); a module for
WebAssembly has both compiled. `game` is what `ask` takes.
"""

from __future__ import annotations

from typing import Any, Final

from plyground.contract import kernel_call
from plyground.engine.chance import add_to_chance
from plyground.engine.level_choice import begin_choice, go_on_choosing
from plyground.engine.run_state import NO_CHOICE, STAGE, STATE, TRY_MOVE, RunState
from plyground.engine.steps import DONE, NEWS, OVER, START, advance
from plyground.engine.tasks import END_TRIAL, FIND_WIN, PREPARE, SEARCH, ask
from plyground.engine.workspace import SearchWorkspace

__all__ = ["ADD_CHANCE", "ADVANCE", "ALONE", "BEGIN", "CHOOSE", "FIND_WIN", "PREPARE", "SEARCH", "drive"]

BEGIN: Final = 1
"""Begin a run of a search."""
ADVANCE: Final = 2
"""Make its next step, `number` milliseconds after its beginning: see `plyground.engine.steps`."""
CHOOSE: Final = 5
"""Begin the choice of a level; `ADVANCE` makes its steps: see `plyground.engine.level_choice`."""
ADD_CHANCE: Final = 6
"""Let chance depend on `number`: a seed, then every move of the game so far. It begins with the word 0."""

ALONE: Final = 4
"""What `ADVANCE` answers, beside `NEWS` and `DONE`, when other threads must not help any longer."""


@kernel_call
def drive(game: Any, work: SearchWorkspace, run: RunState, task: int, number: int) -> int:
    """Do one of the tasks above, or one of the game."""
    if task == ADVANCE:
        return advance_choice(game, work, run, number)
    if task in (BEGIN, CHOOSE):
        run.numbers[STATE] = START
        run.numbers[STAGE] = NO_CHOICE
        if task == CHOOSE:
            begin_choice(game, run)
        return advance_choice(game, work, run, number)
    if task == ADD_CHANCE:
        add_to_chance(run.chance, number)
        return 0
    return ask(game, task, number)


@kernel_call
def advance_choice(game: Any, work: SearchWorkspace, run: RunState, elapsed: int) -> int:
    """Make the next step of a run; where one of a choice is over, its next run begins with the step after."""
    numbers = run.numbers
    stage = numbers[STAGE]
    if numbers[STATE] == START and stage == TRY_MOVE and ask(game, END_TRIAL, 0) != 0:
        numbers[STATE] = OVER
    status = advance(game, work, run, elapsed)
    if stage == NO_CHOICE:
        return status
    if status & DONE == 0:
        return 0
    if go_on_choosing(game, work, run, elapsed):
        numbers[STATE] = START
        return ALONE
    return NEWS | DONE
