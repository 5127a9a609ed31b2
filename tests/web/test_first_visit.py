"""A first visit on a fresh machine: the computer answers before its engine is compiled."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from plyground.catalogue import SHIPPED
from tests.web.served import Served, Session
from tests.web.stage import LONG, Page


def first_analysis(served: Served, moves: list[str]) -> dict[str, Any]:
    """The first message of an analysis that says something."""
    address = served.address.replace("http:", "ws:")
    with connect(f"{address}api/socket", origin=Origin(served.address.removesuffix("/"))) as socket:
        socket.send(json.dumps({"type": "analyse", "game": "squeeze", "moves": moves, "seconds": 1}))
        while True:
            message: dict[str, Any] = json.loads(socket.recv(timeout=LONG))
            if message["type"] == "analysis" and message["lines"]:
                return message


def wait_for_compiler(served: Served) -> psutil.Process:
    """The process beside the server that compiles a game."""
    late = time.monotonic() + LONG
    while time.monotonic() < late:
        for child in psutil.Process(served.process.pid).children():
            with suppress(psutil.NoSuchProcess):
                if "plyground.native.compile_process" in child.cmdline():
                    return child
        time.sleep(0.02)
    raise AssertionError("the server compiles nothing, or does it itself")


def test_the_first_answer_does_not_wait_for_the_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("PLYGROUND_CACHE", str(cache))
    with Served(f"sqlite:///{tmp_path / 'games.db'}") as served:
        session = Session(served)
        for name in SHIPPED:
            session.get(f"/api/catalogue/{name}/demo")
        page = Page.new(session, "squeeze", ("5", "me"))
        phases = set()

        def has_moved(state: dict[str, object]) -> bool:
            thinking = state["thinking"]
            if isinstance(thinking, dict):
                phases.add(thinking["phase"])
            return bool(state["position"]["moves"])  # type: ignore[index]

        began = time.monotonic()
        page.wait(has_moved)
        seconds = time.monotonic() - began
        hint = session.post("/api/hint", json={"game": "squeeze", "moves": page.moves}).json()
        assert "by plain Python until the engine is compiled" in hint["text"]
        assert hint["move"] in [each["move"] for each in page.state["position"]["legal"]]
        assert first_analysis(served, page.moves)["phase"] == "plain"
        assert not list(cache.rglob("*.nbc")), "the engine was compiled before the answer"
        assert "compiling" not in phases
        assert "plain" in phases, (phases, seconds)
        compiling = wait_for_compiler(served)
        for name in SHIPPED:
            while not session.get(f"/api/catalogue/{name}/demo").json()["ready"]:
                time.sleep(0.1)
        games = {
            folder.name.partition("-")[0] for folder in cache.glob("compiled/*") if any(folder.iterdir())
        }
        assert games <= {"squeeze"}, "a game was compiled for its card"
    compiling.wait(LONG)  # which it ends by itself once the server is gone
