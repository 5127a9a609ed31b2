"""The same kernels without a compiler give the same answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import product

from plyground.board import Board
from plyground.engine import Engine
from plyground.engine.perft import perft
from plyground.engine.playouts import playouts
from plyground.seats import seat

SAMPLE = (
    ("noughts", "b2 a1", 4),
    ("noughts:4x4,misere", "", 2),
    ("squava", "c3 b2 d4 a1", 3),
    ("squava:6x6", "c3", 2),
    ("numerical:3x3", "b2=5", 3),
    ("numerical", "a1=1 d4=16 b2=7 c3=10", 2),
    ("squeeze:4x4", "a1-a2 b4-b3", 3),
    ("squeeze:3x3,limit=0", "a1-a2", 4),
    ("squeeze", "", 2),
    ("gomoku:6x6", "c3 c4 d4 b2", 2),
)


def answers() -> list[object]:
    """What perft, search and random play say of each sample."""
    found: list[object] = list(choices())
    for name, moves, depth in SAMPLE:
        board = Board(name, moves)
        info = Engine(board.game, memory=1).search(board, depth=depth, lines=2)
        lines = [[str(line.score), list(line.moves)] for line in info.lines]
        found.append([name, list(perft(board, min(depth, 3))), info.nodes, lines, playouts(board.game, 3)])
    return found


def choices() -> Iterator[object]:
    """What seeded levels choose."""
    for who, moves, seed in product("1234", ("", "b2 a1", "a1 a2 b1 b2"), (1, 2)):
        board = Board("noughts", moves)
        player = seat(who, board.game, seed=seed, nodes=400 if who == "4" else None)
        assert player is not None
        choice = player.choose(board)
        yield [who, moves, seed, str(choice.score), list(choice.line), choice.depth]


def test_plain_python_agrees_with_machine_code() -> None:
    script = "import json; from tests.engine.test_plain_python import answers; print(json.dumps(answers()))"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout) == json.loads(json.dumps(answers()))
