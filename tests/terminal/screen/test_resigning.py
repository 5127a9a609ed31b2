"""Giving up, taking that back, and records of games that somebody gave up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from plyground.board import Board
from plyground.records import Record, load_record, save_record
from plyground.saved_games import list_saved_games
from plyground.terminal.screen.screens.game_screen import GameScreen
from plyground.terminal.screen.screens.menu import Menu
from plyground.terminal.screen.widgets.end_panel import Choices
from tests.samples import record_of
from tests.terminal.screen.support import (
    AppPilot,
    Slow,
    choose_cell,
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


@pytest.mark.parametrize("keys", [("down", "enter"), ("s", "space"), ("y",)])
def test_resigning_after_a_question(data_folder: Path, keys: tuple[str, ...]) -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("x")
        await pilot.pause()
        assert "O resigns?" in screen_text(pilot)
        await pilot.press(*keys)
        await wait_until(pilot, lambda: "X wins: O resigned." in screen_text(pilot))
        assert find_widget(pilot, Choices).has_focus
        await pilot.press("x")
        assert "the game is over" in screen_text(pilot)
        (file,) = (data_folder / "finished").iterdir()
        record = load_record(file)
        assert (record.result, record.reason) == ("1-0", "O resigned")
        assert list_saved_games() == []

    run_app(game_app("noughts", moves="a1 b2 c3"), play)


@pytest.mark.parametrize("keys", ["enter", "escape", "n", "down up enter", "s w space"])
def test_resigning_by_mistake(keys: str) -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("x", *keys.split())
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert not game_screen(pilot).match.is_over
        await choose_cell(pilot, "c1")
        assert current_board(pilot).history == ("a1", "b2", "c1")

    run_app(game_app("noughts", moves="a1 b2"), play)


def test_resigning_by_mouse_while_the_computer_thinks() -> None:
    slow = Slow("slow")

    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "b2")
        await wait_until(pilot, slow.asked.is_set)
        await pilot.press("x")
        await pilot.pause()
        assert "X resigns?" in screen_text(pilot)
        await pilot.click("OptionList", offset=(3, 1))
        await wait_until(pilot, lambda: "O wins: X resigned" in screen_text(pilot))
        await wait_until(pilot, slow.left.is_set)
        await pilot.pause(0.1)
        assert current_board(pilot).history == ("b2",)

    run_app(game_app("noughts", ("human", "3"), using=fake_backend(slow)), play)


def test_taking_back_the_end() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("x", "y")
        await wait_until(pilot, lambda: "O wins: X resigned" in screen_text(pilot))
        await pilot.press("r")
        assert "there is no move to make again" in screen_text(pilot)
        await pilot.press("u")
        await pilot.pause()
        assert "took back the end of the game" in screen_text(pilot)
        assert "X to move" in screen_text(pilot)
        await choose_cell(pilot, "c3")
        await pilot.press("n")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        assert [len(kept.record.moves) for kept in list_saved_games()] == [3]

    run_app(game_app("noughts", moves="a1 b2"), play)


def test_only_people_resign() -> None:
    slow = Slow("slow")

    async def play(pilot: AppPilot) -> None:
        await pilot.press("x")
        assert "only a person can resign" in screen_text(pilot)

    run_app(game_app("noughts", ("3", "3"), using=fake_backend(slow)), play)


STARTED = record_of(Board("noughts", "a1 b2"), ("human", "level 3"))


@pytest.mark.parametrize(
    ("record", "end"),
    [
        (replace(STARTED, result="0-1", reason="X resigned"), "O wins: X resigned"),
        (replace(STARTED, result="1/2-1/2", reason="agreed"), "Draw: agreed"),
    ],
)
def test_a_record_of_an_ended_game_opens_as_ended(tmp_path: Path, record: Record, end: str) -> None:
    file = tmp_path / "given-up.ply"
    save_record(record, file)

    async def play(pilot: AppPilot) -> None:
        first = game_screen(pilot)
        await pilot.press("l")
        await type_answer(pilot, str(file))
        await wait_until(pilot, lambda: game_screen(pilot) is not first and end in screen_text(pilot))
        game = game_screen(pilot)
        assert game.match.is_over
        assert not game.match.waits_for_person
        assert "Play again" in screen_text(pilot)
        await pilot.press("comma")
        await pilot.pause()
        assert "Looking at the position" in screen_text(pilot)
        saved = tmp_path / "again.ply"
        await pilot.press("f")
        await type_answer(pilot, str(saved))
        assert load_record(saved) == record

    run_app(game_app("noughts", moves="c3"), play)
