"""The memory of a search: what each thread has for itself and what all share."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.contract import MOST_MOVES
from plyground.engine.arrays import CACHE_WORDS, Numbers, Words, aligned_numbers, aligned_words
from plyground.engine.ordering import NO_MOVE, new_history

MAX_PLY: Final = 128
"""No search goes deeper."""
STACK_PLIES: Final = np.uint64(MAX_PLY + 2)
"""The plies for which a workspace has room."""
BUSY_BITS: Final = 14
THREAT_TABLE_BITS: Final = 18

# Indices into `SearchWorkspace.counts`
NODES: Final = 0
NODE_LIMIT: Final = 1
"""Where a search ends, or asks whether it may go on: see `plyground.engine.node_limit`."""
LAST_NODE: Final = 2
"""Where it ends in any case, if it asks."""
ABORTED: Final = 3
GENERATION: Final = 4
"""How many searches there have been, which tells old entries of the table from new ones."""
EARLIER_POSITIONS: Final = 5
"""How many positions of the game before this one are in `path`."""
REDUCES: Final = 6
"""Whether late moves are reduced."""
ROOTS_DONE: Final = 7
DEFERS: Final = 8
"""Whether moves are put off that another thread searches."""
THREAT_NODES: Final = 9
THREAT_NODE_LIMIT: Final = 10
THREAT_LAST_NODE: Final = 11
THREAT_MOVE: Final = 12
SEARCH_DEPTH: Final = 13
"""The depth of a single search, then its window and its first and last root move."""
COUNTS: Final = 18

NO_NODE_LIMIT: Final = 1 << 62
PATH_ROOM: Final = 1024
"""How many earlier positions fit into a workspace as it is made."""


class SearchWorkspace(NamedTuple):
    """Everything that a searching thread reads and writes."""

    table: Words
    """Shared by all threads: see `plyground.engine.transposition`."""
    table_shift: np.uint64
    salt: Words
    """One word that is mixed into every key, so that searches that must not share results do not."""
    stop: Numbers
    """Anything but 0 ends the search."""
    busy: Words
    """Shared by all threads: which move of which position some thread is searching right now."""
    counts: Numbers
    moves: Numbers
    """The moves of the positions on the current path, one after the other."""
    order: Numbers
    """The rank of each of these moves: see `plyground.engine.ordering`."""
    killers: Numbers
    """Two moves for each ply that caused a cutoff there."""
    excluded: Numbers
    """For each ply the excluded move of a singular-extension search that begins there."""
    history: Numbers
    """How often a move has caused a cutoff, for each side."""
    pv: Numbers
    """The principal variation from each ply on, `STACK_PLIES` moves for each."""
    pv_lengths: Numbers
    settled: npt.NDArray[np.bool_]
    """For each ply whether the score returned from there is free of estimates."""
    cycles: Numbers
    """For each ply the lowest ply to which a repetition below it goes back."""
    path: Words
    """The fingerprints of the positions of the game so far and of the current path."""
    roots: Numbers
    """The moves of the position searched, best first."""
    threat_table: Words
    """Positions from which threats do not win: see `plyground.engine.threat_search`."""
    threat_moves: Numbers
    """The moves of the positions on the path of that search."""
    reductions: Numbers
    """The late-move reduction of the n-th move, for each depth and n up to 63."""


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
    counts = aligned_numbers(COUNTS)
    counts[[NODE_LIMIT, REDUCES]] = NO_NODE_LIMIT, 1
    return counts


def _no_moves(count: int) -> Numbers:
    moves = aligned_numbers(count)
    moves.fill(NO_MOVE)
    return moves


def _reductions() -> Numbers:
    depth, tried = np.meshgrid(np.arange(64), np.arange(64), indexing="ij")
    less = 0.5 + np.log(np.maximum(depth, 1)) * np.log(np.maximum(tried, 1)) / 2.6
    return np.where((depth < 2) | (tried < 2), 0, less).astype(np.int64).ravel()


REDUCTIONS: Final = _reductions()


def new_workspaces(threads: int, megabytes: int, stop: Numbers) -> list[SearchWorkspace]:
    """A workspace for each thread around one transposition table of `megabytes`."""
    table = new_table(megabytes)
    busy = aligned_words(1 << BUSY_BITS)
    return [_new_workspace(table, stop, busy) for _ in range(threads)]


def _new_workspace(table: Words, stop: Numbers, busy: Words) -> SearchWorkspace:
    return SearchWorkspace(
        table=table,
        table_shift=table_shift(table),
        salt=aligned_words(CACHE_WORDS)[:1],
        stop=stop,
        busy=busy,
        counts=_new_counts(),
        moves=np.zeros(MAX_PLY * MOST_MOVES, np.int64),
        order=np.zeros(MAX_PLY * MOST_MOVES, np.int64),
        killers=_no_moves(2 * MAX_PLY),
        excluded=_no_moves(int(STACK_PLIES)),
        history=new_history(),
        pv=np.zeros(int(STACK_PLIES) * int(STACK_PLIES), np.int64),
        pv_lengths=aligned_numbers(int(STACK_PLIES)),
        settled=aligned_numbers(int(STACK_PLIES)).view(np.bool_)[: int(STACK_PLIES)],
        cycles=aligned_numbers(int(STACK_PLIES)),
        path=np.zeros(PATH_ROOM + int(STACK_PLIES), np.uint64),
        roots=np.zeros(MOST_MOVES, np.int64),
        threat_table=np.zeros(1 << THREAT_TABLE_BITS, np.uint64),
        threat_moves=np.zeros(MAX_PLY * MOST_MOVES, np.int64),
        reductions=REDUCTIONS,
    )
