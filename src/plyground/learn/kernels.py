"""Compiled self-play: what patterns are worth, the best move one ply ahead, and learning from games.

Values are log-odds of a win for the side to move; the end of a game is `SURE`, minus that, or nothing.
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.bits import popcount
from plyground.contract import (
    LOST,
    MOST_MOVES,
    OPEN,
    WON,
    Moves,
    candidates,
    kernel,
    marks,
    outcome,
    play,
    proof,
    undo,
)
from plyground.engine.chance import next_below, next_uniform
from plyground.learn.position_words import Words, write_words
from plyground.native.compiler import inner_kernel

Floats = npt.NDArray[np.float64]
Weights = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]

SURE: Final = 30.0
"""Log-odds of a position whose result is known."""
LONGEST: Final = 1_000
"""A game that is still going on after this many plies is a draw."""
FIELD: Final = np.uint64(0xFFFF)
FIELD_SHIFT: Final = np.uint64(16)

POSITIONS, PLIES, GAMES, ERROR = 0, 1, 2, 3
"""What is counted: positions learned from, plies and games played, the sum of the squares of the errors."""


class Tables(NamedTuple):
    """How the marks of a position become weights: `reading` and `lookup` as arrays."""

    cells: int
    kinds: int
    entries: int
    """For one side to move."""
    by_bits: bool
    words: int
    """How many words hold the indices of the windows."""
    chunk_leaf: Moves
    chunk_kind: Moves
    chunk_shift: Moves
    chunk_mask: Words
    chunk_row: Moves
    """For each chunk the number of the position, the kind of marks, its bits, and its first row of `sums`."""
    sums: Words
    plane_leaf: Moves
    plane_mask: Words
    """For each kind of marks the number of the position, and the bits that are cells."""
    window_cells: Moves
    window_start: Moves
    """The cells of all windows, the last digit first, and where each window begins among them."""
    offset: Moves
    """For each window where its table begins, and last the table that counts marks."""
    weight_of: Indices


class Learned(NamedTuple):
    """The weights, and how often each was learned from."""

    weights: Weights
    met: Weights


class Workspace(NamedTuple):
    """What one thread writes to."""

    chance: Words
    out: Moves
    made: Moves
    rows: Moves
    words: Words
    marks: Moves
    found: Indices
    """The weights of each position of a game (rows), and of the one that is looked at (the last row)."""
    values: Floats
    is_free: Moves
    """For each position of a game the value that it was given, and whether the move was drawn by lot."""
    counted: Floats


class Settings(NamedTuple):
    """How games are played and learned from."""

    step: float
    """How far a weight goes towards what was seen, all weights of a position together."""
    trace: float
    """How much of what was seen later in a game counts (the λ of temporal differences)."""
    exploration: float
    """How often a move is drawn by lot."""
    opening: int
    """At most this many moves at the start of a game are drawn by lot."""


def make_workspace(cells: int, windows: int, chunks: int, leaves: int, seed: int) -> Workspace:
    """What one thread writes to."""
    return Workspace(
        chance=np.array([seed], np.uint64),
        out=np.zeros(2 * MOST_MOVES, np.int64),
        made=np.zeros(LONGEST, np.int64),
        rows=np.zeros(chunks, np.int64),
        words=np.zeros(leaves, np.uint64),
        marks=np.zeros(cells, np.int64),
        found=np.zeros((LONGEST + 1, windows + 1), np.int32),
        values=np.zeros(LONGEST + 1, np.float64),
        is_free=np.zeros(LONGEST + 1, np.int64),
        counted=np.zeros(4, np.float64),
    )


# What a position is worth


@kernel
def find_weights(rules: Any, pos: Any, side: int, tables: Tables, space: Workspace, row: int) -> None:
    """Write which weights the patterns of a position have."""
    if tables.by_bits:
        find_by_bits(pos, side, tables, space, row)
    else:
        find_by_marks(rules, pos, side, tables, space, row)


@kernel
def find_by_bits(pos: Any, side: int, tables: Tables, space: Workspace, row: int) -> None:
    """The same for a position that has bitboards."""
    write_words(pos, space.words)
    chunks = len(tables.chunk_leaf)
    windows = len(tables.offset) - 1
    start = side * tables.entries
    for chunk in range(chunks):
        bits = space.words[tables.chunk_leaf[chunk]] >> np.uint64(tables.chunk_shift[chunk])
        value = np.int64(bits & tables.chunk_mask[chunk])
        space.rows[chunk] = (tables.chunk_row[chunk] + value) * tables.words
    for word in range(tables.words):
        total = np.uint64(0)
        for chunk in range(chunks):
            added = tables.sums[space.rows[chunk] + word]
            total += added * np.uint64(tables.chunk_kind[chunk])
        for window in range(4 * word, min(4 * word + 4, windows)):
            index = start + tables.offset[window] + np.int64(total & FIELD)
            space.found[row, window] = tables.weight_of[index]
            total >>= FIELD_SHIFT
    first = popcount(space.words[tables.plane_leaf[0]] & tables.plane_mask[0])
    count = first * (tables.cells + 1)
    if tables.kinds == 2:
        count += popcount(space.words[tables.plane_leaf[1]] & tables.plane_mask[1])
    elif tables.kinds > 2:
        count = 0
        for plane in range(tables.kinds):
            count += popcount(space.words[tables.plane_leaf[plane]] & tables.plane_mask[plane])
    space.found[row, windows] = tables.weight_of[start + tables.offset[windows] + count]


@kernel
def find_by_marks(rules: Any, pos: Any, side: int, tables: Tables, space: Workspace, row: int) -> None:
    """The same for any other position."""
    for cell in range(tables.cells):
        space.marks[cell] = 0
    marks(rules, pos, space.marks)
    windows = len(tables.offset) - 1
    start = side * tables.entries
    for window in range(windows):
        index = np.int64(0)
        for at in range(tables.window_start[window], tables.window_start[window + 1]):
            index = index * (tables.kinds + 1) + space.marks[tables.window_cells[at]]
        space.found[row, window] = tables.weight_of[start + tables.offset[window] + index]
    count = np.int64(0)
    for cell in range(tables.cells):
        mark = space.marks[cell]
        if mark and tables.kinds > 2:
            count += 1
        elif mark == 1:
            count += tables.cells + 1
        elif mark == 2:
            count += 1
    space.found[row, windows] = tables.weight_of[start + tables.offset[windows] + count]


@kernel
def add_weights(weights: Weights, space: Workspace, row: int, length: int) -> float:
    """The value of a position whose weights are found."""
    total = np.float32(0.0)
    for window in range(length):
        total += weights[space.found[row, window]]
    return np.float64(total)


@kernel
def chance_of(value: float) -> float:
    """The probability for these log-odds."""
    return 1.0 / (1.0 + math.exp(-value))


@kernel
def known_value(rules: Any, pos: Any) -> float:
    """The value of a position whose result the rules know; nothing says that it goes on."""
    result = outcome(rules, pos)
    if result == OPEN:
        plies = proof(rules, pos)
        return SURE if plies > 0 else -SURE if plies < 0 else math.nan
    return SURE if result == WON else -SURE if result == LOST else 0.0


@inner_kernel
def choose(
    rules: Any, pos: Any, side: int, tables: Tables, weights: Weights, space: Workspace
) -> tuple[int, float]:
    """The move that leaves the other side worst off, and the value of the position by it."""
    end = candidates(rules, pos, space.out, 0)
    length = len(tables.offset)
    best = -2.0 * SURE
    move = space.out[0]
    equal = 0
    for i in range(end):
        after = play(rules, pos, space.out[i])
        value = known_value(rules, after)
        if math.isnan(value):
            find_weights(rules, after, 1 - side, tables, space, LONGEST)
            value = max(1.0 - SURE, min(SURE - 1.0, add_weights(weights, space, LONGEST, length)))
        undo(rules, after, space.out[i])
        if -value > best:
            best = -value
            move = space.out[i]
            equal = 1
        elif -value == best:
            equal += 1
            if next_below(space.chance, equal) == 0:
                move = space.out[i]
    return move, best


# Learning


@kernel
def learn_from(value: float, row: int, step: float, learned: Learned, space: Workspace, length: int) -> None:
    """Move the weights of a position of the game towards a probability."""
    off = value - chance_of(add_weights(learned.weights, space, row, length))
    space.counted[POSITIONS] += 1.0
    space.counted[ERROR] += off * off
    for window in range(length):
        weight = space.found[row, window]
        learned.weights[weight] += np.float32(step * off)
        learned.met[weight] += np.float32(1.0)


@kernel
def is_decided(rules: Any, pos: Any) -> bool:
    """Whether the rules know the result of a position."""
    return not math.isnan(known_value(rules, pos))


@inner_kernel
def learn_from_game(
    rules: Any, pos: Any, tables: Tables, learned: Learned, settings: Settings, space: Workspace
) -> None:
    """Play a game against oneself, and learn from every position of it."""
    length = len(tables.offset)
    step = settings.step / length
    plies = next_below(space.chance, settings.opening + 1)
    side = 0
    made = 0
    rows = 0
    result = 0.0
    while made < LONGEST:
        if rows > 0 or made >= plies:
            value = known_value(rules, pos)
            if not math.isnan(value):
                result = value
                break
            move, value = choose(rules, pos, side, tables, learned.weights, space)
            is_free = next_uniform(space.chance) < settings.exploration and value < SURE
            if is_free:
                end = candidates(rules, pos, space.out, 0)
                move = space.out[next_below(space.chance, end)]
            find_weights(rules, pos, side, tables, space, rows)
            space.values[rows] = chance_of(value)
            space.is_free[rows] = is_free
            rows += 1
            after = play(rules, pos, move)
        else:
            end = candidates(rules, pos, space.out, 0)
            move = space.out[next_below(space.chance, end)]
            after = play(rules, pos, move)
            if is_decided(rules, after):
                undo(rules, after, move)
                plies = made
                continue
        space.made[made] = move
        made += 1
        pos = after
        side = 1 - side
    goal = chance_of(result)  # of the position behind the last row
    for row in range(rows - 1, -1, -1):
        seen = space.values[row]
        if space.is_free[row]:
            goal = seen
        elif row == rows - 1:
            goal = 1.0 - goal
        else:
            goal = settings.trace * (1.0 - goal) + (1.0 - settings.trace) * seen
        learn_from(goal, row, step, learned, space, length)
    for last in range(made - 1, -1, -1):
        undo(rules, pos, space.made[last])
    space.counted[GAMES] += 1.0
    space.counted[PLIES] += made


def learn_from_games(
    rules: Any,
    pos: Any,
    tables: Tables,
    learned: Learned,
    settings: Settings,
    space: Workspace,
    games: int,
) -> None:
    """The compiled entry: play this many games and learn from them."""
    for _ in range(games):
        learn_from_game(rules, pos, tables, learned, settings, space)


# How strong


@inner_kernel
def points_of_game(
    rules: Any,
    pos: Any,
    tables: Tables,
    first: Weights,
    second: Weights,
    opening: int,
    space: Workspace,
) -> float:
    """Play a game between two sets of weights after an opening, and return what the first side scores."""
    side = 0
    made = 0
    points = 0.5
    plies = opening
    while made < LONGEST:
        value = known_value(rules, pos)
        if not math.isnan(value):
            won = value if side == 0 else -value
            points = 1.0 if won > 0.0 else 0.0 if won < 0.0 else 0.5
            break
        if made < plies:
            end = candidates(rules, pos, space.out, 0)
            move = space.out[next_below(space.chance, end)]
            after = play(rules, pos, move)
            if is_decided(rules, after):
                undo(rules, after, move)
                plies = made
                continue
        else:
            move, _ = choose(rules, pos, side, tables, first if side == 0 else second, space)
            after = play(rules, pos, move)
        space.made[made] = move
        made += 1
        pos = after
        side = 1 - side
    for last in range(made - 1, -1, -1):
        undo(rules, pos, space.made[last])
    return points


def points_of_match(
    rules: Any,
    pos: Any,
    tables: Tables,
    weights: Weights,
    start: Weights,
    opening: int,
    space: Workspace,
    pairs: Floats,
) -> None:
    """The compiled entry: what weights score against others in pairs of games, an opening from both sides."""
    for pair in range(len(pairs)):
        before = space.chance[0]
        pairs[pair] = points_of_game(rules, pos, tables, weights, start, opening, space)
        space.chance[0] = before
        pairs[pair] += 1.0 - points_of_game(rules, pos, tables, start, weights, opening, space)
