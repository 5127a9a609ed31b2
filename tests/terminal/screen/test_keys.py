"""Undo, redo, looking back, hints, threats, analysis, saving, and what else has a key."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from plyground.records import load_record
from plyground.terminal.screen.backend import Backend
from plyground.terminal.screen.drawing.grid import Grid
from plyground.terminal.screen.help_text import NAMES, own_bindings
from plyground.terminal.screen.preferences import LIGHT
from plyground.terminal.screen.screens.game_screen import GameScreen
from plyground.terminal.screen.screens.menu import Menu
from plyground.terminal.screen.screens.text_screen import TextScreen
from plyground.terminal.screen.widgets.board_view import BoardView
from plyground.terminal.screen.widgets.engine_view import EngineView
from plyground.terminal.screen.widgets.key_line import KeyLine
from plyground.terminal.screen.widgets.move_list import MoveList
from tests.terminal.screen.support import (
    AppPilot,
    FixedEngine,
    choose_cell,
    click,
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


def test_undo_and_redo_for_two_people() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("u")
        assert "there is no move of yours to take back" in screen_text(pilot)
        for cell in ["a1", "b2", "c3"]:
            await choose_cell(pilot, cell)
        await pilot.press("u", "u")
        assert current_board(pilot).history == ("a1",)
        assert "took back b2" in screen_text(pilot)
        await pilot.press("r")
        assert current_board(pilot).history == ("a1", "b2")
        await choose_cell(pilot, "c1")
        await pilot.press("r")
        assert "there is no move to make again" in screen_text(pilot)

    run_app(game_app("noughts"), play)


def test_undo_and_redo_against_the_computer() -> None:
    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "b2")
        await wait_until(pilot, lambda: len(current_board(pilot).history) == 2)
        await pilot.press("u")
        assert current_board(pilot).history == ()
        await pilot.press("r")
        assert current_board(pilot).history == ("b2", "a1")

    run_app(game_app("noughts", ("human", "3")), play)


def test_undo_at_the_end_takes_the_game_up_again() -> None:
    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "c1")
        assert "Play again" in screen_text(pilot)
        await pilot.press("u")
        await pilot.pause()
        assert "Play again" not in screen_text(pilot)
        assert find_widget(pilot, BoardView).has_focus

    run_app(game_app("noughts", moves="a1 a2 b1 b2"), play)


def test_looking_back_and_coming_back() -> None:
    async def play(pilot: AppPilot) -> None:
        game = game_screen(pilot)
        await pilot.press("comma", "comma")
        assert game.viewed_ply == 1
        assert "the position after 1 move;" in screen_text(pilot)
        assert "[X]" in screen_text(pilot)
        await pilot.press("full_stop")
        assert game.viewed_ply == 2
        await pilot.press("escape")
        assert game.viewed_ply is None
        assert "O to move" in screen_text(pilot)

    run_app(game_app("noughts", moves="a1 b2 c3"), play)


def test_looking_back_in_the_move_list() -> None:
    async def play(pilot: AppPilot) -> None:
        game = game_screen(pilot)
        moves = game.query_one(MoveList)
        assert moves.highlighted == 3
        moves.focus()
        await pilot.press("w", "up")
        assert game.viewed_ply == 1
        await pilot.click(moves, offset=(3, 0))
        assert game.viewed_ply == 0
        await pilot.press("end")
        await pilot.pause()
        assert game.viewed_ply is None
        await pilot.click(moves, offset=(3, 2))
        await pilot.pause()
        assert game.viewed_ply == 2
        await pilot.press("escape")
        assert find_widget(pilot, BoardView).has_focus
        assert moves.highlighted == 3

    run_app(game_app("noughts", moves="a1 b2 c3"), play)


def test_hint() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("h")
        await wait_until(pilot, lambda: "hint: b1 (estimate +3 for O: about equal)" in screen_text(pilot))
        assert "?·?" in screen_text(pilot)

    run_app(game_app("noughts", moves="a1"), play)


def test_threats_of_a_move_that_loses_by_itself() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("t")
        await wait_until(pilot, lambda: "lose at once" in screen_text(pilot))
        view = game_screen(pilot).query_one(BoardView)
        assert set(view.highlights.danger) == {"a3"}
        assert "!·!" in screen_text(pilot)
        await pilot.press("t")
        await pilot.pause()
        assert not view.highlights.danger

    run_app(game_app("squava", moves="a1 e5 a2 d1"), play)


def test_threats_of_a_pick_are_those_of_all_its_moves() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("t")
        await wait_until(pilot, lambda: "lose at once" in screen_text(pilot))
        highlights = game_screen(pilot).query_one(BoardView).highlights
        assert highlights.danger == {"8"}
        assert {"6", "8"} == highlights.legal

    run_app(game_app("numerical:3x3", moves="b2=9 a2=4 a1=7 c3=2 b1=1"), play)


@pytest.mark.parametrize(
    ("moves", "text", "cell"),
    [("a1 b1 a2 b2", "X wins at once with a3", "a3"), ("a1 b2 a2", "X threatens a3", "a3")],
)
def test_tactics_show_wins_and_threats(moves: str, text: str, cell: str) -> None:
    async def play(pilot: AppPilot) -> None:
        await wait_until(pilot, lambda: "t Tactics" in screen_text(pilot))
        await pilot.press("t")
        await wait_until(pilot, lambda: text in screen_text(pilot))
        x, y = drawn_cell(pilot, cell[0], cell[1])
        assert screen_text(pilot).splitlines()[y][x - 1 : x + 2] == "{·}"

    run_app(game_app("noughts", moves=moves), play)


def test_analysis_on_and_off() -> None:
    engine = FixedEngine()

    async def play(pilot: AppPilot) -> None:
        await pilot.press("e")
        await wait_until(pilot, lambda: "Proven: X wins in 5 plies" in screen_text(pilot))
        assert "depth 2, 1,234 nodes" in screen_text(pilot)
        assert "W5 a1" in screen_text(pilot)
        await choose_cell(pilot, "b2")
        await wait_until(pilot, lambda: "Proven: O wins in 5 plies" in screen_text(pilot))
        await pilot.press("comma")
        await wait_until(pilot, lambda: "Proven: X wins in 5 plies" in screen_text(pilot))
        await pilot.press("e")
        await pilot.pause()
        assert "Proven" not in screen_text(pilot)
        assert engine.analysed == [(), ("b2",), ()]

    run_app(game_app("noughts", using=fake_backend(engine=engine)), play)


def test_analysis_by_the_engine_itself() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("e")
        await wait_until(pilot, lambda: "Proven: X wins in 5 plies" in screen_text(pilot))
        await choose_cell(pilot, "a3")
        await wait_until(pilot, lambda: "Proven: X wins in 4 plies" in screen_text(pilot))
        await pilot.press("n")
        assert isinstance(pilot.app.screen, Menu)

    run_app(game_app("noughts", moves="a1 b1", using=Backend()), play)


def test_save_and_load(tmp_path: Path) -> None:
    file = tmp_path / "game.ply"

    async def play(pilot: AppPilot) -> None:
        await pilot.press("f")
        pilot.app.screen.query_one(Input).value = str(file)
        await pilot.press("enter")
        await pilot.pause()
        assert "saved to" in screen_text(pilot)
        assert [played.move for played in load_record(file).moves] == ["a1", "b2"]
        await choose_cell(pilot, "c3")
        await pilot.press("l")
        pilot.app.screen.query_one(Input).value = str(file)
        await pilot.press("enter")
        await wait_until(pilot, lambda: current_board(pilot).history == ("a1", "b2"))
        await pilot.press("l")
        pilot.app.screen.query_one(Input).value = str(tmp_path / "none.ply")
        await pilot.press("enter")
        await pilot.pause()
        assert "cannot read" in screen_text(pilot)
        assert pilot.app.screen.query_one(Input).value == str(tmp_path / "none.ply")
        await pilot.press("escape", "f", "escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, GameScreen)

    run_app(game_app("noughts", moves="a1 b2"), play, size=(140, 40))


def test_rules_help_and_theme() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("i")
        await pilot.pause()
        assert "Squava" in screen_text(pilot)
        await pilot.press("escape", "question_mark")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TextScreen)
        assert "the best move and why" in screen_text(pilot)
        await pilot.press("escape", "c")
        assert pilot.app.theme == LIGHT

    run_app(game_app("squava"), play)


def test_every_key_is_in_the_help() -> None:
    async def play(pilot: AppPilot) -> None:
        keys = [
            key
            for node in (pilot.app.screen, pilot.app)
            for binding in own_bindings(node)
            for key in binding.key.split(",")
        ]
        assert len(keys) > 15
        await pilot.press("question_mark")
        await pilot.pause()
        told = screen_text(pilot)
        for key in keys:
            assert f"{NAMES.get(key, key)} " in told

    run_app(game_app("noughts"), play, size=(100, 50))


def test_the_line_of_keys_changes_only_when_it_shows_other_keys() -> None:
    async def play(pilot: AppPilot) -> None:
        keys = list(pilot.app.screen.query_one(KeyLine).children)
        assert len(keys) > 5
        await pilot.press("tab", "tab", "right")
        assert list(pilot.app.screen.query_one(KeyLine).children) == keys
        await pilot.press("n")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Menu)
        await pilot.press("up", "down")
        await pilot.pause()
        assert "p Play" in screen_text(pilot).splitlines()[-1]
        pilot.app.screen.query(Input).first().focus()  # which takes letters for itself
        await pilot.pause()
        await pilot.pause()
        assert "p Play" not in screen_text(pilot).splitlines()[-1]

    run_app(game_app("noughts"), play)


def test_without_unicode() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("e")
        await wait_until(pilot, lambda: "Proven" in screen_text(pilot))
        for keys in (), ("i",), ("escape", "question_mark"), ("escape", "f"), ("escape", "n"):
            await pilot.press(*keys)
            await pilot.pause()
            assert screen_text(pilot).isascii(), screen_text(pilot)

    run_app(game_app("squeeze", moves="a1-a5", ascii_only=True), play)


def test_resize_to_too_small_and_back() -> None:
    async def play(pilot: AppPilot) -> None:
        view = game_screen(pilot).query_one(BoardView)
        assert isinstance(view.grid, Grid)
        assert view.grid.ruled
        await pilot.resize_terminal(80, 20)
        await pilot.pause()
        assert isinstance(view.grid, Grid)
        assert not view.grid.ruled
        assert len(view.grid.rows) == 8
        await pilot.resize_terminal(50, 10)
        await pilot.pause()
        assert "This game needs 60x14; this terminal has 50x10" in screen_text(pilot)
        await pilot.resize_terminal(140, 50)
        await pilot.pause()
        assert isinstance(view.grid, Grid)
        assert view.grid.tall == 3
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        await click(pilot, "a1")
        await click(pilot, "a4")
        assert current_board(pilot).history == ("a1-a4",)

    run_app(game_app("squeeze"), play)


def test_the_engine_view_is_hidden_at_first() -> None:
    async def play(pilot: AppPilot) -> None:
        assert not find_widget(pilot, EngineView).display

    run_app(game_app("noughts"), play)
