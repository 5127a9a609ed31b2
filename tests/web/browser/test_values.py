"""Values on the board: one notation with a legend, colours of their own, readable at every size."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.web.browser.conftest import Windows
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.test_analysis import BLOCK, LONG, analyse
from tests.web.browser.window import Window


def colours(marks: Locator) -> set[str]:
    """The colours that marks are drawn in."""
    found: list[list[str]] = marks.evaluate_all(
        "(all) => all.map((one) => [getComputedStyle(one).stroke, getComputedStyle(one).fill])"
    )
    return {colour for pair in found for colour in pair}


Box = tuple[float, float, float, float]


def boxes(window: Window, selector: str) -> list[Box]:
    """Where things of the board are on the screen: left, right, top, bottom."""
    found: list[list[float]] = window.board.locator(selector).evaluate_all(
        """(all) => all.map((one) => one.getBoundingClientRect())
            .map(({left, right, top, bottom}) => [left, right, top, bottom])"""
    )
    return [(left, right, top, bottom) for left, right, top, bottom in found]


def overlaps(some: list[Box], others: list[Box]) -> list[tuple[Box, Box]]:
    """Pairs of boxes that cover each other by more than the empty rim of a letter."""
    return [
        (one, two)
        for one in some
        for two in others
        if one != two
        and min(one[1], two[1]) - max(one[0], two[0]) > 1
        and min(one[3], two[3]) - max(one[2], two[2]) > 3
    ]


def test_a_legend_says_what_the_values_mean(window: Window) -> None:
    analyse(window, "noughts", ["a1", "b2"])
    legend = window.page.locator(".legend")
    for words in (
        "W5 wins in 5 plies",
        "L2 loses in 2 plies",
        "D draw",
        "+12 estimate",
        "for the side to move",
    ):
        expect(legend).to_contain_text(words)


def test_one_distance_is_written_the_same_everywhere(window: Window) -> None:
    analyse(window, "squava", BLOCK)
    expect(window.page.locator(".sentence")).to_have_text("Proven: X wins in 8 plies.", timeout=LONG)
    expect(window.page.locator(".line .worth-tag").first).to_have_text("L8")
    expect(window.page.locator(".bar-figure")).to_have_text("L8")
    expect(window.board.locator(".value", has_text=re.compile("^L8$"))).to_have_count(1)


def test_a_near_end_is_coloured_stronger_than_a_far_one(window: Window) -> None:
    analyse(window, "squava", BLOCK)
    expect(window.page.locator(".sentence")).to_have_text("Proven: X wins in 8 plies.", timeout=LONG)
    far, near = (
        window.board.locator(f"[aria-label$='proven loss in {plies} plies'] .wash").first for plies in (8, 2)
    )
    strength = "(wash) => Number(getComputedStyle(wash).opacity)"
    assert near.evaluate(strength) > far.evaluate(strength) + 0.2


def test_estimates_have_a_colour_that_is_no_side_s(window: Window) -> None:
    analyse(window, "gomoku", ["0,0", "1,1", "7,7"])
    wash = window.board.locator(".cell.wash-estimate .wash")
    wash.first.wait_for(timeout=LONG)
    marks = window.board.locator(".marks .mark")
    assert not colours(wash) & (colours(marks) - {"none"})


def test_values_can_be_read_when_zoomed_out(windows: Windows, server: ServerProcess) -> None:
    window = windows.open(server, phone=True)
    analyse(window, "gomoku", ["0,0", "1,1", "0,1"])
    window.board.locator(".value").nth(10).wait_for(timeout=LONG)
    for _ in range(6):
        window.page.get_by_role("button", name="Zoom out").click()
    window.page.mouse.move(0, 0)
    values, marks = boxes(window, ".value"), boxes(window, ".marks .mark")
    assert len(values) >= 2
    assert min(bottom - top for _, _, top, bottom in values) >= 9
    assert not overlaps(values, [*values, *marks])
    for end in ("nth-child", "nth-last-child"):  # labels below the board, and labels beside it
        labels = boxes(window, f".coordinates text:{end}(-n + 9)")
        assert not overlaps(labels, labels)


def test_turning_the_board_turns_the_name_plates(window: Window) -> None:
    window.new_game("squava", ("me", "me"), moves=BLOCK)
    names = window.page.locator(".seat-name")
    expect(names).to_have_text(["O", "X"])
    window.page.keyboard.press("o")
    window.page.keyboard.press("o")
    expect(names).to_have_text(["X", "O"])
    window.page.keyboard.press("o")
    window.page.keyboard.press("o")
    expect(names).to_have_text(["O", "X"])


def test_numbers_show_whose_they_are_and_the_sum_to_reach(window: Window) -> None:
    window.new_game("numerical:3x3", ("me", "friend"), moves=["b2=5", "a1=8"])
    expect(window.page.locator(".game-title")).to_contain_text("sum 15")
    expect(window.page.locator(".seat").first).to_contain_text("even")
    expect(window.page.locator(".seat").last).to_contain_text("odd")
    five, eight = (window.board.locator(".mark", has_text=number) for number in "58")
    assert colours(five) != colours(eight)
    window.new_game("numerical", ("me", "me"))
    expect(window.page.locator(".game-title")).to_contain_text("sum 34")
