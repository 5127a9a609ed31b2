"""The tree of a manager: positions with their values, as far as they are known, and what to ask next.

It is searched by proof numbers. A leaf is a position that a worker is asked about; if it cannot prove it in
time, the leaf gets its moves as children. Positions that `essence` cannot tell apart are one node.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Final

from plyground import contract
from plyground.board import Board
from plyground.engine.info import final_info
from plyground.solver.book import book_key
from plyground.solver.prover import board_after

VALUES: Final = {"loss": -1, "draw": 0, "win": 1}
NAMES: Final = {number: name for name, number in VALUES.items()}
INFINITE: Final = 1_000_000_000


@dataclass
class JobNode:
    """A position, seen from the side to move."""

    board: Board
    value: int | None = None
    """-1, 0 or 1 for the side to move, once it is known."""
    children: list[JobNode] | None = None
    parents: list[JobNode] = field(default_factory=list)
    jobs: int = 0
    """How many jobs it has had."""
    is_asked: bool = False
    """Whether a worker is at it."""
    proof: int = 1
    disproof: int = 1


class JobTree:
    """Finds the value of a position from the values of leaves.

    The question is first whether the side to move wins, and if not, whether it draws.
    """

    def __init__(self, board: Board) -> None:
        self.nodes: dict[Hashable, JobNode] = {}
        self.key = key_function(board)
        self.goal = 1
        self.turn = board.turn
        """Who is to move in the root."""
        self.root = self._find(board)

    def _find(self, board: Board) -> JobNode:
        key = self.key(board)
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = JobNode(board.copy())
            if board.is_over:
                node.value = VALUES[final_info(board).score.value or "draw"]
            self._count(node)
        return node

    # What is known

    @property
    def value(self) -> str | None:
        """`win`, `loss` or `draw` for the side to move, or None while it is not known."""
        return None if self.root.value is None else NAMES[self.root.value]

    def value_of(self, board: Board) -> int | None:
        """The value of a position of the tree for its side to move, if it is known."""
        node = self.nodes.get(self.key(board))
        return None if node is None else node.value

    def settle(self, node: JobNode, value: str) -> None:
        """A worker has proven a position."""
        node.value, node.is_asked = VALUES[value], False
        self._update(node)

    def expand(self, node: JobNode) -> None:
        """Nobody could prove a position in time: its moves are asked about instead."""
        node.is_asked = False
        if node.children is None and node.value is None:
            children = {id(child): child for child in map(self._find, self._boards_after(node.board))}
            node.children = list(children.values())
            for child in node.children:
                child.parents.append(node)
        self._update(node)

    def release(self, node: JobNode) -> None:
        """Nobody is at a position any longer, and nothing was found out."""
        node.is_asked = False
        self._update(node)

    @staticmethod
    def _boards_after(board: Board) -> list[Board]:
        return [board_after(board, move) for move in board.legal_numbers()]

    def _update(self, node: JobNode) -> None:
        """Work numbers and values out anew, from a node up."""
        changed = [node]
        while changed:
            node = changed.pop()
            before = node.value, node.proof, node.disproof
            self._value(node)
            self._count(node)
            if (node.value, node.proof, node.disproof) != before or node is self.root:
                changed += node.parents
        root = self.root
        if root.value is None and root.disproof == 0 and self.goal > 0:
            self.goal = 0
            self._count_all(root, set())
        if root.value is None and root.proof == 0:
            root.value = self.goal
        elif root.value is None and root.disproof == 0:
            root.value = self.goal - 1

    @staticmethod
    def _value(node: JobNode) -> None:
        """The value of a node whose children decide it: one wins, or all are known."""
        if node.value is None and node.children:
            values = [child.value for child in node.children]
            known = [-value for value in values if value is not None]
            if 1 in known or len(known) == len(values):
                node.value = max(known)

    def _count(self, node: JobNode) -> None:
        """What is left to prove that the side to move in the root reaches the goal, and to refute it."""
        is_own = node.board.turn == self.turn
        if node.value is not None:
            reached = node.value >= self.goal if is_own else -node.value >= self.goal
            node.proof, node.disproof = (0, INFINITE) if reached else (INFINITE, 0)
        elif node.children is None:
            node.proof = node.disproof = 2 if node.is_asked else 1
        elif is_own:
            node.proof = min(child.proof for child in node.children)
            node.disproof = min(INFINITE, sum(child.disproof for child in node.children))
        else:
            node.proof = min(INFINITE, sum(child.proof for child in node.children))
            node.disproof = min(child.disproof for child in node.children)

    def _count_all(self, node: JobNode, seen: set[int]) -> None:
        if id(node) in seen:
            return
        seen.add(id(node))
        for child in node.children or ():
            self._count_all(child, seen)
        self._count(node)

    # What to ask

    def pick(self) -> JobNode | None:
        """The leaf that is asked about next, None if workers are at all that matter."""
        leaf = self._pick_below(self.root, set())
        if leaf is not None:
            leaf.is_asked = True
            leaf.jobs += 1
            self._update(leaf)
        return leaf

    def _pick_below(self, node: JobNode, seen: set[int]) -> JobNode | None:
        if id(node) in seen or node.proof == 0 or node.disproof == 0:
            return None
        seen.add(id(node))
        if node.children is None:
            return None if node.is_asked else node
        is_own = node.board.turn == self.turn
        order = sorted(node.children, key=lambda child: child.proof if is_own else child.disproof)
        for child in order:
            if leaf := self._pick_below(child, seen):
                return leaf
        return None

    def leaves(self) -> int:
        """How many positions wait for a worker, or have one."""
        return sum(node.children is None and node.value is None for node in self.nodes.values())


def key_function(board: Board) -> Callable[[Board], Hashable]:
    """What is the same for positions of the same value; positions where a game is over are told apart."""
    if not contract.essence.is_implemented(type(board.game.rules)):
        return lambda each: each.position_text
    return lambda each: each.position_text if each.is_over else (each.turn, book_key(each))
