"""A game whose positions are arrays, undone in place, with candidate moves and quick proofs."""

from __future__ import annotations

import random
from pathlib import Path

from plyground.board import Board, identity
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.engine.perft import perft
from plyground.engine.playouts import playouts
from tests.bruteforce import Known, solve
from tests.reference import model
from tests.samples import late_board

STONES = str(Path(__file__).parents[1] / "data" / "games" / "stones.py")


def test_perft_is_that_of_noughts() -> None:
    assert list(perft(Board(STONES), 5)) == list(perft(Board("noughts:4x4"), 5))


def test_a_kernel_leaves_the_position_as_it_was() -> None:
    board = Board(STONES, "a1 b2")
    before = identity(board.position)
    list(perft(board, 3))
    Engine(board.game, memory=1).search(board, depth=6)
    playouts(board.game, 50)
    assert identity(board.position) == before


def test_boards_do_not_share_arrays() -> None:
    board = Board(STONES, "a1 b2")
    twin = board.copy()
    twin.push("c3")
    assert board.history == ("a1", "b2")
    assert board != twin
    twin.pop()
    assert board == twin


def test_values_agree_with_the_slow_model() -> None:
    chance = random.Random(5)
    engines = [Engine(find(STONES), memory=4, threads=threads) for threads in (1, 2)]
    known: Known = {}
    for _ in range(25):
        board = late_board(STONES, 8, chance)
        slow = model("noughts:4x4")
        for move in board.history:
            slow.play(move)
        truth = solve(slow, known)
        for engine in engines:
            info = engine.search(board)
            assert (info.score.value, info.score.distance) == (truth.value, truth.distance), board
            assert info.best in truth.best


def test_what_narrowed_candidates_cannot_prove_is_not_called_proven() -> None:
    chance = random.Random(6)
    name = f"{STONES}:near"
    engine = Engine(find(name), memory=4)
    proven = 0
    known: Known = {}
    for _ in range(30):
        board = late_board(name, 7, chance)
        slow = model("noughts:4x4")
        for move in board.history:
            slow.play(move)
        info = engine.search(board, depth=10)
        if info.score.value is not None:
            proven += 1
            assert info.score.value == solve(slow, known).value, board
    assert 0 < proven < 30
