"""The solver against exhaustive search with the slow models: value, distance, and every move's own."""

from __future__ import annotations

import random

import pytest

import plyground as pg
from plyground.board import Board
from plyground.progress import Progress
from plyground.score import Score
from plyground.solver import solver as solver_module
from plyground.solver.selection import choose_prover
from plyground.solver.solver import Solver
from tests.bruteforce import Known, best_of, solve_moves
from tests.bruteforce import Verdict as Truth
from tests.engine.test_truth import same_position
from tests.samples import late_board

LATE = (
    ("noughts", 2, 20),
    ("noughts", 4, 30),
    ("noughts:misere", 4, 30),
    ("noughts:4x4,row=4", 9, 15),
    ("squava:4x4", 10, 25),
    ("squava", 17, 40),
    ("numerical:3x3", 4, 25),
    ("numerical", 12, 40),
    ("squeeze:3x3,limit=4", 4, 25),
    ("squeeze:4x4,limit=8", 14, 25),
)
"""Game, moves already made, how many positions."""


@pytest.mark.parametrize(("name", "plies", "count"), LATE)
def test_value_distance_and_every_move_agree_with_brute_force(name: str, plies: int, count: int) -> None:
    solver = Solver(Board(name).game, memory=16)
    chance = random.Random(f"solve {name} {plies}")
    known: Known = {}
    for _ in range(count):
        board = late_board(name, plies, chance)
        verdict = solver.solve(board, every=True)
        replies = solve_moves(same_position(board), known)
        truth = best_of(replies)
        assert_same(verdict.score, truth)
        assert verdict.line[0] in truth.best or verdict.value == "draw"
        assert [each.move for each in verdict.moves if each.score == verdict.score] != []
        assert {each.move for each in verdict.moves} == set(board.legal_moves)
        for each in verdict.moves:
            assert each.score is not None
            assert_same(each.score, one_ply_earlier(replies[each.move]))


def assert_same(score: Score, truth: Truth) -> None:
    assert score.value == truth.value
    assert score.exact
    assert score.value == "draw" or score.distance == truth.distance


def one_ply_earlier(truth: Truth) -> Truth:
    """What a position is worth to the side that has just moved."""
    value = {"win": "loss", "loss": "win", "draw": "draw"}[truth.value]
    return Truth(value, None if truth.distance is None else truth.distance + 1, truth.best)


def test_the_line_of_a_verdict_ends_the_game_after_so_many_plies() -> None:
    for name, moves in (("noughts:4x4", ""), ("squava", "c3 a1 c4 b5 d2 e1 a4"), ("numerical:3x3", "")):
        board = Board(name, moves)
        verdict = pg.solve(board)
        assert verdict.value in ("win", "loss")
        assert len(verdict.line) == verdict.distance
        for move in verdict.line:
            board.push(move)
        assert board.is_over


def test_a_game_that_is_over_has_its_result() -> None:
    verdict = pg.solve(Board("noughts", "a1 b1 a2 b2 a3"))
    assert (verdict.value, verdict.distance, verdict.line, verdict.how) == ("loss", 0, (), "rules")


def test_an_unfinished_search_is_no_answer() -> None:
    verdict = pg.solve(Board("noughts:8x8,row=5"), seconds=0.05)
    assert verdict.value is None
    assert verdict.distance is None
    assert not verdict.exact_distance
    assert verdict.value is None
    assert verdict.score.estimate is not None


def test_moves_for_which_there_was_no_time_are_told_apart() -> None:
    verdict = pg.solve(Board("noughts:8x8,row=5"), seconds=0.05, every=True)
    assert len(verdict.moves) == 64
    assert all(each.score is None for each in verdict.moves)


def test_stop_ends_the_proof_from_within_its_own_progress() -> None:
    solver = Solver(Board("noughts:8x8,row=5").game, memory=16)
    heard: list[Progress] = []

    def on_progress(progress: Progress) -> None:
        heard.append(progress)
        solver.stop()

    verdict = solver.solve(Board("noughts:8x8,row=5"), every=True, on_progress=on_progress)
    assert verdict.value is None
    assert heard


def test_what_is_not_proven_at_the_first_try_is_proven_with_more_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = Board("noughts", "b2 b1")
    at_once = Solver(board.game, memory=64).solve(board)
    monkeypatch.setattr(solver_module, "FIRST_SECONDS", 0.0)
    solver = Solver(board.game, memory=64)
    later = solver.solve(board)
    assert not solver.is_first_try
    assert (later.value, later.distance, later.line) == (at_once.value, at_once.distance, at_once.line)


def test_a_forced_win_of_gomoku_is_solved() -> None:
    verdict = pg.solve(Board("gomoku", "0,0 9,9 1,0 9,8 2,0 9,3"))
    assert (verdict.value, verdict.distance, verdict.exact_distance) == ("win", 3, True)


def test_the_value_of_squava_is_found_from_the_empty_board() -> None:
    prover = choose_prover(Board("squava").game, threads=2, memory=256)
    result = prover.prove(Board("squava"))
    assert result is not None
    assert result.score.value == "win"


def test_two_threads_say_the_same() -> None:
    chance = random.Random("two threads")
    alone = Solver(Board("squava").game, memory=16)
    both = Solver(Board("squava").game, memory=16, threads=2)
    for _ in range(20):
        board = late_board("squava", 14, chance)
        one, other = alone.solve(board), both.solve(board)
        assert (one.value, one.distance) == (other.value, other.distance)
