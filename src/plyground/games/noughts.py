"""Noughts and crosses: three in a row wins.

Old beyond record; known as terni lapilli to the Romans and as tic-tac-toe in America. A solved draw on
3x3, as a computer in a film once found out for itself.

Options
    size    COLSxROWS of at most 64 cells, default 3x3
    row=K   how many in a row win, default 3
    misere  completing a row loses

X begins. A full board is a draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from plyground.bits import bit, popcount, rest
from plyground.contract import (
    DRAWN,
    LOST,
    OPEN,
    WON,
    Moves,
    candidates,
    evaluate,
    kernel,
    key,
    marks,
    moves,
    outcome,
    passed,
    play,
    priority,
    proof,
    reason,
    remaining,
    soonest_loss,
    soonest_win,
)
from plyground.game import Game
from plyground.games.lines import (
    NO_IMAGES,
    Images,
    Starts,
    Steps,
    Words,
    any_run,
    board_mask,
    images_of,
    least,
    marks_text,
    read_marks,
    set_cells,
    starts,
    steps,
    stone_codes,
    usable_steps,
    with_stone,
    write_cells,
    write_marks,
    write_runs,
)
from plyground.games.pattern_tables import PatternTables, learned_tables, patterns_worth
from plyground.variants import Flag, Number, Size

ROW, MISERE_ROW, FULL = 0, 1, 2
"""Why a game ends: indices of `Noughts.reasons`."""

# Tables


class Rules(NamedTuple):
    """A board, its directions, where rows can start, and how often each cell is part of one."""

    columns: int
    cells: int
    board: np.uint64
    length: int
    misere: bool
    steps: Steps
    starts: Starts
    codes: Words
    weights: Moves
    patterns: PatternTables


class Position(NamedTuple):
    """The marks of the side to move and of the other side, and the codes of the mirror images."""

    own: np.uint64
    other: np.uint64
    side: int
    images: Images


# Rules


@kernel
def empty_cells(rules: Rules, pos: Position) -> np.uint64:
    """The cells without a mark."""
    return rules.board & ~(pos.own | pos.other)


@moves.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
    return write_cells(empty_cells(rules, pos), out, at)


@play.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> Position:
    images = with_stone(pos.images, rules.codes, pos.side * rules.cells + move)
    return Position(pos.other, pos.own | bit(move), 1 - pos.side, images)


@passed.of(Rules)
def _(rules: Rules, pos: Position) -> Position:
    return Position(pos.other, pos.own, 1 - pos.side, pos.images)


@outcome.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    if any_run(pos.other, rules.steps, rules.starts, rules.length):
        return WON if rules.misere else LOST
    return DRAWN if pos.own | pos.other == rules.board else OPEN


@key.of(Rules)
def _(rules: Rules, pos: Position) -> np.uint64:
    return least(pos.images)


# What a search knows: the cells that complete a row, and so which moves are forced.


@kernel
def completing_in(marks: np.uint64, step: int, start: np.uint64, length: int) -> np.uint64:
    """The cells that complete a row in one direction: all but one of its cells are set."""
    found = np.uint64(0)
    for gap in range(length):
        others = start
        for distance in range(length):
            if distance != gap:
                others &= marks >> np.uint64(distance * step)
        found |= others << np.uint64(gap * step)
    return found


@kernel
def completing_cells(rules: Rules, marks: np.uint64) -> np.uint64:
    """Where one more mark completes a row."""
    return (
        completing_in(marks, rules.steps[0], rules.starts[0], rules.length)
        | completing_in(marks, rules.steps[1], rules.starts[1], rules.length)
        | completing_in(marks, rules.steps[2], rules.starts[2], rules.length)
        | completing_in(marks, rules.steps[3], rules.starts[3], rules.length)
    )


@proof.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    empty = empty_cells(rules, pos)
    mine = completing_cells(rules, pos.own) & empty
    if rules.misere:
        return -1 if mine == empty else 0
    if mine:
        return 1
    theirs = completing_cells(rules, pos.other) & empty
    return -2 if theirs and rest(theirs) else 0


@soonest_win.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    return 2 if rules.misere else 3


@soonest_loss.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    return 3 if rules.misere else 4


@candidates.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
    empty = empty_cells(rules, pos)
    if rules.misere:
        return write_cells(empty & ~completing_cells(rules, pos.own), out, at)
    theirs = completing_cells(rules, pos.other) & empty
    return write_cells(theirs if theirs else empty, out, at)


@remaining.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    return popcount(empty_cells(rules, pos))


@priority.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> int:
    return rules.weights[move]


# Evaluation: by patterns where they were learned. Elsewhere every row that only one side can still complete
# counts 4 for that side for each of its marks in it, and 16 more for each mark from the second on. In misere
# the signs are turned around.


@kernel
def promise_in(own: np.uint64, other: np.uint64, step: int, start: np.uint64, length: int) -> int:
    """What the rows of one direction that the other side has not touched are worth."""
    free = start
    for distance in range(length):
        free &= ~(other >> np.uint64(distance * step))
    worth = 0
    before = np.uint64(0)
    for distance in range(length):
        here = own >> np.uint64(distance * step) & free
        worth += 4 * popcount(here) + 16 * popcount(here & before)
        before |= here
    return worth


@kernel
def promise(rules: Rules, own: np.uint64, other: np.uint64) -> int:
    """What all the rows that the other side has not touched are worth."""
    return (
        promise_in(own, other, rules.steps[0], rules.starts[0], rules.length)
        + promise_in(own, other, rules.steps[1], rules.starts[1], rules.length)
        + promise_in(own, other, rules.steps[2], rules.starts[2], rules.length)
        + promise_in(own, other, rules.steps[3], rules.starts[3], rules.length)
    )


@evaluate.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    if rules.patterns.words != np.uint64(0):
        return patterns_worth(rules.patterns, pos.own, pos.other)
    better = promise(rules, pos.own, pos.other) - promise(rules, pos.other, pos.own)
    return -better if rules.misere else better


# What people see


@marks.of(Rules)
def _(rules: Rules, pos: Position, out: Moves) -> None:
    write_marks(pos.own, pos.other, pos.side, rules.cells, out)


@reason.of(Rules)
def _(rules: Rules, pos: Position, move: int, out: Moves) -> int:
    rows = rules.cells // rules.columns
    if write_runs(pos.other, rules.columns, rows, rules.length, out):
        return MISERE_ROW if rules.misere else ROW
    return FULL


# Names, notation, words


def row_counts(columns: int, rows: int, length: int) -> Moves:
    """For each cell the number of possible rows that it is part of."""
    counts = np.zeros(columns * rows, np.int64)
    for step, start in zip(steps(columns), starts(columns, rows, length), strict=True):
        for first in set_cells(start):
            counts[[first + step * distance for distance in range(length)]] += 1
    return counts


class Noughts(Game):
    """Three in a row wins."""

    name = "noughts"
    title = "Noughts and crosses"
    summary = "Three in a row wins; with perfect play nobody does."
    origin = "Traditional"
    greeting = "Shall we begin? Nothing is connected to this machine but a board."
    players = mark_texts = ("X", "O")
    mark_shapes = ("cross", "ring")
    options = (Size((3, 3)), Number("row", 3, 2, 64), Flag("misere"))
    words = """\
Two players, X and O, take turns to mark an empty cell. X begins.

Whoever first has three marks in a row (along a row, a column or a diagonal) wins.
If the board fills up, the game is a draw.

Variants: any board of at most 64 cells (noughts:5x5), another number in a row (noughts:5x5,row=4),
and misere, where completing a row loses (noughts:misere)."""

    @property
    def reasons(self) -> tuple[str, ...]:
        return "{length} in a row {row}", "!{length} in a row {row}", "the board is full"

    def setup(self) -> tuple[Rules, Position]:
        columns, rows, length = self.columns, self.rows, self.option("row")
        if length > max(columns, rows):
            self.impossible(f"row={length} does not fit on {columns}x{rows}")
        rules = Rules(
            columns=columns,
            cells=columns * rows,
            board=board_mask(columns * rows),
            length=length,
            misere=bool(self.option("misere")),
            steps=usable_steps(steps(columns), starts(columns, rows, length)),
            starts=starts(columns, rows, length),
            codes=stone_codes(columns, rows),
            weights=row_counts(columns, rows, length),
            patterns=learned_tables(self.name, self.variant),
        )
        return rules, Position(np.uint64(0), np.uint64(0), 0, NO_IMAGES)

    def move_text(self, move: int) -> str:
        return self.cell_text(move)

    def typed(self, pos: Position, text: str) -> str:
        """On 3x3 a digit as on a number pad: 7 8 9 is the top row."""
        if (self.columns, self.rows) == (3, 3) and text in "123456789" and len(text) == 1:
            return self.cell_text(int(text) - 1)
        return text

    def farewell(self, pos: Position) -> str:
        """A drawn game ends with the last line of the film about the machine that found out why."""
        if outcome(self.rules, pos) != DRAWN:
            return ""
        return "“A strange game. The only winning move is not to play.” How about another?"

    def why_not(self, pos: Position, text: str) -> str:
        return self.no_cell(text) if self.cell_at(text) is None else f"{text} is taken"

    def side_to_move(self, pos: Position) -> int:
        return pos.side

    def position_text(self, pos: Position) -> str:
        return marks_text(self, pos.own, pos.other, pos.side)

    def setup_text(self, marks: Mapping[str, str], side: int) -> str:
        return self.rows_setup(marks, side)

    def read_position(self, text: str) -> Position:
        rules = self.rules
        own, other, side = read_marks(
            self, text, lambda marks: any_run(marks, rules.steps, rules.starts, rules.length)
        )
        return Position(own, other, side, images_of(own, other, side, rules.codes, rules.cells))
