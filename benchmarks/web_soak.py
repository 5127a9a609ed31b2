"""Whether the server's memory levels off: an hour's worth of games, compressed into minutes of moves.

    python -m benchmarks.web_soak --games 1500 --players 8

Starts `plyground serve` in a process of its own. So many players play whole games against level 1, without
thinking: each game is followed over a socket, and at its end there are a hint, a short analysis, a report, an
export and a list of games. 25 people who think for 6 seconds a move and meet a computer in games of 20 moves
play 1500 games in an hour. Then come other variants, since each of them is another game to the server.

The table shows the memory over the course. It goes up and down by tens of megabytes, as engines come and go.
A line below it says whether it levels off: whether the median of the second half is at most 5 % above that
of the first. Ctrl-C ends the games early, and what was seen by then is judged.

What the server refuses is counted apart from games that failed for any other reason. There should be neither.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any, Final

import psutil
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

GAMES: Final = ("noughts", "squava", "numerical:3x3", "squeeze:4x4", "gomoku:9x9", "gomoku")
ROWS: Final = 16
SLACK: Final = 0.05
PING: Final = 20.0
"""Seconds after which a player says that they are still there; a silent socket is closed after 60."""
FRESH: Final = 10.0
"""Seconds for which a connection is used again; the server closes those that are silent for 30."""
LONGEST: Final = 30
"""Moves after which a game is resigned."""


class Server:
    """`plyground serve` in a process of its own."""

    def __init__(self, folder: str) -> None:
        command = [sys.executable, "-u", "-m", "plyground", "serve", "--port", "0"]
        options = [
            "--database",
            f"sqlite:///{folder}/games.sqlite3",
            "--requests",
            "100000",
            "--sockets",
            "1000",
        ]
        self.process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().split(":")[2].split("/")[0])
        self.memory = psutil.Process(self.process.pid)
        while not self.is_up():
            time.sleep(0.1)

    def is_up(self) -> bool:
        """Whether it answers."""
        try:
            connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
            connection.request("GET", "/health")
            return connection.getresponse().status == 200
        except OSError:
            return False

    @property
    def megabytes(self) -> float:
        """What the process takes."""
        return float(self.memory.memory_info().rss / 1e6)

    @property
    def threads(self) -> int:
        """How many threads it has."""
        return int(self.memory.num_threads())

    def close(self) -> None:
        """Stop it."""
        self.process.terminate()
        self.process.wait()


class Refused(Exception):
    """The server does not do what it was asked for."""


class Player:
    """Somebody who plays one game after the other."""

    def __init__(self, port: int, seed: int) -> None:
        self.port = port
        self.chance = random.Random(seed)
        self.connection = HTTPConnection("127.0.0.1", port, timeout=300)
        self.used = 0.0
        """When the last answer came."""
        self.keys: list[dict[str, str]] = []

    def ask(self, path: str, body: Any = None, token: str = "") -> Any:
        """The answer to a request."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        method = "GET" if body is None else "POST"
        if time.monotonic() - self.used > FRESH:
            self.connection.close()  # the next request opens it again
        self.connection.request(method, f"/api/{path}", None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        text = answer.read()
        self.used = time.monotonic()
        if answer.status >= 300:
            raise Refused(f"{path}: {answer.status} {text[:200]!r}")
        return json.loads(text)

    def play(self, game: str) -> int:
        """A whole game, and what people do after one; gives the number of its moves."""
        origin = Origin(f"http://127.0.0.1:{self.port}")
        address = f"ws://127.0.0.1:{self.port}/api/socket"
        with connect(address, origin=origin) as socket, kept_awake(socket):
            entry = self.ask("games", {"game": game, "seats": ["me", "1"]})
            token, state = entry["token"], entry["state"]
            socket.send(json.dumps({"type": "follow", "game": state["id"], "token": token}))
            state = self.finish_game(socket, token, state)
            self.look_back(socket, token, state)
            return len(state["position"]["moves"])

    def finish_game(self, socket: ClientConnection, token: str, state: Any) -> Any:
        """Play until the end, or resign."""
        while not state["over"]:
            path = f"games/{state['id']}"
            position = state["position"]
            if not state["can"]["move"]:
                state = self.hear_newer(socket, state["version"])
            elif len(position["moves"]) >= LONGEST:
                state = self.ask(f"{path}/resign", {"version": state["version"]}, token)
            else:
                move = self.chance.choice(position["legal"])["move"]
                state = self.ask(f"{path}/moves", {"ply": position["ply"], "move": move}, token)
                socket.send('{"type": "ping"}')
        return state

    def hear_newer(self, socket: ClientConnection, version: int) -> Any:
        """The next state that is newer than what is known."""
        return self.hear(socket, "state", lambda message: message["state"]["version"] > version)["state"]

    def look_back(self, socket: ClientConnection, token: str, state: Any) -> None:
        """Hint, analysis, report, export, list."""
        game, moves = state["position"]["game"], state["position"]["moves"]
        asked = {"game": game, "moves": moves[:2]}
        self.ask("hint", asked | {"seconds": 0.02})
        self.ask("look", {"game": game, "moves": moves, "frames": True, "losing": True})
        for kind, line, seconds in (("analyse", moves[:2], 0.1), ("report", moves, 0.005)):
            socket.send(json.dumps({"type": kind, "game": game, "moves": line, "seconds": seconds}))
            name = "analysis" if kind == "analyse" else kind
            self.hear(socket, name, lambda message: message["phase"] == "done")
        self.ask(f"games/{state['id']}/export", token=token)
        self.keys = [{"id": state["id"], "token": token}, *self.keys][:20]
        self.ask("mine", {"games": self.keys})

    def hear(self, socket: ClientConnection, kind: str, is_wanted: Any) -> Any:
        """The next message of a kind that is as wanted."""
        while True:
            message = json.loads(socket.recv())
            if message["type"] == "error":
                raise Refused(message["error"]["message"])
            if message["type"] == kind and is_wanted(message):
                return message


@contextmanager
def kept_awake(socket: ClientConnection) -> Iterator[None]:
    """Say from time to time that the player is still there, also while another answer takes long."""
    over = threading.Event()

    def ping() -> None:
        with suppress(ConnectionClosed):
            while not over.wait(PING):
                socket.send('{"type": "ping"}')

    thread = threading.Thread(target=ping, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


class Crowd:
    """Players who share a number of games among them."""

    def __init__(self, port: int, players: int) -> None:
        self.waiting: queue.Queue[str] = queue.Queue()
        self.played = self.moves = 0
        self.refusals: list[str] = []
        self.errors: list[str] = []
        self._lock = threading.Lock()
        self._threads = [
            threading.Thread(target=self._work, args=(Player(port, seed),), daemon=True)
            for seed in range(players)
        ]

    def play(
        self, games: list[str], on_row: Callable[[], None], rows: int, on_second: Callable[[], None]
    ) -> None:
        """Play all of these; `on_row` is called `rows` times on the way, `on_second` about every second."""
        for game in games:
            self.waiting.put(game)
        before, step = self.played, max(1, len(games) // rows)
        for thread in self._threads:
            if not thread.is_alive() and not thread.ident:
                thread.start()
        shown = 0
        last = time.monotonic()
        while self.played - before < len(games):
            time.sleep(0.2)
            if time.monotonic() - last >= 1:
                last = time.monotonic()
                on_second()
            if (self.played - before) // step > shown:
                shown = (self.played - before) // step
                on_row()

    def _work(self, player: Player) -> None:
        while True:
            game = self.waiting.get()
            moves = 0
            try:
                moves = player.play(game)
            except Exception as error:
                failed = self.refusals if isinstance(error, Refused) else self.errors
                failed.append(f"{game}: {type(error).__name__} {error}")
                player.connection.close()
            with self._lock:
                self.played += 1
                self.moves += moves


def variants(count: int) -> list[str]:
    """Different games as a stranger may ask for them."""
    sizes = [(columns, rows) for columns in range(3, 9) for rows in range(3, 9)]
    names = [f"noughts:{columns}x{rows},row=3" for columns, rows in sizes]
    names += [f"gomoku:{columns + 6}x{rows + 6}" for columns, rows in sizes]
    return names[:count]


def main() -> None:
    """Run it and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--players", type=int, default=2 * (os.cpu_count() or 1))
    parser.add_argument("--variants", type=int, default=24)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            soak(server, folder, options.games, options.players, options.variants)
        finally:
            server.close()


def soak(server: Server, folder: str, games: int, players: int, others: int) -> None:
    """Play, and print a table."""
    crowd = Crowd(server.port, players)
    began = time.monotonic()
    seen: list[float] = []

    def look() -> None:
        seen.append(server.megabytes)

    def row() -> None:
        disk = sum(path.stat().st_size for path in Path(folder).iterdir()) / 1e6
        minutes = (time.monotonic() - began) / 60
        cells = (
            f"{minutes:.1f}",
            crowd.played,
            crowd.moves,
            f"{server.megabytes:.0f}",
            server.threads,
            f"{disk:.0f}",
        )
        print(f"| {' | '.join(map(str, cells))} |", flush=True)

    print(f"started: {server.megabytes:.0f} MB", flush=True)
    crowd.play([*GAMES] * players, lambda: None, 1, lambda: None)
    print(f"each game played {players} times: {server.megabytes:.0f} MB\n", flush=True)
    print("| minutes | games | moves | MB | threads | database, MB |\n|---|---|---|---|---|---|", flush=True)
    row()
    try:
        crowd.play([GAMES[number % len(GAMES)] for number in range(games)], row, ROWS, look)
    except KeyboardInterrupt:
        others = 0
    first, second = median(seen[: len(seen) // 2]), median(seen[len(seen) // 2 :])
    verdict = "levels off" if second < first * (1 + SLACK) else "does not level off"
    print(
        f"\nMedians: {first:.0f} MB in the first half, {second:.0f} MB in the second: it {verdict}.",
        flush=True,
    )
    if others:
        before = server.megabytes
        crowd.play(variants(others), lambda: None, 1, lambda: None)
        print(f"{others} more variants added {server.megabytes - before:.0f} MB.")
    for error in [*crowd.refusals[:5], *crowd.errors[:5]]:
        print(f"not finished: {error}")
    print(
        f"Of {crowd.played} games {len(crowd.refusals)} were refused by the server, and {len(crowd.errors)} "
        "failed otherwise."
    )


if __name__ == "__main__":
    main()
