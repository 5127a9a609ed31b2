"""The command `plyground serve`."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from plyground.commands.main import run
from tests.web.served import LONG, Served, Session
from tests.web.stage import Page

LASTONE = Path(__file__).parent.parent / "data" / "lastone.py"


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command says when it cannot begin."""
    assert run(["serve", *arguments]) == 2
    printed, errors = capsys.readouterr()
    assert printed == ""
    (line,) = errors.splitlines()
    return line


def test_it_prints_its_address_and_answers_there(file_database: str) -> None:
    with Served(file_database, "--game", str(LASTONE), "--root-path", "/play") as served:
        assert served.address.startswith("http://127.0.0.1:")
        assert served.address.endswith("/play/")
        names = [game["name"] for game in Session(served).get("api/catalogue").json()["games"]]
        assert "lastone" in names
        for line in served.log.splitlines():
            assert {"time", "level", "from", "event"} <= set(json.loads(line))
        command = [sys.executable, "-m", "plyground", "serve", "--port", str(served.port)]
        taken = subprocess.run(
            [*command, "--database", file_database], capture_output=True, text=True, timeout=LONG
        )
        assert (taken.returncode, taken.stdout) == (2, "")
        assert "choose another with --port" in taken.stderr
        assert served.stop() == 0
        assert "Traceback" not in served.log
        assert "error" not in {json.loads(line)["level"] for line in served.log.splitlines()}


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--database", "nonsense"], "is no database"),
        (["--game", "noughts"], "takes a file FILE.py"),
        (["--game", "./nothing.py"], "there is no game file"),
        (["--root-path", "games"], "begins with a slash"),
        (["--host", "999.999.999.999"], "cannot listen"),
        (["--port", "99999"], "99999"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(
    arguments: list[str], why: str, file_database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert why in complaint(capsys, "--port", "0", "--database", file_database, *arguments)


def test_the_server_answers_only_to_its_names(file_database: str) -> None:
    options = ("--allow-host", "games.example", "--origin", "https://other.example")
    names = ("games.example", "GAMES.example:8000", "other.example", "localhost", "192.0.2.1:80", "[::1]")
    with Served(file_database, *options) as served:
        session = Session(served)
        for name in names:
            assert session.get("/api/catalogue", headers={"Host": name}).status_code == 200, name
        for name in ("evil.example", "games.example.evil.example", "localhost.evil.example", "[::1"):
            answer = session.get("/api/catalogue", headers={"Host": name})
            assert (answer.status_code, answer.json()["error"]["code"]) == (421, "unknown_host"), name
            origin = {"Host": name, "Origin": f"http://{name}"}
            upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
            key = {"Sec-WebSocket-Key": "x3JJHMbDL1EzLkh9GBhXDw=="}
            assert session.get("/api/socket", headers=origin | upgrade | key).status_code == 403


def test_health_says_whether_a_move_can_be_stored(file_database: str) -> None:
    with Served(file_database, "--log", "WARNING") as served:
        session = Session(served)
        for _ in range(20):  # until the journal is longer than what is allowed below
            page = Page.new(session)
        limit = resource.RLIMIT_FSIZE
        before = resource.prlimit(served.process.pid, limit)
        resource.prlimit(served.process.pid, limit, (65_536, before[1]))
        assert page.move(0, "b2").status_code == 503
        wait_for(lambda: session.get("/health").status_code == 503)
        assert '"level": "error"' in served.log
        assert "the database fails" in served.log
        resource.prlimit(served.process.pid, limit, before)
        wait_for(lambda: session.get("/health").status_code == 200)
        assert page.move(0, "b2").status_code == 200


def wait_for(is_true: Callable[[], bool]) -> None:
    """Wait until something is true."""
    late = time.monotonic() + LONG
    while not is_true():
        assert time.monotonic() < late
        time.sleep(0.1)
