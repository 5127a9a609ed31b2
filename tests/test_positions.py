"""Positions as text: to text and back without loss, and what is said of texts that are no positions."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import plyground as pg
from plyground.board import Board, identity
from plyground.engine import Engine
from plyground.engine.perft import perft
from plyground.errors import BrokenGame, IllegalPosition, PlygroundError
from plyground.game import copy_position
from plyground.positions import fields_text, read_fields
from plyground.records import RecordError, load_record, read_record, save_record, write_record
from tests.samples import VARIANTS, random_board, record_of

DATA = Path(__file__).parent / "data"
STONES = str(DATA / "games" / "stones.py")
LAST_ONE = str(DATA / "lastone.py")
GOMOKU = ("gomoku", "gomoku:15x15", "gomoku:6x5")
EVERY = (*VARIANTS, *GOMOKU, STONES, f"{STONES}:3x5,near", LAST_ONE)

# There and back


@pytest.mark.parametrize("name", EVERY)
def test_every_position_of_random_games_comes_back(name: str) -> None:
    chance = random.Random(name)
    texts: dict[str, object] = {}
    for _ in range(3):
        board = Board(name)
        while True:
            text = board.position_text
            again = Board(board.game, position=text)
            assert "\n" not in text
            assert identity(again.position) == identity(board.position)
            assert [type(field) for field in again.position] == [type(field) for field in board.game.start]
            assert (again.turn, again.player, again.position_text) == (board.turn, board.player, text)
            assert again == board
            assert again.history == ()
            assert texts.setdefault(text, (identity(board.position), board.turn)) == (
                identity(board.position),
                board.turn,
            )
            if not board._repeats:
                assert again.outcome == board.outcome
                assert again.legal_moves == board.legal_moves
            if board.is_over or len(board.history) == 120:
                break
            board.push(chance.choice(board.legal_moves))


@pytest.mark.parametrize("name", EVERY)
def test_different_positions_have_different_texts(name: str) -> None:
    chance = random.Random(name)
    seen: dict[tuple[object, int], str] = {}
    for plies in range(30):
        board = random_board(name, plies % 15, chance)
        seen[identity(board.position), board.turn] = board.position_text
    assert len(set(seen.values())) == len(seen)


def test_texts_are_readable() -> None:
    assert Board("noughts").position_text == "3/3/3 X"
    assert Board("noughts:64x1,row=7", "b1").position_text == "1X62 O"
    assert Board("squava", "c3 a5").position_text == "O4/5/2X2/5/5 X"
    assert Board("numerical", "a1=15 d4=2").position_text == ".,.,.,2/.,.,.,./.,.,.,./15,.,.,. odd"
    assert Board("squeeze:4x4", "a1-a3").position_text == "BBBB/W3/4/1WWW black 1"
    assert Board("squeeze:4x4,limit=0", "a1-a3").position_text == "BBBB/W3/4/1WWW black"
    assert Board("gomoku:5x6", "a1 b2 e6").position_text == "4X/5/5/5/1O3/X4 O"
    assert Board("gomoku", "0,0 5,-7 1,1").position_text == "X=0,0;1,1 O=5,-7 O"
    assert Board("gomoku").position_text == "X= O= X"
    assert Board(LAST_ONE, "3").position_text == "left=9 second"
    assert Board(f"{STONES}:3x3").position_text == "stones=0x25 made=0x10 first"


# What is said of texts that are wrong

WRONG = (
    ("noughts", " ", "write the rows"),
    ("noughts", "3/3 X", "has 2 rows; this board has 3"),
    ("noughts", "3/3/4 X", "row 1 is '4', 4 cells wide; this board has 3 columns"),
    ("noughts", "3/3/02 X", "row 1 holds '02'; write X, O or how many cells are empty"),
    ("noughts", "3/3/2Z X", "row 1 holds 'Z'"),
    ("noughts", "3/3/3 Y", "'Y' is no side to move; there are X and O"),
    ("noughts", "3/3/3 O", "with these marks it is X to move, not O"),
    ("noughts", "3/3/2O O", "there are 0 X and 1 O"),
    ("noughts", "XXX/OO1/X2 O", "there are 4 X and 2 O"),
    ("noughts", "XXX/OO1/3 X", "with these marks it is O to move, not X"),
    ("noughts", "OOO/XX1/X2 O", "with these marks it is X to move"),
    ("noughts", "XXX/OOO/3 X", "the marks of X ended the game before the last move"),
    ("noughts:4x4", "XXX1/4/XXX1/OOXO O", "there are 7 X and 3 O"),
    ("noughts:4x4", "XXX1/1O1O/XXX1/O1OO O", "no single move of X can have made all these rows"),
    ("squava", "XXX2/OO3/5/5/5 X", "with these marks it is O to move"),
    ("squava", "XXX2/OOO2/5/5/5 X", "the marks of X ended the game"),
    ("numerical", ".,.,./.,.,./.,.,. odd", "has 3 rows; this board has 4"),
    ("numerical:3x3", ".,.,./.,./.,.,. odd", "row 2 is '.,.'; write 3 cells"),
    ("numerical:3x3", "10,.,./.,.,./.,.,. even", "holds '10'; write a number from 1 to 9"),
    ("numerical:3x3", "5,.,./4,.,./.,5,. even", "5 is there twice"),
    ("numerical:3x3", "2,.,./.,.,./.,.,. odd", "there are 0 odd and 1 even numbers"),
    ("numerical:3x3", "1,.,./.,.,./.,.,. odd", "with these numbers it is even to move"),
    ("numerical:3x3", "1,5,9/.,.,./2,4,6 odd", "can have completed"),
    ("squeeze:4x4", "BBBB/4/4/WWWW white", "write the rows from the top down, the side to move and the"),
    ("squeeze:4x4,limit=0", "BBBB/4/4/WWWW white 0", "write the rows from the top down and the side to move"),
    ("squeeze:4x4", "BBBB/B3/4/WWWW white 0", "black has 5 pieces; a side begins with 4"),
    ("squeeze:4x4", "4/4/4/WWWW white 2", "black has no pieces, although it moved last"),
    ("squeeze:4x4", "BBBB/4/4/WWWW white 101", "'101' is no number of moves made; write 0 to 100"),
    ("squeeze:4x4", "BBBB/4/4/WWWW white 1", "after 1 moves it is black to move"),
    ("gomoku", "0,0 X", "write the stones of X and of O and the side to move, like"),
    ("gomoku", "X=0,0;0,0 O=1,1 O", "0,0 is there twice"),
    ("gomoku", "X=0,0 O=0,0 X", "0,0 is there twice"),
    ("gomoku", "X=0,9999999999 O= O", "'0,9999999999' is no cell"),
    ("gomoku", "X=0,0 O= X", "with these marks it is O to move, not X"),
    ("gomoku:5x5", "5/5/5/5 X", "has 4 rows; this board has 5"),
    ("gomoku:5x5", "XXXXX/OOOOO/5/5/5 X", "the marks of X ended the game before the last move"),
    ("gomoku:6x5", "XXXXX1/OOOO2/OOOO2/XXXXX1/OO4 X", "the marks of X ended the game"),
    (LAST_ONE, "left", "is no position; write left=..."),
    (LAST_ONE, "left=", "left holds 0 numbers; it takes 1"),
    (LAST_ONE, "left=two", "left holds 'two'"),
    (LAST_ONE, "left=1,2", "left holds too many numbers; it takes 1"),
    (LAST_ONE, "left=99999999999999999999", "it takes numbers from"),
    (LAST_ONE, "left=-4", "has no legal move, although the game goes on"),
    (f"{STONES}:3x3", "stones=0x24 made=0x10", "stones holds 24 numbers; it takes 25"),
    (f"{STONES}:3x3", "stones=0x25 made=400,0x9", "cannot be played"),
)


@pytest.mark.parametrize(("name", "text", "why"), WRONG)
def test_what_is_wrong_is_said_in_one_line(name: str, text: str, why: str) -> None:
    game = pg.find(name)
    with pytest.raises(IllegalPosition, match=re.escape(why)) as caught:
        Board(game, position=text)
    assert "\n" not in str(caught.value)


LETTERS = "0123456789XOWB.,/= -xabcdefirstonewhilvd"


def mutated(text: str, chance: random.Random) -> str:
    """A text with a few things wrong, or none by luck."""
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(text) + 1)
        match chance.randrange(5):
            case 0:
                text = text[:at] + chance.choice(LETTERS) + text[at:]
            case 1:
                text = text[:at] + text[at + 1 :]
            case 2:
                text = text[:at] + chance.choice(LETTERS) + text[at + 1 :]
            case 3:
                other = chance.randrange(len(text) + 1)
                low, high = sorted((at, other))
                text = text[:low] + text[high:]
            case 4:
                words = text.split(" ")
                chance.shuffle(words)
                text = " ".join(words)
    return text


@pytest.mark.parametrize("name", EVERY)
def test_broken_texts_are_refused_or_stand_for_a_position(name: str) -> None:
    chance = random.Random(name)
    refused: list[str] = []
    game = pg.find(name)
    texts = [random_board(name, plies, chance).position_text for plies in range(20)]
    for _ in range(200):
        text = mutated(chance.choice(texts), chance) or "?"
        try:
            read = Board(game, position=text)
        except PlygroundError as error:
            refused.append(str(error))
            continue
        again = Board(game, position=read.position_text)
        assert again == read
        assert again.position_text == read.position_text
        read.text()
        assert read.is_over or read.legal_moves
    assert len(refused) > 20
    assert not any("\n" in why or len(why) > 250 for why in refused)


# Boards that begin from a set-up position


def test_a_board_knows_whose_turn_it_is() -> None:
    board = Board("noughts", position="3/1X1/3 O")
    assert (board.turn, board.player, board.first_turn, board.history) == (1, "O", 1, ())
    board.push("a1")
    assert board.player == "X"
    twin = board.copy()
    assert twin == board
    assert (twin.turn, twin.setup, twin.history) == (0, "3/1X1/3 O", ("a1",))
    assert repr(board) == "Board('noughts', 'a1', position='3/1X1/3 O')"
    assert board == Board("noughts", "b2 a1")
    twin.pop()
    assert twin.caption == "O to move"
    with pytest.raises(pg.IllegalMove):
        twin.pop()


def test_the_winner_is_the_right_side() -> None:
    board = Board("noughts", "c1", position="XX1/X2/OO1 O")
    assert board.outcome is not None
    assert board.outcome.winner == "O"
    board = Board(LAST_ONE, "3", position="left=3 second")
    assert board.outcome is not None
    assert board.outcome.winner == "second"


def test_the_usual_start_is_no_setup() -> None:
    board = Board("squeeze:4x4", position="BBBB/4/4/WWWW white 0")
    assert board.setup == ""
    assert board == Board("squeeze:4x4")
    assert Board(LAST_ONE, position="left=12 second").setup == "left=12 second"


def test_boards_with_arrays_keep_their_setup() -> None:
    setup = Board(STONES, "a1 b2 c3").position_text
    board = Board(STONES, "d4 a4", position=setup)
    assert board.setup == setup
    assert board.copy() == board == Board(STONES, "a1 b2 c3 d4 a4")
    board.pop()
    assert board.copy().setup == setup


def test_the_engine_answers_alike_from_a_setup() -> None:
    played = Board("noughts:4x4", "b2 c3 b3")
    setup = Board("noughts:4x4", position=played.position_text)
    answers = [Engine(played.game, memory=1).search(board, depth=8) for board in (played, setup)]
    assert answers[0].lines == answers[1].lines
    assert list(perft(played, 3)) == list(perft(setup, 3))


def test_repetition_counts_from_the_setup() -> None:
    board = Board("squeeze:3x3,limit=0", position="B2/3/2W white")
    for move in ["c1-c2", "a3-a2", "c2-c1", "a2-a3"] * 2:
        assert not board.is_over
        board.push(move)
    assert board.outcome is not None
    assert board.outcome.reason == "the position occurred for the third time"


def test_a_copy_shares_nothing() -> None:
    board = Board(STONES, position=Board(STONES, "a1").position_text)
    twin = board.copy()
    twin.push("b2")
    assert identity(board.position) != identity(twin.position)
    assert identity(copy_position(board.position)) == identity(board.position)


# Records


def test_records_keep_the_setup(tmp_path: Path) -> None:
    board = Board("squeeze:4x4", "a3-b3", position="BB2/W3/4/1WW1 white 8")
    record = record_of(board, ("human", "level 3"))
    text = write_record(record)
    assert "position: BB2/W3/4/1WW1 white 8\n" in text
    assert read_record(text) == record
    save_record(record, tmp_path / "game.ply")
    again = load_record(tmp_path / "game.ply").board()
    assert again == board
    assert (again.history, again.setup, again.turn) == (board.history, board.setup, board.turn)


def test_a_game_won_from_a_setup_is_recorded() -> None:
    board = Board("noughts", "c1", position="XX1/X2/OO1 O")
    record = record_of(board, ("human", "human"))
    assert record.result == "0-1"
    assert read_record(write_record(record)) == record


def test_a_wrong_position_in_a_record_is_named_with_its_line() -> None:
    text = write_record(record_of(Board("noughts", position="3/1X1/3 O"), ("human", "human")))
    with pytest.raises(RecordError, match=r"game\.ply: line 3: with these marks it is O to move, not X"):
        read_record(text.replace("3 O", "3 X"), "game.ply")


def test_the_usual_start_is_not_written() -> None:
    assert "position" not in write_record(record_of(Board("noughts", "b2"), ("human", "human")))


# Positions of a game that writes no form of its own


class Growing(NamedTuple):
    """A position with a list in it that grows."""

    side: np.int8
    done: bool
    stones: tuple[int, ...]
    pair: tuple[np.uint64, np.uint64]


def test_fields_of_every_kind() -> None:
    start = Growing(np.int8(0), False, (), (np.uint64(0), np.uint64(0)))
    later = Growing(np.int8(-1), True, (5, -(2**40), 7), (np.uint64(2**64 - 1), np.uint64(1)))
    text = fields_text(later)
    assert text == f"side=-1 done=1 stones=5,{-(2**40)},7 pair={2**64 - 1},1"
    again = read_fields(start, text)
    assert again == later
    assert [type(field) for field in again] == [type(field) for field in later]
    with pytest.raises(IllegalPosition, match="side holds 200; it takes numbers from -128 to 127"):
        read_fields(start, text.replace("side=-1", "side=200"))
    with pytest.raises(IllegalPosition, match="stones holds too many numbers"):
        read_fields(start, text.replace("stones=", "stones=0x999999999,"))


def test_a_field_that_is_no_number() -> None:
    class Odd(NamedTuple):
        share: float

    with pytest.raises(BrokenGame, match="share is a float, which has no text form here"):
        read_fields(Odd(0.5), "share=1")
