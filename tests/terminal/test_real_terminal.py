"""The program in a real terminal, seen as a person sees it, with keys and mouse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plyground.terminal.screen.preferences import Preferences
from plyground.terminal.screen.setup import GameSetup
from tests.terminal.real_terminal import real_terminal

TWO_PEOPLE = GameSetup("noughts", ("human", "human"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder in which noughts for two people was played last."""
    folder = tmp_path / "data"
    folder.mkdir()
    preferences = vars(Preferences()) | {"setup": vars(TWO_PEOPLE)}
    (folder / "preferences.json").write_text(json.dumps(preferences))
    return folder


@pytest.mark.parametrize(
    ("size", "locale"),
    [((80, 24), "C.UTF-8"), ((120, 40), "C.UTF-8"), ((200, 60), "C.UTF-8"), ((80, 24), "C")],
)
def test_clicks_play_what_is_drawn_under_them(data: Path, size: tuple[int, int], locale: str) -> None:
    with real_terminal(data=data, size=size, locale=locale) as terminal:
        terminal.wait_for("start the game")
        terminal.press("p")
        terminal.wait_for("X to move: choose a cell", "0 start")
        for number, (column, row) in enumerate(
            [("b", "2"), ("a", "1"), ("c", "3"), ("a", "3"), ("c", "1")], 1
        ):
            terminal.click(column, row)
            terminal.wait_for(f"{number} {'XO'[(number - 1) % 2]} {column}{row}")
        assert terminal.text.isascii() is (locale == "C")


def test_a_game_is_reviewed_and_learned_from(data: Path) -> None:
    with real_terminal(data=data) as terminal:
        terminal.wait_for("start the game")
        terminal.press("p")
        terminal.wait_for("0 start")
        for number, cell in enumerate(["b2", "b1", "a1", "c3", "a2", "a3", "c2"], 1):
            terminal.click(*cell)
            terminal.wait_for(f"{number} {'XO'[(number - 1) % 2]} {cell}")
        assert terminal.wait_for("X wins", "Report and mistakes", "So far 1 win").count("*X*") == 3
        terminal.press("o")
        terminal.wait_for(
            "X made no mistake, O made 1 mistake.", "1… b1 by O (proven: X wins in 5 plies)", "███"
        )
        terminal.press("l")
        terminal.wait_for("Mistake 1 of 1: O played b1 here; find a better move")
        terminal.click("a", "2")
        terminal.wait_for("a2 does not hold (proven: X wins in")
        terminal.click("c", "3")
        terminal.wait_for("(proven: a draw)", "found 1 of 1")
        terminal.press("\x1b")
        terminal.wait_for("Report and mistakes")


def test_a_position_is_set_up_with_the_mouse(data: Path) -> None:
    with real_terminal(data=data) as terminal:
        terminal.wait_for("a position to play from")
        terminal.click_text("a position to play from")
        terminal.wait_for("X to move: this can be played")
        terminal.click("b", "2")
        terminal.wait_for("not a position: with these marks it is O to move, not X")
        terminal.press("t")
        terminal.wait_for("O to move: this can be played")
        terminal.press("p")
        terminal.wait_for("O to move: choose a cell", "0 start")
        terminal.click("a", "1")
        terminal.wait_for("1 O a1")


def test_after_the_end_of_a_plain_game_there_is_a_prompt(data: Path) -> None:
    with real_terminal("play", "noughts", "--second", "human", data=data, size=(80, 60)) as terminal:
        for number, move in enumerate(["a1", "a2", "b1", "b2", "c1"]):
            terminal.wait_for(f"{'XO'[number % 2]} to move:")
            terminal.press(f"{move}\r")
        end = "or Enter to leave:"
        assert terminal.wait_for("X wins: three in a row a1 b1 c1.", end).count("*X*") == 3
        terminal.press("score\r")
        terminal.wait_for("X against O: 1 win, 0 draws, 0 losses in 1 game (the newest first: W)")
        terminal.press("undo\r")
        terminal.wait_for("took back c1")
        terminal.press("c1\r")
        terminal.wait_for("took back c1", end)
        terminal.press("\r")
        terminal.wait_for_end()
        assert terminal.process.returncode == 0
