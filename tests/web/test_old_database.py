"""A database that an older server made goes on being used, with every game in it. On both databases."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from sqlalchemy import Engine, text

from plyground.web.games.database import open_database
from tests.web.stage import Page, opened

TABLES = (
    "CREATE TABLE plyground_meta (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
    """CREATE TABLE plyground_games (
        id TEXT NOT NULL PRIMARY KEY, game TEXT NOT NULL, setup TEXT NOT NULL, first TEXT NOT NULL,
        second TEXT NOT NULL, first_invited INTEGER, second_invited INTEGER,
        created DOUBLE PRECISION NOT NULL, updated DOUBLE PRECISION NOT NULL,
        turned DOUBLE PRECISION NOT NULL, version INTEGER NOT NULL, undone TEXT NOT NULL, resigned INTEGER,
        offer TEXT, offer_side INTEGER, previous TEXT, next TEXT, seconds DOUBLE PRECISION,
        paused BOOLEAN NOT NULL, delay DOUBLE PRECISION NOT NULL)""",
    """CREATE TABLE plyground_moves (
        game_id TEXT NOT NULL REFERENCES plyground_games (id) ON DELETE CASCADE, ply INTEGER NOT NULL,
        move TEXT NOT NULL, seconds DOUBLE PRECISION, PRIMARY KEY (game_id, ply))""",
    """CREATE TABLE plyground_holders (
        game_id TEXT NOT NULL REFERENCES plyground_games (id) ON DELETE CASCADE, side INTEGER NOT NULL,
        digest TEXT NOT NULL, PRIMARY KEY (game_id, side, digest))""",
)
TOKEN = "t" * 43
UNDER_WAY, RESIGNED = "gameunder1", "gameresign"


def add_game(engine: Engine, id: str, undone: list[str], resigned: int | None) -> None:
    """A game as the old server stored it."""
    values: dict[str, Any] = {
        "id": id,
        "game": "squava",
        "setup": "",
        "first": "human",
        "second": "3",
        "created": 1_000_000_000.25,
        "updated": 1_000_000_100.5,
        "turned": 1_000_000_100.5,
        "version": 4,
        "undone": json.dumps(undone),
        "resigned": resigned,
        "paused": False,
        "delay": 1.0,
    }
    names = ", ".join(values)
    marks = ", ".join(f":{name}" for name in values)
    digest = hashlib.sha256(TOKEN.encode()).hexdigest()
    with engine.begin() as connection:
        connection.execute(text(f"INSERT INTO plyground_games ({names}) VALUES ({marks})"), values)
        for ply, (move, seconds) in enumerate([("c3", 3.5), ("a1", None)]):
            connection.execute(
                text("INSERT INTO plyground_moves VALUES (:id, :ply, :move, :seconds)"),
                {"id": id, "ply": ply, "move": move, "seconds": seconds},
            )
        for side in (-1, 0):
            connection.execute(
                text("INSERT INTO plyground_holders VALUES (:id, :side, :digest)"),
                {"id": id, "side": side, "digest": digest},
            )


@pytest.fixture
def old_database(database: str) -> str:
    """A database as the old server left it."""
    engine = open_database(database)
    with engine.begin() as connection:
        for table in TABLES:
            connection.execute(text(table))
        connection.execute(
            text("INSERT INTO plyground_meta VALUES ('schema', '1'), ('key', :key)"), {"key": "k" * 43}
        )
    add_game(engine, UNDER_WAY, ["b2", "b3"], None)
    add_game(engine, RESIGNED, [], 1)
    engine.dispose()
    return database


RECORD = """\
plyground record 1
game: squava
first: human
second: level 3
began: 2001-09-09T01:46:40.250+00:00
result: *

1. c3  3.5s
2. a1
"""


def test_a_game_of_the_old_form_goes_on(old_database: str) -> None:
    with opened(old_database) as client:
        page = Page(client, UNDER_WAY, TOKEN)
        state = page.state
        assert (state["position"]["moves"], state["times"], state["version"]) == (
            ["c3", "a1"],
            [3.5, None],
            4,
        )
        assert state["undone"] == ["b2", "b3"]
        assert page.get("/export").json()["record"] == RECORD
        assert page.do("redo").json()["position"]["moves"] == ["c3", "a1", "b2", "b3"]
        page.do("undo")
        page.do("undo")
    with opened(old_database) as client:
        page = Page(client, UNDER_WAY, TOKEN)
        assert page.state["undone"] == ["c3", "a1", "b2", "b3"]
        assert page.do("redo").json()["times"] == [3.5, None]


def test_a_resignation_of_the_old_form_is_still_one(old_database: str) -> None:
    with opened(old_database) as client:
        page = Page(client, RESIGNED, TOKEN)
        state = page.state
        assert (state["result"], state["resigned"], state["ending"]["reason"]) == ("1-0", 1, "O resigned")
        assert "reason: O resigned" in page.get("/export").json()["record"]
        assert page.do("undo").json()["over"] is False


def test_two_servers_bring_the_same_database_up_to_date(old_database: str) -> None:
    with opened(old_database) as one, opened(old_database) as other:
        assert Page(one, UNDER_WAY, TOKEN).state == Page(other, UNDER_WAY, TOKEN).state
