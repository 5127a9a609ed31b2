"""Simulated people for `benchmarks.web_load`: browsers with an address each."""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

import websockets

LEVEL: Final = "3"
PING: Final = 20.0
"""Seconds after which a page says that it is still there."""
PATIENCE: Final = 120.0
"""Seconds for an answer, after which something is wrong."""
ATTEMPTS: Final = 100


class Address(Protocol):
    """Where the server is."""

    address: str
    """Ends with a slash; another one after a restart."""


@dataclass
class Tally:
    """What players saw."""

    answers: list[float] = field(default_factory=list)
    """Seconds from a move to the computer's answer, beyond its thinking."""
    posts: list[float] = field(default_factory=list)
    """Seconds from a move to its acknowledgement."""
    acknowledged: dict[str, list[str]] = field(default_factory=dict)
    """For each game the moves that the server has acknowledged, the computer's among them."""
    begun: int = 0
    finished: int = 0
    waited: int = 0
    """Answers during which the page said that others were ahead."""
    errors: list[str] = field(default_factory=list)

    @property
    def moves(self) -> int:
        """How many moves were acknowledged."""
        return sum(map(len, self.acknowledged.values()))


class Connection:
    """One connection that speaks HTTP, as a browser keeps it open: as little as it takes."""

    def __init__(self, server: Address, forwarded: str) -> None:
        self.server = server
        self.forwarded = forwarded
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: dict[str, Any], token: str = "") -> tuple[int, bytes]:
        """The status and the body of the answer."""
        parts = urlsplit(self.server.address)
        if self._streams is not None and self._streams[0].at_eof():
            self.close()
        if self._streams is None:
            self._streams = await asyncio.open_connection(parts.hostname, parts.port)
        reader, writer = self._streams
        content = json.dumps(body).encode()
        lines = [
            f"POST {parts.path}{path} HTTP/1.1",
            f"Host: {parts.netloc}",
            f"X-Forwarded-For: {self.forwarded}",
            "Content-Type: application/json",
            f"Content-Length: {len(content)}",
        ]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode() + content)
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
            return int(head.split(maxsplit=2)[1]), await reader.readexactly(length)
        except (OSError, EOFError):
            self.close()
            raise

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Player:
    """Plays one game after another until time is up.

    They think before each move for a time that is exponentially distributed with a mean of `pause` seconds.
    With `here` their browser makes the level's moves, at once. With `by_request` all moves are requests.
    """

    def __init__(
        self,
        number: int,
        server: Address,
        tally: Tally,
        game: str,
        pause: float,
        *,
        here: bool = False,
        by_request: bool = False,
    ) -> None:
        self.server, self.tally = server, tally
        self.game, self.pause, self.here, self.by_request = game, pause, here, by_request
        self.chance = random.Random(number)
        self.forwarded = f"10.0.{number // 250}.{number % 250 + 1}"
        self.http = Connection(server, self.forwarded)
        self.state: dict[str, Any] = {}
        self.token = ""
        self.changed = asyncio.Event()
        self.follows = asyncio.Event()
        """Whether the server knows that this player follows the game, and perhaps thinks for the level."""
        self.socket: websockets.ClientConnection | None = None
        self.asked = 0
        """Messages that were sent and have an answer."""
        self.answer: asyncio.Future[dict[str, Any] | None] | None = None
        """The answer to the last of them, once it is there; None if the socket broke."""

    async def play(self, arrival: float, until: float) -> None:
        """Come after a while and play whole games."""
        await asyncio.sleep(arrival)
        tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._ping())]
        try:
            while time.monotonic() < until:
                await self._one_game(until)
        except Exception as error:
            self.tally.errors.append(f"{type(error).__name__}: {error}"[:200])
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.http.close()

    async def _one_game(self, until: float) -> None:
        status, content = await self._send("api/games", {"game": self.game, "seats": ["me", LEVEL]})
        if status != 201:
            raise RuntimeError(f"{status} {content[:150]!r}")
        begun = json.loads(content)
        self.state, self.token = begun["state"], begun["token"]
        self.tally.begun += 1
        self.tally.acknowledged[self.state["id"]] = []
        self.follows.clear()
        await self._follow()
        await asyncio.wait_for(self.follows.wait(), PATIENCE)
        while not self.state["over"]:
            thinks_until = time.monotonic() + self.chance.expovariate(1 / self.pause)
            await asyncio.sleep(max(0.0, min(thinks_until, until) - time.monotonic()))
            if time.monotonic() >= until:
                return
            await self._one_move()
        self.tally.finished += 1

    async def _one_move(self) -> None:
        position = self.state["position"]
        began = time.perf_counter()
        await self._make_move()
        waited = False
        while not (self.state["over"] or self.state["can"]["move"]):
            if self.here and await self._make_level_move():
                continue
            self.changed.clear()
            thinking = self.state.get("thinking") or {}
            waited = waited or thinking.get("phase") == "queued"
            await asyncio.wait_for(self.changed.wait(), PATIENCE)
        if len(self.state["position"]["moves"]) > position["ply"] + 1:
            thought = 0.0 if self.here else self.state["times"][-1] or 0.0
            self.tally.answers.append(max(0.0, time.perf_counter() - began - thought))
            self.tally.waited += waited

    async def _make_move(self) -> None:
        """Make any legal move: over the socket if it is open, or by a request."""
        id, body = self.state["id"], self._any_move()
        began = time.perf_counter()
        state = await self._ask({"type": "move", "game": id, **body}) or await self._post_move(id, body)
        self.tally.posts.append(time.perf_counter() - began)
        self._take(state)

    async def _make_level_move(self) -> bool:
        """Make the level's move; False if the server has to, since it did not hear that this page thinks."""
        id, body = self.state["id"], self._any_move()
        if self.by_request:
            state: dict[str, Any] | None = await self._post_move(id, body)
        else:
            state = await self._ask({"type": "move", "game": id, **body})
        if state is not None:
            self._take(state)
        return state is not None

    def _any_move(self) -> dict[str, Any]:
        position = self.state["position"]
        return {"ply": position["ply"], "move": self.chance.choice(position["legal"])["move"]}

    async def _ask(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The state that answers a message; None if there is no answer, and so a request has to be sent."""
        if self.socket is None or self.by_request:
            return None
        self.asked += 1
        self.answer = asyncio.get_running_loop().create_future()
        await self._say({"id": self.asked, **message})
        return await self.answer

    async def _post_move(self, id: str, body: dict[str, Any]) -> dict[str, Any]:
        status, content = await self._send(f"api/games/{id}/moves", body, self.token)
        if status != 200:
            raise RuntimeError(f"{status} {content[:150]!r}")
        state: dict[str, Any] = json.loads(content)
        return state

    def _take(self, state: dict[str, Any]) -> None:
        if state["id"] == self.state["id"] and state["version"] >= self.state["version"]:
            self.state = state
            self.tally.acknowledged[state["id"]] = state["position"]["moves"]
        self.changed.set()

    async def _send(self, path: str, body: dict[str, Any], token: str = "") -> tuple[int, bytes]:
        """The answer; a request that got none is sent again as it was."""
        for _ in range(ATTEMPTS):
            with suppress(OSError, EOFError):
                async with asyncio.timeout(PATIENCE):
                    answer = await self.http.post(path, body, token)
                if answer[0] != 503:
                    return answer
            await asyncio.sleep(0.2 + self.chance.random() * 0.3)
        raise RuntimeError("the server does not come back")

    # The socket

    async def _listen(self) -> None:
        """Follow the game; connect again whenever the server is gone."""
        while True:
            address = self.server.address
            with suppress(OSError, EOFError, websockets.WebSocketException):
                async with websockets.connect(
                    address.replace("http", "ws") + "api/socket",
                    origin=websockets.Origin(address.rstrip("/")),
                    additional_headers={"X-Forwarded-For": self.forwarded},
                    open_timeout=PATIENCE,
                    ping_interval=None,
                ) as self.socket:
                    if self.token:
                        await self._follow()
                    async for text in self.socket:
                        self._hear(json.loads(text))
            self.socket = None
            self._answer(None)
            await asyncio.sleep(0.2 + self.chance.random())

    async def _follow(self) -> None:
        """Ask for all that happens in the game; a socket that is not open does so when it opens."""
        message = {"type": "follow", "game": self.state["id"], "token": self.token, "thinks": self.here}
        await self._say(message)

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(PING)
            await self._say({"type": "ping"})

    async def _say(self, message: dict[str, Any]) -> None:
        if self.socket is not None:
            with suppress(websockets.WebSocketException):
                await self.socket.send(json.dumps(message))

    def _answer(self, state: dict[str, Any] | None) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(state)

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "state":
            if message.get("id") == self.asked:
                self._answer(message["state"])
            if message["state"]["id"] == self.state["id"]:
                self.follows.set()
            self._take(message["state"])
        elif message["type"] == "thinking" and message["game"] == self.state["id"]:
            self.state["thinking"] = message["thinking"]
            self.changed.set()
        elif message["type"] == "error":
            if message.get("id") == self.asked:
                self._answer(None)
            else:
                self.tally.errors.append(f"socket: {message['error']}"[:200])
