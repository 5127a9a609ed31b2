"""How it looks to everybody: phone and desktop, dark and light, keyboard only, screen readers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.web.browser.axe import COLOUR_RULES, grave_problems
from tests.web.browser.conftest import Windows
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.window import Window

LONG = 300_000


def home(window: Window) -> None:
    """The first page, with a game in the list."""
    window.new_game("squava", ("me", "me"), moves=["c3"])
    window.go()
    window.page.locator(".mine-row").wait_for()


def setup(window: Window) -> None:
    """The dialog in which a game is set up."""
    window.go()
    window.page.get_by_role("button", name="Noughts and crosses", exact=True).click()
    window.page.get_by_role("dialog").wait_for()


def game(window: Window) -> None:
    """A game under way, with a piece picked."""
    window.new_game("squeeze:4x4", ("me", "me"))
    window.pick("a1", "touch" if window.touch else "mouse")


def analysis(window: Window) -> None:
    """The analysis of numbers, which has trays, lines and a chart."""
    window.new_game("numerical:3x3", ("me", "me"), moves=["b2=5", "a1=8", "a3=3"])
    window.page.keyboard.press(" ")
    window.page.locator(".line:not(.vacant)").first.wait_for(timeout=LONG)


def ending(window: Window) -> None:
    """A lost game with its report."""
    window.new_game("noughts", ("me", "me"), moves=["a1", "b2", "c1", "b1", "a2", "b3"])
    window.page.get_by_role("button", name="Report on the game").click()
    window.page.locator(".report-verdict").wait_for(timeout=LONG)


def friend(window: Window) -> None:
    """A game that waits for a friend."""
    window.new_game("noughts", ("me", "friend"))
    window.page.locator(".invite input").wait_for()


def keys(window: Window) -> None:
    """The table of keys."""
    window.new_game("noughts", ("me", "me"))
    window.page.keyboard.press("?")
    expect(window.page.get_by_role("dialog", name="Keys")).to_contain_text("Analysis on or off")


def share(window: Window) -> None:
    """Links, records, pictures."""
    window.new_game("noughts", ("me", "me"))
    window.page.get_by_role("button", name="Share").click()
    window.page.get_by_role("dialog").wait_for()


def nowhere(window: Window) -> None:
    """An address that leads nowhere."""
    window.go("game/nothing")


SCENES = (home, setup, game, analysis, ending, friend, keys, share, nowhere)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_nobody_is_shut_out(
    windows: Windows, server: ServerProcess, scene: Callable[[Window], None], phone: bool
) -> None:
    window = windows.open(server, phone=phone, color_scheme="light")
    scene(window)
    assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"
    assert grave_problems(window.page) == []
    window.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    expect(window.page.locator("body")).to_have_css("background-color", "rgb(22, 21, 18)")
    assert grave_problems(window.page, rules=COLOUR_RULES) == []


def test_the_switch_between_light_and_dark(window: Window) -> None:
    window.go()
    page, switch = window.page.locator("html"), window.page.locator("#theme")
    for theme, paper in (("light", "rgb(245, 242, 235)"), ("dark", "rgb(22, 21, 18)")):
        switch.click()
        expect(page).to_have_attribute("data-theme", theme)
        expect(window.page.locator("body")).to_have_css("background-color", paper)
    window.page.reload()
    expect(page).to_have_attribute("data-theme", "dark")
    switch.click()
    expect(page).not_to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_nothing_moves_when_the_game_goes_on(windows: Windows, server: ServerProcess, phone: bool) -> None:
    window = windows.open(server, phone=phone)
    window.new_game("squava", ("me", "me"))
    before = window.board.bounding_box()
    window.page.keyboard.press(" ")
    window.page.locator(".line:not(.vacant)").first.wait_for(timeout=LONG)
    window.page.keyboard.press("c")
    window.page.keyboard.press("n")
    window.page.keyboard.press("l")
    window.pick("c3", "touch" if phone else "mouse")
    window.await_headline("^O to move")
    assert window.board.bounding_box() == before


def test_a_game_without_a_mouse_from_the_first_page(window: Window) -> None:
    window.go()
    keyboard = window.page.keyboard
    for _ in range(40):
        keyboard.press("Tab")
        if window.page.evaluate("document.activeElement.textContent") == "Noughts and crosses":
            break
    keyboard.press("Enter")
    expect(window.page.get_by_role("dialog").get_by_role("button", name="Play", exact=True)).to_be_focused()
    keyboard.press("Enter")
    window.board.wait_for()
    assert window.play_to_the_end("keyboard") > 1


def test_the_focus_is_seen(window: Window) -> None:
    window.new_game("noughts", ("me", "me"))
    window.page.keyboard.press("b")
    width = "parseFloat(getComputedStyle(document.activeElement.querySelector('.tile')).strokeWidth)"
    assert window.page.evaluate(width) >= 3


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_marks_move_only_for_those_who_like_it(
    windows: Windows, server: ServerProcess, motion: Literal["reduce", "no-preference"]
) -> None:
    window = windows.open(server, reduced_motion=motion)
    window.page.add_init_script(
        """window.moved = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) {
            window.moved += 1;
            return animate.apply(this, how);
        };"""
    )
    window.new_game("squeeze:4x4", ("me", "me"))
    window.pick("a1")
    window.pick("a3")
    window.await_headline("^[Bb]lack to move")
    assert (window.page.evaluate("window.moved") > 0) == (motion == "no-preference")
    quick = window.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--quick')")
    assert quick.strip().startswith("0ms") == (motion == "reduce")


def test_the_description_for_programs_keeps_to_its_own_rules(windows: Windows, server: ServerProcess) -> None:
    window = windows.open(server)
    window.page.goto(f"{server.address}docs")
    expect(window.page.locator("h2", has_text="POST /api/games").first).to_be_visible()
    window.page.get_by_role("link", name="openapi.json").click()
    assert window.page.url == f"{server.address}openapi.json"


def test_everything_works_under_a_prefix(windows: Windows, tmp_path: Path) -> None:
    with closing(ServerProcess(tmp_path / "prefixed", "--root-path", "/play/here")) as server:
        server.start()
        window = windows.open(server)
        window.go()
        assert window.page.url.endswith("/play/here/#/")
        expect(window.page.locator(".game-card").first).to_be_visible()
        window.new_game("noughts", ("me", "1"))
        assert window.play_to_the_end() > 1
        assert "/play/here/#/game/" in window.page.url


def test_it_works_without_anything_from_outside(windows: Windows, server: ServerProcess) -> None:
    window = windows.open(server)
    asked: list[str] = []
    window.page.on("request", lambda request: asked.append(request.url))
    window.new_game("squava", ("me", "1"))
    window.page.wait_for_load_state("networkidle")
    assert len(asked) > 10
    assert [url for url in asked if not url.startswith((server.address, "about:", "data:", "blob:"))] == []
