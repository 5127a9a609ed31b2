"""Whole games of each kind, by mouse, by touch and by keyboard."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Windows
from tests.web.browser.desk import Desk, Hand
from tests.web.browser.serving import Server

KINDS = ("noughts", "squava:4x4", "numerical:3x3", "squeeze:3x3,limit=4")
HANDS: tuple[Hand, ...] = ("mouse", "touch", "keyboard")


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_game_against_the_computer(windows: Windows, server: Server, kind: str, hand: Hand) -> None:
    desk = windows.open(server, phone=hand == "touch")
    desk.new_game(kind, ("me", "1"))
    made = desk.play_to_the_end(hand)
    assert made > 1
    assert len(desk.moves) >= 2 * made - 1
    assert desk.headline in ("You win", "You lose", "A draw")


def test_the_first_page_leads_to_a_game(desk: Desk) -> None:
    desk.go()
    cards = desk.page.locator(".game-card")
    assert cards.count() >= 4
    desk.page.get_by_role("button", name="Squava", exact=True).click()
    dialog = desk.page.get_by_role("dialog", name="Squava")
    dialog.get_by_role("button", name="Both on this device").click()
    dialog.get_by_label("Board", exact=True).select_option("4x4")
    expect(dialog.locator(".board.still [data-cell]")).to_have_count(16)
    dialog.get_by_role("button", name="Play", exact=True).click()
    desk.board.wait_for()
    assert desk.headline == "X to move"
    desk.pick("b2")
    desk.await_headline("^O to move")
    expect(desk.cell("b2")).to_have_attribute("aria-label", "b2, X, last move")


def test_sitting_down_against_a_classic_with_a_time_of_ones_own(desk: Desk) -> None:
    desk.go()
    desk.page.get_by_role("button", name="Squava", exact=True).click()
    dialog = desk.page.get_by_role("dialog", name="Squava")
    dialog.get_by_label("O answers").select_option("squava-classic")
    dialog.get_by_label("Computer’s seconds a move").fill("0.5")
    dialog.get_by_role("button", name="Play", exact=True).click()
    desk.board.wait_for()
    desk.pick("c3")
    desk.await_turn()
    assert len(desk.moves) == 2


def test_a_variant_that_cannot_be_is_explained(windows: Windows, desk: Desk) -> None:
    windows.expected = ("400 (Bad Request)",)
    desk.go()
    desk.page.get_by_role("button", name="Noughts and crosses", exact=True).click()
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_label("Row", exact=True).fill("9")
    dialog.get_by_label("Row", exact=True).blur()
    expect(dialog.locator(".problem")).not_to_be_empty()
    expect(dialog.get_by_role("button", name="Play", exact=True)).to_be_disabled()


def test_rules_are_one_click_away(desk: Desk) -> None:
    desk.go()
    desk.page.get_by_role("button", name="Rules of Squava").click()
    expect(desk.page.get_by_role("dialog", name="Squava")).to_contain_text("four")


def test_a_piece_is_dragged_to_its_target(desk: Desk) -> None:
    desk.new_game("squeeze:4x4", ("me", "me"))
    start, end = desk.cell("a1").bounding_box(), desk.cell("a3").bounding_box()
    assert start is not None
    assert end is not None
    mouse = desk.page.mouse
    mouse.move(start["x"] + 20, start["y"] + 20)
    mouse.down()
    mouse.move(end["x"] + 30, end["y"] + 50, steps=6)
    assert sorted(desk.pickable()) == ["a2", "a3"]
    mouse.move(end["x"] + 20, end["y"] + 20)
    mouse.up()
    desk.await_headline("^Black to move|^black to move")
    assert desk.moves == ["a1-a3"]


def test_a_number_is_dragged_from_the_tray(desk: Desk) -> None:
    desk.new_game("numerical:3x3", ("me", "me"))
    chip, cell = desk.page.locator('[data-thing="5"]').bounding_box(), desk.cell("b2").bounding_box()
    assert chip is not None
    assert cell is not None
    mouse = desk.page.mouse
    mouse.move(chip["x"] + 15, chip["y"] + 15)
    mouse.down()
    mouse.move(cell["x"] + 30, cell["y"] + 30, steps=6)
    mouse.up()
    expect(desk.cell("b2")).to_have_attribute("aria-label", "b2, 5, last move")
    assert desk.moves == ["b2=5"]


def test_a_cell_may_be_picked_before_the_number(desk: Desk) -> None:
    desk.new_game("numerical:3x3", ("me", "me"))
    desk.pick("a1")
    expect(desk.cell("a1")).to_have_attribute("aria-selected", "true")
    desk.pick("7")
    expect(desk.cell("a1")).to_have_attribute("aria-label", "a1, 7, last move")


def test_escape_takes_a_pick_back(desk: Desk) -> None:
    desk.new_game("squeeze:4x4", ("me", "me"))
    desk.pick("b1")
    expect(desk.cell("b1")).to_have_attribute("aria-selected", "true")
    desk.page.keyboard.press("Escape")
    expect(desk.cell("b1")).not_to_have_attribute("aria-selected", "true")


def test_undo_redo_and_resign(desk: Desk) -> None:
    desk.new_game("squava", ("me", "2"))
    desk.make_move(random.Random(3))
    desk.page.wait_for_function("() => document.querySelectorAll('.move.main').length === 2")
    desk.await_headline("^Your turn")
    moves = desk.moves
    desk.page.keyboard.press("u")
    desk.page.wait_for_function("() => document.querySelectorAll('.move.main').length === 0")
    desk.page.keyboard.press("r")
    desk.page.wait_for_function("() => document.querySelectorAll('.move.main').length === 2")
    assert desk.moves == moves
    desk.page.get_by_role("button", name="Resign").click()
    desk.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    desk.await_headline("^You lose")


def test_changing_sides_and_playing_again(desk: Desk) -> None:
    desk.new_game("noughts", ("me", "1"))
    desk.page.get_by_role("button", name="Swap").click()
    desk.page.wait_for_function("() => document.querySelectorAll('.move.main').length === 1")
    desk.play_to_the_end()
    first = desk.page.url
    desk.page.get_by_role("button", name="Play again").click()
    desk.page.wait_for_function("(first) => location.href !== first", arg=first)
    desk.page.locator(".status:not(.over)").wait_for()
    desk.await_turn()
    assert not desk.is_over


def test_the_line_that_decided_is_shown_with_its_reason(desk: Desk) -> None:
    desk.new_game("squava", ("me", "me"), moves=["a1", "e5", "b1", "e4"])
    desk.pick("c1")
    desk.await_headline("X loses")
    expect(desk.page.locator(".status .detail")).to_have_text("Three in a row a1 b1 c1")
    expect(desk.board.locator(".line-loss")).to_have_count(3)
    expect(desk.cell("a1")).to_have_attribute("aria-label", "a1, X, losing line")


def test_cells_that_lose_at_once_are_marked(desk: Desk) -> None:
    desk.new_game("squava", ("me", "me"), moves=["a1", "e5", "b1", "e4"])
    desk.page.keyboard.press("l")
    expect(desk.cell("c1")).to_have_attribute("aria-label", "c1, empty, loses at once")
    desk.page.keyboard.press("l")
    expect(desk.cell("c1")).to_have_attribute("aria-label", "c1, empty")


def test_coordinates_numbers_and_the_way_round(desk: Desk) -> None:
    desk.new_game("noughts", ("me", "me"), moves=["a1", "b2"])
    expect(desk.board.locator(".coordinates text")).to_have_count(6)
    desk.page.keyboard.press("c")
    expect(desk.board.locator(".coordinates text")).to_have_count(0)
    desk.page.keyboard.press("n")
    expect(desk.board.locator(".number")).to_have_text(["1", "2"])
    before = desk.cell("a1").bounding_box()
    desk.page.keyboard.press("o")
    after = desk.cell("a1").bounding_box()
    assert before is not None
    assert after is not None
    assert after["y"] < before["y"]
    assert abs(after["x"] - before["x"]) < 1
    desk.page.keyboard.press("f")
    turned = desk.cell("a1").bounding_box()
    assert turned is not None
    assert turned["x"] > after["x"] or turned["y"] != after["y"]


def test_a_hint_is_shown_and_said(desk: Desk) -> None:
    desk.new_game("noughts", ("me", "me"), moves=["a1", "b2", "a2", "b1"])
    desk.page.keyboard.press("h")
    expect(desk.cell("a3")).to_have_attribute("aria-label", "a3, empty, hint")
    expect(desk.page.locator("[aria-live=polite]")).to_contain_text("Hint: a3")


def test_moves_are_announced(desk: Desk) -> None:
    desk.new_game("noughts", ("me", "me"))
    desk.pick("b2")
    desk.pick("a1")
    expect(desk.page.locator("[aria-live=polite]")).to_have_text("X to move, last move a1")
