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

A position that repeats one on the current path counts as a draw. What depends on that is
true only on this path and is not stored in the table.
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
    undo,
)
from plyground.engine.arrays import ONE, Index
from plyground.engine.ordering import NO_MOVE, next_move, rank_moves, update_history, update_killers
from plyground.engine.transposition import (
    EXACT,
    LOWER,
    SETTLED,
    UPPER,
    kept_score,
    old_bound,
    old_depth,
    old_move,
    old_score,
    probe,
    store,
)
from plyground.engine.workspace import (
    ABORTED,
    BUSY_BITS,
    DONE,
    EARLIER,
    MAX_PLY,
    NODE_LIMIT,
    NODES,
    REDUCE,
    SHARING,
    WIDTH,
    SearchWorkspace,
)
from plyground.native.compiler import inner_kernel
from plyground.native.intrinsics import address_of, value_at
from plyground.native.overloads import only_with
from plyground.score import INFINITE, PROVEN, WIN

NO_CYCLE: Final = MAX_PLY + 1

SHARED_DEPTH: Final = 3
"""Below this depth threads do not look at what the others are searching."""
PUT_OFF: Final = -(1 << 60)
WORD_BITS: Final = np.uint64(64)
BUSY_SHIFT: Final = np.uint64(BUSY_BITS)

FULL_MOVES: Final = np.uint64(4)
"""How many moves are searched to the full depth before quiet ones are reduced."""
FULL_DEPTH: Final = 3

SINGULAR_DEPTH: Final = 7
SINGULAR_PLIES: Final = 40
SINGULAR_MARGIN: Final = 8
"""From this depth on, and so near to the root, a move that is better than all others by so much for each
ply of depth is searched one ply deeper."""

RAZOR: Final = 2
"""How many margins below the window a position is given up, unless it holds a forced win …"""
RAZOR_DEPTH: Final = 3
"""… so near to the end of the search."""


@inner_kernel
def search(shared: Any, pos: Any, depth: int, alpha: int, beta: int, ply: int, at: int) -> int:
    """The score of a position within a window. Its moves are written from `at` on."""
    rules, work = value_at(shared)
    here = np.uint64(ply)
    below = here + ONE
    work.lengths[here] = 0
    work.settled[here] = True
    if repetition(rules) > 0:
        work.cycles[here] = NO_CYCLE
    work.counts[NODES] += 1
    if work.counts[NODES] >= work.counts[NODE_LIMIT] or work.stop[0] != 0:
        work.counts[ABORTED] = 1
        return 0

    ended = outcome(rules, pos)
    if ended != OPEN:
        return ply - WIN if ended == LOST else WIN - ply if ended == WON else 0
    if repeats(rules, pos, work, ply):
        work.settled[here] = False
        return 0
    seen = proof(rules, pos)
    if seen != 0:
        return WIN - ply - seen if seen > 0 else ply - seen - WIN
    if (depth <= 0 and not pressed(rules, pos)) or ply >= MAX_PLY - 1:
        estimate: Any = np.int64(evaluate(rules, pos))
        if estimate < beta:
            seen = pursuit(rules, pos)
            if seen > 0:
                return WIN - ply - seen
        work.settled[here] = False
        return max(-LARGEST_ESTIMATE, min(LARGEST_ESTIMATE, estimate))
    if alpha >= WIN - ply - 1:
        return alpha
    if beta <= ply + 1 - WIN:
        return beta

    rules, work = value_at(shared)  # what is needed only from here on is loaded only here
    wide = beta - alpha > 1
    code = key(rules, pos) ^ work.salt
    left_out = work.left_out[here]
    if left_out != NO_MOVE:
        code ^= mix(np.uint64(left_out))
        work.left_out[here] = NO_MOVE
    data = probe(work, code)
    if data != np.uint64(0) and not wide:
        old = old_score(data, ply)
        known = old_depth(data)
        if old_bound(data) & LOWER and old >= beta and (known >= depth or old > PROVEN):
            work.settled[here] = known == SETTLED or old > PROVEN
            return old
        if old_bound(data) & UPPER and old <= alpha and (known >= depth or old < -PROVEN):
            work.settled[here] = known == SETTLED or old < -PROVEN
            return old

    slack = 0 if wide else margin(rules, pos, depth)
    static = 0
    if slack > 0:
        static = evaluate(rules, pos)
        if static - slack >= beta and beta > -PROVEN:
            work.settled[here] = False
            return static
        if static + RAZOR * slack <= alpha and alpha < PROVEN and depth <= RAZOR_DEPTH:
            seen = pursuit(rules, pos)
            if seen > 0:
                return WIN - ply - seen
            work.settled[here] = False
            return static

    further = 0
    if left_out == NO_MOVE and may_be_singular(rules, data, depth, ply):
        goal = old_score(data, ply) - SINGULAR_MARGIN * depth
        work.left_out[here] = old_move(data)
        others = search(shared, pos, depth >> 1, goal - 1, goal, ply, at)
        work.left_out[here] = NO_MOVE  # still there if the search was aborted before it looked
        if work.counts[ABORTED] != 0:
            return 0
        if others < goal:
            further = 1
        elif goal >= beta:
            work.settled[here] = False
            return goal

    end = candidates(rules, pos, work.moves, at)
    first, last = np.uint64(at), np.uint64(end)
    side, killer = here & ONE, here << ONE
    rank_moves(
        rules,
        pos,
        work.moves,
        work.order,
        first,
        last,
        work.history,
        side,
        old_move(data) if data != np.uint64(0) else NO_MOVE,
        work.killers[killer],
        work.killers[killer + ONE],
    )
    next_depth = depth - 1 if end - at > 1 else depth  # an only move is not a choice and costs no depth
    best, best_move = -INFINITE, NO_MOVE
    floor = alpha
    settled = True
    pruned = False
    cycle = NO_CYCLE
    for i in range(first, last):
        move = next_move(work.moves, work.order, i, last)
        if move & 0xFFFFFFFF == left_out:
            continue
        place = np.uint64(0)
        if depth >= SHARED_DEPTH and i > first and work.counts[SHARING] != 0:
            move, place = claimed_move(work, code, i, last)
        silence = quiet(rules, pos, move) if i > first else 0
        if slack > 0 and silence > 1 and best > -PROVEN and gives_up(static + slack, alpha, depth, i - first):
            pruned = True
            if place != np.uint64(0):
                work.busy[place >> (WORD_BITS - BUSY_SHIFT)] = np.uint64(0)
            continue
        reach = next_depth - reduction(work, silence, depth, i - first)
        if i == first:
            reach += further
        child = play(rules, pos, move)
        ceiling = beta if i == first else alpha + 1
        while True:
            score = -search(shared, child, reach, -ceiling, -alpha, ply + 1, end)
            if score <= alpha or work.counts[ABORTED] != 0:
                break
            if reach < next_depth:
                reach = next_depth
            elif score < beta and ceiling < beta:
                ceiling = beta
            else:
                break
        undo(rules, child, move)
        if place != np.uint64(0):
            work.busy[place >> (WORD_BITS - BUSY_SHIFT)] = np.uint64(0)
        if work.counts[ABORTED] != 0:
            return 0
        if repetition(rules) > 0:
            cycle = min(cycle, work.cycles[below])
        if score > best:
            best, best_move = score, move
            if score > alpha:
                alpha = score
                if wide:
                    take_line(work, here, move)
                if score >= beta:
                    settled = work.settled[below]
                    update_history(work.history, side, work.moves, first, i, depth)
                    update_killers(work.killers, killer, move)
                    break
        settled = settled and work.settled[below]

    if left_out != NO_MOVE and best == -INFINITE:
        work.settled[here] = False
        return floor
    if (pruned or narrowed(rules, pos)) and best < beta:
        settled = False
        best = max(best, -LARGEST_ESTIMATE)
    bound = LOWER if best >= beta else EXACT if best > floor else UPPER
    if (bound == LOWER and best > PROVEN) or (bound == UPPER and best < -PROVEN):
        settled = True
    work.settled[here] = settled
    if repetition(rules) > 0:
        work.cycles[here] = cycle if cycle < ply else NO_CYCLE
    if cycle >= ply:
        store(work, code, best_move, kept_score(best, ply), SETTLED if settled else depth, bound)
    return best


@only_with(margin)
def may_be_singular(rules: Any, data: np.uint64, depth: int, ply: int) -> bool:
    """Whether it pays to ask if a move is better by far than all others here."""
    if depth < SINGULAR_DEPTH or ply >= SINGULAR_PLIES or data == np.uint64(0) or old_move(data) == NO_MOVE:
        return False
    known = old_depth(data)
    return (
        known >= depth - 3
        and known != SETTLED
        and old_bound(data) & LOWER != 0
        and abs(old_score(data, ply)) < PROVEN
    )


@only_with(repetition)
def repeats(rules: Any, pos: Any, work: SearchWorkspace, ply: int) -> bool:
    """Whether this position ends the game, or goes around in a circle, by having been there before."""
    if repetition(rules) == 0:
        return False
    root = work.counts[EARLIER]
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
def claimed_move(work: SearchWorkspace, code: np.uint64, i: Index, last: Index) -> tuple[int, np.uint64]:
    """The next move that no other thread is searching, marked as taken, and its mark.

    A move that is taken is put off until the others are done (the simplified ABDADA of Kerrigan).
    """
    while True:
        move: Any = work.moves[i]
        mark = mix(code ^ mix(np.uint64(move))) | ONE
        at = mark >> (WORD_BITS - BUSY_SHIFT)
        if work.busy[at] != mark or work.order[i] == PUT_OFF:
            work.busy[at] = mark
            return move, mark
        work.order[i] = PUT_OFF
        next_move(work.moves, work.order, i, last)


@kernel
def gives_up(hope: int, alpha: int, depth: int, tried: Index) -> bool:
    """Whether a quiet move is not looked at: because it cannot help, or so many others were tried."""
    return hope <= alpha or tried >= np.uint64(3 + depth * depth)


@kernel
def reduction(work: SearchWorkspace, silence: int, depth: int, tried: Index) -> int:
    """By how many plies a late move is searched less deeply at first."""
    if silence == 0 or depth < FULL_DEPTH or work.counts[REDUCE] == 0:
        return 0
    if silence > 1:
        less = work.reductions[np.uint64(min(depth, 63) * 64) + min(tried, np.uint64(63))]
        return min(less, depth - 1)
    if tried < FULL_MOVES:
        return 0
    return 2 if tried >= np.uint64(12) and depth >= 6 else 1


@kernel
def take_line(work: SearchWorkspace, here: Index, move: int) -> None:
    """Make a move and the best line below it the best line from here."""
    base = here * WIDTH
    length = work.lengths[here + ONE]
    work.lines[base] = move
    for i in range(np.uint64(length)):
        work.lines[base + ONE + i] = work.lines[base + WIDTH + i]
    work.lengths[here] = length + 1


def search_root(
    rules: Any, pos: Any, work: SearchWorkspace, depth: int, alpha: int, beta: int, first: int, last: int
) -> int:
    """The compiled entry of `search_roots`."""
    return search_roots(rules, pos, work, depth, alpha, beta, first, last)


@inner_kernel
def search_roots(
    rules: Any, pos: Any, work: SearchWorkspace, depth: int, alpha: int, beta: int, first: int, last: int
) -> int:
    """Search the moves `first` to `last` of `work.roots` and bring the best of them to place `first`.

    If the search is aborted, `counts[DONE]` tells how many of the moves it had finished.
    """
    shared = address_of((rules, work))
    root: Any = np.int64(0)
    ply: Any = np.int64(1)
    at: Any = np.int64(0)  # not literals, for which Numba would compile the search once more
    work.counts[DONE] = 0
    work.lengths[0] = 0
    repeats(rules, pos, work, root)
    best, best_at = -INFINITE, first
    settled = True
    for i in range(first, last):
        move = work.roots[i]
        silence = quiet(rules, pos, move) if i > first else 0
        reach = depth - 1 - reduction(work, silence, depth, np.uint64(i - first))
        child = play(rules, pos, move)
        ceiling = beta if i == first else alpha + 1
        while True:
            score = -search(shared, child, reach, -ceiling, -alpha, ply, at)
            if score <= alpha or work.counts[ABORTED] != 0:
                break
            if reach < depth - 1:
                reach = depth - 1
            elif score < beta and ceiling < beta:
                ceiling = beta
            else:
                break
        undo(rules, child, move)
        if work.counts[ABORTED] != 0:
            break
        work.counts[DONE] += 1
        settled = settled and work.settled[1]
        if score > best:
            best, best_at = score, i
            if score > alpha:
                alpha = score
                take_line(work, np.uint64(0), move)
                if score >= beta:
                    break
    move = work.roots[best_at]
    for i in range(best_at, first, -1):
        work.roots[i] = work.roots[i - 1]
    work.roots[first] = move
    work.settled[0] = settled
    return best
