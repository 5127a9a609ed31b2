"""What a notebook shows of `plyground.play`, opened in Chromium and played."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, expect

import plyground as pg
import plyground.notebook
from plyground.notebook.playable_board import PlayableBoard
from tests.web.browser.conftest import Windows
from tests.web.browser.window import Window

VS_CODE = (
    "default-src 'none'; script-src https://*.example 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'unsafe-inline'; "
    "img-src https: http: data:; font-src https:; connect-src https:; child-src https: data:;"
)
"""The policy of the pages in which VS Code shows what a cell has printed."""
SCRIPT = Path(plyground.notebook.__path__[0]) / "courier.js"
HOST = """<!doctype html><meta charset="utf-8"><title>notebook</title><link rel="icon" href="data:,">
{policy}<body>{body}</body>"""


@pytest.fixture(scope="module")
def board() -> PlayableBoard:
    """A game of noughts after a move, for both hands of one person."""
    return pg.play(pg.Board("noughts", "b2"), level=None)


@pytest.fixture
def window(windows: Windows) -> Window:
    """A window without a network."""
    return windows.open_at("http://notebook.example/", offline=True)


def show(window: Window, html: str) -> FrameLocator:
    """Show HTML as a front end does, and give the frame in it."""
    window.page.route(
        "http://notebook.example/**", lambda asked: asked.fulfill(content_type="text/html", body=html)
    )
    window.page.goto(window.address)
    return window.page.frame_locator("iframe")


def moves_in(frame: FrameLocator) -> list[str]:
    """The moves that the list in the frame shows."""
    found: list[str] = frame.locator(".move-list .move.main").evaluate_all(
        "(all) => all.map((one) => one.dataset.move)"
    )
    return found


def click(frame: FrameLocator, cell: str, count: int) -> None:
    """Click a cell, and wait for the list to have as many moves."""
    frame.locator(f'svg.grid[role=grid] [data-cell="{cell}"]').click()
    expect(frame.locator(".move-list .move.main")).to_have_count(count)


@pytest.mark.parametrize("policy", ["", f'<meta http-equiv="Content-Security-Policy" content="{VS_CODE}">'])
def test_the_frame_is_played_and_analysed(window: Window, board: PlayableBoard, policy: str) -> None:
    frame = show(window, HOST.format(policy=policy, body=board.html()))
    frame.locator("svg.grid[role=grid]").wait_for()
    assert moves_in(frame) == ["b2"]
    click(frame, "b1", 2)
    frame.get_by_role("switch", name="Analysis").click()
    expect(frame.locator(".analysis")).to_contain_text("X wins")
    click(frame, "a1", 3)
    assert moves_in(frame) == ["b2", "b1", "a1"]
    frame.get_by_role("link", name="Games", exact=True).click()
    expect(frame.get_by_role("button", name="Noughts and crosses", exact=True)).to_be_visible()
    assert window.page.url == window.address


def test_a_level_answers(window: Window) -> None:
    shown = pg.play("noughts", level=5, side="O")
    frame = show(window, HOST.format(policy="", body=shown.html()))
    expect(frame.locator(".move-list .move.main")).to_have_count(1)
    free = next(cell for cell in ("b2", "a1") if cell not in moves_in(frame))
    frame.locator(f'svg.grid[role=grid] [data-cell="{free}"]').click()
    expect(frame.locator(".move-list .move.main")).to_have_count(3)


def test_the_widget_brings_the_moves(window: Window, board: PlayableBoard) -> None:
    courier = board.courier()
    assert courier is not None
    names = ("page", "title", "sandbox", "style", "seats", "moves")
    show(window, HOST.format(policy="", body=""))
    page = window.page
    page.evaluate(
        """async ([state, module]) => {
            const heard = window.heard = [];
            window.model = {
                get: (name) => state[name],
                set: (name, value) => { state[name] = value; },
                save_changes: () => heard.push(state.moves.join(" ")),
            };
            window.widget = (await import(`data:text/javascript,${encodeURIComponent(module)}`)).default;
            window.close = window.widget.render({ model: window.model, el: document.body });
        }""",
        [{name: getattr(courier, name) for name in names}, SCRIPT.read_text(encoding="utf-8")],
    )
    frame = page.frame_locator("iframe")
    click(frame, "a1", 2)
    page.wait_for_function("() => window.heard.at(-1) === 'b2 a1'")
    page.evaluate("() => window.postMessage({ type: 'plyground.game', moves: ['c3'], seats: [] }, '*')")
    page.evaluate(
        """() => {
            window.close();
            document.querySelector("iframe").remove();
            window.close = window.widget.render({ model: window.model, el: document.body });
        }"""
    )
    frame.locator("svg.grid[role=grid]").wait_for()
    assert moves_in(frame) == ["b2", "a1"], "a cell that is drawn again goes on with the game"
