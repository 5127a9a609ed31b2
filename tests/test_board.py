"""The board that Python users touch first."""

from __future__ import annotations

import tracemalloc
import xml.etree.ElementTree as ElementTree

import pytest

from plyground import Board, IllegalMove, PlygroundError
from tests.samples import VARIANTS


def test_push_and_pop_are_inverse() -> None:
    board = Board("squava", "c3 a1")
    before = board.copy()
    board.push("e5")
    assert board.history == ("c3", "a1", "e5")
    assert board != before
    assert board.pop() == "e5"
    assert board == before


def test_an_illegal_move_says_why_and_changes_nothing() -> None:
    board = Board("noughts", "b2")
    for move, why in (
        ("b2", "b2 is taken"),
        ("d4", "'d4' is no cell; cells go from a1 to c3"),
        ("", "is no cell"),
    ):
        with pytest.raises(IllegalMove, match=why):
            board.push(move)
    assert board.history == ("b2",)


def test_no_move_after_the_end() -> None:
    board = Board("noughts", "a1 a2 b1 b2 c1")
    assert board.legal_moves == ()
    with pytest.raises(IllegalMove, match="the game is over, X wins: three in a row a1 b1 c1"):
        board.push("c2")


def test_pop_on_an_empty_history() -> None:
    with pytest.raises(IllegalMove, match="no move to take back"):
        Board("noughts").pop()


@pytest.mark.parametrize(
    ("game", "moves", "told"),
    [
        ("noughts", "a1 a2 b1 b2 c1", "X wins: three in a row a1 b1 c1"),
        ("noughts:misere", "a1 a2 b1 b2 c1", "X loses: three in a row a1 b1 c1"),
        ("noughts", "a1 b1 c1 b2 a2 c2 b3 a3 c3", "draw: the board is full"),
        ("squava", "a1 e5 b2 e4 c3", "X loses: three in a row a1 b2 c3"),
        ("squava", "a1 e5 b1 e4 d1 e2 c1", "X wins: four in a row a1 b1 c1 d1"),
    ],
)
def test_outcomes_in_words(game: str, moves: str, told: str) -> None:
    assert str(Board(game, moves).outcome) == told


def test_the_deciding_line_and_the_last_move_are_marked() -> None:
    text = Board("noughts", "a1 a2 b1 b2 c1").text(ascii_only=True)
    assert "|*X*|*X*|*X*|" in text
    assert text.isascii()


def test_svg_is_well_formed_and_shows_every_cell() -> None:
    for name in VARIANTS:
        board = Board(name)
        board.push(board.legal_moves[0])
        root = ElementTree.fromstring(board.svg())
        picture = board.game.picture(board.position)
        columns, rows = len(picture.columns), len(picture.rows)
        assert (root.get("width"), root.get("height")) == (str(columns * 48 + 56), str(rows * 48 + 56))
        lines = next(node.attrib["d"] for node in root.iter() if node.tag.endswith("path"))
        assert (lines.count("V"), lines.count("H")) == (columns - 1, rows - 1)
        last = [node.get("data-cell") for node in root.iter() if node.get("class") == "cell last"]
        assert sorted(map(str, last)) == sorted(board.last_cells)
        assert board._repr_svg_() == board.svg()


def test_boards_are_equal_by_position() -> None:
    assert Board("noughts", "a1 b2 c3") == Board("noughts", "c3 b2 a1")
    assert Board("noughts", "a1") != Board("noughts:4x4", "a1")
    assert Board("noughts") != "noughts"


def test_a_copy_goes_its_own_way() -> None:
    board = Board("squeeze:4x4")
    twin = board.copy()
    twin.push(twin.legal_moves[0])
    assert board.history == ()


def test_picks_lead_to_every_move_and_nowhere_else() -> None:
    for name in ("noughts", "numerical", "squeeze"):
        board = Board(name)
        reached = set()
        for first in board.picks():
            if move := board.move_for(first):
                reached.add(move)
            reached |= {str(board.move_for(first, second)) for second in board.picks(first)}
        assert reached == set(board.legal_moves)
        assert board.picks("nonsense") == ()


def test_errors_share_a_base() -> None:
    assert issubclass(IllegalMove, PlygroundError)


@pytest.mark.parametrize("game", ["gomoku", "gomoku:20x20", "squeeze", "noughts:7x7,row=7"])
def test_a_long_game_can_be_taken_back_to_its_start(game: str) -> None:
    board = Board(game)
    texts = [board.position_text]
    while not board.is_over and len(texts) < 100:
        board.push(board.legal_moves[-1 if len(texts) % 3 else 0])
        texts.append(board.position_text)
    assert len(texts) > 40
    moves = board.history
    while texts:
        assert board.position_text == texts.pop()
        assert board.history == moves[: len(texts)]
        if texts:
            assert board.pop() == moves[len(texts) - 1]
    for move in moves:
        board.push(move)
    assert board == Board(game, moves)


def quiet_move(ply: int) -> str:
    """A move of gomoku that makes no row."""
    return f"{ply % 2 + 4 * (ply // 2 % 40)},{ply // 80 * 3}"


def test_a_long_game_takes_memory_for_its_moves_not_for_their_square() -> None:
    def held(count: int) -> int:
        tracemalloc.start()
        try:
            board = Board("gomoku", [quiet_move(ply) for ply in range(count)])
            assert len(board.history) == count
            return tracemalloc.get_traced_memory()[0]
        finally:
            tracemalloc.stop()

    held(10)
    assert held(1600) < 8 * held(400)
