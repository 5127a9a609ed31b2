"""All first replies on the endless field, from finitely many proofs: by symmetry, and by moving a far reply.

The first stone is on 0,0. A proof of a far reply has cells around the first stone and cells around the reply.
If no window meets both, the second group can be moved together with the reply, as long as that stays so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from plyground.verify.walk import Refused

Point: TypeAlias = tuple[int, int]


def images(point: Point) -> list[Point]:
    """A point turned and mirrored in all eight ways, around 0,0.

    >>> sorted(set(images((0, 1))))
    [(-1, 0), (0, -1), (0, 1), (1, 0)]
    """
    x, y = point
    return [(x, y), (-x, y), (x, -y), (-x, -y), (y, x), (-y, x), (y, -x), (-y, -x)]


def image_of(point: Point, which: int) -> Point:
    """One of the eight images.

    >>> image_of((3, 1), 5)
    (-1, 3)
    """
    return images(point)[which]


def representative(point: Point) -> Point:
    """The image with 0 <= x <= y, one for each class of replies.

    >>> representative((3, -2))
    (2, 3)
    """
    least, most = sorted(map(abs, point))
    return least, most


@dataclass(frozen=True)
class FarProof:
    """The cells of a proof of a far reply: around the first stone, and around the reply, taken as 0,0."""

    near: frozenset[Point]
    moved: frozenset[Point]
    row: int

    def holds_at(self, reply: Point) -> bool:
        """Whether the proof holds with the reply here: its groups have no cell and no window in common."""
        x, y = reply
        return not self._occupied(x, y) & self._near_windows

    def _occupied(self, x: int, y: int) -> frozenset[Point]:
        return frozenset((a + x, b + y) for a, b in self.moved)

    @property
    def _near_windows(self) -> frozenset[Point]:
        return _within_a_window(self.near, self.row)

    def radius(self) -> int:
        """From this distance on the proof holds for every reply."""
        return _reach(self.near) + _reach(self.moved) + self.row


def _reach(points: Iterable[Point]) -> int:
    return max(max(abs(x), abs(y)) for x, y in points)


def _within_a_window(points: Collection[Point], row: int) -> frozenset[Point]:
    """The cells that share a window of `row` cells with one of these points."""
    steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    return frozenset((x + far * a, y + far * b) for x, y in points for a, b in steps for far in range(row))


def split_far_proof(cells: Iterable[Point], reply: Point, row: int) -> FarProof:
    """The two groups of a far proof's cells: each belongs to the stone that is nearer."""
    near, moved = set(), set()
    for x, y in cells:
        a, b = x - reply[0], y - reply[1]
        if max(abs(x), abs(y)) <= max(abs(a), abs(b)):
            near.add((x, y))
        else:
            moved.add((a, b))
    if (0, 0) not in near or (0, 0) not in moved:
        raise Refused("the far reply is not apart from the first stone")
    far = FarProof(frozenset(near), frozenset(moved), row)
    if not far.holds_at(reply):
        raise Refused(
            "a window meets both groups of the far reply's cells, so that they cannot be moved apart"
        )
    return far


def open_replies(proven: Iterable[Point], far: FarProof | None) -> Iterator[Point]:
    """The first replies, one of each class, that neither the proven ones nor the far one covers.

    Without a far proof there is no end of them; then only those next to the proven ones are listed.
    """
    done = {representative(reply) for reply in proven}
    radius = far.radius() if far else max((y for _, y in done), default=0) + 1
    near = _within_a_window(far.near, far.row) if far else frozenset()
    for y in range(1, radius + 1):
        for x in range(y + 1):
            if (x, y) in done:
                continue
            if far is not None and any(not far._occupied(*image) & near for image in images((x, y))):
                continue
            yield x, y
