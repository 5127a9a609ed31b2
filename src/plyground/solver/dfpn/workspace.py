"""The memory of df-pn: what each thread has for itself, and the two tables that all share.

The *solved-position table* holds answers, one word for each position: 56 bits of its key, four bits for how
many plies it had left, and two bits for each of the two questions (see `kernels.py`). A bucket is a cache
line of eight words. One word is written at once, so threads need no locks.

The *proof-number table* holds two words for each position that is still open: the key XORed with the data,
and the data, which are proof number, disproof number and the logarithm of the work behind them. A bucket
holds four positions.

In both tables the position with the least work behind it is replaced.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from plyground.contract import MOST_MOVES, SCRATCH_WORDS, Moves, kernel
from plyground.engine.arrays import (
    CACHE_LINE,
    ONE,
    TWO,
    Index,
    Numbers,
    Words,
    aligned_numbers,
    aligned_words,
)
from plyground.engine.ordering import new_history

DEEPEST: Final = 128
"""No game that lasts longer can be proven."""
BUSY_BITS: Final = 14

# Places in `DfpnWorkspace.counts`
NODES: Final = 0
NODE_LIMIT: Final = 1
LAST_NODE: Final = 2
"""Where a search ends in any case, if it asks whether to go on: see `plyground.engine.node_limit`."""
ABORTED: Final = 3
SHARING: Final = 4
BEST: Final = 5
ROOT_MOVES: Final = 6
COUNTS: Final = 7

NO_NODE_LIMIT: Final = 1 << 62

PROOF_TABLE_SHARE: Final = 4
"""The proof-number table takes one part in this many of the memory."""

EIGHT: Final = np.uint64(8)

TAG: Final = ~np.uint64(255)
WINS: Final = np.uint64(1)
WINS_NOT: Final = np.uint64(2)
HOLDS: Final = np.uint64(4)
HOLDS_NOT: Final = np.uint64(8)
LEFT_SHIFT: Final = np.uint64(4)
LEFT_BITS: Final = np.uint64(240)

NUMBER_BITS: Final = np.uint64(29)
IN_NUMBER: Final = np.uint64((1 << 29) - 1)
INFINITE: Final = (1 << 29) - 1
"""The proof number of what cannot be proven, and the disproof number of what is proven."""
WORK_SHIFT: Final = np.uint64(58)


class DfpnWorkspace(NamedTuple):
    """Everything that a thread of df-pn reads and writes."""

    solved_table: Words
    """Shared by all threads."""
    solved_buckets: np.uint64
    proof_table: Words
    """Shared by all threads."""
    proof_buckets: np.uint64
    busy: Words
    """Shared by all threads: which positions some thread is working on."""
    stop: Numbers
    """Shared by all threads: anything but 0 ends the proof."""
    counts: Numbers
    moves: Moves
    """The moves of the positions on the current path, one after the other."""
    order: Numbers
    """How promising each move is."""
    keys: Words
    """The key of the position after each move."""
    proof_numbers: Numbers
    """The proof number of the position after each move, for the side to move there."""
    disproof_numbers: Numbers
    """The disproof number of the position after each move."""
    history: Numbers
    """How often a move has settled something, for each question, by the low bits of the move."""
    scratch: Words


def new_workspaces(threads: int, megabytes: int, stop: Numbers) -> list[DfpnWorkspace]:
    """A workspace for each thread, around shared tables of `megabytes` in all."""
    lines = (megabytes << 20) // CACHE_LINE
    for_proofs = lines // PROOF_TABLE_SHARE
    solved, proofs = aligned_words(8 * (lines - for_proofs)), aligned_words(8 * for_proofs)
    busy = aligned_words(1 << BUSY_BITS)
    return [
        DfpnWorkspace(
            solved_table=solved,
            solved_buckets=np.uint64(len(solved) // 8),
            proof_table=proofs,
            proof_buckets=np.uint64(len(proofs) // 8),
            busy=busy,
            stop=stop,
            counts=_new_counts(),
            moves=np.zeros(DEEPEST * MOST_MOVES, np.int64),
            order=np.zeros(DEEPEST * MOST_MOVES, np.int64),
            keys=np.zeros(DEEPEST * MOST_MOVES, np.uint64),
            proof_numbers=np.zeros(DEEPEST * MOST_MOVES, np.int64),
            disproof_numbers=np.zeros(DEEPEST * MOST_MOVES, np.int64),
            history=new_history(),
            scratch=np.zeros(SCRATCH_WORDS, np.uint64),
        )
        for _ in range(threads)
    ]


def _new_counts() -> Numbers:
    counts = aligned_numbers(COUNTS)
    counts[NODE_LIMIT] = NO_NODE_LIMIT
    return counts


@kernel
def bucket_start(key: np.uint64, buckets: np.uint64) -> Index:
    """Where the eight words of a key's bucket begin. The lowest byte of the key counts most."""
    turned = (key & np.uint64(255)) << np.uint64(24) | key >> np.uint64(8) & np.uint64(0xFFFFFF)
    return (turned * buckets >> np.uint64(32)) << np.uint64(3)


@kernel
def probe_solved(work: DfpnWorkspace, key: np.uint64, goal: int) -> int:
    """1 if the side to move is known to reach its goal, -1 if it is known not to, else 0."""
    at = bucket_start(key, work.solved_buckets)
    for i in range(at, at + EIGHT):
        word = work.solved_table[i]
        if word & TAG == key & TAG:
            if goal == 1:
                return 1 if word & WINS else -1 if word & (WINS_NOT | HOLDS_NOT) else 0
            return 1 if word & (WINS | HOLDS) else -1 if word & HOLDS_NOT else 0
    return 0


@kernel
def store_solved(work: DfpnWorkspace, key: np.uint64, goal: int, reached: bool, left: int) -> None:
    """Remember whether the side to move reaches its goal."""
    answer = (WINS if goal == 1 else HOLDS) if reached else (WINS_NOT if goal == 1 else HOLDS_NOT)
    at = bucket_start(key, work.solved_buckets)
    victim, least = at, ~np.uint64(0)
    for i in range(at, at + EIGHT):
        word = work.solved_table[i]
        if word & TAG == key & TAG:
            work.solved_table[i] = word | answer
            return
        if word & LEFT_BITS < least:
            victim, least = i, word & LEFT_BITS
    work.solved_table[victim] = key & TAG | np.uint64(min(left, 15)) << LEFT_SHIFT | answer


@kernel
def probe_proof_numbers(work: DfpnWorkspace, key: np.uint64) -> np.uint64:
    """The data in the proof-number table for a key, or 0."""
    at = bucket_start(key, work.proof_buckets)
    for i in range(at, at + EIGHT, TWO):
        data = work.proof_table[i + ONE]
        if work.proof_table[i] ^ data == key:
            return data
    return np.uint64(0)


@kernel
def store_proof_numbers(work: DfpnWorkspace, key: np.uint64, pn: int, dn: int, nodes: int) -> None:
    """Remember the proof numbers of a position and how many nodes are behind them."""
    at = bucket_start(key, work.proof_buckets)
    victim, least = at, ~np.uint64(0)
    for i in range(at, at + EIGHT, TWO):
        data = work.proof_table[i + ONE]
        if work.proof_table[i] ^ data == key:
            victim = i
            break
        if data >> WORK_SHIFT < least:
            victim, least = i, data >> WORK_SHIFT
    data = np.uint64(pn) | np.uint64(dn) << NUMBER_BITS | bit_length(nodes) << WORK_SHIFT
    work.proof_table[victim] = key ^ data
    work.proof_table[victim + ONE] = data


@kernel
def bit_length(number: int) -> np.uint64:
    """How many binary digits a number has."""
    digits = np.uint64(0)
    while number > 0:
        number >>= 1
        digits += ONE
    return digits


@kernel
def proof_number_in(data: np.uint64) -> int:
    """The proof number in data of the proof-number table."""
    pn: Any = np.int64(data & IN_NUMBER)
    return pn


@kernel
def disproof_number_in(data: np.uint64) -> int:
    """The disproof number in data of the proof-number table."""
    dn: Any = np.int64(data >> NUMBER_BITS & IN_NUMBER)
    return dn
