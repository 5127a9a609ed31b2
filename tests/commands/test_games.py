"""`plyground games`."""

from __future__ import annotations

import pytest

from tests.commands.program import Plyground


def test_games(plyground: Plyground) -> None:
    answer = plyground("games")
    lines = answer.out.splitlines()
    assert [line.split()[0] for line in lines][:4] == ["noughts", "squava", "numerical", "squeeze"]
    assert "misere" in lines[0]


def test_games_as_json(plyground: Plyground) -> None:
    noughts = plyground("games", "--json").json[0]
    assert list(noughts) == ["name", "title", "summary", "players", "options", "origin"]
    assert noughts["players"] == ["X", "O"]
    assert noughts["options"][1] == {"name": "row", "default": 3, "takes": "row=N from 2 to 64"}


def test_a_broken_installed_game_does_not_hide_the_others(
    plyground: Plyground, monkeypatch: pytest.MonkeyPatch
) -> None:
    from plyground import catalogue

    monkeypatch.setattr(catalogue, "names", lambda: ["noughts", "nosuchgame"])
    answer = plyground("games")
    assert answer.code == 0
    assert answer.out.startswith("noughts")
    assert "nosuchgame" in answer.err
