"""What a server keeps in memory does not grow with what has been played."""

from __future__ import annotations

from typing import Final

import pytest
from fastapi.testclient import TestClient

from plyground.catalogue import find
from plyground.engine import Engine
from plyground.game import Game
from plyground.memory import MEGABYTE
from plyground.web.thinking import packs
from tests.web.stage import Page, opened

GAMES: Final = ("noughts", "squava", "numerical:3x3", "squeeze:4x4")


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Have the engines compiled: until then plain Python gives the hints."""
    for name in GAMES:
        Engine(find(name), memory=1).prepare()


def metric(client: TestClient, name: str) -> float:
    """A figure that the server tells Prometheus."""
    lines = client.get("/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"plyground_{name} "))


def test_engines_that_nobody_uses_take_little_memory(file_database: str) -> None:
    with opened(file_database, memory=4, searches=1) as client:
        assert metric(client, "idle_engines_bytes") == 0
        for game in (*GAMES, *GAMES):
            assert client.post("/api/hint", json={"game": game, "seconds": 0.01}).status_code == 200
            assert 0 < metric(client, "idle_engines_bytes") < 110 * MEGABYTE


def test_the_tables_of_an_analysis_are_as_large_as_the_setting_says(file_database: str) -> None:
    with opened(file_database, memory=4, searches=1) as client:
        client.post("/api/hint", json={"game": "numerical:3x3", "seconds": 0.01})
        assert 4 * MEGABYTE < metric(client, "idle_engines_bytes") < 30 * MEGABYTE


def test_a_game_that_nobody_asks_for_leaves_the_memory_and_comes_back(file_database: str) -> None:
    with opened(file_database, kept=0.0) as client:
        pages = [Page.new(client, moves=["b2"]) for _ in range(5)]
        assert metric(client, "games_in_memory") == 1
        assert [page.moves for page in pages] == [["b2"]] * 5
        assert pages[0].move(1, "a1").status_code == 200
        assert pages[0].moves == ["b2", "a1"]
        assert metric(client, "games_in_memory") == 1


def test_games_that_are_played_stay_in_memory(server: TestClient) -> None:
    for _ in range(5):
        Page.new(server)
    assert metric(server, "games_in_memory") == 5


def test_packs_of_many_variants_are_not_all_kept(file_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def make_pack(game: Game) -> bytes:
        made.append(game.full_name)
        return game.full_name.encode()

    monkeypatch.setattr(packs, "MOST_MADE", 3)
    names = [f"noughts:{columns}x3" for columns in range(3, 9)]
    with opened(file_database, make_pack=make_pack) as client:
        for name in (*names, *names):
            while (answer := client.get(f"/api/catalogue/{name}/pack")).status_code == 204:
                pass
            assert answer.content.decode() in (name, "noughts")
    assert len(made) == 2 * len(names)
