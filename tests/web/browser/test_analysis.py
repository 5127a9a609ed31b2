"""The analysis: bar, sentence, lines, values on the board, threat, chart, report."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Locator, TimeoutError, expect

from tests.web.browser.conftest import Windows
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.window import Window, changed_share, names_of

BLOCK = ["b2", "d4", "e2", "d1", "d2", "c2", "b5", "a4", "b3"]
LONG = 300_000


def analyse(window: Window, game: str, moves: list[str]) -> None:
    """A game whose analysis has been switched on and has something to say."""
    window.new_game(game, ("me", "me"), moves=moves)
    window.page.keyboard.press(" ")
    expect(window.page.get_by_role("switch", name="Analysis")).to_have_attribute("aria-checked", "true")
    window.page.locator(".line:not(.vacant)").first.wait_for(timeout=LONG)


def test_what_is_proven_is_shown_on_every_move(window: Window) -> None:
    analyse(window, "squava", BLOCK)
    expect(window.page.locator(".sentence")).to_have_text("Proven: X wins in 8 plies.", timeout=LONG)
    expect(window.board.locator(".cell.wash-loss")).to_have_count(16)
    expect(window.cell("b4")).to_have_attribute("aria-label", re.compile("b4, empty, proven loss in 8 plies"))
    expect(window.page.locator(".threat")).to_contain_text("X threatens b4")
    expect(window.page.locator(".figures")).to_have_text(re.compile(r"depth \d+"))
    expect(window.page.locator(".bar")).to_have_attribute("aria-valuenow", "100")
    window.page.keyboard.press(" ")
    expect(window.board.locator(".cell.wash-loss")).to_have_count(0)


def test_estimates_are_shaded_and_not_called_proven(window: Window) -> None:
    analyse(window, "squeeze:6x6,limit=0", [])
    shaded = window.board.locator(".cell.wash-estimate")
    shaded.first.wait_for(timeout=LONG)
    for label in shaded.evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))"):
        assert "estimate" in label
        assert "proven" not in label


def test_a_line_is_shown_by_hovering_and_followed_by_a_click(window: Window) -> None:
    analyse(window, "squava", BLOCK)
    expect(window.page.locator(".sentence")).to_have_text("Proven: X wins in 8 plies.", timeout=LONG)
    steps = window.page.locator(".line").first.locator(".line-move")
    steps.nth(2).hover()
    expect(window.board.locator(".step-number")).to_have_text(["1", "2", "3"])
    steps.nth(1).click()
    expect(window.page.locator(".variation .move, .move-list .move:not(.main)")).to_have_count(2)
    expect(window.cell("b4")).to_have_attribute("aria-label", re.compile("^b4, O"))
    assert window.moves == BLOCK


def test_the_threat_is_shown_by_hovering(window: Window) -> None:
    analyse(window, "squava", BLOCK)
    threat = window.page.locator(".threat")
    expect(threat).to_have_text("X threatens b4, which wins at once.", timeout=LONG)
    threat.hover()
    expect(window.board.locator(".step-number")).to_have_text(["1"])
    expect(window.board.locator(".step .mark.cross")).to_have_count(1)
    window.page.mouse.move(0, 0)
    expect(window.board.locator(".step-number")).to_have_count(0)


def test_what_is_no_threat_is_not_called_one(window: Window) -> None:
    analyse(window, "noughts", ["b2", "a1"])
    threat = window.page.locator(".threat")
    expect(threat).to_contain_text(re.compile("^O would like to play|^If O could move now"), timeout=LONG)
    expect(threat).not_to_have_class(re.compile("grave"))


def test_the_report_names_the_mistake_and_what_was_better(window: Window) -> None:
    moves = ["a1", "b2", "c1", "b1", "a2"]
    window.new_game("noughts", ("me", "me"), moves=moves)
    window.pick("b3")
    window.await_headline("O wins")
    window.page.get_by_role("button", name="Report on the game").click()
    expect(window.page.locator(".report-verdict")).to_be_visible(timeout=LONG)
    mistakes = window.page.locator(".mistake")
    expect(mistakes.first).to_contain_text("a2")
    expect(window.page.locator(".chart-line")).to_have_count(1)
    expect(window.page.locator(".move .worth").first).to_have_text("??")
    mistakes.first.get_by_role("button", name="Why a2 is bad").click()
    reason = mistakes.first.locator(".reasons li").first
    expect(reason).to_contain_text("b3", timeout=LONG)
    expect(reason).to_have_attribute("data-proven", "true")
    reason.get_by_role("button", name=re.compile("^Show a2 b3")).click()
    expect(window.cell("b3")).to_have_attribute("aria-label", re.compile("^b3, O"))
    mistakes.first.get_by_role("button", name=re.compile("^Try")).click()
    expect(window.page.locator(".headline")).to_have_text("A variation")


def test_the_chart_leads_to_a_move(window: Window) -> None:
    analyse(window, "noughts", ["a1", "b2", "c1", "b1", "a2"])
    slider = window.page.get_by_label("Go to move")
    slider.focus()
    window.page.keyboard.press("Home")
    expect(window.board.locator(".mark")).to_have_count(0)
    window.page.keyboard.press("ArrowRight")
    expect(window.page.locator(".headline")).to_have_text("Move 1 of 5")


def test_values_of_numbers_stand_on_the_tray_and_then_on_the_cells(window: Window) -> None:
    analyse(window, "numerical:3x3", ["b2=5", "a1=8", "a3=3"])
    winning = window.page.locator(".chip.value-win, .chip.value-draw, .chip.value-loss")
    winning.first.wait_for(timeout=LONG)
    window.pick(window.chips()[0])
    expect(window.board.locator(".value").first).to_be_visible()


def in_view(window: Window, target: Locator) -> bool:
    """Whether an element is seen whole: on the screen, and not cut off by a box that scrolls."""
    seen: bool = target.evaluate(
        """(element) => {
            const box = element.getBoundingClientRect();
            const seen = (x, y) => element.contains(document.elementFromPoint(x, y));
            return seen(box.left + 4, box.top + 4) && seen(box.left + 4, box.bottom - 4);
        }"""
    )
    return seen


def test_the_report_opens_where_it_can_be_seen(windows: Windows, server: ServerProcess) -> None:
    for phone in (False, True):
        window = windows.open(server, phone=phone)
        window.new_game("noughts", ("me", "me"), moves=["a1", "b2", "c1", "b1", "a2", "b3"])
        window.page.get_by_role("button", name="Report on the game").click()
        verdict = window.page.locator(".report-verdict")
        expect(verdict).to_be_visible(timeout=LONG)
        window.page.wait_for_timeout(500)  # in which the page may still scroll
        assert in_view(window, verdict)
        expect(window.page.locator(".mistake").last).to_contain_text(re.compile(r"\d[.…] \w+ by [XO] "))


def test_a_preview_does_not_outlive_its_line(window: Window) -> None:
    analyse(window, "squava", BLOCK)
    expect(window.page.locator(".sentence")).to_have_text("Proven: X wins in 8 plies.", timeout=LONG)
    steps = window.board.locator(".step-number")
    window.page.locator(".line").first.locator(".line-move").nth(2).hover()
    expect(steps).to_have_count(3)
    window.page.keyboard.press(" ")
    expect(steps).to_have_count(0)
    window.page.keyboard.press(" ")
    threat = window.page.locator(".threat")
    expect(threat).to_have_text("X threatens b4, which wins at once.", timeout=LONG)
    threat.hover()
    expect(steps).to_have_count(1)
    window.page.keyboard.press("ArrowLeft")
    window.page.mouse.move(0, 0)
    expect(steps).to_have_count(0)


def test_a_preview_ends_when_the_lines_change_under_the_mouse(window: Window) -> None:
    analyse(window, "gomoku", ["0,0", "1,1", "0,1"])
    steps = window.board.locator(".step-number")
    lines = window.page.locator(".lines")
    for row in (0, 1, 2, 0, 1):
        moves = window.page.locator(".line").nth(row).locator(".line-move")
        while (box := moves.last.bounding_box()) is None:  # the lines are drawn anew just now
            window.page.wait_for_timeout(20)
        before = lines.inner_text()
        window.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        with suppress(TimeoutError):  # the analysis may be over
            window.page.wait_for_function(
                "(text) => document.querySelector('.lines').innerText !== text", arg=before, timeout=8000
            )
        window.page.wait_for_timeout(200)
        hovered = window.page.locator(".line-move:hover").count()
        assert bool(steps.count()) == bool(hovered)


def test_the_hint_is_seen_on_a_coloured_cell(window: Window) -> None:
    analyse(window, "noughts", ["a1", "b2"])
    expect(window.page.locator(".sentence")).to_have_text("Proven: a draw.", timeout=LONG)
    window.page.mouse.move(0, 0)
    names = window.pickable()
    before = {name: window.cell(name).screenshot() for name in names}
    window.page.get_by_role("button", name="Hint").click()
    window.page.locator(".cell.hint").wait_for()
    window.page.mouse.move(0, 0)
    (hinted,) = names_of(window.page.locator(".cell.hint"), "cell")
    assert changed_share(window.page, before[hinted], window.cell(hinted).screenshot()) > 0.1
