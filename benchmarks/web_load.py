"""How many games at once a server holds, and what becomes of moves when it is killed.

    python -m benchmarks.web_load --players 50 100 200 --seconds 40 --kill

Starts `plyground serve` in a process of its own, and so many simulated players in this one. Each plays whole
games against level 3 over HTTP and a socket, thinking for a while before every move. The table tells how
long the computer's answers took beyond its own thinking, and compares what players saw acknowledged with what
is in the database afterwards. Clients and server share the machine, so the truth is better than the table.

With `--here` the players' browsers think, as they do by default: the level's moves come from them (any legal
one, since their processors are not those of the server), and the server keeps the games.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import websockets

from plyground import catalogue
from plyground.web.games.store import Store

LEVEL = "3"


@dataclass
class Tally:
    """What players saw."""

    answers: list[float] = field(default_factory=list)
    """Seconds from a move to the computer's answer, beyond its thinking."""
    posts: list[float] = field(default_factory=list)
    """Seconds from a move to its acknowledgement."""
    acknowledged: dict[str, list[str]] = field(default_factory=dict)
    """For each game the moves that the server has acknowledged, the computer's among them."""
    finished: int = 0
    waited: int = 0
    """Answers during which the page said that others were ahead."""
    errors: list[str] = field(default_factory=list)


class Server:
    """`plyground serve` in a process of its own."""

    def __init__(self, database: str, port: int) -> None:
        self.database = database
        self.port = port
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Begin, and wait until it answers."""
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "plyground", "serve", "--port", str(self.port), "--database", self.database,
            "--requests", "100000", "--sockets", "100000", stdout=asyncio.subprocess.PIPE,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        assert self.process.stdout is not None
        line = (await self.process.stdout.readline()).decode()
        self.address = line.split()[3]
        self.port = int(self.address.split(":")[2].split("/")[0])
        async with httpx2.AsyncClient(timeout=60) as client:
            while True:
                with suppress(httpx2.TransportError):
                    await client.get(self.address + "health")
                    return
                await asyncio.sleep(0.05)

    async def end(self, how: signal.Signals) -> None:
        """Stop or kill."""
        assert self.process is not None
        self.process.send_signal(how)
        await self.process.wait()


class Player:
    """Plays one game after another until time is up."""

    def __init__(
        self,
        server: Server,
        client: httpx2.AsyncClient,
        tally: Tally,
        game: str,
        pause: float,
        *,
        here: bool = False,
    ) -> None:
        self.server, self.client, self.tally = server, client, tally
        self.game, self.pause, self.here = game, pause, here
        self.chance = random.Random(id(self))
        self.state: dict[str, Any] = {}
        self.changed = asyncio.Event()
        self.follows = asyncio.Event()
        """Whether the server knows that this player follows the game, and perhaps thinks for the level."""

    async def play(self, until: float) -> None:
        """Play whole games."""
        try:
            await asyncio.sleep(self.chance.random() * self.pause)
            while time.monotonic() < until:
                await self._one_game(until)
        except Exception as error:
            self.tally.errors.append(f"{type(error).__name__}: {error}"[:200])

    async def _one_game(self, until: float) -> None:
        answer = await self._send("POST", "api/games", {"game": self.game, "seats": ["me", LEVEL]})
        if not answer.is_success:
            raise RuntimeError(f"{answer.status_code} {answer.text[:150]}")
        begun = answer.json()
        self.state, token = begun["state"], begun["token"]
        id = self.state["id"]
        self.tally.acknowledged[id] = []
        self.follows.clear()
        listener = asyncio.create_task(self._listen(id, token))
        try:
            await self.follows.wait()
            while not self.state["over"] and time.monotonic() < until:
                await asyncio.sleep(self.chance.uniform(0.5, 1.5) * self.pause)
                await self._one_move(id, token)
            self.tally.finished += self.state["over"]
        finally:
            listener.cancel()

    async def _one_move(self, id: str, token: str) -> None:
        position = self.state["position"]
        began = time.perf_counter()
        await self._post_move(id, token)
        if self.here and not self.state["over"]:
            await self._post_move(id, token)
        waited = False
        while not (self.state["over"] or self.state["can"]["move"]):
            self.changed.clear()
            thinking = self.state.get("thinking") or {}
            waited = waited or thinking.get("phase") == "queued"
            await asyncio.wait_for(self.changed.wait(), 120)
        if len(self.state["position"]["moves"]) > position["ply"] + 1:
            thought = self.state["times"][-1] or 0.0
            self.tally.answers.append(max(0.0, time.perf_counter() - began - thought))
            self.tally.waited += waited

    async def _post_move(self, id: str, token: str) -> None:
        """Make any legal move, for whoever is next."""
        position = self.state["position"]
        began = time.perf_counter()
        body = {"ply": position["ply"], "move": self.chance.choice(position["legal"])["move"]}
        answer = await self._send("POST", f"api/games/{id}/moves", body, token)
        if answer.status_code != 200:
            raise RuntimeError(f"{answer.status_code} {answer.text[:150]}")
        self.tally.posts.append(time.perf_counter() - began)
        self._take(answer.json())

    def _take(self, state: dict[str, Any]) -> None:
        if state["version"] >= self.state["version"]:
            self.state = state
            self.tally.acknowledged[state["id"]] = state["position"]["moves"]
        self.changed.set()

    async def _listen(self, id: str, token: str) -> None:
        """Follow the game; connect again whenever the server is gone."""
        url = self.server.address.replace("http", "ws") + "api/socket"
        while True:
            try:
                origin = websockets.Origin(self.server.address.rstrip("/"))
                async with websockets.connect(url, origin=origin, open_timeout=60) as socket:
                    await socket.send(
                        json.dumps({"type": "follow", "game": id, "token": token, "thinks": self.here})
                    )
                    async for text in socket:
                        message = json.loads(text)
                        self.follows.set()
                        if message["type"] == "state":
                            self._take(message["state"])
                        elif message["type"] == "thinking":
                            self.state["thinking"] = message["thinking"]
                            self.changed.set()
            except (OSError, websockets.WebSocketException):
                await asyncio.sleep(0.2 + self.chance.random())

    async def _send(self, method: str, path: str, body: dict[str, Any], token: str = "") -> httpx2.Response:
        """The answer; a request that got none is sent again as it was."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        for _ in range(100):
            try:
                answer = await self.client.request(
                    method, self.server.address + path, json=body, headers=headers
                )
                if answer.status_code != 503:
                    return answer
            except httpx2.TransportError:
                pass
            await asyncio.sleep(0.2 + self.chance.random() * 0.3)
        raise RuntimeError("the server does not come back")


async def measured(
    database: str, players: int, seconds: float, pause: float, game: str, *, kill: bool, here: bool
) -> Tally:
    """Let so many players play for so long; in the middle the server may be killed and started again."""
    server, tally = Server(database, 0), Tally()
    await server.start()
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=players)
    async with httpx2.AsyncClient(timeout=120, limits=limits) as client:
        await warmed(server, client, game)
        until = time.monotonic() + seconds
        people = [Player(server, client, tally, game, pause, here=here) for _ in range(players)]
        tasks = [asyncio.create_task(person.play(until)) for person in people]
        if kill:
            await asyncio.sleep(seconds / 2)
            await server.end(signal.SIGKILL)
            await server.start()
        await asyncio.gather(*tasks)
    await server.end(signal.SIGINT)
    return tally


async def warmed(server: Server, client: httpx2.AsyncClient, game: str) -> None:
    """Have the game compiled, which is not what is measured."""
    answer = await client.post(server.address + "api/hint", json={"game": game, "seconds": 0.1})
    assert answer.status_code == 200, answer.text


def wrong(database: str, tally: Tally) -> tuple[int, int]:
    """How many acknowledged moves are not stored as they were, and how many stored moves nobody made."""
    store = Store(database, catalogue.find)
    lost = doubled = 0
    for id, acknowledged in tally.acknowledged.items():
        game = store.load(id)
        stored = list(game.match.board.history) if game else []
        same = sum(1 for one, other in zip(acknowledged, stored, strict=False) if one == other)
        lost += len(acknowledged) - same
        doubled += max(0, len(stored) - len(acknowledged) - 2)
    store.close()
    return lost, doubled


def cpu_seconds() -> float:
    """What the servers have used so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def at(share: float, numbers: list[float]) -> float:
    """The number that a share of the others lie below."""
    return sorted(numbers)[min(len(numbers) - 1, int(share * len(numbers)))] if numbers else float("nan")


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--players", type=int, nargs="+", default=[50, 100, 200, 400])
    parser.add_argument("--seconds", type=float, default=40, help="for each row")
    parser.add_argument("--pause", type=float, default=3, help="how long a player thinks, on average")
    parser.add_argument("--game", default="squava")
    parser.add_argument("--database", default="", help="a URL; a new SQLite file if left out")
    parser.add_argument("--here", action="store_true", help="the players' browsers think for the level")
    parser.add_argument("--kill", action="store_true", help="kill the server in the middle")
    chosen = parser.parse_args()
    heads = ["games", "moves", "p50 s", "p95 s", "p99 s", "stored p95 s", "finished", "told to wait", "lost"]
    heads += ["doubled", "errors", "CPU ms a move"]
    print(f"| {' | '.join(heads)} |")
    print("|---" * len(heads) + "|")
    for players in chosen.players:
        before = cpu_seconds()
        with tempfile.TemporaryDirectory() as folder:
            database = chosen.database or f"sqlite:///{Path(folder) / 'games.sqlite3'}"
            tally = asyncio.run(
                measured(
                    database,
                    players,
                    chosen.seconds,
                    chosen.pause,
                    chosen.game,
                    kill=chosen.kill,
                    here=chosen.here,
                )
            )
            lost, doubled = wrong(database, tally)
        cells = [at(share, tally.answers) for share in (0.5, 0.95, 0.99)] + [at(0.95, tally.posts)]
        numbers = " | ".join(f"{each:.3f}" for each in cells)
        moves = sum(map(len, tally.acknowledged.values()))
        cpu = 1000 * (cpu_seconds() - before) / max(1, moves)
        print(
            f"| {players} | {moves} | {numbers} | {tally.finished} | {tally.waited} | {lost} | {doubled} "
            f"| {len(tally.errors)} | {cpu:.1f} |",
            flush=True,
        )
        for error in sorted(set(tally.errors))[:3]:
            print(f"  error: {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
