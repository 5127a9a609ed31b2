"""After the end: looking back, and the finished games in the menu."""

from __future__ import annotations

import re
from pathlib import Path

from plyground.terminal.screen.screens.game_screen import GameScreen
from tests.terminal.screen.support import (
    AppPilot,
    choose_cell,
    current_board,
    game_app,
    game_screen,
    run_app,
    screen_text,
    wait_until,
)

MOVES = ("a1", "a2", "b1", "b2", "c1")


def test_enter_after_the_end_leads_to_the_moves() -> None:
    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "c1")
        ended = game_screen(pilot)
        for key in ["enter", "enter", "comma", "enter", "up", "enter", "space"]:
            await pilot.press(key)
            await pilot.pause()
            assert game_screen(pilot) is ended
            assert current_board(pilot).history == MOVES
        assert "Looking at the position after 3 moves" in screen_text(pilot)

    run_app(game_app("noughts", moves=" ".join(MOVES[:-1])), play)


def test_a_finished_game_is_listed_opened_replayed_and_deleted(data_folder: Path) -> None:
    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "c1")
        await pilot.press("n")
        await pilot.pause()
        assert re.search(r"Finished +1 game\b", screen_text(pilot))
        await pilot.press("up", "enter")
        await pilot.pause()
        assert re.search(
            r"\d{4}-\d\d-\d\d \d\d:\d\d  noughts, human - level 3, 1-0, three in a row", screen_text(pilot)
        )
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert "X wins: three in a row a1 b1 c1" in screen_text(pilot)
        await pilot.press("comma")
        await pilot.pause()
        assert "Looking at the position after 4 moves" in screen_text(pilot)
        await pilot.press("n")
        await pilot.pause()
        assert len(list((data_folder / "finished").iterdir())) == 1
        await pilot.press("enter", "x", "enter")
        await pilot.pause()
        assert len(list((data_folder / "finished").iterdir())) == 1  # the question was answered with no
        await pilot.press("x", "y")
        await wait_until(pilot, lambda: "Finished" not in screen_text(pilot))
        assert list((data_folder / "finished").iterdir()) == []

    run_app(game_app("noughts", ("human", "3"), moves=" ".join(MOVES[:-1])), play, (120, 40))


def test_a_game_under_way_is_offered_with_its_date() -> None:
    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "b2")
        await pilot.press("n")
        await pilot.pause()
        assert re.search(r"Resume +\d{4}-\d\d-\d\d \d\d:\d\d  noughts", screen_text(pilot))

    run_app(game_app("noughts"), play)
