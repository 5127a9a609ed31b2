"""The page of a server in a browser that thinks for itself."""

from __future__ import annotations

import re
import time

from playwright.sync_api import expect

from tests.web.browser.conftest import Windows
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.window import LONG, Window


def computer_moves(window: Window) -> float:
    """How many moves of computers the server has found."""
    text = window.page.request.get(f"{window.address}metrics").text()
    found = re.search(r'^plyground_moves_total\{[^}]*"computer"\} (\S+)', text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def await_pack(window: Window, game: str) -> None:
    """Wait until the server has compiled a game for browsers."""
    late = time.monotonic() + LONG / 1000
    while window.page.request.get(f"{window.address}api/catalogue/{game}/pack").status != 200:
        assert time.monotonic() < late
        time.sleep(0.5)


def test_the_browser_makes_the_moves_of_a_level_and_analyses(windows: Windows, server: ServerProcess) -> None:
    window = windows.open(server, thinks=True)
    window.go()
    await_pack(window, "noughts")
    before = computer_moves(window)
    window.new_game("noughts", ("me", "3"))
    window.page.wait_for_function("() => document.querySelector('[role=grid] .pickable')")
    window.pick("b2")
    expect(window.page.locator(".move-list .move.main")).to_have_count(2, timeout=LONG)
    made = window.play_to_the_end()
    assert made >= 1
    assert computer_moves(window) <= before + 1  # one, if it was asked before this browser had the game
    assert window.page.workers
    window.go("look/noughts/a1+b1")
    window.page.keyboard.press(" ")
    expect(window.page.locator(".sentence")).to_have_text(re.compile("^Proven: X wins in "), timeout=LONG)
    expect(window.page.locator(".threat")).to_have_text(re.compile(r"O .*\b[abc][123]\b"), timeout=LONG)
    assert len(window.page.workers) == 2  # one for the analysis, one for the threat
    window.page.get_by_text("View", exact=True).click()
    window.page.get_by_label("Think on this device").uncheck()
    assert window.page.evaluate("JSON.parse(localStorage.getItem('plyground.switches')).here") is False
