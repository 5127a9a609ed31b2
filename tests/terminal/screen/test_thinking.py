"""Work in the background: it can be hurried, held back and left, and never holds up the screen."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from plyground.board import Board
from plyground.players import Choice
from plyground.seats import seat
from plyground.terminal.screen.backend import Backend
from plyground.terminal.screen.screens.menu import Menu
from tests.terminal.screen.support import (
    PATIENCE,
    AppPilot,
    Failing,
    FixedEngine,
    Slow,
    choose_cell,
    current_board,
    fake_backend,
    game_app,
    game_screen,
    run_app,
    screen_text,
    wait_until,
)


def test_move_now() -> None:
    slow = Slow("slow")

    async def play(pilot: AppPilot) -> None:
        await pilot.press("m")
        assert "nobody is thinking" in screen_text(pilot)
        await choose_cell(pilot, "b2")
        await wait_until(pilot, slow.asked.is_set)
        assert "O is thinking ... (m: move now)" in screen_text(pilot)
        await pilot.press("enter")
        assert "O is to move, not you" in screen_text(pilot)
        await pilot.press("m")
        await wait_until(pilot, lambda: len(current_board(pilot).history) == 2)

    run_app(game_app("noughts", ("human", "3"), using=fake_backend(slow)), play)


def test_undo_while_the_computer_thinks() -> None:
    slow = Slow("slow")

    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "b2")
        await wait_until(pilot, slow.asked.is_set)
        await pilot.press("u")
        assert current_board(pilot).history == ()
        await wait_until(pilot, slow.left.is_set)
        await pilot.pause()
        assert current_board(pilot).history == ()
        slow.asked.clear()
        await choose_cell(pilot, "a1")
        await wait_until(pilot, slow.asked.is_set)
        await pilot.press("m")
        await wait_until(pilot, lambda: current_board(pilot).history == ("a1", "b1"))

    run_app(game_app("noughts", ("human", "3"), using=fake_backend(slow)), play)


def test_leaving_stops_the_thinking() -> None:
    slow = Slow("slow")

    async def play(pilot: AppPilot) -> None:
        await wait_until(pilot, slow.asked.is_set)
        await pilot.press("n")
        await wait_until(pilot, slow.left.is_set)
        assert isinstance(pilot.app.screen, Menu)

    run_app(game_app("noughts", ("3", "human"), using=fake_backend(slow)), play)


def test_compiling_goes_on_behind_a_note() -> None:
    slow = Slow("slow")
    slow.compiled.clear()

    async def play(pilot: AppPilot) -> None:
        assert "[compiling noughts (once; it is kept on disk) ...]" in screen_text(pilot)
        await choose_cell(pilot, "b2")
        assert "O: compiling noughts" in screen_text(pilot)
        slow.compiled.set()
        await wait_until(pilot, lambda: "O is thinking" in screen_text(pilot))

    run_app(game_app("noughts", ("human", "3"), using=fake_backend(slow)), play)


def test_a_computer_that_fails_leaves_the_game_as_it_is() -> None:
    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "b2")
        await wait_until(pilot, lambda: "O cannot move: out of ideas" in screen_text(pilot))
        await pilot.press("u")
        assert current_board(pilot).history == ()

    run_app(game_app("noughts", ("human", "3"), using=fake_backend(Failing("failing"))), play)


def test_pause() -> None:
    slow = Slow("slow")

    async def play(pilot: AppPilot) -> None:
        await wait_until(pilot, slow.asked.is_set)
        await pilot.press("p")
        assert "X to move: paused, p goes on" in screen_text(pilot)
        await wait_until(pilot, slow.left.is_set)
        await pilot.pause()
        assert current_board(pilot).history == ()
        slow.asked.clear()
        await pilot.press("p")
        await wait_until(pilot, slow.asked.is_set)
        await pilot.press("m")
        await wait_until(pilot, lambda: current_board(pilot).history == ("a1",))

    run_app(game_app("noughts", ("3", "3"), using=fake_backend(slow)), play)


def test_the_screen_answers_while_the_engine_itself_thinks() -> None:
    async def play(pilot: AppPilot) -> None:
        await wait_until(pilot, lambda: "is thinking" in screen_text(pilot))
        await pilot.press("t", "t", "comma", "enter")
        assert "white is to move, not you" in screen_text(pilot)
        assert current_board(pilot).history == ()
        await pilot.press("m")
        await wait_until(pilot, lambda: len(current_board(pilot).history) == 1)
        assert game_screen(pilot).match.waits_for_person

    # Without plain Python, which would answer at once where the game is not compiled yet.
    app = game_app("squeeze", ("perfect", "human"), using=Backend(find_player=seat), seconds=600)
    run_app(app, play)


def test_a_hint_of_the_engine_itself() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("h")
        await wait_until(pilot, lambda: "hint: c1 (proven: X wins in 1 ply)" in screen_text(pilot))

    run_app(game_app("noughts", moves="a1 a2 b1 b2", using=Backend()), play)


class Deaf(Slow):
    """Does not hear a stop that comes before it has really begun to think."""

    def __init__(self) -> None:
        super().__init__("deaf")
        self.begin = threading.Event()

    def choose(self, board: Board) -> Choice:
        self.asked.set()
        assert self.begin.wait(PATIENCE)
        return super().choose(board)


@pytest.mark.parametrize("key", ["m", "u"])
def test_a_stop_that_comes_too_early_is_heard_later(key: str) -> None:
    deaf = Deaf()

    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "b2")
        await wait_until(pilot, deaf.asked.is_set)
        await pilot.press(key)
        await wait_until(pilot, lambda: deaf.stops > 0)
        deaf.begin.set()
        await wait_until(pilot, deaf.left.is_set)
        await wait_until(pilot, lambda: len(current_board(pilot).history) == (2 if key == "m" else 0))

    run_app(game_app("noughts", ("human", "3"), using=fake_backend(deaf)), play)


def test_a_player_thinks_about_one_position_at_a_time() -> None:
    """A new question waits until the answer to the old one, which nobody wants any more, has come."""
    slow = Slow("slow")
    thinking: list[int] = []
    choose = slow.choose

    def count(board: Board) -> Choice:
        thinking.append(1)
        assert len(thinking) == 1
        choice = choose(board)
        thinking.pop()
        return choice

    slow.choose = count  # type: ignore[method-assign]

    async def play(pilot: AppPilot) -> None:
        for cell in ("b2", "a1", "c3"):
            slow.asked.clear()
            await choose_cell(pilot, cell)
            await wait_until(pilot, slow.asked.is_set)
            await pilot.press("u")
            assert current_board(pilot).history == ()
        slow.asked.clear()
        await choose_cell(pilot, "c1")
        await wait_until(pilot, slow.asked.is_set)
        await pilot.press("m")
        await wait_until(pilot, lambda: current_board(pilot).history == ("c1", "a1"))

    run_app(game_app("noughts", ("human", "3"), using=fake_backend(slow)), play)


def test_an_engine_that_fails_is_a_message() -> None:
    class Broken(FixedEngine):
        def prepare(self) -> None:
            raise RuntimeError("out of memory")

    async def play(pilot: AppPilot) -> None:
        await pilot.press("e")
        await wait_until(pilot, lambda: "out of memory" in screen_text(pilot))
        await choose_cell(pilot, "b2")
        assert current_board(pilot).history == ("b2",)

    run_app(game_app("noughts", using=fake_backend(engine=Broken())), play)


@pytest.mark.parametrize("busy", ["prepare", "choose"])
def test_leaving_the_program_does_not_wait_for_a_player(busy: str) -> None:
    """A compiler cannot be stopped, and a player may not listen."""
    program = (
        "import time\n"
        "from tests.terminal.screen.support import *\n"
        "class Stubborn(Quick):\n"
        "    asked = threading.Event()\n"
        f"    def {busy}(self, *board):\n"
        "        self.asked.set()\n"
        "        time.sleep(600)\n"
        "async def play(pilot):\n"
        "    await wait_until(pilot, Stubborn.asked.is_set)\n"
        "    await pilot.press('q')\n"
        "backend = fake_backend(Stubborn('stubborn'))\n"
        "run_app(game_app('noughts', ('3', 'human'), using=backend), play)\n"
    )
    subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[3], check=True, timeout=300)


# Hints


def test_a_hint_is_the_move_that_the_engine_shows() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("h")
        await wait_until(pilot, lambda: "hint: c3 (" in screen_text(pilot))
        await pilot.press("e")
        await wait_until(pilot, lambda: "depth 2" in screen_text(pilot))
        assert "W5 a1" in screen_text(pilot)
        await pilot.press("h")
        await wait_until(pilot, lambda: "hint: a1 (proven: X wins in 5 plies)" in screen_text(pilot))
        await pilot.press("e", "h")
        await wait_until(pilot, lambda: "hint: c3 (" in screen_text(pilot))

    run_app(game_app("noughts", using=fake_backend(hint="c3")), play)


def test_a_hint_waits_for_the_engine_that_is_about_to_show_a_move() -> None:
    compiled = threading.Event()

    class Compiling(FixedEngine):
        def prepare(self) -> None:
            assert compiled.wait(PATIENCE)

    async def play(pilot: AppPilot) -> None:
        await pilot.press("e", "h")
        assert "looking for a hint" in screen_text(pilot)
        compiled.set()
        await wait_until(pilot, lambda: "hint: a1 (" in screen_text(pilot))
        compiled.clear()
        await pilot.press("e", "e", "h")
        assert "looking for a hint" in screen_text(pilot)
        await pilot.press("e")  # no engine to wait for any more
        await wait_until(pilot, lambda: "hint: c3 (" in screen_text(pilot))
        compiled.set()

    run_app(game_app("noughts", using=fake_backend(engine=Compiling(), hint="c3")), play)
