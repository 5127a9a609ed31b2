"""Games as data: the tables alone say what the game's Python says."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from plyground import Board, catalogue, contract
from plyground.errors import NotPortable
from plyground.portable import PortableGame, portable_game

GAMES = Path(__file__).parent / "data"
EXAMPLES = Path(catalogue.__file__).parent / "examples"
SHIPPED = ("noughts", "noughts:5x4,row=4,misere", "squava:4x5", "numerical:3x3", "squeeze:4x5", "gomoku:5x6")


COMPILED_MARKS = """

from plyground.bits import popcount
from plyground.contract import marks


@marks.of(Rules)
def _(rules, pos, out):
    side = popcount(pos.own | pos.other) & 1
    for cell in range(rules.columns * rules.rows):
        here = np.uint64(1) << np.uint64(cell)
        out[cell] = 1 + side if pos.own & here else OTHER if pos.other & here else 0


Columns.mark_texts = Columns.players
"""


TRAYS_OF_ITS_OWN = """
    def trays(self, used):
        return tuple("SSMMLL"), tuple("ssmmll")
"""
PICTURE_OF_ITS_OWN = """

from plyground.game import Picture


def picture(self, pos):
    usual = Game.picture(self, pos)
    return Picture(usual.columns, usual.rows, usual.marks, trays=(("S",), ("s",)), shapes=usual.shapes)


Gobblers.picture = picture
"""


class Replay:
    """A game followed with nothing but its tables and, for compiled marks, the compiled function."""

    def __init__(self, board: Board, data: PortableGame) -> None:
        self.board, self.data = board, data
        self.moves = {move["number"]: move for move in data["moves"]}
        self.marks: dict[str, str] = {}

    def push(self, number: int) -> None:
        for cell, mark in self.moves[number]["changes"][self.board.turn].items():
            self.marks.pop(cell, None)
            if mark:
                self.marks[cell] = mark
        self.board.push_number(number)


@pytest.mark.parametrize("name", [*SHIPPED, "gobblers", str(GAMES / "games" / "stones.py")])
def test_tables_follow_games_that_they_were_not_made_from(name: str) -> None:
    data = portable_game(catalogue.find(name))
    assert json.loads(json.dumps(data)) == data
    chance = random.Random(7)
    for _ in range(5):
        replay = Replay(Board(name), data)
        board = replay.board
        while not board.is_over:
            for number, text in zip(board.legal_numbers(), board.legal_moves, strict=True):
                move = replay.moves[number]
                assert move["text"] == text
                assert tuple(move["picks"]) == board.picks_of(number)
                assert tuple(move["cells"]) == board.cells_of(number)
            number = chance.choice(board.legal_numbers())
            if data["marks_from"] == "moves":
                replay.push(number)
                assert replay.marks == board.game.picture(board.position).marks
            else:
                board.push_number(number)
            picture = board.game.picture(board.position)
            assert trays_of(board, data, set(picture.marks.values())) == [[*tray] for tray in picture.trays]


def trays_of(board: Board, data: PortableGame, used: set[str]) -> list[list[str]]:
    """The trays as a page finds them."""
    if data["trays_from"] == "marks":
        return [[item for item in tray if item not in used] for tray in data["trays"]]
    out = np.zeros(len(data["mark_texts"]), np.int64)
    contract.hand(board.game.rules, board.position, out)
    left = dict(zip(data["mark_texts"], out.tolist(), strict=True))
    return [[item for each in dict.fromkeys(tray) for item in each * left[each]] for tray in data["trays"]]


def test_a_game_whose_trays_need_the_position_has_to_compile_them(tmp_path: Path) -> None:
    file = tmp_path / "gobblers.py"
    text = (EXAMPLES / "gobblers.py").read_text("utf-8")
    file.write_text(text.replace("@hand.of(Rules)", "@kernel") + TRAYS_OF_ITS_OWN, "utf-8")
    with pytest.raises(
        NotPortable, match=r"what is put on the board; write @hand.of\(Rules\) def _\(rules, pos, out\)$"
    ):
        portable_game(catalogue.find(str(file)))
    file.write_text(text + PICTURE_OF_ITS_OWN, "utf-8")
    with pytest.raises(NotPortable, match=r"hand and Gobblers.picture show different trays$"):
        portable_game(catalogue.find(str(file)))


def test_a_board_without_edges_has_cells_in_place_of_a_table() -> None:
    data = portable_game(catalogue.find("gomoku"))
    assert (data["moves_from"], data["moves"], data["cell_marks"]) == ("cells", [], ["X", "O"])
    assert (data["position_form"], data["only_adds"], data["setup_marks"]) == ("stones", True, ["X", "O"])
    assert data["left_out"] == []


@pytest.mark.parametrize(
    ("name", "form", "counts_plies", "only_adds"),
    [
        ("noughts", "rows", False, True),
        ("numerical:3x3", "cells", False, True),
        ("squeeze:4x4", "rows", True, False),
        ("squeeze:4x4,limit=0", "rows", False, False),
        (str(GAMES / "games" / "stones.py"), "", False, True),
    ],
)
def test_the_form_of_positions_is_found_out(
    name: str, form: str, counts_plies: bool, only_adds: bool
) -> None:
    data = portable_game(catalogue.find(name))
    assert (data["position_form"], data["counts_plies"]) == (form, counts_plies)
    assert data["only_adds"] == only_adds


def test_each_move_has_a_text_of_its_own() -> None:
    for name in SHIPPED:
        texts = [move["text"] for move in portable_game(catalogue.find(name))["moves"]]
        assert len(texts) == len(set(texts))


def test_what_only_python_can_say_is_named() -> None:
    left_out = portable_game(catalogue.find(str(GAMES / "games" / "stones.py")))["left_out"]
    assert left_out == ["why a game ended: write @reason.of(Rules) def _(rules, pos, move, out)"]
    assert portable_game(catalogue.find("squava"))["left_out"] == []


def test_a_game_whose_picture_needs_the_position_has_to_compile_it(tmp_path: Path) -> None:
    file = tmp_path / "columns.py"
    plain = (GAMES / "games" / "columns.py").read_text(encoding="utf-8")
    file.write_text(plain, encoding="utf-8")
    with pytest.raises(NotPortable, match=r"what the move . changes depends on the position; write @marks"):
        portable_game(catalogue.find(str(file)))

    for other, says in (("2 - side", True), ("1 + side", False)):
        file.write_text(plain + COMPILED_MARKS.replace("OTHER", other), encoding="utf-8")
        if not says:
            with pytest.raises(NotPortable, match=r"marks and Columns.picture show different boards"):
                portable_game(catalogue.find(str(file)))
            continue
        data = portable_game(catalogue.find(str(file)))
        assert (data["marks_from"], data["cells_from"], data["picks_from"]) == ("compiled", "marks", "cells")
