"""Forced wins around a search: the own ones before it, and those of the opponent after its best move."""

from __future__ import annotations

from typing import Any, Final

from plyground.contract import OPEN, kernel, kernel_call, outcome, play, proof, threats, undo
from plyground.engine.arrays import NO, YES, ZERO
from plyground.engine.line_set import first_move, is_win_or_loss, plies_of, set_line, set_only_move
from plyground.engine.ordering import NO_MOVE
from plyground.engine.root import remove_root
from plyground.engine.run_state import (
    LINE_DEPTH,
    LINE_NUMBER,
    LINE_REDUCED,
    LINE_ROUGH,
    LINE_SETTLED,
    LINE_WORDS,
    RESULTS,
    ROOTS,
    RUN_LINES,
    SHARE,
    TRIED,
    WANTED_NODES,
    RunState,
)
from plyground.engine.threat_search import find_forced_win, is_cut_off
from plyground.engine.time_shares import WHOLE, defence_share
from plyground.engine.workspace import THREAT_MOVE, SearchWorkspace
from plyground.native.compiler import inner_kernel
from plyground.native.overloads import only_with
from plyground.score import PROVEN, WIN

MOST_NODES: Final = 300_000
"""How many positions one search for a forced win may take."""
NODES_SHARE: Final = 4
"""One part in this many of a limit of nodes."""


@kernel
def threat_nodes(run: RunState) -> int:
    """How many positions one search for threats may take."""
    wanted = run.numbers[WANTED_NODES]
    return MOST_NODES if wanted == 0 else min(MOST_NODES, wanted // NODES_SHARE)


@inner_kernel
def find_attack(rules: Any, pos: Any, work: SearchWorkspace, run: RunState) -> bool:
    """Whether the side to move has a win by threats that the other can only answer: then it is the result."""
    if proof(rules, pos) != 0:
        return False
    plies = find_forced_win(rules, pos, work, threat_nodes(run))
    if plies > 0:
        set_line(run, RESULTS, WIN - plies, NO, ZERO, NO, YES)
        set_only_move(run, RESULTS, work.counts[THREAT_MOVE])
    return plies > 0


@kernel_call
def plan_refutation(run: RunState, elapsed: int) -> bool:
    """Whether it is time to look for a forced win of the opponent after the best move."""
    numbers = run.numbers
    at = RESULTS * LINE_WORDS
    if numbers[RUN_LINES] > 1 or numbers[ROOTS] == 1 or is_win_or_loss(run.lines[at + LINE_NUMBER]):
        return False
    numbers[SHARE] = defence_share(run, elapsed, run.shares[place_of(run, first_move(run, RESULTS))])
    return numbers[SHARE] > 0


@kernel_call
def place_of(run: RunState, move: int) -> int:
    """Where a move stands among those whose refutation has been sought; a new one is added."""
    count = run.numbers[TRIED]
    for i in range(count):
        if run.tried[i] == move:
            return i
    run.tried[count] = move
    run.shares[count] = 0
    run.losses[count] = 0
    run.numbers[TRIED] = count + 1
    return count


@inner_kernel
def find_refutation(rules: Any, pos: Any, work: SearchWorkspace, run: RunState) -> bool:
    """Whether the opponent has a forced win after the best move; then that move is searched no more."""
    numbers = run.numbers
    move = first_move(run, RESULTS)
    place = place_of(run, move)
    plies = 0
    cut_off = False
    child = play(rules, pos, move)
    if outcome(rules, child) == OPEN and proof(rules, child) == 0:
        plies = find_forced_win(rules, child, work, threat_nodes(run) // NODES_SHARE)
        cut_off = is_cut_off(work)
    undo(rules, child, move)
    run.shares[place] = numbers[SHARE] if cut_off else WHOLE
    if plies > 0:
        run.losses[place] = plies + 1
        numbers[ROOTS] = remove_root(work, numbers[ROOTS], move)
    return plies > 0


@only_with(threats)
def keep_longest_loss(rules: Any, run: RunState) -> bool:
    """If the best move is lost, put a refuted move that loses later in its place; whether there is one."""
    at = RESULTS * LINE_WORDS
    number = run.lines[at + LINE_NUMBER]
    if number > -PROVEN:
        return False
    longest, move = plies_of(number), NO_MOVE
    for i in range(run.numbers[TRIED]):
        if run.losses[i] > longest:
            longest, move = run.losses[i], run.tried[i]
    if longest > plies_of(number):
        lines = run.lines
        settled, depth = lines[at + LINE_SETTLED], lines[at + LINE_DEPTH]
        set_line(
            run, RESULTS, longest - WIN, settled, depth, lines[at + LINE_REDUCED], lines[at + LINE_ROUGH]
        )
        set_only_move(run, RESULTS, move)
    return longest > plies_of(number)
