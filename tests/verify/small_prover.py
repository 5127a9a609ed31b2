"""A small prover for short rows on the infinite board, in plain Python, apart from the one that ships."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]
Points: TypeAlias = frozenset[Point]

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass
class Tree:
    """A move of the attacker with what follows elsewhere and after each reply; a row has nothing below it."""

    point: Point
    elsewhere_tree: Tree | None = None
    replies: dict[Point, Tree] = field(default_factory=dict)


def windows(point: Point, row: int) -> Iterator[list[Point]]:
    """All windows through a point."""
    x, y = point
    for a, b in DIRECTIONS:
        for back in range(row):
            yield [(x + (place - back) * a, y + (place - back) * b) for place in range(row)]


def completing(own: Points, other: Points, row: int) -> set[Point]:
    """The points that complete a row."""
    found = set()
    for stone in own:
        for window in windows(stone, row):
            empty = [point for point in window if point not in own]
            if len(empty) == 1 and empty[0] not in other:
                found.add(empty[0])
    return found


def needed(tree: Tree, own: Points, other: Points, row: int) -> set[Point] | None:
    """The replies that matter, if this follows elsewhere; None if there is no such set."""
    found: set[Point] = set()

    def walk(tree: Tree, own: Points, other: Points, passes: list[set[Point]]) -> bool:
        found.add(tree.point)
        own |= {tree.point}
        if tree.elsewhere_tree is None:
            return True
        if len(passes) >= row - 2 or completing(other, own, row):
            return False
        for stone in other:
            for window in windows(stone, row):
                if own.isdisjoint(window):
                    empty = {point for point in window if point not in other}
                    stones = row - len(empty) + sum(not empty <= cells for cells in passes)
                    if stones > row - 2:
                        return False
                    if stones == row - 2:
                        found.update(empty)
        return walk(tree.elsewhere_tree, own, other, [*passes, set(tree.replies)]) and all(
            walk(below, own, other | {reply}, passes) for reply, below in tree.replies.items()
        )

    return found if walk(tree, own, other, []) else None


class SmallProver:
    """Finds wins of the attacker by threat orders, in at most so many moves."""

    def __init__(self, row: int) -> None:
        self.row = row
        self.known: dict[tuple[Points, Points, int, int], Tree | None] = {}

    def find(self, own: Points, other: Points, order: int, moves: int) -> Tree | None:
        """A win in at most `moves` moves, none of a higher order; the attacker is to move."""
        key = own, other, order, moves
        if key not in self.known:
            self.known[key] = self._find(own, other, order, moves)
        return self.known[key]

    def _find(self, own: Points, other: Points, order: int, moves: int) -> Tree | None:
        rows = completing(own, other, self.row)
        if rows:
            return Tree(min(rows, key=lambda point: (point[1], point[0])))
        if order == 0 or moves <= 1:
            return None
        blocks = completing(other, own, self.row)
        if len(blocks) > 1:
            return None
        for move in blocks or self._candidates(own, other):
            tree = self._try(move, own | {move}, other, order, moves)
            if tree is not None:
                return tree
        return None

    def _candidates(self, own: Points, other: Points) -> list[Point]:
        worth: dict[Point, int] = {}
        for stone in own:
            for window in windows(stone, self.row):
                if other.isdisjoint(window):
                    for point in window:
                        if point not in own:
                            worth[point] = worth.get(point, 0) + 4 ** len(own.intersection(window))
        return sorted(worth, key=lambda point: (-worth[point], point))[:12] if own else [(0, 0)]

    def _try(self, move: Point, own: Points, other: Points, order: int, moves: int) -> Tree | None:
        if completing(other, own, self.row):
            return None
        elsewhere = self.find(own, other, order - 1, moves - 1)
        replies = None if elsewhere is None else needed(elsewhere, own, other, self.row)
        if elsewhere is None or replies is None:
            return None
        tree = Tree(move, elsewhere)
        for reply in replies:
            for most in range(1, moves):
                below = self.find(own, other | {reply}, min(order, self.row - 2), most)
                if below is not None:
                    tree.replies[reply] = below
                    break
            else:
                return None
        return tree
