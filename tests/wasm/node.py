"""Asking the module of a game in node."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from plyground.game import Game
from plyground.wasm.module import game_module

SCRIPT = Path(__file__).parent / "ask_module.mjs"


def ask(folder: Path, game: Game, questions: Sequence[dict[str, Any]], memory: int = 1) -> list[Any]:
    """The answers of a game's module to questions (`ask_module.mjs` knows which there are)."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node to run modules in")
    module = game_module(game, memory=memory)
    (folder / "module.wasm").write_bytes(module.code)
    layout = {**module.layout, "arrays_in_position": holds_arrays(game)}
    request = {"code": str(folder / "module.wasm"), "layout": layout, "questions": questions}
    (folder / "request.json").write_text(json.dumps(request))
    ran = subprocess.run([node, SCRIPT, folder / "request.json"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def holds_arrays(game: Game) -> bool:
    """Whether positions are changed in place."""
    board = game.board_view()
    start = game.view(game.start).pos if board is None else board.pos
    return any(hasattr(field, "shape") and field.shape for field in start)
