"""The book of Squava's first plies that comes with the package."""

from __future__ import annotations

import random

from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.solver.book import book_key, load_book
from plyground.solver.search_prover import SearchProver
from plyground.solver.selection import choose_prover, prover_beside
from tests.make_book import OPPOSITE, SQUAVA_PLIES, children, is_for_a_book

AGAIN = 4
"""How many entries are proven again; `python -m tests.make_book squava --check` proves all of them."""


def test_every_position_of_the_first_plies_is_in_it() -> None:
    book = load_book(find("squava"))
    boards = {0: Board("squava")}
    for _ in range(SQUAVA_PLIES):
        for board in boards.values():
            found = book.find(board)
            assert found is not None, board.history
            assert found[1] in board.legal_numbers()
        after = [child for board in boards.values() for child in children(board) if is_for_a_book(child)]
        boards = {book_key(board): board for board in after}


def test_values_agree_along_the_moves() -> None:
    """A won position has a move to a lost one; every move from a lost position leads to a won one."""
    book = load_book(find("squava"))
    for entry in book.entries.values():
        board = Board("squava", entry.moves[:-1])
        if len(board.history) + 1 < SQUAVA_PLIES:
            values = {found[0] for child in children(board) if (found := book.find(child))}
            best = "win" if "loss" in values else "draw" if "draw" in values else "loss"
            assert entry.value == best, entry.moves


def test_some_entries_are_proven_again() -> None:
    prover = SearchProver(Engine(find("squava"), memory=64), book=False)
    late = [entry for entry in load_book(find("squava")).entries.values() if len(entry.moves) == SQUAVA_PLIES]
    for entry in random.Random(5).sample(late, AGAIN):
        after = prover.prove(Board("squava", entry.moves))
        assert after is not None
        assert after.score.value == OPPOSITE[entry.value]


def test_players_look_into_it_and_the_solver_does_not() -> None:
    board = Board("squava", "c3")
    beside = prover_beside(Engine(board.game, memory=1))
    assert beside is not None
    known = beside.prove(board, seconds=0.001)
    assert known is not None
    assert known.nodes == 0
    assert choose_prover(board.game, memory=1).prove(board, seconds=0.001) is None
