"""A proof on the infinite board as a strategy: tables made from a certificate, and following them in play."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from plyground.files import cache_root, explain_errors, save_file
from plyground.native import compile_elsewhere
from plyground.verify.endless_certificate import (
    EndlessClaim,
    EndlessStrategy,
    read_claim,
    read_first_move,
    read_strategy,
)
from plyground.verify.endless_cover import FarProof, Point, images, representative
from plyground.verify.endless_field import coordinates
from plyground.verify.endless_proof import ProofNode

FIELDS: Final = (
    *("row", "first_reply", "far_near", "far_moved"),
    *("move", "left", "elsewhere", "start", "reply", "reply_node"),
)
KEPT_TABLES: Final = 16
"""Parts whose tables stay in memory, some 10 MB each."""
_LOCK: Final = threading.Lock()
BACK: Final = (0, 1, 2, 3, 4, 6, 5, 7)
"""Which of the eight images undoes which."""


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


def load_tables(path: Path, reply: Point) -> StrategyTables:
    """The tables of the part about a reply, made from the certificate the first time and kept on the disk.

    Those that were used last stay in memory. One is made at a time: it takes seconds, for whoever asks.
    """
    with _LOCK:
        return _load_tables(path, path.stat().st_mtime_ns, reply)


@lru_cache(maxsize=KEPT_TABLES)
def _load_tables(path: Path, changed: int, reply: Point) -> StrategyTables:
    kept = _tables_path(path, reply)
    if not kept.is_file() and compile_elsewhere.is_wanted:
        _save_elsewhere(path, reply)
    if not kept.is_file():
        save_tables(path, reply)
    with explain_errors(f"cannot read {kept}"), np.load(kept, allow_pickle=False) as values:
        return StrategyTables(*(values[field] for field in FIELDS))


def save_tables(path: Path, reply: Point) -> None:
    """Make the tables of the part about a reply, and keep them on the disk."""
    tables = make_tables(read_strategy(path, reply))
    data = io.BytesIO()
    np.savez_compressed(data, **{field: getattr(tables, field) for field in FIELDS})
    kept = _tables_path(path, reply)
    with explain_errors(f"cannot write {kept}"):
        kept.parent.mkdir(parents=True, exist_ok=True)
        save_file(kept, data.getvalue())


def _save_elsewhere(path: Path, reply: Point) -> None:
    """Have another process make them. If that does not succeed they are not there, and nothing is said."""
    command = [sys.executable, "-P", "-m", "plyground.solver.strategy_process", str(path), *map(str, reply)]
    environment = os.environ | {"PYTHONPATH": compile_elsewhere.python_path()}
    with suppress(OSError):
        subprocess.run(command, env=environment, capture_output=True, check=False)


def _tables_path(path: Path, reply: Point) -> Path:
    name = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    return cache_root() / "strategies" / "{}-{}-{}_{}.npz".format(path.stem, name, *reply)


@dataclass(frozen=True)
class Followed:
    """Where a game is in a strategy: the attacker's next or last move, and how its cells lie on the board."""

    tables: StrategyTables
    node: int
    is_attackers_turn: bool
    stones: frozenset[Point]
    """All stones, as the strategy sees them."""
    to_board: Callable[[Point], Point]

    @property
    def plies(self) -> int:
        """Within how many plies the game ends."""
        return 2 * int(self.tables.left[self.node]) - (1 if self.is_attackers_turn else 2)

    @property
    def answer(self) -> Point:
        """The attacker's next or last move."""
        return self.to_board(self.tables.move_of(self.node))

    @property
    def replies(self) -> list[Point]:
        """The cells on which a stone of the defender would matter after that move."""
        return [self.to_board(cell) for cell in self.tables.replies(self.node) if cell not in self.stones]

    def threat(self) -> Iterator[Point]:
        """What the attacker plays after that move if the defender always plays elsewhere."""
        node = int(self.tables.elsewhere[self.node])
        while node >= 0:
            yield self.to_board(self.tables.move_of(node))
            node = int(self.tables.elsewhere[node])

    def line(self) -> Iterator[Point]:
        """What follows if the defender holds out as long as the strategy allows."""
        node, stones = self.node, set(self.stones)
        if self.is_attackers_turn:
            stones.add(self.tables.move_of(node))
            yield self.to_board(self.tables.move_of(node))
        while self.tables.elsewhere[node] >= 0:
            replies = {cell: each for cell, each in self.tables.replies(node).items() if cell not in stones}
            if not replies:
                return
            cell = max(replies, key=lambda each: int(self.tables.left[replies[each]]))
            node = replies[cell]
            stones |= {cell, self.tables.move_of(node)}
            yield self.to_board(cell)
            yield self.to_board(self.tables.move_of(node))


class CertificateStrategy:
    """How to win by a certificate; of its parts only those are read that games come to.

    Replies nearer than `nearest_far` are not covered by the far one, so that nothing has to be read to know.
    """

    def __init__(self, path: Path, nearest_far: int = 1) -> None:
        self.path, self.nearest_far = path, nearest_far
        self._first_moves: dict[Point, Point] = {}

    def follow(self, points: Sequence[Point]) -> Followed | None:
        """Where a game is in the strategy of whoever began it, or None if it is not covered."""
        reply = self._find_reply(points) if len(points) > 1 else None
        if reply is None or (len(points) > 2 and not self._may_follow(reply, points)):
            return None
        return follow(load_tables(self.path, reply), points)

    def _may_follow(self, reply: Point, points: Sequence[Point]) -> bool:
        """Whether the third stone is where the part about a reply has it: most games leave a proof there."""
        if reply not in self._first_moves:
            self._first_moves[reply] = read_first_move(self.path, reply)
        (x, y), (a, b) = points[0], points[2]
        return representative((a - x, b - y)) == representative(self._first_moves[reply])

    @cached_property
    def claim(self) -> EndlessClaim:
        """What the certificate says it proves."""
        return read_claim(self.path)

    def _find_reply(self, points: Sequence[Point]) -> Point | None:
        """Whose part is about the first reply or an image of it, or else the far one, which may cover it."""
        parts = self.claim.parts
        (x, y), (a, b) = points[:2]
        first = representative((a - x, b - y))
        own = (part.reply for part in parts if part.reply and representative(part.reply) == first)
        far = (part.reply for part in parts if part.is_far and first[1] >= self.nearest_far)
        return next(own, None) or next(far, None)


def follow(tables: StrategyTables, points: Sequence[Point]) -> Followed | None:
    """Where a game is in the strategy of whoever began it, or None if it has left it or never was in it."""
    if len(points) < 2:
        return None
    x, y = points[0]
    shifted = [(a - x, b - y) for a, b in points]
    far = tables.far
    for which in range(8):
        turned = [images(point)[which] for point in shifted]

        def to_board(point: Point, which: int = which) -> Point:
            a, b = images(point)[BACK[which]]
            return a + x, b + y

        if turned[1] == tuple(tables.first_reply.tolist()):
            found = _follow_tree(tables, turned, to_board)
            if found is not None:
                return found
        if far is not None and far.holds_at(turned[1]):
            found = _follow_far(tables, far, turned, to_board)
            if found is not None:
                return found
    return None


def _follow_far(
    tables: StrategyTables, far: FarProof, points: list[Point], to_board: Callable[[Point], Point]
) -> Followed | None:
    """The far tree, whose cells around the reply are moved to where it is."""
    (x, y), (a, b) = points[1], tables.first_reply.tolist()

    def to_tree(point: Point) -> Point | None:
        place = point[0] - x, point[1] - y
        if place in far.moved:
            return place[0] + a, place[1] + b
        return point if point in far.near else None

    def from_tree(point: Point) -> Point:
        place = point[0] - a, point[1] - b
        moved = place in far.moved and point not in far.near
        return to_board((place[0] + x, place[1] + y) if moved else point)

    seen = [to_tree(point) for point in points]
    return _follow_tree(tables, seen, from_tree)


def _follow_tree(
    tables: StrategyTables, points: Sequence[Point | None], to_board: Callable[[Point], Point]
) -> Followed | None:
    """Follow a tree from the third stone on; None stands for a cell that it knows nothing of."""
    node = len(tables.move) - 1
    stones = frozenset(point for point in points if point is not None)
    is_attackers_turn = True
    for point in points[2:]:
        if is_attackers_turn:
            if point != tables.move_of(node) or tables.elsewhere[node] < 0:
                return None
        else:
            replies = tables.replies(node)
            node = (
                int(tables.elsewhere[node])
                if point is None
                else replies.get(point, int(tables.elsewhere[node]))
            )
        is_attackers_turn = not is_attackers_turn
    return Followed(tables, node, is_attackers_turn, stones, to_board)
