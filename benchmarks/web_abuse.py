"""What a server withstands: the size of answers, and other addresses' waits while one does its worst.

    python -m benchmarks.web_abuse --seconds 10

Starts `plyground serve` with its usual limits in a process of its own. The first table shows how large the
answers to some questions are. For the second, one address (127.0.0.2) attacks in one way after the other,
while another (127.0.0.3) asks for a position of noughts again and again.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from json import dumps
from pathlib import Path
from typing import Any, Final

import psutil

ATTACKER: Final = "127.0.0.2"
VISITOR: Final = "127.0.0.3"
THREADS: Final = 40
JSON: Final = {"Content-Type": "application/json"}


def scattered_cells(count: int) -> list[str]:
    """Cells of the endless field, far from each other."""
    return [f"{step * 1000},{step * 7919 % count * 1000}" for step in range(count)]


def quiet_moves(count: int) -> list[str]:
    """Moves of gomoku that make no row."""
    return [f"{ply % 2 + 4 * (ply // 2 % 40)},{ply // 80 * 3}" for ply in range(count)]


def marks_of(cells: list[str]) -> dict[str, str]:
    """Stones of both sides on these cells."""
    return {cell: "XO"[place % 2] for place, cell in enumerate(cells)}


QUESTIONS: Final[list[tuple[str, str, Any]]] = [
    ("write: 20 stones far apart", "write", {"game": "gomoku", "moves": scattered_cells(20)}),
    ("write: 200 stones far apart", "write", {"game": "gomoku", "moves": scattered_cells(200)}),
    ("write: 2000 stones far apart", "write", {"game": "gomoku", "moves": scattered_cells(2000)}),
    ("look: 200 stones far apart", "look", {"game": "gomoku", "moves": scattered_cells(200)}),
    ("look: 2000 stones far apart", "look", {"game": "gomoku", "moves": scattered_cells(2000)}),
    ("look: frames of 400 moves", "look", {"game": "gomoku", "moves": quiet_moves(400), "frames": True}),
    ("look: frames of 2000 moves", "look", {"game": "gomoku", "moves": quiet_moves(2000), "frames": True}),
    ("look: the largest board", "look", {"game": "gomoku:32x32"}),
    ("setup: 2000 stones far apart", "setup", {"game": "gomoku", "marks": marks_of(scattered_cells(2000))}),
    ("games: 2000 stones far apart", "games", {"game": "gomoku", "moves": scattered_cells(2000)}),
]


class Server:
    """`plyground serve` in a process of its own."""

    def __init__(self, folder: Path) -> None:
        database = f"sqlite:///{folder / 'games.sqlite3'}"
        command = [sys.executable, "-m", "plyground", "serve", "--port", "0", "--database", database]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().split(":")[2].split("/")[0])

    @property
    def memory(self) -> int:
        """Megabytes that it takes."""
        return int(psutil.Process(self.process.pid).memory_info().rss) >> 20

    def ask(self, address: str, path: str, body: Any = None) -> tuple[int, int]:
        """Status and length of the answer to one question from an address of this machine."""
        connection = HTTPConnection("127.0.0.1", self.port, 120, source_address=(address, 0))
        try:
            if body is None:
                connection.request("GET", f"/{path}")
            else:
                connection.request("POST", f"/api/{path}", dumps(body), JSON)
            answer = connection.getresponse()
            return answer.status, len(answer.read())
        finally:
            connection.close()

    def wait(self) -> None:
        """Until it answers."""
        while True:
            with suppress(OSError):
                self.ask(VISITOR, "health")
                return
            time.sleep(0.05)


@contextmanager
def repeating(attack: Callable[[threading.Event], None], threads: int) -> Iterator[None]:
    """Attack again and again in several threads while the block lasts; the event says that it is over."""
    is_over = threading.Event()

    def repeat() -> None:
        while not is_over.is_set():
            attack(is_over)

    running = [threading.Thread(target=repeat) for _ in range(threads)]
    for thread in running:
        thread.start()
    try:
        yield
    finally:
        is_over.set()
        for thread in running:
            thread.join()


@contextmanager
def asking(server: Server, path: str, body: Any) -> Iterator[None]:
    """Many connections that ask the same all the time."""

    def ask(is_over: threading.Event) -> None:
        with suppress(OSError):
            server.ask(ATTACKER, path, body)

    with repeating(ask, THREADS):
        yield


@contextmanager
def half_requests(server: Server) -> Iterator[None]:
    """Requests that are begun and not finished."""
    with ExitStack() as stack:
        for _ in range(400):
            connection = socket.create_connection(("127.0.0.1", server.port), 10, (ATTACKER, 0))
            stack.enter_context(connection)
            with suppress(OSError):
                connection.sendall(b"GET / HTTP/1.1\r\nHost")
        yield


@contextmanager
def long_heads(server: Server) -> Iterator[None]:
    """Heads of requests that never end."""

    def send(is_over: threading.Event) -> None:
        with (
            suppress(OSError),
            socket.create_connection(("127.0.0.1", server.port), 10, (ATTACKER, 0)) as connection,
        ):
            connection.sendall(b"GET / HTTP/1.1\r\nX-Long: ")
            while not is_over.is_set():
                connection.sendall(b"a" * 65536)

    with repeating(send, 4):
        yield


@contextmanager
def nothing(server: Server) -> Iterator[None]:
    """No attack."""
    yield


ATTACKS: Final[list[tuple[str, Callable[[Server], Any]]]] = [
    ("nothing", nothing),
    ("40 at once: frames of 400 moves", lambda server: asking(server, *QUESTIONS[5][1:])),
    ("40 at once: frames of 2000 moves", lambda server: asking(server, *QUESTIONS[6][1:])),
    ("40 at once: write 2000 stones far apart", lambda server: asking(server, *QUESTIONS[2][1:])),
    ("40 at once: new games of 2000 moves", lambda server: asking(server, *QUESTIONS[8][1:])),
    ("400 requests begun and not finished", half_requests),
    ("4 heads that never end", long_heads),
]


def measure(server: Server, seconds: float) -> list[float]:
    """How long a visitor waits for answers, in order."""
    waits = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.perf_counter()
        status, _ = server.ask(VISITOR, "look", {"game": "noughts", "moves": "b2"})
        waits.append(time.perf_counter() - began if status == 200 else float("inf"))
        time.sleep(0.03)
    return sorted(waits)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each attack")
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            server.wait()
            print(f"{'question':<42}{'bytes':>8}{'answer':>10}{'seconds':>9}{'status':>8}")
            for name, path, body in QUESTIONS:
                began = time.perf_counter()
                status, length = server.ask(VISITOR, path, body)
                took = time.perf_counter() - began
                print(f"{name:<42}{len(dumps(body)):>8}{length:>10}{took:>9.2f}{status:>8}", flush=True)
            print(f"\n{'one address does':<42}{'median ms':>10}{'p99 ms':>9}{'max ms':>9}{'MB':>7}")
            for name, attack in ATTACKS:
                with attack(server):
                    waits = [round(wait * 1000, 1) for wait in measure(server, seconds)]
                median, p99 = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
                print(f"{name:<42}{median:>10}{p99:>9}{waits[-1]:>9}{server.memory:>7}", flush=True)
        finally:
            server.process.terminate()
            server.process.wait()


if __name__ == "__main__":
    main()
