"""Passing, which no game here allows: what the other side would do if it could move now."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from plyground import catalogue, contract
from plyground.board import Board
from plyground.catalogue import find
from plyground.contract import OPEN
from plyground.engine import Engine
from plyground.game import Game, copy_position

STONES = Path(__file__).parents[1] / "data" / "games" / "stones.py"
GAMES = (
    *("noughts", "noughts:misere", "squava", "squava:4x4", "numerical", "numerical:3x3"),
    *("squeeze", "squeeze:4x4,limit=10", "gomoku", "gomoku:15x15"),
)


def some_boards(name: str, most: int, seed: int = 7) -> list[Board]:
    """Boards after some moves by chance."""
    chance = random.Random(seed)
    boards = []
    for plies in range(most):
        board = Board(name)
        for _ in range(plies):
            if not board.is_over:
                board.push_number(chance.choice(board.legal_numbers()))
        if not board.is_over:
            boards.append(board)
    return boards


@pytest.mark.parametrize("name", [*GAMES, *catalogue.EXAMPLES])
def test_after_a_pass_the_same_marks_stand_and_the_other_side_moves(name: str) -> None:
    for board in some_boards(name, 8):
        before = board.position_text
        passed = board.passed()
        assert passed is not None
        assert passed.player == board.game.players[1 - board.turn]
        assert passed.game.picture(passed.position) == board.game.picture(board.position)
        assert passed.game.side_to_move(passed.position) == 1 - board.turn
        assert board.position_text == before
        if not passed.is_over:
            passed.push_number(passed.legal_numbers()[0])
            assert passed.player == board.player
            assert passed.game.side_to_move(passed.position) == board.turn


@pytest.mark.parametrize("name", catalogue.EXAMPLES)
def test_pages_without_python_know_what_passing_is_in_the_examples(name: str) -> None:
    assert contract.passed.is_implemented(type(find(name).rules))


def value(game: Game, pos: Any) -> int:
    """What a position is worth to the side to move, by trying everything."""
    result = int(contract.outcome(game.rules, pos))
    if result != OPEN:
        return result
    return max(-value(game, contract.play(game.rules, copy_position(pos), move)) for move in game.legal(pos))


@pytest.mark.parametrize("name", ["noughts", "noughts:misere", "numerical:3x3"])
def test_a_search_after_a_pass_finds_what_trying_everything_finds(name: str) -> None:
    engine = Engine(find(name), memory=1)
    words = {1: "win", 0: "draw", -1: "loss"}
    compared = 0
    for seed in range(6):
        for board in some_boards(name, 9, seed)[5:]:
            passed = board.passed()
            assert passed is not None
            if passed.is_over:
                continue
            found = engine.search(passed, depth=12).score.value
            assert found == words[value(board.game, passed.position)], board
            compared += 1
    assert compared >= 10


def test_a_pass_is_never_the_end_of_the_numbers() -> None:
    """Whoever has no number left has nothing more to complete, and the game is drawn."""
    board = Board("numerical:3x3", ["a1=1", "b2=2", "c1=3", "a3=4", "c3=5", "b1=6", "a2=7", "c2=8"])
    passed = board.passed()
    assert passed is not None
    assert (passed.is_over, passed.legal_moves) == (True, ())


def test_a_game_that_cannot_say_what_passing_is() -> None:
    assert Board(str(STONES)).passed() is None


def test_the_text_of_a_position_says_what_passing_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract.passed, "is_implemented", lambda rules: False)
    squeeze = find("squeeze:limit=0")
    board = Board(squeeze, ["d1-d5"])
    passed = board.passed()
    assert passed is not None
    assert passed.player == "white"
    assert passed.position_text.split()[0] == board.position_text.split()[0]
    noughts = find("noughts")
    assert Board(noughts, ["a1"]).passed() is None, "with one X and no O it cannot be X's turn"


def test_there_is_no_passing_after_the_end() -> None:
    assert Board("noughts", "a1 a2 b1 b2 c1").passed() is None
