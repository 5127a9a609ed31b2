"""The menu, the end of a game, and games that are taken up again."""

from __future__ import annotations

import importlib.metadata
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from textual.widgets import Input

from plyground import catalogue
from plyground.board import Board
from plyground.saved_games import Autosave, list_saved_games
from plyground.terminal.screen.app import PlygroundApp
from plyground.terminal.screen.preferences import LIGHT
from plyground.terminal.screen.screens.game_screen import GameScreen
from plyground.terminal.screen.screens.menu import Menu
from plyground.terminal.screen.setup import GameSetup
from plyground.terminal.screen.widgets.option_row import OptionRow
from tests.samples import record_of
from tests.terminal.screen.support import (
    AppPilot,
    choose_cell,
    current_board,
    fake_backend,
    game_app,
    game_screen,
    run_app,
    screen_text,
    type_answer,
    wait_until,
)

OWN_GAME = Path(__file__).parents[2] / "data" / "lastone.py"


def menu_app() -> PlygroundApp:
    return PlygroundApp(backend=fake_backend())


def test_from_the_menu_to_the_end_and_back() -> None:
    async def play(pilot: AppPilot) -> None:
        assert "Three in a row wins" in screen_text(pilot)
        await pilot.press("down", "down", "down", "a", "a", "a")  # from level 3 to a person
        assert pilot.app.screen.query_one("#second", OptionRow).value == "human"
        await pilot.press("p")
        for cell in ["a1", "a2", "b1", "b2", "c1"]:
            await choose_cell(pilot, cell)
        await pilot.press("s", "s", "s", "space")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Menu)

    run_app(menu_app(), play)


def test_every_line_can_be_reached_and_changed() -> None:
    async def play(pilot: AppPilot) -> None:
        menu = pilot.app.screen
        assert isinstance(menu, Menu)
        await pilot.press("d", "enter")
        assert menu.query_one("#game", OptionRow).value == "numerical"
        await pilot.press("down", *"3x3", "down", "right", "s", "left", "down", *"0.5")
        await pilot.pause()
        assert menu.setup() == GameSetup("numerical:3x3", ("1", "2"), 0.5)
        assert "takes three" not in screen_text(pilot)
        await pilot.press("down", "enter")
        assert current_board(pilot).game.full_name == "numerical:3x3"

    run_app(menu_app(), play)


def test_the_classics_of_the_chosen_game_are_offered() -> None:
    async def play(pilot: AppPilot) -> None:
        menu = pilot.app.screen
        assert isinstance(menu, Menu)
        await pilot.press("down", "down", "left", "left")  # before a person comes a file, and whoever is last
        await pilot.pause()
        assert menu.query_one("#first", OptionRow).value == "hoxo"
        assert "hoxo: looks to the end" in screen_text(pilot)
        await pilot.press("up", "up", "right")  # another game: somebody else takes the seat
        await pilot.pause()
        assert menu.setup() == GameSetup("squava", ("3", "3"))
        await pilot.press("down", "down", *["right"] * 4)
        assert menu.setup() == GameSetup("squava", ("squava-classic", "3"))
        await pilot.press("up", *"6x6")  # its document is about 5x5
        await pilot.pause()
        assert menu.setup() == GameSetup("squava:6x6", ("3", "3"))

    run_app(menu_app(), play)


def test_the_menu_by_mouse() -> None:
    async def play(pilot: AppPilot) -> None:
        menu = pilot.app.screen
        await pilot.click("#game", offset=(20, 0))
        assert menu.query_one("#game", OptionRow).value == "squava"
        await pilot.click("#game", offset=(12, 0))
        assert menu.query_one("#game", OptionRow).value == "noughts"
        await pilot.click("#start")
        assert isinstance(pilot.app.screen, GameScreen)

    run_app(menu_app(), play)


def test_what_cannot_be_played_is_said_at_once() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("down", *"9x9")
        await pilot.pause()
        assert "noughts has no variant '9x9'" in screen_text(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Menu)
        pilot.app.screen.query_one("#variant", Input).value = "4x4"
        await pilot.press("down", "down", *"soon")
        await pilot.pause()
        assert "'soon' is no time" in screen_text(pilot)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, Menu)

    run_app(menu_app(), play)


def test_a_menu_that_does_not_fit() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert "The menu needs 64x16" in screen_text(pilot)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Noughts and crosses" in screen_text(pilot)

    run_app(menu_app(), play)


def test_play_again_and_with_sides_swapped() -> None:
    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "c1")
        first = game_screen(pilot)
        await pilot.press("down", "enter")
        await wait_until(pilot, lambda: game_screen(pilot) is not first)
        assert current_board(pilot).history == ()
        assert game_screen(pilot).match.seats == first.match.seats
        for cell in ["b2", "c2", "c3"]:
            await choose_cell(pilot, cell)
            await wait_until(
                pilot, lambda: game_screen(pilot).match.waits_for_person or current_board(pilot).is_over
            )
        await wait_until(pilot, lambda: current_board(pilot).is_over)
        second = game_screen(pilot)
        await pilot.press("down", "down", "enter")
        await wait_until(pilot, lambda: game_screen(pilot) is not second)
        assert game_screen(pilot).match.names == ("level 3", "human")
        await wait_until(pilot, lambda: current_board(pilot).history == ("a1",))
        assert len(pilot.app.screen_stack) == 2

    run_app(game_app("noughts", ("human", "3"), "a1 a2 b1 b2"), play)


def line_with(pilot: AppPilot, word: str) -> str:
    """The first line of the screen that has a word."""
    return next(line for line in screen_text(pilot).splitlines() if word in line)


def test_the_line_that_has_the_focus_is_marked() -> None:
    async def play(pilot: AppPilot) -> None:
        for label in ["Game", "Variant", "X  ", "O  ", "Seconds", "Play  "]:
            await pilot.pause()
            assert line_with(pilot, label).lstrip().startswith(f"> {label}")
            assert sum(line.lstrip().startswith("> ") for line in screen_text(pilot).splitlines()) == 1
            await pilot.press("down")

    run_app(menu_app(), play)


def test_keys_in_a_field_start_no_game() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("down", *"4x4", "p", "space", "q", "s", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Menu)
        assert "4x4p qs" in screen_text(pilot)
        await pilot.press("down", "down", "2", "p", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Menu)
        assert "'2p' is no time" in screen_text(pilot)

    run_app(menu_app(), play)


# What is remembered, and files


def test_the_last_game_and_the_colours_are_remembered() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("c", "right", "down", *"6x6", "down", "right", "down", "right", "down", *"0.5")
        await pilot.press("down", "enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))

    async def come_back(pilot: AppPilot) -> None:
        text = screen_text(pilot)
        assert "< Squava >" in text
        assert "6x6" in line_with(pilot, "Variant")
        assert "level 1, novice" in line_with(pilot, "X  ")
        assert "level 4, expert" in line_with(pilot, "O  ")
        assert "0.5" in line_with(pilot, "Seconds")
        assert pilot.app.theme == LIGHT

    run_app(menu_app(), play)
    run_app(menu_app(), come_back)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"setup": {"game": "gone"}}', "[" * 100_000])
def test_what_was_remembered_can_be_damaged(data_folder: Path, text: str) -> None:
    async def play(pilot: AppPilot) -> None:
        assert "Noughts and crosses" in screen_text(pilot)

    data_folder.mkdir()
    (data_folder / "preferences.json").write_text(text, encoding="utf-8")
    run_app(menu_app(), play)


PAST_EXAMPLES = 11
"""Ten examples, and the line that opens a file, stand between other games and the first one."""


def test_a_game_in_a_file_is_opened_from_the_menu_and_offered_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_bytes(OWN_GAME.read_bytes())

    async def play(pilot: AppPilot) -> None:
        await pilot.press("left")
        await pilot.pause()
        assert "< open a file ... >" in screen_text(pilot)
        await pilot.press("p")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Menu)
        await pilot.press("enter")
        await pilot.pause()
        await type_answer(pilot, str(tmp_path / "none.py"))
        assert "there is no game file" in screen_text(pilot)
        await type_answer(pilot, str(file))
        assert "< mine.py >" in screen_text(pilot)
        assert "Last one" in screen_text(pilot)
        await pilot.press("p")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert current_board(pilot).game.source == str(file)

    async def come_back(pilot: AppPilot) -> None:
        assert "< mine.py >" in screen_text(pilot)
        await pilot.press(*["right"] * (PAST_EXAMPLES + 1))
        await pilot.pause()
        assert "Noughts and crosses" in screen_text(pilot)

    async def without_the_file(pilot: AppPilot) -> None:
        assert "Noughts and crosses" in screen_text(pilot)
        await pilot.press(*["left"] * (PAST_EXAMPLES + 1))
        await pilot.pause()
        assert "mine.py" not in screen_text(pilot)
        assert "example" not in screen_text(pilot)

    run_app(menu_app(), play, (120, 30))
    run_app(menu_app(), come_back, (120, 30))
    file.unlink()
    run_app(menu_app(), without_the_file, (120, 30))


def test_an_evaluation_in_a_file_sits_down_and_is_offered_again(tmp_path: Path) -> None:
    file = tmp_path / "weights.py"
    file.write_text("def evaluate(rules, pos):\n    return 0\n", encoding="utf-8")

    async def play(pilot: AppPilot) -> None:
        await pilot.press("down", "down", "down", "left", "left", "left", "left")
        await pilot.pause()
        assert "< an evaluation in a file ... >" in line_with(pilot, "O  ")
        await pilot.press("enter")
        await pilot.pause()
        await type_answer(pilot, str(file))
        assert "< evaluation weights.py >" in line_with(pilot, "O  ")
        await pilot.press("p")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert game_screen(pilot).match.names == ("human", str(file))

    async def come_back(pilot: AppPilot) -> None:
        assert "< evaluation weights.py >" in line_with(pilot, "O  ")

    run_app(menu_app(), play)
    run_app(menu_app(), come_back)


def test_a_game_given_at_the_start_needs_one_key() -> None:
    async def play(pilot: AppPilot) -> None:
        assert "< lastone.py >" in screen_text(pilot)
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert current_board(pilot).game.source == str(OWN_GAME)

    run_app(PlygroundApp(backend=fake_backend(), game_name=str(OWN_GAME)), play)


# Games that are kept


def test_a_game_is_kept_after_every_move_and_resumed_from_the_menu() -> None:
    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "b2")
        await wait_until(pilot, lambda: len(current_board(pilot).history) == 2)
        assert list_saved_games() == []  # somebody plays it
        await pilot.press("n")
        await pilot.pause()
        assert [len(kept.record.moves) for kept in list_saved_games()] == [2]
        assert "Resume" in screen_text(pilot)
        assert "noughts, human - level 3, 2 moves" in screen_text(pilot)
        menu = pilot.app.screen
        menu.query_one("#resume").focus()
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert current_board(pilot).history == ("b2", "a1")
        assert game_screen(pilot).match.names == ("human", "level 3")
        await choose_cell(pilot, "c1")
        await wait_until(pilot, lambda: len(current_board(pilot).history) == 4)
        await pilot.press("n")
        await pilot.pause()
        assert [len(kept.record.moves) for kept in list_saved_games()] == [4]

    run_app(game_app("noughts", ("human", "3")), play)


def test_a_game_that_is_over_waits_no_longer(data_folder: Path) -> None:
    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "c1")
        assert len(list((data_folder / "finished").iterdir())) == 1
        await pilot.press("down", "down", "down", "enter")
        await pilot.pause()
        assert "Resume" not in screen_text(pilot)

    run_app(game_app("noughts", moves="a1 a2 b1 b2"), play)


def test_resume_comes_first_and_can_come_too_late() -> None:
    async def play(pilot: AppPilot) -> None:
        assert pilot.app.focused is not None
        assert pilot.app.focused.id == "resume"
        list_saved_games()[0].path.unlink()
        await pilot.press("enter")
        await pilot.pause()
        assert "this game is no longer there" in screen_text(pilot)
        assert isinstance(pilot.app.screen, Menu)

    autosave = Autosave()
    autosave.save(record_of(Board("squava", "c3"), ("human", "somebody who has left")))
    autosave.release()
    run_app(menu_app(), play)


def test_whoever_cannot_be_found_is_a_person() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert game_screen(pilot).match.people == (0, 1)
        assert game_screen(pilot).match.names == ("human", "somebody who has left")

    autosave = Autosave()
    autosave.save(record_of(Board("squava", "c3"), ("human", "somebody who has left")))
    autosave.release()
    run_app(PlygroundApp(), play)


def test_resume_after_a_kill() -> None:
    program = (
        "import os, signal\n"
        "from tests.terminal.screen.support import *\n"
        "async def play(pilot):\n"
        "    for cell in ('b2', 'a1', 'c3'):\n"
        "        await choose_cell(pilot, cell)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "run_app(game_app('noughts'), play)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], env=os.environ, cwd=Path(__file__).parents[3])
    assert done.returncode == -signal.SIGKILL

    async def play(pilot: AppPilot) -> None:
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert current_board(pilot).history == ("b2", "a1", "c3")

    run_app(menu_app(), play)


# Games that are broken


def test_a_broken_game_is_listed_and_blocks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = importlib.metadata.EntryPoint("missing", "no_such_module:Game", catalogue.ENTRY_POINTS)
    monkeypatch.setattr(catalogue, "_entry_points", lambda: {"missing": missing})

    async def play(pilot: AppPilot) -> None:
        await pilot.press(*["left"] * (PAST_EXAMPLES + 1))
        await pilot.pause()
        assert "missing (broken)" in screen_text(pilot)
        assert "the installed game 'missing' cannot be loaded: " in screen_text(pilot)
        assert "Noughts and crosses" not in screen_text(pilot)
        await pilot.press("p")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Menu)
        await pilot.press(*["right"] * (PAST_EXAMPLES + 1), "p")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))

    run_app(menu_app(), play, size=(200, 40))


@pytest.mark.parametrize("function", ["picture", "ending"])
def test_a_game_that_breaks_later_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    body = f"def {function}(self, pos: Position, *more: object) -> object:"
    source = OWN_GAME.read_text(encoding="utf-8").replace(f"def {function}(", f"def whole_{function}(")
    file = tmp_path / f"{function}.py"
    file.write_text(
        f"{source}\n    {body}\n"
        "        import os\n"
        f"        return self.whole_{function}(pos, *more) if 'BREAK' not in os.environ else {{}}['gone']\n",
        encoding="utf-8",
    )

    async def play(pilot: AppPilot) -> None:
        monkeypatch.setenv("BREAK", "now")
        for _ in range(12):
            if isinstance(pilot.app.screen, Menu):
                break
            await pilot.press("enter")
            await pilot.pause()
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        await wait_until(pilot, lambda: function in screen_text(pilot))
        assert f"{function}.py:" in screen_text(pilot)
        assert f"{function} fails: KeyError: 'gone'" in screen_text(pilot)

    run_app(game_app(str(file)), play, size=(200, 40))
