"""The memory of the prover: a window onto the infinite board, proofs found so far, and search trees.

The window has 64 columns and 128 rows. Stones keep away from its edges, so that no line of cells ever
wraps around: a proof that would need more room is given up, which can only harm the attacker.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

COLUMNS: Final = 64
ROWS: Final = 128
CELLS: Final = COLUMNS * ROWS
CENTRE: Final = 32
"""Column and row of the cell 0,0."""
STRIDES: Final = (1, COLUMNS, COLUMNS + 1, 1 - COLUMNS)
"""From a cell to the next along each of the four directions."""
ATTACKER: Final = 1
DEFENDER: Final = 2
NOTHING: Final = -1
INFINITE: Final = 1_000_000_000
"""A proof number that cannot be reached."""
NEVER: Final = 2_000_000_000
"""The budget at which a position is given up that is known to be no win."""
MOST_STONES: Final = 250

# Places in `numbers`. 0 to 15 count the windows of each class.
ATTACKERS, DEFENDERS = 16, 17
FOURS_LEFT = 18
NEEDED, NEEDED_FAILED, PASSES = 19, 20, 21
NODES, REPLIES = 22, 23
REPLAY_LEFT, REPLAY_STOPPED = 24, 25
EXPANDED, QUIET_EXPANDED, EXPANDED_LIMIT = 26, 27, 28
STOP = 29
EXTRA_ROWS, REACH, OUTER_REACH = 30, 31, 32
LIBRARY_ENTRIES = 33
REPLAYED = 34
CACHED, CACHED_QUIET = 35, 36
# What a search is told.
FOURS_AT_NODE, FOURS_AT_CANDIDATE, FOURS_DEPTH = 40, 41, 42
FOUR_NUMBER = 43
THREAT_BUDGET, PASS_BUDGET = 44, 45
WIDTH, LAZY, TEMPLATES, HINT_PENALTY = 46, 47, 48, 49
REPLAY_TOTAL, REPLAY_THREATS, REPLAY_QUIET = 50, 51, 52
LIBRARY_TRIES = 53
LAST_PROOF_NUMBER, LAST_DISPROOF_NUMBER = 54, 55
NUMBERS: Final = 64

FOURS_TABLE: Final = 1 << 18
CACHE_SIZE: Final = 1 << 22
QUIET_CACHE_SIZE: Final = 1 << 18
LIBRARY_HEADS: Final = 1 << 17
LIBRARY_SIZE: Final = 60_000
MOST_FOURS: Final = 128
DEEPEST_FOURS: Final = 24
MOST_OPEN_THREES: Final = 1000
HINTS: Final = 1 << 19
PROOF_NODES: Final = 1 << 26
PROOF_REPLIES: Final = 1 << 27

TREE_NODES, TREE_CHILDREN, TREE_REPLIES, TREE_PARENTS, TREE_GENERATION, TREE_SPENT = 0, 1, 2, 3, 4, 5

whole: Any = np.int64
"""What every number becomes before it goes to a kernel, so that each is compiled once and may call itself."""

Memory: TypeAlias = Any
"""One record with everything that a kernel of the prover reads and writes: compiled code gets its address."""
SearchTree: TypeAlias = Any
"""A record with the nodes of a proof-number search, and the lists that they have."""

Field = tuple[str, Any, Any]


def tree_fields(nodes: int, lists: int, table: int) -> list[Field]:
    """What a search tree is made of."""
    return [
        ("counts", np.int64, 8),  # nodes, children, replies, parents, the table's generation, expansions
        ("proof_number", np.int32, nodes),
        ("disproof_number", np.int32, nodes),
        ("move", np.int32, nodes),
        ("kind", np.uint8, nodes),  # 0 where the attacker is to move, 1 where the defender is
        ("is_expanded", np.uint8, nodes),
        ("is_evaluated", np.uint8, nodes),
        ("elsewhere", np.int32, nodes),
        ("proof", np.int32, nodes),
        ("child_start", np.int32, nodes),
        ("child_count", np.int32, nodes),
        ("reply_start", np.int32, nodes),
        ("reply_count", np.int32, nodes),
        ("parents", np.int32, nodes),
        ("children", np.int32, lists),
        ("replies", np.uint16, lists),
        ("parent_next", np.int32, lists),
        ("parent_node", np.int32, lists),
        ("table_key", np.uint64, table),
        ("table_node", np.int32, table),
        ("table_generation", np.int32, table),
        ("queue", np.int32, 1 << 16),
        ("way", np.int32, 512),
    ]


def memory_fields(row: int) -> list[Field]:
    """What the memory is made of, where this many stones in a row win."""
    threats = np.dtype(tree_fields(1 << 20, 1 << 22, 1 << 20), align=True)
    quiet = np.dtype(tree_fields(1 << 19, 1 << 21, 1 << 19), align=True)
    return [
        ("row", np.int64, row),  # its length is known when the kernels are compiled
        ("numbers", np.int64, NUMBERS),
        ("hashes", np.uint64, 2),  # of all stones, and of the attacker's
        ("alias", np.uint64, 1),  # added to the hash when a hint is looked up
        ("zobrist", np.uint64, 2 * CELLS),
        ("stones", np.uint8, CELLS),
        ("windows", np.uint8, 4 * CELLS),  # the attacker's stones and 16 times the defender's
        ("classes", np.uint8, 256),  # k for k stones of the attacker alone, 8 + k for the defender's
        ("window_place", np.uint16, 4 * CELLS),
        ("window_lists", np.uint16, (16, 4 * CELLS)),
        ("stone_lists", np.uint16, 2 * MOST_STONES),  # the attacker's, then the defender's
        # Proofs. A node below CELLS is a five at that cell.
        ("node_move", np.uint16, PROOF_NODES),
        ("node_replies", np.uint16, PROOF_NODES),
        ("node_order", np.uint8, PROOF_NODES),
        ("node_elsewhere", np.int32, PROOF_NODES),
        ("node_start", np.int32, PROOF_NODES),
        ("reply_cell", np.uint16, PROOF_REPLIES),
        ("reply_node", np.int32, PROOF_REPLIES),
        # Continuous fours.
        ("fours_key", np.uint64, FOURS_TABLE),
        ("fours_depth", np.int32, FOURS_TABLE),
        ("fours_cell", np.int32, (DEEPEST_FOURS, MOST_FOURS)),
        ("fours_answer", np.int32, (DEEPEST_FOURS, MOST_FOURS)),
        # The cells that a proof needs.
        ("pass_marks", np.uint8, (8, CELLS)),
        ("needed_marks", np.uint8, CELLS),
        ("needed_cells", np.uint16, CELLS),
        # Positions that were searched before: wins by threats, and wins with quiet moves.
        ("cache_key", np.uint64, CACHE_SIZE),
        ("cache_proof", np.int32, CACHE_SIZE),
        ("cache_budget", np.int32, CACHE_SIZE),
        ("quiet_key", np.uint64, QUIET_CACHE_SIZE),
        ("quiet_proof", np.int32, QUIET_CACHE_SIZE),
        ("quiet_budget", np.int32, QUIET_CACHE_SIZE),
        # Proofs by the attacker's stones.
        ("library_head_key", np.uint64, LIBRARY_HEADS),
        ("library_head", np.int32, LIBRARY_HEADS),
        ("library_next", np.int32, LIBRARY_SIZE),
        ("library_proof", np.int32, LIBRARY_SIZE),
        ("library_cells", np.uint64, (LIBRARY_SIZE, CELLS // 64)),
        # Moves to try first, and where the cells of a replayed proof are to be found.
        ("hint_key", np.uint64, HINTS),
        ("hint_cell", np.int32, HINTS),
        ("cell_map", np.int32, CELLS),
        # Scratch.
        ("score", np.int32, CELLS),
        ("seen", np.int32, CELLS),
        ("marks", np.uint8, (2, CELLS)),
        ("fours_seen", np.int32, (3, CELLS)),
        ("threes", np.int32, (MOST_OPEN_THREES, 4)),
        ("threats", threats, ()),
        ("quiet", quiet, ()),
    ]


def make_zobrist() -> Any:
    """A random number for each stone on each cell, the same ones in every process."""
    return np.random.Generator(np.random.PCG64(12345)).integers(1, 1 << 63, 2 * CELLS, np.uint64)


def make_memory(row: int = 5) -> Any:
    """The memory of one prover, with an empty board: an array of one record."""
    memory = np.zeros(1, np.dtype(memory_fields(row), align=True))
    record = memory[0]
    for stones in range(1 if row == 4 else 2, row + 1):
        record["classes"][stones] = stones
        record["classes"][16 * stones] = 8 + stones
    record["zobrist"][:] = make_zobrist()
    record["cell_map"][:] = np.arange(CELLS)
    clear_proofs(memory)
    return memory


def clear_proofs(memory: Any) -> None:
    """Forget every proof and everything that refers to one."""
    record = memory[0]
    record["node_move"][:CELLS] = np.arange(CELLS)
    record["numbers"][[NODES, REPLIES]] = CELLS, 0
    clear_searches(memory)


def clear_searches(memory: Any) -> None:
    """Forget which positions were searched, and the library."""
    record = memory[0]
    for name in ("cache_key", "quiet_key", "fours_key", "library_head_key"):
        record[name].fill(0)
    record["numbers"][[CACHED, CACHED_QUIET, LIBRARY_ENTRIES]] = 0
