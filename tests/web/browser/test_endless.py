"""The endless field: playing on it, panning, zooming, and finding the way back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Windows
from tests.web.browser.desk import LONG, Desk, Hand
from tests.web.browser.serving import Server

HANDS: tuple[Hand, ...] = ("mouse", "touch", "keyboard")


def labels(desk: Desk) -> list[str]:
    """The coordinates that are seen."""
    return desk.board.locator(".coordinates text").all_text_contents()


@pytest.fixture
def field(desk: Desk) -> Desk:
    """A window with four moves on the field."""
    desk.new_game("gomoku", ("me", "me"), moves=["0,0", "1,1", "1,0", "-1,0"])
    desk.cell("1,1").wait_for()
    return desk


@pytest.mark.parametrize("hand", HANDS)
def test_a_whole_game(windows: Windows, server: Server, hand: Hand) -> None:
    desk = windows.open(server, phone=hand == "touch")
    desk.new_game("gomoku", ("me", "3"))
    assert desk.play_to_the_end(hand, seed=5) > 3
    assert desk.headline in ("You win", "You lose")
    expect(desk.board.locator(".deciding")).to_have_count(1)


def test_cells_that_decide_are_marked_and_named(desk: Desk) -> None:
    desk.new_game("gomoku", ("me", "me"), moves=["0,0", "9,9", "1,0", "9,7", "2,0", "9,5"])
    desk.page.keyboard.press("d")
    expect(desk.cell("3,0")).to_have_attribute("aria-label", "3,0, empty, X: open four", timeout=LONG)
    expect(desk.board.locator(".cell.hot")).to_have_count(2)
    expect(desk.board.locator(".decides")).to_have_count(2)
    expect(desk.page.locator(".hot-words")).to_contain_text("3,0 X: open four")
    desk.page.keyboard.press("d")
    expect(desk.board.locator(".cell.hot")).to_have_count(0)
    expect(desk.page.locator(".hot-words")).to_be_hidden()


def test_only_games_that_name_such_cells_have_the_switch(desk: Desk) -> None:
    desk.new_game("noughts", ("me", "me"))
    desk.page.locator("summary", has_text="View").click()
    expect(desk.page.get_by_text("Cells that lose at once")).to_be_visible()
    expect(desk.page.get_by_text("Cells that decide")).to_be_hidden()


def test_any_empty_cell_may_be_played(field: Desk) -> None:
    field.pick("-4,5")
    expect(field.cell("-4,5")).to_have_attribute("aria-label", "-4,5, X, last move")


def test_the_coordinates_are_no_cells(field: Desk) -> None:
    label = field.board.locator(".coordinates text").first
    label.click(force=True)
    field.page.keyboard.press("c")
    expect(field.board.locator(".coordinates")).to_have_count(0)
    assert len(field.moves) == 4


def test_dragging_pans_and_does_not_play(field: Desk) -> None:
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


def test_the_wheel_pans_and_with_control_zooms(field: Desk) -> None:
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


def test_keys_pan_and_jump_back(field: Desk) -> None:
    for _ in range(12):
        field.page.keyboard.press("Shift+ArrowRight")
    expect(field.cell("-1,0")).to_have_count(0)
    field.page.keyboard.press("j")
    expect(field.cell("-1,0")).to_be_visible()


def test_the_view_follows_the_cursor_and_a_far_move(field: Desk) -> None:
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


def test_stones_that_lie_far_apart(desk: Desk) -> None:
    desk.new_game("gomoku", ("me", "me"), moves=["0,0", "100000,-70000"])
    expect(desk.cell("100000,-70000")).to_have_attribute("aria-label", "100000,-70000, O, last move")
    desk.page.keyboard.press("ArrowLeft")
    expect(desk.cell("0,0")).to_have_attribute("aria-label", "0,0, X, last move")
    desk.go()
    expect(desk.page.locator(".mine-row .mark")).to_have_count(2)


def test_two_fingers_zoom(windows: Windows, server: Server) -> None:
    desk = windows.open(server, phone=True)
    desk.new_game("gomoku", ("me", "me"), moves=["0,0"])
    desk.cell("0,0").wait_for()
    before = len(labels(desk))
    box = desk.board.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = desk.page.context.new_cdp_session(desk.page)

    def fingers(kind: str, reach: float) -> None:
        points = [{"x": x - reach, "y": y, "id": 1}, {"x": x + reach, "y": y, "id": 2}] if reach else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 30)
    for reach in (45, 60, 80, 100):
        fingers("touchMove", reach)
    fingers("touchEnd", 0)
    assert len(labels(desk)) < before
    assert desk.moves == ["0,0"]
