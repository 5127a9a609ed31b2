"""Time control: until when a step of a search may take, and what share of the time goes into which step.

Compiled code is told the time and never looks at a clock. It writes deadlines, which a driver enforces. Times
are milliseconds since the beginning, shares are thousandths.
"""

from __future__ import annotations

from typing import Any, Final

from plyground.contract import kernel
from plyground.engine.run_state import (
    ATTACK_TIME,
    DEADLINE,
    DEFENCE_TIME,
    FAILS_LOW,
    ORIGIN,
    ROOTS,
    SCORE,
    SCORES,
    TIME_LIMIT,
    WANTED_LONGEST,
    WANTED_TIME,
    RunState,
)

WHOLE: Final = 1000
FORCED_SHARE: Final = 100
"""The share of the time that is used where there is only one move."""
FALL: Final = 60
"""A score is falling if it is lower by more than this than two depths before."""
ATTACK_SHARE: Final = 200
"""The share of the time that goes at most into own forced wins."""
DEFENCE_SHARE: Final = 80
"""The share of the time that goes at first into the opponent's forced wins after a move."""
MOST_DEFENCE: Final = 350
"""The largest share that may go into one such search."""


@kernel
def set_time_limit(run: RunState) -> None:
    """Write how long the run may take as things stand, and let the next step take that long."""
    numbers = run.numbers
    limit = numbers[WANTED_TIME]
    if limit >= 0:
        if numbers[ROOTS] == 1:
            limit = limit * FORCED_SHARE // WHOLE
        if is_falling(run):
            limit = max(limit, numbers[WANTED_LONGEST])
        limit += numbers[ORIGIN]
    numbers[TIME_LIMIT] = limit
    numbers[DEADLINE] = limit


@kernel
def is_falling(run: RunState) -> bool:
    """Whether the position looks worse and worse, at depths where the same side moves last."""
    numbers = run.numbers
    falls = numbers[SCORES] > 2 and numbers[SCORE] < numbers[SCORE + 2] - FALL
    return numbers[FAILS_LOW] != 0 or falls


@kernel
def add_score(run: RunState, score: int) -> None:
    """Note the score of a finished depth."""
    numbers = run.numbers
    numbers[SCORE + 2] = numbers[SCORE + 1]
    numbers[SCORE + 1] = numbers[SCORE]
    numbers[SCORE] = score
    numbers[SCORES] += 1


@kernel
def is_late(run: RunState, elapsed: int) -> bool:
    """Whether the time of the whole run is over."""
    return 0 <= run.numbers[TIME_LIMIT] <= elapsed


@kernel
def give_share(run: RunState, elapsed: int, share: int) -> None:
    """Let the next step take a share of the time."""
    numbers = run.numbers
    if numbers[WANTED_TIME] >= 0:
        deadline = elapsed + numbers[WANTED_TIME] * share // WHOLE
        numbers[DEADLINE] = min(deadline, numbers[TIME_LIMIT])


@kernel
def defence_share(run: RunState, elapsed: int, before: int) -> int:
    """What share of the time to spend on threats against a move; 0 if that is not due or not worth it.

    `before` is the share that it has been given, or 0. Never more goes into this than into the search itself,
    so that it waits until a move has stood for some time. A search that was cut off is repeated with
    twice the time.
    """
    numbers = run.numbers
    time: Any = numbers[WANTED_TIME]
    if time < 0:
        return DEFENCE_SHARE if before == 0 else 0
    share = 2 * before if before > 0 else DEFENCE_SHARE
    searched = elapsed - numbers[ORIGIN] - numbers[ATTACK_TIME] - numbers[DEFENCE_TIME]
    needed = numbers[DEFENCE_TIME] + time * share // WHOLE
    return share if share <= MOST_DEFENCE and searched >= needed else 0
