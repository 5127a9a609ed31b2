"""Games that expire, and what a list of games may cost."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing

from fastapi.testclient import TestClient

from tests.web.stage import LONG, ORIGIN, Page, error, of_type, opened, until

DAY = 86_400


def test_games_expire_that_nobody_has_changed(file_database: str) -> None:
    with opened(file_database) as client:
        kept, old = Page.new(client), Page.new(client, moves=["b2"])
    with closing(sqlite3.connect(file_database.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute(
            "UPDATE plyground_games SET updated = ? WHERE id = ?", (time.time() - 2 * DAY, old.id)
        )
    with opened(file_database, expire=1) as client:
        kept, old = (Page(client, page.id, page.token) for page in (kept, old))
        late = time.monotonic() + LONG
        while old.get().status_code == 200:
            assert time.monotonic() < late
        assert error(old.get()) == (404, "not_found")
        assert kept.get().status_code == 200


def test_a_game_does_not_expire_while_somebody_looks_at_it(client: TestClient) -> None:
    site = client.app.state.site  # type: ignore[attr-defined]
    old, watched = Page.new(client, moves=["b2"]), Page.new(client)
    with client.websocket_connect("/api/socket", headers=ORIGIN) as socket:
        socket.send_json({"type": "follow", "game": watched.id, "token": watched.token})
        until(socket, of_type("state"))
        assert client.portal is not None
        gone = client.portal.call(site.registry.expire, time.time() + 1, lambda id: site.hub.count(id) > 0)
        assert gone == 1
        assert (old.get().status_code, watched.get().status_code) == (404, 200)


def test_without_the_setting_nothing_expires(file_database: str) -> None:
    with opened(file_database) as client:
        page = Page.new(client)
    with opened(file_database) as client:
        assert Page(client, page.id, page.token).get().status_code == 200


def test_a_list_of_games_is_bounded_by_its_question(server: TestClient) -> None:
    cells = [f"{step % 40 * 3},{step // 40 * 3}" for step in range(1600)]
    pages = [Page.new(server, "gomoku", moves=cells) for _ in range(4)]
    keys = [{"id": page.id, "token": page.token} for page in pages]
    answer = server.post("/api/mine", json={"games": keys})
    assert all(game["found"] for game in answer.json()["games"])
    assert len(answer.content) < 50 * len(json.dumps(keys))
    assert error(server.post("/api/mine", json={"games": keys + keys})) == (400, "bad_request")
