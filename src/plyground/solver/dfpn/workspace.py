"""The memory of a proof: what each thread has for itself, and the two tables that all share.

The *ledger* holds what plain search has settled, one word for each position: 56 bits of its key, four bits
for how many plies it had left, and two bits for each of the two questions (see `kernels.py`).
A bucket is a cache line of eight words. One word is written at once, so threads need no locks.

The *notes* hold proof numbers: two words for each position, the key XORed with the data, and the data: the
two numbers and the logarithm of the work behind them. A bucket holds four.

In both, what took the least work makes room for what is new.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from plyground.contract import MOST_MOVES, ROOM, Moves, kernel
from plyground.engine.arrays import CACHE_LINE, ONE, TWO, Index, Numbers, Words, aligned_words
from plyground.engine.ordering import new_history

DEEPEST: Final = 128
"""No game that lasts longer can be proven."""
BUSY_BITS: Final = 14

# Places in `Desk.counts`
NODES: Final = 0
NODE_LIMIT: Final = 1
ABORTED: Final = 2
SHARING: Final = 3
BEST: Final = 4
ROOTS: Final = 5
COUNTS: Final = 6

NO_NODE_LIMIT: Final = 1 << 62

NOTES_SHARE: Final = 4
"""One part in so many of the memory is for notes."""

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
NEVER: Final = (1 << 29) - 1
"""The proof number of what cannot be proven."""
WORK_SHIFT: Final = np.uint64(58)


class Desk(NamedTuple):
    """Everything that a proving thread reads and writes."""

    ledger: Words
    """Shared by all threads."""
    ledger_lines: np.uint64
    notes: Words
    """Shared by all threads."""
    notes_lines: np.uint64
    busy: Words
    """Shared by all threads: which positions some thread is working on."""
    stop: Numbers
    """Shared by all threads: anything but 0 ends the proof."""
    counts: Numbers
    moves: Moves
    """The moves of the positions on the current path, one after the other, and beside them …"""
    order: Numbers
    """… how promising each is, …"""
    keys: Words
    """… the key of the position after it …"""
    gains: Numbers
    """… and how hard it is to prove that position for the side to move there …"""
    pains: Numbers
    """… and to refute it."""
    history: Numbers
    """How often a move has settled something, for each question, by the low bits of the move."""
    room: Words


def new_desks(threads: int, megabytes: int, stop: Numbers) -> list[Desk]:
    """A desk for each thread around tables of so many megabytes."""
    lines = (megabytes << 20) // CACHE_LINE
    ledger, notes = (
        aligned_words(8 * (lines - lines // NOTES_SHARE)),
        aligned_words(8 * (lines // NOTES_SHARE)),
    )
    busy = np.zeros(1 << BUSY_BITS, np.uint64)
    return [
        Desk(
            ledger=ledger,
            ledger_lines=np.uint64(len(ledger) // 8),
            notes=notes,
            notes_lines=np.uint64(len(notes) // 8),
            busy=busy,
            stop=stop,
            counts=_new_counts(),
            moves=np.zeros(DEEPEST * MOST_MOVES, np.int64),
            order=np.zeros(DEEPEST * MOST_MOVES, np.int64),
            keys=np.zeros(DEEPEST * MOST_MOVES, np.uint64),
            gains=np.zeros(DEEPEST * MOST_MOVES, np.int64),
            pains=np.zeros(DEEPEST * MOST_MOVES, np.int64),
            history=new_history(),
            room=np.zeros(ROOM, np.uint64),
        )
        for _ in range(threads)
    ]


def _new_counts() -> Numbers:
    counts = np.zeros(COUNTS, np.int64)
    counts[NODE_LIMIT] = NO_NODE_LIMIT
    return counts


@kernel
def line_of(key: np.uint64, lines: np.uint64) -> Index:
    """Where the eight words of a key's bucket begin. The lowest byte of the key counts most."""
    turned = (key & np.uint64(255)) << np.uint64(24) | key >> np.uint64(8) & np.uint64(0xFFFFFF)
    return (turned * lines >> np.uint64(32)) << np.uint64(3)


@kernel
def looked_up(desk: Desk, key: np.uint64, goal: int) -> int:
    """1 if the side to move is known to reach its goal, -1 if it is known not to, else 0."""
    at = line_of(key, desk.ledger_lines)
    for i in range(at, at + EIGHT):
        word = desk.ledger[i]
        if word & TAG == key & TAG:
            if goal == 1:
                return 1 if word & WINS else -1 if word & (WINS_NOT | HOLDS_NOT) else 0
            return 1 if word & (WINS | HOLDS) else -1 if word & HOLDS_NOT else 0
    return 0


@kernel
def enter(desk: Desk, key: np.uint64, goal: int, reached: bool, left: int) -> None:
    """Remember whether the side to move reaches its goal."""
    answer = (WINS if goal == 1 else HOLDS) if reached else (WINS_NOT if goal == 1 else HOLDS_NOT)
    at = line_of(key, desk.ledger_lines)
    victim, least = at, ~np.uint64(0)
    for i in range(at, at + EIGHT):
        word = desk.ledger[i]
        if word & TAG == key & TAG:
            desk.ledger[i] = word | answer
            return
        if word & LEFT_BITS < least:
            victim, least = i, word & LEFT_BITS
    desk.ledger[victim] = key & TAG | np.uint64(min(left, 15)) << LEFT_SHIFT | answer


@kernel
def noted(desk: Desk, key: np.uint64) -> np.uint64:
    """The proof numbers noted for a key, or 0."""
    at = line_of(key, desk.notes_lines)
    for i in range(at, at + EIGHT, TWO):
        data = desk.notes[i + ONE]
        if desk.notes[i] ^ data == key:
            return data
    return np.uint64(0)


@kernel
def note(desk: Desk, key: np.uint64, gain: int, pain: int, work: int) -> None:
    """Note the proof numbers of a position and how much work is behind them."""
    at = line_of(key, desk.notes_lines)
    victim, least = at, ~np.uint64(0)
    for i in range(at, at + EIGHT, TWO):
        data = desk.notes[i + ONE]
        if desk.notes[i] ^ data == key:
            victim = i
            break
        if data >> WORK_SHIFT < least:
            victim, least = i, data >> WORK_SHIFT
    data = np.uint64(gain) | np.uint64(pain) << NUMBER_BITS | logarithm(work) << WORK_SHIFT
    desk.notes[victim] = key ^ data
    desk.notes[victim + ONE] = data


@kernel
def logarithm(work: int) -> np.uint64:
    """How many binary digits a number has."""
    digits = np.uint64(0)
    while work > 0:
        work >>= 1
        digits += ONE
    return digits


@kernel
def gain_of(data: np.uint64) -> int:
    """The number of proof in a note."""
    gain: Any = np.int64(data & IN_NUMBER)
    return gain


@kernel
def pain_of(data: np.uint64) -> int:
    """The number of refutation in a note."""
    pain: Any = np.int64(data >> NUMBER_BITS & IN_NUMBER)
    return pain
