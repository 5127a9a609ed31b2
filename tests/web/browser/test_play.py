"""Whole games of each kind, by mouse, by touch and by keyboard."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Windows
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.window import Hand, Window

KINDS = ("noughts", "numerical:3x3", "squeeze:3x3,limit=4")
"""A cell, a number and a cell, a piece and a cell: all ways of choosing a move."""
HANDS: tuple[Hand, ...] = ("mouse", "touch", "keyboard")


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_game_against_the_computer(
    windows: Windows, server: ServerProcess, kind: str, hand: Hand
) -> None:
    window = windows.open(server, phone=hand == "touch")
    window.new_game(kind, ("me", "1"))
    made = window.play_to_the_end(hand)
    assert made > 1
    assert len(window.moves) >= 2 * made - 1
    assert window.headline in ("You win", "You lose", "A draw")


def test_the_first_page_leads_to_a_game(window: Window) -> None:
    window.go()
    cards = window.page.locator(".game-card")
    assert cards.count() >= 4
    window.page.get_by_role("button", name="Squava", exact=True).click()
    dialog = window.page.get_by_role("dialog", name="Squava")
    dialog.get_by_role("button", name="Both on this device").click()
    dialog.get_by_label("Board", exact=True).select_option("4x4")
    expect(dialog.locator(".board.still [data-cell]")).to_have_count(16)
    dialog.get_by_role("button", name="Play", exact=True).click()
    window.board.wait_for()
    assert window.headline == "X to move"
    window.pick("b2")
    window.await_headline("^O to move")
    expect(window.cell("b2")).to_have_attribute("aria-label", "b2, X, last move")


def test_sitting_down_against_a_classic_with_a_time_of_ones_own(window: Window) -> None:
    window.go()
    window.page.get_by_role("button", name="Squava", exact=True).click()
    dialog = window.page.get_by_role("dialog", name="Squava")
    dialog.get_by_label("O answers").select_option("squava-classic")
    dialog.get_by_label("Computer’s seconds a move").fill("0.5")
    dialog.get_by_role("button", name="Play", exact=True).click()
    window.board.wait_for()
    window.pick("c3")
    window.await_turn()
    assert len(window.moves) == 2


def test_a_variant_that_cannot_be_is_explained(windows: Windows, window: Window) -> None:
    windows.expected = ("400 (Bad Request)",)
    window.go()
    window.page.get_by_role("button", name="Noughts and crosses", exact=True).click()
    dialog = window.page.get_by_role("dialog")
    dialog.get_by_label("Row", exact=True).fill("9")
    dialog.get_by_label("Row", exact=True).blur()
    expect(dialog.locator(".problem")).not_to_be_empty()
    expect(dialog.get_by_role("button", name="Play", exact=True)).to_be_disabled()


def test_rules_are_one_click_away(window: Window) -> None:
    window.go()
    window.page.get_by_role("button", name="Rules of Squava").click()
    expect(window.page.get_by_role("dialog", name="Squava")).to_contain_text("four")


def test_a_piece_is_dragged_to_its_target(window: Window) -> None:
    window.new_game("squeeze:4x4", ("me", "me"))
    start, end = window.cell("a1").bounding_box(), window.cell("a3").bounding_box()
    assert start is not None
    assert end is not None
    mouse = window.page.mouse
    mouse.move(start["x"] + 20, start["y"] + 20)
    mouse.down()
    mouse.move(end["x"] + 30, end["y"] + 50, steps=6)
    assert sorted(window.pickable()) == ["a2", "a3"]
    mouse.move(end["x"] + 20, end["y"] + 20)
    mouse.up()
    window.await_headline("^Black to move|^black to move")
    assert window.moves == ["a1-a3"]


def test_a_number_is_dragged_from_the_tray(window: Window) -> None:
    window.new_game("numerical:3x3", ("me", "me"))
    chip, cell = window.page.locator('[data-thing="5"]').bounding_box(), window.cell("b2").bounding_box()
    assert chip is not None
    assert cell is not None
    mouse = window.page.mouse
    mouse.move(chip["x"] + 15, chip["y"] + 15)
    mouse.down()
    mouse.move(cell["x"] + 30, cell["y"] + 30, steps=6)
    mouse.up()
    expect(window.cell("b2")).to_have_attribute("aria-label", "b2, 5, last move")
    assert window.moves == ["b2=5"]


def test_a_cell_may_be_picked_before_the_number(window: Window) -> None:
    window.new_game("numerical:3x3", ("me", "me"))
    window.pick("a1")
    expect(window.cell("a1")).to_have_attribute("aria-selected", "true")
    window.pick("7")
    expect(window.cell("a1")).to_have_attribute("aria-label", "a1, 7, last move")


def test_escape_takes_a_pick_back(window: Window) -> None:
    window.new_game("squeeze:4x4", ("me", "me"))
    window.pick("b1")
    expect(window.cell("b1")).to_have_attribute("aria-selected", "true")
    window.page.keyboard.press("Escape")
    expect(window.cell("b1")).not_to_have_attribute("aria-selected", "true")


def test_undo_redo_and_resign(window: Window) -> None:
    window.new_game("squava", ("me", "2"))
    window.make_move(random.Random(3))
    window.page.wait_for_function("() => document.querySelectorAll('.move.main').length === 2")
    window.await_headline("^Your turn")
    moves = window.moves
    window.page.keyboard.press("u")
    window.page.wait_for_function("() => document.querySelectorAll('.move.main').length === 0")
    window.page.keyboard.press("r")
    window.page.wait_for_function("() => document.querySelectorAll('.move.main').length === 2")
    assert window.moves == moves
    window.page.get_by_role("button", name="Resign").click()
    window.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    window.await_headline("^You lose")


def test_changing_sides_and_playing_again(window: Window) -> None:
    window.new_game("noughts", ("me", "1"))
    window.page.get_by_role("button", name="Swap").click()
    window.page.wait_for_function("() => document.querySelectorAll('.move.main').length === 1")
    window.play_to_the_end()
    first = window.page.url
    window.page.get_by_role("button", name="Play again").click()
    window.page.wait_for_function("(first) => location.href !== first", arg=first)
    window.page.locator(".status:not(.over)").wait_for()
    window.await_turn()
    assert not window.is_over


def test_the_line_that_decided_is_shown_with_its_reason(window: Window) -> None:
    window.new_game("squava", ("me", "me"), moves=["a1", "e5", "b1", "e4"])
    window.pick("c1")
    window.await_headline("X loses")
    expect(window.page.locator(".status .detail")).to_have_text("Three in a row a1 b1 c1")
    expect(window.board.locator(".line-loss")).to_have_count(3)
    expect(window.cell("a1")).to_have_attribute("aria-label", "a1, X, losing line")


def test_cells_that_lose_at_once_are_marked(window: Window) -> None:
    window.new_game("squava", ("me", "me"), moves=["a1", "e5", "b1", "e4"])
    window.page.keyboard.press("l")
    expect(window.cell("c1")).to_have_attribute("aria-label", "c1, empty, loses at once")
    window.page.keyboard.press("l")
    expect(window.cell("c1")).to_have_attribute("aria-label", "c1, empty")


def test_coordinates_numbers_and_the_way_round(window: Window) -> None:
    window.new_game("noughts", ("me", "me"), moves=["a1", "b2"])
    expect(window.board.locator(".coordinates text")).to_have_count(6)
    window.page.keyboard.press("c")
    expect(window.board.locator(".coordinates text")).to_have_count(0)
    window.page.keyboard.press("n")
    expect(window.board.locator(".number")).to_have_text(["1", "2"])
    before = window.cell("a1").bounding_box()
    window.page.keyboard.press("o")
    after = window.cell("a1").bounding_box()
    assert before is not None
    assert after is not None
    assert after["y"] < before["y"]
    assert abs(after["x"] - before["x"]) < 1
    window.page.keyboard.press("f")
    turned = window.cell("a1").bounding_box()
    assert turned is not None
    assert turned["x"] > after["x"] or turned["y"] != after["y"]


def test_a_hint_is_shown_and_said(window: Window) -> None:
    window.new_game("noughts", ("me", "me"), moves=["a1", "b2", "a2", "b1"])
    window.page.keyboard.press("h")
    expect(window.cell("a3")).to_have_attribute("aria-label", "a3, empty, hint")
    expect(window.page.locator("[aria-live=polite]")).to_contain_text("Hint: a3")


def test_moves_are_announced(window: Window) -> None:
    window.new_game("noughts", ("me", "me"))
    window.pick("b2")
    expect(window.page.locator(".move-list .move.main")).to_have_count(1)
    window.pick("a1")
    expect(window.page.locator("[aria-live=polite]")).to_have_text("X to move, last move a1")
