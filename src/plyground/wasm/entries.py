"""What a module exports: functions over addresses and whole numbers around the contract and the kernels.

A parameter called `rules`, `pos`, `view`, `out`, `work`, `run` or `proof_work` is the address of such a value
in the memory of the module; every other one is a 64-bit number. All of them return a 64-bit number.

`search_rules` and `search_pos` are what a search works on: the same as `rules` and `pos`, or a part of the
view where a game is laid out for that.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numba import typeof, types

from plyground import contract
from plyground.contract import (
    candidates,
    evaluate,
    fingerprint,
    hand,
    hot,
    inward,
    key,
    lay_out,
    marks,
    moves,
    outcome,
    outward,
    passed,
    play,
    proof,
    reason,
    remaining,
    undo,
)
from plyground.engine.driver import drive
from plyground.engine.perft import count
from plyground.game import Game
from plyground.native.intrinsics import address_of, reference_to, store_at, value_at
from plyground.solver.dfpn.kernels import prove_question
from plyground.solver.dfpn.prover import DfpnProver
from plyground.wasm.numba_target import Entry


def run_moves(rules: Any, pos: Any, work: Any) -> int:
    """Write the legal moves into `roots` and return how many there are."""
    return moves(value_at(rules), value_at(pos), value_at(work).roots, 0)


def run_candidates(search_rules: Any, search_pos: Any, work: Any) -> int:
    """Write the moves that a search looks at into `roots` and return how many there are."""
    return candidates(value_at(search_rules), value_at(search_pos), value_at(work).roots, 0)


def run_play(rules: Any, pos: Any, move: int) -> int:
    """Make a move: the position after it takes the place of the one before."""
    store_at(pos, play(value_at(rules), value_at(pos), move))
    return 0


def run_undo(rules: Any, pos: Any, move: int) -> int:
    """Take a move back in the arrays of a position."""
    undo(value_at(rules), value_at(pos), move)
    return 0


def run_outcome(rules: Any, pos: Any) -> int:
    """How the game ended, or OPEN."""
    return outcome(value_at(rules), value_at(pos))


def run_evaluate(search_rules: Any, search_pos: Any) -> Any:
    """The estimate for the side to move."""
    return np.int64(evaluate(value_at(search_rules), value_at(search_pos)))


def run_proof(search_rules: Any, search_pos: Any) -> Any:
    """The result that the game sees at a glance."""
    return np.int64(proof(value_at(search_rules), value_at(search_pos)))


def run_key(search_rules: Any, search_pos: Any) -> Any:
    """What stands for the position in the table, as a signed number."""
    return np.int64(key(value_at(search_rules), value_at(search_pos)))


def run_fingerprint(pos: Any) -> Any:
    """The hash by which repetitions are found, as a signed number."""
    return np.int64(fingerprint(value_at(pos)))


def run_marks(rules: Any, pos: Any, out: Any) -> int:
    """Write what stands on each cell into `out`, which holds zeros."""
    marks(value_at(rules), value_at(pos), value_at(out)[0])
    return 0


def run_hand(rules: Any, pos: Any, out: Any) -> int:
    """Write how many of each mark are still to be put down into `out`, which holds zeros."""
    hand(value_at(rules), value_at(pos), value_at(out)[0])
    return 0


def run_reason(rules: Any, pos: Any, move: int, out: Any) -> Any:
    """Why the game is over; the deciding rows and the numbers are written into `out`, which holds zeros."""
    return np.int64(reason(value_at(rules), value_at(pos), move, value_at(out)[0]))


def run_hot(search_rules: Any, search_pos: Any, out: Any) -> int:
    """Write the moves by which something decisive could be made into `out` and return how many there are."""
    return hot(value_at(search_rules), value_at(search_pos), value_at(out)[0])


def run_passed(rules: Any, pos: Any) -> int:
    """Leave a move out: the position in which the other side is to move takes the place of this one."""
    store_at(pos, passed(value_at(rules), value_at(pos)))
    return 0


def run_lay_out(rules: Any, pos: Any, view: Any) -> int:
    """Lay the position out for a search."""
    store_at(view, lay_out(value_at(rules), value_at(pos), value_at(view)))
    return 0


def run_outward(rules: Any, view: Any, move: int) -> int:
    """The move on the board that a move of the search stands for."""
    return outward(value_at(rules), value_at(view), move)


def run_inward(rules: Any, view: Any, move: int) -> int:
    """The move of the search for one on the board, or -1."""
    return inward(value_at(rules), value_at(view), move)


def run_search_fingerprint(search_pos: Any) -> Any:
    """The hash of what a search works on, as a signed number."""
    return np.int64(fingerprint(value_at(search_pos)))


def run_remaining(rules: Any, pos: Any) -> Any:
    """How many more plies the game can last."""
    return np.int64(remaining(value_at(rules), value_at(pos)))


def run_perft(search_rules: Any, search_pos: Any, work: Any, earlier: int, depth: int) -> int:
    """The leaves at a depth; `earlier` positions stand in `path`."""
    at: Any = np.int64(0)
    memory = value_at(work)
    return count(
        address_of((value_at(search_rules), memory.moves, memory.path)),
        value_at(search_pos),
        at,
        earlier,
        depth,
    )


def run_engine_task(search_rules: Any, search_pos: Any, work: Any, run: Any, task: int, number: int) -> int:
    """Do a task of `plyground.engine.driver`."""
    memory, state = reference_to(value_at(work)), reference_to(value_at(run))
    game = address_of((value_at(search_rules), value_at(search_pos), memory, state))
    return drive(game, memory, state, task, number)


def run_prove(search_rules: Any, search_pos: Any, proof_work: Any, goal: int, plies: int) -> int:
    """Ask df-pn whether the side to move reaches its goal; a move is left in the counts."""
    return prove_question(value_at(search_rules), value_at(search_pos), value_at(proof_work), goal, plies)


ALWAYS: Final[dict[str, Callable[..., Any]]] = {
    "moves": run_moves,
    "candidates": run_candidates,
    "play": run_play,
    "undo": run_undo,
    "outcome": run_outcome,
    "evaluate": run_evaluate,
    "proof": run_proof,
    "key": run_key,
    "fingerprint": run_fingerprint,
    "perft": run_perft,
    "task": run_engine_task,
}
"""What every module exports."""


def has_dfpn(game: Game) -> bool:
    """Whether proof numbers are for this game, as `plyground.solver.selection` decides it."""
    return contract.essence.is_implemented(type(game.rules)) and DfpnProver.can_prove(game)


def functions_for(game: Game) -> dict[str, Callable[..., Any]]:
    """The functions that the module of a game exports."""
    found = dict(ALWAYS)
    board = game.board_view()
    search_class = type(game.view(game.start).rules)
    rules_class = search_class if board is None else type(board.rules)
    optional: dict[str, Callable[..., Any]] = {
        "marks": run_marks,
        "hand": run_hand,
        "reason": run_reason,
        "passed": run_passed,
    }
    found |= {
        name: function
        for name, function in optional.items()
        if contract.functions[name].is_implemented(rules_class)
    }
    if contract.hot.is_implemented(search_class):
        found["hot"] = run_hot
    if board is not None:
        found |= {
            "lay_out": run_lay_out,
            "outward": run_outward,
            "inward": run_inward,
            "search_fingerprint": run_search_fingerprint,
        }
    if has_dfpn(game):
        found |= {"remaining": run_remaining, "prove": run_prove}
    return found


def entries_for(game: Game, values: dict[str, Any]) -> list[Entry]:
    """The entries of a game's module; `values` are those whose addresses they are given, by parameter."""
    addresses = {name: types.CPointer(typeof(value)) for name, value in values.items()}
    return [
        Entry(
            name,
            function,
            tuple(addresses.get(each, types.int64) for each in inspect.signature(function).parameters),
        )
        for name, function in functions_for(game).items()
    ]
