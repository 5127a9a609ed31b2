"""The Squava program: how far it looks, and what follows from that."""

from __future__ import annotations

import random

import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.players.classics.squava_classic import SquavaClassic
from tests.samples import open_board


@pytest.mark.parametrize(("marks", "depth"), [(0, 4), (1, 4), (7, 4), (8, 6), (12, 6), (13, 8), (14, 8)])
def test_it_looks_further_as_the_board_fills_up(marks: int, depth: int) -> None:
    board = open_board("squava", marks, random.Random(marks))
    choice = SquavaClassic(board.game, seed=1).choose(board)
    assert choice.depth == depth


def test_a_smaller_depth_is_kept_and_a_larger_one_is_not_its_own() -> None:
    game = find("squava")
    assert SquavaClassic(game, depth=2).choose(Board(game)).depth == 2
    assert SquavaClassic(game, depth=9).choose(Board(game)).depth == 4


def test_it_wins_as_soon_as_it_can() -> None:
    board = Board("squava", "a1 a5 b1 c4 d1 e5")  # c1 makes four
    choice = SquavaClassic(board.game).choose(board)
    assert choice.move == "c1"
    assert choice.score is not None
    assert choice.score.estimate == 9_999


def test_corners_come_before_edges_and_edges_before_the_middle() -> None:
    game = find("squava")
    choice = SquavaClassic(game, depth=1).choose(Board(game))
    assert choice.move in ("a1", "a5", "e1", "e5")
    assert choice.score is not None
    assert choice.score.estimate == 2


def test_a_gapped_three_is_worth_more_than_any_edge() -> None:
    board = Board("squava", "b2 a1 c2 a3")
    choice = SquavaClassic(board.game, depth=1).choose(board)
    assert choice.move == "e2"
    assert choice.score is not None
    assert choice.score.estimate == 100 + 1 - 3
