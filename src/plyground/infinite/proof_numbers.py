"""The tree of a proof-number search: nodes, their numbers, and what follows for their parents."""

from __future__ import annotations

from typing import Final

import numpy as np

from plyground.infinite.field import finish_node, make_node, put, take
from plyground.infinite.memory import (
    ATTACKER,
    DEFENDER,
    INFINITE,
    NOTHING,
    TREE_CHILDREN,
    TREE_GENERATION,
    TREE_NODES,
    TREE_PARENTS,
    TREE_REPLIES,
    Memory,
    SearchTree,
    whole,
)
from plyground.native.compiler import inner_kernel

SPARE_NODES: Final = 3000
SPARE_LISTS: Final = 20_000


@inner_kernel
def clear_tree(tree: SearchTree) -> None:
    """Begin a new search."""
    generation = tree.counts[TREE_GENERATION] + 1
    for place in range(len(tree.counts)):
        tree.counts[place] = 0
    tree.counts[TREE_GENERATION] = generation


@inner_kernel
def is_full(tree: SearchTree) -> bool:
    """Whether there may be no room for another expansion."""
    counts = tree.counts
    lists = len(tree.children) - SPARE_LISTS
    return (
        counts[TREE_NODES] > len(tree.kind) - SPARE_NODES
        or counts[TREE_CHILDREN] > lists
        or counts[TREE_REPLIES] > lists
        or counts[TREE_PARENTS] > lists
    )


@inner_kernel
def add_parent(tree: SearchTree, node: int, parent: int) -> None:
    """Note that a node is a child of another."""
    link = tree.counts[TREE_PARENTS]
    tree.counts[TREE_PARENTS] = link + 1
    tree.parent_node[link] = parent
    tree.parent_next[link] = tree.parents[node]
    tree.parents[node] = link


@inner_kernel
def add_node(tree: SearchTree, kind: int, parent: int) -> int:
    """A new node."""
    node = tree.counts[TREE_NODES]
    tree.counts[TREE_NODES] = node + 1
    tree.proof_number[node] = 1
    tree.disproof_number[node] = 1
    tree.kind[node] = kind
    tree.is_expanded[node] = 0
    tree.is_evaluated[node] = 0
    tree.elsewhere[node] = NOTHING
    tree.proof[node] = NOTHING
    tree.child_count[node] = 0
    tree.reply_count[node] = 0
    tree.parents[node] = NOTHING
    if parent != NOTHING:
        add_parent(tree, node, parent)
    return node


@inner_kernel
def add_move(tree: SearchTree, parent: int, move: int) -> int:
    """The node after a move of the attacker. All children of a node are added one after the other."""
    node = add_node(tree, 1, parent)
    tree.move[node] = move
    add_child(tree, parent, node)
    return node


@inner_kernel
def add_child(tree: SearchTree, parent: int, child: int) -> None:
    """Append to the children of a node, which must be the last that got any."""
    place = tree.counts[TREE_CHILDREN]
    if tree.child_count[parent] == 0:
        tree.child_start[parent] = place
    tree.children[place] = child
    tree.child_count[parent] += 1
    tree.counts[TREE_CHILDREN] = place + 1


@inner_kernel
def add_reply(tree: SearchTree, node: int, cell: int) -> None:
    """Append to the replies that a move of the attacker leaves."""
    place = tree.counts[TREE_REPLIES]
    if tree.reply_count[node] == 0:
        tree.reply_start[node] = place
    tree.replies[place] = cell
    tree.reply_count[node] += 1
    tree.counts[TREE_REPLIES] = place + 1


@inner_kernel
def set_proven(tree: SearchTree, node: int, proof: int) -> None:
    """The attacker wins here."""
    tree.proof_number[node] = 0
    tree.disproof_number[node] = INFINITE
    tree.proof[node] = proof
    tree.is_evaluated[node] = 1
    tree.is_expanded[node] = 1


@inner_kernel
def set_disproven(tree: SearchTree, node: int) -> None:
    """The attacker does not win here by the moves that are tried."""
    tree.proof_number[node] = INFINITE
    tree.disproof_number[node] = 0
    tree.is_evaluated[node] = 1
    tree.is_expanded[node] = 1


@inner_kernel
def find_position(m: Memory, tree: SearchTree, parent: int) -> tuple[int, bool]:
    """The node of the position on the board, where the attacker is to move, and whether it is new."""
    key = m.hashes[0]
    size = len(tree.table_key)
    generation = tree.counts[TREE_GENERATION]
    entry = whole(key >> np.uint64(20)) & (size - 1)
    while tree.table_generation[entry] == generation:
        if tree.table_key[entry] == key:
            node = whole(tree.table_node[entry])
            add_parent(tree, node, parent)
            return node, False
        entry = (entry + 1) & (size - 1)
    node = add_node(tree, 0, parent)
    tree.table_generation[entry] = generation
    tree.table_key[entry] = key
    tree.table_node[entry] = node
    return node, True


@inner_kernel
def update_attacker_node(tree: SearchTree, node: int) -> tuple[int, int]:
    """The numbers of a node where the attacker is to move."""
    proof_number, disproof_number, best = INFINITE, 0, 0
    start = whole(tree.child_start[node])
    for place in range(start, start + tree.child_count[node]):
        child = whole(tree.children[place])
        if tree.proof_number[child] < proof_number:
            proof_number = whole(tree.proof_number[child])
            best = child
        disproof_number += tree.disproof_number[child]
    if proof_number == 0:
        tree.proof[node] = tree.proof[best]
        return 0, INFINITE
    if disproof_number == 0 or proof_number >= INFINITE:
        return INFINITE, 0
    return proof_number, min(disproof_number, INFINITE - 1)


@inner_kernel
def update_defender_node(m: Memory, tree: SearchTree, node: int) -> tuple[int, int]:
    """The numbers of a node where the defender is to move; its proof if every reply is answered."""
    proof_number, disproof_number = 0, INFINITE
    start = tree.child_start[node]
    for place in range(start, start + tree.child_count[node]):
        child = tree.children[place]
        proof_number += tree.proof_number[child]
        disproof_number = min(disproof_number, whole(tree.disproof_number[child]))
    if disproof_number == 0:
        return INFINITE, 0
    if proof_number > 0:
        return min(proof_number, INFINITE - 1), disproof_number
    count = whole(tree.reply_count[node])
    proof = make_node(m, whole(tree.move[node]), whole(tree.elsewhere[node]), count)
    to = m.node_start[proof]
    for place in range(count):
        m.reply_cell[to + place] = tree.replies[tree.reply_start[node] + place]
        m.reply_node[to + place] = tree.proof[tree.children[start + place]]
    tree.proof[node] = finish_node(m, proof)
    return 0, INFINITE


@inner_kernel
def update_numbers(m: Memory, tree: SearchTree, changed: int) -> None:
    """Work out the numbers of a node and of everything above it that changes."""
    tree.queue[0] = changed
    waiting = 1
    is_first = True
    while waiting:
        waiting -= 1
        node = whole(tree.queue[waiting])
        is_changed = False
        if tree.is_expanded[node] and tree.proof_number[node] != 0 and tree.disproof_number[node] != 0:
            if tree.kind[node] == 0:
                proof_number, disproof_number = update_attacker_node(tree, node)
            else:
                proof_number, disproof_number = update_defender_node(m, tree, node)
            is_changed = (
                proof_number != tree.proof_number[node] or disproof_number != tree.disproof_number[node]
            )
            tree.proof_number[node] = proof_number
            tree.disproof_number[node] = disproof_number
        if is_changed or is_first:
            link = tree.parents[node]
            while link != NOTHING and waiting < len(tree.queue):
                tree.queue[waiting] = tree.parent_node[link]
                waiting += 1
                link = tree.parent_next[link]
        is_first = False


@inner_kernel
def best_move(tree: SearchTree, node: int) -> int:
    """The child with the smallest proof number."""
    start = tree.child_start[node]
    best = whole(tree.children[start])
    for place in range(start + 1, start + tree.child_count[node]):
        if tree.proof_number[tree.children[place]] < tree.proof_number[best]:
            best = whole(tree.children[place])
    return best


@inner_kernel
def best_reply(tree: SearchTree, node: int) -> int:
    """The place among the replies of the one with the smallest disproof number that is still open."""
    start = tree.child_start[node]
    best, fewest = 0, INFINITE + 1
    for place in range(tree.child_count[node]):
        child = tree.children[start + place]
        if tree.proof_number[child] != 0 and tree.disproof_number[child] < fewest:
            fewest = whole(tree.disproof_number[child])
            best = place
    return best


@inner_kernel
def descend(m: Memory, tree: SearchTree, root: int) -> tuple[int, int]:
    """Play down to the node that is to be expanded next; that node, and how many moves lead there."""
    node, length = root, 0
    while tree.is_expanded[node]:
        if tree.kind[node] == 0:
            node = best_move(tree, node)
            move = whole(tree.move[node])
            put(m, move, ATTACKER)
        else:
            place = best_reply(tree, node)
            move = whole(tree.replies[tree.reply_start[node] + place])
            node = whole(tree.children[tree.child_start[node] + place])
            put(m, move, DEFENDER)
        tree.way[length] = move
        length += 1
    return node, length


@inner_kernel
def ascend(m: Memory, tree: SearchTree, length: int) -> None:
    """Take back the moves that `descend` has played."""
    while length:
        length -= 1
        take(m, whole(tree.way[length]))
