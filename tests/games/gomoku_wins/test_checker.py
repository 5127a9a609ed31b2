"""The checker itself: it accepts what wins and finds the hole in what does not."""

from __future__ import annotations

import random

import pytest

from tests.games.gomoku_wins.bruteforce import Fours, Solver
from tests.games.gomoku_wins.checker import Checker, NotWon, TooMuch
from tests.games.gomoku_wins.puzzles import moves_text, read_cell, shape
from tests.games.gomoku_wins.samples import late
from tests.games.gomoku_wins.stones import Cell, Size, Stones


def stones(size: Size | None, moves: str) -> Stones:
    """The position after moves in notation."""
    return Stones.after(size, [read_cell(move) for move in moves.split()])


DOUBLE_THREE = "h10 a1 h9 o1 i8 a15 j8 o15"
"""X has two open threes to make at h8, and O nothing."""


def by_script(*moves: str) -> tuple[Checker, list[Cell]]:
    """A checker whose attacker names these moves one after the other, and the moves that are left."""
    left = [read_cell(move) for move in moves]
    return Checker(lambda _: left.pop(0) if left else None), left


@pytest.mark.parametrize("size", [(15, 15), None])
def test_five_and_open_four_are_settled_without_asking(size: Size | None) -> None:
    far = ["0,20", "20,0", "20,20", "-9,9"] if size is None else ["a1", "o15", "a15", "o1"]
    row = ["3,3", "4,3", "5,3", "6,3"] if size is None else ["d4", "e4", "f4", "g4"]
    for count, plies in ((3, 3), (4, 1)):
        moves = [move for pair in zip(row[:count], far, strict=False) for move in pair]
        checker, _ = by_script()
        assert checker.wins(stones(size, " ".join(moves))) == plies
        assert checker.positions == 1


def test_two_threes_at_once_win_against_every_defence() -> None:
    checker, left = by_script("h8")
    assert checker.wins(stones((15, 15), DOUBLE_THREE)) == 5
    assert not left
    assert checker.positions > 15 * 15 - 10


def test_a_move_that_does_not_win_is_found_out() -> None:
    checker, _ = by_script("m13")
    with pytest.raises(NotWon, match="no move that wins was named"):
        checker.wins(stones((15, 15), DOUBLE_THREE))
    checker, _ = by_script("h9")
    with pytest.raises(NotWon, match="no move that wins was named"):
        checker.wins(stones((15, 15), DOUBLE_THREE))


def test_a_four_of_the_defender_is_seen() -> None:
    """O has a three that is closed on one side: as long as X has no answer to the four, nothing is won."""
    position = stones((15, 15), "h10 a1 h9 b1 i8 c1 j8 o15")
    checker, _ = by_script("h8")
    with pytest.raises(NotWon) as error:
        checker.wins(position)
    assert error.value.line[:2] == [read_cell("h8"), read_cell("d1")]
    checker, _ = by_script("h8", "e1", "d1")
    assert checker.wins(position) == 7


@pytest.mark.parametrize("where", ["0,200", "0,9000"])
def test_two_fours_of_the_defender_far_away_are_seen(where: str) -> None:
    right, up = read_cell(where)
    threes = [(right + i, up) for i in (1, 2, 3)] + [(right, up + i) for i in (1, 2, 3)]
    attack = [(0, 0), (1, 0), (2, 1), (2, 2), (right + 4, up), (right, up + 4)]
    position = Stones.after(None, [cell for pair in zip(attack, threes, strict=True) for cell in pair])
    with pytest.raises(NotWon):
        Checker(lambda now: (2, 0) if now.is_empty((2, 0)) else None).wins(position)


def test_five_of_the_defender_is_seen() -> None:
    position = stones((15, 15), "h8 a1 h9 b1 i8 c1 o15 d1")
    checker, _ = by_script("h10")
    with pytest.raises(NotWon, match="the defender completes five"):
        checker.wins(position)


def test_an_attack_without_end_is_given_up() -> None:
    """Far away from everything the attacker threatens nothing, and can go on for ever."""
    with pytest.raises(TooMuch):
        Checker(lambda now: now.every_cell()[-1]).wins_against(stones(None, "0,0"))


SMALL = (((5, 5), 7), ((6, 6), 7), ((7, 5), 7), ((7, 7), 7))
"""Boards with how many empty cells are left on them."""


@pytest.mark.parametrize(("size", "empty"), SMALL)
def test_a_perfect_attacker_is_always_confirmed(size: Size, empty: int) -> None:
    """The checker says that an attacker who plays by the truth wins just where the truth says so."""
    solver = Solver(size)

    def perfect(now: Stones) -> Cell | None:
        def wins(cell: Cell) -> bool:
            return now.wins(cell) or solver.value(now.plus(cell)) == -1

        return next((cell for cell in now.every_cell() if wins(cell)), None)

    values = set()
    for position in late(size, empty, 60):
        value = solver.value(position)
        values.add(value)
        if value == 1:
            assert Checker(perfect).wins(position) % 2 == 1
        else:
            with pytest.raises(NotWon):
                Checker(perfect).wins(position)
    assert {0, 1} <= values


def by_fours(now: Stones) -> Cell | None:
    """The first of the shortest fours that win."""
    moves = Fours(now).first_moves()
    return min(moves, key=lambda move: moves[move], default=None)


def test_a_win_by_fours_is_a_win() -> None:
    """What the slow search of fours says, confirmed by the slow checker."""
    found = 0
    for position in late((9, 9), 57, 60):
        plies = Fours(position).plies()
        if plies:
            found += plies > 3
            assert Checker(by_fours).wins(position) == plies
    assert found >= 3


def test_the_search_of_fours_gives_up_when_there_is_too_much() -> None:
    position = next(position for position in late((9, 9), 50, 100) if position.fours(position.turn))
    with pytest.raises(OverflowError):
        Fours(position, 0).plies()


def test_shapes_are_the_same_however_they_lie() -> None:
    chance = random.Random(1)
    cells = chance.sample([(x, y) for x in range(9) for y in range(9)], 14)
    first = Stones.after(None, cells)
    for turned in (
        [(-x, y) for x, y in cells],
        [(y, x) for x, y in cells],
        [(100 - y, x - 7) for x, y in cells],
    ):
        assert shape(Stones.after(None, turned)) == shape(first)
    assert shape(first.plus((20, 20)).plus((30, 30))) != shape(first)
    assert stones(None, moves_text(first)) == first
