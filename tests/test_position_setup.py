"""Setting up positions by hand: any game, and what is said of marks that are no position."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from plyground import catalogue
from plyground.board import Board
from plyground.errors import IllegalPosition
from plyground.position_setup import PositionSetup, marks_to_set, set_up_board
from tests.samples import VARIANTS, random_board

DATA = Path(__file__).parent / "data"
STONES = str(DATA / "games" / "stones.py")
COLUMNS = str(DATA / "games" / "columns.py")
LAST_ONE = str(DATA / "lastone.py")
PLIES = (0, 1, 2, 5, 9, 13)


@pytest.mark.parametrize("name", [*VARIANTS, STONES, COLUMNS, LAST_ONE])
def test_what_play_reaches_can_be_set_up(name: str) -> None:
    chance = random.Random(Path(name).name)
    for plies in PLIES:
        board = random_board(name, plies, chance)
        marks = board.game.picture(board.position).marks
        again = set_up_board(board.game, marks, board.turn)
        assert board.game.picture(again.position).marks == marks
        assert (again.turn, again.is_over, again.history) == (board.turn, board.is_over, ())
        assert sorted(again.legal_moves) == sorted(board.legal_moves)
        assert Board(board.game, position=again.position_text) == again


def test_a_game_is_found_where_discs_fall() -> None:
    """The order matters there: a disc of the wrong side at the bottom of a column never goes away."""
    chance = random.Random("columns")
    for _ in range(40):
        board = random_board(COLUMNS, 13, chance)
        again = set_up_board(board.game, board.game.picture(board.position).marks, board.turn)
        assert again.position_text == board.position_text


@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("noughts", "X O"),
        ("gomoku", "X O"),
        ("squeeze:4x4", "W B"),
        ("numerical:3x3", "1 3 5 7 9 2 4 6 8"),
        (STONES, "X O"),
        (LAST_ONE, "o"),
    ],
)
def test_the_marks_to_choose_from_are_those_of_the_game(name: str, marks: str) -> None:
    assert " ".join(marks_to_set(catalogue.find(name))) == marks


@pytest.mark.parametrize(
    ("name", "marks", "side", "words"),
    [
        ("noughts", "a1=X b1=X", 0, "there are 2 X and 0 O; X has as many as O or one more"),
        ("noughts", "a1=X", 0, "with these marks it is O to move, not X"),
        ("noughts", "a1=X a2=X a3=X b1=O b2=O b3=O", 0, "the marks of X ended the game before the last move"),
        ("noughts", "a1=Q", 0, "'Q' is no mark of Noughts and crosses; there are X O"),
        ("noughts", "d9=X", 1, "'d9' is no cell of this board"),
        ("numerical:3x3", "a1=5 b1=4 c1=5", 1, "5 is there twice; each number is used once"),
        ("squeeze:4x4", "a1=W", 0, "black has no pieces, although it moved last"),
        ("gomoku", "0,0=X 1,0=X 5,5=O x=X", 0, "'x' is no cell"),
        (LAST_ONE, "a1=o c1=o", 0, "no game leads to these marks"),
        (STONES, "a1=X", 0, "with these marks it is O to move, not X"),
        (STONES, "a1=X b1=X d1=X", 1, "no game leads to these marks|no game was found"),
    ],
)
def test_what_is_wrong_is_said_in_words(name: str, marks: str, side: int, words: str) -> None:
    by_cell = dict(word.split("=") for word in marks.split())
    with pytest.raises(IllegalPosition, match=words):
        set_up_board(catalogue.find(name), by_cell, side)


def test_a_number_of_which_there_is_one_moves_to_its_new_cell() -> None:
    setup = PositionSetup(Board("numerical:3x3"))
    setup.put("a1", "5")
    setup.put("b2", "5")
    assert setup.marks == {"b2": "5"}
    setup.side = 1
    assert setup.problem == ""
    assert setup.board().legal_moves[0] == "a1=2"


def test_a_setup_begins_with_the_board_and_can_be_emptied_and_restored() -> None:
    setup = PositionSetup(Board("squeeze:3x3", "a1-a2"))
    assert (setup.marks["a2"], setup.side, setup.problem) == ("W", 1, "")
    setup.put("a2", "")
    assert "a2" not in setup.marks
    setup.clear()
    assert (setup.marks, setup.problem) == ({}, "white has no pieces, although it moved last")
    setup.restore()
    assert (len(setup.marks), setup.side, setup.problem) == (6, 0, "")
