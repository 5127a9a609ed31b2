"""A game as a tree: positions with their moves, over the functions of the contract, run as plain Python."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from random import Random
from typing import Any, Final

import numpy as np

from plyground import contract
from plyground.board import Board, identity
from plyground.contract import DRAWN, LOST, OPEN, WON
from plyground.game import View, copy_position
from plyground.lab.switches import Switches

FIRST: Final = 1
"""The sign of the side to move at the root; the other side's is -1."""


class Node:
    """A position of the tree. The search that enters it gives it a number."""

    def __init__(self, tree: GameTree, pos: Any, parent: Node | None = None, move: int = 0) -> None:
        self.tree = tree
        self.pos = pos
        self.parent = parent
        self.move = move
        """The move that leads here, as the game numbers it; meaningless at the root."""
        self.ply: int = parent.ply + 1 if parent else 0
        self.id = -1
        self.untried: list[int] = []
        """Moves that the search has listed and not yet tried."""
        self.settled = True
        """Whether the value that was found rests on no estimate."""

    @property
    def is_max(self) -> bool:
        """Whether the side to move is the one that moves at the root."""
        return self.ply % 2 == 0

    @property
    def sign(self) -> int:
        """1 if the side to move is the one that moves at the root, else -1."""
        return FIRST if self.is_max else -FIRST

    @cached_property
    def view(self) -> View:
        """The position as the game's compiled half judges it."""
        return self.tree.game.view(self.pos)

    @cached_property
    def result(self) -> int:
        """LOST, DRAWN or WON for the side to move, or OPEN while the game goes on."""
        result = int(contract.outcome(self.tree.game.rules, self.pos))
        if result == OPEN and self.tree.repeats and self.occurrences >= self.tree.repeats:
            return DRAWN
        return result

    @property
    def occurrences(self) -> int:
        """How often this position has occurred on the way here, this time included."""
        here, count, node = identity(self.pos), 0, self
        while True:
            count += identity(node.pos) == here
            if node.parent is None:
                return count + self.tree.earlier.count(here)
            node = node.parent

    @property
    def way(self) -> list[int]:
        """The moves from the root to here."""
        return [] if self.parent is None else [*self.parent.way, self.move]

    @property
    def move_text(self) -> str:
        """The move that leads here as people write it; empty at the root."""
        return "" if self.parent is None else self.tree.game.move_text(self.move)


class GameTree:
    """All positions that can be reached from a board."""

    def __init__(self, board: Board, switches: Switches) -> None:
        self.board = board
        self.game = board.game
        self.switches = switches
        self.repeats = int(contract.repetition(self.game.rules))
        self.earlier = [identity(pos) for pos in board.earlier_positions()]
        self.is_whole = not self.game.picture(board.position).endless
        """Whether every legal move is listed; on an endless board only those near the pieces are."""
        self.root = Node(self, copy_position(board.position))
        self._random = Random(switches.seed)

    def player(self, node: Node) -> str:
        """The name of the side to move."""
        return self.game.players[(self.board.turn + node.ply) % 2]

    def other_player(self, node: Node) -> str:
        """The name of the side that is not to move."""
        return self.game.players[(self.board.turn + node.ply + 1) % 2]

    def moves(self, node: Node) -> list[int]:
        """The moves of a position in the order of the switches."""
        moves = self.game.legal(node.pos)
        match self.switches.order:
            case "reverse":
                moves.reverse()
            case "name":
                moves.sort(key=self.game.move_text)
            case "guess":
                moves.sort(key=lambda move: self.promise(node, move), reverse=True)
            case "worst":
                moves.sort(key=lambda move: self.promise(node, move))
            case "random":
                self._random.shuffle(moves)
        return moves

    def child(self, node: Node, move: int) -> Node:
        """The position after a move."""
        after = contract.play(self.game.rules, copy_position(node.pos), move)
        return Node(self, after, node, move)

    def promise(self, node: Node, move: int) -> tuple[int, int]:
        """How good a move looks before it is searched: what the game calls urgent, then what it leads to."""
        inner = node.view.inward(move)
        urgency = 0 if inner is None else int(contract.priority(node.view.rules, node.view.pos, inner))
        child = self.child(node, move)
        worth = {WON: -contract.LARGEST_ESTIMATE, DRAWN: 0, LOST: contract.LARGEST_ESTIMATE}
        return urgency, worth[child.result] if child.result != OPEN else -self.evaluate(child)

    def evaluate(self, node: Node) -> int:
        """The game's estimate for the side to move."""
        return int(contract.evaluate(node.view.rules, node.view.pos))

    def proof(self, node: Node) -> int:
        """What the game sees at a glance: n if the side to move wins in n plies, -n if it loses, else 0."""
        return int(contract.proof(node.view.rules, node.view.pos))

    def key(self, node: Node) -> Any:
        """What a table knows a position by: positions of the same value may share it.

        Where positions may repeat, the value depends on the way, and so does the key.
        """
        with np.errstate(over="ignore"):
            code = int(contract.key(node.view.rules, node.view.pos))
        if not self.repeats:
            return code
        way, step = [], node.parent
        while step is not None:
            way.append(identity(step.pos))
            step = step.parent
        return code, frozenset(Counter(way).items())
