"""Depth, speed, threads, start-up and memory of each game."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from plyground.board import Board
from plyground.catalogue import find, names
from plyground.engine import Engine
from plyground.engine.speed import playout_speed

SECONDS = 5.0
LIMIT = 0.1

START = """
import time
began = time.perf_counter()
import numba
numba_seconds = time.perf_counter() - began
from plyground.catalogue import find
from plyground.engine import Engine
began = time.perf_counter()
Engine(find({!r}), memory=1).prepare()
print(numba_seconds, time.perf_counter() - began)
"""


def depths() -> list[str]:
    """How deep each game is searched in five seconds, and how many random games it plays in one."""
    rows = [
        "| game | depth in 5 s, 1 thread | 2 threads | nodes/s, 1 thread | 2 threads | random games/s |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name in names():
        infos = [
            Engine(find(name), threads=n, memory=256).search(Board(name), seconds=SECONDS) for n in (1, 2)
        ]
        cells = [f"{info.depth} ({info.score})" for info in infos] + [f"{info.speed:,.0f}" for info in infos]
        rows.append(f"| {name} | {' | '.join(cells)} | {playout_speed(find(name)):,.0f} |")
    return rows


def limits() -> list[str]:
    """By how much a limit of a tenth of a second is overstepped at the worst move of whole games."""
    rows = ["| game | moves | worst, 1 thread | worst, 2 threads |", "|---|---:|---:|---:|"]
    for name in names():
        worst, made = zip(*(worst_overrun(name, n) for n in (1, 2)), strict=True)
        rows.append(f"| {name} | {sum(made)} | {worst[0] * 1000:.1f} ms | {worst[1] * 1000:.1f} ms |")
    return rows


def worst_overrun(name: str, count: int) -> tuple[float, int]:
    """The most time taken beyond the limit in a game of the engine against itself, and its moves."""
    engine = Engine(find(name), threads=count, memory=64)
    engine.prepare()
    board = Board(name)
    worst = 0.0
    while not board.is_over:
        began = time.perf_counter()
        best = engine.search(board, seconds=LIMIT).best
        worst = max(worst, time.perf_counter() - began - LIMIT)
        assert best is not None
        board.push(best)
    return worst, len(board.history)


def starts() -> list[str]:
    """From nothing compiled and from the cache, in seconds and as a multiple of importing Numba."""
    rows = ["| game | compiled anew | from the cache |", "|---|---:|---:|"]
    for name in names():
        with tempfile.TemporaryDirectory() as folder:
            cold, warm = start_times(name, folder), start_times(name, folder)
        rows.append(f"| {name} | {time_text(*cold)} | {time_text(*warm)} |")
    return rows


def start_times(name: str, folder: str) -> tuple[float, float]:
    """Seconds to import Numba and to prepare an engine, in a process of its own."""
    numba, own = (float(word) for word in run_python(START.format(name), folder).split())
    return numba, own


def run_python(script: str, folder: str) -> str:
    """What a script prints in a new and small process with its own cache folder."""
    environment = os.environ | {"PLYGROUND_CACHE": folder}
    command = [sys.executable, "-c", script]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def time_text(numba: float, own: float) -> str:
    """A time with what it is a multiple of."""
    return f"{own:.2f} s ({own / numba:.1f} × `import numba`)"


GAME = """
import resource, subprocess, sys
command = [sys.executable, "-m", "plyground", "play", "noughts", "--seconds", "0.2"]
moves = " ".join(["b2 a1 b1 c1 a2 c2 a3 b3 c3"] * 3).replace(" ", chr(10)) + chr(10)
subprocess.run(command, input=moves, text=True, stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def memory() -> str:
    """The most memory that a whole game of noughts on standard input takes, compiling included."""
    with tempfile.TemporaryDirectory() as folder:
        kilobytes = [int(run_python(GAME, folder)) for _ in range(2)]
    cold, warm = (f"{number / 1024:,.0f} MB" for number in kilobytes)
    return f"A game of noughts in the terminal took at most {cold} of memory with compiling, {warm} without."
