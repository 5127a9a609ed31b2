"""The rules, the notation, the records and the drawings of gomoku, with and without edges."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.errors import IllegalMove, PlygroundError, UnknownGame
from plyground.game import GAP
from plyground.games.gomoku.game import cell_of, move_of
from plyground.records import load_record, read_record, save_record, write_record
from plyground.saved_games import Autosave, list_saved_games, resume_saved_game
from tests.games.gomoku.naive import STEPS, Cell
from tests.games.gomoku.positions import EDGE, HOMES, leaning_board
from tests.games.test_rules import agree
from tests.reference import model
from tests.samples import record_of

# Against the model


def same_game(board: Board, *, every: int = 1) -> None:
    """Replay a game on the model and compare every so many positions, on the way there and back."""
    slow, again = model(board.game.full_name), Board(board.game)
    for ply, move in enumerate(board.history):
        if ply % every == 0:
            agree(again, slow)
        slow.play(move)
        again.push(move)
    agree(again, slow)
    while again.history:
        assert again.pop() is not None
        slow.undo()
        if len(again.history) % (4 * every) == 0:
            agree(again, slow)


@pytest.mark.parametrize("homes", HOMES)
def test_games_on_the_endless_field_agree_with_the_model(homes: tuple[Cell, ...]) -> None:
    chance = random.Random(str(homes))
    ended = 0
    for number in range(6):
        board = leaning_board("gomoku", 60, chance, homes, 0.9 if number % 2 else 0.4)
        ended += board.is_over
        same_game(board, every=4)
    assert ended > 0


@pytest.mark.parametrize("name", ["gomoku:5x5", "gomoku:5x9", "gomoku:9x5", "gomoku:15x15", "gomoku:26x7"])
def test_games_on_boards_with_edges_agree_with_the_model(name: str) -> None:
    chance = random.Random(name)
    outcomes = set()
    for number in range(12):
        lean = 0.9 if number % 2 else 0.1
        board = leaning_board(name, 200, chance, ((2, 2),), lean, may_end=number % 4 != 0)
        same_game(board, every=3)
        outcomes.add(None if board.outcome is None else board.outcome.reason.split()[0])
    assert "five" in outcomes


PLACES = ((0, 0), (-3, 7), (EDGE - 12, -EDGE + 12), (-EDGE + 11, EDGE - 12), (2_000_000_000, -5))


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(("length", "last"), [(5, 0), (5, 2), (5, 4), (6, 3), (7, 4), (8, 4), (9, 4)])
def test_rows_of_five_and_more_in_every_direction(step: Cell, length: int, last: int) -> None:
    words = {5: "five", 6: "six", 7: "seven", 8: "eight", 9: "9"}
    for column, row in PLACES:
        cells = [(column + at * step[0], row + at * step[1]) for at in range(length)]
        names = [f"{x},{y}" for x, y in cells]
        first = [name for at, name in enumerate(names) if at != last]
        others = [
            f"{column + 2 * at - 9},{row + (5 if at % 2 else -6) * (step[1] or 1)}" for at in range(length)
        ]
        free = [name for name in others if name not in names]
        board, slow = Board("gomoku"), model("gomoku")
        for own, other in zip(first, free, strict=False):
            for move in (own, other):
                board.push(move)
                slow.play(move)
        assert board.outcome is None
        agree(board, slow)
        board.push(names[last])
        slow.play(names[last])
        agree(board, slow)
        ordered = names if sorted(cells) == cells else names[::-1]
        assert str(board.outcome) == f"X wins: {words[length]} in a row {' '.join(ordered)}"
        assert board.legal_moves == ()


def test_a_stone_that_completes_several_rows_names_them_all() -> None:
    rows = [
        *((at, 0) for at in (-2, -1, 1, 2)),
        *((0, at) for at in (-3, -2, -1, 1)),
        *((at, at) for at in (1, 2, 3, 4)),
        *((at, -at) for at in (-4, -3, -2, -1)),
    ]
    chance = random.Random(3)
    others = [(20 + 3 * at, chance.randint(-9, 9)) for at in range(len(rows))]
    moves = [f"{x},{y}" for pair in zip(rows, others, strict=True) for x, y in pair]
    board = Board("gomoku", [*moves, "0,0"])
    same_game(board)
    assert board.outcome is not None
    assert board.outcome.reason.count("five in a row") == 4
    assert len(board.outcome.line) == len(set(board.outcome.line)) == 17


def test_nothing_goes_around_an_edge() -> None:
    for name, moves in {
        "gomoku:5x5": "d1 a5 e1 b5 a2 d5 b2 e4 c2",
        "gomoku": f"{EDGE},0 5,5 {EDGE - 1},0 5,6 {-EDGE - 1},0 5,8 {-EDGE},0 9,9 {1 - EDGE},0",
    }.items():
        same_game(Board(name, moves))
        assert Board(name, moves).outcome is None


# Notation


@pytest.mark.parametrize("cell", [(0, 0), (3, -1), (-1, -1), (EDGE, -EDGE - 1), (-EDGE - 1, EDGE), (-5, 0)])
def test_a_move_is_a_number_of_64_bits(cell: Cell) -> None:
    assert cell_of(move_of(cell)) == cell
    assert -(2**63) <= move_of(cell) < 2**63
    board = Board("gomoku", [f"{cell[0]},{cell[1]}"])
    assert board.history == (f"{cell[0]},{cell[1]}",)


def test_moves_are_different_numbers() -> None:
    edge = (-EDGE - 1, -EDGE, -2, -1, 0, 1, 2, EDGE - 1, EDGE)
    assert len({move_of((column, row)) for column in edge for row in edge}) == 81


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        ("3 -1", "3,-1"),
        ("3,-1", "3,-1"),
        (" 3 ,  -1 ", "3,-1"),
        ("3;4", "3,4"),
        ("+3 +4", "3,4"),
        ("-0 0", "0,0"),
        ("007 08", "7,8"),
        (f"{EDGE} {-EDGE - 1}", f"{EDGE},{-EDGE - 1}"),
    ],
)
def test_two_numbers_may_be_typed(typed: str, notation: str) -> None:
    board = Board("gomoku", "50,50")
    assert board.game.typed(board.position, typed) == notation
    board.push(board.game.typed(board.position, typed))
    assert board.history[-1] == notation


NONSENSE = (
    *("", " ", "a1", "5", "5,", ",5", "1,2,3", "1 2 3", "one two", "1.5,2", "1e3,0", "0x1,2", "--1,2", "1,-"),
    *("-0,1", "00,1", "1, 2", "+1,2", "1,2\n", "٣,٤", "²,1", "−1,2", "nan,0", "…,0"),
    *("2147483648,0", "0,-2147483649", "99999999999,0", "0,99999999999999999999999999"),
)


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_refused_in_one_line(text: str) -> None:
    board = Board("gomoku", "0,0")
    with pytest.raises(IllegalMove) as caught:
        board.push(text)
    told = str(caught.value)
    assert told == f"{text!r} is no cell; write two whole numbers such as 3,-1, each of at most {EDGE}"
    assert "\n" not in told
    assert board.history == ("0,0",)


@pytest.mark.parametrize("text", ["2147483648 0", "٣ ٤", "99999999999 99999999999", "1 2 3", "up down"])
def test_what_is_typed_is_no_cell_either(text: str) -> None:
    board = Board("gomoku")
    with pytest.raises(IllegalMove, match="is no cell; write two whole numbers"):
        board.push(board.game.typed(board.position, text))


def test_a_taken_cell_is_refused() -> None:
    for name, move in (("gomoku", "0,0"), ("gomoku", f"{-EDGE - 1},{EDGE}"), ("gomoku:15x15", "h8")):
        board = Board(name, [move])
        with pytest.raises(IllegalMove, match=f"^{re.escape(move)} is taken$"):
            board.push(move)


def test_boards_with_edges_use_letters() -> None:
    board = Board("gomoku:32x32", "a1 af32 z9 aa10")
    assert board.history == ("a1", "af32", "z9", "aa10")
    assert len(board.legal_moves) == 1020
    for text, why in {
        "ag1": "'ag1' is no cell; cells go from a1 to af32",
        "a33": "'a33' is no cell; cells go from a1 to af32",
        "0,0": "'0,0' is no cell; cells go from a1 to af32",
        "a0": "'a0' is no cell; cells go from a1 to af32",
    }.items():
        with pytest.raises(IllegalMove, match=f"^{why}$"):
            board.push(text)
    assert board.game.typed(board.position, "2 3") == "c4"
    assert board.game.typed(board.position, "32 0") == "32 0"
    assert board.game.typed(board.position, "-1 0") == "-1 0"


@pytest.mark.parametrize("variant", ["4x5", "5x4", "33x5", "5x33", "0x0", "15", "15x15,row=5", "5x5,5x5"])
def test_impossible_sizes_are_refused(variant: str) -> None:
    with pytest.raises(UnknownGame) as caught:
        find(f"gomoku:{variant}")
    assert "\n" not in str(caught.value)


def test_any_cell_can_be_picked_on_the_endless_field() -> None:
    board = Board("gomoku", "0,0")
    assert board.move_for("1,1") == "1,1"
    assert board.move_for("70000,-5") == "70000,-5"
    assert board.move_for(f"{EDGE},{-EDGE - 1}") == f"{EDGE},{-EDGE - 1}"
    for chosen in (("0,0",), (f"{EDGE + 1},0",), ("1", "1"), (), ("nonsense",), (GAP,), (f"{GAP},0",)):
        assert board.move_for(*chosen) is None
    assert "2,2" in board.picks()
    assert board.picks("2,2") == ()
    over = Board("gomoku", "0,0 0,1 1,0 1,1 2,0 2,1 3,0 3,1 4,0")
    assert over.move_for("7,7") is None


def test_boards_are_equal_by_position() -> None:
    assert Board("gomoku", "0,0 5,-5 1,1") == Board("gomoku", "1,1 5,-5 0,0")
    assert Board("gomoku", "0,0") != Board("gomoku", "0,1")
    twin = Board("gomoku", "0,0 -7,2").copy()
    assert twin.history == ("0,0", "-7,2")


# Records


GAME = f"0,0 -1,1 {EDGE},{-EDGE - 1} -2,-2 3,-1"


@pytest.mark.parametrize("moves", ["", GAME, "0,0 0,1 1,0 1,1 2,0 2,1 3,0 3,1 -1,0"])
def test_a_record_of_an_endless_game_comes_back(moves: str, tmp_path: Path) -> None:
    board = Board("gomoku", moves)
    record = record_of(board, ("human", "level 3"))
    record = replace(record, moves=tuple(replace(played, seconds=1.5) for played in record.moves))
    text = write_record(record)
    assert read_record(text) == record
    save_record(record, tmp_path / "game.ply")
    again = load_record(tmp_path / "game.ply").board()
    assert again == board
    assert again.history == board.history
    assert again.outcome == board.outcome


def test_the_format_of_an_endless_game() -> None:
    record = record_of(Board("gomoku", "0,0 -1,1 3,-2"), ("human", "level 3"))
    assert write_record(record).endswith("result: *\n\n1. 0,0\n2. -1,1\n3. 3,-2\n")


@pytest.mark.parametrize(
    ("move", "why"), [("0,0", "0,0 is taken"), ("2147483648,0", "is no cell"), ("a1", "is no cell")]
)
def test_a_wrong_move_in_a_record_has_its_line(move: str, why: str) -> None:
    text = write_record(record_of(Board("gomoku", "0,0 -1,1"), ("human", "human")))
    with pytest.raises(PlygroundError, match=rf"^record: line 8: .*{why}"):
        read_record(text.replace("2. -1,1", f"2. {move}"))


def test_a_game_under_way_is_taken_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    board = Board("gomoku", GAME)
    autosave = Autosave()
    autosave.save(record_of(board, ("human", "level 1")))
    autosave.release()
    (saved,) = list_saved_games()
    assert saved.record.board() == board
    autosave = resume_saved_game(saved)
    board.push("7,7")
    autosave.save(record_of(board, ("human", "level 1")))
    autosave.release()
    assert [saved.record.board() for saved in list_saved_games()] == [board]


# Drawings


def test_a_few_stones_are_drawn_with_some_room_around() -> None:
    text = Board("gomoku", "0,0 1,1").text(ascii_only=True)
    assert text.isascii()
    assert len(text.splitlines()) == 2 * 9 + 3
    assert " 0 |    |    |    |    | X  |    |    |    |    | 0" in text
    assert "|[O ]|" in text


def test_the_row_that_won_is_marked() -> None:
    text = Board("gomoku", "0,0 0,1 1,0 1,1 2,0 2,1 3,0 3,1 4,0").text(ascii_only=True)
    assert text.count("*X *") == 5
    text = Board("gomoku:6x6", "a1 a2 b1 b2 c1 c2 d1 d2 e1").text()
    assert "│*X*│*X*│*X*│*X*│*X*│" in text


@pytest.mark.parametrize("homes", HOMES)
def test_the_whole_game_is_drawn(homes: tuple[Cell, ...]) -> None:
    chance = random.Random(str(homes))
    board = leaning_board("gomoku", 24, chance, homes, 0.3, may_end=False)
    picture = board.game.picture(board.position)
    assert len(picture.columns) < 150 > len(picture.rows)
    for labels in (picture.columns, picture.rows):
        numbers = [int(label) for label in labels if label != GAP]
        assert numbers == sorted(set(numbers))
        assert -EDGE - 1 <= numbers[0] <= numbers[-1] <= EDGE
        assert len(numbers) >= 9
        pairs = list(pairwise(labels))
        assert labels[0] != GAP != labels[-1]
        assert all(GAP in pair or int(pair[1]) == int(pair[0]) + 1 for pair in pairs)
    for name in board.history:
        column, row = name.split(",")
        assert column in picture.columns
        assert row in picture.rows
    for ascii_only in (True, False):
        drawn = board.text(ascii_only=ascii_only)
        body = [line for line in drawn.splitlines() if "|" in line or "│" in line]
        assert len(re.findall("[XO]", "".join(body))) == 24
        assert drawn.isascii() == ascii_only
        assert len({len(line) for line in drawn.splitlines()[1:-1:2]}) == 1


def test_a_long_way_without_stones_is_left_out() -> None:
    board = Board("gomoku", "0,0 2000000000,-2000000000")
    picture = board.game.picture(board.position)
    assert picture.columns.count(GAP) == picture.rows.count(GAP) == 1
    assert len(picture.columns) == len(picture.rows) == 11
    svg = board.svg()
    gaps = [node for node in ElementTree.fromstring(svg).iter() if node.get("class") == "gap"]
    assert [(node.get("width"), node.get("height")) for node in gaps] == [("48", "528"), ("528", "48")]
    assert svg.count('class="cross"') == svg.count('class="ring"') == 1
    assert '<rect class="cell last" data-cell="2000000000,-2000000000"' in svg


def scattered(count: int) -> Board:
    """Stones that are far from each other, no two in one row or column."""
    cells = [f"{step * 1000},{step * 7919 % count * 1000}" for step in range(count)]
    return Board("gomoku", position=f"X={';'.join(cells[::2])} O={';'.join(cells[1::2])} X")


def test_a_drawing_does_not_grow_with_the_distances_between_stones() -> None:
    assert len(scattered(20).svg()) < 50_000
    few, many = scattered(200), scattered(2000)
    for board, hidden in ((few, 175), (many, 1975)):
        picture = board.game.picture(board.position)
        assert len(picture.columns) <= 150 >= len(picture.rows)
        assert len(picture.marks) == len(board.position.crosses) + len(board.position.noughts)
        assert board.text().endswith(f"\n(not shown: {hidden} pieces far away)")
        assert f"(not shown: {hidden} pieces far away)" in board.svg()
        assert board.svg().count('class="cross"') + board.svg().count('class="ring"') == 25
        assert len(board.svg()) < 50_000
        assert len(board.text()) < 500_000


def test_what_is_left_out_is_far_from_the_middle_of_the_game() -> None:
    near = [f"{step % 10},{step // 10 * 2}" for step in range(60)]
    far = [f"{10_000 * (step + 1)},{-10_000 * (step + 1)}" for step in range(60)]
    board = Board(
        "gomoku", position=f"X={';'.join(near[::2] + far[::2])} O={';'.join(near[1::2] + far[1::2])} X"
    )
    picture = board.game.picture(board.position)
    for cell in near:
        column, row = cell.split(",")
        assert column in picture.columns
        assert row in picture.rows


def test_no_more_is_drawn_than_the_field_has() -> None:
    picture = find("gomoku").picture(Board("gomoku", f"{EDGE},{-EDGE - 1}").position)
    assert picture.columns == tuple(str(EDGE - 8 + step) for step in range(9))
    assert picture.rows == tuple(str(-EDGE - 1 + step) for step in range(9))


def test_a_board_with_edges_is_drawn_whole() -> None:
    board = Board("gomoku:7x12", "a1 g12")
    assert len(board.text().splitlines()) == 2 * 12 + 3
    root = ElementTree.fromstring(board.svg())
    assert (root.get("width"), root.get("height")) == (str(7 * 48 + 56), str(12 * 48 + 56))
    assert not any(node.get("class") == "gap" for node in root.iter())
