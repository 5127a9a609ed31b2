"""The plain form of a proof on the endless field, with every reply written out, for anybody's own checker.

docs/certificates.md tells the form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plyground.verify.endless_field import ATTACKER, Cell, coordinates
from plyground.verify.endless_proof import ProofNode


def plain_lines(row: int, stones: Mapping[Cell, int], tree: ProofNode) -> Iterator[str]:
    """The lines of a proof in the plain form, without line ends."""
    yield f"k {row}"
    for cell, side in stones.items():
        yield f"{'a' if side == ATTACKER else 'd'} {_place(cell)}"
    yield "go"
    yield from _node_lines(tree)


def _node_lines(tree: ProofNode) -> Iterator[str]:
    open_nodes: list[tuple[str, ProofNode]] = [("", tree)]
    while open_nodes:
        before, node = open_nodes.pop()
        if before:
            yield before
        if node.elsewhere is None:
            yield f"m {_place(node.move)} *"
            continue
        yield f"m {_place(node.move)} {len(node.replies)}"
        yield " ".join(["e", *map(_place, node.replies)])
        open_nodes += [(f"r {_place(cell)}", below) for cell, below in reversed(list(node.replies.items()))]
        open_nodes.append(("", node.elsewhere))


def _place(cell: Cell) -> str:
    return "{} {}".format(*coordinates(cell))
