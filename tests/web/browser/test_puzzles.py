"""Puzzles in the browser: a wrong try is refuted on the board, the right one solves, and progress is kept."""

from __future__ import annotations

from playwright.sync_api import expect

from plyground.puzzles.collection import shipped_puzzles
from tests.web.browser.window import LONG, Window


def test_a_puzzle_is_tried_refuted_and_solved(window: Window) -> None:
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
        card.get_by_role("button", name="Show the solution").click()
        expect(card.get_by_role("status")).not_to_be_empty()
        before = subtitle.inner_text()
        card.get_by_role("button", name="Next puzzle").click()
        expect(subtitle).not_to_have_text(before)
    wrong = next(move for move in puzzle.board().legal_moves if move not in puzzle.accepted)
    window.pick(wrong)
    expect(card.get_by_role("status")).to_contain_text(f"{wrong} is not it: the answer is")
    card.get_by_role("button", name="Try again").click()
    window.pick(puzzle.solution[0])
    expect(card.get_by_role("status")).to_contain_text(f"the reply is {puzzle.solution[1]}")
    window.pick(puzzle.solution[2])
    expect(card.get_by_role("status")).to_contain_text("solved")
    card.get_by_role("button", name="See the whole proof").click()
    expect(page.locator(".puzzle-proof")).to_contain_text(
        f"{puzzle.solution[0]} wins in 3 plies:", timeout=LONG
    )
    expect(card).to_contain_text("Your rating")
    page.reload()
    expect(card).to_contain_text("Your rating")
    kept = page.evaluate("localStorage.getItem('plyground.puzzles')")
    assert f"{puzzle.id},noughts" in kept.replace('"', "")
