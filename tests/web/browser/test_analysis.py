"""The analysis: bar, sentence, lines, values on the board, threat, chart, report."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.browser.desk import Desk

BLOCK = ["b2", "d4", "e2", "d1", "d2", "c2", "b5", "a4", "b3"]
LONG = 300_000


def analysed(desk: Desk, game: str, moves: list[str]) -> None:
    """A game whose analysis has been switched on and has something to say."""
    desk.new_game(game, ("me", "me"), moves=moves)
    desk.page.keyboard.press(" ")
    expect(desk.page.get_by_role("switch", name="Analysis")).to_have_attribute("aria-checked", "true")
    desk.page.locator(".line:not(.vacant)").first.wait_for(timeout=LONG)


def test_what_is_proven_is_shown_on_every_move(desk: Desk) -> None:
    analysed(desk, "squava", BLOCK)
    expect(desk.page.locator(".sentence")).to_have_text("Proven: X wins in 8 plies.", timeout=LONG)
    expect(desk.board.locator(".cell.wash-loss")).to_have_count(16)
    expect(desk.cell("b4")).to_have_attribute("aria-label", re.compile("b4, empty, proven loss in 8 plies"))
    expect(desk.page.locator(".threat")).to_contain_text("X threatens b4")
    expect(desk.page.locator(".figures")).to_have_text(re.compile(r"depth \d+"))
    expect(desk.page.locator(".bar")).to_have_attribute("aria-valuenow", "100")
    desk.page.keyboard.press(" ")
    expect(desk.board.locator(".cell.wash-loss")).to_have_count(0)


def test_estimates_are_shaded_and_not_called_proven(desk: Desk) -> None:
    analysed(desk, "squeeze:6x6,limit=0", [])
    shaded = desk.board.locator(".cell.wash-estimate")
    shaded.first.wait_for(timeout=LONG)
    for label in shaded.evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))"):
        assert "estimate" in label
        assert "proven" not in label


def test_a_line_is_shown_by_hovering_and_followed_by_a_click(desk: Desk) -> None:
    analysed(desk, "squava", BLOCK)
    expect(desk.page.locator(".sentence")).to_have_text("Proven: X wins in 8 plies.", timeout=LONG)
    steps = desk.page.locator(".line").first.locator(".line-move")
    steps.nth(2).hover()
    expect(desk.board.locator(".step-number")).to_have_text(["1", "2", "3"])
    steps.nth(1).click()
    expect(desk.page.locator(".variation .move, .move-list .move:not(.main)")).to_have_count(2)
    expect(desk.cell("b4")).to_have_attribute("aria-label", re.compile("^b4, O"))
    assert desk.moves == BLOCK


def test_the_threat_is_shown_by_hovering(desk: Desk) -> None:
    analysed(desk, "squava", BLOCK)
    threat = desk.page.locator(".threat")
    expect(threat).to_have_text("X threatens b4, which wins at once.", timeout=LONG)
    threat.hover()
    expect(desk.board.locator(".step-number")).to_have_text(["1"])
    expect(desk.board.locator(".step .mark.cross")).to_have_count(1)
    desk.page.mouse.move(0, 0)
    expect(desk.board.locator(".step-number")).to_have_count(0)


def test_what_is_no_threat_is_not_called_one(desk: Desk) -> None:
    analysed(desk, "noughts", ["b2", "a1"])
    threat = desk.page.locator(".threat")
    expect(threat).to_contain_text(re.compile("^O would like to play|^If O could move now"), timeout=LONG)
    expect(threat).not_to_have_class(re.compile("grave"))


def test_the_report_names_the_mistake_and_what_was_better(desk: Desk) -> None:
    moves = ["a1", "b2", "c1", "b1", "a2"]
    desk.new_game("noughts", ("me", "me"), moves=moves)
    desk.pick("b3")
    desk.await_headline("O wins")
    desk.page.get_by_role("button", name="Report on the game").click()
    expect(desk.page.locator(".report-verdict")).to_be_visible(timeout=LONG)
    mistakes = desk.page.locator(".mistake")
    expect(mistakes.first).to_contain_text("a2")
    expect(desk.page.locator(".chart-line")).to_have_count(1)
    expect(desk.page.locator(".move .worth").first).to_have_text("??")
    mistakes.first.get_by_role("button", name=re.compile("^Try")).click()
    expect(desk.page.locator(".headline")).to_have_text("A variation")


def test_the_chart_leads_to_a_move(desk: Desk) -> None:
    analysed(desk, "noughts", ["a1", "b2", "c1", "b1", "a2"])
    slider = desk.page.get_by_label("Go to move")
    slider.focus()
    desk.page.keyboard.press("Home")
    expect(desk.board.locator(".mark")).to_have_count(0)
    desk.page.keyboard.press("ArrowRight")
    expect(desk.page.locator(".headline")).to_have_text("Move 1 of 5")


def test_values_of_numbers_stand_on_the_tray_and_then_on_the_cells(desk: Desk) -> None:
    analysed(desk, "numerical:3x3", ["b2=5", "a1=8", "a3=3"])
    winning = desk.page.locator(".chip.value-win, .chip.value-draw, .chip.value-loss")
    winning.first.wait_for(timeout=LONG)
    desk.pick(desk.chips()[0])
    expect(desk.board.locator(".value").first).to_be_visible()
