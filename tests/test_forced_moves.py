"""Forced moves, compared with slow models of the rules that try everything."""

from __future__ import annotations

import random
from itertools import count

import pytest

from plyground.board import Board
from plyground.forced_moves import find_forced_move
from tests.reference import Model, model


def loses_at_once(slow: Model, mover: int) -> bool:
    """Whether the side that has just moved has lost, or loses to some answer."""
    if ending := slow.ending():
        return ending.winner == 1 - mover
    for answer in slow.legal_moves():
        slow.play(answer)
        ending = slow.ending()
        slow.undo()
        if ending and ending.winner == 1 - mover:
            return True
    return False


def only_holding_move(slow: Model) -> str | None:
    """The only legal move, or the only one that does not lose at once, by trying all of them."""
    moves = slow.legal_moves()
    if len(moves) == 1:
        return next(iter(moves))
    holding = []
    for move in moves:
        mover = slow.turn
        slow.play(move)
        if not loses_at_once(slow, mover):
            holding.append(move)
        slow.undo()
    return holding[0] if len(holding) == 1 else None


@pytest.mark.parametrize("game", ["noughts", "noughts:4x4,row=3", "squava", "numerical:3x3", "squeeze:4x4"])
def test_forced_moves_are_those_of_the_slow_model(game: str) -> None:
    chance = random.Random(game)
    forced = free = 0
    for _ in range(8):
        board, slow = Board(game), model(game)
        while not board.is_over and len(board.history) < 24:
            expected = only_holding_move(slow)
            assert find_forced_move(board, seconds=600) == expected, (game, board.history)
            forced, free = forced + (expected is not None), free + (expected is None)
            move = chance.choice(board.legal_moves)
            board.push(move)
            slow.play(move)
    assert forced
    assert free


def test_an_endless_board_leaves_a_choice_until_there_is_a_threat() -> None:
    assert find_forced_move(Board("gomoku")) is None
    four = Board("gomoku", "0,0 0,1 1,0 5,5 2,0 -1,0 3,0")
    assert find_forced_move(four, seconds=600) == "4,0"


def test_nothing_is_forced_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board("noughts", "a1 b2 a2")
    ticks = count()
    monkeypatch.setattr("plyground.forced_moves.time.perf_counter", lambda: float(next(ticks)))
    assert find_forced_move(board, seconds=5.5) is None
    assert find_forced_move(board, seconds=100) == "a3"


def test_a_game_that_is_over_has_no_forced_move() -> None:
    assert find_forced_move(Board("noughts", "a1 a2 b1 b2 c1")) is None
