"""The book of first moves that comes with the package."""

from __future__ import annotations

import random
from functools import cache

import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.errors import PlygroundError
from plyground.games.numerical import symmetries_of
from plyground.solver.book import Book, book_key, load_book, read_book
from plyground.solver.dfpn.prover import DfpnProver
from tests.make_book import OPPOSITE, is_for_a_book

DEEP = 6
"""How many of the entries of the fourth ply are proven again."""


@cache
def book() -> Book:
    return load_book(find("numerical"))


def replies_and_then_anything(follower: int, chance: random.Random) -> Board:
    """A game of up to four plies in which one side follows the book and the other plays at random."""
    board = Board("numerical")
    while len(board.history) < 4 and is_for_a_book(board):
        if board.turn == follower:
            found = book().find(board)
            assert found is not None, board
            board.push_number(found[1])
        else:
            board.push(chance.choice(board.legal_moves))
    return board


@pytest.mark.parametrize("follower", [0, 1])
def test_whoever_follows_the_book_is_never_without(follower: int) -> None:
    for seed in range(20):
        board = replies_and_then_anything(follower, random.Random(seed))
        assert len(board.history) == 4 or not is_for_a_book(board)


def test_the_keys_are_those_of_the_positions() -> None:
    for key, entry in random.Random(1).sample(sorted(book().entries.items()), 60):
        board = Board("numerical", entry.moves[:-1])
        assert book_key(board) == key
        board.push(entry.moves[-1])
        assert book_key(board) == entry.after


def test_even_wins_against_every_first_move() -> None:
    for number in range(1, 16, 2):
        for cell in ("a1", "b1"):
            found = book().find(Board("numerical", f"{cell}={number}"))
            assert found is not None
            assert found[0] == "win"


def test_a_position_is_found_however_it_lies() -> None:
    image = symmetries_of(4)[11]
    entry = next(entry for entry in book().entries.values() if len(entry.moves) == 4)
    board = Board("numerical", entry.moves[:-1])
    twin = Board("numerical")
    for move in board.numbers:
        twin.push_number(16 * image[move // 16] + move % 16)
    found = book().find(twin)
    assert found is not None
    twin.push_number(found[1])
    assert book_key(twin) == entry.after


def test_late_moves_of_the_book_are_proven_again() -> None:
    """The others take longer; `python -m tests.make_book --check` proves all of them."""
    prover = DfpnProver(find("numerical"), memory=64, book=False)
    late = [entry for entry in book().entries.values() if len(entry.moves) == 4]
    for entry in random.Random(2).sample(late, DEEP):
        board = Board("numerical", entry.moves)
        result = prover.prove(board)
        assert result is not None
        assert result.score.value == OPPOSITE[entry.value], entry.moves


def test_the_prover_asks_the_book() -> None:
    result = DfpnProver(find("numerical"), memory=16).prove(Board("numerical", "b2=7"))
    assert result is not None
    assert (result.score.value, result.score.distance, result.score.exact) == ("win", 15, False)
    assert result.nodes < 1_000_000


def test_other_variants_have_no_book() -> None:
    assert load_book(find("numerical:3x3")).entries == {}
    assert load_book(find("noughts:4x4")).entries == {}
    assert read_book(find("numerical:3x3"), "numerical\n1 win 2 > a1=1\n").entries == {}


@pytest.mark.parametrize("line", ["1f maybe 2e > b2=1", "1f win 2e b2=1", "1f win", ""])
def test_a_damaged_book_is_named(line: str) -> None:
    with pytest.raises(PlygroundError, match="the book of numerical is damaged"):
        read_book(find("numerical"), f"numerical\n{line}\n")


def test_a_book_that_leads_nowhere_is_named() -> None:
    key = book_key(Board("numerical"))
    with pytest.raises(PlygroundError, match="no move leads where it says"):
        read_book(find("numerical"), f"numerical\n{key:x} loss 5 > a1=1\n").find(Board("numerical"))
