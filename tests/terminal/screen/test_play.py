"""Whole games by keys and by mouse, in each way to choose a move."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.terminal.screen.widgets.board_view import BoardView
from plyground.terminal.screen.widgets.end_panel import Choices
from plyground.terminal.screen.widgets.tray_view import TrayView
from tests.terminal.screen.support import (
    AppPilot,
    choose_cell,
    choose_item,
    click,
    click_item,
    current_board,
    drawn_cell,
    fake_backend,
    find_widget,
    game_app,
    game_screen,
    run_app,
    screen_text,
    wait_until,
)

OWN_GAME = Path(__file__).parents[2] / "data" / "lastone.py"


@pytest.mark.parametrize("keys", ["wasd", "arrows"])
def test_placing_by_keys(keys: str) -> None:
    async def play(pilot: AppPilot) -> None:
        for cell in ["a1", "a2", "b1", "b2", "c1"]:
            await choose_cell(pilot, cell, keys)
        assert str(current_board(pilot).outcome) == "X wins: three in a row a1 b1 c1"
        assert "X wins: three in a row a1 b1 c1" in screen_text(pilot)
        assert screen_text(pilot).count("*X*") == 3  # the last stone too
        assert find_widget(pilot, Choices).has_focus

    run_app(game_app("noughts"), play)


def test_placing_by_mouse() -> None:
    async def play(pilot: AppPilot) -> None:
        for cell in ["a1", "b1", "a2", "b2", "a3", "b4"]:
            await click(pilot, cell)
        assert str(current_board(pilot).outcome) == "X loses: three in a row a1 a2 a3"

    run_app(game_app("squava"), play)


def test_numbers_by_keys() -> None:
    async def play(pilot: AppPilot) -> None:
        assert "choose below the board" in screen_text(pilot)
        for number, cell in ("5", "b2"), ("8", "a1"), ("7", "a3"), ("6", "b3"), ("9", "c3"), ("2", "c2"):
            await choose_item(pilot, number)
            assert f"{number} chosen" in screen_text(pilot)
            await choose_cell(pilot, cell)
        assert not current_board(pilot).is_over
        await choose_item(pilot, "3")
        await choose_cell(pilot, "c1")
        assert current_board(pilot).history == ("b2=5", "a1=8", "a3=7", "b3=6", "c3=9", "c2=2", "c1=3")
        assert "7 b2 c1" not in screen_text(pilot)
        assert "a3 b2 c1 sum to 15" in screen_text(pilot)

    run_app(game_app("numerical:3x3"), play)


def test_numbers_by_mouse() -> None:
    async def play(pilot: AppPilot) -> None:
        await click(pilot, "b2")
        assert "b2 cannot be chosen; choose below the board" in screen_text(pilot)
        for number, cell in ("5", "b2"), ("2", "a1"), ("7", "a2"), ("4", "b1"), ("3", "c2"):
            await click_item(pilot, number)
            await click(pilot, cell)
        assert "a2 b2 c2 sum to 15" in screen_text(pilot)

    run_app(game_app("numerical:3x3"), play)


def test_sliding_by_keys() -> None:
    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "a1")
        await pilot.press("right")
        assert "(W)" in screen_text(pilot)
        assert "white to move, a1 chosen" in screen_text(pilot)
        assert game_screen(pilot).query_one(BoardView).highlights.legal == {"a2"}
        await choose_cell(pilot, "a2")
        await choose_cell(pilot, "b3")
        await choose_cell(pilot, "b2")
        assert current_board(pilot).is_over
        assert "after 1 move each" in screen_text(pilot)

    run_app(game_app("squeeze:3x3,limit=1"), play)


def test_sliding_by_mouse_with_a_change_of_mind() -> None:
    async def play(pilot: AppPilot) -> None:
        await click(pilot, "a1")
        await click(pilot, "b1")  # another piece instead
        assert game_screen(pilot).chosen == ("b1",)
        await click(pilot, "b1")  # none at all
        assert game_screen(pilot).chosen == ()
        await click(pilot, "c1")
        await pilot.press("escape")
        assert game_screen(pilot).chosen == ()
        await click(pilot, "c1")
        await click(pilot, "a3")
        assert "a3 cannot be chosen after c1; choose a cell" in screen_text(pilot)
        await click(pilot, "c2")
        await click(pilot, "a3")
        await click(pilot, "a2")
        assert current_board(pilot).history == ("c1-c2", "a3-a2")
        assert current_board(pilot).is_over

    run_app(game_app("squeeze:3x3,limit=1"), play)


def test_a_game_in_a_file_whose_picks_are_no_cells() -> None:
    async def play(pilot: AppPilot) -> None:
        tray = game_screen(pilot).query_one(TrayView)
        while not current_board(pilot).is_over:
            assert tray.has_focus
            await pilot.press("enter")
            await pilot.pause()
        assert find_widget(pilot, Choices).has_focus

    run_app(game_app(str(OWN_GAME)), play)


def test_taken_cells_are_refused_in_the_words_of_the_game() -> None:
    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "b2")
        await pilot.press("enter")
        await pilot.pause()
        assert "b2 is taken" in screen_text(pilot)
        assert current_board(pilot).history == ("b2",)

    run_app(game_app("noughts"), play)


def test_the_cursor_follows_the_mouse() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.hover(offset=drawn_cell(pilot, "c", "1"))
        assert game_screen(pilot).query_one(BoardView).cursor == "c1"
        assert current_board(pilot).history == ()

    run_app(game_app("noughts"), play)


def test_against_the_computer() -> None:
    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "b2")
        await wait_until(pilot, lambda: len(current_board(pilot).history) == 2)
        assert "O plays a1 (estimate +3 for O: about equal, 0.2 s)" in screen_text(pilot)
        assert find_widget(pilot, BoardView).has_focus

    run_app(game_app("noughts", ("human", "3")), play)


def test_the_computer_against_itself() -> None:
    async def play(pilot: AppPilot) -> None:
        await wait_until(pilot, lambda: current_board(pilot).is_over)
        assert "wins" in screen_text(pilot)

    run_app(game_app("noughts", ("3", "3"), using=fake_backend()), play)
