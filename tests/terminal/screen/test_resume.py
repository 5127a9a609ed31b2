"""Games that are taken up again on the full screen: nothing that their record holds is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.records import load_record
from plyground.terminal.screen.app import PlygroundApp
from plyground.terminal.screen.backend import Backend
from plyground.terminal.screen.screens.game_screen import GameScreen
from plyground.terminal.screen.screens.menu import Menu
from tests.terminal.samples import COMPUTER_BEGAN, ENDED, UNDER_WAY, put_under_way
from tests.terminal.screen.support import (
    AppPilot,
    choose_cell,
    current_board,
    game_app,
    game_screen,
    run_app,
    screen_text,
    type_answer,
    wait_until,
)


async def resume(pilot: AppPilot) -> None:
    """Take up the game that the menu offers."""
    await pilot.press("enter")
    await wait_until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))


async def leave(pilot: AppPilot) -> None:
    await pilot.press("n")
    await wait_until(pilot, lambda: isinstance(pilot.app.screen, Menu))


def test_resume_and_leave_changes_no_byte(data_folder: Path) -> None:
    file = put_under_way(data_folder, UNDER_WAY)

    async def play(pilot: AppPilot) -> None:
        await resume(pilot)
        assert "X  Ada" in screen_text(pilot)
        assert "O  hal 9000" in screen_text(pilot)
        assert "X to move: choose a cell" in screen_text(pilot)
        await leave(pilot)

    run_app(PlygroundApp(backend=Backend()), play)
    assert file.read_text(encoding="utf-8") == UNDER_WAY


def test_resume_and_play_on_keeps_what_there_was(data_folder: Path) -> None:
    file = put_under_way(data_folder, UNDER_WAY)

    async def play(pilot: AppPilot) -> None:
        await resume(pilot)
        await choose_cell(pilot, "c1")
        await pilot.press("u", "r")
        await choose_cell(pilot, "b1")
        await leave(pilot)

    run_app(PlygroundApp(backend=Backend()), play)
    assert file.read_text(encoding="utf-8").startswith(UNDER_WAY)
    added = load_record(file).moves[3:]
    assert [played.move for played in added] == ["c1", "b1"]
    assert all(played.seconds is not None for played in added)


def test_an_undo_that_is_refused_changes_no_byte(data_folder: Path) -> None:
    file = put_under_way(data_folder, COMPUTER_BEGAN)

    async def play(pilot: AppPilot) -> None:
        await resume(pilot)
        await pilot.press("u")
        assert "there is no move of yours to take back" in screen_text(pilot)
        await leave(pilot)

    run_app(PlygroundApp(backend=Backend()), play)
    assert file.read_text(encoding="utf-8") == COMPUTER_BEGAN


@pytest.mark.parametrize("text", [UNDER_WAY, COMPUTER_BEGAN, ENDED])
def test_what_is_loaded_is_saved_byte_for_byte(tmp_path: Path, text: str) -> None:
    before, after = tmp_path / "in.ply", tmp_path / "out.ply"
    before.write_text(text, encoding="utf-8")

    async def play(pilot: AppPilot) -> None:
        first = game_screen(pilot)
        await pilot.press("l")
        await type_answer(pilot, str(before))
        await wait_until(pilot, lambda: game_screen(pilot) is not first)
        assert game_screen(pilot).match.is_over is (text == ENDED)
        await pilot.press("f")
        await type_answer(pilot, str(after))
        await wait_until(pilot, after.exists)

    run_app(game_app("noughts", moves="a1", using=Backend()), play)
    assert after.read_text(encoding="utf-8") == text


def test_a_record_from_a_file_starts_no_program(tmp_path: Path) -> None:
    file = tmp_path / "in.ply"
    file.write_text(UNDER_WAY.replace("Ada", f"ugi:touch {tmp_path / 'started'}"), encoding="utf-8")

    async def play(pilot: AppPilot) -> None:
        await pilot.press("l")
        await type_answer(pilot, str(file))
        await wait_until(pilot, lambda: current_board(pilot).history == ("a1", "c3", "a3"))
        assert "X to move: choose a cell" in screen_text(pilot)

    run_app(game_app("noughts", using=Backend()), play)
    assert not (tmp_path / "started").exists()
