"""The lab on the full screen: stepping through a search with keys."""

from __future__ import annotations

from plyground.board import Board
from plyground.lab import Switches
from plyground.terminal.screen.app import PlygroundApp
from plyground.terminal.screen.screens.lab_screen import LabScreen, LabSetup
from tests.terminal.screen.support import (
    AppPilot,
    fake_backend,
    game_app,
    game_screen,
    run_app,
    screen_text,
    wait_until,
)

MOVES = "a1 b2 c3 a3 c1"


def lab_app(moves: str = MOVES, algorithm: str = "alphabeta", *, ascii_only: bool = False) -> PlygroundApp:
    setup = LabSetup(Board("noughts", moves), algorithm, Switches())
    return PlygroundApp(backend=fake_backend(), lab=setup, ascii_only=ascii_only)


async def await_text(pilot: AppPilot, text: str) -> None:
    await wait_until(pilot, lambda: text in screen_text(pilot))


def test_stepping_through_a_search() -> None:
    async def play(pilot: AppPilot) -> None:
        await await_text(pilot, "0/59  Step through the search")
        await pilot.press("s")
        await await_text(pilot, "1/59  O to move at the root, window")
        await pilot.press("space", "o")
        await await_text(pilot, "b1 is the best move of O so far: X wins.")
        assert "b1 (-∞, loss): X wins, best c2 [3 below]" in screen_text(pilot)
        await pilot.press("b")
        await await_text(pilot, "After b1: X wins.")
        await pilot.press("home", "k")
        await await_text(pilot, "O already has a reply worth 0 here (a2), so X will never come here")
        assert "cut: c2" in screen_text(pilot)
        await pilot.press("end")
        await await_text(pilot, "59/59  At the root: X wins. Proven: X wins. Best move: b1.")
        assert "c2 (-∞, win)" not in screen_text(pilot)
        await pilot.press("f")
        await await_text(pilot, "c2 (-∞, win): X wins, the game is over")

    run_app(lab_app(), play, (100, 40))


def test_another_algorithm_and_depth() -> None:
    async def play(pilot: AppPilot) -> None:
        await await_text(pilot, "Alpha-beta, depth 3")
        await pilot.press("a")
        await await_text(pilot, "With ordering, depth 3")
        await pilot.press("minus", "minus")
        await await_text(pilot, "With ordering, depth 1")
        await pilot.press("escape")

    run_app(lab_app(), play)


def test_in_ascii_on_a_small_terminal() -> None:
    async def play(pilot: AppPilot) -> None:
        await await_text(pilot, "Step through the search")
        await pilot.press("k")
        await await_text(pilot, "b3 (-inf, loss): 0 so far")
        assert screen_text(pilot).isascii()

    run_app(lab_app(ascii_only=True), play, (80, 24))


def test_from_a_game_and_back() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("L")
        await await_text(pilot, "Lab: noughts. Alpha-beta, depth 3; values for X")
        await pilot.press("escape")
        await wait_until(pilot, lambda: not isinstance(pilot.app.screen, LabScreen))
        assert game_screen(pilot).board.history == ("b2", "a1")

    run_app(game_app("noughts", moves="b2 a1"), play)


def test_a_search_that_cannot_be_made_says_why() -> None:
    async def play(pilot: AppPilot) -> None:
        await await_text(pilot, "The game is over, X wins")
        await pilot.press("s", "k", "escape")

    run_app(lab_app("a1 a2 b1 b2 c1"), play)
