"""`python -m benchmarks.wasm [--built] [GAME…]`: games as WebAssembly next to native code.

Both search the same positions: the counts of nodes are compared. Speeds are nodes for each second of the
processor, and builds are measured so as well, so that other programs matter less. A module is built with an
empty cache; with `--built` none is.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.export.one_file import export
from plyground.wasm.module import game_module

SCRIPT = Path(__file__).with_name("wasm_speed.mjs")
MEMORY = 16
GAMES = (
    ("noughts:5x5,row=4", "", 9),
    ("squava", "", 11),
    ("numerical", "", 6),
    ("squeeze", "", 9),
    ("gomoku:15x15", "g7 h7 h8 f6 g8", 10),
    ("gomoku", "0,0 1,0 1,1 -1,-1 0,1", 9),
)
"""A position of each game, and the depth to search it to."""
IMPORTS = "import sys; from plyground.catalogue import find; from plyground.wasm.module import game_module"
HEAD = (
    "| game | depth | nodes | native | WebAssembly | | module | page | build | load | first answer |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|"
)


class Measured(NamedTuple):
    """What was measured of one game."""

    nodes: int
    native: float
    """Nodes per second."""
    wasm: float
    size: int
    page: int
    """Bytes of the whole page in one file."""
    build: float | None
    load: float
    first: float
    """Milliseconds to open the module, and until it has searched to depth 4."""


def build_seconds(name: str, folder: Path) -> float:
    """How much of the processor a module takes that is not on the disk."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    program = f"{IMPORTS}; game_module(find(sys.argv[1]))"
    environment = os.environ | {"PLYGROUND_CACHE": str(folder / "cache")}
    subprocess.run([sys.executable, "-c", program, name], check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run_in_node(folder: Path, name: str, depth: int, moves: Sequence[int]) -> tuple[dict[str, Any], bytes]:
    """What node measures, and the module."""
    module = game_module(find(name), memory=MEMORY)
    (folder / "module.wasm").write_bytes(module.code)
    (folder / "layout.json").write_text(json.dumps(module.layout))
    command = ["node", SCRIPT, folder / "module.wasm", folder / "layout.json", depth, *moves]
    ran = subprocess.run([*map(str, command)], check=True, capture_output=True, text=True)
    return json.loads(ran.stdout), module.code


def measure(name: str, moves: str, depth: int, *, builds: bool) -> Measured:
    """Measure one game."""
    board = Board(name, moves)
    engine = Engine(board.game, memory=MEMORY)
    engine.search(board, depth=depth)
    engine.clear()
    began = time.process_time()
    native = engine.search(board, depth=depth)
    native_seconds = time.process_time() - began
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        seconds = build_seconds(name, folder) if builds else None
        told, code = run_in_node(folder, name, depth, board.numbers)
    if told["nodes"] != native.nodes:
        raise SystemExit(f"{name}: {told['nodes']} nodes in WebAssembly, {native.nodes} natively")
    return Measured(
        native.nodes,
        native.nodes / native_seconds,
        told["nodes"] / told["seconds"],
        len(code),
        len(export(board.game).encode()),
        seconds,
        told["load"],
        told["first"],
    )


def main(words: list[str]) -> None:
    """Print a table, line by line: of these games, or of all."""
    names = [word for word in words if word != "--built"]
    print(HEAD)
    for name, moves, depth in GAMES:
        if names and name not in names:
            continue
        found = measure(name, moves, depth, builds="--built" not in words)
        cells = (
            f"{name} {moves}".strip(),
            depth,
            f"{found.nodes:,}",
            f"{found.native / 1e6:.2f} M/s",
            f"{found.wasm / 1e6:.2f} M/s",
            f"{found.wasm / found.native:.0%}",
            f"{found.size / 1000:.0f} kB",
            f"{found.page / 1000:.0f} kB",
            "" if found.build is None else f"{found.build:.0f} s",
            f"{found.load:.0f} ms",
            f"{found.first:.0f} ms",
        )
        print(f"| {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
