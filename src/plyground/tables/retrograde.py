"""Retrograde analysis: the results of all positions of a game, from the end backwards.

A table holds one number for each position, its *code*: 0 for a draw, n + 1 for a game that ends in n plies
under best play. A game ends when the side to move has lost, so that n is even in lost and odd in won
positions.

Without a limit on the length of games (`fill_from_exits`, `propagate`, `resolve_doubtful`) a stage is filled
as follows. First every position gets the code that follows from its exits, the moves that leave the stage.
Then, for n from 0 on, the positions that end in n plies propagate to those from which a move within the
stage leads to them. If they are lost, those are won in n + 1. If they are won, those become doubtful, and are
lost if every move is now known to lose. What is never reached is a draw. A win through an exit may still be
found to be shorter, until its turn comes.

Every step can be done again from any point on: it only writes what is true, and writes it again.

With a limit (`fill_layer`) there is a layer for each number of plies left, which follows from the one
before. There a game can also end by the limit itself; that has two codes of its own, AT_LIMIT_WON and
AT_LIMIT_LOST. As they do not say how many plies that takes, layers can repeat.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from plyground.contract import (
    LOST,
    WON,
    Moves,
    kernel,
    moves,
    outcome,
    play,
    rank,
    retreat,
    retreats,
    stays,
    unrank,
    with_left,
)
from plyground.native.compiler import inner_kernel
from plyground.native.intrinsics import address_of, value_at
from plyground.tables.format import Codes

DRAW: Final = 0
LOST_NOW: Final = 1
AT_LIMIT_WON: Final = 254
AT_LIMIT_LOST: Final = 253
DOUBTFUL: Final = 255
"""The mark of a position that has to be looked at again. Like every lost one it is odd."""

FINE: Final = -1


@kernel
def is_won(code: Any) -> bool:
    """Whether the side to move wins."""
    return code != 0 and code & 1 == 0


@kernel
def is_lost(code: Any) -> bool:
    """Whether the side to move loses."""
    return code & 1 == 1


@inner_kernel
def number_of(shared: Any, pos: Any) -> int:
    """The number of a position."""
    return rank(value_at(shared)[1], pos)


@inner_kernel
def code_by_moves(shared: Any, codes: Codes, pos: Any, only_exits: bool) -> int:
    """The code of a position by those after its moves, or only after those that leave the stage."""
    rules, _, out = value_at(shared)
    if outcome(rules, pos) == LOST:
        return LOST_NOW
    end = moves(rules, pos, out, 0)
    win, loss, all_won = DOUBTFUL, 0, True
    for i in range(end):
        after = play(rules, pos, out[np.uint64(i)])
        code: Any = np.int64(DRAW)
        if not (only_exits and stays(rules, pos, after)):
            code = np.int64(codes[np.uint64(number_of(shared, after))])
        if is_won(code):
            loss = max(loss, code)
        else:
            all_won = False
            if is_lost(code):
                win = min(win, code)
    if win != DOUBTFUL:
        return win + 1
    return loss + 1 if all_won else DRAW


@inner_kernel
def loss_now_known(shared: Any, codes: Codes, pos: Any, first: int, known: int) -> int:
    """The code of a position if all its moves are known to lose by now, else DRAW."""
    rules, _, out = value_at(shared)
    end = moves(rules, pos, out, 0)
    loss: Any = np.int64(0)
    for i in range(end):
        after = number_of(shared, play(rules, pos, out[np.uint64(i)]))
        code: Any = np.int64(codes[np.uint64(after)])
        if not is_won(code) or (after >= first and code > known):
            return DRAW
        loss = max(loss, code)
    return loss + 1


def fill_from_exits(rules: Any, numbering: Any, codes: Codes, out: Moves, start: int, end: int) -> int:
    """Give positions of a stage the code that follows from their exits; returns the largest."""
    shared = address_of((rules, numbering, out))
    largest = 0
    for number in range(start, end):
        pos = unrank(numbering, number)
        code = DRAW
        if number_of(shared, pos) == number:
            code = code_by_moves(shared, codes, pos, True)
        codes[np.uint64(number)] = code
        largest = max(largest, code)
    return largest


def propagate(rules: Any, numbering: Any, codes: Codes, out: Moves, code: int, start: int, end: int) -> int:
    """Propagate positions with this code to those before them; returns how many there were."""
    shared = address_of((rules, numbering, out))
    found = 0
    for number in range(np.uint64(start), np.uint64(end)):
        if codes[number] != code:
            continue
        found += 1
        index: Any = np.int64(number)
        pos = unrank(numbering, index)
        ways = retreats(rules, pos, out, 0)
        for i in range(ways):
            before = np.uint64(number_of(shared, retreat(rules, pos, out[np.uint64(i)])))
            old: Any = np.int64(codes[before])
            if is_lost(code):
                if old == DRAW or (is_won(old) and old > code + 1):
                    codes[before] = code + 1
            elif old == DRAW:
                codes[before] = DOUBTFUL
    return found


def resolve_doubtful(
    rules: Any, numbering: Any, codes: Codes, out: Moves, first: int, known: int, start: int, end: int
) -> int:
    """Give the doubtful positions their codes; returns the largest."""
    shared = address_of((rules, numbering, out))
    largest: Any = np.int64(0)
    for number in range(np.uint64(start), np.uint64(end)):
        if codes[number] == DOUBTFUL:
            index: Any = np.int64(number)
            code = loss_now_known(shared, codes, unrank(numbering, index), first, known)
            codes[number] = code
            largest = max(largest, code)
    return largest


# Layers


@kernel
def limit_code(result: int) -> int:
    """The code of a position in which the game is over."""
    return AT_LIMIT_WON if result == WON else AT_LIMIT_LOST if result == LOST else DRAW


@kernel
def layer_code(shared: Any, before: Codes, pos: Any) -> int:
    """The code of a position by those that its moves lead to in the layer before."""
    rules, _, _ = value_at(shared)
    code = code_by_moves(shared, before, with_left(rules, pos, 1), False)
    return AT_LIMIT_LOST if code == AT_LIMIT_WON + 1 else code


@kernel
def last_code(rules: Any, pos: Any) -> int:
    """The code of a position in which the limit is reached."""
    if outcome(rules, with_left(rules, pos, 1)) == LOST:
        return LOST_NOW
    return limit_code(outcome(rules, with_left(rules, pos, 0)))


def fill_last(rules: Any, numbering: Any, layer: Codes, out: Moves, start: int, end: int) -> int:
    """Fill the layer of positions in which the limit is reached."""
    shared = address_of((rules, numbering, out))
    for number in range(start, end):
        pos = unrank(numbering, number)
        layer[np.uint64(number)] = last_code(rules, pos) if number_of(shared, pos) == number else DRAW
    return 0


def fill_layer(
    rules: Any, numbering: Any, before: Codes, layer: Codes, out: Moves, start: int, end: int
) -> int:
    """Fill a layer with one more ply left than `before`; returns the largest code but those for the limit."""
    shared = address_of((rules, numbering, out))
    largest = 0
    for number in range(start, end):
        pos = unrank(numbering, number)
        code = DRAW
        if number_of(shared, pos) == number:
            code = layer_code(shared, before, pos)
        layer[np.uint64(number)] = code
        if code < AT_LIMIT_LOST:
            largest = max(largest, code)
    return largest


# Checking


def first_wrong(rules: Any, numbering: Any, codes: Codes, out: Moves, start: int, end: int) -> int:
    """The first number whose code does not follow from those of its successors, or FINE."""
    shared = address_of((rules, numbering, out))
    for number in range(start, end):
        pos = unrank(numbering, number)
        code = DRAW
        if number_of(shared, pos) == number:
            code = code_by_moves(shared, codes, pos, False)
        if codes[np.uint64(number)] != code:
            return number
    return FINE


def first_wrong_in_layer(
    rules: Any, numbering: Any, before: Codes, layer: Codes, out: Moves, start: int, end: int
) -> int:
    """The first number whose code in a layer does not follow from the layer before, or FINE.

    The layer before the first one is empty.
    """
    shared = address_of((rules, numbering, out))
    for number in range(start, end):
        pos = unrank(numbering, number)
        code = DRAW
        if number_of(shared, pos) == number:
            code = last_code(rules, pos) if len(before) == 0 else layer_code(shared, before, pos)
        if layer[np.uint64(number)] != code:
            return number
    return FINE
