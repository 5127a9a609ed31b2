"""Links and addresses that lead nowhere say so in words, and an invitation says who can open it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Windows
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.window import Window


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("nowhere/at/all", "There is no page #/nowhere/at/all here."),
        ("watch/k3J9x0aQ2b/short", "This link for watchers opens no game"),
        (f"watch/k3J9x0aQ2b/{'t' * 43}", "This link for watchers opens no game"),
        ("join/k3J9x0aQ2b/1/nothing", "This invitation opens no game"),
        ("join/k3J9x0aQ2b/nobody/nothing", "This invitation opens no game"),
        ("game/k3J9x0aQ2b", "This browser has no seat in that game."),
        ("look/chess/e4", "There is no game 'chess' here"),
        ("look/noughts/z9", "Move 1: 'z9' is no cell"),
    ],
)
def test_a_link_that_leads_nowhere_says_so(windows: Windows, window: Window, place: str, words: str) -> None:
    windows.expected = ("status of 4",)
    window.go(place)
    expect(window.page.get_by_role("heading", name="Nothing here")).to_be_visible()
    expect(window.page.locator("main")).to_contain_text(words)
    window.page.get_by_role("link", name="To the games").click()
    expect(window.page.locator(".cards")).to_be_visible()


def test_an_address_of_the_server_that_does_not_exist_is_a_page(windows: Windows, window: Window) -> None:
    windows.expected = ("status of 4",)
    window.page.goto(f"{window.address}nowhere")
    expect(window.page.get_by_role("heading", name="Nothing here")).to_be_visible()
    expect(window.page.get_by_text("There is nothing at this address.")).to_be_visible()
    window.page.get_by_role("link", name="To the games").click()
    expect(window.page.locator(".cards")).to_be_visible()


def test_an_invitation_says_that_only_this_machine_can_open_it(window: Window) -> None:
    window.new_game("noughts", ("me", "friend"))
    invitation = window.page.get_by_role("region", name="Invitation")
    expect(invitation).to_contain_text("Only this machine can open that link: 127.0.0.1")
    window.page.get_by_role("button", name="Share").click()
    expect(window.page.get_by_role("dialog")).to_contain_text("Only this machine can open that link")


def test_links_that_others_can_open_are_offered(windows: Windows, tmp_path: Path) -> None:
    windows.expected = ("Cross-Origin-Opener-Policy",)  # a browser heeds it only on https or on this machine
    server = ServerProcess(tmp_path, "--host", "0.0.0.0")
    server.start()
    try:
        window = windows.open(server)
        window.new_game("noughts", ("me", "friend"))
        invitation = window.page.get_by_role("region", name="Invitation")
        expect(invitation).to_contain_text("Only this machine can open that link")
        links = invitation.get_by_role("textbox").evaluate_all("(all) => all.map((one) => one.value)")
        for link in links[1:]:
            friend = windows.open(server)
            friend.page.goto(link)
            friend.await_headline("Waiting|Your turn|to move")
            break
    finally:
        server.stop()
