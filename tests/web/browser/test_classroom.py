"""A class in real browsers: the teacher at a desk, pupils with phones, and a server that is killed."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.axe import grave_problems
from tests.web.browser.conftest import Windows
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.window import Window

NASTY = "<b>=Zoë</b>"
"""A name that must be shown as it is written."""


@pytest.fixture
def school(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server with a class."""
    server = ServerProcess(tmp_path / "school", "--class")
    server.start()
    yield server
    server.stop()


def teacher_place(school: ServerProcess) -> str:
    """The place of the teacher's page, as the server prints it."""
    found = re.search(r"The teacher's page, for you alone: \S+/#/(teach/\S+)", school.log())
    assert found is not None
    return found[1]


def come(window: Window, link: str, name: str) -> None:
    """Come to the class by its link, with a name."""
    window.page.goto(link)
    window.page.get_by_label("Your name").fill(name)
    window.page.keyboard.press("Enter")
    expect(window.page.get_by_role("heading", name="Hello")).to_contain_text(name)


def paired(page: Page) -> None:
    """Wait until a pupil is at a board."""
    expect(page).to_have_url(re.compile("#/game/"))
    page.locator("svg.grid[role=grid]").wait_for()


def play_until_paused(first: Window, second: Window) -> tuple[Window, Window]:
    """Two moves, by whoever begins and by the other; both in that order."""
    expect(first.page.locator(".headline")).to_have_text(re.compile("Your turn|to move"))
    if "Your turn" not in first.headline:
        first, second = second, first
    first.pick("b2", "touch")
    expect(second.page.locator(".headline")).to_have_text("Your turn")
    second.pick("a1", "touch")
    expect(first.page.locator(".move.main")).to_have_text(["b2", "a1"])
    return first, second


def test_a_lesson_in_a_room(windows: Windows, school: ServerProcess) -> None:
    windows.expected = ("Failed to load resource", "WebSocket", "ERR_CONNECTION")
    teacher = windows.open(school)
    teacher.page.goto(f"{school.address}#/{teacher_place(school)}")
    page = teacher.page
    link = page.get_by_label("Link to the class", exact=True).input_value()
    link = re.sub(r"^http://[^/]+/", school.address, link)
    expect(page).to_have_url(re.compile("#/teach$"))
    pupils = [windows.open(school, phone=True) for _ in range(2)]
    for pupil, name in zip(pupils, (NASTY, "Ben"), strict=True):
        come(pupil, link, name)
    expect(page.locator(".pupil-name")).to_have_text([NASTY, "Ben"])
    assert grave_problems(page) == []
    assert grave_problems(pupils[0].page) == []

    # Games: paired by the keyboard alone, seen small and large.
    page.get_by_label("Game", exact=True).select_option("noughts")
    page.get_by_role("button", name="Pair everybody").focus()
    page.keyboard.press("Enter")
    for pupil in pupils:
        paired(pupil.page)
    first, _ = play_until_paused(*pupils)
    small = page.locator(".wall-board")
    expect(small).to_have_count(1)
    expect(small.locator(".mark")).to_have_count(2)
    expect(small).to_contain_text(NASTY)
    small.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".wall-large .mark")).to_have_count(2)
    assert grave_problems(page) == []

    # A pause holds on the server and on the page.
    page.locator("body").click(position={"x": 5, "y": 5})
    page.keyboard.press("p")
    expect(first.page.locator(".class-veil")).to_have_text("Your teacher has paused the class.")
    assert grave_problems(first.page) == []
    page.keyboard.press("p")
    expect(first.page.locator(".class-veil")).to_be_hidden()

    # A position for everybody.
    page.get_by_role("button", name="Show to everybody").click()
    for pupil in pupils:
        expect(pupil.page.locator(".class-shown .mark")).to_have_count(2)
    page.get_by_role("button", name="Stop showing").click()
    expect(first.page.locator(".class-veil")).to_be_hidden()

    # Help goes and comes back.
    expect(first.page.get_by_role("button", name="Hint")).to_be_visible()
    page.get_by_role("button", name="Take hints and analysis away").click()
    for pupil in pupils:
        expect(pupil.page.get_by_role("button", name="Hint")).to_be_hidden()
        expect(pupil.page.locator(".analysis")).to_be_hidden()

    # The server is killed; teacher and pupils reload and have everything back.
    school.stop(kill=True)
    school.start()
    for window in (teacher, *pupils):
        window.page.reload()
    expect(page.get_by_role("button", name="Give hints and analysis back")).to_be_visible()
    expect(page.locator(".wall-board .mark")).to_have_count(2)
    expect(first.page.locator(".class-words")).to_contain_text("no hints")
    first.pick("c1", "touch")
    expect(page.locator(".wall-board .mark")).to_have_count(3)
    with page.expect_download() as download:
        page.get_by_role("button", name="Results as CSV").click()
    table = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text(encoding="utf-8"))))
    assert sorted(row["pupil"] for row in table) == sorted([NASTY, "Ben"])
    assert {row["result"] for row in table} == {"under way"}
