"""`make bench`: everything that is measured, as docs/benchmarks.md holds it."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from benchmarks import engine, native, peers, thread_scaling

PAGE = """\
# Benchmarks

Printed by `make bench`. Times differ from run to run and machine to machine; the ratios are what counts.

Measured on: {machine}.

## Against the same in C

`python -m benchmarks.native`: `benchmarks/squava.c` is the search of `engine/search.py` and `dfpn.c` that of
`solver/dfpn`, written by hand for Squava alone, with the size of the board known to the compiler;
`gomoku.c` is what takes most of gomoku's time (all by gcc -O3 -march=native). Both visit the same positions
and find the same.

{native}

## Against other libraries

Plain alpha-beta without a table, over the same tree in the same order, as easyAI (its Negamax, with the game
in Python) and OpenSpiel (its Python search over its C++ game) do it. Node counts are checked to be equal.

{peers}

## Each game

From the first move, with a table of 256 MB.

{depths}

## Two threads

`python -m benchmarks.thread_scaling`: seven positions a game, searched to the same depth from an empty table,
the medians. Search overhead is how many nodes two threads visit for each node of one thread; speed is how
many they visit in a second of processor time, for each of one thread; the speed-up on two free cores is twice
the speed, divided by the overhead.

{threads}

## Time limits

The engine against itself with 0.1 s a move; a move that is known for certain takes less.

{limits}

## Start and memory

Preparing an engine in a new process, after Numba has been imported.

{starts}

{memory}
"""


def machine() -> str:
    """What all of this was measured on."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text().splitlines()
        model = next((line.split(":")[1].strip() for line in lines if "model name" in line), model)
    versions = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy", "easyAI", "open_spiel"))
    python = f"{platform.system()}, Python {platform.python_version()}"
    return f"{model}, {os.cpu_count()} cores, {python}, {versions}"


def told(measure: Callable[[], str | list[str]]) -> str:
    """What a measurement found; meanwhile its name is shown on the screen."""
    print(f"measuring: {measure.__module__}.{measure.__name__} ...", file=sys.stderr, flush=True)
    found = measure()
    return found if isinstance(found, str) else "\n".join(found)


def main() -> None:
    """Print the whole page."""
    page = PAGE.format(
        machine=machine(),
        native=told(native.compare),
        peers=told(peers.table),
        depths=told(engine.depths),
        threads=told(thread_scaling.table),
        limits=told(engine.limits),
        starts=told(engine.starts),
        memory=told(engine.memory),
    )
    print(page, end="")


if __name__ == "__main__":
    main()
