"""Boards that are larger than the screen or have no end: a window that scrolls."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from textual import events

from plyground.board import Board
from plyground.players import Choice
from plyground.terminal.screen.app import PlygroundApp
from plyground.terminal.screen.drawing.grid import Grid
from plyground.terminal.screen.drawing.window import Window
from plyground.terminal.screen.screens.game_screen import GameScreen
from plyground.terminal.screen.widgets.board_view import BoardView
from plyground.terminal.screen.widgets.end_panel import Choices
from plyground.terminal.screen.widgets.move_list import MoveList
from plyground.terminal.screen.widgets.option_row import OptionRow
from tests.terminal.screen.support import (
    AppPilot,
    Quick,
    choose_cell,
    click,
    current_board,
    fake_backend,
    find_widget,
    game_app,
    game_screen,
    run_app,
    screen_text,
    type_answer,
    wait_until,
)

FAR = "2000000000,-2000000000"


class Listed(Quick):
    """Plays given moves, and then the first legal one."""

    def __init__(self, moves: str) -> None:
        super().__init__("listed")
        self.moves = moves.split()

    def choose(self, board: Board) -> Choice:
        choice = super().choose(board)
        move = self.moves.pop(0) if self.moves else choice.move
        return Choice(move, choice.score, (move,), 1, 0.25)


def view_on(pilot: AppPilot) -> BoardView:
    return game_screen(pilot).query_one(BoardView)


def window_on_screen(pilot: AppPilot) -> Window:
    grid = view_on(pilot).grid
    assert isinstance(grid, Window)
    return grid


@pytest.mark.parametrize("keys", ["wasd", "arrows"])
def test_a_whole_game_by_keys(keys: str) -> None:
    async def play(pilot: AppPilot) -> None:
        view = view_on(pilot)
        assert view.cursor == "0,0"
        assert window_on_screen(pilot).outside((0, 0)) == (0, 0)
        for cell in ["0,0", "0,1", "-1,-1", "1,0", "1,1", "0,2", "2,2", "0,3", "3,3"]:
            await choose_cell(pilot, cell, keys)
        assert str(current_board(pilot).outcome) == "X wins: five in a row -1,-1 0,0 1,1 2,2 3,3"
        assert "five in a row" in screen_text(pilot)
        assert screen_text(pilot).count("*X*") == 5  # the last stone too
        assert find_widget(pilot, Choices).has_focus

    run_app(game_app("gomoku"), play)


def test_a_whole_game_by_mouse() -> None:
    async def play(pilot: AppPilot) -> None:
        for cell in ["0,0", "0,1", "1,0", "1,1", "2,0", "2,1", "3,0", "3,1", "-1,0"]:
            await click(pilot, cell)
        assert str(current_board(pilot).outcome) == "X wins: five in a row -1,0 0,0 1,0 2,0 3,0"

    run_app(game_app("gomoku"), play)


def test_the_window_scrolls_when_the_cursor_leaves_it_and_home_comes_back() -> None:
    async def play(pilot: AppPilot) -> None:
        view = view_on(pilot)
        before = window_on_screen(pilot)
        inside = before.left + before.column_count - 1
        await pilot.press(*["right"] * (inside - 1))
        assert window_on_screen(pilot) == before
        await pilot.press("right", "right", "d")
        assert view.cursor == f"{inside + 3},1"
        assert window_on_screen(pilot).left == before.left + 3
        assert str(inside + 3 - (inside + 3) % 2) in screen_text(pilot).splitlines()[1].split()
        await pilot.press(*["up"] * 20)
        assert view.cursor == f"{inside + 3},21"
        assert "out of sight ↓2" in screen_text(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert current_board(pilot).history[-1] == f"{inside + 3},21"  # any cell can be chosen
        await pilot.press("u", *["down"] * 16, "home")
        await pilot.pause()
        assert view.cursor == "1,1"
        assert "out of sight" not in screen_text(pilot)
        window = window_on_screen(pilot)
        assert window.left + window.column_count // 2 == 1

    run_app(game_app("gomoku", moves="0,0 1,1"), play)


def test_the_wheel_and_the_frame_scroll() -> None:
    async def play(pilot: AppPilot) -> None:
        view = view_on(pilot)
        first = window_on_screen(pilot)
        await click(pilot, "0,0")
        for kind in (events.MouseScrollUp, events.MouseScrollUp, events.MouseScrollDown):
            view.post_message(kind(view, 5, 5, 0, 0, 0, False, False, False))
        view.post_message(events.MouseScrollRight(view, 5, 5, 0, 0, 0, False, False, False))
        await pilot.pause()
        window = window_on_screen(pilot)
        assert (window.left, window.bottom) == (first.left + 1, first.bottom + 1)
        assert view.cursor == "1,1"
        view.post_message(events.MouseScrollLeft(view, 5, 5, 0, 0, 0, False, False, False))
        await pilot.pause()
        left, top = view.origin
        await pilot.click(view, offset=(left + window.margin + 1, top + 5))
        assert window_on_screen(pilot).left == first.left - window.column_count // 2
        await pilot.click(view, offset=(left + window.margin + 8, top + window.height - 2))
        assert window_on_screen(pilot).bottom == first.bottom + 1 - window.row_count // 2
        assert current_board(pilot).history == ("0,0",)

    run_app(game_app("gomoku"), play)


def test_stones_out_of_sight_are_pointed_to() -> None:
    async def play(pilot: AppPilot) -> None:
        assert "out of sight" in screen_text(pilot)
        assert "←2" in screen_text(pilot)
        assert "↓1" in screen_text(pilot)
        assert "↗1" in screen_text(pilot)
        lines = screen_text(pilot).splitlines()
        assert any(line.lstrip().startswith("0 ←") for line in lines)
        assert "↗" in lines[2]
        assert "↓" in lines[19]

    run_app(game_app("gomoku", moves="-100,0 100,100 -90,0 1,-50 0,0"), play)


def test_far_stones_are_reached_by_home_by_the_list_and_by_name() -> None:
    async def play(pilot: AppPilot) -> None:
        view = view_on(pilot)
        await pilot.press("g")
        await type_answer(pilot, FAR)
        await pilot.press("enter")
        await pilot.pause()
        assert current_board(pilot).history == ("0,0", FAR)
        assert "-2000000000 ┆" in screen_text(pilot)
        assert "2000000000 " in screen_text(pilot).splitlines()[1]
        assert f"{FAR}   out of sight ↖1" in screen_text(pilot)
        await pilot.press("g")
        await type_answer(pilot, "1 1")
        assert view.cursor == "1,1"
        assert not view.shows(FAR)
        await pilot.press("home")
        assert view.cursor == FAR
        assert view.shows(FAR)
        moves = game_screen(pilot).query_one(MoveList)
        await pilot.click(moves, offset=(3, 1))
        await pilot.pause()
        assert game_screen(pilot).viewed_ply == 1
        assert view.shows("0,0")
        assert "[X]" in screen_text(pilot) or ">X<" in screen_text(pilot)
        await pilot.press("escape")
        assert view.shows(FAR)
        await pilot.press("g")
        await type_answer(pilot, "somewhere")
        assert "there is no cell 'somewhere'" in screen_text(pilot)
        await pilot.press("g")
        await type_answer(pilot, f"{'9' * 5000},0")
        assert "there is no cell '999" in screen_text(pilot)
        await pilot.press("g", "escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, GameScreen)
        await pilot.press("g")
        await type_answer(pilot, "9000000000,0")
        await pilot.press("enter")
        await pilot.pause()
        assert "'9000000000,0' is no cell" in screen_text(pilot)

    run_app(game_app("gomoku", moves="0,0"), play)


def test_the_window_follows_the_other_side() -> None:
    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "0,0")
        await wait_until(pilot, lambda: len(current_board(pilot).history) == 2)
        assert view_on(pilot).cursor == FAR
        await pilot.press("h")
        await wait_until(pilot, lambda: "hint: 7000,7000" in screen_text(pilot))
        assert view_on(pilot).cursor == "7000,7000"
        await pilot.press("u")
        assert current_board(pilot).history == ()

    run_app(game_app("gomoku", ("human", "3"), using=fake_backend(Listed(FAR), hint="7000,7000")), play)


@pytest.mark.parametrize("size", ["15x15", "19x19", "32x32"])
def test_large_boards_can_be_played_at_80x24(size: str) -> None:
    last = {"15x15": "o15", "19x19": "s19", "32x32": "af32"}[size]

    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "a1")
        assert "─" in screen_text(pilot).splitlines()[-5 if size != "15x15" else -6]
        await choose_cell(pilot, last)
        assert current_board(pilot).history == ("a1", last)
        await click(pilot, "o13" if size != "32x32" else "ac30")
        assert len(current_board(pilot).history) == 3
        await pilot.press(*["down"] * 3)
        assert view_on(pilot).cursor == ("o10" if size != "32x32" else "ac27")
        await pilot.resize_terminal(170, 80)
        await pilot.pause()
        assert isinstance(view_on(pilot).grid, Grid) is (size != "32x32")

    run_app(game_app(f"gomoku:{size}"), play)


def test_a_board_that_fits_closely_is_shown_whole() -> None:
    async def play(pilot: AppPilot) -> None:
        window = window_on_screen(pilot)
        assert (len(window.columns), len(window.rows)) == (15, 15)
        assert not any(window.goes_on(side) for side in ((-1, 0), (1, 0), (0, -1), (0, 1)))
        assert "┆" not in screen_text(pilot)
        before = window
        await pilot.press(*["left"] * 20, *["up"] * 20)
        view_on(pilot).scroll_by(5, 5)
        await pilot.pause()
        assert window_on_screen(pilot) == before

    run_app(game_app("gomoku:15x15", moves="h8"), play)


def test_a_board_of_many_rows() -> None:
    async def play(pilot: AppPilot) -> None:
        view = view_on(pilot)
        assert len(view.grid.rows) == 16
        await pilot.press(*["up"] * 31)
        assert view.grid.rows[-1] == "32"
        await pilot.press("enter")
        await pilot.press(*["down"] * 31)
        assert view.grid.rows[0] == "1"
        await pilot.press("home")
        assert view.grid.rows[-1] == "32"

    run_app(game_app("noughts:2x32,row=2"), play)


def test_too_small_and_back() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.resize_terminal(58, 17)
        await pilot.pause()
        assert "This game needs 59x17; this terminal has 58x17" in screen_text(pilot)
        await pilot.resize_terminal(59, 17)
        await pilot.pause()
        assert len(window_on_screen(pilot).columns) == 9
        assert len(window_on_screen(pilot).rows) == 9
        await click(pilot, "1,1")
        await pilot.resize_terminal(120, 44)
        await pilot.pause()
        assert len(window_on_screen(pilot).columns) > 30
        assert current_board(pilot).history == ("0,0", "1,1")

    run_app(game_app("gomoku", moves="0,0"), play)


def test_without_unicode() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press(*["right"] * 30, "x")
        await pilot.pause()
        assert screen_text(pilot).isascii()
        await pilot.press("escape", "e", "g")
        await wait_until(pilot, lambda: screen_text(pilot).isascii())
        await pilot.press("escape")
        await pilot.pause()
        assert "out of sight <2" in screen_text(pilot)
        assert screen_text(pilot).isascii()

    run_app(game_app("gomoku", moves="0,0 1,1", ascii_only=True), play)


def test_threats_near_the_stones() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("t")
        await wait_until(pilot, lambda: "moves near the pieces lose at once" in screen_text(pilot))
        highlights = view_on(pilot).highlights
        assert {"0,1", "5,0"} <= set(highlights.danger)
        assert "4,0" not in highlights.danger
        assert "!·!" in screen_text(pilot)

    run_app(game_app("gomoku", moves="0,0 -1,0 1,0 9,9 2,0 9,7 3,0"), play)


def test_cells_that_decide_are_marked_and_named() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("t")
        await wait_until(pilot, lambda: "X: open four" in screen_text(pilot))
        highlights = view_on(pilot).highlights
        assert set(highlights.hot) == {"-1,0", "3,0"}
        assert "{·}" in screen_text(pilot)
        await pilot.press("t")
        await pilot.pause()
        assert not view_on(pilot).highlights.hot
        assert "{·}" not in screen_text(pilot)

    run_app(game_app("gomoku", moves="0,0 9,9 1,0 9,7 2,0 9,5"), play)


def test_the_menu_shows_a_part_of_the_field() -> None:
    async def play(pilot: AppPilot) -> None:
        row = pilot.app.screen.query_one("#game", OptionRow)
        while row.value != "gomoku":
            await pilot.press("right")
        await pilot.pause()
        assert "┆ · · · ·" in screen_text(pilot)
        await pilot.press("down", *"32x32")
        await pilot.pause()
        assert "32x32" in screen_text(pilot)
        assert max(len(line) for line in screen_text(pilot).splitlines()) <= 80
        await pilot.press("p")
        await pilot.pause()

    run_app(PlygroundApp(backend=fake_backend()), play)


def test_resume_after_a_kill() -> None:
    program = (
        "import os, signal\n"
        "from tests.terminal.screen.support import *\n"
        "async def play(pilot):\n"
        "    await choose_cell(pilot, '0,0')\n"
        "    await pilot.press('g')\n"
        f"    await type_answer(pilot, '{FAR}')\n"
        "    await pilot.press('enter')\n"
        "    await pilot.pause()\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "run_app(game_app('gomoku'), play)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], env=os.environ, cwd=Path(__file__).parents[3])
    assert done.returncode == -signal.SIGKILL

    async def play(pilot: AppPilot) -> None:
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert current_board(pilot).history == ("0,0", FAR)
        assert view_on(pilot).shows(FAR)

    run_app(PlygroundApp(backend=fake_backend()), play)
