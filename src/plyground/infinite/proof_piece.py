"""A proof by itself, apart from the memory in which it was found: for files, and to take it up again."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.infinite.memory import CELLS, NODES, REPLIES, STOP

FIELDS = ("move", "elsewhere", "count", "reply_cell", "reply_node")


@dataclass(frozen=True)
class ProofPiece:
    """The nodes below one node. A number below CELLS is a five at that cell; nodes count from CELLS on."""

    root: int
    move: Any
    elsewhere: Any
    count: Any
    """How many replies each node has; they follow each other in the next two."""
    reply_cell: Any
    reply_node: Any

    @property
    def nodes(self) -> int:
        """How many different nodes there are."""
        return len(self.move)

    def to_bytes(self) -> bytes:
        """The piece as a file has it."""
        file = io.BytesIO()
        arrays = {name: getattr(self, name) for name in FIELDS}
        np.savez_compressed(file, root=np.int64(self.root), **arrays)
        return file.getvalue()


def read_piece(data: bytes) -> ProofPiece:
    """A piece from the bytes of a file."""
    with np.load(io.BytesIO(data), allow_pickle=False) as values:
        return ProofPiece(int(values["root"]), *(values[name] for name in FIELDS))


def take_piece(memory: Any, root: int) -> ProofPiece:
    """Copy a proof out of the memory."""
    record = memory[0]
    starts, counts = record["node_start"], record["node_replies"]
    ids = _reachable(record, root)
    count = counts[ids].astype(np.int64)
    places = _ranges(starts[ids].astype(np.int64), count)
    return ProofPiece(
        int(_renumber(ids, np.array([root]))[0]),
        record["node_move"][ids],
        _renumber(ids, record["node_elsewhere"][ids]),
        counts[ids],
        record["reply_cell"][places],
        _renumber(ids, record["reply_node"][places]),
    )


def put_piece(memory: Any, piece: ProofPiece) -> int:
    """Copy a proof into the memory; its root there, or -1 if there is no room."""
    record = memory[0]
    numbers = record["numbers"]
    first, start = int(numbers[NODES]), int(numbers[REPLIES])
    end, reply_end = first + piece.nodes, start + len(piece.reply_cell)
    if end + 1 >= len(record["node_move"]) or reply_end >= len(record["reply_cell"]) - CELLS:
        numbers[STOP] = 1
        return -1
    shift = first - CELLS

    def moved(nodes: Any) -> Any:
        return np.where(nodes < CELLS, nodes, nodes + shift)

    count = piece.count.astype(np.int64)
    record["node_move"][first:end] = piece.move
    record["node_elsewhere"][first:end] = moved(piece.elsewhere)
    record["node_replies"][first:end] = piece.count
    record["node_start"][first:end] = start + np.cumsum(count) - count
    record["reply_cell"][start:reply_end] = piece.reply_cell
    record["reply_node"][start:reply_end] = moved(piece.reply_node)
    record["node_order"][first:end] = _orders(piece)
    numbers[NODES], numbers[REPLIES] = end, reply_end
    return int(moved(np.array([piece.root]))[0])


def add_node(memory: Any, move: int, elsewhere: int, replies: Sequence[tuple[int, int]]) -> int:
    """A new node of the memory, above others: each reply with its proof; -1 if there is no room."""
    record = memory[0]
    numbers = record["numbers"]
    node, start = int(numbers[NODES]), int(numbers[REPLIES])
    end = start + len(replies)
    if node + 1 >= len(record["node_move"]) or end >= len(record["reply_cell"]) - CELLS:
        numbers[STOP] = 1
        return -1
    cells, proofs = np.array(replies, np.int64).reshape(-1, 2).T
    orders = record["node_order"]
    record["node_move"][node], record["node_elsewhere"][node] = move, elsewhere
    record["node_replies"][node], record["node_start"][node] = len(replies), start
    record["reply_cell"][start:end], record["reply_node"][start:end] = cells, proofs
    orders[node] = max([int(orders[elsewhere]) + 1, *orders[proofs].tolist()])
    numbers[NODES], numbers[REPLIES] = node + 1, end
    return node


def _reachable(record: Any, root: int) -> Any:
    """The numbers of all nodes below a node, in order, without fives."""
    seen = np.zeros(int(record["numbers"][NODES]), bool)
    level = np.array([root] if root >= CELLS else [], np.int64)
    while len(level):
        seen[level] = True
        places = _ranges(
            record["node_start"][level].astype(np.int64), record["node_replies"][level].astype(np.int64)
        )
        below = np.concatenate([record["node_elsewhere"][level], record["reply_node"][places]])
        below = np.unique(below[below >= CELLS])
        level = below[~seen[below]]
    return np.flatnonzero(seen)


def _ranges(starts: Any, counts: Any) -> Any:
    """The numbers from each start on, as many as its count says."""
    ends = np.cumsum(counts)
    return np.repeat(starts - (ends - counts), counts) + np.arange(int(ends[-1]) if len(ends) else 0)


def _renumber(ids: Any, nodes: Any) -> Any:
    return np.where(nodes < CELLS, nodes, CELLS + np.searchsorted(ids, nodes)).astype(np.int32)


def _orders(piece: ProofPiece) -> Any:
    """The order of each node: one more than elsewhere, or the highest of its replies."""
    nodes = piece.nodes
    orders = np.zeros(CELLS + nodes, np.uint8)
    owner = np.repeat(np.arange(nodes), piece.count.astype(np.int64))
    while True:
        new = orders[piece.elsewhere] + 1
        np.maximum.at(new, owner, orders[piece.reply_node])
        if np.array_equal(new, orders[CELLS:]):
            return new
        orders[CELLS:] = new
