"""Two people in two browsers, through restarts and offline spells; watchers; computers among themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Windows
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.window import Window


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that a test may stop."""
    server = ServerProcess(tmp_path / "own")
    server.start()
    yield server
    server.stop()


def befriend(windows: Windows, server: ServerProcess, game: str) -> tuple[Window, Window]:
    """Two windows at one game: the first made it, the second followed the link."""
    one, two = windows.open(server), windows.open(server, phone=True)
    one.new_game(game, ("me", "friend"))
    one.await_headline("Your turn")
    expect(one.page.locator(".seat-note", has_text="not here yet")).to_be_visible()
    two.page.goto(one.page.locator(".invite input").input_value())
    two.board.wait_for()
    expect(one.page.locator(".invite")).to_be_hidden()
    expect(one.page.locator(".seat-note", has_text="connected")).to_be_visible()
    return one, two


def await_mark(window: Window, cell: str, mark: str) -> None:
    """Wait until a cell holds a mark."""
    expect(window.cell(cell)).to_have_attribute("aria-label", re.compile(f"^{cell}, {mark}"))


def test_a_game_with_a_restart_and_an_offline_spell(windows: Windows, own_server: ServerProcess) -> None:
    windows.expected = ("ERR_", "WebSocket", "Failed to load resource", "Failed to fetch")
    one, two = befriend(windows, own_server, "squava")
    one.pick("c3")
    await_mark(two, "c3", "X")
    two.pick("a1", "touch")
    await_mark(one, "a1", "O")

    own_server.stop(kill=True)
    expect(one.page.locator(".connection")).to_contain_text("No connection")
    own_server.start()
    expect(one.page.locator(".connection")).to_be_hidden()
    expect(two.page.locator(".connection")).to_be_hidden()
    assert one.moves == two.moves == ["c3", "a1"]
    one.pick("e5")
    await_mark(two, "e5", "X")

    two.page.context.set_offline(True)
    two.pick("a5", "touch")
    expect(two.page.locator(".connection")).to_contain_text("a5 will be sent")
    assert one.moves == ["c3", "a1", "e5"]
    two.page.context.set_offline(False)
    await_mark(one, "a5", "O")
    await_mark(two, "a5", "O")
    expect(two.page.locator(".connection")).to_be_hidden()

    two.page.reload()
    await_mark(two, "a5", "O")
    one.page.get_by_role("button", name="Resign").click()
    one.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    two.await_headline("You win")
    one.await_headline("You lose")


def test_a_friend_who_leaves_is_shown_as_gone(windows: Windows, server: ServerProcess) -> None:
    one, two = befriend(windows, server, "noughts")
    two.page.close()
    expect(one.page.locator(".seat.away .seat-note")).to_have_text("disconnected")


def test_offers_between_two_people(windows: Windows, server: ServerProcess) -> None:
    one, two = befriend(windows, server, "noughts")
    one.pick("b2")
    await_mark(two, "b2", "X")
    one.page.get_by_role("button", name="Undo").click()
    expect(two.page.locator(".offer")).to_contain_text("X would like to take a move back")
    two.page.get_by_role("button", name="Decline").click()
    expect(one.page.locator(".offer")).to_be_hidden()
    await_mark(one, "b2", "X")
    one.page.get_by_role("button", name="Undo").click()
    two.page.get_by_role("button", name="Accept").click()
    expect(one.page.locator(".move.main")).to_have_count(0)
    one.await_headline("Your turn")


def test_playing_again_takes_both_along(windows: Windows, server: ServerProcess) -> None:
    one, two = befriend(windows, server, "noughts")
    for window, cell, other in (
        (one, "a1", two),
        (two, "a2", one),
        (one, "b1", two),
        (two, "b2", one),
        (one, "c1", two),
    ):
        window.pick(cell, "touch" if window is two else "mouse")
        other.cell(cell).locator("xpath=self::*[not(contains(@aria-label, 'empty'))]").wait_for()
    one.await_headline("You win")
    two.await_headline("You lose")
    first = one.page.url
    one.page.get_by_role("button", name="Play again").click()
    two.page.get_by_role("button", name="Accept").click()
    for window in (one, two):
        window.page.wait_for_function("(first) => location.href !== first", arg=first)
        window.page.locator(".status:not(.over)").wait_for()
    two.await_headline("Your turn")


def test_the_maker_of_a_game_does_not_take_the_friends_seat(windows: Windows, server: ServerProcess) -> None:
    one = windows.open(server)
    one.new_game("noughts", ("me", "friend"))
    link = one.page.locator(".invite input").input_value()
    one.page.goto("about:blank")
    one.page.goto(link)
    expect(one.page.locator(".note")).to_contain_text("You sit at this game already")
    expect(one.page.locator(".invite")).to_be_visible()


def test_a_taken_invitation_is_refused(windows: Windows, server: ServerProcess) -> None:
    windows.expected = ("409 (Conflict)",)
    one = windows.open(server)
    one.new_game("noughts", ("me", "friend"))
    link = one.page.locator(".invite input").input_value()
    two, three = windows.open(server), windows.open(server)
    two.page.goto(link)
    two.board.wait_for()
    three.page.goto(link)
    expect(three.page.locator(".sorry")).to_be_visible()


def test_watchers_see_every_move_and_make_none(windows: Windows, server: ServerProcess) -> None:
    one, two = befriend(windows, server, "noughts")
    one.page.get_by_role("button", name="Share").click()
    link = one.page.get_by_label("Link for watchers").input_value()
    one.page.keyboard.press("Escape")
    watcher = windows.open(server)
    watcher.page.goto(link)
    watcher.board.wait_for()
    expect(one.page.locator(".watching")).to_have_text("1 watching")
    one.pick("b2")
    await_mark(watcher, "b2", "X")
    expect(watcher.page.get_by_role("button", name="Undo")).to_be_hidden()
    watcher.pick("a1")
    expect(watcher.page.locator(".move:not(.main)")).to_have_text(["a1"])
    assert two.moves == ["b2"]


def test_watching_computers_with_pause_step_and_delay(windows: Windows, server: ServerProcess) -> None:
    window = windows.open(server)
    window.new_game("noughts:4x4", ("1", "2"), delay=0.3)
    window.page.locator(".move.main").nth(1).wait_for()
    window.page.get_by_role("button", name="Pause").click()
    window.page.get_by_role("button", name="Go on").wait_for()
    expect(window.page.locator(".detail")).to_contain_text("paused")
    held = len(window.moves)
    window.page.get_by_role("button", name="Step").click()
    expect(window.page.locator(".move.main")).to_have_count(held + 1)
    window.page.get_by_label("Seconds between moves").fill("0")
    expect(window.page.locator(".delay output")).to_have_text("none")
    window.page.keyboard.press("p")
    window.page.locator(".status.over").wait_for()
