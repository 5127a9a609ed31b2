"""The search: principal variation search over the contract, compiled once for each game.

Scores are counted from the root: a win at ply 7 is WIN - 7. Beside its score every search leaves behind, for
its ply, whether the score is *settled*: true of the game itself, with no estimate in it. Three rules keep
proofs proofs:

- A win as a lower bound and a loss as an upper bound are proven whatever else was estimated, since no
  estimate reaches that far.
- A draw is proven only if settled.
- A full-width search of depth d sees every win in d plies, so a distance of at most d is exact. Late moves
  are searched less deeply only where a game calls them quiet; with such reductions on, wins are
  still wins, but their distances may be too long, and the engine searches again without them.

A position that repeats one on the current path counts as a draw. What depends on that is true only on this
path and is not stored in the table.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from plyground.contract import (
    LARGEST_ESTIMATE,
    LOST,
    OPEN,
    WON,
    candidates,
    evaluate,
    fingerprint,
    kernel,
    key,
    margin,
    mix,
    narrowed,
    outcome,
    play,
    pressed,
    proof,
    pursuit,
    quiet,
    repetition,
    soonest_loss,
    soonest_win,
    undo,
)
from plyground.engine.arrays import ONE, Index
from plyground.engine.node_limit import is_at_limit
from plyground.engine.ordering import NO_MOVE, next_move, rank_moves, update_history, update_killers
from plyground.engine.transposition import (
    EXACT,
    LOWER,
    NO_ENTRY,
    SETTLED,
    UPPER,
    entry_bound,
    entry_depth,
    entry_move,
    entry_score,
    expect,
    probe,
    score_to_store,
    store,
)
from plyground.engine.workspace import (
    ABORTED,
    BUSY_BITS,
    DEFERS,
    EARLIER_POSITIONS,
    MAX_PLY,
    NODES,
    REDUCES,
    ROOTS_DONE,
    STACK_PLIES,
    SearchWorkspace,
)
from plyground.native.compiler import inner_kernel
from plyground.native.intrinsics import address_of, value_at
from plyground.native.overloads import only_with
from plyground.score import INFINITE, PROVEN, WIN

NO_CYCLE: Final = MAX_PLY + 1

NO_CODE: Final = np.uint64(0)
"""No code of a position is known."""

DEFER_DEPTH: Final = 3
"""Below this depth threads do not look at what the others are searching."""
DEFERRED: Final = -(1 << 60)
"""The rank of a move that is put off because another thread searches it, less its place among all moves."""
ROOTS_DEFERRED: Final = np.uint64(64)
"""How many of the first root moves can be put off."""
BUSY_SHIFT: Final = np.uint64(64 - BUSY_BITS)

LMR_MOVES: Final = np.uint64(4)
"""How many moves are searched to the full depth before quiet ones are reduced."""
LMR_DEPTH: Final = 3
"""The lowest depth at which moves are reduced."""

SINGULAR_DEPTH: Final = 7
"""The lowest depth at which a singular move is sought."""
SINGULAR_PLIES: Final = 40
"""Beyond this ply no singular move is sought."""
SINGULAR_MARGIN: Final = 8
"""By how much a singular move is better than all others, for each ply of depth."""

RAZOR_MARGINS: Final = 2
"""How many futility margins a position is below the window when it is razored."""
RAZOR_DEPTH: Final = 3
"""The largest depth at which positions are razored."""


@inner_kernel
def search(
    shared: Any, place: Any, code: np.uint64, depth: int, alpha: int, beta: int, ply: int, at: int
) -> int:
    """The score of the position at an address within a window: principal variation search.

    Moves are written from `at` on.
    `code` stands for the position in the transposition table; `NO_CODE` is found out when it is needed.
    """
    rules, work = value_at(shared)
    pos = value_at(place)
    this_ply = np.uint64(ply)
    next_ply = this_ply + ONE
    work.pv_lengths[this_ply] = 0
    work.settled[this_ply] = True
    if repetition(rules) > 0:
        work.cycles[this_ply] = NO_CYCLE

    # 1. Count the node, and abort the search at its limit
    work.counts[NODES] += 1
    if is_at_limit(work.counts) or work.stop[0] != 0:
        work.counts[ABORTED] = 1
        return 0

    # 2. The game is over
    result = outcome(rules, pos)
    if result != OPEN:
        return ply - WIN if result == LOST else WIN - ply if result == WON else 0

    # 3. Repetition
    if is_repetition(rules, pos, work, ply):
        work.settled[this_ply] = False
        return 0

    # 4. Quick proof: the game itself sees a win or a loss in a few plies
    plies = proof(rules, pos)
    if plies != 0:
        return WIN - ply - plies if plies > 0 else ply - plies - WIN

    # 5. Leaf: the evaluation, unless it is low and the game finds a forced win
    if (depth <= 0 and not pressed(rules, pos)) or ply >= MAX_PLY - 1:
        estimate: Any = np.int64(evaluate(rules, pos))
        if estimate < beta:
            plies = pursuit(rules, pos)
            if plies > 0:
                return WIN - ply - plies
        work.settled[this_ply] = False
        return max(-LARGEST_ESTIMATE, min(LARGEST_ESTIMATE, estimate))

    # 6. Mate-distance pruning: no win from here is short enough, or no loss long enough
    if alpha > PROVEN and alpha >= WIN - ply - soonest_win(rules, pos):
        return alpha
    if beta < -PROVEN and beta <= ply + soonest_loss(rules, pos) - WIN:
        return beta

    # 7. Transposition table: a result that is deep enough or proven cuts off in a null window
    rules, work = value_at(shared)  # what is needed only from here on is loaded only here
    pos = value_at(place)
    is_pv = beta - alpha > 1
    if code == NO_CODE:
        code = key(rules, pos) ^ work.salt[0]
    excluded = work.excluded[this_ply]
    if excluded != NO_MOVE:
        code ^= mix(np.uint64(excluded))
        work.excluded[this_ply] = NO_MOVE
    entry = probe(work, code)
    if entry != NO_ENTRY and not is_pv:
        known_score = entry_score(entry, ply)
        known_depth = entry_depth(entry)
        is_win, is_loss = known_score > PROVEN, known_score < -PROVEN
        if entry_bound(entry) & LOWER and known_score >= beta and (known_depth >= depth or is_win):
            work.settled[this_ply] = known_depth == SETTLED or is_win
            return known_score
        if entry_bound(entry) & UPPER and known_score <= alpha and (known_depth >= depth or is_loss):
            work.settled[this_ply] = known_depth == SETTLED or is_loss
            return known_score

    futility_margin = 0 if is_pv else margin(rules, pos, depth)
    static_score = 0
    if futility_margin > 0:
        # 8. Futility pruning: the evaluation is above the window by more than a margin
        static_score = evaluate(rules, pos)
        if static_score - futility_margin >= beta and beta > -PROVEN:
            work.settled[this_ply] = False
            return static_score

        # 9. Razoring: it is below by more than some margins, and the game finds no forced win
        is_low = static_score + RAZOR_MARGINS * futility_margin <= alpha
        if is_low and alpha < PROVEN and depth <= RAZOR_DEPTH:
            plies = pursuit(rules, pos)
            if plies > 0:
                return WIN - ply - plies
            work.settled[this_ply] = False
            return static_score

    # 10. Singular extension: the table's move is better by far than all others, which are searched without it
    extension = 0
    if excluded == NO_MOVE and may_be_singular(rules, entry, depth, ply):
        singular_beta = entry_score(entry, ply) - SINGULAR_MARGIN * depth
        work.excluded[this_ply] = entry_move(entry)
        score = search(shared, place, code, depth >> 1, singular_beta - 1, singular_beta, ply, at)
        work.excluded[this_ply] = NO_MOVE  # still set if the search was aborted before step 7
        if work.counts[ABORTED] != 0:
            return 0
        if score < singular_beta:
            extension = 1
        elif singular_beta >= beta:  # several moves are good enough: a multi-cut
            work.settled[this_ply] = False
            return singular_beta

    # 11. Move ordering
    end = candidates(rules, pos, work.moves, at)
    first, last = np.uint64(at), np.uint64(end)
    side, killer = this_ply & ONE, this_ply << ONE
    rank_moves(
        rules,
        pos,
        work.moves,
        work.order,
        first,
        last,
        work.history,
        side,
        entry_move(entry) if entry != NO_ENTRY else NO_MOVE,
        work.killers[killer],
        work.killers[killer + ONE],
    )

    # 12. Loop over moves
    full_depth = depth - 1 if end - at > 1 else depth  # an only move is not a choice and costs no depth
    best, best_move = -INFINITE, NO_MOVE
    first_alpha = alpha
    settled = True
    pruned = False
    cycle = NO_CYCLE
    deferred = np.uint64(0)
    listed = last
    for i in range(first, last):
        if i >= listed:
            break
        move = next_move(work.moves, work.order, i, listed)

        # 13. With several threads, put off what another one searches
        claim = np.uint64(0)
        tried = i - first
        if depth >= DEFER_DEPTH and i > first and work.counts[DEFERS] != 0:
            move, claim, tried, deferred = claim_move(work, code, first, i, listed, deferred)
        if move & 0xFFFFFFFF == excluded:
            release_move(work, claim)
            continue

        # 14. Late-move pruning and futility pruning of quiet moves
        quietness = quiet(rules, pos, move) if i > first else 0
        may_prune = futility_margin > 0 and quietness > 1 and best > -PROVEN
        if may_prune and is_prunable(static_score + futility_margin, alpha, depth, tried):
            pruned = True
            release_move(work, claim)
            if deferred == 0:  # those that follow would be pruned, too
                listed = drop_quiet_moves(rules, pos, work, i + ONE, listed)
            continue

        # 15. Principal variation search: late moves reduced and in a null window first
        child_depth = full_depth - reduction(work, quietness, depth, tried)
        if i == first:
            child_depth += extension
        child = play(rules, pos, move)
        child_place = address_of(child)
        child_code = expected_code(rules, child, work, child_depth)
        child_beta = beta if i == first else alpha + 1
        while True:
            score = -search(shared, child_place, child_code, child_depth, -child_beta, -alpha, ply + 1, end)
            if score <= alpha or work.counts[ABORTED] != 0:
                break
            if child_depth < full_depth:
                child_depth = full_depth
            elif score < beta and child_beta < beta:
                child_beta = beta
            else:
                break
        undo(rules, child, move)
        release_move(work, claim)
        if work.counts[ABORTED] != 0:
            return 0

        # 16. A new best move, or a cutoff
        if repetition(rules) > 0:
            cycle = min(cycle, work.cycles[next_ply])
        if score > best:
            best, best_move = score, move
            if score > alpha:
                alpha = score
                if is_pv:
                    update_pv(work, this_ply, move)
                if score >= beta:
                    settled = work.settled[next_ply]
                    update_history(work.history, side, work.moves, first, i, depth)
                    update_killers(work.killers, killer, move)
                    break
        settled = settled and work.settled[next_ply]

    # 17. What the score is worth: moves that were not searched prove nothing
    if excluded != NO_MOVE and best == -INFINITE:
        work.settled[this_ply] = False
        return first_alpha
    if (pruned or narrowed(rules, pos)) and best < beta:
        settled = False
        best = max(best, -LARGEST_ESTIMATE)
    bound = LOWER if best >= beta else EXACT if best > first_alpha else UPPER
    if (bound == LOWER and best > PROVEN) or (bound == UPPER and best < -PROVEN):
        settled = True
    work.settled[this_ply] = settled
    if repetition(rules) > 0:
        work.cycles[this_ply] = cycle if cycle < ply else NO_CYCLE

    # 18. Store the result in the transposition table, unless it rests on a repetition above this ply
    if cycle >= ply:
        store(work, code, best_move, score_to_store(best, ply), SETTLED if settled else depth, bound)
    return best


@kernel
def expected_code(rules: Any, pos: Any, work: SearchWorkspace, depth: int) -> np.uint64:
    """The code of a position that is searched next, its bucket on the way; `NO_CODE` if it needs none."""
    if depth <= 0:
        return NO_CODE
    code = key(rules, pos) ^ work.salt[0]
    expect(work, code)
    return code


@only_with(margin)
def may_be_singular(rules: Any, entry: np.uint64, depth: int, ply: int) -> bool:
    """Whether it pays to ask if the move of the table is better by far than all others."""
    if depth < SINGULAR_DEPTH or ply >= SINGULAR_PLIES or entry == NO_ENTRY or entry_move(entry) == NO_MOVE:
        return False
    known_depth = entry_depth(entry)
    return (
        known_depth >= depth - 3
        and known_depth != SETTLED
        and entry_bound(entry) & LOWER != 0
        and abs(entry_score(entry, ply)) < PROVEN
    )


@only_with(repetition)
def is_repetition(rules: Any, pos: Any, work: SearchWorkspace, ply: int) -> bool:
    """Whether this position is on the current path, or has occurred so often in the game that it ends it."""
    if repetition(rules) == 0:
        return False
    root = work.counts[EARLIER_POSITIONS]
    here = root + ply
    mark = fingerprint(pos)
    work.path[here] = mark
    times = 1
    for i in range(here - 2, -1, -2):
        if work.path[i] == mark:
            if i >= root:
                work.cycles[ply] = i - root
                return True
            times += 1
    return times >= repetition(rules)


@kernel
def claim_move(
    work: SearchWorkspace, code: np.uint64, first: Index, i: Index, last: Index, deferred: Index
) -> tuple[int, np.uint64, Index, Index]:
    """The next move that no other thread is searching, and the claim that `release_move` takes back.

    A move that another thread searches is deferred until the others are done (the simplified ABDADA of
    Kerrigan). Besides, its place among all moves, as if none had been deferred, and how many have been.
    """
    while True:
        move: Any = work.moves[i]
        claim = claim_of(code, move)
        is_deferred = work.order[i] <= DEFERRED
        if is_deferred or not is_claimed(work, claim):
            work.busy[claim >> BUSY_SHIFT] = claim
            tried = np.uint64(DEFERRED - work.order[i]) if is_deferred else i - first + deferred
            return move, claim, tried, deferred
        work.order[i] = DEFERRED - np.int64(i - first + deferred)
        deferred += ONE
        next_move(work.moves, work.order, i, last)


@kernel
def claim_of(code: np.uint64, move: int) -> np.uint64:
    """What stands for a move of a position among those that are being searched; never 0."""
    return mix(code ^ mix(np.uint64(move))) | ONE


@kernel
def is_claimed(work: SearchWorkspace, claim: np.uint64) -> bool:
    """Whether a thread is searching this move."""
    return work.busy[claim >> BUSY_SHIFT] == claim


@kernel
def release_move(work: SearchWorkspace, claim: np.uint64) -> None:
    """Take back a claim on a move; 0 is none."""
    if claim != np.uint64(0):
        work.busy[claim >> BUSY_SHIFT] = np.uint64(0)


@kernel
def is_prunable(most: int, alpha: int, depth: int, tried: Index) -> bool:
    """Whether a quiet move is not searched: it brings `most` and no more, or enough others were tried."""
    return most <= alpha or tried >= np.uint64(3 + depth * depth)


@kernel
def drop_quiet_moves(rules: Any, pos: Any, work: SearchWorkspace, first: Index, last: Index) -> Index:
    """Drop the moves that may be pruned from those still to be searched; the index behind the last."""
    kept: Index = first
    for i in range(first, last):
        if quiet(rules, pos, work.moves[i]) <= 1:
            work.moves[kept] = work.moves[i]
            work.order[kept] = work.order[i]
            kept += ONE
    return kept


@kernel
def reduction(work: SearchWorkspace, quietness: int, depth: int, tried: Index) -> int:
    """Late-move reduction: by how many plies a move is searched less deeply at first."""
    if quietness == 0 or depth < LMR_DEPTH or work.counts[REDUCES] == 0:
        return 0
    if quietness > 1:
        less = work.reductions[np.uint64(min(depth, 63) * 64) + min(tried, np.uint64(63))]
        return min(less, depth - 1)
    if tried < LMR_MOVES:
        return 0
    return 2 if tried >= np.uint64(12) and depth >= 6 else 1


@kernel
def update_pv(work: SearchWorkspace, ply: Index, move: int) -> None:
    """Make a move and the principal variation of the next ply the one of this ply."""
    base = ply * STACK_PLIES
    length = work.pv_lengths[ply + ONE]
    work.pv[base] = move
    for i in range(np.uint64(length)):
        work.pv[base + ONE + i] = work.pv[base + STACK_PLIES + i]
    work.pv_lengths[ply] = length + 1


@inner_kernel
def search_root_moves(
    rules: Any, pos: Any, work: SearchWorkspace, depth: int, alpha: int, beta: int, first: int, last: int
) -> int:
    """Search the moves `first` to `last` of `work.roots` and bring the best of them to index `first`.

    If the search is aborted, `counts[ROOTS_DONE]` is the number of moves that it had finished.
    """
    shared = address_of((rules, work))
    root: Any = np.int64(0)
    ply: Any = np.int64(1)
    at: Any = np.int64(0)  # not literals, for which Numba would compile the search once more
    work.counts[ROOTS_DONE] = 0
    work.pv_lengths[0] = 0
    is_repetition(rules, pos, work, root)
    best, best_at = -INFINITE, first
    settled = True
    count = last - first
    deferred = np.uint64(0)  # a bit for each move that is put off, as in `search`
    for turn in range(2 * count):
        i = first + (turn if turn < count else turn - count)
        place = np.uint64(i - first)
        move = work.roots[i]
        claim = np.uint64(0)
        if turn >= count and (place >= ROOTS_DEFERRED or deferred >> place & ONE == np.uint64(0)):
            continue
        if turn > 0 and work.counts[DEFERS] != 0:
            claim = claim_of(work.salt[0], move)
            if turn < count and place < ROOTS_DEFERRED and is_claimed(work, claim):
                deferred |= ONE << place
                continue
            work.busy[claim >> BUSY_SHIFT] = claim
        quietness = quiet(rules, pos, move) if i > first else 0
        child_depth = depth - 1 - reduction(work, quietness, depth, place)
        child = play(rules, pos, move)
        child_place = address_of(child)
        child_code = expected_code(rules, child, work, child_depth)
        child_beta = beta if i == first else alpha + 1
        while True:
            score = -search(shared, child_place, child_code, child_depth, -child_beta, -alpha, ply, at)
            if score <= alpha or work.counts[ABORTED] != 0:
                break
            if child_depth < depth - 1:
                child_depth = depth - 1
            elif score < beta and child_beta < beta:
                child_beta = beta
            else:
                break
        undo(rules, child, move)
        release_move(work, claim)
        if work.counts[ABORTED] != 0:
            break
        work.counts[ROOTS_DONE] += 1
        settled = settled and work.settled[1]
        if score > best:
            best, best_at = score, i
            if score > alpha:
                alpha = score
                update_pv(work, np.uint64(0), move)
                if score >= beta:
                    break
    move = work.roots[best_at]
    for i in range(best_at, first, -1):
        work.roots[i] = work.roots[i - 1]
    work.roots[first] = move
    work.settled[0] = settled
    return best
