"""The state of a run of a search: what a driver asks for, and where it reads what was found.

Compiled code makes the steps of a run (`plyground.engine.steps`) and keeps everything in these arrays. A
driver, in Python or in JavaScript, writes what it wants into `numbers`, calls for one step after the other,
and reads the lines after each.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.contract import MOST_MOVES, kernel
from plyground.engine.arrays import Numbers, Words, aligned_numbers

# Indices into `RunState.numbers`: what a driver wants
WANTED_DEPTH: Final = 0
"""How deep to search; 0 for as deep as possible."""
WANTED_NODES: Final = 1
"""How many positions all threads may search together; 0 for any number."""
WANTED_TIME: Final = 2
"""Milliseconds that the run may take; -1 for any number."""
WANTED_LONGEST: Final = 3
"""Milliseconds that it may take if the score is falling when `WANTED_TIME` is over."""
WANTED_LINES: Final = 4
THREADS: Final = 5
"""How many threads search at once."""

# What it reads
STATE: Final = 6
"""Which step comes next, see `plyground.engine.steps`."""
DEADLINE: Final = 7
"""Until which millisecond since the beginning the next step may take; -1 for any number."""
TIME_LIMIT: Final = 8
"""Until which millisecond the whole run may take as things stand; -1 for any number."""
LINES: Final = 9
"""How many lines there are to read."""
NARROWED: Final = 10
"""Whether the search may not see every good move, so that on an endless board a loss is not proven."""
ROOTS: Final = 11
"""How many root moves are searched."""
WINDOW: Final = 12
"""Depth and window that the leading thread searches, see `pack_window`."""

# What it need not know
RUN_LINES: Final = 13
"""How many lines are wanted and possible."""
DEPTH: Final = 14
IS_FINISHED: Final = 15
"""Whether the last depth was searched to its end."""
BEFORE_LINES: Final = 16
PROVEN_LINES: Final = 17
"""How many lines there are of the depth before, and proven with reduced moves."""
SCORE: Final = 18
"""The score of the last finished depth, then of the two before it."""
SCORES: Final = 21
FAILS_LOW: Final = 22
"""Whether the depth under way has a lower score than the one before."""
LAST_STEP: Final = 23
STEP_BEGAN: Final = 24
ATTACK_TIME: Final = 25
DEFENCE_TIME: Final = 26
"""Milliseconds that went into own forced wins and into those of the opponent."""
SHARE: Final = 27
"""Thousandths of the time for the refutation under way."""
TRIED: Final = 28
"""How many moves there are in `tried`."""
MOVE: Final = 29
"""The move that was found last."""
IS_UNREDUCED: Final = 30
"""Whether late moves are no longer reduced."""
ORIGIN: Final = 31
"""The millisecond at which the run began: a choice is several runs, one after the other."""

# What a driver wants of a choice, see `plyground.engine.level_choice`
LEVEL_DEPTH: Final = 32
LEVEL_NODES: Final = 33
LEVEL_TIME: Final = 34
"""Limits of the choice, as those of a run."""
LEVEL_SEES: Final = 35
"""A forced end of the game that is more plies away goes unnoticed; 0 where everything is seen."""
LEVEL_NOISE: Final = 36
"""How far judgement is off, in thousandths of how much the moves differ."""
LEVEL_SLIPS: Final = 37
"""How often it looks less far, in thousandths."""
LEVEL_SLIP_DEPTH: Final = 38
"""How far it looks then."""
IS_ENDLESS: Final = 39
"""Whether the board has no edges, so that a search may not see every move."""

# What it need not know of a choice
STAGE: Final = 40
"""Which run of a choice is under way, see below."""
SEES: Final = 41
TRIAL: Final = 42
TRIALS: Final = 43
"""How many moves have been tried, and how many are to be."""
TRIAL_MOVE: Final = 44
"""The move that is tried, then those that are to be."""

# What the game tells of a position when a run begins
ESTIMATE: Final = 48
"""Its evaluation."""
HAS_THREATS: Final = 49
"""Whether forced wins are sought."""
IS_ROUGH: Final = 50
"""Whether wins may be longer than need be and shorter ones are not sought."""

# From here on what other threads read
INTERRUPTS: Final = 64
"""For each thread, `INTERRUPT_STEP` numbers apart: anything but 0 ends its search."""
INTERRUPT_STEP: Final = 8

# Which run of a choice is under way: `numbers[STAGE]`
NO_CHOICE: Final = 0
"""It is a search by itself."""
EVERY_MOVE: Final = 1
BEST_MOVE: Final = 2
OTHER_MOVES: Final = 3
TRY_MOVE: Final = 4

# A line: what is known of it, and its moves
LINE_NUMBER: Final = 0
"""Its score as kernels count it, see `plyground.score`."""
LINE_SETTLED: Final = 1
"""Whether no estimate has gone into the score."""
LINE_EXACT: Final = 2
"""Whether the distance of a proven result is known to be right."""
LINE_FINAL: Final = 3
"""Whether a deeper search can add nothing."""
LINE_DEPTH: Final = 4
LINE_REDUCED: Final = 5
"""Whether late moves were reduced, so that a distance may be too long."""
LINE_ROUGH: Final = 6
"""Whether wins may be longer than need be and shorter ones are not sought."""
LINE_LENGTH: Final = 7
LINE_MOVES: Final = 8
"""Where its moves begin."""
LONGEST_LINE: Final = 256
LINE_WORDS: Final = LINE_MOVES + LONGEST_LINE

# Sets of lines, `MOST_MOVES` lines each
RESULTS: Final[Any] = np.int64(0)
BEFORE: Final[Any] = np.int64(MOST_MOVES)
"""Those of the depth before."""
PROVEN_BEFORE: Final[Any] = np.int64(2 * MOST_MOVES)
"""Those that were proven with reduced moves."""
BEST_LINE: Final[Any] = np.int64(3 * MOST_MOVES)
"""The best line of a choice, while others are compared with it."""
ALL_LINES: Final = 3 * MOST_MOVES + 1

WINDOW_SHIFT: Final = 32
SCORE_SHIFT: Final = 16
SCORE_OFFSET: Final = 1 << 15
SCORE_MASK: Final = (1 << 16) - 1


class RunState(NamedTuple):
    """The arrays of one run."""

    numbers: Numbers
    lines: Numbers
    """`LINE_WORDS` numbers a line. What was found last begins at index 0, the best line first."""
    tried: Numbers
    """The moves whose refutation has been sought."""
    shares: Numbers
    """For each of them the thousandths of the time that it took."""
    losses: Numbers
    """For each of them in how many plies it loses; 0 if it was not refuted."""
    marks: Words
    """The fingerprints of the positions of a line that is played out."""
    chance: Words
    """The state of chance, one word: see `plyground.engine.chance`."""
    values: npt.NDArray[np.float64]
    """How good each line looks to a careless player."""


def new_run_state(threads: int = 1) -> RunState:
    """The arrays of a run, to be used for one run after the other."""
    return RunState(
        numbers=aligned_numbers(INTERRUPTS + threads * INTERRUPT_STEP),
        lines=np.zeros(ALL_LINES * LINE_WORDS, np.int64),
        tried=np.zeros(MOST_MOVES, np.int64),
        shares=np.zeros(MOST_MOVES, np.int64),
        losses=np.zeros(MOST_MOVES, np.int64),
        marks=np.zeros(LONGEST_LINE + 1, np.uint64),
        chance=np.zeros(1, np.uint64),
        values=np.zeros(MOST_MOVES),
    )


@kernel
def pack_window(depth: int, alpha: int, beta: int) -> int:
    """Depth and window in one number, so that another thread never reads half of a change.

    >>> unpack_window(pack_window(7, -32000, 12))
    (7, -32000, 12)
    """
    return (depth << WINDOW_SHIFT) | ((alpha + SCORE_OFFSET) << SCORE_SHIFT) | (beta + SCORE_OFFSET)


def unpack_window(packed: int) -> tuple[int, int, int]:
    """The depth and the window in a number."""
    alpha = (packed >> SCORE_SHIFT & SCORE_MASK) - SCORE_OFFSET
    return packed >> WINDOW_SHIFT, alpha, (packed & SCORE_MASK) - SCORE_OFFSET
