"""Depth-first proof-number search (df-pn): the same proof, without going back to the root for every leaf.

The search takes two limits along. As long as the numbers of a position stay below them, the most proving leaf
of the whole tree lies below this position, so there is no need to look anywhere else: the search stays. Only
when a number reaches its limit does it go back up. Engines keep the numbers in a table instead of a tree, and
so need little memory.
"""

from __future__ import annotations

from plyground.lab.game_tree import Node
from plyground.lab.growing_search import GrowingSearch
from plyground.lab.proof_number import IMPOSSIBLE, ProofNode, open_node, prove_value, update_numbers


def depth_first_proof_number(search: GrowingSearch, root: Node, depth: int) -> int | None:
    """What the root is worth to the side to move, proven; None if nobody wins within `depth` plies."""
    return prove_value(search, root, depth, answer_depth_first)


def answer_depth_first(search: GrowingSearch, top: ProofNode, depth: int) -> None:
    """Search below the root without a limit, until it is proven or disproven."""
    if not top.is_decided:
        search_below(search, top, depth, IMPOSSIBLE, IMPOSSIBLE)


def search_below(
    search: GrowingSearch, here: ProofNode, depth: int, proof_limit: int, disproof_limit: int
) -> None:
    """Search below a position until its proof number or its disproof number reaches its limit."""
    search.note_limits(here.node, proof_limit, disproof_limit)
    if not here.children:
        open_node(search, here, depth)
    update_numbers(search, here)
    while 0 < here.proof < proof_limit and 0 < here.disproof < disproof_limit:
        child, second = find_two_best(here)
        which = "proof" if here.wants else "disproof"
        search.note_choice(here.node, child.node, f"its {which} number is the smallest, the next is {second}")
        if here.wants:
            limits = min(proof_limit, second + 1), disproof_limit - here.disproof + child.disproof
        else:
            limits = proof_limit - here.proof + child.proof, min(disproof_limit, second + 1)
        search_below(search, child, depth, *limits)
        update_numbers(search, here)


def find_two_best(here: ProofNode) -> tuple[ProofNode, int]:
    """The child to go to, and the number of the one after it."""

    def number(child: ProofNode) -> int:
        return child.proof if here.wants else child.disproof

    ranked = sorted(here.children, key=number)
    return ranked[0], number(ranked[1]) if len(ranked) > 1 else IMPOSSIBLE
