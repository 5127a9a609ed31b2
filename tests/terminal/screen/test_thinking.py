"""The computer thinks behind the screen: it can be hurried, held back and left."""

from __future__ import annotations

from plyground.terminal.screen.screens.menu import Menu
from plyground.terminal.screen.services import Services
from tests.terminal.screen.stage import (
    Failing,
    Hands,
    Slow,
    act,
    board_on,
    game_on,
    go,
    services,
    table,
    until,
    words,
)


def test_move_now() -> None:
    slow = Slow("slow")

    async def play(pilot: Hands) -> None:
        await pilot.press("m")
        assert "nobody is thinking" in words(pilot)
        await go(pilot, "b2")
        await until(pilot, slow.asked.is_set)
        assert "O is thinking ... (m: move now)" in words(pilot)
        await pilot.press("enter")
        assert "O is to move, not you" in words(pilot)
        await pilot.press("m")
        await until(pilot, lambda: len(board_on(pilot).history) == 2)

    act(table("noughts", ("human", "3"), using=services(slow)), play)


def test_undo_while_the_computer_thinks() -> None:
    slow = Slow("slow")

    async def play(pilot: Hands) -> None:
        await go(pilot, "b2")
        await until(pilot, slow.asked.is_set)
        await pilot.press("u")
        assert board_on(pilot).history == ()
        await until(pilot, slow.left.is_set)
        await pilot.pause(0.1)
        assert board_on(pilot).history == ()
        slow.asked.clear()
        await go(pilot, "a1")
        await until(pilot, slow.asked.is_set)
        await pilot.press("m")
        await until(pilot, lambda: board_on(pilot).history == ("a1", "b1"))

    act(table("noughts", ("human", "3"), using=services(slow)), play)


def test_leaving_stops_the_thinking() -> None:
    slow = Slow("slow")

    async def play(pilot: Hands) -> None:
        await until(pilot, slow.asked.is_set)
        await pilot.press("n")
        await until(pilot, slow.left.is_set)
        assert isinstance(pilot.app.screen, Menu)

    act(table("noughts", ("3", "human"), using=services(slow)), play)


def test_compiling_goes_on_behind_a_note() -> None:
    slow = Slow("slow")
    slow.compiled.clear()

    async def play(pilot: Hands) -> None:
        assert "[compiling noughts (once; it is kept on disk) ...]" in words(pilot)
        await go(pilot, "b2")
        assert "O: compiling noughts" in words(pilot)
        slow.compiled.set()
        await until(pilot, lambda: "O is thinking" in words(pilot))

    act(table("noughts", ("human", "3"), using=services(slow)), play)


def test_a_computer_that_fails_leaves_the_game_as_it_is() -> None:
    async def play(pilot: Hands) -> None:
        await go(pilot, "b2")
        await until(pilot, lambda: "O cannot move: out of ideas" in words(pilot))
        await pilot.press("u")
        assert board_on(pilot).history == ()

    act(table("noughts", ("human", "3"), using=services(Failing("failing"))), play)


def test_pause() -> None:
    slow = Slow("slow")

    async def play(pilot: Hands) -> None:
        await until(pilot, slow.asked.is_set)
        await pilot.press("p")
        assert "X to move: paused, p goes on" in words(pilot)
        await until(pilot, slow.left.is_set)
        await pilot.pause(0.1)
        assert board_on(pilot).history == ()
        slow.asked.clear()
        await pilot.press("p")
        await until(pilot, slow.asked.is_set)
        await pilot.press("m")
        await until(pilot, lambda: board_on(pilot).history == ("a1",))

    act(table("noughts", ("3", "3"), using=services(slow)), play)


def test_the_screen_answers_while_the_engine_itself_thinks() -> None:
    async def play(pilot: Hands) -> None:
        await until(pilot, lambda: "is thinking" in words(pilot))
        await pilot.press("t", "t", "comma", "enter")
        assert "X is to move, not you" in words(pilot)
        assert board_on(pilot).history == ()
        await pilot.press("m")
        await until(pilot, lambda: len(board_on(pilot).history) == 1)
        assert game_on(pilot).match.waits_for_person

    app = table("squava", ("perfect", "human"), using=Services(), seconds=600)
    act(app, play)


def test_a_hint_of_the_engine_itself() -> None:
    async def play(pilot: Hands) -> None:
        await pilot.press("h")
        await until(pilot, lambda: "hint: c1 (proven: X wins in 1 ply)" in words(pilot))

    act(table("noughts", moves="a1 a2 b1 b2", using=Services()), play)
