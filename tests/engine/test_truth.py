"""The engine against exhaustive search with the slow models: value, distance and every best move."""

from __future__ import annotations

import random
from functools import cache

import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine, Info
from tests.bruteforce import Known, Verdict, forced, solve
from tests.reference import Model, model
from tests.samples import late_board

LATE = (
    ("noughts", 2, 30),
    ("noughts", 4, 30),
    ("noughts:misere", 3, 30),
    ("noughts:4x3", 5, 20),
    ("noughts:4x4,row=4", 9, 30),
    ("noughts:5x5,row=4", 17, 20),
    ("noughts:3x4,row=2,misere", 4, 20),
    ("squava:4x4", 9, 30),
    ("squava", 17, 50),
    ("squava:6x5", 21, 20),
    ("numerical:3x3", 4, 30),
    ("numerical", 12, 40),
    ("squeeze:3x3,limit=4", 4, 20),
    ("squeeze:4x4,limit=8", 13, 25),
    ("squeeze:3x5,limit=6", 9, 15),
    ("squeeze:8x8,limit=10", 18, 6),
)
"""Game, moves already made, how many positions."""

SETTINGS = ((1, 1), (1, 64), (2, 1), (2, 64))
"""Threads and megabytes of table."""


@cache
def positions(name: str, plies: int, count: int) -> list[tuple[Board, Verdict]]:
    """Random late positions with the truth about each."""
    chance = random.Random(f"{name} {plies}")
    boards = [late_board(name, plies, chance) for _ in range(count)]
    known: Known = {}
    return [(board, solve(same_position(board), known)) for board in boards]


def same_position(board: Board) -> Model:
    """The slow model after the same moves."""
    slow = model(board.game.full_name)
    for move in board.history:
        slow.play(move)
    return slow


def best_moves(info: Info) -> frozenset[str]:
    """The moves that are as good as the best, distance included."""
    top = info.lines[0].score
    return frozenset(
        line.move
        for line in info.lines
        if (line.score.value, line.score.distance) == (top.value, top.distance)
    )


@pytest.mark.parametrize(("name", "plies", "count"), LATE)
def test_late_positions(name: str, plies: int, count: int) -> None:
    """With every move, under each setting, and with one line: together, because the truth takes long."""
    for threads, memory in SETTINGS:
        engine = Engine(find(name), threads=threads, memory=memory)
        for board, truth in positions(name, plies, count):
            info = engine.search(board, lines=len(board.legal_moves))
            found = (info.score.value, info.score.distance, best_moves(info))
            assert found == (truth.value, truth.distance, truth.best), (board, threads, memory)
            assert info.score.exact
            assert_line_ends_the_game(board, info)
    engine = Engine(find(name), memory=4)
    for board, truth in positions(name, plies, count):
        info = engine.search(board)
        assert (info.score.value, info.score.distance) == (truth.value, truth.distance), board
        assert info.best in truth.best
        assert_line_ends_the_game(board, info)


@pytest.mark.parametrize("name", ["squeeze:4x4,limit=8", "squeeze:3x5,limit=6"])
def test_what_is_proven_once_is_never_forgotten(name: str) -> None:
    """Also when the search for the exact distance, which begins anew, does not come to its end."""
    plies, count = next((plies, count) for game, plies, count in LATE if game == name)
    proven = 0
    for nodes in (300, 3000, 30_000):
        engine = Engine(find(name), memory=4)
        for board, truth in positions(name, plies, count):
            infos = list(engine.analyse(board, nodes=nodes))
            values = [info.score.value for info in infos if info.score.value is not None]
            assert set(values) <= {truth.value}
            if values:
                proven += 1
                assert infos[-1].score.value == truth.value
    assert proven > count


def assert_line_ends_the_game(board: Board, info: Info) -> None:
    """A proven line is legal and, if the game is won or lost, is as long as the distance."""
    played = board.copy()
    for move in info.line:
        played.push(move)
    if info.score.value in ("win", "loss"):
        assert len(info.line) == info.score.distance
        assert played.is_over


CYCLIC = (
    ("squeeze:3x3,limit=0", 0, 1, 7),
    ("squeeze:3x3,limit=0", 5, 10, 5),
    ("squeeze:4x4,limit=0", 18, 12, 3),
    ("squeeze:5x3,limit=0", 16, 10, 3),
)
"""Game, moves already made, how many positions, how deep to look."""


@pytest.mark.parametrize(("name", "plies", "count", "depth"), CYCLIC)
def test_games_that_can_go_round_in_circles(name: str, plies: int, count: int, depth: int) -> None:
    known = circling(name, plies, count, depth)
    assert any(truth is not None for _, truth in known)
    for threads, memory in SETTINGS:
        engine = Engine(find(name), threads=threads, memory=memory)
        for board, truth in known:
            info = engine.search(board, depth=depth)
            assert info.score.value != "draw"
            if truth is not None:
                assert (info.score.value, info.score.distance) == (truth.value, truth.distance), board
                assert info.score.exact
                assert info.best in truth.best
            elif info.score.value is not None:
                assert info.score.distance is not None
                assert info.score.distance > depth


def circling(name: str, plies: int, count: int, depth: int) -> list[tuple[Board, Verdict | None]]:
    """Random positions with what can be forced in each within a number of plies."""
    chance = random.Random(f"{name} {plies}")
    boards = [late_board(name, plies, chance) for _ in range(count)]
    return [(board, forced(same_position(board), depth)) for board in boards]


WHOLE = (
    ("noughts", "draw", None),
    ("noughts:misere", "draw", None),
    ("noughts:4x3", "win", 7),
    ("noughts:4x4", "win", 5),
    ("numerical:3x3", "win", None),
    ("squeeze:3x3,limit=0", "win", 7),
    ("squeeze:3x3,limit=2", "draw", None),
    ("squeeze:3x3,limit=3", "win", 6),
    ("squeeze:3x3,limit=4", "win", 7),
)


@pytest.mark.parametrize(("name", "value", "distance"), WHOLE)
def test_whole_games(name: str, value: str, distance: int | None) -> None:
    """Values from the empty board, known from exhaustive search with the slow models or from others."""
    info = Engine(find(name)).search(Board(name))
    assert info.score.value == value
    if distance is not None:
        assert (info.score.distance, info.score.exact) == (distance, True)
