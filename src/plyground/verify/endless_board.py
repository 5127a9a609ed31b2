"""Proofs of the endless field on a board with edges: which first replies they prove there.

The first stone is in the middle. A proof holds if every cell on which the attacker plays is on the board; a
reply that is off the board cannot be played, and what follows it does not count. docs/infinite.md tells why.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Final

from plyground.verify.endless_certificate import EndlessStrategy, Part, read_parts, strategy_of
from plyground.verify.endless_cover import FarProof, Point, image_of, images
from plyground.verify.endless_field import coordinates
from plyground.verify.endless_proof import ProofNode
from plyground.verify.walk import Refused

LARGEST_SIDE: Final = 50


@dataclass(frozen=True)
class EdgedBoard:
    """A board with edges, seen from its middle: the first stone is on 0,0."""

    columns: int
    rows: int

    def __post_init__(self) -> None:
        if not (1 <= self.columns <= LARGEST_SIDE and 1 <= self.rows <= LARGEST_SIDE):
            raise Refused(f"a board of {self.columns}x{self.rows} cells cannot be checked")

    @property
    def middle(self) -> Point:
        """Where the first stone is, counted from the lower left cell, which is 0,0."""
        return self.columns // 2, self.rows // 2

    def has(self, point: Point) -> bool:
        """Whether a cell is on it."""
        x, y = self.middle
        return 0 <= point[0] + x < self.columns and 0 <= point[1] + y < self.rows

    def replies(self) -> Iterator[Point]:
        """All first replies."""
        x, y = self.middle
        for b in range(self.rows):
            for a in range(self.columns):
                if (a, b) != (x, y):
                    yield a - x, b - y


@dataclass(frozen=True)
class CheckedBoard:
    """What a certificate has turned out to prove of a board."""

    row: int
    board: EdgedBoard
    proven: tuple[Point, ...]
    """First replies after which the first player wins."""
    open: tuple[Point, ...]
    """First replies of which nothing is said."""
    seconds: float

    def __str__(self) -> str:
        x, y = self.board.middle
        size = f"{self.board.columns}x{self.board.rows}"
        words = f"{self.row} in a row on {size}, the first stone in column {x + 1} and row {y + 1}: "
        listed = " ".join("{},{}".format(*reply) for reply in self.proven)
        total = len(self.proven) + len(self.open)
        if not self.open:
            result = f"the first player wins after each of the {total} first replies"
        elif not self.proven:
            result = f"none of the {total} first replies is proven"
        else:
            result = (
                f"the first player wins after {len(self.proven)} of {total} first replies, counted from the "
                f"first stone, and nothing is said of the others: {listed}"
            )
        return f"{words}{result}; checked in {self.seconds:.1f} s"


def check_on_board(path: Path, board: EdgedBoard, *, processes: int = 1) -> CheckedBoard:
    """Check every part of a certificate, and which first replies each proves on a board."""
    began = time.perf_counter()
    claim, parts = read_parts(path)
    if any(part.reply is None for part in claim.parts):
        raise Refused("only proofs by first replies can be checked on a board with edges")
    arguments = repeat(claim.row), claim.parts, parts, repeat(board)
    if processes == 1:
        found = list(map(proven_by_part, *arguments))
    else:
        with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
            found = list(pool.map(proven_by_part, *arguments))
    proven = {reply for replies in found for reply in replies}
    ordered = list(board.replies())
    return CheckedBoard(
        claim.row,
        board,
        tuple(reply for reply in ordered if reply in proven),
        tuple(reply for reply in ordered if reply not in proven),
        time.perf_counter() - began,
    )


def proven_by_part(row: int, part: Part, data: bytes, board: EdgedBoard) -> list[Point]:
    """The first replies on a board that a part proves, which is checked before."""
    return list(proven_on_board(strategy_of(row, part, data), board))


def proven_on_board(strategy: EndlessStrategy, board: EdgedBoard) -> Iterator[Point]:
    """The first replies on a board that a strategy proves: images of its own, and far ones."""
    own = strategy.part.reply
    assert own is not None
    for reply in board.replies():
        placements = (_placement(which, own, reply, strategy.far) for which in range(len(images(own))))
        if any(place is not None and fits(strategy.tree, place, board) for place in placements):
            yield reply


def _placement(which: int, own: Point, reply: Point, far: FarProof | None) -> Callable[[Point], Point] | None:
    """Where the cells of a proof lie if one of its images is to answer a reply; None if it does not."""
    if image_of(own, which) == reply:
        return lambda point: image_of(point, which)
    if far is None:
        return None
    back = next(each for each in images(reply) if image_of(each, which) == reply)
    if not far.holds_at(back):
        return None
    moved = {(x + own[0], y + own[1]) for x, y in far.moved}
    by = back[0] - own[0], back[1] - own[1]

    def place(point: Point) -> Point:
        x, y = point
        return image_of((x + by[0], y + by[1]) if point in moved else point, which)

    return place


def fits(tree: ProofNode, place: Callable[[Point], Point], board: EdgedBoard) -> bool:
    """Whether the attacker always plays on the board, as long as the defender does."""
    where: dict[int, bool] = {}

    def is_on_board(cell: int) -> bool:
        if cell not in where:
            where[cell] = board.has(place(coordinates(cell)))
        return where[cell]

    seen = {id(tree)}
    open_nodes = [tree]
    while open_nodes:
        node = open_nodes.pop()
        if not is_on_board(node.move):
            return False
        below = [each for cell, each in node.replies.items() if is_on_board(cell)]
        if node.elsewhere is not None:
            below.append(node.elsewhere)
        for each in below:
            if id(each) not in seen:
                seen.add(id(each))
                open_nodes.append(each)
    return True
