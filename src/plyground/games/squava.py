"""Squava: four in a row wins, but three in a row loses.

Invented by Néstor Romeral Andrés. Played on 5x5; X begins.

Options
    size    COLSxROWS from 4x4 to 8x8, default 5x5

A move that makes four (or more) in a row wins, even if it makes three somewhere else. Any other move
that makes three in a row loses. A full board is a draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from plyground.bits import bit, popcount, rest, sum_of_four, union_of_four
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
from plyground.game import Game, Part
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
    starts,
    steps,
    stone_codes,
    with_stone,
    write_cells,
    write_marks,
    write_runs,
)
from plyground.games.pattern_tables import PatternTables, learned_tables, patterns_worth
from plyground.variants import Size

FOUR, THREE, FULL = 0, 1, 2
"""Why a game ends: indices of `Squava.reasons`."""

# Tables


class Rules(NamedTuple):
    """A board of some size: its directions, and where runs of four and of three can start."""

    columns: int
    cells: int
    board: np.uint64
    steps: Steps
    fours: Starts
    threes: Starts
    codes: Words
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
    if any_run(pos.other, rules.steps, rules.threes, 3):
        return LOST if any_run(pos.other, rules.steps, rules.fours, 4) else WON
    return DRAWN if pos.own | pos.other == rules.board else OPEN


@key.of(Rules)
def _(rules: Rules, pos: Position) -> np.uint64:
    return least(pos.images)


# What a search knows: where a mark wins or loses at once, and so which moves are forced.


@kernel
def fourth_cells(marks: np.uint64, step: int, start: np.uint64) -> np.uint64:
    """The cells that complete four in one direction: of four cells in a row the other three are set."""
    second = marks >> np.uint64(step)
    third = marks >> np.uint64(2 * step)
    fourth = marks >> np.uint64(3 * step)
    front = marks & second & start
    back = third & fourth & start
    return (
        (second & back)
        | ((marks & back) << np.uint64(step))
        | ((front & fourth) << np.uint64(2 * step))
        | ((front & third) << np.uint64(3 * step))
    )


@kernel
def third_cells(marks: np.uint64, step: int, start: np.uint64) -> np.uint64:
    """The cells that complete three in one direction."""
    second = marks >> np.uint64(step)
    third = marks >> np.uint64(2 * step)
    return (
        (second & third & start)
        | ((marks & third & start) << np.uint64(step))
        | ((marks & second & start) << np.uint64(2 * step))
    )


@kernel
def winning_cells(rules: Rules, marks: np.uint64) -> np.uint64:
    """Where one more mark makes four."""
    return union_of_four(
        fourth_cells(marks, rules.steps[0], rules.fours[0]),
        fourth_cells(marks, rules.steps[1], rules.fours[1]),
        fourth_cells(marks, rules.steps[2], rules.fours[2]),
        fourth_cells(marks, rules.steps[3], rules.fours[3]),
    )


@kernel
def losing_cells(rules: Rules, marks: np.uint64) -> np.uint64:
    """Where one more mark makes three (and loses, unless it also makes four)."""
    return union_of_four(
        third_cells(marks, rules.steps[0], rules.threes[0]),
        third_cells(marks, rules.steps[1], rules.threes[1]),
        third_cells(marks, rules.steps[2], rules.threes[2]),
        third_cells(marks, rules.steps[3], rules.threes[3]),
    )


@kernel
def splitting_cells(
    marks: np.uint64, empty: np.uint64, gaps: np.uint64, step: int, start: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Where one more mark leaves four in one direction with a gap in the middle, after it or before it.

    The gap is one of `gaps`. A mark leaves at most one after it and one before it.
    """
    second = marks >> np.uint64(step)
    third = marks >> np.uint64(2 * step)
    fourth = marks >> np.uint64(3 * step)
    early = gaps >> np.uint64(step) & start
    late = gaps >> np.uint64(2 * step) & start
    after = empty & fourth & ((early & third) | (late & second))
    after |= (empty >> np.uint64(step) & late & marks & fourth) << np.uint64(step)
    before = (empty >> np.uint64(2 * step) & early & marks & fourth) << np.uint64(2 * step)
    last = empty >> np.uint64(3 * step) & marks
    before |= (last & ((early & third) | (late & second))) << np.uint64(3 * step)
    return after, before


@kernel
def threatening_cells(rules: Rules, marks: np.uint64, empty: np.uint64, gaps: np.uint64) -> np.uint64:
    """Where one more mark threatens to make four on one of the `gaps`."""
    a, b = splitting_cells(marks, empty, gaps, rules.steps[0], rules.fours[0])
    c, d = splitting_cells(marks, empty, gaps, rules.steps[1], rules.fours[1])
    e, f = splitting_cells(marks, empty, gaps, rules.steps[2], rules.fours[2])
    g, h = splitting_cells(marks, empty, gaps, rules.steps[3], rules.fours[3])
    return union_of_four(a | b, c | d, e | f, g | h)


@kernel
def forking_cells(rules: Rules, marks: np.uint64, empty: np.uint64) -> np.uint64:
    """Where one more mark threatens to make four in two places at once."""
    a, b = splitting_cells(marks, empty, empty, rules.steps[0], rules.fours[0])
    c, d = splitting_cells(marks, empty, empty, rules.steps[1], rules.fours[1])
    e, f = splitting_cells(marks, empty, empty, rules.steps[2], rules.fours[2])
    g, h = splitting_cells(marks, empty, empty, rules.steps[3], rules.fours[3])
    first, second, third = a | b, c | d, e | f
    twice = (a & b) | (c & d) | (e & f) | (g & h)
    return twice | (first & second) | ((first | second) & third) | ((first | second | third) & (g | h))


@kernel
def has_answers(safe: np.uint64) -> bool:
    """Whether a side with these safe cells is not out of them after one move of the other side."""
    return safe != np.uint64(0) and rest(safe) != np.uint64(0)


@proof.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    empty = empty_cells(rules, pos)
    if winning_cells(rules, pos.own) & empty:
        return 1
    safe = empty & ~losing_cells(rules, pos.own)
    if not safe:
        return -1
    threats = winning_cells(rules, pos.other) & empty
    if threats and (rest(threats) or not threats & safe):
        return -2
    unsafe = losing_cells(rules, pos.other)
    if has_answers(empty & ~unsafe):
        double = forking_cells(rules, pos.own, empty)
        double |= threatening_cells(rules, pos.own, empty, empty & unsafe)
        if double & (threats if threats else safe):
            return 3
    return 0


@soonest_win.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    return 4 if has_answers(empty_cells(rules, pos) & ~losing_cells(rules, pos.other)) else 2


@soonest_loss.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    return 3


@priority.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> int:
    empty = empty_cells(rules, pos)
    return 1 if threatening_cells(rules, pos.own, empty, empty) & bit(move) else 0


@candidates.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
    empty = empty_cells(rules, pos)
    threats = winning_cells(rules, pos.other) & empty
    return write_cells(threats if threats else empty & ~losing_cells(rules, pos.own), out, at)


@remaining.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    return popcount(empty_cells(rules, pos))


# Evaluation: by patterns where they were learned. Elsewhere four points for each four in a row that the other
# side has not touched and where two marks stand (twelve where three do), and two for each cell where a mark
# does not lose at once, since whoever runs out of those first has to lose.


@kernel
def open_fours(own: np.uint64, other: np.uint64, step: int, start: np.uint64) -> int:
    """Untouched fours in one direction: one for two marks in it, three for three."""
    touched = other | (other >> np.uint64(step))
    free = start & ~(touched | (touched >> np.uint64(2 * step)))
    second = own >> np.uint64(step)
    third = own >> np.uint64(2 * step)
    fourth = own >> np.uint64(3 * step)
    front, back = own & second, third & fourth
    some_front, some_back = own | second, third | fourth
    two = front | back | (some_front & some_back)
    three = (front & some_back) | (back & some_front)
    return popcount(two & free) + 2 * popcount(three & free)


@kernel
def shape(rules: Rules, own: np.uint64, other: np.uint64) -> int:
    """Untouched fours in all directions."""
    return sum_of_four(
        open_fours(own, other, rules.steps[0], rules.fours[0]),
        open_fours(own, other, rules.steps[1], rules.fours[1]),
        open_fours(own, other, rules.steps[2], rules.fours[2]),
        open_fours(own, other, rules.steps[3], rules.fours[3]),
    )


@evaluate.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    if rules.patterns.words != np.uint64(0):
        return patterns_worth(rules.patterns, pos.own, pos.other)
    empty = empty_cells(rules, pos)
    fours = shape(rules, pos.own, pos.other) - shape(rules, pos.other, pos.own)
    mine = popcount(empty & ~losing_cells(rules, pos.own))
    theirs = popcount(empty & ~losing_cells(rules, pos.other))
    return 4 * fours + 2 * (mine - theirs)


# What people see


@marks.of(Rules)
def _(rules: Rules, pos: Position, out: Moves) -> None:
    write_marks(pos.own, pos.other, pos.side, rules.cells, out)


@reason.of(Rules)
def _(rules: Rules, pos: Position, move: int, out: Moves) -> int:
    rows = rules.cells // rules.columns
    if write_runs(pos.other, rules.columns, rows, 4, out):
        return FOUR
    return THREE if write_runs(pos.other, rules.columns, rows, 3, out) else FULL


# Names, notation, words


class Squava(Game):
    """Four in a row wins, three in a row loses."""

    name = "squava"
    title = "Squava"
    summary = "Four in a row wins, but three in a row loses."
    origin = "Néstor Romeral Andrés"
    players = mark_texts = ("X", "O")
    mark_shapes = ("cross", "ring")
    options = (Size((5, 5), smallest=4, largest=8),)
    words = """\
Two players, X and O, take turns to mark an empty cell. X begins.

Four of your marks in a row (along a row, a column or a diagonal) win at once; five count too.
Three of your marks in a row lose at once, unless the same move also makes four.
If the board fills up, the game is a draw.

So you build fours without ever passing through three: leave a gap, and fill it last."""

    @property
    def reasons(self) -> tuple[str, ...]:
        return "{length} in a row {row}", "!{length} in a row {row}", "the board is full"

    def setup(self) -> tuple[Rules, Position]:
        columns, rows = self.columns, self.rows
        rules = Rules(
            columns=columns,
            cells=columns * rows,
            board=board_mask(columns * rows),
            steps=steps(columns),
            fours=starts(columns, rows, 4),
            threes=starts(columns, rows, 3),
            codes=stone_codes(columns, rows),
            patterns=learned_tables(self.name, self.variant),
        )
        return rules, Position(np.uint64(0), np.uint64(0), 0, NO_IMAGES)

    def move_text(self, move: int) -> str:
        return self.cell_text(move)

    def typed(self, pos: Position, text: str) -> str:
        """`row col`, counted from 0 at the top left, as the first Squava program asked for it."""
        words = text.split()
        if len(words) != 2 or not all(word.isdecimal() for word in words):
            return text
        row, column = int(words[0]), int(words[1])
        if row >= self.rows or column >= self.columns:
            return text
        return self.cell_text((self.rows - 1 - row) * self.columns + column)

    def why_not(self, pos: Position, text: str) -> str:
        return self.no_cell(text) if self.cell_at(text) is None else f"{text} is taken"

    def side_to_move(self, pos: Position) -> int:
        return pos.side

    def estimate_parts(self, pos: Position) -> tuple[Part, ...]:
        if self.rules.patterns.words:
            return ()
        rules, empty = self.rules, empty_cells(self.rules, pos)
        own, other = shape(rules, pos.own, pos.other), shape(rules, pos.other, pos.own)
        mine, theirs = (int(popcount(empty & ~losing_cells(rules, side))) for side in (pos.own, pos.other))
        return (
            Part("points for fours in the making", int(own), int(other), 4),
            Part("safe cells", mine, theirs, 2),
        )

    def position_text(self, pos: Position) -> str:
        return marks_text(self, pos.own, pos.other, pos.side)

    def setup_text(self, marks: Mapping[str, str], side: int) -> str:
        return self.rows_setup(marks, side)

    def read_position(self, text: str) -> Position:
        rules = self.rules
        own, other, side = read_marks(self, text, lambda marks: any_run(marks, rules.steps, rules.threes, 3))
        return Position(own, other, side, images_of(own, other, side, rules.codes, rules.cells))
