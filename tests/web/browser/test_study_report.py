"""The report of a study, opened from the disk without a network: plots, colours, games to play through."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from plyground.study import study_game
from tests.web.browser.axe import grave_problems
from tests.web.browser.conftest import Windows


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of players so weak that somebody wins."""
    path = tmp_path_factory.mktemp("study") / "report.html"
    path.write_text(study_game("noughts", games=12, nodes=2, jobs=1).html(), encoding="utf-8")
    return path


def open_report(windows: Windows, path: Path, *, phone: bool = False, **options: str) -> Page:
    """A window on the report, in which any request but that for the file itself fails the test."""
    window = windows.open_at(path.as_uri(), phone=phone, offline=True, **options)

    def check(request: Request) -> None:
        if request.url != path.as_uri():
            windows.errors.append(f"the report asks for {request.url}")

    window.page.on("request", check)
    window.page.goto(path.as_uri())
    return window.page


def test_a_report_is_read_in_light_and_in_dark_and_on_a_phone(windows: Windows, report: Path) -> None:
    shades = []
    for scheme in ("light", "dark"):
        page = open_report(windows, report, color_scheme=scheme)
        expect(page.get_by_role("heading", level=1)).to_have_text("Noughts and crosses")
        expect(page.get_by_role("img", name="Score of the first player by strength")).to_be_visible()
        expect(page.get_by_role("img", name="The ladder of strengths")).to_be_visible()
        shades.append(page.evaluate("getComputedStyle(document.querySelector('.study')).backgroundColor"))
        assert grave_problems(page) == []
    assert len(set(shades)) == 2
    phone = open_report(windows, report, phone=True)
    assert phone.evaluate("document.documentElement.scrollWidth") <= phone.viewport_size["width"]  # type: ignore[index]


def test_a_game_is_played_through(windows: Windows, report: Path) -> None:
    page = open_report(windows, report)
    replay = page.locator(".replay").first
    marks = replay.locator(".board .cross, .board .ring")
    end = marks.count()
    assert end > 4
    replay.get_by_role("button", name="back").click()
    expect(marks).to_have_count(end - 1)
    replay.get_by_role("slider").fill("1")
    expect(marks).to_have_count(1)
    first = re.search(r"(?:Opening: |\. )([abc][123])", replay.locator("p").inner_text())
    assert first is not None
    expect(replay.locator(".move")).to_have_text(f"1. {first[1]}")
    replay.get_by_role("button", name="forward").click()
    expect(marks).to_have_count(2)
