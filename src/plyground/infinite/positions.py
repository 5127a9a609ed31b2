"""Positions that were searched before, with their proofs or the budget that did not suffice."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.infinite.memory import (
    CACHE_SIZE,
    CACHED,
    CACHED_QUIET,
    CELLS,
    NOTHING,
    QUIET_CACHE_SIZE,
    STOP,
    Memory,
    whole,
)
from plyground.native.compiler import inner_kernel


@inner_kernel
def find_entry(keys: Any, key: Any, size: int) -> int:
    """Where a key is, or the free place where it would be."""
    entry = whole((key >> np.uint64(20)) & np.uint64(size - 1))
    while keys[entry] != 0 and keys[entry] != key:
        entry = (entry + 1) & (size - 1)
    return entry


@inner_kernel
def make_room(m: Memory) -> None:
    """Forget all positions if a table is nearly full."""
    if m.numbers[CACHED] > CACHE_SIZE * 3 // 4:
        for entry in range(CACHE_SIZE):
            m.cache_key[entry] = 0
        m.numbers[CACHED] = 0
    if m.numbers[CACHED_QUIET] > QUIET_CACHE_SIZE * 3 // 4:
        for entry in range(QUIET_CACHE_SIZE):
            m.quiet_key[entry] = 0
        m.numbers[CACHED_QUIET] = 0


@inner_kernel
def store(m: Memory, order: int, proof: int, budget: int) -> None:
    """Remember a proof of this order, or with NOTHING that this budget did not suffice."""
    if m.numbers[STOP]:
        return
    key = m.hashes[0]
    if order <= 2:
        entry = find_entry(m.cache_key, key, CACHE_SIZE)
        if m.cache_key[entry] != key:
            make_room(m)
            entry = find_entry(m.cache_key, key, CACHE_SIZE)
            m.numbers[CACHED] += 1
            m.cache_key[entry] = key
            m.cache_proof[entry] = NOTHING
            m.cache_budget[entry] = 0
        if m.cache_proof[entry] == NOTHING:
            m.cache_proof[entry] = proof
            m.cache_budget[entry] = max(m.cache_budget[entry], budget)
    else:
        entry = find_entry(m.quiet_key, key, QUIET_CACHE_SIZE)
        if m.quiet_key[entry] != key:
            make_room(m)
            entry = find_entry(m.quiet_key, key, QUIET_CACHE_SIZE)
            m.numbers[CACHED_QUIET] += 1
            m.quiet_key[entry] = key
            m.quiet_proof[entry] = NOTHING
            m.quiet_budget[entry] = 0
        if m.quiet_proof[entry] == NOTHING:
            m.quiet_proof[entry] = proof
            m.quiet_budget[entry] = max(m.quiet_budget[entry], budget)


@inner_kernel
def store_proof(m: Memory, node: int) -> None:
    """Remember a proof of order two or three."""
    if node >= CELLS and 2 <= m.node_order[node] <= 3:
        store(m, m.node_order[node], node, 0)
