"""A proof on the infinite board as arrays, to play by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from plyground.verify.endless_certificate import EndlessStrategy
from plyground.verify.endless_cover import FarProof, Point
from plyground.verify.endless_field import coordinates
from plyground.verify.endless_proof import ProofNode

FIELDS: Final = (
    *("row", "first_reply", "far_near", "far_moved"),
    *("move", "left", "elsewhere", "start", "reply", "reply_node"),
)


@dataclass(frozen=True)
class StrategyTables:
    """The tree of one part of a certificate as arrays.

    A node is a move of the attacker with what follows; the last one is the first move after the reply.
    """

    row: Any
    """How many stones in a row win."""
    first_reply: Any
    far_near: Any
    far_moved: Any
    """If this is the far reply, its cells around the first stone, and around the reply; else none."""
    move: Any
    left: Any
    """How many moves of the attacker complete a row at the latest, this one counted."""
    elsewhere: Any
    """What follows elsewhere, -1 where the move completes a row."""
    start: Any
    """Where the replies of each node begin in the next two, and at the end where those of the last end."""
    reply: Any
    reply_node: Any

    def replies(self, node: int) -> dict[Point, int]:
        """The replies that matter, with the node that follows each."""
        places = slice(int(self.start[node]), int(self.start[node + 1]))
        cells = (tuple(cell) for cell in self.reply[places].tolist())
        return dict(zip(cells, self.reply_node[places].tolist(), strict=True))

    def move_of(self, node: int) -> Point:
        """The attacker's move."""
        x, y = self.move[node].tolist()
        return x, y

    @property
    def far(self) -> FarProof | None:
        """What the far tree covers."""
        if len(self.far_near) == 0:
            return None
        near, moved = (frozenset(map(tuple, cells.tolist())) for cells in (self.far_near, self.far_moved))
        return FarProof(near, moved, int(self.row))


def make_tables(strategy: EndlessStrategy) -> StrategyTables:
    """The tables of a strategy; nodes below come before those above them."""
    numbers: dict[int, int] = {}
    nodes: list[ProofNode] = []
    _number_nodes(strategy.tree, numbers, nodes)
    left: list[int] = []
    elsewhere, start, reply, reply_node = [], [0], [], []
    for node in nodes:
        below = [numbers[id(each)] for each in node.replies.values()]
        other = -1 if node.elsewhere is None else numbers[id(node.elsewhere)]
        left.append(1 + max((left[each] for each in below), default=0))
        if other >= 0:
            left[-1] = max(left[-1], 1 + left[other])
        elsewhere.append(other)
        reply += [coordinates(cell) for cell in node.replies]
        reply_node += below
        start.append(len(reply))
    far = strategy.far
    return StrategyTables(
        np.array(strategy.row, np.int16),
        np.array(strategy.part.reply, np.int16),
        np.array(sorted(far.near) if far else [], np.int16).reshape(-1, 2),
        np.array(sorted(far.moved) if far else [], np.int16).reshape(-1, 2),
        np.array([coordinates(node.move) for node in nodes], np.int8).reshape(-1, 2),
        np.array(left, np.int16),
        np.array(elsewhere, np.int32),
        np.array(start, np.int32),
        np.array(reply, np.int8).reshape(-1, 2),
        np.array(reply_node, np.int32),
    )


def _number_nodes(tree: ProofNode, numbers: dict[int, int], nodes: list[ProofNode]) -> None:
    """Number a tree's nodes, each after all that are below it."""
    open_nodes = [(tree, False)]
    while open_nodes:
        node, is_done = open_nodes.pop()
        if id(node) in numbers:
            continue
        if is_done:
            numbers[id(node)] = len(nodes)
            nodes.append(node)
            continue
        open_nodes.append((node, True))
        below = [*node.replies.values(), *([node.elsewhere] if node.elsewhere else [])]
        open_nodes += [(each, False) for each in below if id(each) not in numbers]
