"""`plyground warm`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.commands.program import OWN_GAME, Plyground

CALLS = (
    ("analyse", OWN_GAME, "--depth", "2"),
    ("solve", OWN_GAME),
    ("perft", OWN_GAME, "2"),
    ("watch", OWN_GAME, "--quick", "--first", "5", "--second", "1"),
)


def run(cache: Path, *arguments: str) -> str:
    """What the program prints, with a cache folder of its own."""
    environment = os.environ | {"PLYGROUND_CACHE": str(cache)}
    call = [sys.executable, "-m", "plyground", *arguments]
    return subprocess.run(call, env=environment, capture_output=True, text=True, check=True).stdout


def test_afterwards_nothing_is_compiled_any_more(tmp_path: Path) -> None:
    assert run(tmp_path, "warm", OWN_GAME).startswith(f"{OWN_GAME}ready in ")
    compiled = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb?")}
    assert compiled
    for call in CALLS:
        run(tmp_path, *call)
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb?")} == compiled


def test_a_game_that_is_not_there_is_refused_in_one_line(plyground: Plyground) -> None:
    answer = plyground("warm", "nosuchgame")
    assert answer.code == 2
    assert answer.err.startswith("plyground: there is no game 'nosuchgame'")
