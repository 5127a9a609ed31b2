"""What stands between the network and the rest: headers, limits, errors, prefixes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import create_engine

from plyground.web.games.batch_writer import BatchWriter
from plyground.web.http.middleware import POLICY
from tests.web.stage import ORIGIN, PLENTY, Page, error, opened

JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    "path", ["/api/catalogue", "/health", "/metrics", "/docs", "/openapi.json", "/nothing"]
)
def test_every_answer_has_the_strict_headers(server: TestClient, path: str) -> None:
    headers = server.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert "'unsafe-inline'" not in POLICY
    assert "'unsafe-eval'" not in POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_the_docs_need_nothing_from_outside(server: TestClient) -> None:
    page = server.get("/docs").text
    assert "POST /api/games/{id}/moves" in page
    assert "http://" not in page
    assert "https://" not in page
    assert "<script" not in page


def test_health_and_metrics(server: TestClient) -> None:
    Page.new(server).move(0, "b2")
    assert server.get("/health").json() == {"status": "ok"}
    text = server.get("/metrics").text
    assert 'plyground_moves_total{by="person"} 1.0' in text
    assert "plyground_games_total 1.0" in text
    assert 'route="/api/games/{id}/moves"' in text


def test_unknown_addresses_and_methods(server: TestClient) -> None:
    assert error(server.get("/nothing")) == (404, "not_found")
    assert error(server.get("/static/../app.py")) == (404, "not_found")
    assert error(server.get("/static/%2e%2e/app.py")) == (404, "not_found")
    answer = server.delete("/api/games")
    assert error(answer) == (405, "bad_method")
    assert answer.headers["allow"] == "POST"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"\xff\xfe",
        b"[" * 90_000,
        b'{"game": ' + b"9" * 5000 + b"}",
        b'{"game": NaN}',
    ],
)
def test_what_is_not_json_is_refused(server: TestClient, content: bytes) -> None:
    assert error(server.post("/api/look", content=content, headers=JSON)) == (400, "bad_request")


def test_other_kinds_of_content_are_refused(server: TestClient) -> None:
    body = b'{"game": "noughts"}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        answer = server.post("/api/look", content=body, headers={"Content-Type": kind})
        assert error(answer) == (400, "bad_request")


def test_what_is_too_large_is_refused(server: TestClient) -> None:
    body = b'{"game": "' + b"x" * 100_000 + b'"}'
    assert error(server.post("/api/look", content=body, headers=JSON)) == (413, "too_large")
    chunks = (body[at : at + 1000] for at in range(0, len(body), 1000))
    assert error(server.post("/api/look", content=chunks, headers=JSON)) == (413, "too_large")


def test_too_many_requests_from_one_address_have_to_wait(file_database: str) -> None:
    with opened(file_database, limits=replace(PLENTY, requests=0.001, burst=3)) as client:
        for _ in range(3):
            assert client.get("/api/catalogue").status_code == 200
        answer = client.get("/api/catalogue")
        assert error(answer) == (429, "too_many")
        assert int(answer.headers["retry-after"]) == answer.json()["error"]["retry_after"] > 0
        assert client.get("/health").status_code == 200


def test_too_many_new_games_from_one_address_have_to_wait(file_database: str) -> None:
    with opened(file_database, limits=replace(PLENTY, new_games=0.001, new_burst=2)) as client:
        page = Page.new(client)
        Page.new(client)
        assert error(client.post("/api/games", json={"game": "noughts"})) == (429, "too_many")
        assert page.move(0, "b2").status_code == 200


def test_a_mistake_of_ours_is_noted_and_not_shown(
    server: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    site = server.app.state.site  # type: ignore[attr-defined]
    site.store.version = lambda id: 1 / 0
    answer = Page(server, "x" * 10, "y" * 43).get()
    assert error(answer) == (500, "broken")
    assert "ZeroDivisionError" not in answer.text
    assert any(record.exc_info for record in caplog.records)


def test_a_database_that_fails_is_told_as_busy(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page.new(server)
    store = server.app.state.site.store  # type: ignore[attr-defined]
    with monkeypatch.context() as broken:
        gone = create_engine("sqlite:////nowhere/at/all/games.sqlite3")
        broken.setattr(store, "_engine", gone)
        broken.setattr(store, "_writer", BatchWriter(gone))
        assert error(page.move(0, "b2")) == (503, "busy")
        assert error(page.get()) == (503, "busy")
        assert server.get("/health").status_code == 503
    assert page.moves == []
    assert page.move(0, "b2").status_code == 200


@pytest.mark.parametrize("stripped", [True, False])
def test_everything_works_under_a_prefix(file_database: str, stripped: bool) -> None:
    with opened(file_database, root_path="/some/where") as client:
        before = "" if stripped else "/some/where"
        answer = client.post(f"{before}/api/games", json={"game": "noughts", "seats": ["me", "me"]})
        assert answer.status_code == 201
        assert client.get(f"{before}/health").status_code == 200
        assert "POST /api/games" in client.get(f"{before}/docs").text
        with client.websocket_connect(f"{before}/api/socket", headers=ORIGIN) as socket:
            assert socket.receive_json()["type"] == "hello"


def test_the_prefix_without_a_slash_leads_to_the_page(file_database: str) -> None:
    with opened(file_database, root_path="/some/where") as client:
        answer = client.get("/some/where", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (307, "/some/where/")
