"""Make tests/data/four.cert: four in a row on the infinite board is a win for the first player.

python -m tests.make_four
"""

from __future__ import annotations

from pathlib import Path

from plyground.infinite.writer import EndlessWriter
from plyground.verify.endless_certificate import pack_endless
from plyground.verify.endless_field import cell_at, coordinates
from tests.verify.small_prover import SmallProver, Tree

PATH = Path(__file__).parent / "data" / "four.cert"


class TreeGuide:
    """A tree of the small prover, for the writer of a certificate."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    @property
    def move(self) -> int:
        """The attacker's move."""
        return cell_at(*self.tree.point)

    @property
    def replies(self) -> int:
        """The replies that it answers."""
        return sum(1 << cell_at(*point) for point in self.tree.replies)

    def elsewhere(self) -> TreeGuide:
        """What follows if the defender plays elsewhere."""
        assert self.tree.elsewhere_tree is not None
        return TreeGuide(self.tree.elsewhere_tree)

    def after(self, reply: int) -> TreeGuide:
        """What follows after a reply."""
        return TreeGuide(self.tree.replies[coordinates(reply)])


def four_tree() -> Tree:
    """A proof that the first player wins four in a row, found anew: this takes a few seconds."""
    prover = SmallProver(4)
    trees = (prover.find(frozenset(), frozenset(), 3, moves) for moves in range(2, 9))
    return next(tree for tree in trees if tree is not None)


def write_part(row: int, tree: Tree) -> bytes:
    """The bytes of a proof in a certificate."""
    return EndlessWriter(row).write({}, TreeGuide(tree))


if __name__ == "__main__":
    PATH.write_bytes(pack_endless(4, "win", [(None, write_part(4, four_tree()), False)]))
