"""The slow models and the brute force, checked by positions worked out by hand."""

from __future__ import annotations

import json
import random
from itertools import takewhile

import pytest

from tests.bruteforce import Verdict, forced, perft, solve
from tests.make_perft import DATA, SHUFFLE, Entry
from tests.reference import Ending, Model, Squeeze, cell_name, model

NAMES = [
    "noughts",
    "noughts:5x5,row=4",
    "noughts:4x3,misere",
    "squava",
    "squava:6x6",
    "numerical",
    "numerical:3x3",
    "squeeze",
    "squeeze:4x4,limit=0",
    "squeeze:3x4,limit=3",
    "gomoku:5x6",
]


def drawn(name: str, diagram: str, plies: int) -> Model:
    """A game that starts from a drawn board."""
    game = model(name)
    game.set_up(diagram, plies)
    return game


def played(name: str, line: str) -> Model:
    """A game after a line of play."""
    game = model(name)
    for move in line.split():
        game.play(move)
    return game


def gone(game: Model, move: str) -> set[str]:
    """The cells, other than where the move came from, that a move empties."""
    before = game.cells()
    game.play(move)
    return set(before) - set(game.cells()) - {move.split("-")[0]}


# ---- every game ----


def test_first_moves() -> None:
    assert len(model("noughts").legal_moves()) == 9
    assert len(model("squava").legal_moves()) == 25
    assert len(model("numerical").legal_moves()) == 16 * 8
    assert len(model("numerical:3x3").legal_moves()) == 9 * 5
    assert len(model("squeeze").legal_moves()) == 8 * 6
    assert model("squeeze:3x4,limit=3").legal_moves() == {
        *("a1-a2", "a1-a3", "b1-b2", "b1-b3", "c1-c2", "c1-c3"),
    }


def test_a_size_is_columns_by_rows() -> None:
    assert model("noughts:4x1").legal_moves() == {"a1", "b1", "c1", "d1"}
    assert model("noughts:1x4").legal_moves() == {"a1", "a2", "a3", "a4"}


def test_columns_go_on_past_z() -> None:
    assert [cell_name((column, 0)) for column in (25, 26, 27, 51, 52, 63)] == [
        *("z1", "aa1", "ab1", "az1", "ba1", "bl1"),
    ]
    assert {"a1", "z1", "aa1", "bl1"} <= model("noughts:64x1").legal_moves()


@pytest.mark.parametrize("name", ["chess", "squava:misere", "numerical:5x5", "noughts:limit=3"])
def test_no_such_game(name: str) -> None:
    with pytest.raises(ValueError, match="no such game"):
        model(name)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("move", ["", "a0", "z9", "a1=2", "a1-a1", "a1-b2", "A1"])
def test_illegal_moves_are_refused(name: str, move: str) -> None:
    game = model(name)
    before = game.state()
    with pytest.raises(ValueError, match="not a legal move"):
        game.play(move)
    assert game.state() == before


def seen(game: Model) -> object:
    """All that a game shows."""
    return game.state(), game.turn, game.cells(), game.legal_moves(), game.ending()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", NAMES)
def test_undo_restores_everything(name: str, seed: int) -> None:
    chance = random.Random(seed)
    game = model(name)
    shown = [seen(game)]
    while game.legal_moves():
        game.play(chance.choice(sorted(game.legal_moves())))
        shown.append(seen(game))
    assert game.ending() is not None
    while len(shown) > 1:
        assert seen(game) == shown.pop()
        game.undo()
    assert seen(game) == shown.pop()
    with pytest.raises(ValueError, match="no move to take back"):
        game.undo()


def test_no_move_after_the_end() -> None:
    game = played("noughts", "a1 a2 b1 b2 c1")
    assert game.legal_moves() == set()
    with pytest.raises(ValueError, match="not a legal move"):
        game.play("c2")


def test_the_players_alternate() -> None:
    game = model("noughts")
    assert game.turn == 0
    game.play("b2")
    assert game.turn == 1
    game.play("a1")
    assert game.turn == 0
    assert game.cells() == {"b2": "X", "a1": "O"}


# ---- noughts ----


def test_noughts_known_perft() -> None:
    known = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert perft(model("noughts"), 9) == known


@pytest.mark.parametrize(
    ("line", "winner", "reason"),
    [
        ("c1 a2 a1 b2 b1", 0, "three in a row a1 b1 c1"),
        ("b3 a2 b1 c2 b2", 0, "three in a row b1 b2 b3"),
        ("c3 a2 a1 c2 b2", 0, "three in a row a1 b2 c3"),
        ("a1 c1 a2 a3 c2 b2", 1, "three in a row a3 b2 c1"),
    ],
)
def test_noughts_three_in_a_row(line: str, winner: int, reason: str) -> None:
    ending = played("noughts", line).ending()
    assert ending == Ending(winner, reason, tuple(reason.split()[4:]))


def test_noughts_full_board() -> None:
    game = played("noughts", "b2 a1 a2 c2 b1 b3 c1 a3 c3")
    assert game.ending() == Ending(None, "the board is full", ())


def test_noughts_last_move_can_win() -> None:
    game = played("noughts", "a1 b1 c1 a2 b2 c2 b3 a3 c3")
    assert game.ending() == Ending(0, "three in a row a1 b2 c3", ("a1", "b2", "c3"))


def test_noughts_all_four_directions_at_once() -> None:
    game = drawn(
        "noughts:5x5,row=5",
        """
        X . X . X
        . X X X .
        X X . X X
        . X X X .
        X . X . X
        """,
        16,
    )
    game.play("c3")
    rows = ["a3 b3 c3 d3 e3", "c1 c2 c3 c4 c5", "a1 b2 c3 d4 e5", "a5 b4 c3 d2 e1"]
    ending = game.ending()
    assert ending is not None
    assert ending.reason == " and ".join(f"five in a row {row}" for row in rows)
    assert ending.line[:9] == ("a3", "b3", "c3", "d3", "e3", "c1", "c2", "c4", "c5")
    assert len(ending.line) == len(set(ending.line)) == 17


def test_noughts_a_run_is_named_by_its_own_length() -> None:
    game = drawn("noughts:4x1,row=2", "X . X O", 2)
    game.play("b1")
    assert game.ending() == Ending(0, "three in a row a1 b1 c1", ("a1", "b1", "c1"))
    game = drawn("noughts:10x1,row=5", "X X X X . X X X X O", 8)
    game.play("e1")
    ending = game.ending()
    assert ending is not None
    assert ending.reason == "9 in a row a1 b1 c1 d1 e1 f1 g1 h1 i1"


def test_noughts_runs_of_one_direction_go_by_first_cell() -> None:
    game = drawn(
        "noughts:3x3,row=2",
        """
        . . X
        X . .
        . . .
        """,
        2,
    )
    game.play("b2")
    ending = game.ending()
    assert ending is not None
    assert ending.reason == "two in a row a2 b2 and two in a row b2 c3"
    assert ending.line == ("a2", "b2", "c3")


def test_noughts_a_short_run_beside_a_long_one_is_not_worded() -> None:
    game = drawn(
        "noughts",
        """
        . X .
        . X .
        X . .
        """,
        4,
    )
    game.play("b1")
    assert game.ending() == Ending(0, "three in a row b1 b2 b3", ("b1", "b2", "b3"))


def test_noughts_a_gap_breaks_a_row() -> None:
    assert played("noughts:4x1,row=3", "a1 c1 b1").ending() is None
    game = played("noughts:4x1,row=3", "a1 c1 b1 d1")
    assert game.ending() == Ending(None, "the board is full", ())


def test_noughts_a_row_does_not_go_round_the_edge() -> None:
    assert played("noughts", "b1 a1 c1 a3 a2").ending() is None


def test_noughts_misere_the_row_loses() -> None:
    ending = played("noughts:misere", "a1 a2 b1 b2 c1").ending()
    assert ending == Ending(1, "three in a row a1 b1 c1", ("a1", "b1", "c1"))
    ending = played("noughts:4x3,misere", "a1 a2 c1 b2 d1 c2").ending()
    assert ending == Ending(0, "three in a row a2 b2 c2", ("a2", "b2", "c2"))


def test_noughts_board_too_small_for_a_row() -> None:
    game = played("noughts:2x2", "a1 a2 b1 b2")
    assert game.ending() == Ending(None, "the board is full", ())


# ---- squava ----


def test_squava_three_loses() -> None:
    ending = played("squava", "a1 e5 b1 e4 c1").ending()
    assert ending == Ending(1, "three in a row a1 b1 c1", ("a1", "b1", "c1"))
    ending = played("squava", "a1 e5 b1 d4 e1 c3").ending()
    assert ending == Ending(0, "three in a row c3 d4 e5", ("c3", "d4", "e5"))


def test_squava_two_threes_lose() -> None:
    game = drawn(
        "squava",
        """
        . . . . .
        . . . . .
        X . . . .
        X . . . .
        . X X . .
        """,
        8,
    )
    game.play("a1")
    ending = game.ending()
    assert ending is not None
    assert ending.winner == 1
    assert ending.reason == "three in a row a1 b1 c1 and three in a row a1 a2 a3"
    assert ending.line == ("a1", "b1", "c1", "a2", "a3")


def test_squava_four_wins() -> None:
    ending = played("squava", "a1 e5 b1 e4 d1 c5 c1").ending()
    assert ending == Ending(0, "four in a row a1 b1 c1 d1", ("a1", "b1", "c1", "d1"))


def test_squava_four_beats_three() -> None:
    game = drawn(
        "squava",
        """
        . . . . .
        . . . . .
        . . O . .
        . . O . .
        O O . O .
        """,
        9,
    )
    game.play("c1")
    assert game.ending() == Ending(1, "four in a row a1 b1 c1 d1", ("a1", "b1", "c1", "d1"))


def test_squava_five_counts() -> None:
    game = drawn(
        "squava",
        """
        X . . . .
        . X . . .
        . . . . .
        . . . X .
        . . . . X
        """,
        8,
    )
    game.play("c3")
    line = ("a5", "b4", "c3", "d2", "e1")
    assert game.ending() == Ending(0, "five in a row a5 b4 c3 d2 e1", line)


def test_squava_full_board() -> None:
    game = drawn(
        "squava:4x4",
        """
        X X O O
        O O X X
        X X O O
        O . X X
        """,
        15,
    )
    game.play("b1")
    assert game.ending() == Ending(None, "the board is full", ())


# ---- numerical ----


def test_numerical_each_plays_own_unused_numbers() -> None:
    game = model("numerical:3x3")
    assert {move.split("=")[1] for move in game.legal_moves()} == set("13579")
    game.play("a1=5")
    assert {move.split("=")[1] for move in game.legal_moves()} == set("2468")
    game.play("b1=4")
    assert {move.split("=")[1] for move in game.legal_moves()} == set("1379")
    assert not {move for move in game.legal_moves() if move[:2] in ("a1", "b1")}
    assert game.cells() == {"a1": "5", "b1": "4"}


def test_numerical_odd_completes_a_line_of_both() -> None:
    ending = played("numerical", "a1=3 b1=16 d4=1 c1=2 d1=13").ending()
    assert ending == Ending(0, "a1 b1 c1 d1 sum to 34", ("a1", "b1", "c1", "d1"))


def test_numerical_even_completes_a_line_of_both() -> None:
    ending = played("numerical", "b3=1 b4=14 b1=3 b2=16").ending()
    assert ending == Ending(1, "b1 b2 b3 b4 sum to 34", ("b1", "b2", "b3", "b4"))


def test_numerical_own_numbers_only() -> None:
    ending = played("numerical", "a1=3 d3=2 b2=5 d2=4 c3=11 a4=6 d4=15").ending()
    assert ending == Ending(0, "a1 b2 c3 d4 sum to 34", ("a1", "b2", "c3", "d4"))


def test_numerical_falling_diagonal() -> None:
    ending = played("numerical:3x3", "b2=5 a3=2 a1=1 c2=6 c1=7").ending()
    assert ending is None
    ending = played("numerical:3x3", "b2=5 a3=2 c1=9").ending()
    assert ending is None
    ending = played("numerical:3x3", "b2=5 a3=6 a1=1 c1=4").ending()
    assert ending == Ending(1, "a3 b2 c1 sum to 15", ("a3", "b2", "c1"))


def test_numerical_the_sum_before_the_line_is_complete_is_nothing() -> None:
    assert played("numerical", "a1=15 b1=16 c1=3").ending() is None


def test_numerical_several_lines_at_once() -> None:
    game = drawn(
        "numerical:3x3",
        """
        6 . .
        7 . .
        . 9 4
        """,
        4,
    )
    game.play("b3=1")
    assert game.ending() is None
    game.play("a1=2")
    ending = game.ending()
    assert ending is not None
    assert ending.winner == 1
    assert ending.reason == "a1 b1 c1 sum to 15 and a1 a2 a3 sum to 15"
    assert ending.line == ("a1", "b1", "c1", "a2", "a3")


def test_numerical_one_right_line_of_two_completed_wins() -> None:
    game = drawn(
        "numerical:3x3",
        """
        6 . .
        3 . .
        . 9 4
        """,
        5,
    )
    game.play("a1=2")
    assert game.ending() == Ending(1, "a1 b1 c1 sum to 15", ("a1", "b1", "c1"))


def test_numerical_the_last_move_can_win() -> None:
    game = drawn(
        "numerical",
        """
         3 10  5  9
         2 14 12  1
         8  7 11 13
        15  4  . 16
        """,
        15,
    )
    assert game.legal_moves() == {"c1=6"}
    game.play("c1=6")
    assert game.ending() == Ending(1, "c1 c2 c3 c4 sum to 34", ("c1", "c2", "c3", "c4"))


def test_numerical_full_board() -> None:
    game = drawn(
        "numerical",
        """
         .  5 14  8
        15  3  7 16
         1  9 11 12
         6  4 10 13
        """,
        15,
    )
    game.play("a4=2")
    assert game.ending() == Ending(None, "the board is full", ())


# ---- squeeze ----


def test_squeeze_start() -> None:
    assert model("squeeze:3x4").cells() == {
        "a1": "W",
        "b1": "W",
        "c1": "W",
        "a4": "B",
        "b4": "B",
        "c4": "B",
    }


def test_squeeze_slides_like_a_rook() -> None:
    game = drawn(
        "squeeze:4x4",
        """
        . B . .
        . . . .
        . W . B
        . . . .
        """,
        0,
    )
    assert game.legal_moves() == {"b2-a2", "b2-c2", "b2-b1", "b2-b3"}


def test_squeeze_bookend_runs_in_two_directions() -> None:
    game = drawn(
        "squeeze:6x5",
        """
        B . W . . .
        . . B . . .
        . . . B B W
        . . . . . .
        . . W . . .
        """,
        0,
    )
    assert gone(game, "c1-c3") == {"c4", "d3", "e3"}
    assert game.ending() is None


def test_squeeze_bookends_in_three_directions() -> None:
    game = drawn(
        "squeeze:7x6",
        """
        . . . B . . .
        . . . W . . .
        . . . W . . .
        B W W . W W B
        . . . . . . .
        . . . B . . .
        """,
        1,
    )
    assert gone(game, "d1-d3") == {"b3", "c3", "e3", "f3", "d4", "d5"}
    assert game.ending() == Ending(1, "white has no pieces left", ())


@pytest.mark.parametrize("row", [". B B .", ". B . W", ". B B B"])
def test_squeeze_a_run_without_a_bookend_stays(row: str) -> None:
    game = drawn(
        "squeeze:4x3",
        f"""
        . . . .
        {row}
        W . . .
        """,
        0,
    )
    assert gone(game, "a1-a2") == set()


def test_squeeze_an_enemy_that_moves_between_bookends_stays() -> None:
    game = drawn(
        "squeeze:4x4",
        """
        . B . .
        . . . .
        W . W .
        . . W .
        """,
        1,
    )
    assert gone(game, "b4-b2") == {"a2", "c2"}
    game = drawn(
        "squeeze:4x4",
        """
        . B . .
        . . . .
        W . B W
        . . . W
        """,
        1,
    )
    assert gone(game, "b4-b2") == {"a2", "d2"}


def test_squeeze_a_bookend_is_made_by_the_moved_piece_itself() -> None:
    game = drawn(
        "squeeze:4x4",
        """
        . B . .
        . . . .
        W B W .
        . . . W
        """,
        0,
    )
    assert gone(game, "d1-d2") == set()


def test_squeeze_middle_takes_both_neighbours() -> None:
    game = drawn(
        "squeeze:3x4",
        """
        . . B
        B . B
        . . .
        . W .
        """,
        0,
    )
    assert gone(game, "b1-b3") == {"a3", "c3"}


def test_squeeze_middle_with_a_run_in_a_row() -> None:
    game = drawn(
        "squeeze:7x4",
        """
        . . B . . . .
        B B W . W W B
        . . . . . . .
        . . . W . . .
        """,
        0,
    )
    assert gone(game, "d1-d3") == {"b3", "g3"}


def test_squeeze_middle_with_a_run_in_a_column() -> None:
    game = drawn(
        "squeeze:3x6",
        """
        . . B
        . . B
        . . W
        W . .
        . . W
        . . B
        """,
        0,
    )
    assert gone(game, "a3-c3") == {"c1", "c5"}


@pytest.mark.parametrize("row", ["B W . W .", ". W . W B", "B W . B W", "W W . W B"])
def test_squeeze_middle_needs_an_enemy_beyond_both_ends(row: str) -> None:
    game = drawn(
        "squeeze:5x4",
        f"""
        . . . . B
        {row}
        . . . . .
        . . W . .
        """,
        0,
    )
    assert gone(game, "c1-c3") == ({"a3", "d3"} if row == "B W . B W" else set())


def test_squeeze_both_kinds_on_the_board_before_removal() -> None:
    game = drawn(
        "squeeze:5x4",
        """
        B . . . .
        . B . B W
        . . . . .
        . . W . .
        """,
        0,
    )
    assert gone(game, "c1-c3") == {"b3", "d3"}


def test_squeeze_both_kinds_in_row_and_column() -> None:
    game = drawn(
        "squeeze:5x6",
        """
        . . W . .
        . . B . .
        . . B . .
        B W . B B
        . . . . .
        . . W . .
        """,
        0,
    )
    assert gone(game, "c1-c3") == {"c4", "c5", "a3", "d3"}
    assert game.cells() == {"c6": "W", "b3": "W", "c3": "W", "e3": "B"}


def test_squeeze_moving_between_enemies_is_safe() -> None:
    game = drawn(
        "squeeze:4x4",
        """
        . W . .
        . B . .
        W . . .
        . B . .
        """,
        0,
    )
    game.play("a2-b2")
    assert game.cells() == {"b4": "W", "b2": "W"}
    game = drawn(
        "squeeze:5x3",
        """
        . . B . .
        B . . W B
        . W . . .
        """,
        0,
    )
    game.play("b1-b2")
    assert game.cells() == {"c3": "B", "a2": "B", "d2": "W", "e2": "B", "b2": "W"}


def test_squeeze_the_source_is_empty_when_patterns_are_resolved() -> None:
    game = drawn(
        "squeeze:3x4",
        """
        . B .
        . . .
        . W .
        . B .
        """,
        0,
    )
    assert gone(game, "b2-b3") == set()


def test_squeeze_patterns_not_through_the_moved_piece_stay() -> None:
    game = drawn(
        "squeeze:4x4",
        """
        W B W .
        . . . .
        . . . .
        B W B W
        """,
        0,
    )
    assert gone(game, "d1-d2") == set()


def test_squeeze_black_takes_too() -> None:
    game = drawn(
        "squeeze:4x3",
        """
        . . . B
        B W W .
        . . . W
        """,
        1,
    )
    assert gone(game, "d3-d2") == {"b2", "c2"}


def test_squeeze_blocked_loses() -> None:
    diagram = """
        . . .
        B . .
        W . B
        """
    game = drawn("squeeze:3x3", diagram, 1)
    game.play("c1-b1")
    assert game.ending() == Ending(1, "white cannot move", ())
    game = drawn("squeeze:3x3", diagram.replace("B", "w").replace("W", "B").replace("w", "W"), 0)
    game.play("c1-b1")
    assert game.ending() == Ending(0, "black cannot move", ())


def test_squeeze_no_pieces_left_loses() -> None:
    game = drawn(
        "squeeze:3x3",
        """
        . . .
        . B W
        W . .
        """,
        0,
    )
    game.play("a1-a2")
    assert game.ending() == Ending(0, "black has no pieces left", ())


ONE_EACH = """
    . . B
    . . .
    W . .
    """
TWO_WHITE = """
    . . B
    . . .
    W W .
    """
TWO_BLACK = """
    . B B
    . . .
    W . .
    """


@pytest.mark.parametrize(
    ("diagram", "winner", "score"),
    [
        (ONE_EACH, None, "both have 1 piece"),
        (TWO_WHITE, 0, "white has 2 pieces to 1"),
        (TWO_BLACK, 1, "black has 2 pieces to 1"),
    ],
)
@pytest.mark.parametrize(
    ("limit", "moves"), [(1, "1 move"), (2, "2 moves"), (50, "50 moves"), (7, "7 moves")]
)
def test_squeeze_limit(diagram: str, winner: int | None, score: str, limit: int, moves: str) -> None:
    name = "squeeze:3x3" if limit == 50 else f"squeeze:3x3,limit={limit}"
    game = drawn(name, diagram, 2 * limit - 2)
    game.play("a1-a2")
    assert game.ending() is None
    game.play("c3-c2")
    assert game.ending() == Ending(winner, f"after {moves} each {score}", ())


def test_squeeze_limit_from_the_start() -> None:
    game = played("squeeze:3x3,limit=1", "a1-a2 c3-c2")
    assert game.ending() == Ending(None, "after 1 move each both have 3 pieces", ())


def test_squeeze_blocked_comes_before_the_limit() -> None:
    game = drawn(
        "squeeze:3x3,limit=1",
        """
        . B B
        W B W
        W W W
        """,
        1,
    )
    game.play("b3-a3")
    assert len(game.cells()) == 8
    assert game.ending() == Ending(1, "white cannot move", ())


def test_squeeze_third_occurrence_is_a_draw() -> None:
    game = played("squeeze:3x3,limit=0", " ".join(SHUFFLE + SHUFFLE[:3]))
    assert game.ending() is None
    game.play(SHUFFLE[3])
    assert game.ending() == Ending(None, "the position occurred for the third time", ())
    assert game.legal_moves() == set()
    game.undo()
    assert game.ending() is None


def test_squeeze_repetition_counts_only_without_a_limit() -> None:
    assert played("squeeze:3x3", " ".join(SHUFFLE * 3)).ending() is None


def test_squeeze_repetition_counts_the_side_to_move() -> None:
    game = drawn("squeeze:3x3,limit=0", ONE_EACH, 0)
    start = game.cells()
    for move in ["a1-b1", "c3-b3", "b1-c1", "b3-c3", "c1-a1"]:
        game.play(move)
    assert (game.cells(), game.turn) == (start, 1)
    for move in ["c3-b3", "a1-b1", "b3-a3", "b1-a1", "a3-c3"]:
        game.play(move)
    assert (game.cells(), game.turn) == (start, 0)
    assert game.ending() is None
    for move in ["a1-a2", "c3-c2", "a2-a1"]:
        game.play(move)
        assert game.ending() is None
    game.play("c2-c3")
    assert game.ending() == Ending(None, "the position occurred for the third time", ())


def test_squeeze_state_tells_what_matters() -> None:
    once, twice = played("squeeze:3x3", ""), played("squeeze:3x3", " ".join(SHUFFLE))
    assert once.cells() == twice.cells()
    assert once.state() != twice.state()
    once = played("squeeze:3x3,limit=0", "")
    twice = played("squeeze:3x3,limit=0", " ".join(SHUFFLE))
    assert once.state() != twice.state()
    one_way = played("squeeze:4x4", "a1-a2 d4-d3 b1-b2")
    other_way = played("squeeze:4x4", "b1-b2 d4-d3 a1-a2")
    assert one_way.state() == other_way.state()


class EndlessSqueeze(Squeeze):
    """Squeeze-It without the rule of the third occurrence."""

    def _judge_repetition(self, board: dict[tuple[int, int], str], plies: int) -> Ending | None:
        return None


def test_squeeze_repetition_shows_in_the_stored_counts() -> None:
    endless = EndlessSqueeze(3, 3, limit=0)
    for move in SHUFFLE:
        endless.play(move)
    without = perft(endless, 8)
    [entry] = [e for e in stored() if e["game"] == "squeeze:3x3,limit=0" and e["moves"] == SHUFFLE]
    assert entry["leaves"][:4] == without[:4]
    assert all(a < b for a, b in zip(entry["leaves"][4:], without[4:], strict=True))


# ---- gomoku ----


def test_gomoku_first_moves() -> None:
    assert len(model("gomoku:15x15").legal_moves()) == 225
    near = {f"{column},{row}" for column in range(-2, 3) for row in range(-2, 3)}
    assert model("gomoku").legal_moves() == near
    game = played("gomoku", "7,-7")
    assert len(game.legal_moves()) == 24
    assert {"5,-9", "9,-5"} <= game.legal_moves()


@pytest.mark.parametrize(
    ("line", "ending"),
    [
        ("0,0 0,1 1,0 1,1 2,0 2,1 3,0 3,1 4,0", "0,0 1,0 2,0 3,0 4,0"),
        ("9,9 -1,2 8,9 -1,1 7,9 -1,0 6,9 -1,-1 0,0 -1,-2", "-1,-2 -1,-1 -1,0 -1,1 -1,2"),
        ("-1,-1 0,9 0,0 1,9 1,1 2,9 2,2 3,9 -2,-2", "-2,-2 -1,-1 0,0 1,1 2,2"),
        ("1,-1 9,9 0,0 9,8 -1,1 9,7 -2,2 9,6 2,-2", "-2,2 -1,1 0,0 1,-1 2,-2"),
    ],
)
def test_gomoku_five_in_a_row(line: str, ending: str) -> None:
    game = played("gomoku", line)
    winner = (len(line.split()) - 1) % 2
    assert game.ending() == Ending(winner, f"five in a row {ending}", tuple(ending.split()))
    assert game.legal_moves() == set()


def test_gomoku_a_longer_row_counts() -> None:
    game = drawn("gomoku:6x5", "X X X . X X\n" + ". . . . . .\n" * 4, 10)
    game.play("d5")
    assert game.ending() == Ending(0, "six in a row a5 b5 c5 d5 e5 f5", ("a5", "b5", "c5", "d5", "e5", "f5"))


def test_gomoku_four_with_a_gap_is_nothing() -> None:
    assert played("gomoku", "0,0 0,5 1,0 1,5 2,0 2,5 4,0 4,5 5,0").ending() is None


def test_gomoku_a_stone_may_lie_anywhere_in_32_bits() -> None:
    game = played("gomoku", "2147483647,-2147483648")
    assert len(game.legal_moves()) == 8
    for move in ("2147483648,0", "0,-2147483649", "0", "0,", "0,0,0", "-0,1", "01,1", "+1,1", "1.0,1"):
        with pytest.raises(ValueError, match="not a legal move"):
            game.play(move)


def test_gomoku_a_full_board_is_a_draw() -> None:
    game = drawn(
        "gomoku:5x5",
        """
        X X O O X
        O O X X O
        X X O O X
        O O X X O
        X X O O .
        """,
        24,
    )
    game.play("e1")
    assert game.ending() == Ending(None, "the board is full", ())


# ---- the stored counts ----


def stored() -> list[Entry]:
    """The file of counts."""
    entries: list[Entry] = json.loads(DATA.read_text(encoding="utf-8"))
    return entries


def test_stored_counts_are_those_of_the_models() -> None:
    for entry in stored():
        small = list(takewhile(lambda leaves: leaves <= 1000, entry["leaves"]))
        game = played(entry["game"], " ".join(entry["moves"]))
        assert perft(game, len(small)) == small, entry["game"]


def test_stored_counts_are_of_every_game() -> None:
    games = {entry["game"].partition(":")[0] for entry in stored()}
    assert games == {"noughts", "squava", "numerical", "squeeze", "gomoku"}


# ---- brute force ----


def test_perft_of_a_finished_game() -> None:
    assert perft(played("noughts", "a1 a2 b1 b2 c1"), 3) == [0, 0, 0]
    assert perft(model("noughts"), 0) == []


def test_noughts_is_a_draw_by_every_first_move() -> None:
    game = model("noughts")
    assert solve(game) == Verdict("draw", None, frozenset(game.legal_moves()))


def test_noughts_corner_is_answered_by_the_centre_only() -> None:
    assert solve(played("noughts", "a1")) == Verdict("draw", None, frozenset({"b2"}))


def test_noughts_misere_is_a_draw_by_the_centre_only() -> None:
    assert solve(model("noughts:misere")) == Verdict("draw", None, frozenset({"b2"}))


def test_solve_takes_the_shortest_win() -> None:
    game = drawn(
        "noughts",
        """
        X X .
        O O .
        . . .
        """,
        4,
    )
    assert solve(game) == Verdict("win", 1, frozenset({"c3"}))
    assert forced(game, 1) == solve(game)
    assert forced(game, 0) is None


def test_solve_two_threats_are_lost_by_every_move() -> None:
    game = drawn(
        "noughts",
        """
        O . X
        . O .
        X . X
        """,
        5,
    )
    assert solve(game) == Verdict("loss", 2, frozenset({"a2", "b1", "b3", "c2"}))
    assert forced(game, 2) == solve(game)
    assert forced(game, 1) is None


def test_solve_a_threat_must_be_stopped() -> None:
    game = drawn(
        "noughts",
        """
        . . X
        . O .
        . . X
        """,
        3,
    )
    assert solve(game) == Verdict("draw", None, frozenset({"c2"}))


def test_solve_the_longest_loss() -> None:
    """O loses at once, unless the one threat is stopped, which leaves X to make two."""
    game = drawn(
        "noughts",
        """
        O . .
        . . .
        X . X
        """,
        3,
    )
    assert solve(game) == Verdict("loss", 4, frozenset({"b1"}))
    assert forced(game, 4) == solve(game)
    assert forced(game, 3) is None


def test_two_in_a_row_is_won_in_three_by_every_move() -> None:
    game = model("noughts:3x3,row=2")
    expected = Verdict("win", 3, frozenset(game.legal_moves()))
    assert solve(game) == expected
    assert forced(game, 5) == expected
    assert forced(game, 2) is None


def test_finished_games() -> None:
    over = played("noughts", "a1 a2 b1 b2 c1")
    assert solve(over) == Verdict("loss", 0, frozenset())
    assert forced(over, 0) == solve(over)
    over = played("noughts:misere", "a1 a2 b1 b2 c1")
    assert solve(over) == Verdict("win", 0, frozenset())
    assert forced(over, 3) == solve(over)
    over = played("noughts:2x2", "a1 a2 b1 b2")
    assert solve(over) == Verdict("draw", None, frozenset())
    assert forced(over, 3) is None


def test_solve_when_every_move_loses_at_once() -> None:
    game = drawn("noughts:5x1,misere", "X . X O O", 4)
    assert solve(game) == Verdict("loss", 1, frozenset({"b1"}))


def test_forced_four_by_four_is_won_in_five_from_the_centre() -> None:
    verdict = forced(model("noughts:4x4"), 5)
    assert verdict == Verdict("win", 5, frozenset({"b2", "b3", "c2", "c3"}))


def test_squava_late_position() -> None:
    """After b1 the last cell gives O three in a row; after d1 it does not."""
    game = drawn(
        "squava:4x4",
        """
        X X O O
        O O X X
        X X O O
        O . X .
        """,
        14,
    )
    assert solve(game) == Verdict("win", 2, frozenset({"b1"}))
    game.play("b1")
    assert solve(game) == Verdict("loss", 1, frozenset({"d1"}))
    game.undo()
    game.play("d1")
    assert solve(game) == Verdict("draw", None, frozenset({"b1"}))


def test_numerical_late_position() -> None:
    game = drawn(
        "numerical",
        """
         3 10  5  .
         2 14 12  1
         8  7 11 13
        15  4  . 16
        """,
        14,
    )
    verdict = solve(game)
    assert verdict == Verdict("draw", None, frozenset({"c1=9"}))
    game.play("d4=9")
    assert solve(game) == Verdict("win", 1, frozenset({"c1=6"}))


def test_squeeze_late_positions() -> None:
    diagram = """
        . . .
        . B W
        W . .
        """
    win = Verdict("win", 1, frozenset({"a1-a2"}))
    assert forced(drawn("squeeze:3x3,limit=0", diagram, 0), 3) == win
    assert solve(drawn("squeeze:3x3,limit=2", diagram, 2)) == win
    assert forced(drawn("squeeze:3x3,limit=0", ONE_EACH, 0), 5) is None
    assert solve(drawn("squeeze:3x3,limit=3", ONE_EACH, 0)).value == "draw"


def test_squeeze_more_pieces_win_at_the_limit() -> None:
    game = drawn("squeeze:3x3,limit=2", TWO_WHITE, 3)
    assert solve(game) == Verdict("loss", 1, frozenset({"c3-a3", "c3-b3", "c3-c1", "c3-c2"}))
