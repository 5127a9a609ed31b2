"""The lab counts what others count: perft, OpenSpiel, the compiled alpha-beta, a student's program."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np
import pytest

from plyground.board import Board
from plyground.contract import LOST, OPEN, WON, Moves, evaluate, moves, outcome
from plyground.engine.perft import perft
from plyground.lab import Switches, Trace, run_algorithm
from plyground.native.compiler import compile_kernel
from plyground.players.classics.alpha_beta import (
    INFINITE,
    considered_moves,
    leaf_value,
    move_value,
    new_workspace,
)
from plyground.score import WIN
from tests.lab.plain_searches import Explored
from tests.reference import model
from tests.samples import open_board

POSITIONS = (
    ("noughts", "", 3),
    ("noughts", "b2 a1 c3", 6),
    ("squava", "c3 b2", 2),
    ("numerical:3x3", "a1=1 b2=8", 2),
    ("squeeze:4x4", "a1-a3", 3),
)


def lines_of(trace: Trace) -> list[tuple[str, ...]]:
    """The lines of play that a trace explored, in order."""
    lines: list[tuple[str, ...]] = []
    for node in trace.tree:
        parent = node["parent"]
        lines.append(() if parent is None else (*lines[parent], node["move"]))
    return lines


@pytest.mark.parametrize(("game", "line", "depth"), POSITIONS)
@pytest.mark.parametrize("algorithm", ["minimax", "negamax"])
def test_minimax_enters_what_the_compiled_perft_counts(
    algorithm: str, game: str, line: str, depth: int
) -> None:
    board = Board(game, line)
    trace = run_algorithm(board, algorithm, Switches(depth=depth), record=False)
    assert trace.nodes == 1 + sum(perft(board, depth))
    assert trace.cutoffs == 0


# OpenSpiel


def openspiel_alpha_beta(history: list[int], depth: int) -> tuple[list[tuple[int, ...]], float, int]:
    """The states that OpenSpiel's alpha-beta looks at in tic-tac-toe, in order; its value and its action."""
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import minimax

    explored: list[tuple[int, ...]] = []
    original = minimax._alpha_beta

    def counted(state: Any, *arguments: Any, **named: Any) -> Any:
        explored.append(tuple(state.history()))
        return original(state, *arguments, **named)

    game = pyspiel.load_game("tic_tac_toe")
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(minimax, "_alpha_beta", counted)
        value, action = minimax.alpha_beta_search(
            game, state=state, value_function=lambda state: 0, maximum_depth=depth
        )
    return explored, value, action


def test_alpha_beta_explores_what_openspiel_explores_in_the_same_order() -> None:
    # Action n of OpenSpiel is the n-th cell from the top left, here from the bottom left: a mirror image.
    chance = random.Random(7)
    cells = [f"{column}{row}" for row in "123" for column in "abc"]
    for plies, depth in [(0, 3), (1, 5), (2, 7), (3, 6), (4, 5), (5, 4), (6, 3)]:
        board = open_board("noughts", plies, chance)
        history = [cells.index(move) for move in board.history]
        explored, value, action = openspiel_alpha_beta(history, depth)
        trace = run_algorithm(board, "alphabeta", Switches(depth=depth, evaluation=False))
        ours = [tuple(cells.index(move) for move in (*board.history, *line)) for line in lines_of(trace)]
        assert ours == explored
        assert trace.nodes == len(explored)
        assert trace.best == cells[action]
        assert trace.value == value * WIN


def test_whole_tic_tac_toe_takes_as_many_positions_as_openspiel() -> None:
    explored, _, _ = openspiel_alpha_beta([], 9)
    trace = run_algorithm(Board("noughts"), "alphabeta", Switches(depth=9, evaluation=False), record=False)
    assert trace.nodes == len(explored) == 18_297
    assert (trace.shown, trace.proven) == ("draw", True)


# The compiled alpha-beta


class Counting(NamedTuple):
    """A heuristic for the compiled alpha-beta that counts leaves, and positions with moves."""

    rules: Any
    counts: Moves


@considered_moves.of(Counting)
def _(heuristic: Counting, pos: Any, out: Moves, at: int) -> int:
    heuristic.counts[1] += 1
    return moves(heuristic.rules, pos, out, at)


@leaf_value.of(Counting)
def _(heuristic: Counting, before: Any, pos: Any, ply: int) -> int:
    heuristic.counts[0] += 1
    result = outcome(heuristic.rules, pos)
    if result != OPEN:
        return ply - WIN if result == LOST else WIN - ply if result == WON else 0
    return evaluate(heuristic.rules, pos)


def compiled_alpha_beta(board: Board, depth: int) -> tuple[int, int, int]:
    """The value, the nodes and the leaves of a search by the machine code that the classics play with."""
    kernel = compile_kernel(move_value, board.game)
    heuristic = Counting(board.game.rules, np.zeros(2, np.int64))
    workspace = new_workspace()
    best = -INFINITE
    for move in board.legal_numbers():
        value = kernel(heuristic, board.position, move, depth, best, workspace)
        best = max(best, int(value))
    leaves, inner = heuristic.counts.tolist()
    return best, 1 + leaves + inner, leaves


def test_alpha_beta_enters_what_the_compiled_one_enters() -> None:
    chance = random.Random(3)
    for plies, depth in [(0, 2), (0, 4), (1, 3), (2, 5), (3, 6), (4, 5), (5, 4)]:
        board = open_board("noughts", plies, chance)
        trace = run_algorithm(board, "alphabeta", Switches(depth=depth, wins="short"), record=False)
        assert (trace.value, trace.nodes, trace.leaves) == compiled_alpha_beta(board, depth)


# A student's program


@pytest.mark.parametrize("game", ["noughts", "squava:4x4", "squeeze:4x4", "numerical:3x3"])
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_the_order_of_exploring_is_a_students(algorithm: str, game: str) -> None:
    chance = random.Random(11)
    for depth in (1, 2):
        board = open_board(game, 4, chance)
        twin = model(game)
        for move in board.history:
            twin.play(move)
        student = Explored(sorted)
        value = student.search(twin, depth, float("-inf"), float("inf"), prune=algorithm == "alphabeta")
        trace = run_algorithm(board, algorithm, Switches(depth=depth, order="name", evaluation=False))
        assert lines_of(trace) == student.lines
        assert (trace.leaves, trace.cutoffs) == (student.leaves, student.cutoffs)
        assert trace.value == value * WIN
