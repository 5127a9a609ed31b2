"""The memory of a search: what each thread has for itself and what all share."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.contract import MOST_MOVES
from plyground.engine.arrays import Numbers, Words, aligned_words
from plyground.engine.ordering import NO_MOVE, new_history

MAX_PLY: Final = 128
WIDTH: Final = np.uint64(MAX_PLY + 2)
BUSY_BITS: Final = 14
CHASE_BITS: Final = 18

# Places in `SearchWorkspace.counts`
NODES: Final = 0
NODE_LIMIT: Final = 1
ABORTED: Final = 2
AGE: Final = 3
EARLIER: Final = 4
REDUCE: Final = 5
DONE: Final = 6
SHARING: Final = 7
CHASED: Final = 8
CHASE_BUDGET: Final = 9
CHASE_BEST: Final = 10
COUNTS: Final = 11

NO_NODE_LIMIT: Final = 1 << 62


class SearchWorkspace(NamedTuple):
    """Everything that a searching thread reads and writes."""

    table: Words
    """Shared by all threads: see `plyground.engine.transposition`."""
    table_shift: np.uint64
    salt: np.uint64
    """Mixed into every key, so that searches that must not share results do not."""
    stop: Numbers
    """Shared by all threads: anything but 0 ends the search."""
    busy: Words
    """Shared by all threads: which move of which position some thread is searching right now."""
    counts: Numbers
    moves: Numbers
    """The moves of the positions on the current path, one after the other, and beside them …"""
    order: Numbers
    """… how promising each one is."""
    killers: Numbers
    """Two moves for each ply that refuted something there."""
    left_out: Numbers
    """For each ply a move that the search beginning there shall not look at."""
    history: Numbers
    """How often a move has been good (for each side, by the low bits of the move)."""
    lines: Numbers
    """The best line from each ply on, `WIDTH` numbers for each."""
    lengths: Numbers
    settled: npt.NDArray[np.bool_]
    """For each ply whether the score returned from there is free of estimates."""
    cycles: Numbers
    """For each ply the lowest ply to which a repetition below it goes back."""
    path: Words
    """The fingerprints of the positions of the game so far and of the current path."""
    roots: Numbers
    """The moves of the position searched, best first."""
    chased: Words
    """Positions from which threats do not win: see `plyground.engine.threat_search`."""
    chase_moves: Numbers
    """The moves of the positions on the way of that search."""
    reductions: Numbers
    """By how much the n-th move is searched less deeply, for each depth and n up to 63."""

    def reset(self) -> None:
        """Clear what the thread has learned about the order of moves, and its counts of nodes."""
        self.history.fill(0)
        self.killers.fill(NO_MOVE)
        self.counts[[NODES, ABORTED]] = 0


def new_table(megabytes: int) -> Words:
    """An empty table: the largest power of two of buckets that fits, none of them across two cache lines."""
    buckets = 1
    while buckets * 2 * 32 <= megabytes << 20:
        buckets *= 2
    return aligned_words(buckets * 4)


def table_shift(table: Words) -> np.uint64:
    """By how much a 64-bit hash is shifted to give a bucket."""
    return np.uint64(64 - (len(table) // 4).bit_length() + 1)


def _new_counts() -> Numbers:
    counts = np.zeros(COUNTS, np.int64)
    counts[[NODE_LIMIT, REDUCE]] = NO_NODE_LIMIT, 1
    return counts


def _reductions() -> Numbers:
    depth, tried = np.meshgrid(np.arange(64), np.arange(64), indexing="ij")
    less = 0.5 + np.log(np.maximum(depth, 1)) * np.log(np.maximum(tried, 1)) / 2.6
    return np.where((depth < 2) | (tried < 2), 0, less).astype(np.int64).ravel()


REDUCTIONS: Final = _reductions()


def new_workspaces(threads: int, megabytes: int, stop: Numbers) -> list[SearchWorkspace]:
    """A workspace for each thread around one transposition table of `megabytes`."""
    table = new_table(megabytes)
    busy = np.zeros(1 << BUSY_BITS, np.uint64)
    return [_new_workspace(table, stop, busy) for _ in range(threads)]


def _new_workspace(table: Words, stop: Numbers, busy: Words) -> SearchWorkspace:
    return SearchWorkspace(
        table=table,
        table_shift=table_shift(table),
        salt=np.uint64(0),
        stop=stop,
        busy=busy,
        counts=_new_counts(),
        moves=np.zeros(MAX_PLY * MOST_MOVES, np.int64),
        order=np.zeros(MAX_PLY * MOST_MOVES, np.int64),
        killers=np.full(2 * MAX_PLY, NO_MOVE, np.int64),
        left_out=np.full(int(WIDTH), NO_MOVE, np.int64),
        history=new_history(),
        lines=np.zeros(int(WIDTH) * int(WIDTH), np.int64),
        lengths=np.zeros(int(WIDTH), np.int64),
        settled=np.zeros(int(WIDTH), np.bool_),
        cycles=np.zeros(int(WIDTH), np.int64),
        path=np.zeros(int(WIDTH), np.uint64),
        roots=np.zeros(MOST_MOVES, np.int64),
        chased=np.zeros(1 << CHASE_BITS, np.uint64),
        chase_moves=np.zeros(MAX_PLY * MOST_MOVES, np.int64),
        reductions=REDUCTIONS,
    )
