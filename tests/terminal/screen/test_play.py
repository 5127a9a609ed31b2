"""Whole games by keys and by mouse, in each way to choose a move."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.terminal.screen.widgets.board_view import BoardView
from plyground.terminal.screen.widgets.end_panel import Choices
from plyground.terminal.screen.widgets.tray_view import TrayView
from tests.terminal.screen.stage import (
    Hands,
    act,
    at,
    board_on,
    click,
    click_item,
    game_on,
    go,
    services,
    table,
    take,
    until,
    words,
)

OWN_GAME = Path(__file__).parents[2] / "data" / "lastone.py"


@pytest.mark.parametrize("keys", ["wasd", "arrows"])
def test_placing_by_keys(keys: str) -> None:
    async def play(pilot: Hands) -> None:
        for cell in ["a1", "a2", "b1", "b2", "c1"]:
            await go(pilot, cell, keys)
        assert str(board_on(pilot).outcome) == "X wins: three in a row a1 b1 c1"
        assert "X wins: three in a row a1 b1 c1" in words(pilot)
        assert "*X*" in words(pilot)
        assert "[X]" in words(pilot)
        assert at(pilot, Choices).has_focus

    act(table("noughts"), play)


def test_placing_by_mouse() -> None:
    async def play(pilot: Hands) -> None:
        for cell in ["a1", "b1", "a2", "b2", "a3", "b4"]:
            await click(pilot, cell)
        assert str(board_on(pilot).outcome) == "X loses: three in a row a1 a2 a3"

    act(table("squava"), play)


def test_numbers_by_keys() -> None:
    async def play(pilot: Hands) -> None:
        assert "choose below the board" in words(pilot)
        for number, cell in ("5", "b2"), ("8", "a1"), ("7", "a3"), ("6", "b3"), ("9", "c3"), ("2", "c2"):
            await take(pilot, number)
            assert f"{number} chosen" in words(pilot)
            await go(pilot, cell)
        assert not board_on(pilot).is_over
        await take(pilot, "3")
        await go(pilot, "c1")
        assert board_on(pilot).history == ("b2=5", "a1=8", "a3=7", "b3=6", "c3=9", "c2=2", "c1=3")
        assert "7 b2 c1" not in words(pilot)
        assert "a3 b2 c1 sum to 15" in words(pilot)

    act(table("numerical:3x3"), play)


def test_numbers_by_mouse() -> None:
    async def play(pilot: Hands) -> None:
        await click(pilot, "b2")
        assert "b2 cannot be chosen; choose below the board" in words(pilot)
        for number, cell in ("5", "b2"), ("2", "a1"), ("7", "a2"), ("4", "b1"), ("3", "c2"):
            await click_item(pilot, number)
            await click(pilot, cell)
        assert "a2 b2 c2 sum to 15" in words(pilot)

    act(table("numerical:3x3"), play)


def test_sliding_by_keys() -> None:
    async def play(pilot: Hands) -> None:
        await go(pilot, "a1")
        await pilot.press("right")
        assert "(W)" in words(pilot)
        assert "white to move, a1 chosen" in words(pilot)
        assert game_on(pilot).query_one(BoardView).look.legal == {"a2"}
        await go(pilot, "a2")
        await go(pilot, "b3")
        await go(pilot, "b2")
        assert board_on(pilot).is_over
        assert "after 1 move each" in words(pilot)

    act(table("squeeze:3x3,limit=1"), play)


def test_sliding_by_mouse_with_a_change_of_mind() -> None:
    async def play(pilot: Hands) -> None:
        await click(pilot, "a1")
        await click(pilot, "b1")  # another piece instead
        assert game_on(pilot).chosen == ("b1",)
        await click(pilot, "b1")  # none at all
        assert game_on(pilot).chosen == ()
        await click(pilot, "c1")
        await pilot.press("escape")
        assert game_on(pilot).chosen == ()
        await click(pilot, "c1")
        await click(pilot, "a3")
        assert "a3 cannot be chosen after c1; choose a cell" in words(pilot)
        await click(pilot, "c2")
        await click(pilot, "a3")
        await click(pilot, "a2")
        assert board_on(pilot).history == ("c1-c2", "a3-a2")
        assert board_on(pilot).is_over

    act(table("squeeze:3x3,limit=1"), play)


def test_a_game_in_a_file_whose_picks_are_no_cells() -> None:
    async def play(pilot: Hands) -> None:
        tray = game_on(pilot).query_one(TrayView)
        while not board_on(pilot).is_over:
            assert tray.has_focus
            await pilot.press("enter")
            await pilot.pause()
        assert at(pilot, Choices).has_focus

    act(table(str(OWN_GAME)), play)


def test_taken_cells_are_refused_in_the_words_of_the_game() -> None:
    async def play(pilot: Hands) -> None:
        await go(pilot, "b2")
        await pilot.press("enter")
        await pilot.pause()
        assert "b2 is taken" in words(pilot)
        assert board_on(pilot).history == ("b2",)

    act(table("noughts"), play)


def test_the_cursor_follows_the_mouse() -> None:
    async def play(pilot: Hands) -> None:
        view = game_on(pilot).query_one(BoardView)
        await pilot.hover(view, offset=view.spot("c1"))
        assert view.cursor == "c1"
        assert board_on(pilot).history == ()

    act(table("noughts"), play)


def test_against_the_computer() -> None:
    async def play(pilot: Hands) -> None:
        await go(pilot, "b2")
        await until(pilot, lambda: len(board_on(pilot).history) == 2)
        assert "O plays a1 (estimate +3 for O: about equal, 0.2 s)" in words(pilot)
        assert at(pilot, BoardView).has_focus

    act(table("noughts", ("human", "3")), play)


def test_the_computer_against_itself() -> None:
    async def play(pilot: Hands) -> None:
        await until(pilot, lambda: board_on(pilot).is_over)
        assert "wins" in words(pilot)

    act(table("noughts", ("3", "3"), using=services()), play)
