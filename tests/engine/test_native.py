"""Compiling and the cache on disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from plyground.native import compiler as native

STONES = Path(__file__).parents[1] / "data" / "games" / "stones.py"
PERFT = """
from plyground.board import Board
from plyground.engine.perft import perft
print(*perft(Board({!r}), 4))
"""


def start(game: str, cache: Path | str, **more: str) -> subprocess.Popen[str]:
    """A process of its own that counts leaves with its own cache folder."""
    environment = os.environ | {"PLYGROUND_CACHE": str(cache)} | more
    return subprocess.Popen(
        [sys.executable, "-c", PERFT.format(game)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> str:
    """What it printed, once it has ended well."""
    out, errors = process.communicate()
    assert (process.returncode, errors) == (0, "")
    return out


def test_two_processes_at_once_on_an_empty_cache_both_work(tmp_path: Path) -> None:
    processes = [start("noughts", tmp_path) for _ in range(2)]
    assert {finish(process) for process in processes} == {"9 72 504 3024\n"}
    assert list((tmp_path / "compiled").glob("noughts-*"))


def test_the_second_process_loads_what_the_first_compiled(tmp_path: Path) -> None:
    finish(start("noughts", tmp_path))
    compiled = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nbc")}
    assert compiled
    assert finish(start("noughts", tmp_path)) == "9 72 504 3024\n"
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nbc")} == compiled


@pytest.mark.parametrize("kind", ["*.nbi", "*.nbc"])
def test_a_damaged_cache_is_replaced(tmp_path: Path, kind: str) -> None:
    finish(start("noughts", tmp_path))
    damaged = list(tmp_path.rglob(kind))
    assert damaged
    for file in damaged:
        file.write_bytes(file.read_bytes()[:100])
    assert finish(start("noughts", tmp_path)) == "9 72 504 3024\n"
    assert finish(start("noughts", tmp_path)) == "9 72 504 3024\n"


def test_a_changed_game_file_is_compiled_anew(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(STONES.read_text())
    cache = tmp_path / "cache"
    assert finish(start(str(file), cache)) == "16 240 3360 43680\n"
    file.write_text(STONES.read_text().replace("LENGTH = 3", "LENGTH = 2"))
    assert finish(start(str(file), cache)) == "16 240 3360 28392\n"


@pytest.mark.skipif(os.name != "posix", reason="needs /dev/full and /dev/null")
def test_without_a_usable_cache_folder_games_still_work() -> None:
    assert finish(start("noughts", "/dev/null/nowhere")) == "9 72 504 3024\n"


def test_old_folders_are_dropped(tmp_path: Path) -> None:
    for number in range(native.KEPT_FOLDERS + 3):
        folder = tmp_path / f"game-{number}"
        folder.mkdir()
        os.utime(folder, (number, number))
    native._drop_old_folders(tmp_path)
    left = {folder.name for folder in tmp_path.iterdir()}
    assert len(left) == native.KEPT_FOLDERS
    assert "game-0" not in left
