"""Victory by continuous fours (VCF): every move of the attacker makes a four, with one answer each time.

Because nobody ever has a choice but the attacker, this looks very far ahead very cheaply, and a win that it
finds is a win: the defender had no other move.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from plyground.bits import lowest
from plyground.contract import kernel, kernel_call, mix, pursuit
from plyground.games.gomoku.field import (
    FAILED,
    FAILED_BITS,
    KEY,
    LEVELS,
    LINE,
    SHAPES,
    SIDE,
    SIDE_KEY,
    STACK,
    STRIDE,
    Field,
    Index,
    Stones,
    how_many,
    put,
    rank_of,
    row_of,
    take,
    write_rank,
)
from plyground.games.gomoku.patterns import CLOSED_TWO, FIVES, FOUR_THREE, FOURS, REACH, WINNING_FOUR

MOST_LEVELS: Final = 30
"""How many fours in a row are looked at."""
GLANCE: Final = 40
"""How many fours a search tries before it gives up on a position."""
PROSPECT: Final = CLOSED_TWO
"""What the stone of such a four must make along another line to be tried."""

# What there is for each level: where its next move stands, where its moves end, the four, the answer.
NEXT: Final = 0
END: Final = 1
FOUR: Final = 2
ANSWER: Final = 3

# What `enter` says beside the length of a win
NO_WIN: Final = 0
GO_ON: Final = -1


@kernel
def only_cell(rules: Field, pos: Stones, side: int, rank: int) -> int:
    """The first cell where a side would make a rank; there must be one."""
    row = REACH
    while row_of(pos, side, rank, row) == np.uint64(0):
        row += 1
    return row * STRIDE + lowest(row_of(pos, side, rank, row))


@kernel
def failed_at(pos: Stones, attacker: int, prospect: int) -> Index:
    """The mark of this position, with this attacker to move, among those that failed."""
    return mix(pos.words[KEY] ^ np.uint64(attacker) * SIDE_KEY ^ np.uint64(prospect))


@kernel
def with_prospects(pos: Stones, attacker: int, prospect: int, begin: int, end: int) -> int:
    """Of the fours on the stack keep those whose stone makes so much along another line, too."""
    numbers = pos.numbers
    kept = begin
    for place in range(begin, end):
        shapes = pos.words[np.uint64(SHAPES + numbers[place])] >> np.uint64(16 * attacker)
        lines = 0
        for direction in range(4):
            lines += (shapes >> np.uint64(4 * direction) & np.uint64(15)) >= np.uint64(prospect)
        if lines > 1:
            numbers[kept] = numbers[place]
            kept += 1
    return kept


@kernel
def enter(rules: Field, pos: Stones, attacker: int, prospect: int, level: int) -> int:
    """Look at the attacker's fours: plies to a win seen at once, NO_WIN, or GO_ON with the moves listed."""
    numbers = pos.numbers
    defender = 1 - attacker
    base = LEVELS + 4 * level
    begin = STACK if level == 0 else numbers[base - 4 + END]
    numbers[base + NEXT] = begin
    numbers[base + END] = begin
    if how_many(pos, attacker, FIVES) > 0:
        numbers[LINE + 2 * level] = only_cell(rules, pos, attacker, FIVES)
        return 1
    against = how_many(pos, defender, FIVES)
    if against > 1:
        return NO_WIN
    if against == 1:
        cell = only_cell(rules, pos, defender, FIVES)
        if rank_of(rules, pos, cell, attacker) < FOURS:
            return NO_WIN
        numbers[begin] = cell
        numbers[base + END] = begin + 1
        return GO_ON
    if how_many(pos, attacker, WINNING_FOUR) > 0:
        numbers[LINE + 2 * level] = only_cell(rules, pos, attacker, WINNING_FOUR)
        return 3
    if level >= MOST_LEVELS:
        return NO_WIN
    end = write_rank(rules, pos, attacker, FOUR_THREE, numbers, begin)
    end = with_prospects(pos, attacker, prospect, end, write_rank(rules, pos, attacker, FOURS, numbers, end))
    if end == begin:
        return NO_WIN
    mark = failed_at(pos, attacker, prospect)
    if pos.words[np.uint64(FAILED) + (mark >> np.uint64(64 - FAILED_BITS))] == mark:
        return NO_WIN
    numbers[base + END] = end
    return GO_ON


@kernel_call
def win_by_fours(rules: Field, pos: Stones, budget: int, prospect: int) -> int:
    """In how many plies the side to move wins by fours alone, at the latest; 0 if no such win was found.

    Fours are tried if their stone makes the prospect, a kind, along another line as well; DEAD tries all.
    The line is left in `numbers` from LINE on: the attacker's moves on even places, the answers between them.
    """
    attacker = pos.numbers[SIDE]
    defender = 1 - attacker
    numbers = pos.numbers
    level = 0
    found = enter(rules, pos, attacker, prospect, level)
    if found >= 0:
        return found
    tried = 0
    while level >= 0:
        base = LEVELS + 4 * level
        if found > 0 or tried >= budget or numbers[base + NEXT] == numbers[base + END]:
            if found == 0 and tried < budget:
                mark = failed_at(pos, attacker, prospect)
                pos.words[np.uint64(FAILED) + (mark >> np.uint64(64 - FAILED_BITS))] = mark
            level -= 1
            if level >= 0:
                base -= 4
                take(rules, pos, numbers[base + ANSWER], defender)
                take(rules, pos, numbers[base + FOUR], attacker)
            continue
        found = 0
        cell = numbers[numbers[base + NEXT]]
        numbers[base + NEXT] += 1
        tried += 1
        numbers[LINE + 2 * level] = cell
        put(rules, pos, cell, attacker)
        if how_many(pos, attacker, FIVES) > 1:
            found = 2 * level + 3
            take(rules, pos, cell, attacker)
            continue
        answer = only_cell(rules, pos, attacker, FIVES)
        numbers[LINE + 2 * level + 1] = answer
        put(rules, pos, answer, defender)
        numbers[base + FOUR] = cell
        numbers[base + ANSWER] = answer
        ahead = enter(rules, pos, attacker, prospect, level + 1)
        if ahead == GO_ON:
            level += 1
            continue
        take(rules, pos, answer, defender)
        take(rules, pos, cell, attacker)
        if ahead > 0:
            found = 2 * (level + 1) + ahead
    return max(found, 0)


@pursuit.of(Field)
def _(rules: Field, pos: Stones) -> int:
    own = pos.numbers[SIDE]
    if how_many(pos, own, FOURS) + how_many(pos, own, FOUR_THREE) == 0:
        return 0
    return win_by_fours(rules, pos, GLANCE, PROSPECT)
