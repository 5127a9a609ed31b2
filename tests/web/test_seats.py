"""One seat, one secret: nobody moves for a seat whose token they do not have. On both databases."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from fastapi.testclient import TestClient

from plyground.web.games.tokens import new_game_id, new_token
from plyground.web.http.logs import JsonLines
from tests.web.stage import ORIGIN, Page, error, of_type, until

ACTIONS = ["undo", "redo", "swap", "resign", "again", "decline", "pace"]


@pytest.fixture
def host(client: TestClient) -> Page:
    """Somebody who waits for a friend."""
    return Page.new(client, seats=("me", "friend"))


def everything(page: Page, version: int, ply: int) -> list[Any]:
    """The answers to everything that a token can be tried on."""
    return [
        page.get(),
        page.get("/invitations"),
        page.get("/export"),
        page.move(ply, "a1"),
        *(page.post(action, version=version) for action in ACTIONS),
    ]


def test_without_a_token_nothing_is_told(client: TestClient, host: Page) -> None:
    for headers in (
        {},
        {"Authorization": "Basic eDp5"},
        {"Authorization": "Bearer "},
        {"Authorization": "Bearer x"},
    ):
        path = f"/api/games/{host.id}"
        assert error(client.get(path, headers=headers)) == (401, "no_token")
        assert error(client.get(f"{path}/invitations", headers=headers)) == (401, "no_token")
        body = {"ply": 0, "move": "a1"}
        assert error(client.post(f"{path}/moves", json=body, headers=headers)) == (401, "no_token")
        for action in ACTIONS:
            answer = client.post(f"{path}/{action}", json={"version": 1}, headers=headers)
            assert error(answer) == (401, "no_token")
    assert host.state["version"] == 1


def test_foreign_tokens_open_nothing_and_look_like_no_game_at_all(client: TestClient, host: Page) -> None:
    other = Page.new(client)
    _, invitation = host.invitation()
    swapped = host.token.swapcase()
    thieves = [new_token(), other.token, invitation, other.watcher().token, swapped, host.token[:-1] + "~"]
    for token in thieves:
        for answer in everything(Page(client, host.id, token), 1, 0):
            assert error(answer) in [(404, "not_found"), (401, "no_token")]
    nowhere = Page(client, new_game_id(), host.token).get()
    somewhere = Page(client, host.id, new_token()).get()
    assert nowhere.status_code == somewhere.status_code
    assert nowhere.json() == somewhere.json()
    assert host.state["version"] == 1


def test_a_watcher_reads_and_does_nothing(host: Page) -> None:
    watcher = host.watcher()
    assert watcher.state["you"] == {"sides": [], "owner": False}
    assert watcher.state["can"]["invite"] == []
    invitations = watcher.get("/invitations").json()
    assert (invitations["seats"], invitations["watch"]) == ([None, None], watcher.token)
    assert error(watcher.move(0, "a1")) == (403, "not_yours")
    for action in ACTIONS:
        assert error(watcher.post(action, version=1)) == (403, "not_yours")
    assert host.state["version"] == 1


def test_nobody_moves_for_the_other_side(host: Page) -> None:
    friend = host.friend()
    assert error(friend.move(0, "a1")) == (403, "not_yours")
    assert host.move(0, "a1").status_code == 200
    assert error(host.move(1, "a2")) == (403, "not_yours")
    assert error(friend.move(0, "a1")) == (403, "not_yours")
    assert friend.move(1, "a2").status_code == 200
    assert host.moves == ["a1", "a2"]


def test_resigning_is_for_ones_own_side_only(host: Page) -> None:
    friend = host.friend()
    assert friend.do("resign").json()["resigned"] == 1
    assert host.state["result"] == "1-0"


def test_after_a_swap_the_tokens_have_changed_sides(host: Page) -> None:
    friend = host.friend()
    host.do("swap")
    friend.do("swap")
    assert error(host.move(0, "a1")) == (403, "not_yours")
    assert friend.move(0, "a1").status_code == 200


def test_an_invitation_is_good_for_one_friend(client: TestClient, host: Page) -> None:
    side, invitation = host.invitation()
    path = f"/api/games/{host.id}/join"

    def join(claim: str, invitation: str = invitation) -> Any:
        return client.post(path, json={"side": side, "invitation": invitation, "claim": claim})

    assert error(join("c" * 16, new_token())) == (404, "not_found")
    first = join("friend-friend-friend")
    assert first.status_code == 200
    assert error(join("thief-thief-thief")) == (409, "taken")
    repeated = join("friend-friend-friend")
    assert repeated.json()["token"] == first.json()["token"]
    assert host.get("/invitations").json()["seats"] == [None, None]
    assert first.json()["token"] not in (invitation, host.token)


def test_only_the_maker_of_a_game_reads_its_invitations(client: TestClient) -> None:
    host = Page.new(client, seats=("friend", "friend"))
    first, second = host.get("/invitations").json()["seats"]
    assert first != second
    friend = host.friend()
    assert friend.get("/invitations").json()["seats"] == [None, None]
    assert host.get("/invitations").json()["seats"] == [None, second]
    body = {"side": 1, "invitation": first, "claim": "another-claim-1234"}
    assert error(client.post(f"/api/games/{host.id}/join", json=body)) == (409, "taken")


def test_an_invitation_of_one_game_opens_no_other(client: TestClient, host: Page) -> None:
    other = Page.new(client, seats=("me", "friend"))
    side, invitation = host.invitation()
    body = {"side": side, "invitation": invitation, "claim": "c" * 20}
    assert error(client.post(f"/api/games/{other.id}/join", json=body)) == (404, "not_found")


def test_no_state_holds_a_secret(host: Page) -> None:
    watcher = host.watcher()
    _, invitation = host.invitation()
    friend = host.friend()
    secrets = {host.token, friend.token, watcher.token, invitation}
    for page in (host, friend, watcher):
        assert not any(secret in page.get().text for secret in secrets)
        assert not any(secret in page.get("/export").text for secret in secrets)


def test_a_socket_follows_only_with_a_token(client: TestClient, host: Page) -> None:
    with client.websocket_connect("/api/socket", headers=ORIGIN) as socket:
        for id, token in enumerate([new_token(), "", host.invitation()[1]]):
            socket.send_json({"type": "follow", "id": id, "game": host.id, "token": token})
            refusal = until(socket, of_type("error", id=id))
            assert refusal["error"]["code"] == "not_found"
        host.move(0, "b2")
        socket.send_json({"type": "ping", "id": 9})
        assert until(socket, lambda message: message["type"] != "hello")["type"] == "pong"


def test_no_secret_comes_into_the_log_or_the_database(
    client: TestClient, caplog: pytest.LogCaptureFixture, database: str
) -> None:
    caplog.set_level(logging.DEBUG)
    host = Page.new(client, seats=("me", "friend"))
    _, invitation = host.invitation()
    friend, watcher = host.friend(), host.watcher()
    host.move(0, "b2")
    watcher.get()
    client.get(f"/api/games/{host.id}/{host.token}", headers=host.headers)
    client.get(f"/api/games/{host.id}?token={host.token}", headers=host.headers)
    with client.websocket_connect("/api/socket", headers=ORIGIN) as socket:
        socket.send_json({"type": "follow", "game": host.id, "token": host.token})
        until(socket, of_type("state"))
    lines = [JsonLines().format(record) for record in caplog.records if record.name.startswith("plyground")]
    assert any("/moves" in line for line in lines)
    text = "\n".join(lines)
    assert not any(secret in text for secret in (host.token, friend.token, watcher.token, invitation))
    if database.startswith("sqlite"):
        from pathlib import Path

        files = Path(database.removeprefix("sqlite:///")).parent.glob("games.sqlite3*")
        stored = b"".join(file.read_bytes() for file in files)
        assert host.id.encode() in stored
        assert host.token.encode() not in stored
        assert friend.token.encode() not in stored
