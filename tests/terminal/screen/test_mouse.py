"""The mouse: what is clicked is what was drawn under it. Nothing here asks the program where a cell is.

Each click is made at another size of the terminal.
"""

from __future__ import annotations

import re
from itertools import cycle

import pytest

from tests.terminal.screen.support import (
    AppPilot,
    current_board,
    drawn_cell,
    drawn_item,
    game_app,
    resize,
    run_app,
    screen_text,
)

SIZES = [(80, 24), (120, 40), (200, 60)]


@pytest.mark.parametrize(
    ("game", "cells"),
    [
        ("noughts", [("b", "2"), ("a", "1"), ("c", "3"), ("c", "1")]),
        ("noughts:4x7,row=4", [("a", "7"), ("d", "1"), ("b", "3")]),
        ("squava", [("a", "5"), ("e", "1"), ("c", "3")]),
        ("gomoku:15x15", [("a", "15"), ("o", "3"), ("h", "8")]),
        ("gomoku", [("0", "0"), ("-4", "2"), ("6", "-3")]),
    ],
)
def test_a_click_plays_the_cell_that_is_drawn_there(game: str, cells: list[tuple[str, str]]) -> None:
    joint = "," if game == "gomoku" else ""

    async def play(pilot: AppPilot) -> None:
        for ply, (size, (column, row)) in enumerate(zip(cycle(SIZES), cells, strict=False), start=1):
            await resize(pilot, size)
            x, y = drawn_cell(pilot, column, row)
            await pilot.click(offset=(x, y))
            await pilot.pause()
            assert current_board(pilot).history[-1:] == (f"{column}{joint}{row}",)
            assert len(current_board(pilot).history) == ply
            assert screen_text(pilot).splitlines()[y][x] in "XO"

    run_app(game_app(game), play)


def test_a_click_chooses_the_number_and_the_cell_that_are_drawn_there() -> None:
    async def play(pilot: AppPilot) -> None:
        moves = [("5", "b", "2"), ("8", "a", "1"), ("7", "a", "3")]
        for size, (number, column, row) in zip(SIZES, moves, strict=True):
            await resize(pilot, size)
            await pilot.click(offset=drawn_item(pilot, number))
            await pilot.pause()
            assert f"{number} chosen" in screen_text(pilot)
            await pilot.click(offset=drawn_cell(pilot, column, row))
            await pilot.pause()
            assert current_board(pilot).history[-1] == f"{column}{row}={number}"

    run_app(game_app("numerical:3x3"), play)


def test_the_cursor_is_drawn_under_the_mouse() -> None:
    async def play(pilot: AppPilot) -> None:
        for size, (column, row) in zip(SIZES, [("a", "1"), ("c", "3"), ("b", "1")], strict=True):
            await resize(pilot, size)
            x, y = drawn_cell(pilot, column, row)
            await pilot.hover(offset=(x, y))
            await pilot.pause()
            line = screen_text(pilot).splitlines()[y]
            assert re.fullmatch(r">.<", line[x - 1 : x + 2])

    run_app(game_app("noughts"), play)


@pytest.mark.parametrize("size", SIZES)
def test_a_board_stands_in_the_middle_of_its_pane(size: tuple[int, int]) -> None:
    async def play(pilot: AppPilot) -> None:
        lines = screen_text(pilot).splitlines()
        drawn = [line.rpartition("│")[0] for line in lines]  # what is left of the side's border
        pane = max(len(line) for line in drawn)
        boards = [line for line in drawn if "┌" in line]
        left = boards[0].index("┌") - 2
        right = pane - len(boards[0].rstrip()) - 2
        assert abs(left - right) <= 1

    run_app(game_app("noughts"), play, size)
