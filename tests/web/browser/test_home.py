"""The first page: cards without a hole between them, and boards on which something happens at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.web.browser.conftest import Windows
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.window import Window


def test_the_cards_fill_their_rows(window: Window) -> None:
    window.go()
    window.page.locator(".game-card").nth(4).wait_for()
    for width in (1920, 1280, 1024, 820, 700):
        window.page.set_viewport_size(ViewportSize(width=width, height=900))
        window.page.wait_for_function("(width) => innerWidth === width", arg=width)
        expect_full_rows(window)


def expect_full_rows(window: Window) -> None:
    """Rows of cards that begin and end alike, with as many cards in each, give or take one."""
    boxes: list[list[float]] = window.page.locator(".game-card").evaluate_all(
        """(all) => all.map((one) => one.getBoundingClientRect())
            .map(({left, right, top}) => [left, right, top])"""
    )
    rows: dict[float, list[list[float]]] = {}
    for box in boxes:
        rows.setdefault(round(box[2]), []).append(box)
    lefts, rights = zip(*((row[0][0], row[-1][1]) for row in rows.values()), strict=True)
    assert max(lefts) - min(lefts) <= 1
    assert max(rights) - min(rights) <= 1
    counts = [len(row) for row in rows.values()]
    assert max(counts) - min(counts) <= 1


def test_the_boards_are_alive_at_once(
    windows: Windows, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With nothing compiled yet, as on a machine on which Plyground was just installed."""
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path_factory.mktemp("cache")))
    server = ServerProcess(tmp_path_factory.mktemp("fresh"))
    server.start()
    try:
        still, moving = windows.open(server), windows.open(server, reduced_motion="no-preference")
        for window in (still, moving):
            window.page.goto(window.address)
        for window in (still, moving):
            cards = window.page.locator(".game-card")
            cards.nth(4).wait_for()
            expect(cards.filter(has=window.page.locator(".mark"))).to_have_count(5, timeout=3000)
        marks = moving.page.locator(".game-card .marks")
        picture = "(all) => all.map((one) => one.querySelectorAll('.mark').length + one.innerHTML).join()"
        before = marks.evaluate_all(picture)
        moving.page.wait_for_timeout(1500)
        assert marks.evaluate_all(picture) != before
    finally:
        server.stop()
