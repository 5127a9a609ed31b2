"""Wins with quiet moves: proof-number search over moves after which the attacker would win by threats."""

from __future__ import annotations

from plyground.infinite.field import completions, put, radius, take, window_cell
from plyground.infinite.fours import find_fours
from plyground.infinite.memory import (
    ATTACKERS,
    CACHE_SIZE,
    CELLS,
    DEFENDER,
    DEFENDERS,
    EXPANDED,
    FOURS_AT_NODE,
    HINT_PENALTY,
    LAST_DISPROOF_NUMBER,
    LAST_PROOF_NUMBER,
    LAZY,
    MOST_STONES,
    NEEDED,
    NOTHING,
    PASS_BUDGET,
    QUIET_CACHE_SIZE,
    QUIET_EXPANDED,
    REACH,
    REPLAY_LEFT,
    REPLAY_QUIET,
    REPLAY_STOPPED,
    REPLAY_THREATS,
    REPLAY_TOTAL,
    STOP,
    STRIDES,
    TEMPLATES,
    THREAT_BUDGET,
    TREE_SPENT,
    WIDTH,
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
from plyground.infinite.replay import make_replay
from plyground.infinite.threats import find_threats, is_stopped
from plyground.native.compiler import inner_kernel

ATTACKER_SCORES = (0, 3, 12, 40)
DEFENDER_SCORES = (0, 2, 7, 60)
"""What a window with so many stones of one side says for a move in it."""
HINTED = 1_000_000
MOST_TEMPLATES = 8


@inner_kernel
def fall_back_on_threats(m: Memory, template: int) -> int:
    """A win by fours, or by threats if the proof had some, or NOTHING."""
    if m.numbers[REPLAY_STOPPED]:
        return NOTHING
    proof = find_fours(m, 20, m.numbers[FOURS_AT_NODE])
    if proof != NOTHING:
        return proof
    if m.node_order[template] >= 2 and template >= CELLS and m.numbers[REPLAY_LEFT] > 0:
        before = m.numbers[EXPANDED]
        proof = find_threats(m, min(m.numbers[REPLAY_THREATS], m.numbers[REPLAY_LEFT]))
        m.numbers[REPLAY_LEFT] -= m.numbers[EXPANDED] - before + 1
    if proof == NOTHING:
        m.numbers[REPLAY_STOPPED] = 1
    return proof


replay_with_threats = make_replay(fall_back_on_threats)


@inner_kernel
def hinted_cell(m: Memory) -> int:
    """The move that a hint names for this position, or NOTHING."""
    key = m.hashes[0] ^ m.alias[0]
    entry = find_entry(m.hint_key, key, len(m.hint_key))
    if m.hint_key[entry] == key and m.stones[m.hint_cell[entry]] == 0:
        return whole(m.hint_cell[entry])
    return NOTHING


@inner_kernel
def score_window(m: Memory, window: int, value: int, seen: int) -> int:
    """Add to the scores of the empty cells of a window; how many cells have one."""
    for place in range(len(m.row)):
        cell = window_cell(window, place)
        if m.stones[cell] or radius(m, cell) > m.numbers[REACH]:
            continue
        if m.score[cell] == 0:
            m.seen[seen] = cell
            seen += 1
        m.score[cell] += value
    return seen


@inner_kernel
def score_cells(m: Memory) -> int:
    """Score the cells around the stones, listed in `seen`; how many there are."""
    row = len(m.row)
    seen = 0
    for stones in range(2, row - 1):
        for place in range(m.numbers[stones]):
            seen = score_window(m, whole(m.window_lists[stones, place]), ATTACKER_SCORES[stones], seen)
        for place in range(m.numbers[8 + stones]):
            seen = score_window(m, whole(m.window_lists[8 + stones, place]), DEFENDER_SCORES[stones], seen)
    for side in range(2):
        count = m.numbers[ATTACKERS] if side == 0 else m.numbers[DEFENDERS]
        alone = 1 if side == 0 else 16
        value = ATTACKER_SCORES[1] if side == 0 else DEFENDER_SCORES[1]
        for which in range(count):
            stone = whole(m.stone_lists[side * MOST_STONES + which])
            for direction in range(4):
                window = direction * CELLS + stone
                for _ in range(row):
                    if m.windows[window] == alone:
                        seen = score_window(m, window, value, seen)
                    window -= STRIDES[direction]
    return seen


@inner_kernel
def is_candidate(m: Memory, cell: int) -> bool:
    """Whether a quiet move here adds to a window of the attacker or spoils two stones of the defender."""
    for direction in range(4):
        window = direction * CELLS + cell
        for _ in range(len(m.row)):
            stones = m.windows[window]
            if (stones & 15 == 0 and stones >= 32) or (stones < 16 and stones > 0):
                return True
            window -= STRIDES[direction]
    return False


@inner_kernel
def add_quiet_moves(m: Memory, node: int) -> None:
    """Add the most promising moves, the hinted one first."""
    tree = m.quiet
    seen = score_cells(m)
    hint = hinted_cell(m)
    penalty = 0
    width = m.numbers[WIDTH]
    rank = 0
    if hint != NOTHING:
        child = add_move(tree, node, hint)
        tree.proof_number[child] = 2
        penalty = m.numbers[HINT_PENALTY]
        rank = 1
    for place in range(seen):
        cell = whole(m.seen[place])
        if cell == hint or not is_candidate(m, cell):
            m.score[cell] = 0
    while rank < width:
        best, most = NOTHING, 0
        for place in range(seen):
            cell = whole(m.seen[place])
            score = whole(m.score[cell])
            if score > most or (score == most and score > 0 and cell < best):
                best, most = cell, score
        if best == NOTHING:
            break
        m.score[best] = 0
        child = add_move(tree, node, best)
        tree.proof_number[child] = 4 + rank + penalty
        rank += 1
    for place in range(seen):
        m.score[m.seen[place]] = 0


@inner_kernel
def evaluate_quiet_node(m: Memory, node: int) -> None:
    """Look for a win by threats."""
    row = len(m.row)
    tree = m.quiet
    tree.is_evaluated[node] = 1
    if m.numbers[row - 1] == 0 and m.numbers[8 + row - 1]:
        number, _, _ = completions(m, 8 + row - 1)
        if number == 2:
            set_disproven(tree, node)
            return
    proof = find_threats(m, m.numbers[THREAT_BUDGET])
    if proof != NOTHING:
        set_proven(tree, node, proof)


@inner_kernel
def expand_quiet_node(m: Memory, node: int) -> None:
    """Add the moves of the attacker."""
    row = len(m.row)
    tree = m.quiet
    if tree.is_evaluated[node] == 0:
        evaluate_quiet_node(m, node)
        if tree.is_expanded[node]:
            return
    tree.is_expanded[node] = 1
    if m.numbers[8 + row - 1]:
        _, forced, _ = completions(m, 8 + row - 1)
        if radius(m, forced) <= m.numbers[REACH] + 3:
            child = add_move(tree, node, forced)
            tree.proof_number[child] = 4
    else:
        add_quiet_moves(m, node)
    if tree.child_count[node] == 0:
        set_disproven(tree, node)


@inner_kernel
def find_quiet_replies(m: Memory, node: int) -> bool:
    """Work out which replies a quiet move leaves: prove what follows if the defender plays elsewhere."""
    row = len(m.row)
    tree = m.quiet
    if m.numbers[row - 1]:
        _, five, _ = completions(m, row - 1)
        tree.elsewhere[node] = five
        add_reply(tree, node, five)
        return True
    proof = find_threats(m, m.numbers[PASS_BUDGET])
    if proof == NOTHING or not find_needed(m, proof):
        return False
    tree.elsewhere[node] = proof
    for place in range(m.numbers[NEEDED]):
        add_reply(tree, node, whole(m.needed_cells[place]))
    return True


@inner_kernel
def try_templates(m: Memory, first: int, second: int) -> int:
    """Replay one of two proofs here, or NOTHING."""
    for which in range(2):
        template = first if which == 0 else second
        if template == NOTHING or template < CELLS:
            continue
        m.numbers[REPLAY_LEFT] = m.numbers[REPLAY_TOTAL]
        m.numbers[REPLAY_STOPPED] = 0
        proof = replay_with_threats(m, template)
        if proof != NOTHING:
            return proof
    return NOTHING


@inner_kernel
def expand_quiet_replies(m: Memory, node: int) -> None:
    """Add the replies of the defender to a quiet move; most are answered by replaying what wins elsewhere."""
    row = len(m.row)
    tree = m.quiet
    tree.is_expanded[node] = 1
    if m.numbers[8 + row - 1] or not find_quiet_replies(m, node):
        set_disproven(tree, node)
        return
    template = whole(tree.elsewhere[node])
    other = whole(NOTHING)
    left_open = 0
    for place in range(tree.reply_count[node]):
        cell = whole(tree.replies[tree.reply_start[node] + place])
        put(m, cell, DEFENDER)
        child, is_new = find_position(m, tree, node)
        if is_new:
            key = m.hashes[0]
            entry = find_entry(m.cache_key, key, CACHE_SIZE)
            if m.cache_key[entry] == key and m.cache_proof[entry] != NOTHING:
                set_proven(tree, child, whole(m.cache_proof[entry]))
        if (
            not tree.is_evaluated[child]
            and tree.proof_number[child] != 0
            and tree.disproof_number[child] != 0
        ):
            proof = try_templates(m, template, other)
            if proof != NOTHING and m.numbers[STOP] == 0:
                set_proven(tree, child, proof)
            elif left_open < m.numbers[LAZY]:
                evaluate_quiet_node(m, child)
                if tree.proof_number[child] == 0:
                    if other == NOTHING and m.numbers[TEMPLATES] > 1:
                        other = whole(tree.proof[child])
                elif tree.disproof_number[child] != 0:
                    left_open += 1
        take(m, cell)
        add_child(tree, node, child)
        if tree.disproof_number[child] == 0:
            break


@inner_kernel
def search_quiet(m: Memory, budget: int) -> int:
    """A win with quiet moves within a budget of expansions, or NOTHING."""
    tree = m.quiet
    clear_tree(tree)
    root, _ = find_position(m, tree, NOTHING)
    key = m.hashes[0]
    entry = find_entry(m.cache_key, key, CACHE_SIZE)
    if m.cache_key[entry] == key and m.cache_proof[entry] != NOTHING:
        return whole(m.cache_proof[entry])
    evaluate_quiet_node(m, root)
    while tree.proof_number[root] != 0 and tree.disproof_number[root] != 0:
        if tree.counts[TREE_SPENT] >= budget or is_stopped(m) or is_full(tree):
            break
        node, length = descend(m, tree, root)
        tree.counts[TREE_SPENT] += 1
        m.numbers[QUIET_EXPANDED] += 1
        if tree.kind[node] == 0:
            expand_quiet_node(m, node)
        else:
            expand_quiet_replies(m, node)
        ascend(m, tree, length)
        update_numbers(m, tree, node)
    m.numbers[LAST_PROOF_NUMBER] = tree.proof_number[root]
    m.numbers[LAST_DISPROOF_NUMBER] = tree.disproof_number[root]
    return whole(tree.proof[root]) if tree.proof_number[root] == 0 else NOTHING


@inner_kernel
def find_quiet(m: Memory, budget: int) -> int:
    """A win with quiet moves, remembered or searched for within a budget, or NOTHING."""
    key = m.hashes[0]
    entry = find_entry(m.quiet_key, key, QUIET_CACHE_SIZE)
    if m.quiet_key[entry] == key:
        if m.quiet_proof[entry] != NOTHING:
            return whole(m.quiet_proof[entry])
        if m.quiet_budget[entry] >= budget:
            return NOTHING
    proof = search_quiet(m, budget)
    if m.numbers[STOP] or (proof == NOTHING and is_stopped(m)):
        return NOTHING
    store(m, 3, proof, budget)
    return proof


@inner_kernel
def fall_back_on_quiet(m: Memory, template: int) -> int:
    """A win by fours, by threats, or with quiet moves if the proof had some, or NOTHING."""
    if m.numbers[REPLAY_STOPPED]:
        return NOTHING
    left = m.numbers[REPLAY_LEFT]
    before = m.numbers[EXPANDED]
    proof = fall_back_on_threats(m, template)
    if proof != NOTHING or template < CELLS or m.node_order[template] < 3 or left <= 0:
        return proof
    if m.numbers[REPLAY_QUIET] > 0 and m.numbers[REPLAY_LEFT] > 0:
        proof = find_quiet(m, m.numbers[REPLAY_QUIET])
        m.numbers[REPLAY_LEFT] = left - (m.numbers[EXPANDED] - before)
        m.numbers[REPLAY_STOPPED] = 1 if proof == NOTHING else 0
    return proof


replay_with_quiet = make_replay(fall_back_on_quiet)
