"""The prover against exhaustive search with the slow models, and its limits."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
from functools import cache

import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.errors import PlygroundError
from plyground.progress import Progress
from plyground.solver.dfpn.prover import DfpnProver
from plyground.solver.prover import ProvenResult
from tests.bruteforce import Known, Verdict, best_of, solve_moves
from tests.reference import Model, model
from tests.samples import late_board

LATE = (
    ("numerical", 11, 15),
    ("numerical", 12, 50),
    ("numerical:3x3", 3, 4),
    ("numerical:3x3", 5, 40),
    ("noughts", 3, 10),
    ("noughts:misere", 3, 10),
    ("squava", 17, 15),
)
"""Game, moves already made, how many positions."""

OPPOSITE = {"win": "loss", "loss": "win", "draw": "draw"}


def same_position(board: Board) -> Model:
    """The slow model after the same moves."""
    slow = model(board.game.full_name)
    for move in board.history:
        slow.play(move)
    return slow


@cache
def positions(name: str, plies: int, count: int) -> list[tuple[Board, Verdict, dict[str, str]]]:
    """Random late positions with the truth about each, and the value of every move."""
    chance = random.Random(f"{name} {plies}")
    found = []
    known: Known = {}
    for _ in range(count):
        board = late_board(name, plies, chance)
        replies = solve_moves(same_position(board), known)
        values = {move: OPPOSITE[reply.value] for move, reply in replies.items()}
        found.append((board, best_of(replies), values))
    return found


@cache
def prover_of(name: str, threads: int, memory: int) -> DfpnProver:
    return DfpnProver(find(name), threads=threads, memory=memory)


def prove(prover: DfpnProver, board: Board, *, exact: bool = False) -> ProvenResult:
    result = prover.prove(board, exact=exact)
    assert result is not None
    return result


@pytest.mark.parametrize(("name", "plies", "count"), LATE)
def test_values_and_distances_of_late_positions(name: str, plies: int, count: int) -> None:
    """One test of each game, because the truth is what takes long."""
    for threads, memory in ((1, 32), (1, 1), (2, 32)):
        prover = prover_of(name, threads, memory)
        for board, truth, values in positions(name, plies, count):
            result = prove(prover, board)
            assert result.score.value == truth.value, (board, threads, memory)
            assert values[result.line[0]] == truth.value, (board, threads, memory)
            assert_line_is_played(board, result)
    prover = prover_of(name, 1, 32)
    for board, truth, _ in positions(name, plies, count):
        result = prove(prover, board, exact=True)
        found = result.score.value, result.score.distance
        assert found == (truth.value, truth.distance), board
        assert result.score.exact
        assert result.line[0] in truth.best, board
        assert_line_is_played(board, result)


def assert_line_is_played(board: Board, result: ProvenResult) -> None:
    """A line is legal; if the game is won or lost it ends within the distance, and then in just that way."""
    played = board.copy()
    for move in result.line:
        played.push(move)
    if result.score.value == "draw":
        return
    assert result.score.distance is not None
    assert len(result.line) <= result.score.distance
    if result.score.exact:
        assert len(result.line) == result.score.distance
    if played.is_over:
        assert played.outcome is not None
        winner = board.turn if result.score.value == "win" else 1 - board.turn
        assert played.outcome.winner == board.game.players[winner]


def test_the_small_board_is_won_by_odd() -> None:
    result = prove(DfpnProver(find("numerical:3x3"), memory=64), Board("numerical:3x3"), exact=True)
    assert result.score.value == "win"
    assert result.score.exact


def test_noughts_is_a_draw_and_so_is_its_opposite() -> None:
    for name in ("noughts", "noughts:misere"):
        assert prove(prover_of(name, 1, 32), Board(name)).score.value == "draw"


def test_an_early_position_has_the_same_score_by_two_threads() -> None:
    board = Board("numerical", "b2=7 c3=10 a1=5 d4=6 b3=1")
    scores = [prove(DfpnProver(board.game, threads=threads, memory=64), board).score for threads in (1, 2)]
    assert scores[0] == scores[1]


def plain_sample() -> list[object]:
    """What the prover says of a few positions, and how many nodes that takes."""
    found: list[object] = []
    for name, moves in (
        ("numerical:3x3", "b2=1 a1=8 c3=3"),
        ("numerical", "a1=1 b1=2 c1=5 d1=4 a2=7 b2=16 c2=3 d2=10 a3=9 b3=12"),
        ("noughts:misere", "b2 b1 a1 c3"),
    ):
        result = prove(DfpnProver(find(name), memory=1), Board(name, moves), exact=True)
        found.append([name, str(result.score), list(result.line), result.nodes])
    return found


def test_plain_python_agrees_with_machine_code() -> None:
    script = (
        "import json; from tests.solver.test_prover import plain_sample; print(json.dumps(plain_sample()))"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(run.stdout) == plain_sample()


def test_a_game_that_is_over_needs_no_proof() -> None:
    board = Board("numerical", "a1=1 b1=16 c1=3 d1=14")
    result = prove(prover_of("numerical", 1, 32), board)
    assert (str(result.score), result.line, result.nodes) == ("loss in 0 plies", (), 0)


def test_without_time_there_is_no_answer() -> None:
    prover = DfpnProver(find("numerical"), memory=16, book=False)
    assert prover.prove(Board("numerical"), seconds=0.01) is None


def test_it_can_be_stopped_and_asked_again() -> None:
    prover = DfpnProver(find("numerical"), memory=16, book=False)
    prover.prepare()
    reports: list[Progress] = []

    def stop_soon(progress: Progress) -> None:
        reports.append(progress)
        prover.stop()

    assert prover.prove(Board("numerical"), on_progress=stop_soon) is None
    assert reports
    assert reports[0].known == 16
    assert reports[0].nodes > 0
    board, truth, _ = positions("numerical", 12, 50)[0]
    assert prove(prover, board).score.value == truth.value


def test_it_works_on_one_question_at_a_time() -> None:
    prover = DfpnProver(find("numerical"), memory=16, book=False)
    prover.prepare()
    entered = threading.Event()
    first = threading.Thread(
        target=prover.prove,
        args=(Board("numerical"),),
        kwargs={"on_progress": lambda progress: entered.set()},
    )
    first.start()
    assert entered.wait(60)
    with pytest.raises(PlygroundError, match="at work already"):
        prover.prove(Board("numerical"))
    prover.stop()
    first.join()


def test_the_table_keeps_to_its_memory() -> None:
    for memory in (1, 5, 64):
        work = DfpnProver(find("numerical:3x3"), memory=memory)._workspaces[0]
        used = work.solved_table.nbytes + work.proof_table.nbytes
        assert 0.9 * memory <= used / (1 << 20) <= memory


@pytest.mark.parametrize("name", ["squeeze:4x4", "gomoku"])
def test_games_without_an_end_are_refused(name: str) -> None:
    with pytest.raises(PlygroundError, match="proof numbers"):
        DfpnProver(find(name))


@pytest.mark.parametrize(("threads", "memory", "why"), [(0, 16, "threads"), (1, 0, "memory")])
def test_wrong_settings_are_refused(threads: int, memory: int, why: str) -> None:
    with pytest.raises(PlygroundError, match=why):
        DfpnProver(find("numerical"), threads=threads, memory=memory)
