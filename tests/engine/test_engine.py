"""Limits, threads, lines, progress and stopping."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from plyground.board import Board
from plyground.catalogue import find, names
from plyground.engine import Engine, Info
from plyground.engine.clock import Clock
from plyground.engine.info import SearchLimits
from plyground.engine.run_state import DEADLINE, FAILS_LOW, TIME_LIMIT, new_run_state
from plyground.engine.search_run import SearchRun
from plyground.engine.time_shares import add_score, set_time_limit
from plyground.engine.workspace import NODES
from plyground.errors import PlygroundError


@pytest.fixture(scope="module")
def squava() -> Engine:
    return Engine(find("squava"), memory=16)


def facts(info: Info) -> tuple[object, ...]:
    """Everything that has to be the same on every run."""
    return info.depth, info.lines, info.nodes, info.score


@pytest.mark.parametrize("name", names())
def test_depth_and_node_limits_repeat_exactly(name: str) -> None:
    limits: tuple[dict[str, Any], ...] = ({"depth": 4}, {"nodes": 5000})
    for limit in limits:
        answers = {facts(Engine(find(name), memory=2).search(Board(name), **limit)) for _ in range(2)}
        assert len(answers) == 1


@pytest.mark.parametrize("name", names())
def test_node_limit_is_kept(name: str) -> None:
    info = Engine(find(name), memory=1).search(Board(name), nodes=1000)
    assert info.nodes <= 1001


@pytest.mark.parametrize("name", names())
def test_no_time_at_all_still_gives_a_legal_move(name: str) -> None:
    board = Board(name)
    info = Engine(board.game, memory=1).search(board, seconds=0)
    assert info.best in board.legal_moves
    info = Engine(board.game, memory=1).search(board, nodes=1)
    assert info.best in board.legal_moves


def test_a_progress_call_per_depth(squava: Engine) -> None:
    seen: list[Info] = []
    info = squava.search(Board("squava"), depth=6, progress=seen.append)
    assert [each.depth for each in seen] == [1, 2, 3, 4, 5, 6]
    assert seen[-1] == info
    assert all(each.lines and each.nodes > 0 and each.speed > 0 for each in seen)
    assert all(0 <= each.fill <= 1 for each in seen)


def test_stop_from_another_thread(squava: Engine) -> None:
    timer = threading.Timer(0.3, squava.stop)
    timer.start()
    info = squava.search(Board("squava:5x5"), lines=25)
    assert info.best is not None
    assert info.depth < 25


def test_closing_the_iterator_stops_the_search(squava: Engine) -> None:
    infos = squava.analyse(Board("squava"))
    assert next(infos).depth == 1
    infos.close()
    assert squava.search(Board("squava"), depth=1).depth == 1


def test_one_search_at_a_time(squava: Engine) -> None:
    infos = squava.analyse(Board("squava"))
    next(infos)
    with pytest.raises(PlygroundError, match="already searching"):
        squava.search(Board("squava"), depth=1)
    infos.close()


def test_several_lines_are_the_best_moves_in_order() -> None:
    board = Board("noughts", "a1 b2 c3 b1")
    info = Engine(board.game, memory=1).search(board, lines=3)
    assert len(info.lines) == 3
    assert len({line.move for line in info.lines}) == 3
    ranks = [line.score.rank for line in info.lines]
    assert ranks == sorted(ranks, reverse=True)
    assert info.best == "b3"
    everything = Engine(board.game, memory=1).search(board, lines=99)
    assert sorted(line.move for line in everything.lines) == sorted(board.legal_moves)


def test_threads_both_search() -> None:
    """With two threads each has looked at a fair share of the positions."""
    engine = Engine(find("squava"), threads=2, memory=16)
    engine.search(Board("squava"), depth=9)
    shares = sorted(int(work.counts[NODES]) for work in engine.compiled.workspaces)
    assert shares[0] > shares[1] / 5


def test_a_finished_game_has_a_value_but_no_move() -> None:
    board = Board("noughts", "a1 a2 b1 b2 c1")
    info = Engine(board.game, memory=1).search(board)
    assert (info.best, info.line) == (None, ())
    assert (info.score.value, info.score.distance) == ("loss", 0)


def test_an_engine_plays_one_game() -> None:
    engine = Engine(find("noughts"), memory=1)
    with pytest.raises(PlygroundError, match="plays noughts, not squava"):
        engine.search(Board("squava"), depth=1)


@pytest.mark.parametrize("limits", [{"depth": 0}, {"nodes": 0}, {"seconds": -1}, {"lines": 0}])
def test_senseless_limits_are_refused(limits: dict[str, Any], squava: Engine) -> None:
    with pytest.raises(PlygroundError, match="must"):
        squava.search(Board("squava"), **limits)


def test_seconds_are_elapsed_time_of_thinking(squava: Engine) -> None:
    began = time.perf_counter()
    info = squava.search(Board("squava"), seconds=0.2)
    assert info.seconds <= time.perf_counter() - began


def test_a_repeated_position_counts_as_a_draw_on_the_board_and_in_the_search() -> None:
    board = Board("squeeze:4x4,limit=0", "a1-a2 a4-a3 a2-a1 a3-a4 a1-a2 a4-a3 a2-a1")
    assert not board.is_over
    board.push("a3-a4")
    assert str(board.outcome) == "draw: the position occurred for the third time"
    board.pop()
    info = Engine(board.game, memory=1).search(board, depth=1, lines=99)
    back = next(line for line in info.lines if line.move == "a3-a4")
    assert back.score.estimate == 0


def time_limit(moves: str, scores: list[int], *, failing: bool = False) -> int:
    """Until which second a search of gomoku may last whose depths said these scores."""
    board = Board("gomoku:15x15", moves)
    engine = Engine(board.game, memory=1)
    SearchRun(engine.compiled, board, SearchLimits(seconds=10, longest=30))
    run = engine.compiled.run
    for score in scores:
        add_score(run, score)
    run.numbers[FAILS_LOW] = failing
    set_time_limit(run)
    return int(run.numbers[TIME_LIMIT]) // 1000


def test_a_falling_score_is_looked_at_for_longer() -> None:
    assert time_limit("h8", [50, 0, 20]) == 10
    assert time_limit("h8", [50, 90, -30]) == 30
    assert time_limit("h8", [50, 0, 20], failing=True) == 30


def test_a_forced_move_is_not_thought_about_for_long() -> None:
    assert time_limit("g8 a1 h8 a3 i8 a5 j8 f8", [0]) == 10
    assert time_limit("g8 f8 h8 a3 i8 a5 j8", [0]) == 1


def test_a_step_is_cut_off_at_its_deadline_and_a_run_at_its_end() -> None:
    numbers = new_run_state().numbers
    numbers.fill(-1)
    numbers[DEADLINE] = 0
    calls: list[str] = []

    def cut_off() -> None:
        calls.append("cut off")
        numbers[TIME_LIMIT] = 0

    Clock(numbers, cut_off, lambda: calls.append("stop")).watch()
    assert calls == ["cut off", "stop"]
