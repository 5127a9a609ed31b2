"""Nothing is lost or changed by accident: removing games, the space bar, the past, variations, a reload."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.web.browser.window import Window

MOVES = ["b2", "d4", "e2", "d1", "d2"]
RECORD = "plyground record 1\ngame: noughts\nfirst: Ada\nsecond: Grace\nresult: *\n\n1. b2\n2. a1\n3. c3\n"


def button(window: Window, name: str) -> Locator:
    """A button by what stands on it."""
    return window.page.get_by_role("button", name=name, exact=True)


def test_a_game_leaves_the_list_only_after_a_question(window: Window) -> None:
    window.new_game("noughts", ("me", "me"), moves=["b2"])
    window.go()
    rows = window.page.locator(".mine-row")
    remove = rows.get_by_role("button")
    remove.click()
    dialog = window.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Noughts")
    window.page.keyboard.press("Enter")  # a key that is pressed once too often removes nothing
    expect(dialog).to_have_count(0)
    window.page.reload()
    expect(rows).to_have_count(1)
    remove.click()
    dialog.get_by_role("button", name="Remove").click()
    expect(rows).to_have_count(0)


def test_the_space_bar_does_not_press_the_last_button_again(window: Window) -> None:
    window.new_game("squava", ("me", "me"), moves=MOVES)
    analysis = window.page.get_by_role("switch", name="Analysis")
    button(window, "Undo").click()
    expect(window.page.locator(".move.main")).to_have_count(4)
    window.page.keyboard.press(" ")
    expect(analysis).to_have_attribute("aria-checked", "true")
    assert window.moves == MOVES[:4]
    button(window, "Share").click()
    expect(window.page.get_by_role("dialog")).to_be_visible()
    window.page.keyboard.press("Escape")
    window.page.keyboard.press(" ")
    expect(analysis).to_have_attribute("aria-checked", "false")
    expect(window.page.get_by_role("dialog")).to_have_count(0)


def test_the_space_bar_presses_a_button_that_was_reached_by_tab(window: Window) -> None:
    window.new_game("squava", ("me", "me"), moves=MOVES)
    button(window, "Undo").focus()
    window.page.keyboard.press("Shift+Tab")
    window.page.keyboard.press("Tab")
    window.page.keyboard.press(" ")
    expect(window.page.locator(".move.main")).to_have_count(4)


def test_a_menu_that_the_mouse_opened_is_closed_by_escape(window: Window) -> None:
    window.new_game("squava", ("me", "me"), moves=MOVES)
    window.page.locator("summary", has_text="View").click()
    expect(window.page.get_by_text("Rotate the board")).to_be_visible()
    window.page.keyboard.press("Escape")
    expect(window.page.get_by_text("Rotate the board")).to_be_hidden()


def test_undo_in_the_past_does_not_change_the_game(window: Window) -> None:
    window.new_game("squava", ("me", "me"), moves=MOVES)
    window.page.keyboard.press("ArrowLeft")
    expect(window.page.locator(".headline")).to_have_text("Move 4 of 5")
    expect(button(window, "Undo")).to_be_disabled()
    window.page.keyboard.press("u")
    expect(window.page.locator(".note")).to_contain_text("Back to the game")
    assert window.moves == MOVES
    button(window, "Back to the game").click()
    expect(window.page.locator(".headline")).to_have_text("O to move")
    window.page.keyboard.press("u")
    expect(window.page.locator(".move.main")).to_have_count(4)


def test_a_variation_is_set_off_from_the_game_and_leads_back(window: Window) -> None:
    window.new_game("squava", ("me", "me"), moves=MOVES)
    back = button(window, "Back to the game")
    board = window.page.locator(".board:not(.still)")
    expect(back).to_be_hidden()
    window.page.keyboard.press("Home")
    window.pick("a5")
    expect(window.page.locator(".headline")).to_have_text("A variation")
    expect(window.page.locator(".status")).to_contain_text(re.compile(r"Not part of the game · \w"))
    expect(board).to_have_css("outline-style", "dashed")
    back.click()
    expect(window.page.locator(".headline")).to_have_text("O to move")
    expect(back).to_be_hidden()
    expect(board).to_have_css("outline-style", "none")
    assert window.moves == MOVES


def open_record(window: Window, text: str) -> None:
    """Paste a record into the dialog of the first page."""
    window.go()
    button(window, "Open it").click()
    window.page.get_by_label("Record or position", exact=True).fill(text)
    window.page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()


def test_the_players_of_a_record_survive_a_reload(window: Window) -> None:
    open_record(window, RECORD)
    names = window.page.locator(".seat-name")
    expect(names).to_have_text(["Grace", "Ada"])
    window.page.reload()
    expect(names).to_have_text(["Grace", "Ada"])
    window.page.keyboard.press("ArrowLeft")
    expect(window.cell("c3")).to_have_attribute("aria-label", re.compile("^c3, empty"))
    window.pick("c1")
    window.page.reload()
    expect(names).to_have_text(["Grace", "Ada"])
    expect(window.cell("c1")).to_have_attribute("aria-label", "c1, X, last move")
    assert window.moves == ["b2", "a1", "c3"]
    button(window, "Back to the game").click()
    expect(window.cell("c3")).to_have_attribute("aria-label", "c3, X, last move")


def test_the_way_back_leads_from_another_page_to_the_record(window: Window) -> None:
    open_record(window, RECORD)
    names = window.page.locator(".seat-name")
    expect(names).to_have_text(["Grace", "Ada"])
    window.page.keyboard.press("g")
    window.page.locator(".hero").wait_for()
    window.page.go_back()
    expect(names).to_have_text(["Grace", "Ada"])
