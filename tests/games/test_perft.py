"""The compiled rules against leaf counts that the slow model produced."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from plyground.board import Board
from plyground.engine.perft import perft

ENTRIES: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text())


@pytest.mark.parametrize(
    "entry", ENTRIES, ids=lambda entry: f"{entry['game']} {' '.join(entry['moves'])[:24]}"
)
def test_leaf_counts(entry: dict[str, Any]) -> None:
    board = Board(entry["game"], entry["moves"])
    assert list(perft(board, len(entry["leaves"]))) == entry["leaves"]
