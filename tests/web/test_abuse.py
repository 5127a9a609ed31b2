"""What somebody can do to a server who means it harm: the server runs in a process of its own."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
import requests
from requests.adapters import HTTPAdapter

from tests.web.served import Served, Session


class OtherAddress(HTTPAdapter):
    """Connections that come from another address of this machine."""

    def init_poolmanager(self, *args: Any, **more: Any) -> None:
        """Bind to the address."""
        super().init_poolmanager(*args, source_address=("127.0.0.2", 0), **more)


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A client of a server that all tests of this module share."""
    folder: Path = tmp_path_factory.mktemp("abuse")
    with Served(f"sqlite:///{folder / 'games.sqlite3'}") as served:
        yield Session(served)


def scattered_cells(count: int) -> list[str]:
    """Cells of the endless field that are far from each other, no two in one row or column."""
    return [f"{step * 1000},{step * 7919 % count * 1000}" for step in range(count)]


def quiet_moves(count: int) -> list[str]:
    """Moves of gomoku that make no row."""
    return [f"{ply % 2 + 4 * (ply // 2 % 40)},{ply // 80 * 3}" for ply in range(count)]


@pytest.mark.parametrize("count", [20, 200, 1000])
@pytest.mark.parametrize("path", ["/api/look", "/api/write", "/api/games"])
def test_stones_that_are_far_apart_make_no_large_answers(session: Session, path: str, count: int) -> None:
    body: Any = {"game": "gomoku", "moves": scattered_cells(count)}
    answer = session.post(path, json=body)
    assert answer.ok, answer.text
    assert len(answer.content) < 100_000 + 10 * len(json.dumps(body))


def test_frames_grow_with_the_moves_and_not_with_their_square(session: Session) -> None:
    sizes = []
    for count in (500, 2000):
        asked: Any = {"game": "gomoku", "moves": quiet_moves(count), "frames": True}
        answer = session.post("/api/look", json=asked)
        assert len(answer.json()["frames"]) == count + 1
        sizes.append(len(answer.content))
    assert sizes[1] < 5 * sizes[0]


def test_a_position_with_two_rows_is_refused_at_once(session: Session) -> None:
    rows = [f"{column},{row}" for row in (-10, -20) for column in range(5)]
    crosses = [f"{4 * step},{3 * (step % 7)}" for step in range(800)] + rows
    noughts = [f"{4 * step + 1},{3 * (step % 7)}" for step in range(809)]
    setup = f"X={';'.join(crosses)} O={';'.join(noughts)} O"
    began = time.monotonic()
    answer = session.post("/api/look", json={"game": "gomoku", "setup": setup})
    assert "no single move of X" in answer.json()["error"]["message"]
    assert time.monotonic() - began < 2


def test_an_address_that_asks_for_much_does_not_hold_up_another(session: Session) -> None:
    body: Any = {"game": "gomoku", "moves": quiet_moves(1000), "frames": True}
    ends: list[float] = []

    def ask() -> None:
        requests.post(f"{session.served.address}api/look", json=body, timeout=100)
        ends.append(time.monotonic())

    other = requests.Session()
    other.mount("http://", OtherAddress())
    threads = [threading.Thread(target=ask) for _ in range(40)]
    for thread in threads:
        thread.start()
    waits = []
    while not ends or any(thread.is_alive() for thread in threads):
        began = time.monotonic()
        answer = other.post(f"{session.served.address}api/look", json={"game": "noughts"}, timeout=100)
        assert answer.ok
        waits.append(time.monotonic() - began)
    for thread in threads:
        thread.join()
    assert max(waits) < (max(ends) - min(ends)) / 2


def test_an_address_that_computes_all_the_time_has_to_wait(tmp_path: Path) -> None:
    with Served(f"sqlite:///{tmp_path / 'games.sqlite3'}", "--requests", "3") as served:
        session = Session(served)
        body: Any = {"game": "gomoku", "moves": quiet_moves(2000), "frames": True, "losing": True}
        answers = [session.post("/api/look", json=body) for _ in range(14)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert answers[0].ok
        assert refused
        assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)
        assert session.get("/health").ok


def connect(session: Session, source: str = "127.0.0.3") -> socket.socket:
    """A connection from one of this machine's addresses."""
    return socket.create_connection(("127.0.0.1", session.served.port), 60, (source, 0))


def answer_of(connection: socket.socket) -> bytes:
    """Everything that the server says until it closes."""
    said = b""
    with suppress(ConnectionError):
        while part := connection.recv(65536):
            said += part
    return said


@pytest.mark.parametrize("line", [b"X-%d: " % 7 + b"a" * 1000 + b"\r\n", b"a" * 1000])
def test_a_head_that_never_ends_is_cut_off(session: Session, line: bytes) -> None:
    with connect(session) as connection:
        connection.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
        sent = 0
        with suppress(ConnectionError):
            while sent < 50_000_000:
                connection.sendall(line)
                sent += len(line)
        assert sent < 5_000_000


def test_a_large_head_at_once_is_refused(session: Session) -> None:
    headers = b"".join(b"X-%d: %s\r\n" % (number, b"a" * 1000) for number in range(40))
    with connect(session) as connection:
        connection.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n" + headers + b"\r\n")
        said = answer_of(connection)
        assert not said or said.split()[1] in (b"400", b"431")
    assert session.get("/health", headers={"X-Long": "a" * 8000}).ok


@pytest.mark.parametrize("start", [b"", b"\r\n", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\n"])
def test_a_request_that_is_not_sent_is_not_waited_for(session: Session, start: bytes) -> None:
    with connect(session) as connection:
        connection.sendall(start)
        began = time.monotonic()
        assert answer_of(connection).startswith(b"HTTP/1.1 408 ")
        assert 5 < time.monotonic() - began < 40


def test_half_a_request_after_a_whole_one_is_not_waited_for(session: Session) -> None:
    with connect(session) as connection:
        connection.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
        connection.sendall(b"GET /hea")
        assert b"HTTP/1.1 408 " in answer_of(connection)


def test_one_address_cannot_take_all_connections(session: Session) -> None:
    with ExitStack() as stack:
        for _ in range(100):
            connection = stack.enter_context(connect(session, "127.0.0.4"))
            connection.sendall(b"GET / HT")
        late = stack.enter_context(connect(session, "127.0.0.4"))
        assert answer_of(late).startswith(b"HTTP/1.1 503 ")
        assert session.get("/health").ok
    wanted = time.monotonic() + 30
    while True:
        with connect(session, "127.0.0.4") as again:
            again.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            if answer_of(again).startswith(b"HTTP/1.1 200 "):
                return
        assert time.monotonic() < wanted
