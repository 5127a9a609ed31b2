"""Playing second against the proof, in a browser: by keyboard, and on a phone."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.browser.axe import grave_problems
from tests.web.browser.conftest import Windows
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.window import LONG, Window


def expect_words(window: Window, words: str | re.Pattern[str]) -> None:
    """Wait until the proof says this; the first time it is read from the certificate."""
    expect(window.page.locator(".theorem-words")).to_contain_text(words, timeout=LONG)


def test_playing_against_the_proof(windows: Windows, server: ServerProcess) -> None:
    """On one server: reading the proof is most of the work."""
    play_by_keyboard(windows.open(server))
    reply_with_a_mirror_image(windows.open(server, phone=True))


def play_by_keyboard(window: Window) -> None:
    """A game at a desk, with what helps to follow the proof."""
    window.go()
    window.page.get_by_role("link", name="Gomoku: play second against the proof").press("Enter")
    expect_words(window, "Where do you reply?")
    window.pick("4,4", hand="keyboard")
    expect_words(window, "4,4 is a first reply that is proven by itself.")
    expect_words(window, re.compile(r"At most \d+ plies are left"))
    assert len(window.moves) == 3
    expect(window.board.locator(".hint-frame").first).to_be_visible()
    window.page.keyboard.press("w")
    expect(window.board.locator(".hint-frame")).to_have_count(0)
    window.page.keyboard.press("x")
    expect(window.page.get_by_role("button", name="Show the threat")).to_have_attribute(
        "aria-pressed", "true"
    )
    window.page.keyboard.press("u")
    expect_words(window, "Where do you reply?")
    assert grave_problems(window.page) == []


def reply_with_a_mirror_image(window: Window) -> None:
    """A reply on a phone that the proof has only as its mirror image."""
    window.go("theorem/gomoku/0,0")
    expect_words(window, "Where do you reply?")
    window.pick("-3,3", hand="touch")
    window.pick("-3,3", hand="touch")
    expect_words(window, "-3,3 is a mirror image of 3,3, which is proven.")
    width = window.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360
