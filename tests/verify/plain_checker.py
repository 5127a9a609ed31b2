"""A second checker, of the plain form: trees with every reply written out (docs/infinite.md).

It differs from the one that ships in style as well: it goes from the top down, believes the sets of replies
that the file gives, and holds every node against the three conditions as they are stated.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]


class NotProven(Exception):
    """Which condition is broken."""


class PlainChecker:
    """Reads a tree line by line and checks it on the way."""

    def __init__(self, lines: Iterator[str]) -> None:
        self.lines = lines
        self.row = int(self.words("k")[0])
        self.own: set[Point] = set()
        self.other: set[Point] = set()
        self.passes: list[set[Point]] = []
        self.nodes = 0
        word, *rest = next(lines).split()
        while word != "go":
            (self.own if word == "a" else self.other).add(self.point(rest))
            word, *rest = next(lines).split()
        self.stones = frozenset(self.own), frozenset(self.other)
        self.attack()
        if next(lines, None) is not None:
            raise NotProven("something follows the tree")

    def words(self, kind: str) -> list[str]:
        word, *rest = next(self.lines, "").split() or [""]
        if word != kind:
            raise NotProven(f"{kind} is expected, not {word}")
        return rest

    @staticmethod
    def point(words: list[str]) -> Point:
        x, y = map(int, words)
        return x, y

    def windows(self, point: Point) -> Iterator[list[Point]]:
        for a, b in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            for back in range(self.row):
                yield [(point[0] + (i - back) * a, point[1] + (i - back) * b) for i in range(self.row)]

    def attack(self) -> None:
        *words, last = self.words("m")
        move = self.point(words)
        if move in self.own or move in self.other:
            raise NotProven("a stone is there")
        if any(move not in cells for cells in self.passes):
            raise NotProven("condition 1: the attacker plays where a stone may be")
        self.own.add(move)
        if last == "*":
            if not any(self.own.issuperset(window) for window in self.windows(move)):
                raise NotProven("condition 3: no row")
        else:
            self.defend(int(last))
        self.own.remove(move)

    def defend(self, count: int) -> None:
        self.nodes += 1
        numbers = list(map(int, self.words("e")))
        replies = list(zip(numbers[::2], numbers[1::2], strict=True))
        if len(replies) != count or len(set(replies)) != count:
            raise NotProven("another number of replies")
        if len(self.passes) > self.row - 2:
            raise NotProven("condition 2: too many passes far away")
        for stone in self.other:
            for window in self.windows(stone):
                if self.own.isdisjoint(window):
                    empty = [point for point in window if point not in self.other]
                    passes = sum(any(point not in cells for point in empty) for cells in self.passes)
                    if self.row - len(empty) + passes > self.row - 2:
                        raise NotProven("condition 2: too many stones in a window")
        self.passes.append(set(replies))
        self.attack()
        self.passes.pop()
        for reply in replies:
            if self.point(self.words("r")) != reply:
                raise NotProven("another reply")
            if reply in self.own or reply in self.other:
                raise NotProven("a stone is there")
            self.other.add(reply)
            self.attack()
            self.other.remove(reply)


def check_plain(text: str) -> PlainChecker:
    """Check a tree in the plain form."""
    return PlainChecker(iter(text.splitlines()))


def check_plain_file(path: Path) -> PlainChecker:
    """The same for a large file, which is not read at once."""
    with path.open(encoding="ascii") as lines:
        return PlainChecker(line.rstrip("\n") for line in lines)
