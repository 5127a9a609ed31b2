"""`plyground players`."""

from __future__ import annotations

from tests.commands.program import Plyground


def test_players_of_a_game(plyground: Plyground) -> None:
    lines = plyground("players", "squava").out.splitlines()
    assert [line.split()[0] for line in lines][-3:] == ["perfect", "squava-classic", "FILE.py"]
    assert "looks 4 plies ahead" in lines[-2]


def test_all_players(plyground: Plyground) -> None:
    assert "hoxo              plays noughts with three in a row" in plyground("players").out


def test_players_as_json(plyground: Plyground) -> None:
    first = plyground("players", "noughts", "--json").json[0]
    assert first == {"who": "human", "title": "a person", "meaning": "is asked for each move"}
