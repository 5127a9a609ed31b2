"""What a person sees in a browser where something went wrong, and where an invitation leads."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient

from tests.web.stage import Page, error, opened

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/nowhere", 404, "There is nothing at this address."),
        ("/static/nothing.js", 404, "There is nothing at this address."),
        ("/api/look", 405, "This address does not take that method."),
        ("/api/games/k3J9x0aQ2b", 401, "Send the header"),
    ],
)
def test_a_browser_gets_a_page_and_a_program_gets_json(
    server: TestClient, path: str, status: int, words: str
) -> None:
    page = server.get(path, headers=BROWSER)
    assert (page.status_code, page.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert words in page.text
    assert "<a href='/'>To the games</a>" in page.text
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    assert error(server.get(path))[0] == status


def test_a_page_leads_back_under_the_prefix_of_a_proxy(file_database: str) -> None:
    with opened(file_database, root_path="/play") as client:
        page = client.get("/play/nowhere", headers=BROWSER)
        assert "<a href='/play/'>To the games</a>" in page.text
        assert client.get("/play/static/css/docs.css").status_code == 200


@pytest.mark.parametrize(("host", "only_here"), [("127.0.0.1", True), ("0.0.0.0", False)])
def test_an_invitation_from_this_machine_offers_its_addresses(
    file_database: str, host: str, only_here: bool
) -> None:
    with opened(file_database, host=host) as client:
        page = Page.new(client, seats=("me", "friend"))
        local = client.get(
            f"/api/games/{page.id}/invitations", headers=page.headers | {"Host": "127.0.0.1:8000"}
        ).json()
        assert local["only_here"] is only_here
        for address in local["addresses"]:
            ip = ipaddress.ip_address(urlsplit(address).hostname or "")
            assert not ip.is_loopback
        named = client.get(
            f"/api/games/{page.id}/invitations", headers=page.headers | {"Host": "games.example"}
        ).json()
        assert (named["addresses"], named["only_here"]) == ([], False)
