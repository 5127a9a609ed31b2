"""The numerical program: the printed evaluation, worked out by hand, and its two seconds."""

from __future__ import annotations

import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.players.classics.numerical_classic import (
    NumericalClassic,
    board_points,
    set_points,
    vector_points,
)
from tests.players.classics import slow


def points(moves: str) -> int:
    board = Board("numerical", moves)
    player = NumericalClassic(board.game)
    found = board_points(player.make_heuristic(board.game.rules), board.position)
    assert found == slow.printed(board)
    return found


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("", 0),
        ("a1=1", 3 * 4),  # row, column and diagonal with one odd number
        ("b1=1", 2 * 4),  # row and column
        ("b1=1 b2=2", 4 + 8 + 8 + 2),  # row of 1; row and diagonal of 2; the column of both
        ("a1=1 b1=2 c1=3", 4 + 8 + 4 + 4),  # columns and a1's diagonal; 1, 2 and 3 need a 28
        ("a1=1 b1=16 c1=3 d1=14", 4 + 8 + 4 + 8 + 32 + 4 + 8),  # 34 by two odd and two even
        ("a1=1 b1=2 c1=15 d1=4", 4 + 8 + 4 + 8 + 0 + 4 + 8),  # a row that does not sum to 34
    ],
)
def test_the_printed_evaluation_by_hand(moves: str, expected: int) -> None:
    assert points(moves) == expected


def test_every_branch_as_printed() -> None:
    table = {
        (2, 2): 32, (4, 0): 32, (0, 4): -32, (1, 2): 16, (0, 1): 8, (1, 0): 4, (1, 1): 2, (2, 1): 1,
    }  # fmt: skip
    for odd in range(5):
        for even in range(5 - odd):
            assert vector_points(odd, even) == table.get((odd, even), 0)


def test_only_parts_of_winning_sets_score() -> None:
    scores = set_points()
    for numbers in range(1 << 16):
        members = {number for number in range(1, 17) if numbers >> number - 1 & 1}
        if scores[numbers]:
            assert any(members <= win for win in slow.WINNING_SETS)
    assert scores[0b1] == 4
    assert scores[0b1 | 1 << 1 | 1 << 3] == 0  # 1, 2 and 4 need a 27


def test_it_thinks_for_two_seconds_unless_told_otherwise() -> None:
    assert NumericalClassic(find("numerical")).seconds == 2.0
    assert NumericalClassic(find("numerical"), seconds=0.5).seconds == 0.5


def test_it_tells_the_value_of_its_move() -> None:
    board = Board("numerical", "a1=1 b1=16 c1=3 d2=14 a2=5 b2=2 c2=7 d3=4 a3=9 b4=6 c3=11")
    choice = NumericalClassic(board.game, seconds=600.0).choose(board)
    assert choice.depth == 5
    assert choice.score is not None
    assert choice.score.estimate == slow.minimax(board, 5, slow.numerical)


def test_even_declines_to_win_with_a_line_that_counts_for_odd() -> None:
    board = Board("numerical", "a1=1 b1=16 c1=3 a3=2 d4=5")
    assert not board.is_over
    board.push("d1=14")
    assert str(board.outcome) == "even wins: a1 b1 c1 d1 sum to 34"
    board.pop()
    choice = NumericalClassic(board.game, depth=1, seed=1).choose(board)
    assert choice.move != "d1=14"
