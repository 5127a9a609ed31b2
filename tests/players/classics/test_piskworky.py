"""Piskworky: windows of five by hand, two plies, cells around the stones."""

from __future__ import annotations

import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.players.classics.piskworky import MAXIMUM, Piskworky, points_of
from tests.players.classics import slow


def points(moves: str) -> tuple[int, int]:
    """What the windows of X and of O are worth."""
    board = Board("gomoku", moves)
    view = board.game.view(board.position)
    found = points_of(view.rules, view.pos, 1), points_of(view.rules, view.pos, 2)
    assert found == (slow.windows(board, "X"), slow.windows(board, "O"))
    return found


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("", (0, 0)),
        ("0,0", (0, 0)),
        ("0,0 90,90 1,0", (4, 0)),  # four windows hold both
        ("0,0 90,90 4,0", (1, 0)),  # one does
        ("0,0 2,0 1,0", (1, 0)),  # the others are spoilt
        ("0,0 90,90 1,0 90,200 2,0", (3 * 4 + 2, 0)),  # three windows of three, two of two
        ("0,0 90,90 1,0 90,200 2,0 200,90 3,0", (2 * 16 + 2 * 4 + 2, 0)),
        ("0,0 90,90 1,0 90,200 2,0 200,90 3,0 300,0 4,0", (MAXIMUM, 0)),
    ],
)
def test_windows_by_hand(moves: str, expected: tuple[int, int]) -> None:
    assert points(moves) == expected


def test_it_begins_in_the_middle_and_stays_near_the_stones() -> None:
    game = find("gomoku")
    player = Piskworky(game, seed=1)
    assert player.choose(Board(game)).move == "0,0"
    board = Board(game, "0,0")
    for seed in range(10):
        choice = Piskworky(game, seed=seed).choose(board)
        assert choice.depth == 2
        assert choice.move in slow.cells_around(board)


def test_it_takes_five_and_stops_five() -> None:
    game = find("gomoku")
    player = Piskworky(game)
    taking = Board(game, "0,0 0,5 1,0 1,5 2,0 2,5 3,0 3,5")
    assert player.choose(taking).move in ("-1,0", "4,0")
    stopping = Board(game, "0,0 -1,0 1,0 1,5 2,0 2,5 3,0")
    assert player.choose(stopping).move == "4,0"


def test_far_away_stones_do_no_harm() -> None:
    board = Board("gomoku", "0,0 2000000000,-2000000000 1,0 5,5")
    assert Piskworky(board.game).choose(board).move in slow.cells_around(board)
