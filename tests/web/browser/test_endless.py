"""The endless field: playing on it, panning, zooming, and finding the way back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Windows
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.window import LONG, Hand, Window

HANDS: tuple[Hand, ...] = ("mouse", "touch", "keyboard")


def labels(window: Window) -> list[str]:
    """The coordinates that are seen."""
    return window.board.locator(".coordinates text").all_text_contents()


@pytest.fixture
def field(window: Window) -> Window:
    """A window with four moves on the field."""
    window.new_game("gomoku", ("me", "me"), moves=["0,0", "1,1", "1,0", "-1,0"])
    window.cell("1,1").wait_for()
    return window


@pytest.mark.parametrize("hand", HANDS)
def test_a_whole_game(windows: Windows, server: ServerProcess, hand: Hand) -> None:
    window = windows.open(server, phone=hand == "touch")
    window.new_game("gomoku", ("me", "3"))
    assert window.play_to_the_end(hand, seed=5) > 3
    assert window.headline in ("You win", "You lose")
    expect(window.board.locator(".deciding")).to_have_count(1)


def test_cells_that_decide_are_marked_and_named(window: Window) -> None:
    window.new_game("gomoku", ("me", "me"), moves=["0,0", "9,9", "1,0", "9,7", "2,0", "9,5"])
    window.page.keyboard.press("d")
    expect(window.cell("3,0")).to_have_attribute("aria-label", "3,0, empty, X: open four", timeout=LONG)
    expect(window.board.locator(".cell.hot")).to_have_count(2)
    expect(window.board.locator(".decides")).to_have_count(2)
    expect(window.page.locator(".hot-words")).to_contain_text("3,0 X: open four")
    window.page.keyboard.press("d")
    expect(window.board.locator(".cell.hot")).to_have_count(0)
    expect(window.page.locator(".hot-words")).to_be_hidden()


def test_only_games_that_name_such_cells_have_the_switch(window: Window) -> None:
    window.new_game("noughts", ("me", "me"))
    window.page.locator("summary", has_text="View").click()
    expect(window.page.get_by_text("Cells that lose at once")).to_be_visible()
    expect(window.page.get_by_text("Cells that decide")).to_be_hidden()


def test_any_empty_cell_may_be_played(field: Window) -> None:
    field.pick("-4,5")
    expect(field.cell("-4,5")).to_have_attribute("aria-label", "-4,5, X, last move")


def test_the_coordinates_are_no_cells(field: Window) -> None:
    label = field.board.locator(".coordinates text").first
    label.click(force=True)
    field.page.keyboard.press("c")
    expect(field.board.locator(".coordinates")).to_have_count(0)
    assert len(field.moves) == 4


def test_dragging_pans_and_does_not_play(field: Window) -> None:
    before = labels(field)
    box = field.board.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    field.page.mouse.move(x, y)
    field.page.mouse.down()
    field.page.mouse.move(x - 400, y - 200, steps=8)
    field.page.mouse.up()
    assert labels(field) != before
    assert len(field.moves) == 4


def test_the_wheel_pans_and_with_control_zooms(field: Window) -> None:
    before = labels(field)
    field.board.hover()
    field.page.mouse.wheel(0, 700)
    field.page.wait_for_function(
        "(before) => document.querySelector('.coordinates').textContent !== before", arg="".join(before)
    )
    panned = labels(field)
    assert len(panned) == pytest.approx(len(before), abs=2)
    field.page.get_by_role("button", name="Zoom out").click()
    assert len(labels(field)) > len(panned)
    field.page.get_by_role("button", name="Zoom in").click()
    field.page.get_by_role("button", name="Zoom in").click()
    assert len(labels(field)) < len(panned)


def test_keys_pan_and_jump_back(field: Window) -> None:
    for _ in range(12):
        field.page.keyboard.press("Shift+ArrowRight")
    expect(field.cell("-1,0")).to_have_count(0)
    field.page.keyboard.press("j")
    expect(field.cell("-1,0")).to_be_visible()


def test_the_view_follows_the_cursor_and_a_far_move(field: Window) -> None:
    field.page.keyboard.press("b")
    for _ in range(14):
        field.page.keyboard.press("ArrowUp")
    name = field.page.evaluate("document.activeElement.dataset.cell")
    assert int(name.split(",")[1]) > 10
    field.page.keyboard.press("Enter")
    expect(field.cell(name)).to_have_attribute("aria-label", f"{name}, X, last move")
    field.page.keyboard.press("Home")
    field.page.keyboard.press("End")
    expect(field.cell(name)).to_be_visible()


def test_stones_that_lie_far_apart(window: Window) -> None:
    window.new_game("gomoku", ("me", "me"), moves=["0,0", "100000,-70000"])
    expect(window.cell("100000,-70000")).to_have_attribute("aria-label", "100000,-70000, O, last move")
    window.page.keyboard.press("ArrowLeft")
    expect(window.cell("0,0")).to_have_attribute("aria-label", "0,0, X, last move")
    window.go()
    # the small board of the list shows what is around the last move
    expect(window.page.locator(".mine-row .mark")).to_have_count(1)


def test_two_fingers_zoom(windows: Windows, server: ServerProcess) -> None:
    window = windows.open(server, phone=True)
    window.new_game("gomoku", ("me", "me"), moves=["0,0"])
    window.cell("0,0").wait_for()
    before = len(labels(window))
    box = window.board.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = window.page.context.new_cdp_session(window.page)

    def fingers(kind: str, reach: float) -> None:
        points = [{"x": x - reach, "y": y, "id": 1}, {"x": x + reach, "y": y, "id": 2}] if reach else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 30)
    for reach in (45, 60, 80, 100):
        fingers("touchMove", reach)
    fingers("touchEnd", 0)
    assert len(labels(window)) < before
    assert window.moves == ["0,0"]
