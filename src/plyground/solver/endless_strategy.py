"""Following a proof on the infinite board in play, where it holds: on the endless field, or within edges."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final

from plyground.progress import OnProgress
from plyground.solver.board_edges import BoardEdges
from plyground.solver.strategy_files import StrategyFiles
from plyground.solver.strategy_tables import StrategyTables
from plyground.verify.endless_certificate import EndlessClaim, read_claim, read_first_move
from plyground.verify.endless_cover import FarProof, Point, images, representative

BACK: Final = (0, 1, 2, 3, 4, 6, 5, 7)
"""Which of the eight images undoes which."""


@dataclass(frozen=True)
class Followed:
    """Where a game is in a strategy: the attacker's next or last move, and how its cells lie on the board."""

    tables: StrategyTables
    node: int
    is_attackers_turn: bool
    stones: frozenset[Point]
    """All stones, as the strategy sees them."""
    to_board: Callable[[Point], Point]
    edges: BoardEdges | None = None
    """Those of the board, if it has any."""

    @property
    def is_proof(self) -> bool:
        """Whether the strategy wins from here on this board."""
        return self.edges is None or bool(self.edges.holding_nodes(self.tables, self.to_board)[self.node])

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
        return [self.to_board(cell) for cell in self._playable_replies(self.node, self.stones)]

    def _playable_replies(self, node: int, stones: Collection[Point]) -> dict[Point, int]:
        """The replies on empty cells of the board, with the node that follows each."""
        empty = {cell: each for cell, each in self.tables.replies(node).items() if cell not in stones}
        if self.edges is None:
            return empty
        return {cell: each for cell, each in empty.items() if self.edges.enclose(self.to_board(cell))}

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
            replies = self._playable_replies(node, stones)
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

    def __init__(self, path: Path, nearest_far: int = 1, edges: BoardEdges | None = None) -> None:
        self.path, self.nearest_far, self.edges = path, nearest_far, edges
        self.files = StrategyFiles(path)
        self._first_moves: dict[Point, Point] = {}

    def follow(self, points: Sequence[Point], on_progress: OnProgress | None = None) -> Followed | None:
        """Where a game is in the strategy of whoever began it, or None if it is not covered."""
        reply = self.part_for(points)
        tables = reply and self.files.load(reply, on_progress)
        return follow(tables, points, self.edges) if tables else None

    def part_for(self, points: Sequence[Point]) -> Point | None:
        """The reply whose part may cover a game, or None."""
        reply = self._find_reply(points) if len(points) > 1 else None
        is_left = reply and len(points) > 2 and not self._may_follow(reply, points)
        return None if is_left else reply

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


def follow(
    tables: StrategyTables, points: Sequence[Point], edges: BoardEdges | None = None
) -> Followed | None:
    """Where a game is in the strategy of whoever began it, or None if it has left it or never was in it."""
    ways = (replace(found, edges=edges) for found in _ways_to_follow(tables, points))
    return next((found for found in ways if found.is_proof), None)


def _ways_to_follow(tables: StrategyTables, points: Sequence[Point]) -> Iterator[Followed]:
    """Where a game is in a strategy that is turned, mirrored and moved as its first reply is."""
    x, y = points[0]
    shifted = [(a - x, b - y) for a, b in points]
    far = tables.far
    for which in range(8):
        turned = [images(point)[which] for point in shifted]

        def to_board(point: Point, which: int = which) -> Point:
            a, b = images(point)[BACK[which]]
            return a + x, b + y

        found = None
        if turned[1] == tuple(tables.first_reply.tolist()):
            found = _follow_tree(tables, turned, to_board)
        elif far is not None and far.holds_at(turned[1]):
            found = _follow_far(tables, far, turned, to_board)
        if found is not None:
            yield found


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
