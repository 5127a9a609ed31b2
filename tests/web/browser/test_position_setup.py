"""A board to set up any position by hand, with mouse, finger and keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.browser.conftest import Windows
from tests.web.browser.window import Window


def button(window: Window, name: str) -> Locator:
    """A button by what stands on it, or by its label."""
    return window.page.get_by_role("button", name=name, exact=True)


def expect_verdict(window: Window, words: str) -> None:
    """Wait until the page says this of the position."""
    expect(window.page.locator(".setup-verdict")).to_have_text(words)


def test_a_position_is_set_up_and_played(window: Window) -> None:
    window.go()
    window.page.get_by_role("button", name=re.compile("Noughts")).first.click()
    button(window, "Set up a position").click()
    expect_verdict(window, "This position can be played.")
    window.pick("b2")
    expect_verdict(window, "With these marks it is O to move, not X.")
    expect(button(window, "Play from here")).to_be_disabled()
    button(window, "O to move").click()
    expect_verdict(window, "This position can be played.")
    window.pick("a1")
    expect_verdict(window, "There are 2 X and 0 O; X has as many as O or one more.")
    window.pick("a1")  # the same again takes it away
    button(window, "Put O").click()
    window.pick("c3")
    button(window, "X to move").click()
    expect_verdict(window, "This position can be played.")
    window.page.reload()  # the address holds the position
    expect_verdict(window, "This position can be played.")
    button(window, "Play from here").click()
    button(window, "Both on this device").click()
    window.page.get_by_role("button", name="Play", exact=True).click()
    window.await_headline("X to move")
    assert sorted(set(window.pickable())) == ["a1", "a2", "a3", "b1", "b3", "c1", "c2"]


def test_what_was_set_up_can_be_analysed_and_changed_again(window: Window) -> None:
    window.go("setup/squeeze%3A4x4")
    button(window, "Empty board").click()
    expect_verdict(window, "Black has no pieces, although it moved last.")
    button(window, "Put B").click()
    window.pick("b2", "keyboard")
    button(window, "Put W").click()
    window.pick("d1", "keyboard")
    expect_verdict(window, "This position can be played.")
    button(window, "Analyse").click()
    window.await_headline("White to move")
    assert set(window.pickable()) == {"d1"}
    button(window, "Set up").click()
    expect_verdict(window, "This position can be played.")
    button(window, "Take away").click()
    window.pick("b2")
    expect_verdict(window, "Black has no pieces, although it moved last.")
    button(window, "Start of the game").click()
    expect_verdict(window, "This position can be played.")


def test_a_number_of_which_there_is_one_moves(window: Window) -> None:
    window.go("setup/numerical%3A3x3")
    button(window, "Put 5").click()
    window.pick("a1")
    window.pick("b2")
    button(window, "Even to move").click()
    expect_verdict(window, "This position can be played.")
    expect(window.board.locator(".mark")).to_have_count(1)


@pytest.mark.parametrize("place", ["setup/chess", "setup/noughts/nonsense"])
def test_what_cannot_be_set_up_is_said_in_words(windows: Windows, window: Window, place: str) -> None:
    windows.expected = ("status of 4",)
    window.go(place)
    expect(window.page.get_by_role("heading", name="Nothing here")).to_be_visible()
    expect(window.page.locator("main p").first).not_to_be_empty()
