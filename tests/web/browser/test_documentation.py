"""The documentation as a reader sees it: from the disk, in Chromium, without a network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from tests.web.browser.conftest import Windows
from tools.documentation.build import SITE, build


@pytest.fixture
def page(windows: Windows) -> Iterator[Page]:
    """The first page of the site. Any request to a network fails the test."""
    is_built, words = build()
    assert is_built, words
    window = windows.open_at((SITE / "index.html").as_uri(), offline=True)
    asked: list[str] = []

    def note(request: Request) -> None:
        if urlsplit(request.url).scheme not in ("file", "data", "blob", "about"):
            asked.append(request.url)

    window.page.on("request", note)
    window.page.goto(window.address)
    yield window.page
    assert asked == []


def test_a_board_in_a_page_is_played(page: Page) -> None:
    frame = page.frame_locator("iframe.board")
    frame.locator("svg.grid[role=grid]").wait_for()
    expect(frame.locator('[data-cell="b3"]').first).to_be_visible()
    frame.locator('svg.grid[role=grid] [data-cell="b4"]').click()
    expect(frame.locator(".move-list")).to_contain_text("b4")


def test_a_board_of_a_notebook_is_played(page: Page) -> None:
    page.get_by_role("link", name="Tutorial", exact=True).first.click()
    page.get_by_role("link", name="Play and analyse").first.click()
    frame = page.frame_locator("iframe[srcdoc]")
    frame.locator('svg.grid[role=grid] [data-cell="b4"]').click()
    expect(frame.locator(".move-list .move.main")).to_have_count(11)


def test_the_search_finds_a_page(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("tournament ratings", delay=20)
    result = page.locator(".md-search-result__link[href*='arena.html']").first
    expect(result).to_be_visible()
    result.click()
    expect(page).to_have_url(re.compile(r"arena\.html"))


def test_light_and_dark(page: Page) -> None:
    body = page.locator("body")
    before = body.evaluate("(it) => getComputedStyle(it).backgroundColor")
    page.get_by_title("Switch to dark colours").or_(
        page.get_by_title("Switch to light colours")
    ).first.click()
    page.wait_for_function("(old) => getComputedStyle(document.body).backgroundColor !== old", arg=before)
