"""`plyground bench`."""

from __future__ import annotations

import pytest

from plyground import catalogue
from tests.commands.program import Plyground


def test_bench(plyground: Plyground) -> None:
    heading, row = plyground("bench", "noughts", "--seconds", "0.1").out.splitlines()
    assert heading.startswith("game")
    assert row.startswith("noughts ")


def test_bench_as_json(plyground: Plyground) -> None:
    (answer,) = plyground("bench", "noughts", "--seconds", "0.1", "--json").json
    assert answer["game"] == "noughts"
    assert answer["depth"] > 0
    assert answer["games_per_second"] > 0


def test_a_broken_installed_game_does_not_end_it(
    plyground: Plyground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "names", lambda: ["nosuchgame", "noughts"])
    answer = plyground("bench", "--seconds", "0.1")
    assert answer.code == 0
    assert answer.out.splitlines()[1].startswith("noughts ")
    assert "nosuchgame" in answer.err
