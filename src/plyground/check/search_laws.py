"""The laws of the compiled half: what a search relies on."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground import contract
from plyground.check.brute_force import Truth, worth
from plyground.check.law import Breach, law
from plyground.check.moments import SearchMoment, same
from plyground.contract import DRAWN, LARGEST_ESTIMATE, LOST, MOST_MOVES, OPEN, SCRATCH_WORDS, WON
from plyground.game import copy_position
from plyground.source_location import value_text


@law("outcome", "search")
def outcome_is_one_of_four(at: SearchMoment) -> Breach | None:
    """outcome answers LOST, DRAWN, WON or OPEN, and the game is open at its start."""
    if at.result not in (LOST, DRAWN, WON, OPEN):
        return at.breach(contract.outcome, f"outcome returned {at.result}")
    if not at.moves and at.result != OPEN:
        return at.breach(contract.outcome, "outcome says that the game is over before the first move")
    return None


@law("moves", "search")
def moves_are_there(at: SearchMoment) -> Breach | None:
    """While the game goes on there is a move, there are at most 1024, and none is written twice."""
    if at.result != OPEN:
        return None
    if not at.legal:
        return at.breach(contract.moves, "moves wrote none, but outcome says that the game goes on")
    if len(at.legal) > MOST_MOVES:
        return at.breach(contract.moves, f"moves wrote more than {MOST_MOVES}")
    if len(set(at.legal)) < len(at.legal):
        twice = next(move for move in at.legal if at.legal.count(move) > 1)
        return at.breach(contract.moves, f"moves wrote the move {twice} twice")
    return None


@law("play", "search")
def play_changes_the_position(at: SearchMoment) -> Breach | None:
    """play changes the position, and gives one of the same form."""
    if at.before is None:
        return None
    if same(at.before, at.pos):
        return at.breach(contract.play, "play returned the position as it was before the move")
    for name, was, now in zip(at.pos._fields, at.before, at.pos, strict=True):
        if _form(was) != _form(now):
            words = f"play made {name} a {value_text(now)}, it was a {value_text(was)}"
            return at.breach(contract.play, words)
    return None


def _form(value: Any) -> Any:
    """What Numba sees of a value: its type, and those of what it holds."""
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape
    if isinstance(value, tuple):
        return tuple(map(_form, value)) if value else ()
    if isinstance(value, bool | np.bool_):
        return bool
    return np.uint64 if isinstance(value, np.uint64) else int


@law("undo", "search")
def undo_restores_the_position(at: SearchMoment) -> Breach | None:
    """undo restores the position, array by array, to what it was before the move."""
    for move in at.legal[:8]:
        pos = copy_position(at.pos)
        contract.undo(at.rules, contract.play(at.rules, pos, move), move)
        for name, was, now in zip(at.pos._fields, at.pos, pos, strict=True):
            if not np.array_equal(was, now):
                function = contract.undo if contract.undo.is_implemented(type(at.rules)) else contract.play
                return at.breach(
                    function, f"after play and undo of the move {move}, {name} is not what it was"
                )
    return None


@law("end", "search")
def games_end(at: SearchMoment) -> Breach | None:
    """Every game ends: no position occurs again, unless the rules say how often it may."""
    if at.before is None or contract.repetition(at.rules) > 0 or not at.is_repeated:
        return None
    words = (
        "this position has been there before: the game can go on for ever; write repetition, or count moves"
    )
    return at.breach(contract.play, words)


@law("candidates", "search")
def candidates_are_legal(at: SearchMoment) -> Breach | None:
    """candidates writes legal moves, none twice, and at least one unless proof knows the result."""
    if at.result != OPEN:
        return None
    written = at.written(contract.candidates)
    wrong = [move for move in written if move not in at.legal]
    if wrong:
        return at.breach(contract.candidates, f"candidates wrote {wrong[0]}, which moves did not")
    if len(set(written)) < len(written):
        return at.breach(contract.candidates, "candidates wrote a move twice")
    if not written and contract.proof(at.rules, at.pos) == 0:
        return at.breach(contract.candidates, "candidates wrote no move")
    return None


@law("threats", "search")
def threats_are_legal(at: SearchMoment) -> Breach | None:
    """threats writes legal moves."""
    if at.result != OPEN:
        return None
    wrong = [move for move in at.written(contract.threats) if move not in at.legal]
    return at.breach(contract.threats, f"threats wrote {wrong[0]}, which moves did not") if wrong else None


@law("estimate", "search")
def estimates_are_in_range(at: SearchMoment) -> Breach | None:
    """evaluate answers a number within 20000 of 0, priority 0 to 1000, quiet 0 to 2, margin 0 or more."""
    if at.result != OPEN:
        return None
    worth = contract.evaluate(at.rules, at.pos)
    if isinstance(worth, np.unsignedinteger) or abs(int(worth)) > LARGEST_ESTIMATE:
        words = (
            f"evaluate returned {value_text(worth)}, it must return a number with a sign, within 20000 of 0"
        )
        return at.breach(contract.evaluate, words)
    for move in at.legal[:8]:
        early, less = contract.priority(at.rules, at.pos, move), contract.quiet(at.rules, at.pos, move)
        if not 0 <= early <= 1000:
            return at.breach(contract.priority, f"priority returned {early}, it must return 0 to 1000")
        if not 0 <= less <= 2:
            return at.breach(contract.quiet, f"quiet returned {less}, it must return 0, 1 or 2")
    if contract.margin(at.rules, at.pos, 3) < 0:
        return at.breach(contract.margin, "margin returned a number below 0")
    return None


# What brute force can tell


@law("proof", "search", "truth")
def proofs_are_true(at: SearchMoment) -> Breach | None:
    """proof is right, distance included."""
    answer = int(contract.proof(at.rules, at.pos)) if at.result == OPEN else 0
    if answer == 0 or at.truth is None:
        return None
    truth = at.truth
    if truth.value * truth.distance == answer and truth.value != DRAWN:
        return None
    return at.breach(contract.proof, f"proof returned {answer}, but the position is {truth.words}")


@law("soonest_win", "search", "truth")
def nothing_ends_sooner(at: SearchMoment) -> Breach | None:
    """Where proof gives 0, no win is sooner than soonest_win says, and no loss than soonest_loss."""
    if at.result != OPEN or at.truth is None or at.truth.value == DRAWN:
        return None
    if contract.proof(at.rules, at.pos) != 0:
        return None
    function = contract.soonest_win if at.truth.value == WON else contract.soonest_loss
    answer = int(function(at.rules, at.pos))
    if at.truth.distance >= answer:
        return None
    return at.breach(function, f"{function.name} returned {answer}, but the position is {at.truth.words}")


@law("pursuit", "search", "truth")
def pursuits_are_wins(at: SearchMoment) -> Breach | None:
    """pursuit answers n only where the side to move wins in at most n plies."""
    answer = int(contract.pursuit(at.rules, at.pos)) if at.result == OPEN else 0
    if answer == 0 or at.truth is None:
        return None
    if answer > 0 and at.truth.value == WON and at.truth.distance <= answer:
        return None
    return at.breach(contract.pursuit, f"pursuit returned {answer}, but the position is {at.truth.words}")


@law("narrowed", "search", "truth")
def nothing_better_is_left_out(at: SearchMoment) -> Breach | None:
    """candidates leaves out no better move, unless narrowed says so."""
    if at.result != OPEN or at.truth is None or contract.narrowed(at.rules, at.pos):
        return None
    if contract.proof(at.rules, at.pos) != 0:
        return None
    return _missing_best(at, contract.candidates, at.written(contract.candidates))


@law("choices", "search", "truth")
def choices_keep_the_best(at: SearchMoment) -> Breach | None:
    """choices keeps a best move of candidates, and essence gives bounds that hold the result."""
    if at.result != OPEN or at.truth is None or contract.proof(at.rules, at.pos) != 0:
        return None
    scratch = np.zeros(SCRATCH_WORDS, np.uint64)
    _, worst, best = contract.essence(at.rules, at.pos, scratch)
    if not worst <= at.truth.value <= best:
        words = f"essence says {worst} to {best}, but the position is {at.truth.words}"
        return at.breach(contract.essence, words)
    if contract.narrowed(at.rules, at.pos):
        return None
    return _missing_best(at, contract.choices, at.written(contract.choices, scratch))


def _missing_best(at: SearchMoment, function: Any, written: list[int]) -> Breach | None:
    assert at.truth is not None
    kept = [at.walk.brute_force.solve(at.after(move), (*at.moves, move)) for move in written]
    truths = [Truth(-each.value, each.distance + 1, 0) for each in kept if each is not None]
    if len(truths) < len(written) or any(worth(each) >= worth(at.truth) for each in truths):
        return None
    found = max(truths, key=worth).words if truths else "nothing"
    words = (
        f"{function.name} leaves out the best move: it keeps {found}, but the position is {at.truth.words}"
    )
    return at.breach(function, words)


@law("remaining", "search", "truth")
def games_are_not_longer_than_they_can_be(at: SearchMoment) -> Breach | None:
    """remaining is no smaller than the longest game that can still be played."""
    most = int(contract.remaining(at.rules, at.pos)) if at.result == OPEN else 0
    if most == 0 or at.truth is None or at.truth.longest <= most:
        return None
    return at.breach(
        contract.remaining, f"remaining returned {most}, but {at.truth.longest} plies are possible"
    )


@law("key", "search", "truth")
def equal_keys_mean_equal_values(at: SearchMoment) -> Breach | None:
    """Positions with equal keys have equal values, distance included."""
    return _shared(at, contract.key, contract.key(at.rules, at.pos), at.walk.by_key)


@law("essence", "search", "truth")
def equal_essences_mean_equal_values(at: SearchMoment) -> Breach | None:
    """Positions with equal essences have equal values, distance included."""
    if at.result != OPEN or contract.proof(at.rules, at.pos) != 0:
        return None
    if not contract.essence.is_implemented(type(at.rules)):
        return None
    number = contract.essence(at.rules, at.pos, np.zeros(SCRATCH_WORDS, np.uint64))[0]
    return _shared(at, contract.essence, number, at.walk.by_essence)


def _shared(at: SearchMoment, function: Any, number: Any, seen: dict[int, Any]) -> Breach | None:
    if at.truth is None or at.result != OPEN:
        return None
    value, distance = at.truth.value, at.truth.distance
    other, moves = seen.setdefault(int(number), (Truth(value, distance, 0), at.moves))
    if (other.value, other.distance) == (value, distance):
        return None
    line = " ".join(at.walk.texts(moves)) or "the start"
    words = f"{function.name} gives {number} here and after {line}, where the value is {other.words}"
    return at.breach(function, f"{words}; here it is {at.truth.words}")
