"""A phone: held upright or on its side, and tapped by fingers that are larger than a cell."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.web.browser.conftest import Windows
from tests.web.browser.server_process import ServerProcess

LANDSCAPES = [
    ViewportSize(width=width, height=height)
    for width, height in ((568, 320), (667, 375), (740, 360), (932, 430))
]
GAMES = ["noughts", "squava", "numerical:4x4", "squeeze:8x8", "gomoku"]
SHOWS_THE_WHOLE_BOARD = """({width, height}) => {
    const box = document.querySelector("svg.grid[role=grid]").getBoundingClientRect();
    return innerWidth === width && innerHeight === height
        && box.top >= 0 && box.bottom <= height && box.right <= width && box.height >= 0.6 * height
        && document.documentElement.scrollWidth <= width;
}"""


@pytest.mark.parametrize(("place", "game"), list(enumerate(GAMES)))
def test_a_phone_on_its_side_shows_the_whole_board(
    windows: Windows, server: ServerProcess, place: int, game: str
) -> None:
    """The game is opened in one of the sizes, and seen in the others as when a window changes its size."""
    first = place % len(LANDSCAPES)
    window = windows.open(server, phone=True, viewport=LANDSCAPES[first])
    window.new_game(game, ("me", "me"))
    for size in LANDSCAPES[first:] + LANDSCAPES[:first]:
        window.page.set_viewport_size(size)
        window.page.wait_for_function(SHOWS_THE_WHOLE_BOARD, arg=size)


def test_a_tap_on_a_small_cell_is_confirmed_by_another(windows: Windows, server: ServerProcess) -> None:
    window = windows.open(server, phone=True)
    window.new_game("gomoku", ("me", "me"))
    box = window.cell("2,1").bounding_box()
    assert box is not None
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    window.page.touchscreen.tap(*place)
    expect(window.page.locator(".note")).to_have_text("Tap 2,1 again to play it.")
    expect(window.cell("2,1")).to_have_attribute("aria-label", "2,1, empty, picked")
    assert window.moves == []
    window.page.touchscreen.tap(place[0] + box["width"], place[1])
    expect(window.page.locator(".note")).to_have_text("Tap 3,1 again to play it.")
    assert window.moves == []
    window.page.touchscreen.tap(place[0] + box["width"], place[1])
    expect(window.page.locator(".move.main")).to_have_text(["3,1"])


def test_confirming_taps_is_a_setting(windows: Windows, server: ServerProcess) -> None:
    window = windows.open(server, phone=True)
    switch = window.page.get_by_label("Tap twice to move")
    for game, is_on in (("gomoku", True), ("noughts", False)):
        window.new_game(game, ("me", "me"))
        window.page.locator("summary", has_text="View").click()
        expect(switch).to_be_checked(checked=is_on)
    switch.click()
    window.page.locator("summary", has_text="View").click()
    window.pick("b2", "touch")
    expect(window.page.locator(".note")).to_have_text("Tap b2 again to play it.")
    window.pick("b2", "touch")
    expect(window.page.locator(".move.main")).to_have_text(["b2"])


def test_a_mouse_needs_no_second_click(windows: Windows, server: ServerProcess) -> None:
    window = windows.open(server)
    window.new_game("gomoku", ("me", "me"))
    window.pick("2,1")
    expect(window.page.locator(".move.main")).to_have_text(["2,1"])
    window.page.locator("summary", has_text="View").click()
    expect(window.page.get_by_text("Tap twice to move")).to_be_hidden()
