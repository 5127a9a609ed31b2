"""The lab in a browser: a search to step through, by mouse, keyboard and finger."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.web.browser.axe import COLOUR_RULES, grave_problems
from tests.web.browser.conftest import Windows
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.window import Window

PLACE = "lab/noughts/a1+b2+c3+a3+c1"
FIRST_CUT = "O already has a reply worth 0 here (a2), so X will never come here: X wins elsewhere."


def open_lab(window: Window, place: str = PLACE) -> None:
    """Open the lab and wait until something can be stepped through."""
    window.go(place)
    expect(window.page.locator(".lab-viewer")).to_be_visible()


def expect_sentence(window: Window, words: str | re.Pattern[str]) -> None:
    """Wait until the page says this about the step."""
    expect(window.page.locator(".lab-sentence")).to_have_text(words)


def item(window: Window, label: str) -> Locator:
    """A node by the beginning of its label."""
    return window.page.get_by_role("treeitem", name=re.compile(f"^{re.escape(label)}"))


def press(window: Window, *keys: str) -> None:
    for key in keys:
        window.page.keyboard.press(key)


def test_a_search_is_stepped_through_by_keys(window: Window) -> None:
    open_lab(window)
    page = window.page
    expect(page.locator(".lab-head")).to_have_text("Alpha-beta, depth 3: 14 positions, 7 leaves, 4 cut-offs.")
    expect(page.get_by_role("treeitem")).to_have_count(0)
    press(window, "s")
    expect_sentence(window, "O to move at the root, window (-∞, +∞).")
    expect(item(window, "the root, O to move, window minus infinity to plus infinity")).to_be_visible()
    press(window, "s", "o")
    expect_sentence(window, "b1 is the best move of O so far: X wins.")
    press(window, "b")
    expect_sentence(window, "After b1: X wins.")
    press(window, "Home", "c")
    expect_sentence(window, FIRST_CUT)
    expect(item(window, f"Cut, not looked at: c2. {FIRST_CUT}")).to_be_visible()
    press(window, "End")
    expect_sentence(window, "At the root: X wins. Proven: X wins. Best move: b1.")
    expect(page.locator(".lab-place")).to_have_text("59 of 59")
    rows = page.locator(".lab-comparison tbody tr")
    expect(rows).to_have_count(5)
    expect(rows.first).to_contain_text("Minimax")
    assert [row.split()[-1] for row in rows.all_inner_texts()] == ["yes"] * 5


def test_the_tree_is_one_for_keyboards_and_screen_readers(window: Window) -> None:
    open_lab(window)
    press(window, "End")
    tree = window.page.get_by_role("tree", name="The tree of the search")
    root = item(window, "the root, O to move, proven: X wins")
    expect(root).to_have_attribute("aria-expanded", "true")
    expect(root).to_have_attribute("aria-level", "1")
    expect(tree.get_by_role("treeitem")).to_have_count(5)
    root.focus()
    press(window, "ArrowRight")
    first = item(window, "b1, X to move, proven: X wins, window")
    expect(first).to_be_focused()
    expect(first).to_have_attribute("aria-expanded", "false")
    press(window, "ArrowRight")  # unfold
    expect(first).to_have_attribute("aria-expanded", "true")
    expect(tree.get_by_role("treeitem")).to_have_count(8)
    press(window, "ArrowDown")
    expect(item(window, "a2, O to move, proven: O wins").first).to_be_focused()
    press(window, "ArrowLeft", "ArrowLeft")  # to its parent, and fold that
    expect(first).to_be_focused()
    expect(first).to_have_attribute("aria-expanded", "false")
    press(window, "Enter")  # to the step at which it was done
    expect_sentence(window, "After b1: X wins.")
    for scheme in ("light", "dark"):
        window.page.emulate_media(color_scheme=scheme)
        rules = () if scheme == "light" else COLOUR_RULES
        assert grave_problems(window.page, rules) == []


def test_it_runs_by_itself_folds_and_zooms(window: Window) -> None:
    open_lab(window)
    page = window.page
    page.get_by_label("Speed").select_option("30")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".lab-place")).to_have_text("59 of 59")
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_visible()
    page.get_by_role("button", name="Unfold all").click()
    expect(page.get_by_role("treeitem")).to_have_count(14 + 4)
    before = item(window, "the root").bounding_box()
    page.get_by_role("button", name="Zoom in").click()
    after = item(window, "the root").bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] > before["width"]
    page.get_by_role("button", name="Fold all", exact=True).click()
    expect(page.get_by_role("treeitem")).to_have_count(5)


def test_another_algorithm_another_depth_and_a_tree_too_large(
    windows: Windows, server: ServerProcess
) -> None:
    window = windows.open(server)
    windows.expected = ("400",)  # what is refused appears on the console
    open_lab(window, "lab/noughts/a1+b2+c3+a3")
    page = window.page
    page.get_by_label("Algorithm", exact=True).select_option("pns")
    page.get_by_label("Depth", exact=True).fill("5")
    page.get_by_label("Depth", exact=True).press("Enter")
    expect(page.locator(".lab-head")).to_contain_text("Proof-number search, depth 5")
    page.locator("h1").click()
    press(window, "End")
    expect_sentence(window, re.compile(r"Proven: X wins\. Best move: c1\.$"))
    expect(item(window, "the root, X to move, proof number 0, disproof number infinite")).to_be_visible()
    page.get_by_label("Algorithm", exact=True).select_option("mcts")
    expect(page.locator(".lab-head")).to_contain_text("Monte Carlo tree search, 200 rounds")
    page.locator("h1").click()
    press(window, "End")
    expect(item(window, "the root, X to move, 200 visits")).to_be_visible()
    expect_sentence(window, re.compile("Estimate for X: "))
    window.go("lab/squava/")
    page.get_by_label("Algorithm", exact=True).select_option("minimax")
    page.get_by_label("Depth", exact=True).fill("6")
    page.get_by_label("Depth", exact=True).press("Enter")
    problem = page.get_by_role("alert")
    expect(problem).to_have_text(
        re.compile(r"^This (tree|takes).*; choose a smaller depth, .* later position\.$")
    )


def test_a_large_tree_is_shown_in_part_and_says_so(window: Window) -> None:
    open_lab(window, "lab/noughts/")
    page = window.page
    page.get_by_label("Algorithm", exact=True).select_option("minimax")
    page.get_by_label("Depth", exact=True).fill("4")
    page.get_by_label("Depth", exact=True).press("Enter")
    expect(page.locator(".lab-cap")).to_have_text("The tree shows the first 1,500 of 3,610 positions.")


def test_from_a_position_on_a_phone(windows: Windows, server: ServerProcess) -> None:
    window = windows.open(server, phone=True)
    window.go("look/squava/c3+b2")
    page = window.page
    page.get_by_role("button", name="Lab").tap()
    expect(page.get_by_role("heading", name="Lab: Squava")).to_be_visible()
    page.get_by_role("button", name="Next cut-off").tap()
    expect(page.locator(".lab-card.cut").first).to_be_visible()
    expect_sentence(window, re.compile("already has a reply"))
    fold = page.locator(".lab-fold:visible").first
    box = fold.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 24
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
