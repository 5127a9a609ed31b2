"""The command `plyground serve`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.served import Served, Session

LASTONE = Path(__file__).parent.parent / "data" / "lastone.py"


def complaint(*arguments: str) -> str:
    """What the command says when it cannot begin."""
    command = [sys.executable, "-m", "plyground", "serve", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


def test_it_prints_its_address_and_answers_there(file_database: str) -> None:
    with Served(file_database, "--game", str(LASTONE), "--root-path", "/play") as served:
        assert served.address.startswith("http://127.0.0.1:")
        assert served.address.endswith("/play/")
        names = [game["name"] for game in Session(served).get("api/catalogue").json()["games"]]
        assert "lastone" in names
        for line in served.log.splitlines():
            assert {"time", "level", "from", "event"} <= set(json.loads(line))
        assert served.stop() == 0


def test_a_port_that_is_taken(file_database: str) -> None:
    with Served(file_database) as served:
        assert "choose another with --port" in complaint(
            "--port", str(served.port), "--database", file_database
        )


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
def test_what_cannot_be_is_told_in_one_line(arguments: list[str], why: str) -> None:
    assert why in complaint("--port", "0", *arguments)
