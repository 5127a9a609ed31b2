"""Pictures of the page for docs/pictures: `python -m tests.web.browser.make_screenshots [FOLDER]`.

Each scene is played on a real server, in a small and in a large window, in light and in dark.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, NamedTuple
from urllib.parse import quote

from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.browser.chromium import launch
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.window import Window

PICTURES: Final = Path(__file__).parents[3] / "docs" / "pictures"
WIDE: Final = (1360, 850)
TALL: Final = (1360, 1290)
PHONE: Final = (390, 844)
SQUAVA: Final = ["b2", "d4", "e2", "d1", "d2", "c2", "b5", "a4", "b3"]
LOST: Final = ["c3", "b2", "d4", "b4", "b3", "d2", "e3", "a3", "c1", "e5", "d5", "a1", "c5"]


class Scene(NamedTuple):
    """A picture: what is on it, how large the window is, and in which colours."""

    name: str
    play: Callable[[Window], None]
    size: tuple[int, int] = WIDE
    colours: Literal["light", "dark"] = "light"


def home(window: Window) -> None:
    """The first page with two games under way."""
    window.new_game("squava", ("me", "me"), moves=SQUAVA)
    window.new_game("noughts", ("me", "me"), moves=["b2", "a1"])
    window.go()
    window.page.locator(".mine-row").nth(1).wait_for()
    for card in window.page.locator(".game-card").all():
        card.locator(".mark").nth(3).wait_for(timeout=120_000)
    window.page.wait_for_timeout(4000)


def setup(window: Window) -> None:
    """The set-up of a game."""
    window.go()
    window.page.get_by_role("button", name="Squava", exact=True).click()
    window.page.get_by_role("dialog").wait_for()
    window.page.wait_for_timeout(800)


def analyse(window: Window) -> None:
    """The analysis of a position in which X threatens to win."""
    window.new_game("squava", ("me", "me"), moves=SQUAVA)
    settle(window)


def settle(window: Window) -> None:
    """Switch the analysis on and wait until it is done."""
    window.page.keyboard.press(" ")
    window.page.locator(".line:not(.vacant)").first.wait_for(timeout=90_000)
    window.page.wait_for_timeout(6000)


def numbers(window: Window) -> None:
    """A game of numbers with one of them picked."""
    window.new_game("numerical", ("me", "3"), moves=["b2=15", "c3=4", "c2=1", "d4=16", "a4=3", "b3=10"])
    settle(window)
    window.pick("13")


def pieces(window: Window) -> None:
    """Pieces that slide, one of them taken up."""
    window.new_game("squeeze", ("me", "4"), moves=["d1-d5", "e8-e3", "b1-b6", "g8-g2"])
    window.pick("d5")
    window.page.wait_for_timeout(600)


def field(window: Window) -> None:
    """The endless field, with the cells that decide."""
    moves = ["0,0", "1,1", "1,0", "-1,0", "0,1", "0,-1", "2,-1", "-1,2", "1,-1", "1,2", "2,-2", "0,2"]
    window.new_game("gomoku", ("me", "me"), moves=moves)
    window.page.keyboard.press("d")
    window.board.locator(".cell.hot").first.wait_for(timeout=90_000)
    settle(window)


def report(window: Window) -> None:
    """A lost game with its report."""
    window.new_game("squava", ("me", "me"), moves=LOST)
    window.page.locator(".headline").wait_for()
    window.page.keyboard.press(" ")
    window.page.get_by_role("button", name="Judge the whole game").click()
    window.page.locator(".report-verdict").wait_for(timeout=120_000)
    window.page.wait_for_timeout(800)


def friend(window: Window) -> None:
    """A game that waits for a friend."""
    window.new_game("noughts:5x5,row=4", ("me", "friend"), moves=["c3"])
    window.page.locator(".invite input").wait_for()


def position_setup(window: Window) -> None:
    """A position that is set up by hand."""
    window.go(f"setup/squeeze/{quote('8/2B5/3B4/3W4/8/4W3/8/8 white 0', safe='')}")
    window.page.get_by_role("button", name="Put W", exact=True).click()
    window.pick("f6")
    window.page.get_by_role("button", name="Black to move", exact=True).click()
    window.page.wait_for_timeout(1500)


SCENES: Final = (
    Scene("web-home", home),
    Scene("web-home-dark", home, colours="dark"),
    Scene("web-home-phone", home, PHONE),
    Scene("web-setup", setup),
    Scene("web-analysis", analyse),
    Scene("web-analysis-dark", analyse, colours="dark"),
    Scene("web-analysis-phone", analyse, PHONE, "dark"),
    Scene("web-numbers", numbers),
    Scene("web-pieces", pieces, colours="dark"),
    Scene("web-pieces-phone", pieces, PHONE),
    Scene("web-endless", field),
    Scene("web-endless-phone", field, PHONE, "dark"),
    Scene("web-report", report, TALL),
    Scene("web-friend", friend),
    Scene("web-position-setup", position_setup),
)


def open_page(browser: Browser, scene: Scene) -> Page:
    """A window as the scene wants it."""
    width, height = scene.size
    phone = scene.size == PHONE
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scene.colours,
        has_touch=phone,
        is_mobile=phone,
        device_scale_factor=2 if phone else 1,
    )
    page = context.new_page()
    page.on("console", lambda message: print(f"{scene.name}: {message.text}"))
    return page


def main(folder: Path, only: list[str]) -> None:
    """Play every scene and keep its picture."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = ServerProcess(Path(data))
        server.start()
        browser = launch(playwright)
        try:
            for scene in SCENES:
                if only and scene.name not in only:
                    continue
                page = open_page(browser, scene)
                scene.play(Window(page, server.address))
                page.screenshot(path=folder / f"{scene.name}.png", full_page=scene.size == PHONE)
                page.context.close()
                print(folder / f"{scene.name}.png")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else PICTURES, sys.argv[2:])
