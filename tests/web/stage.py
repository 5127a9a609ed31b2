"""What tests of the server are written with: a browser without a window."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from fastapi.testclient import TestClient

from plyground.web.http.app import create_app
from plyground.web.http.settings import ServerLimits, ServerSettings

ORIGIN = {"origin": "http://testserver"}
PLENTY = ServerLimits(
    requests=1e6, burst=10**6, new_games=1e6, new_burst=10**6, messages=1e6, message_burst=10**6
)
LONG = 300.0
"""Seconds after which a test gives up; nothing is measured by it."""


def opened(database: str, **changes: Any) -> TestClient:
    """A server on this database, and a client of it."""
    settings = ServerSettings(database=database, **({"limits": PLENTY} | changes))
    return TestClient(create_app(settings), raise_server_exceptions=False)


class Page:
    """Somebody with a token for a game."""

    def __init__(self, client: Any, id: str, token: str) -> None:
        self.client = client
        self.id = id
        self.token = token

    @classmethod
    def new(
        cls, client: Any, game: str = "noughts", seats: tuple[str, str] = ("me", "me"), **more: Any
    ) -> Page:
        """Somebody who has just made a game."""
        answer = client.post("/api/games", json={"game": game, "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        body = answer.json()
        return cls(client, body["state"]["id"], body["token"])

    def friend(self) -> Page:
        """Somebody who accepts an invitation to this game."""
        side, invitation = self.invitation()
        answer = self.client.post(
            f"/api/games/{self.id}/join", json={"side": side, "invitation": invitation, "claim": "c" * 20}
        )
        assert answer.status_code == 200, answer.text
        return Page(self.client, self.id, answer.json()["token"])

    def watcher(self) -> Page:
        """Somebody who only watches this game."""
        return Page(self.client, self.id, self.get("/invitations").json()["watch"])

    def invitation(self) -> tuple[int, str]:
        """The side and the invitation to it."""
        seats = self.get("/invitations").json()["seats"]
        side = next(side for side, invitation in enumerate(seats) if invitation)
        return side, seats[side]

    def get(self, path: str = "") -> Any:
        """The answer to a question about the game."""
        return self.client.get(f"/api/games/{self.id}{path}", headers=self.headers)

    def post(self, path: str, **body: Any) -> Any:
        """The answer to something done to the game."""
        return self.client.post(f"/api/games/{self.id}/{path}", json=body, headers=self.headers)

    def move(self, ply: int, move: str) -> Any:
        """The answer to a move."""
        return self.post("moves", ply=ply, move=move)

    def do(self, path: str, **more: Any) -> Any:
        """The answer to something about the game as it is now."""
        return self.post(path, version=self.state["version"], **more)

    @property
    def headers(self) -> dict[str, str]:
        """What every request carries."""
        return {"Authorization": f"Bearer {self.token}"}

    @property
    def state(self) -> dict[str, Any]:
        """The game as this page sees it."""
        answer = self.get()
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()
        return state

    @property
    def moves(self) -> list[str]:
        """The moves so far."""
        moves: list[str] = self.state["position"]["moves"]
        return moves

    def wait(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The state, once it is as wanted."""
        late = time.monotonic() + LONG
        while not wanted(state := self.state):
            assert time.monotonic() < late, state
            time.sleep(0.02)
        return state


def error(answer: Any) -> tuple[int, str]:
    """The status and the code of a refusal, which has the shape that every refusal has."""
    body = answer.json()
    assert set(body) == {"error"}
    assert body["error"]["message"]
    assert "Traceback" not in answer.text
    return answer.status_code, body["error"]["code"]


def until(socket: Any, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first message that is as wanted."""
    while True:
        message: dict[str, Any] = socket.receive_json()
        if wanted(message):
            return message


def of_type(kind: str, **more: Any) -> Callable[[dict[str, Any]], bool]:
    """Whether a message is of this type and has these values."""
    return lambda message: message["type"] == kind and all(message.get(key) == more[key] for key in more)
