"""Proof-number search: not "how good is this?" but "can it be proven?", and where that takes least work.

Two questions, one after the other: does the side to move win? If not, does the other side win? Neither is a
draw. For each question every position has a proof number, how many leaves must at least be proven to prove
it, and a disproof number, how many must be disproven. Where the side that wants to win moves, one proven
child is enough: its proof number is the smallest of the children's, its disproof number their sum. Where the
other side moves, it is the other way round. Each round goes from the root to the leaf that decides most (the
most proving node), opens it, and brings the numbers up to date on the way back. The tree grows where the
proof is near.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from plyground.contract import DRAWN, OPEN, WON
from plyground.lab.game_tree import Node
from plyground.lab.growing_search import GrowingSearch
from plyground.lab.search import SearchRefused

IMPOSSIBLE: Final = 10**9
"""A number that says: this can no longer be proven, or disproven."""


@dataclass
class ProofNode:
    """A position of the tree with its two numbers for the question that is asked."""

    node: Node
    wants: bool
    """Whether the side to move is the one that wants to win."""
    proof: int = 1
    disproof: int = 1
    children: list[ProofNode] = field(default_factory=list)

    @property
    def is_decided(self) -> bool:
        """Whether the question is answered here."""
        return self.proof == 0 or self.disproof == 0


def proof_number(search: GrowingSearch, root: Node, depth: int) -> int | None:
    """What the root is worth to the side to move, proven; None if nobody wins within `depth` plies."""
    return prove_value(search, root, depth, answer_by_best_first)


def prove_value(
    search: GrowingSearch,
    root: Node,
    depth: int,
    answer_question: Callable[[GrowingSearch, ProofNode, int], None],
) -> int | None:
    """Ask both questions."""
    if not search.tree.is_whole:
        raise SearchRefused(
            "a proof has to look at every move, and this board has no end of them; give it a size"
        )
    me, other = search.tree.player(root), search.tree.other_player(root)
    search.begin_iteration(1, f"First question: does {me} win within {depth} plies?")
    top = make_leaf(search, root, depth, wants=True)
    answer_question(search, top, depth)
    if top.proof == 0:
        search.best = next(child.node.move for child in top.children if child.proof == 0)
        return search.win_value(0)
    search.begin_iteration(2, f"No. Second question: does {other} win within {depth} plies?")
    top = make_leaf(search, root, depth, wants=False)
    answer_question(search, top, depth)
    search.best = next((child.node.move for child in top.children if child.disproof == 0), None)
    if top.proof == 0:
        search.best = top.children[0].node.move
        return -search.win_value(0)
    return None if search.has_reached_depth else 0


def answer_by_best_first(search: GrowingSearch, top: ProofNode, depth: int) -> None:
    """Open the most proving node again and again, until the root is proven or disproven."""
    number = 0
    while not top.is_decided:
        number += 1
        search.begin_round(top.node, number)
        way = find_most_proving(search, top)
        open_node(search, way[-1], depth)
        for each in reversed(way):
            update_numbers(search, each)


def open_node(search: GrowingSearch, leaf: ProofNode, depth: int) -> None:
    """Add the children of a leaf to the tree."""
    for child in search.children(leaf.node):
        leaf.children.append(make_leaf(search, child, depth, wants=not leaf.wants))


def make_leaf(search: GrowingSearch, node: Node, depth: int, *, wants: bool) -> ProofNode:
    """A position that has just been reached: answered if the game is over or too long, else 1 and 1."""
    search.enter(node)
    leaf = ProofNode(node, wants)
    if node.result != OPEN:
        won_by_mover = node.result == WON
        answer = node.result != DRAWN and won_by_mover == wants
        leaf.proof, leaf.disproof = (0, IMPOSSIBLE) if answer else (IMPOSSIBLE, 0)
        search.leaves += 1
    elif node.ply >= depth:
        leaf.proof, leaf.disproof = IMPOSSIBLE, 0
        search.has_reached_depth = True
        search.leaves += 1
    search.note_numbers(node, leaf.proof, leaf.disproof, wants=wants)
    return leaf


def find_most_proving(search: GrowingSearch, top: ProofNode) -> list[ProofNode]:
    """The way from the root to the leaf that is opened next."""
    way = [top]
    while way[-1].children:
        here = way[-1]
        child = min(here.children, key=lambda each: each.proof if here.wants else each.disproof)
        which = "proof" if here.wants else "disproof"
        search.note_choice(here.node, child.node, f"its {which} number is the smallest")
        way.append(child)
    return way


def update_numbers(search: GrowingSearch, here: ProofNode) -> None:
    """Work out the numbers of a position from those of its children."""
    proofs = [child.proof for child in here.children]
    disproofs = [child.disproof for child in here.children]
    if here.wants:
        here.proof, here.disproof = min(proofs), min(sum(disproofs), IMPOSSIBLE)
    else:
        here.proof, here.disproof = min(sum(proofs), IMPOSSIBLE), min(disproofs)
    search.note_numbers(here.node, here.proof, here.disproof, wants=here.wants)
