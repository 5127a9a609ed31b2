"""Saving a game to a file that a person names, by keys alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.records import load_record
from plyground.terminal.screen.screens.game_screen import GameScreen
from tests.terminal.screen.support import AppPilot, choose_cell, game_app, run_app, screen_text, wait_until

OTHER = "somebody's letters"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "folder"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


async def type_name(pilot: AppPilot, name: str) -> None:
    await pilot.press(*("full_stop" if letter == "." else letter for letter in name), "enter")
    await pilot.pause()


def test_what_is_typed_takes_the_place_of_the_offered_name(folder: Path) -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("f")
        await pilot.pause()
        assert "noughts.ply" in screen_text(pilot)
        await type_name(pilot, "mine.ply")
        assert "saved to mine.ply" in screen_text(pilot)

    run_app(game_app("noughts", moves="a1"), play)
    assert [file.name for file in folder.iterdir()] == ["mine.ply"]


def test_the_offered_name_is_free(folder: Path) -> None:
    (folder / "noughts.ply").write_text(OTHER, encoding="utf-8")

    async def play(pilot: AppPilot) -> None:
        await pilot.press("f", "enter")
        await pilot.pause()
        assert "saved to noughts-2.ply" in screen_text(pilot)

    run_app(game_app("noughts", moves="a1"), play)
    assert (folder / "noughts.ply").read_text(encoding="utf-8") == OTHER
    assert len(load_record(folder / "noughts-2.ply").moves) == 1


def test_another_file_is_overwritten_only_after_a_question(folder: Path) -> None:
    file = folder / "mine.ply"
    file.write_text(OTHER, encoding="utf-8")

    async def play(pilot: AppPilot) -> None:
        await pilot.press("f")
        await pilot.pause()
        await type_name(pilot, "mine.ply")
        assert "Overwrite mine.ply?" in screen_text(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert file.read_text(encoding="utf-8") == OTHER
        assert "Overwrite" not in screen_text(pilot)
        assert "mine.ply" in screen_text(pilot)  # still there to be changed
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("y")
        await wait_until(pilot, lambda: "saved to mine.ply" in screen_text(pilot))
        assert len(load_record(file).moves) == 1
        await choose_cell(pilot, "b2")
        await pilot.press("f")
        await pilot.pause()
        await type_name(pilot, "mine.ply")  # the own file
        assert isinstance(pilot.app.screen, GameScreen)
        assert len(load_record(file).moves) == 2

    run_app(game_app("noughts", moves="a1"), play)


def test_a_save_that_fails_keeps_what_was_typed(folder: Path) -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("f")
        await pilot.pause()
        await type_name(pilot, "nowhere/mine.ply")
        assert "cannot write nowhere/mine.ply" in screen_text(pilot)
        assert screen_text(pilot).count("nowhere/mine.ply") == 2
        (folder / "nowhere").mkdir()
        await pilot.press("enter")
        await pilot.pause()
        assert "saved to nowhere/mine.ply" in screen_text(pilot)

    run_app(game_app("noughts", moves="a1"), play)
    assert (folder / "nowhere" / "mine.ply").exists()
