"""Puzzles in the browser: a wrong try is refuted on the board, the right one solves, and progress is kept."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from plyground.puzzles.collection import shipped_puzzles
from tests.web.browser.conftest import Windows
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.window import LONG, Hand, Window


def press(window: Window, button: Locator, hand: Hand) -> None:
    """Press a button as a person with this hand does."""
    if hand == "touch":
        button.tap()
    elif hand == "mouse":
        button.click()
    else:
        for _ in range(80):
            if button.evaluate("button => button === document.activeElement"):
                window.page.keyboard.press("Enter")
                return
            window.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {button}")


@pytest.mark.parametrize("hand", ["mouse", "keyboard", "touch"])
def test_a_puzzle_is_tried_refuted_and_solved(windows: Windows, server: ServerProcess, hand: Hand) -> None:
    window = windows.open(server, phone=hand == "touch")
    page = window.page
    window.go("puzzles/noughts")
    subtitle = page.locator(".game-variant")
    expect(subtitle).to_contain_text("Puzzle")
    card = page.get_by_role("region", name="Puzzle", exact=True)
    # ask for new puzzles until one asks for a move on the usual board
    known = {puzzle.id: puzzle for puzzle in shipped_puzzles("noughts")}
    while True:
        puzzle = known[subtitle.inner_text().split()[1].rstrip(",")]
        if puzzle.kind == "win" and puzzle.plies == 3:
            break
        press(window, card.get_by_role("button", name="Show the solution"), hand)
        expect(card.get_by_role("status")).not_to_be_empty()
        before = subtitle.inner_text()
        press(window, card.get_by_role("button", name="Next puzzle"), hand)
        expect(subtitle).not_to_have_text(before)
    wrong = next(move for move in puzzle.board().legal_moves if move not in puzzle.accepted)
    window.pick(wrong, hand)
    expect(card.get_by_role("status")).to_contain_text(f"{wrong} is not it: the answer is")
    press(window, card.get_by_role("button", name="Try again"), hand)
    window.pick(puzzle.solution[0], hand)
    expect(card.get_by_role("status")).to_contain_text(f"the reply is {puzzle.solution[1]}")
    window.pick(puzzle.solution[2], hand)
    expect(card.get_by_role("status")).to_contain_text("solved")
    press(window, card.get_by_role("button", name="See the whole proof"), hand)
    expect(page.locator(".puzzle-proof")).to_contain_text(
        f"{puzzle.solution[0]} wins in 3 plies:", timeout=LONG
    )
    expect(card).to_contain_text("Your rating")
    page.reload()
    expect(card).to_contain_text("Your rating")
    kept = page.evaluate("localStorage.getItem('plyground.puzzles')")
    assert f"{puzzle.id},noughts" in kept.replace('"', "")
