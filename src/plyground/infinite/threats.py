"""Wins by continuous threats: proof-number search over fours, open threes, and moves that threaten fours."""

from __future__ import annotations

from plyground.infinite.field import completions, first_empty, put, radius, take, window_cell
from plyground.infinite.fours import find_fours, four_node
from plyground.infinite.library import add_to_library, find_in_library
from plyground.infinite.memory import (
    ATTACKER,
    CACHE_SIZE,
    CELLS,
    DEFENDER,
    EXPANDED,
    EXPANDED_LIMIT,
    FOUR_NUMBER,
    FOURS_AT_CANDIDATE,
    FOURS_AT_NODE,
    FOURS_DEPTH,
    INFINITE,
    LIBRARY_TRIES,
    MOST_OPEN_THREES,
    NEEDED,
    NEVER,
    NOTHING,
    OUTER_REACH,
    REACH,
    STOP,
    STRIDES,
    TREE_SPENT,
    Memory,
    whole,
)
from plyground.infinite.needed import find_needed
from plyground.infinite.positions import find_entry, store
from plyground.infinite.proof_numbers import (
    add_child,
    add_move,
    add_reply,
    ascend,
    clear_tree,
    descend,
    find_position,
    is_full,
    set_disproven,
    set_proven,
    update_numbers,
)
from plyground.native.compiler import inner_kernel

FROM_LIBRARY = 20
"""Proofs that took at least this many expansions go into the library."""


@inner_kernel
def is_stopped(m: Memory) -> bool:
    """Whether the search is to end: somebody wants it, memory is full, or the work allowed is done."""
    return m.numbers[STOP] != 0 or m.numbers[EXPANDED] >= m.numbers[EXPANDED_LIMIT]


@inner_kernel
def set_mobility(m: Memory, node: int) -> None:
    """Begin with numbers that say how much the attacker can still threaten."""
    row = len(m.row)
    tree = m.threats
    twos, threes = m.numbers[row - 3], m.numbers[row - 2]
    tree.disproof_number[node] = 1 + twos // 4 + threes // 2
    tree.proof_number[node] = max(1, 6 - twos // 3) + (2 if m.numbers[8 + row - 2] else 0)


@inner_kernel
def evaluate_threat_node(m: Memory, node: int) -> None:
    """What is known of a new node where the attacker is to move."""
    row = len(m.row)
    tree = m.threats
    tree.is_evaluated[node] = 1
    if m.numbers[row - 1]:
        set_proven(tree, node, first_empty(m, whole(m.window_lists[row - 1, 0])))
        return
    if m.numbers[8 + row - 1]:
        number, _, _ = completions(m, 8 + row - 1)
        if number == 2:
            set_disproven(tree, node)
            return
    key = m.hashes[0]
    entry = find_entry(m.cache_key, key, CACHE_SIZE)
    if m.cache_key[entry] == key:
        if m.cache_proof[entry] != NOTHING:
            set_proven(tree, node, whole(m.cache_proof[entry]))
            return
        if m.cache_budget[entry] == NEVER:
            set_disproven(tree, node)
            return
    proof = find_fours(m, 20, m.numbers[FOURS_AT_NODE])
    if proof != NOTHING:
        set_proven(tree, node, proof)
    else:
        set_mobility(m, node)


@inner_kernel
def add_threat(m: Memory, node: int, move: int) -> None:
    """Add a move that makes a four, or after which continuous fours would win."""
    row = len(m.row)
    tree = m.threats
    put(m, move, ATTACKER)
    if m.numbers[row - 1]:
        number, five, _ = completions(m, row - 1)
        child = add_move(tree, node, move)
        tree.elsewhere[child] = five
        add_reply(tree, child, five)
        tree.proof_number[child] = 1 if number == 2 else m.numbers[FOUR_NUMBER]
        if radius(m, five) > m.numbers[OUTER_REACH] - 1:
            tree.proof_number[child] = INFINITE
            tree.disproof_number[child] = 0
    elif m.numbers[8 + row - 1] == 0:
        proof = find_fours(m, m.numbers[FOURS_DEPTH], m.numbers[FOURS_AT_CANDIDATE])
        if proof != NOTHING and find_needed(m, proof):
            child = add_move(tree, node, move)
            tree.elsewhere[child] = proof
            add_needed(m, child)
    take(m, move)


@inner_kernel
def add_needed(m: Memory, child: int) -> None:
    """The replies to a threat are the cells that carrying it out needs."""
    count = m.numbers[NEEDED]
    for place in range(count):
        add_reply(m.threats, child, whole(m.needed_cells[place]))
    m.threats.proof_number[child] = count


@inner_kernel
def list_four_cells(m: Memory) -> int:
    """List the empty cells of windows with two cells missing, in `fours_seen[0]`, and mark them."""
    row = len(m.row)
    count = 0
    for place in range(m.numbers[row - 2]):
        window = whole(m.window_lists[row - 2, place])
        for which in range(row):
            cell = window_cell(window, which)
            if m.stones[cell] == 0 and m.marks[0, cell] == 0:
                m.marks[0, cell] = 1
                m.fours_seen[0, count] = cell
                count += 1
    return count


@inner_kernel
def note_candidate(m: Memory, cell: int, seen: int) -> int:
    """Mark a cell as a move that is tried; how many there are now."""
    m.marks[1, cell] = 1
    m.fours_seen[2, seen] = cell
    return seen + 1


@inner_kernel
def add_open_threes(m: Memory, seen: int) -> tuple[int, int]:
    """List the moves that make an open three: six cells, the ends empty, one more stone to come."""
    row = len(m.row)
    reach = m.numbers[REACH]
    count = 0
    for place in range(m.numbers[row - 3]):
        window = whole(m.window_lists[row - 3, place])
        stride = STRIDES[window // CELLS]
        first = window % CELLS
        last = first + row * stride
        if m.stones[first] != 0 or m.stones[last] != 0 or m.windows[window + stride] >= 16:
            continue
        one = whole(NOTHING)
        other = whole(NOTHING)
        empty = 0
        for which in range(1, row):
            cell = first + which * stride
            if m.stones[cell] == 0:
                empty += 1
                if one == NOTHING:
                    one = cell
                else:
                    other = cell
        if empty != 2:
            continue
        for which in range(2):
            move = one if which == 0 else other
            missing = other if which == 0 else one
            if (
                m.marks[1, move]
                or radius(m, move) > reach
                or radius(m, missing) > reach
                or radius(m, first) > reach
                or radius(m, last) > reach
            ):
                continue
            seen = note_candidate(m, move, seen)
            if count < MOST_OPEN_THREES:
                m.threes[count, 0] = move
                m.threes[count, 1] = missing
                m.threes[count, 2] = first
                m.threes[count, 3] = last
                count += 1
    return count, seen


@inner_kernel
def list_crossings(m: Memory, count: int, seen: int) -> tuple[int, int]:
    """Add moves that make another three through a cell where a four is to be had."""
    row = len(m.row)
    for place in range(m.numbers[row - 3]):
        window = whole(m.window_lists[row - 3, place])
        crossing = 0
        for which in range(row):
            cell = window_cell(window, which)
            if m.stones[cell] == 0:
                crossing += m.marks[0, cell]
        if crossing == 0:
            continue
        for which in range(row):
            cell = window_cell(window, which)
            if m.stones[cell] or m.marks[1, cell] or radius(m, cell) > m.numbers[REACH]:
                continue
            if crossing - m.marks[0, cell] == 0:
                continue
            seen = note_candidate(m, cell, seen)
            m.fours_seen[1, count] = cell
            count += 1
    return count, seen


@inner_kernel
def add_open_three(m: Memory, node: int, which: int) -> None:
    """Add a move that makes an open three; carried out, it becomes a four with two fives."""
    row = len(m.row)
    tree = m.threats
    move, missing = whole(m.threes[which, 0]), whole(m.threes[which, 1])
    first, last = whole(m.threes[which, 2]), whole(m.threes[which, 3])
    proof = four_node(m, missing, first, last)
    if m.numbers[8 + row - 2]:
        put(m, move, ATTACKER)
        is_good = find_needed(m, proof)
        take(m, move)
        if is_good:
            child = add_move(tree, node, move)
            tree.elsewhere[child] = proof
            add_needed(m, child)
    else:
        child = add_move(tree, node, move)
        tree.elsewhere[child] = proof
        add_reply(tree, child, missing)
        add_reply(tree, child, first)
        add_reply(tree, child, last)
        tree.proof_number[child] = 3


@inner_kernel
def expand_threat_node(m: Memory, node: int) -> None:
    """Add the threats of the attacker."""
    row = len(m.row)
    tree = m.threats
    tree.is_expanded[node] = 1
    if m.numbers[8 + row - 1]:
        _, forced, _ = completions(m, 8 + row - 1)
        if radius(m, forced) <= m.numbers[REACH] + 3:
            add_threat(m, node, forced)
    else:
        cells = list_four_cells(m)
        count, seen = 0, 0
        for place in range(cells):
            cell = whole(m.fours_seen[0, place])
            if radius(m, cell) <= m.numbers[REACH]:
                seen = note_candidate(m, cell, seen)
                m.fours_seen[1, count] = cell
                count += 1
        threes, seen = add_open_threes(m, seen)
        if cells:
            count, seen = list_crossings(m, count, seen)
        for place in range(cells):
            m.marks[0, m.fours_seen[0, place]] = 0
        for place in range(seen):
            m.marks[1, m.fours_seen[2, place]] = 0
        for place in range(threes):
            add_open_three(m, node, place)
        for place in range(count):
            add_threat(m, node, whole(m.fours_seen[1, place]))
    if tree.child_count[node] == 0:
        set_disproven(tree, node)


@inner_kernel
def expand_threat_replies(m: Memory, node: int) -> None:
    """Add the replies of the defender to a threat."""
    tree = m.threats
    tree.is_expanded[node] = 1
    if m.numbers[8 + len(m.row) - 1]:
        set_disproven(tree, node)
        return
    for place in range(tree.reply_count[node]):
        cell = whole(tree.replies[tree.reply_start[node] + place])
        put(m, cell, DEFENDER)
        child, is_new = find_position(m, tree, node)
        if is_new:
            evaluate_threat_node(m, child)
        take(m, cell)
        add_child(tree, node, child)
        if tree.disproof_number[child] == 0:
            break


@inner_kernel
def search_threats(m: Memory, budget: int) -> int:
    """A win by threats within a budget of expansions, or NOTHING."""
    tree = m.threats
    clear_tree(tree)
    root, _ = find_position(m, tree, NOTHING)
    evaluate_threat_node(m, root)
    while tree.proof_number[root] != 0 and tree.disproof_number[root] != 0:
        if tree.counts[TREE_SPENT] >= budget or is_stopped(m) or is_full(tree):
            break
        node, length = descend(m, tree, root)
        tree.counts[TREE_SPENT] += 1
        m.numbers[EXPANDED] += 1
        if tree.kind[node] == 0:
            expand_threat_node(m, node)
        else:
            expand_threat_replies(m, node)
        ascend(m, tree, length)
        update_numbers(m, tree, node)
    return whole(tree.proof[root]) if tree.proof_number[root] == 0 else NOTHING


@inner_kernel
def find_threats(m: Memory, budget: int) -> int:
    """A win by threats, remembered, from the library or searched for within a budget, or NOTHING."""
    key = m.hashes[0]
    entry = find_entry(m.cache_key, key, CACHE_SIZE)
    if m.cache_key[entry] == key:
        if m.cache_proof[entry] != NOTHING:
            return whole(m.cache_proof[entry])
        if m.cache_budget[entry] >= budget:
            return NOTHING
    if m.numbers[LIBRARY_TRIES] > 0:
        proof = find_in_library(m)
        if proof != NOTHING:
            store(m, 2, proof, 0)
            return proof
    proof = search_threats(m, budget)
    tree = m.threats
    is_disproven = tree.disproof_number[0] == 0
    if m.numbers[STOP]:
        return NOTHING
    if proof == NOTHING and not is_disproven and is_stopped(m):
        return NOTHING
    if proof != NOTHING and tree.counts[TREE_SPENT] >= FROM_LIBRARY and m.numbers[LIBRARY_TRIES] > 0:
        add_to_library(m, proof)
    store(m, 2, proof, NEVER if is_disproven and proof == NOTHING else budget)
    return proof
