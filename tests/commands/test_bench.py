"""`plyground bench`."""

from __future__ import annotations

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
