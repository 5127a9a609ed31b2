"""HOXO: triplets in lexicographic order, and what it does for their sake."""

from __future__ import annotations

import random

import numpy as np
import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.players.classics.hoxo import Hoxo, read_triplet, triplet
from tests.players.classics import slow
from tests.samples import open_board


def score_of(picture: str) -> tuple[int, int, int]:
    """The triplet of a drawn board, top row first, positive for X."""
    game = find("noughts")
    sides = dict.fromkeys("XO", np.uint64(0))
    for row, line in enumerate(reversed(picture.split("/"))):
        for column, mark in enumerate(line):
            if mark in sides:
                sides[mark] |= np.uint64(1 << 3 * row + column)
    rules = game.rules
    return read_triplet(triplet(rules, sides["X"], sides["O"]) - triplet(rules, sides["O"], sides["X"]))


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        (".../.../...", (0, 0, 0)),
        (".../.X./...", (0, 0, 4)),
        ("O../.X./...", (0, 0, 3 - 2)),
        ("X../.X./O..", (0, 1, 3 - 1)),
        ("XXX/OO./...", (1, -1, 1)),
        ("XXX/X../XOO", (2, 1, 1)),
        ("OXX/.X./O.O", (0, 1 - 2, 1)),
    ],
)
def test_triplets_by_hand(picture: str, expected: tuple[int, int, int]) -> None:
    assert score_of(picture) == expected


def test_a_win_outweighs_every_other_line_and_a_two_every_one() -> None:
    ordered = [
        "OOO/X.X/X.X",
        "O.O/.../O..",
        ".../.O./...",
        ".../.../...",
        ".../.X./...",
        "X.X/.../...",
        "XXX/OO./OO.",
    ]
    triplets = [score_of(picture) for picture in ordered]
    numbers = [(wins * 64 + twos) * 64 + ones for wins, twos, ones in triplets]
    assert triplets == sorted(triplets)
    assert numbers == sorted(numbers)
    assert [read_triplet(number) for number in numbers] == triplets


def test_numbers_are_ordered_as_triplets_are() -> None:
    chance = random.Random(1)
    for _ in range(2_000):
        one, two = (tuple(chance.randint(-16, 16) for _ in range(3)) for _ in range(2))
        as_numbers = [(a * 64 + b) * 64 + c for a, b, c in (one, two)]
        assert (one < two) == (as_numbers[0] < as_numbers[1])
        assert read_triplet(as_numbers[0]) == one


def test_to_the_end_it_agrees_with_minimax_over_tuples() -> None:
    board = Board("noughts", "a1 b2")
    best = slow.minimax(board, 9, slow.triplet)
    choice = Hoxo(board.game).choose(board)
    assert choice.depth == 7
    assert choice.words == f"triplet {best}"


def test_it_never_loses() -> None:
    chance = random.Random(3)
    player = Hoxo(find("noughts"), seed=4)
    for number in range(40):
        board = Board("noughts")
        while not board.is_over:
            own = board.turn == number % 2
            board.push(player.choose(board).move if own else chance.choice(board.legal_moves))
        assert board.outcome is not None
        assert board.outcome.winner in (None, board.game.players[number % 2])


def test_it_declines_a_win_for_a_prettier_one() -> None:
    chance = random.Random(5)
    player = Hoxo(find("noughts"), seed=1)
    declined = 0
    for _ in range(200):
        board = open_board("noughts", 4, chance)
        wins = {move for move in board.legal_moves if wins_by(board, move)}
        if wins and (choice := player.choose(board)).move not in wins:
            declined += 1
            board.push(choice.move)
            assert Engine(board.game, memory=1).search(board).score.value == "loss"  # it is still sure
    assert declined


def wins_by(board: Board, move: str) -> bool:
    twin = board.copy()
    twin.push(move)
    return twin.outcome is not None and twin.outcome.winner == board.player
