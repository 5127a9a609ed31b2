"""What the server sends is what /openapi.json and docs/web-api.md say, over HTTP and the socket."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from fastapi.testclient import TestClient

from tests.web.stage import ORIGIN, Page, of_type, opened, until

PAGE = Path(__file__).parents[2] / "docs" / "web-api.md"
INNER = {"HTTPValidationError", "ValidationError"}
"""Structures of FastAPI's own that this server never sends."""


class Document:
    """What /openapi.json says, taken strictly: what it does not name must not be sent."""

    def __init__(self, client: TestClient) -> None:
        self.content: dict[str, Any] = client.get("/openapi.json").json()
        self.schemas: dict[str, Any] = self.content["components"]["schemas"]
        for schema in self.schemas.values():
            if "properties" in schema:
                schema["additionalProperties"] = False

    def check(self, schema: dict[str, Any], value: object) -> None:
        """Fail if a value is not what the schema says."""
        validator = jsonschema_rs.validator_for({**schema, "components": self.content["components"]})
        assert [str(error) for error in validator.iter_errors(value)] == []

    def check_answer(self, method: str, path: str, answer: Any) -> None:
        """Fail if an answer is not what the document says of its address and status."""
        described = self.content["paths"][path][method]["responses"][str(answer.status_code)]
        self.check(described["content"]["application/json"]["schema"], answer.json())


@pytest.fixture
def document(server: TestClient) -> Document:
    return Document(server)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("look", {"game": "noughts", "moves": "a1 b2", "losing": True, "hot": True, "frames": True}),
        ("look", {"game": "noughts", "moves": "a1 b1 a2 b2 a3"}),
        ("look", {"game": "numerical", "moves": "a1=1"}),
        ("look", {"game": "chess"}),
        ("hint", {"game": "noughts", "moves": "a1 b2", "seconds": 0.1}),
        ("look", {"game": "noughts", "moves": "a1 b2 a2", "forced": True}),
        ("setup", {"game": "noughts"}),
        ("theorem", {"game": "gomoku", "moves": ["0,0", "3,3"]}),
        ("setup", {"game": "noughts", "marks": {"a1": "X"}, "side": 0}),
        (
            "attempt",
            {
                "game": "noughts",
                "moves": "b2",
                "move": "a1",
                "made": "a2",
                "better": "a1",
                "before": {"value": "draw"},
                "seconds": 5,
            },
        ),
        ("lab", {"game": "noughts", "moves": "b2", "depth": 2}),
        ("lab", {"game": "noughts", "moves": "b2 a1", "depth": 2, "algorithm": "dfpn"}),
        ("lab", {"game": "noughts", "moves": "b2 a1", "rounds": 5, "algorithm": "mcts"}),
        ("lab/compare", {"game": "noughts", "depth": 2}),
        ("read", {"text": "noughts b2"}),
        ("write", {"game": "noughts", "moves": "b2", "resigned": 0}),
    ],
)
def test_answers_about_positions_are_as_documented(
    server: TestClient, document: Document, path: str, body: dict[str, Any]
) -> None:
    document.check_answer("post", f"/api/{path}", server.post(f"/api/{path}", json=body))


def test_the_catalogue_is_as_documented(server: TestClient, document: Document) -> None:
    document.check_answer("get", "/api/catalogue", server.get("/api/catalogue"))
    document.check_answer("get", "/api/catalogue/{name}/demo", server.get("/api/catalogue/noughts/demo"))


def test_answers_about_games_are_as_documented(server: TestClient, document: Document) -> None:
    body = {"game": "noughts", "seats": ["me", "friend"], "comments": ["why"], "moves": ["b2"]}
    answer = server.post("/api/games", json=body)
    document.check_answer("post", "/api/games", answer)
    page = Page(server, answer.json()["state"]["id"], answer.json()["token"])
    side, invitation = page.invitation()
    joined = server.post(
        f"/api/games/{page.id}/join", json={"side": side, "invitation": invitation, "claim": "c" * 20}
    )
    document.check_answer("post", "/api/games/{id}/join", joined)
    friend = Page(server, page.id, joined.json()["token"])
    document.check_answer("post", "/api/games/{id}/moves", friend.move(1, "a1"))
    document.check_answer("post", "/api/games/{id}/moves", page.move(1, "a2"))
    document.check_answer("post", "/api/games/{id}/moves", page.move(2, "b2"))
    document.check_answer("post", "/api/games/{id}/undo", page.do("undo"))
    document.check_answer("post", "/api/games/{id}/resign", page.do("resign"))
    document.check_answer("get", "/api/games/{id}", page.get())
    document.check_answer("get", "/api/games/{id}", Page(server, page.id, "t" * 43).get())
    document.check_answer("get", "/api/games/{id}/invitations", page.get("/invitations"))
    document.check_answer("get", "/api/games/{id}/export", page.get("/export"))
    keys = [{"id": page.id, "token": page.token}, {"id": "nothing", "token": "none"}]
    document.check_answer("post", "/api/mine", server.post("/api/mine", json={"games": keys}))
    card = server.post("/api/scorecard", json={"games": keys, "id": page.id})
    document.check_answer("post", "/api/scorecard", card)


def test_messages_of_the_socket_are_as_documented(server: TestClient, document: Document) -> None:
    page = Page.new(server, seats=("me", "1"))
    asked = {"game": "noughts", "moves": "a1 b2 a2", "seconds": 0.2}
    seen: dict[str, int] = {}

    def check(message: dict[str, Any]) -> bool:
        document.check(document.content["x-socket"]["from_server"], message)
        seen[message["type"]] = seen.get(message["type"], 0) + 1
        return False

    with server.websocket_connect("/api/socket", headers=ORIGIN) as socket:
        for message, kind, more in (
            ({"type": "follow", "id": 1, "game": page.id, "token": page.token}, "state", {}),
            ({"type": "follow", "id": 2, "game": page.id, "token": page.token, "version": 1}, "same", {}),
            ({"type": "analyse", "id": "a", **asked}, "analysis", {"phase": "done"}),
            ({"type": "report", "id": "r", **asked}, "report", {"phase": "done"}),
            ({"type": "analyse", "id": "s", "game": "noughts:4x4", "seconds": 60}, None, {}),
            ({"type": "stop", "id": "s"}, "analysis", {"phase": "stopped"}),
            ({"type": "ping"}, "pong", {}),
            ({"type": "nonsense"}, "error", {}),
        ):
            socket.send_json(message)
            if kind is not None:
                wanted = of_type(kind, **more)
                until(socket, lambda heard, wanted=wanted: check(heard) or wanted(heard))  # type: ignore[misc]
        page.move(0, "a1")
        until(socket, lambda heard: check(heard) or heard.get("state", {}).get("version") == 3)
    kinds = document.schemas
    documented = {
        kinds[each["$ref"].rpartition("/")[2]]["properties"]["type"]["const"]
        for each in document.schemas["FromServer"]["anyOf"]
    }
    assert documented - {"thinking", "class", "dismissed"} <= set(seen) <= documented


def test_a_class_is_as_documented(file_database: str) -> None:
    with opened(file_database, classroom=True) as server:
        document = Document(server)
        from_server = document.content["x-socket"]["from_server"]
        teacher = {"Authorization": f"Bearer {server.app.state.site.classroom.teacher_token}"}  # type: ignore[attr-defined]
        room = server.get("/api/class", headers=teacher)
        document.check_answer("get", "/api/class", room)
        body = {"code": room.json()["code"], "name": "Ada", "claim": "c" * 20}
        joined = server.post("/api/class/join", json=body)
        document.check_answer("post", "/api/class/join", joined)
        with server.websocket_connect("/api/socket", headers=ORIGIN) as socket:
            socket.send_json({"type": "attend", "id": 1, "token": joined.json()["token"]})
            document.check(from_server, until(socket, of_type("class", id=1)))
            for path, asked in (
                ("games", {"game": "noughts", "odd": "1"}),
                ("control", {"shown": {"game": "noughts", "moves": ["b2"]}}),
                ("remove", {"pupil": 1}),
            ):
                answer = server.post(f"/api/class/{path}", json=asked, headers=teacher)
                assert answer.status_code == 200
                document.check_answer("post", f"/api/class/{path}", answer)
            document.check(from_server, until(socket, of_type("dismissed")))
        lesson = server.get("/api/lessons/search-4-alpha-beta")
        document.check_answer("get", "/api/lessons/{name}", lesson)
        document.check_answer("get", "/api/lessons/{name}", server.get("/api/lessons/nothing"))
        document.check_answer("get", "/api/lessons", server.get("/api/lessons"))
        given = server.post(
            "/api/class/task", json={"kind": "lesson", "name": lesson.json()["name"]}, headers=teacher
        )
        document.check_answer("post", "/api/class/task", given)
        assert given.json()["task"]["items"] == lesson.json()["tasks"]
        for path in ("results", "choices"):
            answer = server.get(f"/api/class/{path}", headers=teacher)
            document.check_answer("get", f"/api/class/{path}", answer)
        renewed = server.post("/api/class/renew", headers=teacher)
        document.check_answer("post", "/api/class/renew", renewed)
        assert renewed.json()["code"] != room.json()["code"]


def test_the_page_names_every_key(document: Document) -> None:
    named = set(re.findall(r'["`]([a-z_]+)["`.:\[]', PAGE.read_text()))
    missing = {
        f"{name}.{key}"
        for name, schema in document.schemas.items()
        for key in schema.get("properties", {})
        if name not in INNER and key not in named
    }
    assert missing == set()
