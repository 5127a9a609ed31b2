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
from tests.web.browser.desk import Desk
from tests.web.browser.serving import Server

LONG = 300_000


def home(desk: Desk) -> None:
    """The first page, with a game in the list."""
    desk.new_game("squava", ("me", "me"), moves=["c3"])
    desk.go()
    desk.page.locator(".mine-row").wait_for()


def setup(desk: Desk) -> None:
    """The dialog in which a game is set up."""
    desk.go()
    desk.page.get_by_role("button", name="Noughts and crosses", exact=True).click()
    desk.page.get_by_role("dialog").wait_for()


def game(desk: Desk) -> None:
    """A game under way, with a piece picked."""
    desk.new_game("squeeze:4x4", ("me", "me"))
    desk.pick("a1", "touch" if desk.touch else "mouse")


def analysis(desk: Desk) -> None:
    """The analysis of numbers, which has trays, lines and a chart."""
    desk.new_game("numerical:3x3", ("me", "me"), moves=["b2=5", "a1=8", "a3=3"])
    desk.page.keyboard.press(" ")
    desk.page.locator(".line:not(.vacant)").first.wait_for(timeout=LONG)


def ending(desk: Desk) -> None:
    """A lost game with its report."""
    desk.new_game("noughts", ("me", "me"), moves=["a1", "b2", "c1", "b1", "a2", "b3"])
    desk.page.get_by_role("button", name="Report on the game").click()
    desk.page.locator(".report-verdict").wait_for(timeout=LONG)


def friend(desk: Desk) -> None:
    """A game that waits for a friend."""
    desk.new_game("noughts", ("me", "friend"))
    desk.page.locator(".invite input").wait_for()


def keys(desk: Desk) -> None:
    """The table of keys."""
    desk.new_game("noughts", ("me", "me"))
    desk.page.keyboard.press("?")
    expect(desk.page.get_by_role("dialog", name="Keys")).to_contain_text("Analysis on or off")


def share(desk: Desk) -> None:
    """Links, records, pictures."""
    desk.new_game("noughts", ("me", "me"))
    desk.page.get_by_role("button", name="Share").click()
    desk.page.get_by_role("dialog").wait_for()


def nowhere(desk: Desk) -> None:
    """An address that leads nowhere."""
    desk.go("game/nothing")


SCENES = (home, setup, game, analysis, ending, friend, keys, share, nowhere)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_nobody_is_shut_out(
    windows: Windows, server: Server, scene: Callable[[Desk], None], phone: bool
) -> None:
    desk = windows.open(server, phone=phone, color_scheme="light")
    scene(desk)
    assert desk.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"
    assert grave_problems(desk.page) == []
    desk.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    expect(desk.page.locator("body")).to_have_css("background-color", "rgb(22, 21, 18)")
    assert grave_problems(desk.page, rules=COLOUR_RULES) == []


def test_the_switch_between_light_and_dark(desk: Desk) -> None:
    desk.go()
    page, switch = desk.page.locator("html"), desk.page.locator("#theme")
    for theme, paper in (("light", "rgb(245, 242, 235)"), ("dark", "rgb(22, 21, 18)")):
        switch.click()
        expect(page).to_have_attribute("data-theme", theme)
        expect(desk.page.locator("body")).to_have_css("background-color", paper)
    desk.page.reload()
    expect(page).to_have_attribute("data-theme", "dark")
    switch.click()
    expect(page).not_to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_nothing_moves_when_the_game_goes_on(windows: Windows, server: Server, phone: bool) -> None:
    desk = windows.open(server, phone=phone)
    desk.new_game("squava", ("me", "me"))
    before = desk.board.bounding_box()
    desk.page.keyboard.press(" ")
    desk.page.locator(".line:not(.vacant)").first.wait_for(timeout=LONG)
    desk.page.keyboard.press("c")
    desk.page.keyboard.press("n")
    desk.page.keyboard.press("l")
    desk.pick("c3", "touch" if phone else "mouse")
    desk.await_headline("^O to move")
    assert desk.board.bounding_box() == before


def test_a_game_without_a_mouse_from_the_first_page(desk: Desk) -> None:
    desk.go()
    keyboard = desk.page.keyboard
    for _ in range(40):
        keyboard.press("Tab")
        if desk.page.evaluate("document.activeElement.textContent") == "Noughts and crosses":
            break
    keyboard.press("Enter")
    expect(desk.page.get_by_role("dialog").get_by_role("button", name="Play", exact=True)).to_be_focused()
    keyboard.press("Enter")
    desk.board.wait_for()
    assert desk.play_to_the_end("keyboard") > 1


def test_the_focus_is_seen(desk: Desk) -> None:
    desk.new_game("noughts", ("me", "me"))
    desk.page.keyboard.press("b")
    width = "parseFloat(getComputedStyle(document.activeElement.querySelector('.tile')).strokeWidth)"
    assert desk.page.evaluate(width) >= 3


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_marks_move_only_for_those_who_like_it(
    windows: Windows, server: Server, motion: Literal["reduce", "no-preference"]
) -> None:
    desk = windows.open(server, reduced_motion=motion)
    desk.page.add_init_script(
        """window.moved = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) {
            window.moved += 1;
            return animate.apply(this, how);
        };"""
    )
    desk.new_game("squeeze:4x4", ("me", "me"))
    desk.pick("a1")
    desk.pick("a3")
    desk.await_headline("^[Bb]lack to move")
    assert (desk.page.evaluate("window.moved") > 0) == (motion == "no-preference")
    quick = desk.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--quick')")
    assert quick.strip().startswith("0ms") == (motion == "reduce")


def test_the_description_for_programs_keeps_to_its_own_rules(windows: Windows, server: Server) -> None:
    desk = windows.open(server)
    desk.page.goto(f"{server.address}docs")
    expect(desk.page.locator("h2", has_text="POST /api/games").first).to_be_visible()
    desk.page.get_by_role("link", name="openapi.json").click()
    assert desk.page.url == f"{server.address}openapi.json"


def test_everything_works_under_a_prefix(windows: Windows, tmp_path: Path) -> None:
    with closing(Server(tmp_path / "prefixed", "--root-path", "/play/here")) as server:
        server.start()
        desk = windows.open(server)
        desk.go()
        assert desk.page.url.endswith("/play/here/#/")
        expect(desk.page.locator(".game-card").first).to_be_visible()
        desk.new_game("noughts", ("me", "1"))
        assert desk.play_to_the_end() > 1
        assert "/play/here/#/game/" in desk.page.url


def test_it_works_without_anything_from_outside(windows: Windows, server: Server) -> None:
    desk = windows.open(server)
    asked: list[str] = []
    desk.page.on("request", lambda request: asked.append(request.url))
    desk.new_game("squava", ("me", "1"))
    desk.page.wait_for_load_state("networkidle")
    assert len(asked) > 10
    assert [url for url in asked if not url.startswith((server.address, "about:", "data:", "blob:"))] == []
