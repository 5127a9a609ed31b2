"""Lines in the arrays of a run: writing, copying and sorting them."""

from __future__ import annotations

from typing import Any, Final

from plyground.contract import kernel, kernel_call
from plyground.engine.arrays import NO, YES
from plyground.engine.run_state import (
    LINE_DEPTH,
    LINE_EXACT,
    LINE_FINAL,
    LINE_LENGTH,
    LINE_MOVES,
    LINE_NUMBER,
    LINE_REDUCED,
    LINE_ROUGH,
    LINE_SETTLED,
    LINE_WORDS,
    LONGEST_LINE,
    RunState,
)
from plyground.engine.workspace import REDUCES, SearchWorkspace
from plyground.score import PROVEN, WIN

ALWAYS_SHORTEST: Final = 3
"""A win in this many plies is never overlooked for a longer one."""


@kernel
def is_win_or_loss(number: int) -> bool:
    """Whether a score is a proven win or loss."""
    return abs(number) > PROVEN


@kernel
def plies_of(number: int) -> int:
    """How far away a proven win or loss is."""
    return WIN - abs(number)


@kernel_call
def set_line(
    run: RunState, line: int, number: int, settled: int, depth: int, reduced: int, rough: int
) -> None:
    """Write what is known of a line. `settled`, `reduced` and `rough` are 0 or 1."""
    lines = run.lines
    at = line * LINE_WORDS
    decided = is_win_or_loss(number)
    plies = plies_of(number)
    final = settled != 0 or (decided and (rough != 0 or (plies <= depth and reduced == 0)))
    lines[at + LINE_NUMBER] = number
    lines[at + LINE_SETTLED] = settled
    lines[at + LINE_FINAL] = final
    lines[at + LINE_EXACT] = final and (rough == 0 or plies <= ALWAYS_SHORTEST)
    lines[at + LINE_DEPTH] = depth
    lines[at + LINE_REDUCED] = reduced
    lines[at + LINE_ROUGH] = rough


@kernel_call
def set_only_move(run: RunState, line: int, move: int) -> None:
    """Make a line of one move."""
    at = line * LINE_WORDS
    run.lines[at + LINE_LENGTH] = 1
    run.lines[at + LINE_MOVES] = move


@kernel_call
def set_searched_line(
    work: SearchWorkspace, run: RunState, line: int, number: int, depth: int, complete: int, rough: int
) -> None:
    """Write the line that the last search found, given the score that it returned."""
    settled = YES if complete != 0 and work.settled[0] else NO
    set_line(run, line, number, settled, depth, work.counts[REDUCES], rough)
    at = line * LINE_WORDS
    length = work.pv_lengths[0]
    run.lines[at + LINE_LENGTH] = length
    for i in range(length):
        run.lines[at + LINE_MOVES + i] = work.pv[i]


@kernel
def add_move(run: RunState, line: int, move: int) -> None:
    """Add a move to the end of a line that has room for it."""
    at = line * LINE_WORDS
    length = run.lines[at + LINE_LENGTH]
    run.lines[at + LINE_MOVES + length] = move
    run.lines[at + LINE_LENGTH] = length + 1


@kernel
def may_grow(run: RunState, line: int) -> bool:
    """Whether a line is shorter than the proven result that it leads to, and has room."""
    at = line * LINE_WORDS
    length = run.lines[at + LINE_LENGTH]
    number = run.lines[at + LINE_NUMBER]
    return is_win_or_loss(number) and length < min(plies_of(number), LONGEST_LINE)


@kernel_call
def copy_line(run: RunState, source: int, target: int) -> None:
    """Copy a line with its moves."""
    lines = run.lines
    from_at, to_at = source * LINE_WORDS, target * LINE_WORDS
    for i in range(LINE_MOVES + lines[from_at + LINE_LENGTH]):
        lines[to_at + i] = lines[from_at + i]


@kernel_call
def copy_lines(run: RunState, source: int, target: int, count: int) -> None:
    """Copy a set of lines."""
    for i in range(count):
        copy_line(run, source + i, target + i)


@kernel
def first_move(run: RunState, line: int) -> int:
    """The root move of a line."""
    move: Any = run.lines[line * LINE_WORDS + LINE_MOVES]
    return move


@kernel_call
def has_first_move(run: RunState, first: int, count: int, move: int) -> bool:
    """Whether one of the lines begins with a move."""
    found = False
    for i in range(count):
        found = found or first_move(run, first + i) == move
    return found


@kernel_call
def sort_lines(run: RunState, first: int, count: int, spare: int) -> None:
    """Sort lines by their scores, the best first, equal ones as they stand. `spare` is room for one."""
    lines = run.lines
    for i in range(1, count):
        number = lines[(first + i) * LINE_WORDS + LINE_NUMBER]
        place = i
        while place > 0 and lines[(first + place - 1) * LINE_WORDS + LINE_NUMBER] < number:
            place -= 1
        if place < i:
            copy_line(run, first + i, spare)
            for j in range(i, place, -1):
                copy_line(run, first + j - 1, first + j)
            copy_line(run, spare, first + place)
