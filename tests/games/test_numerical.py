"""What is particular to numerical tic-tac-toe: its symmetries, what its search knows, and its words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random

import numpy as np
import pytest

from plyground import contract
from plyground.board import Board
from plyground.errors import IllegalMove, UnknownGame
from plyground.games.numerical import (
    MIRRORED,
    Numerical,
    Position,
    completing_numbers,
    lines_of,
    symmetries_of,
)

SIZES = {"numerical": 4, "numerical:3x3": 3}
WON = 100
"""A win at once; each ply of delay brings a result nearer to 0."""

Numbers = tuple[int, ...]
"""The number on each cell, or 0."""


# An independent solver over plain tuples


def moves_of(numbers: Numbers) -> Iterator[tuple[int, int]]:
    """Every legal (cell, number)."""
    turn = sum(number > 0 for number in numbers) % 2
    left = [number for number in range(1 + turn, len(numbers) + 1, 2) if number not in numbers]
    return ((cell, number) for cell, here in enumerate(numbers) if not here for number in left)


def with_number(numbers: Numbers, cell: int, number: int) -> Numbers:
    return (*numbers[:cell], number, *numbers[cell + 1 :])


def is_right(numbers: Numbers, cell: int) -> bool:
    """Whether a right line goes through this cell."""
    size = 4 if len(numbers) == 16 else 3
    row, column = divmod(cell, size)
    lines = [numbers[row * size : row * size + size], numbers[column::size]]
    if row == column:
        lines.append(numbers[:: size + 1])
    if row + column == size - 1:
        lines.append(numbers[size - 1 : -1 : size - 1])
    return any(all(line) and sum(line) == size * (size * size + 1) // 2 for line in lines)


def worth(numbers: Numbers, cell: int, number: int) -> int:
    """What a move leads to for the side that makes it."""
    after = with_number(numbers, cell, number)
    if is_right(after, cell):
        return WON
    if all(after):
        return 0
    reply = solved(after)
    return -reply + (reply > 0) - (reply < 0)


@cache
def solved(numbers: Numbers) -> int:
    """The best result for the side to move: the shortest win, else a draw, else the longest loss."""
    return max(worth(numbers, *move) for move in moves_of(numbers))


def loses_in_two(numbers: Numbers, cell: int, number: int) -> bool:
    """Whether the other side can win at once after this move, which does not win itself."""
    after = with_number(numbers, cell, number)
    if is_right(after, cell):
        return False
    return any(is_right(with_number(after, *reply), reply[0]) for reply in moves_of(after))


# Positions


def open_positions(game: Numerical, seed: int, filled: range) -> Iterator[tuple[Position, Numbers]]:
    """The positions of a random game that is not over, with so many cells filled."""
    choose = Random(seed)
    pos = game.start
    numbers: Numbers = (0,) * (game.columns * game.rows)
    while contract.outcome(game.rules, pos) == contract.OPEN:
        if sum(number > 0 for number in numbers) in filled:
            yield pos, numbers
        moves = game.legal(pos)
        patient = [move for move in moves if not is_right(after_move(numbers, move), move // 16)]
        move = choose.choice(patient or moves)
        pos = contract.play(game.rules, pos, move)
        numbers = after_move(numbers, move)


def after_move(numbers: Numbers, move: int) -> Numbers:
    return with_number(numbers, move // 16, move % 16 + 1)


def position_of(game: Numerical, numbers: Numbers) -> Position:
    """The position with these numbers, reached in some order that alternates."""
    odd = [(cell, number) for cell, number in enumerate(numbers) if number % 2]
    even = [(cell, number) for cell, number in enumerate(numbers) if number and number % 2 == 0]
    pos = game.start
    for index in range(len(odd) + len(even)):
        cell, number = (odd, even)[index % 2][index // 2]
        pos = contract.play(game.rules, pos, 16 * cell + number - 1)
    assert isinstance(pos, Position)
    return pos


def candidates_of(game: Numerical, pos: Position) -> list[int]:
    out = np.zeros(contract.MOST_MOVES, np.int64)
    return [int(move) for move in out[: contract.candidates(game.rules, pos, out, 0)]]


def moved(numbers: Numbers, image: list[int]) -> Numbers:
    """The numbers after a symmetry has moved each cell."""
    there = dict(zip(image, numbers, strict=True))
    return tuple(there[cell] for cell in range(len(numbers)))


@pytest.fixture(params=SIZES)
def game(request: pytest.FixtureRequest) -> Numerical:
    return Numerical(request.param.partition(":")[2])


# Symmetries and keys


def test_the_lines_have_32_symmetries_and_8_on_the_small_board() -> None:
    assert len({tuple(image) for image in symmetries_of(4)}) == 32
    assert len({tuple(image) for image in symmetries_of(3)}) == 8


def test_the_symmetries_hold_those_that_no_square_has() -> None:
    inner = [0, 2, 1, 3]
    halves = [1, 0, 3, 2]
    for order in (inner, halves):
        assert [4 * order[row] + order[column] for row in range(4) for column in range(4)] in symmetries_of(4)


def test_every_symmetry_makes_lines_of_lines() -> None:
    lines = {frozenset(line) for line in lines_of(4)}
    for image in symmetries_of(4):
        assert {frozenset(image[cell] for cell in line) for line in lines} == lines


def test_images_share_a_key_while_few_cells_are_filled(game: Numerical) -> None:
    for seed in range(6):
        for pos, numbers in open_positions(game, seed, range(MIRRORED + 1)):
            for image in symmetries_of(game.columns):
                twin = position_of(game, moved(numbers, image))
                assert contract.key(game.rules, twin) == contract.key(game.rules, pos)


def test_the_order_of_moves_does_not_change_the_key(game: Numerical) -> None:
    for seed in range(20):
        for pos, numbers in open_positions(game, seed, range(17)):
            assert position_of(game, numbers) == pos
            assert contract.key(game.rules, position_of(game, numbers)) == contract.key(game.rules, pos)


def test_different_positions_have_different_keys(game: Numerical) -> None:
    images = symmetries_of(game.columns)
    known: dict[int, Numbers] = {}
    for seed in range(120):
        for pos, numbers in open_positions(game, seed, range(17)):
            if sum(number > 0 for number in numbers) <= MIRRORED:
                numbers = min(moved(numbers, image) for image in images)
            assert known.setdefault(int(contract.key(game.rules, pos)), numbers) == numbers
    assert len(set(known.values())) == len(known) > 500


# What a search knows, against the solver


def check_proof_and_candidates(game: Numerical, pos: Position, numbers: Numbers) -> None:
    best = solved(numbers)
    proof = contract.proof(game.rules, pos)
    assert proof == {WON: 1, 1 - WON: -2}.get(best, 0)
    kept = candidates_of(game, pos)
    assert set(kept) <= set(game.legal(pos))
    assert max(worth(numbers, move // 16, move % 16 + 1) for move in kept) == best


def test_proofs_and_candidates_near_the_end_are_exact() -> None:
    game = Numerical()
    for seed in range(100):
        for pos, numbers in open_positions(game, seed, range(10 if seed < 10 else 11, 16)):
            check_proof_and_candidates(game, pos, numbers)


def test_proofs_and_candidates_on_the_small_board_are_exact() -> None:
    game = Numerical("3x3")
    for seed in range(60):
        for pos, numbers in open_positions(game, seed, range(3 if seed < 15 else 4, 9)):
            check_proof_and_candidates(game, pos, numbers)


def test_candidates_leave_out_only_what_loses_at_once(game: Numerical) -> None:
    for seed in range(20):
        for pos, numbers in open_positions(game, seed, range(1, 17)):
            kept = candidates_of(game, pos)
            proof = contract.proof(game.rules, pos)
            assert len(set(kept)) == len(kept) > 0
            if proof == 1:
                assert all(is_right(after_move(numbers, move), move // 16) for move in kept)
                continue
            losing = {move for move in game.legal(pos) if loses_in_two(numbers, move // 16, move % 16 + 1)}
            assert (proof == -2) == (losing == set(game.legal(pos)))
            assert proof == -2 or set(kept) == set(game.legal(pos)) - losing


def test_the_first_move_is_tried_on_one_cell_of_each_kind(game: Numerical) -> None:
    kept = candidates_of(game, game.start)
    images = symmetries_of(game.columns)
    covered = {16 * image[move // 16] + move % 16 for move in kept for image in images}
    assert covered == set(game.legal(game.start))
    assert len(kept) == {4: 2 * 8, 3: 3 * 5}[game.columns]


# What a proof needs to know, against the solver


def essence_of(game: Numerical, pos: Position) -> tuple[int, int, int]:
    code, worst, best = contract.essence(game.rules, pos, np.zeros(contract.SCRATCH_WORDS, np.uint64))
    return int(code), int(worst), int(best)


def choices_of(game: Numerical, pos: Position) -> list[int]:
    scratch = np.zeros(contract.SCRATCH_WORDS, np.uint64)
    out = np.zeros(contract.MOST_MOVES, np.int64)
    contract.essence(game.rules, pos, scratch)
    return [int(move) for move in out[: contract.choices(game.rules, pos, scratch, out, 0)]]


def test_images_share_an_essence(game: Numerical) -> None:
    for seed in range(3):
        for pos, numbers in open_positions(game, seed, range(17)):
            image = symmetries_of(game.columns)[seed + 2]
            twin = position_of(game, moved(numbers, image))
            assert essence_of(game, twin) == essence_of(game, pos)


@pytest.mark.parametrize(
    ("size", "filled", "games"), [("4x4", range(12, 15), 250), ("3x3", range(4, 8), 220)]
)
def test_positions_with_one_essence_have_one_result(size: str, filled: range, games: int) -> None:
    game = Numerical(size)
    found: dict[int, dict[Numbers, int]] = {}
    for seed in range(games):
        for pos, numbers in open_positions(game, seed, filled):
            found.setdefault(essence_of(game, pos)[0], {})[numbers] = solved(numbers)
    shared = [set(results.values()) for results in found.values() if len(results) > 1]
    assert all(len(results) == 1 for results in shared)
    assert sum(results != {0} for results in shared) > 20


@pytest.mark.parametrize(("size", "filled"), [("4x4", range(11, 16)), ("3x3", range(4, 9))])
def test_no_result_lies_beyond_what_can_still_happen(size: str, filled: range) -> None:
    game = Numerical(size)
    narrow = 0
    for seed in range(80):
        for pos, numbers in open_positions(game, seed, filled):
            _, worst, best = essence_of(game, pos)
            assert worst <= np.sign(solved(numbers)) <= best
            narrow += (worst, best) != (contract.LOST, contract.WON)
    assert narrow > 50


def test_a_sum_that_no_numbers_make_ends_a_line() -> None:
    rules = Numerical().rules
    for gaps in (1, 2, 3):
        for seed in range(40):
            choose = Random(seed)
            left = choose.sample(range(1, 17), 7)
            need = choose.randrange(-10, 34)
            fitting = [chosen for chosen in combinations(left, gaps) if sum(chosen) == need]
            odd, even = (
                np.uint64(sum(1 << (number - 1) // 2 for number in left if number % 2 == kind))
                for kind in (1, 0)
            )
            found_odd, found_even = completing_numbers(rules, odd, even, gaps, need)
            found = {2 * index + 1 for index in range(8) if int(found_odd) >> index & 1}
            found |= {2 * index + 2 for index in range(8) if int(found_even) >> index & 1}
            assert found == {number for chosen in fitting for number in chosen}


def test_choices_lead_wherever_candidates_do(game: Numerical) -> None:
    fewer = 0
    for seed in range(1 if game.columns == 4 else 8):
        for pos, _ in open_positions(game, seed, range(1, 17)):
            if contract.proof(game.rules, pos) != 0:
                continue
            kept, every = choices_of(game, pos), candidates_of(game, pos)
            assert set(kept) <= set(every)
            fewer += len(kept) < len(every)
            assert essences_after(game, pos, kept) == essences_after(game, pos, every)
    assert fewer > 3


def essences_after(game: Numerical, pos: Position, moves: list[int]) -> set[tuple[int, int, int]]:
    return {essence_of(game, contract.play(game.rules, pos, move)) for move in moves}


def test_a_reply_that_makes_17_comes_first() -> None:
    board = Board("numerical", "b2=7")
    first = [move for move in board.legal_moves if priority_of(board, move) > 0]
    assert first == [f"{cell}=10" for cell in ["a1", "b1", "a2", "c2", "d2", "b3", "c3", "b4", "d4"]]


def test_a_threat_comes_first() -> None:
    board = Board("numerical", "a1=5 d4=2 b1=9 d3=4")
    assert priority_of(board, "c1=7") > 0, "13 would complete the row"
    assert priority_of(board, "d1=13") > 0, "7 would complete the row"
    assert priority_of(board, "c1=15") == 0, "5 is used"
    assert priority_of(board, "c1=1") == 0, "there is no 19"
    assert priority_of(board, "c2=7") == 0


def priority_of(board: Board, move: str) -> int:
    game = board.game
    return int(contract.priority(game.rules, board.position, game.parse(board.position, move)))


def test_an_estimate_turns_with_the_board() -> None:
    game = Numerical()
    for seed in range(5):
        for pos, numbers in open_positions(game, seed, range(17)):
            image = symmetries_of(4)[6 * seed + 1]
            twin = position_of(game, moved(numbers, image))
            assert contract.evaluate(game.rules, twin) == contract.evaluate(game.rules, pos)


# Notation and words


def test_a_move_is_picked_by_its_number_and_then_its_cell() -> None:
    board = Board("numerical")
    assert board.picks() == ("1", "3", "5", "7", "9", "11", "13", "15")
    assert board.picks("15")[:3] == ("a1", "b1", "c1")
    assert board.move_for("15", "c3") == "c3=15"
    move = board.game.parse(board.position, "c3=15")
    assert board.cells_of(move) == ("c3",)


@pytest.mark.parametrize(
    ("name", "text", "notation"),
    [
        ("numerical", "5 12", "b3=12"),
        ("numerical", "0 1", "a4=1"),
        ("numerical", " 15  9 ", "d1=9"),
        ("numerical", "3 99", "d4=99"),
        ("numerical", "16 3", "16 3"),
        ("numerical", "5", "5"),
        ("numerical", "c3=15", "c3=15"),
        ("numerical:3x3", "8 9", "c1=9"),
        ("numerical:3x3", "9 9", "9 9"),
    ],
)
def test_a_place_counts_from_the_top_left(name: str, text: str, notation: str) -> None:
    board = Board(name)
    assert board.game.typed(board.position, text) == notation


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("c3=5", "c3 is taken"),
        ("a1=7", "7 is odd's number"),
        ("a1=15", "15 is odd's number"),
        ("a1=2", "2 is used already"),
        ("z9=4", "'z9' is no cell; cells go from a1 to d4"),
        ("=4", "'' is no cell; cells go from a1 to d4"),
        ("a1=17", "there is no 17; numbers go from 1 to 16"),
        ("a1=0", "there is no 0; numbers go from 1 to 16"),
        ("a1=-3", "there is no -3; numbers go from 1 to 16"),
        ("foo", "'foo' is no move; write a cell and a number like c3=15"),
        ("a1", "'a1' is no move; write a cell and a number like c3=15"),
        ("a1=04", "'a1=04' is no move; write a cell and a number like c3=15"),
        ("", "'' is no move; write a cell and a number like c3=15"),
    ],
)
def test_why_a_move_cannot_be_made(text: str, why: str) -> None:
    board = Board("numerical", "c3=15 d4=2 d3=1")
    with pytest.raises(IllegalMove) as error:
        board.push(text)
    assert str(error.value) == why


def test_odd_cannot_have_even_numbers_on_the_small_board() -> None:
    board = Board("numerical:3x3")
    for text, why in {
        "a1=8": "8 is even's number",
        "a1=10": "there is no 10; numbers go from 1 to 9",
        "d4=1": "'d4' is no cell; cells go from a1 to c3",
        "foo": "'foo' is no move; write a cell and a number like c3=9",
    }.items():
        assert board.game.why_not(board.position, text) == why


def test_the_trays_hold_what_is_left() -> None:
    board = Board("numerical", "c3=15 d4=2")
    picture = board.game.picture(board.position)
    assert picture.marks == {"c3": "15", "d4": "2"}
    assert picture.trays == (
        ("1", "3", "5", "7", "9", "11", "13"),
        ("4", "6", "8", "10", "12", "14", "16"),
    )


def told(name: str, moves: str) -> tuple[str, tuple[str, ...]]:
    outcome = Board(name, moves).outcome
    assert outcome is not None
    return str(outcome), outcome.line


def test_a_completed_line_is_told_with_its_sum() -> None:
    assert told("numerical", "a1=1 b1=16 c1=3 d1=14") == (
        "even wins: a1 b1 c1 d1 sum to 34",
        ("a1", "b1", "c1", "d1"),
    )
    assert told("numerical", "b3=1 b4=16 b1=3 b2=14")[0] == "even wins: b1 b2 b3 b4 sum to 34"
    assert told("numerical", "c3=1 d4=16 a1=3 b2=14")[0] == "even wins: a1 b2 c3 d4 sum to 34"
    assert told("numerical", "c2=1 d1=16 a4=3 b3=14")[0] == "even wins: a4 b3 c2 d1 sum to 34"
    assert told("numerical:3x3", "a1=1 b1=8 b2=3 c1=6")[0] == "even wins: a1 b1 c1 sum to 15"


def test_several_lines_are_told_in_order() -> None:
    assert told("numerical:3x3", "c2=9 a2=4 b3=5 a1=8 c3=7 b1=6 a3=3") == (
        "odd wins: a3 b3 c3 sum to 15 and a1 a2 a3 sum to 15",
        ("a3", "b3", "c3", "a1", "a2"),
    )
    assert told("numerical:3x3", "a2=9 b1=8 c3=1 a3=6 c1=5 c2=2 b3=3 b2=4") == (
        "even wins: a2 b2 c2 sum to 15 and b1 b2 b3 sum to 15 and a3 b2 c1 sum to 15",
        ("a2", "b2", "c2", "b1", "b3", "a3", "c1"),
    )


def test_a_full_board_is_a_draw(game: Numerical) -> None:
    for seed in range(200):
        board = Board(game)
        choose = Random(seed)
        while not board.is_over:
            board.push(choose.choice(board.legal_moves))
        if board.outcome is not None and board.outcome.winner is None:
            assert str(board.outcome) == "draw: the board is full"
            assert board.outcome.line == ()
            return
    pytest.fail("no random game was drawn")


def test_there_are_two_sizes() -> None:
    assert Numerical("4x4").full_name == "numerical"
    assert Numerical("3x3").full_name == "numerical:3x3"
    with pytest.raises(UnknownGame, match="a size 4x4 or 3x3"):
        Numerical("5x5")
