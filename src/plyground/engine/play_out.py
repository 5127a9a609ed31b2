"""Playing out proven lines to their end, on the position that was searched."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from plyground.contract import OPEN, candidates, fingerprint, outcome, play, proof, repetition, threats, undo
from plyground.engine.arrays import YES, ZERO
from plyground.engine.forced_wins import threat_nodes
from plyground.engine.line_set import add_move, may_grow
from plyground.engine.root import has_threats, write_roots
from plyground.engine.run_state import LINE_LENGTH, LINE_MOVES, LINE_NUMBER, LINE_WORDS, MOVE
from plyground.engine.search import search_root_moves
from plyground.engine.threat_search import find_forced_win
from plyground.engine.workspace import ABORTED, EARLIER_POSITIONS, THREAT_MOVE
from plyground.native.compiler import inner_kernel
from plyground.native.intrinsics import value_at
from plyground.native.overloads import only_with
from plyground.score import INFINITE, WIN

LOWEST: Final[Any] = np.int64(-INFINITE)
HIGHEST: Final[Any] = np.int64(INFINITE)


@inner_kernel
def make_move(shared: Any, pos: Any, move: int) -> Any:
    """The position after a move."""
    rules, _, _ = value_at(shared)
    return play(rules, pos, move)


@inner_kernel
def take_back(shared: Any, pos: Any, move: int) -> None:
    """Undo a move, given the position after it."""
    rules, _, _ = value_at(shared)
    undo(rules, pos, move)


@inner_kernel
def is_over(shared: Any, pos: Any, played: int) -> bool:
    """Whether the game is over after the `played` moves of a line whose positions `run.marks` holds."""
    rules, _, _ = value_at(shared)
    return outcome(rules, pos) != OPEN or is_repeated(rules, pos, shared, played)


@only_with(repetition)
def is_repeated(rules: Any, pos: Any, shared: Any, played: int) -> bool:
    """Whether a position has occurred so often, in the game and in those moves, that the game is over."""
    _, work, run = value_at(shared)
    if repetition(rules) == 0:
        return False
    mark = fingerprint(pos)
    run.marks[played] = mark
    times = 1
    for i in range(work.counts[EARLIER_POSITIONS]):
        if work.path[i] == mark:
            times += 1
    for i in range(played):
        if run.marks[i] == mark:
            times += 1
    return times >= repetition(rules)


@inner_kernel
def complete_line(shared: Any, pos: Any, line: int) -> bool:
    """Play a proven line out to its end, as far as the limits allow; whether that has added a move."""
    rules, _, run = value_at(shared)
    nodes = threat_nodes(run)
    at = line * LINE_WORDS
    before = run.lines[at + LINE_LENGTH]
    here = pos
    over = is_over(shared, here, ZERO)
    for i in range(before):
        here = make_move(shared, here, run.lines[at + LINE_MOVES + i])
        over = is_over(shared, here, i + 1)
    attacks = False
    if has_threats(rules):
        attacks = winning_plies(rules, here, shared, nodes) > 0
    while not over and may_grow(run, line):
        length = run.lines[at + LINE_LENGTH]
        found = False
        if not has_threats(rules):
            found = find_reply(shared, here, WIN - abs(run.lines[at + LINE_NUMBER]) - length)
        elif attacks:
            found = winning_plies(rules, here, shared, nodes) > 0
        else:
            found = find_longest_defence(rules, here, shared, nodes) > 0
        if not found:
            break
        move = run.numbers[MOVE]
        add_move(run, line, move)
        here = make_move(shared, here, move)
        over = is_over(shared, here, length + 1)
        attacks = not attacks
    for i in range(run.lines[at + LINE_LENGTH] - 1, -1, -1):
        take_back(shared, here, run.lines[at + LINE_MOVES + i])
    return run.lines[at + LINE_LENGTH] > before


@inner_kernel
def find_reply(shared: Any, pos: Any, depth: int) -> bool:
    """Leave the best move of a search in `numbers[MOVE]`, unless that is stopped."""
    rules, work, run = value_at(shared)
    count = write_roots(shared, pos, YES)
    work.counts[ABORTED] = 0
    search_root_moves(rules, pos, work, depth, LOWEST, HIGHEST, ZERO, count)
    run.numbers[MOVE] = work.roots[0]
    return work.counts[ABORTED] == 0


@only_with(threats)
def winning_plies(rules: Any, pos: Any, shared: Any, nodes: int) -> int:
    """In how many plies the side to move wins by force, or 0; the move is left in `numbers[MOVE]`."""
    return find_winning_move(shared, pos, nodes)


@inner_kernel
def find_winning_move(shared: Any, pos: Any, nodes: int) -> int:
    """What `winning_plies` does, compiled once."""
    rules, work, run = value_at(shared)
    at_once: Any = np.int64(proof(rules, pos))
    if at_once < 0:
        return 0
    if at_once > 0:
        candidates(rules, pos, work.threat_moves, ZERO)
        run.numbers[MOVE] = work.threat_moves[0]
        return at_once
    plies = find_forced_win(rules, pos, work, nodes)
    run.numbers[MOVE] = work.counts[THREAT_MOVE]
    return plies


@only_with(threats)
def find_longest_defence(rules: Any, pos: Any, shared: Any, nodes: int) -> int:
    """Leave the move after which a forced win takes longest in `numbers[MOVE]`; how many moves there are."""
    rules, work, run = value_at(shared)
    count = candidates(rules, pos, work.moves, ZERO)
    longest, best = -1, work.moves[0]
    for i in range(count):
        move = work.moves[i]
        child = make_move(shared, pos, move)
        plies = 0
        if outcome(rules, child) == OPEN:
            plies = find_winning_move(shared, child, nodes)
        take_back(shared, child, move)
        if plies > longest:
            longest, best = plies, move
    run.numbers[MOVE] = best
    return count
