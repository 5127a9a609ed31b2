"""The move of a level: how it looks less far than it could, misjudges moves, or varies among equal ones.

A choice is a few runs of a search, one after the other, and chance between them. Levels with noise search
every move and judge each a little wrongly. The others find the best move, and then try some that may be as
good.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from plyground.contract import LARGEST_ESTIMATE, MOST_MOVES, kernel, kernel_call
from plyground.engine.arrays import ZERO
from plyground.engine.chance import next_below, next_normal, next_uniform
from plyground.engine.line_set import copy_line, first_move, is_win_or_loss, plies_of
from plyground.engine.run_state import (
    BEST_LINE,
    BEST_MOVE,
    EVERY_MOVE,
    IS_ENDLESS,
    LEVEL_DEPTH,
    LEVEL_NODES,
    LEVEL_NOISE,
    LEVEL_SEES,
    LEVEL_SLIP_DEPTH,
    LEVEL_SLIPS,
    LEVEL_TIME,
    LINE_DEPTH,
    LINE_LENGTH,
    LINE_MOVES,
    LINE_NUMBER,
    LINE_SETTLED,
    LINE_WORDS,
    LINES,
    LONGEST_LINE,
    NARROWED,
    OTHER_MOVES,
    RESULTS,
    SEES,
    STAGE,
    TRIAL,
    TRIAL_MOVE,
    TRIALS,
    TRY_MOVE,
    WANTED_DEPTH,
    WANTED_LINES,
    WANTED_LONGEST,
    WANTED_NODES,
    WANTED_TIME,
    RunState,
)
from plyground.engine.tasks import COUNT_MOVES, ask
from plyground.engine.time_shares import WHOLE
from plyground.engine.workspace import SearchWorkspace
from plyground.score import PROVEN, WIN

MOST_EQUALS: Final = 6
"""How many moves a strong player compares when it varies its choice."""
SHALLOW: Final = 3
"""How deep it looks to find moves that may be as good as the best."""
MOST_TRIED: Final = 2
"""How many of those it looks at closely."""
FEW_SHARE: Final = 4
"""One part in this many of its nodes goes into each of them."""
MAIN_SHARE: Final = 750
"""How much of its time goes into finding the best move, in thousandths."""
FORCED_NODES: Final = 100_000
"""How much thought an only move is worth, for the sake of a judgement."""
DECISIVE: Final = 25_000
"""Between the largest estimate and the smallest proven result."""
NONSENSE: Final = 1.25
"""A move that is worse than the mean by this many standard deviations is never made."""


@kernel_call
def begin_choice(game: Any, run: RunState) -> None:
    """Decide how far to look this time, and what the first run searches."""
    numbers = run.numbers
    depth, numbers[SEES] = numbers[LEVEL_DEPTH], numbers[LEVEL_SEES]
    if next_uniform(run.chance) * WHOLE < numbers[LEVEL_SLIPS]:
        depth = numbers[LEVEL_SLIP_DEPTH]
        if numbers[SEES] > 0:
            numbers[SEES] = depth
    if numbers[LEVEL_NOISE] > 0:
        numbers[STAGE] = EVERY_MOVE
        want(run, depth, numbers[LEVEL_NODES], MOST_MOVES, numbers[LEVEL_TIME])
        return
    numbers[STAGE] = BEST_MOVE
    nodes = numbers[LEVEL_NODES]
    if nodes == 0 and is_forced(game):
        nodes = FORCED_NODES
    time = numbers[LEVEL_TIME]
    want(run, depth, nodes, 1, time * MAIN_SHARE // WHOLE if time > 0 else time)


@kernel
def want(run: RunState, depth: int, nodes: int, lines: int, time: int) -> None:
    """Write what the next run searches."""
    numbers = run.numbers
    numbers[WANTED_DEPTH] = depth
    numbers[WANTED_NODES] = nodes
    numbers[WANTED_LINES] = lines
    numbers[WANTED_TIME] = time
    numbers[WANTED_LONGEST] = 0


@kernel
def want_few(run: RunState, depth: int, lines: int, elapsed: int) -> None:
    """Write what a small run searches."""
    nodes, time = run.numbers[LEVEL_NODES], run.numbers[LEVEL_TIME]
    few = max(1, nodes // FEW_SHARE) if nodes > 0 else 0
    want(run, depth, few, lines, max(0, time - elapsed) if time >= 0 else time)


@kernel
def is_forced(game: Any) -> bool:
    """Whether there is only one legal move."""
    return ask(game, COUNT_MOVES, 0) == 1


@kernel
def is_choice_late(work: SearchWorkspace, run: RunState, elapsed: int) -> bool:
    """Whether the time for the move is over, or somebody wants it now."""
    return work.stop[0] != 0 or 0 <= run.numbers[LEVEL_TIME] <= elapsed


@kernel_call
def go_on_choosing(game: Any, work: SearchWorkspace, run: RunState, elapsed: int) -> bool:
    """After a run: whether another one begins. If not, the choice is the only line of the run."""
    numbers = run.numbers
    stage = numbers[STAGE]
    if stage == EVERY_MOVE:
        choose_with_noise(run)
        return False
    if stage == BEST_MOVE:
        copy_line(run, RESULTS, BEST_LINE)
        look = min(run.lines[BEST_LINE * LINE_WORDS + LINE_DEPTH], SHALLOW)
        if look >= 1 and not is_choice_late(work, run, elapsed) and not is_forced(game):
            numbers[STAGE] = OTHER_MOVES
            want_few(run, look, MOST_EQUALS, elapsed)
            return True
    elif stage == OTHER_MOVES:
        draw_trials(run)
        if begin_trial(work, run, elapsed):
            return True
    elif is_as_good(run, run.lines[BEST_LINE * LINE_WORDS + LINE_DEPTH]):
        return False
    elif begin_trial(work, run, elapsed):
        return True
    copy_line(run, BEST_LINE, RESULTS)
    numbers[LINES] = 1
    return False


# Careless levels


@kernel_call
def choose_with_noise(run: RunState) -> None:
    """Judge every move a little wrongly and make the one that looks best the only line."""
    count = run.numbers[LINES]
    values = run.values
    write_visible_values(run)
    best = highest(run)
    if abs(best) < DECISIVE:
        alive, total, squares = 0, 0, 0
        for i in range(count):
            if values[i] > -DECISIVE:
                value: Any = np.int64(values[i])
                alive += 1
                total += value
                squares += value * value
        spread = np.sqrt(np.float64(alive * squares - total * total)) / alive
        sane = total / alive - NONSENSE * spread
        noise = spread * run.numbers[LEVEL_NOISE] / WHOLE
        for i in range(count):
            values[i] = values[i] + noise * next_normal(run.chance) if values[i] >= sane else -DECISIVE
        best = highest(run)
    equals = 0
    for i in range(count):
        if values[i] == best:
            equals += 1
    left = next_below(run.chance, equals)
    for i in range(count):
        if values[i] == best:
            if left == 0:
                depth = run.lines[RESULTS * LINE_WORDS + LINE_DEPTH]
                copy_line(run, RESULTS + i, RESULTS)
                run.lines[RESULTS * LINE_WORDS + LINE_DEPTH] = depth
                break
            left -= 1
    run.numbers[LINES] = 1


@kernel_call
def write_visible_values(run: RunState) -> None:
    """A value for each line; a result that is too far away to be seen only looks very good or bad."""
    low: Any = ZERO
    high: Any = ZERO
    known = False
    for i in range(run.numbers[LINES]):
        rank: Any = rank_of(run, RESULTS + i)
        if not is_win_or_loss(rank):
            low = min(low, rank) if known else rank
            high = max(high, rank) if known else rank
            known = True
    for i in range(run.numbers[LINES]):
        rank = rank_of(run, RESULTS + i)
        if is_win_or_loss(rank) and 0 < run.numbers[SEES] < plies_of(rank):
            rank = high if rank > 0 else low
        run.values[i] = rank


@kernel
def rank_of(run: RunState, line: int) -> int:
    """A number that orders lines: the score, where a proven draw is 0."""
    at = line * LINE_WORDS
    number = run.lines[at + LINE_NUMBER]
    is_draw = run.lines[at + LINE_SETTLED] != 0 and not is_win_or_loss(number)
    return 0 if is_draw else number


@kernel
def highest(run: RunState) -> float:
    """The highest value."""
    best = run.values[0]
    for i in range(run.numbers[LINES]):
        best = max(best, run.values[i])
    return best


# Strong levels


@kernel_call
def draw_trials(run: RunState) -> None:
    """Draw the moves to be tried from those of the lines."""
    numbers = run.numbers
    count = numbers[LINES]
    numbers[TRIALS] = min(count, MOST_TRIED)
    for i in range(numbers[TRIALS]):
        other = i + next_below(run.chance, count - i)
        copy_line(run, RESULTS + other, RESULTS + MOST_EQUALS)
        copy_line(run, RESULTS + i, RESULTS + other)
        copy_line(run, RESULTS + MOST_EQUALS, RESULTS + i)
    for i in range(numbers[TRIALS]):
        numbers[TRIAL_MOVE + 1 + i] = first_move(run, RESULTS + i)
    numbers[TRIAL] = 0


@kernel_call
def begin_trial(work: SearchWorkspace, run: RunState, elapsed: int) -> bool:
    """Whether the next of the drawn moves is to be tried: unless it is the best, or there is no time."""
    numbers = run.numbers
    trial = numbers[TRIAL]
    if trial >= numbers[TRIALS] or is_choice_late(work, run, elapsed):
        return False
    move = numbers[TRIAL_MOVE + 1 + trial]
    if move == first_move(run, BEST_LINE):
        return False
    numbers[TRIAL] = trial + 1
    numbers[TRIAL_MOVE] = move
    numbers[STAGE] = TRY_MOVE
    want_few(run, max(1, run.lines[BEST_LINE * LINE_WORDS + LINE_DEPTH] - 1), 1, elapsed)
    return True


@kernel_call
def is_as_good(run: RunState, depth: int) -> bool:
    """Whether nothing is lost by the move that was tried; then it and what follows is the only line."""
    lines = run.lines
    at, best = RESULTS * LINE_WORDS, BEST_LINE * LINE_WORDS
    reply, settled = lines[at + LINE_NUMBER], lines[at + LINE_SETTLED] != 0
    if reply < -PROVEN and run.numbers[IS_ENDLESS] != 0 and run.numbers[NARROWED] != 0:
        reply, settled = np.int64(-LARGEST_ESTIMATE), False
    number = -reply - 1 if reply < -PROVEN else 1 - reply if reply > PROVEN else -reply
    lines[at + LINE_NUMBER] = number
    lines[at + LINE_SETTLED] = settled
    is_proven = settled or is_win_or_loss(number)
    if not is_proven and lines[at + LINE_DEPTH] < depth - 1:
        return False
    if kind_of(run, RESULTS) not in (kind_of(run, BEST_LINE), WIN):
        return False
    if rank_of(run, RESULTS) < rank_of(run, BEST_LINE):
        return False
    length = min(lines[at + LINE_LENGTH], LONGEST_LINE - 1)
    for i in range(length, 0, -1):
        lines[at + LINE_MOVES + i] = lines[at + LINE_MOVES + i - 1]
    lines[at + LINE_MOVES] = run.numbers[TRIAL_MOVE]
    lines[at + LINE_LENGTH] = length + 1
    lines[at + LINE_DEPTH] = lines[best + LINE_DEPTH]
    run.numbers[LINES] = 1
    return True


@kernel
def kind_of(run: RunState, line: int) -> int:
    """`WIN`, -`WIN` or 0 for what is proven, 1 for an estimate."""
    number = run.lines[line * LINE_WORDS + LINE_NUMBER]
    if is_win_or_loss(number):
        return WIN if number > 0 else -WIN
    return 0 if run.lines[line * LINE_WORDS + LINE_SETTLED] != 0 else 1
