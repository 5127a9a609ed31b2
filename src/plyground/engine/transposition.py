"""The transposition table: what has been found out about positions, shared by threads without locks.

A bucket is four words: two entries, each a key and its data. The key is stored XORed with the data, so that
an entry that two threads wrote at once does not match any key (Hyatt and Mann, "A lockless
transposition table implementation for parallel search chess engines", 2002). Of the two entries the
first keeps the deeper result of the current search, the second whatever came last.

Data, from the lowest bit: 32 of the move, 16 score, 8 depth, 2 kind of bound, 6 generation of the search.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from plyground.contract import kernel, mix
from plyground.engine.arrays import ONE, THREE, TWO, Index
from plyground.engine.workspace import GENERATION, SearchWorkspace
from plyground.native.intrinsics import prefetch
from plyground.score import PROVEN

LOWER: Final = 1
UPPER: Final = 2
EXACT: Final = 3

SETTLED: Final = 255
"""The depth of a result into which no estimate has gone: it holds at any depth."""
NO_ENTRY: Final = np.uint64(0)
"""What `probe` returns for a key that is not in the table."""


@kernel
def bucket(work: SearchWorkspace, key: np.uint64) -> Index:
    """Where the four words of a key's bucket begin."""
    return (mix(key) >> work.table_shift) << TWO


@kernel
def expect(work: SearchWorkspace, key: np.uint64) -> None:
    """Have the bucket of a key loaded that is probed soon. Half of the time of a search went into waiting."""
    prefetch(work.table, bucket(work, key))


@kernel
def probe(work: SearchWorkspace, key: np.uint64) -> np.uint64:
    """The data stored for a key, or `NO_ENTRY`."""
    at = bucket(work, key)
    data = work.table[at + ONE]
    if work.table[at] ^ data == key:
        return data
    data = work.table[at + THREE]
    if work.table[at + TWO] ^ data == key:
        return data
    return NO_ENTRY


@kernel
def store(work: SearchWorkspace, key: np.uint64, move: int, score: int, depth: int, bound: int) -> None:
    """Store a result, in the place of a shallower or older one if possible."""
    generation = np.uint64(work.counts[GENERATION])
    data = (
        np.uint64(move & 0xFFFFFFFF)
        | np.uint64(score + 32768) << np.uint64(32)
        | np.uint64(depth) << np.uint64(48)
        | np.uint64(bound) << np.uint64(56)
        | generation << np.uint64(58)
    )
    at = bucket(work, key)
    old = work.table[at + ONE]
    keep = entry_depth(old) > depth and old >> np.uint64(58) == generation and work.table[at] ^ old != key
    if keep:
        at += TWO
    work.table[at] = key ^ data
    work.table[at + ONE] = data


@kernel
def entry_move(entry: np.uint64) -> int:
    """The low 32 bits of the move in an entry."""
    move: Any = np.int64(entry & np.uint64(0xFFFFFFFF))
    return move


@kernel
def entry_score(entry: np.uint64, ply: int) -> int:
    """The score in an entry, with distances counted from the root again."""
    score: Any = np.int64(entry >> np.uint64(32) & np.uint64(0xFFFF)) - 32768
    if score > PROVEN:
        return score - ply
    if score < -PROVEN:
        return score + ply
    return score


@kernel
def score_to_store(score: int, ply: int) -> int:
    """A score as an entry holds it, with distances counted from the position itself."""
    if score > PROVEN:
        return score + ply
    if score < -PROVEN:
        return score - ply
    return score


@kernel
def entry_depth(entry: np.uint64) -> int:
    """The depth in an entry."""
    depth: Any = np.int64(entry >> np.uint64(48) & np.uint64(255))
    return depth


@kernel
def entry_bound(entry: np.uint64) -> int:
    """The kind of bound in an entry; 0 if there is no entry."""
    bound: Any = np.int64(entry >> np.uint64(56) & np.uint64(3))
    return bound
