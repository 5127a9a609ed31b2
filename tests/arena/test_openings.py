"""Openings: short, distinct up to symmetry, even, and the same for the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground import contract
from plyground.arena.openings import draw_openings, load_openings, read_openings, write_openings
from plyground.board import Board
from plyground.catalogue import find
from plyground.errors import PlygroundError
from tests.bruteforce import solve
from tests.reference import Noughts

OWN_GAME = str(Path(__file__).parent.parent / "data" / "lastone.py")


@pytest.mark.parametrize("game", ["noughts", "squava", "numerical", "squeeze:4x4", "noughts:4x4,row=4"])
def test_openings_are_distinct_even_and_repeatable(game: str) -> None:
    found = find(game)
    openings = draw_openings(found, 6, seed=3)
    assert len(openings) == 6
    boards = [Board(found, opening.moves) for opening in openings]
    assert not any(board.is_over for board in boards)
    assert len({(board.turn, contract.key(found.rules, board.position)) for board in boards}) == 6
    assert all(opening.is_open for opening in openings)
    assert draw_openings(found, 6, seed=3) == openings
    assert draw_openings(found, 6, seed=4) != openings


def test_of_many_the_most_even_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    found = find("squeeze:5x5")

    def unevenness(choice: int) -> int:
        monkeypatch.setattr("plyground.arena.openings.CHOICE", choice)
        return sum(opening.unevenness for opening in draw_openings(found, 5, seed=1))

    assert unevenness(8) < unevenness(1)


def test_drawn_games_of_noughts_are_what_is_even_there() -> None:
    for opening in draw_openings(find("noughts"), 12, seed=1):
        model = Noughts(3, 3, 3, misere=False)
        for move in opening.moves:
            model.play(move)
        assert solve(model).value == "draw"


def test_where_there_are_few_they_are_all_found() -> None:
    few = draw_openings(find("noughts"), 1000, seed=1)
    assert 12 < len(few) < 1000
    assert all(opening.is_open for opening in few)


def test_where_all_is_decided_the_longest_ways_are_kept() -> None:
    openings = draw_openings(find(OWN_GAME), 2, seed=1)
    assert not any(opening.is_open for opening in openings)
    assert all((opening.score.distance or 0) >= 3 for opening in openings)


# Files


def test_a_file_has_a_line_for_each_opening(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("# my openings\n\nb2 a1 # a corner\n  c1   c3\nstart\n", encoding="utf-8")
    assert load_openings(path, find("noughts")) == [("b2", "a1"), ("c1", "c3"), ()]


def test_mirror_images_count_once() -> None:
    assert read_openings("b2 a1\nb2 c1\nb2 c3\nb2 b1", find("noughts")) == [("b2", "a1"), ("b2", "b1")]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("b2 a1\nb2 b2", "book: line 2: move 2: b2 is taken"),
        ("# nothing\n\n", "book: there is no opening; write a line of moves such as 'b2 a1' for each"),
        ("a1 a2 b1 b2 c1", "book: line 1: the game is over before it begins"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, why: str) -> None:
    with pytest.raises(PlygroundError) as error:
        read_openings(text, find("noughts"), "book")
    assert str(error.value) == why


@pytest.mark.parametrize("name", ["nowhere.txt", "."])
def test_a_file_that_cannot_be_read(name: str, tmp_path: Path) -> None:
    with pytest.raises(PlygroundError, match="cannot read"):
        load_openings(tmp_path / name, find("noughts"))


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "book").write_bytes(b"\xff\xfe")
    with pytest.raises(PlygroundError, match="cannot read"):
        load_openings(tmp_path / "book", find("noughts"))


def test_what_is_written_is_read_again() -> None:
    openings = [("b2", "a1"), (), ("a1",)]
    for notes in ([], ["+3", "draw", "-1"]):
        assert read_openings(write_openings(openings, notes), find("noughts")) == openings
