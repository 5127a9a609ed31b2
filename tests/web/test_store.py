"""Games on disk, in both databases; and databases that cannot be used."""

from __future__ import annotations

import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import update

from plyground import catalogue
from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.match import Match
from plyground.records import Played, Record
from plyground.web.errors import Refusal
from plyground.web.games import schema
from plyground.web.games.server_game import OWNER, Offer, SeatToken, ServerGame
from plyground.web.games.store import Store, StoredGame


def new_game(id: str = "abcdefghij") -> ServerGame:
    record = Record(
        "squava:6x6",
        ("Ada\0", "level 3"),
        (Played("c3", 1.5, "the centre \u2028 \0"), Played("a1")),
        "*",
        began="2026-01-31T18:30:00",
        comment="before lunch",
    )
    tokens = (SeatToken(OWNER, "d" * 64), SeatToken(0, "d" * 64))
    return ServerGame(id, Match.from_record(record), ("human", "3"), tokens, created=5.25)


def test_a_game_is_read_as_it_was_written(database: str) -> None:
    store = Store(database, catalogue.find)
    game = new_game()
    game.match.undone = [Played("b2", 2.5, "no"), Played("b3")]
    game.match.resign(0)
    game.offer, game.seconds, game.paused, game.delay = Offer("undo", 1), 2.5, True, 0.25
    store.add(game)
    read = store.load(game.id)
    assert read is not None
    assert read.match.record == game.match.record
    assert read.match.undone == game.match.undone
    assert (read.match.turn_began, read.match.end) == (game.match.turn_began, game.match.end)
    read.match = game.match
    read.tokens = tuple(sorted(read.tokens, key=lambda token: token.side))
    assert read == game
    assert store.load("nothinghere") is None
    assert (store.version(game.id), store.version("nothinghere")) == (1, None)
    store.close()


def test_whoever_was_slower_changes_nothing(database: str) -> None:
    store = Store(database, catalogue.find)
    store.add(new_game())
    fast, slow = store.load("abcdefghij"), store.load("abcdefghij")
    assert fast is not None
    assert slow is not None
    for game, move in ((fast, "b2"), (slow, "b3")):
        before = StoredGame.of(game)
        game.push(move, 1.0)
        game.version += 1
        if game is fast:
            store.save(game, before)
        else:
            with pytest.raises(Refusal) as refused:
                store.save(game, before)
            assert refused.value.code == "conflict"
    stored = store.load("abcdefghij")
    assert stored is not None
    assert stored.match.board.history == ("c3", "a1", "b2")
    store.close()


def test_of_those_who_write_at_once_only_the_slower_is_refused(file_database: str) -> None:
    store = Store(file_database, catalogue.find)
    ids = [f"game00000{number}" for number in range(12)]
    for id in ids:
        store.add(new_game(id))

    def move(id: str) -> str:
        game = store.load(id)
        assert game is not None
        before = StoredGame.of(game)
        game.push("b2", 1.0)
        game.version += 1
        everybody_is_ready.wait()
        try:
            store.save(game, before)
        except Refusal as refusal:
            return refusal.code
        return "stored"

    everybody_is_ready = threading.Barrier(2 * len(ids))
    with ThreadPoolExecutor(2 * len(ids)) as threads:
        results = [*threads.map(move, ids + ids)]
    for one, other in zip(results[: len(ids)], results[len(ids) :], strict=True):
        assert {one, other} == {"stored", "conflict"}
    for id in ids:
        stored = store.load(id)
        assert stored is not None
        assert stored.match.board.history == ("c3", "a1", "b2")
    store.close()


def test_moves_that_were_taken_back_are_replaced(database: str) -> None:
    store = Store(database, catalogue.find)
    game = new_game()
    store.add(game)
    before = StoredGame.of(game)
    game.match.undo([1])
    game.push("e5", 2.0)
    game.push("e6", 3.0)
    game.version += 1
    store.save(game, before)
    stored = store.load(game.id)
    assert stored is not None
    assert stored.match.board == Board("squava:6x6", "c3 e5 e6")
    assert [played.seconds for played in stored.match.moves] == [1.5, 2.0, 3.0]
    store.close()


def test_the_key_of_a_database_stays_the_same(database: str) -> None:
    one = Store(database, catalogue.find)
    other = Store(database, catalogue.find)
    assert one.key == other.key
    one.close()
    other.close()


def test_a_database_of_another_form_is_refused(database: str) -> None:
    store = Store(database, catalogue.find)
    with store._engine.begin() as connection:
        connection.execute(update(schema.meta).where(schema.meta.c.name == "schema").values(value="99"))
    store.close()
    with pytest.raises(PlygroundError, match="form 99"):
        Store(database, catalogue.find)


def test_sqlite_keeps_its_files_to_itself_and_writes_ahead(file_database: str) -> None:
    store = Store(file_database, catalogue.find)
    file = Path(file_database.removeprefix("sqlite:///"))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.close()


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("nonsense", "is no database"),
        ("mysql://host/name", "not in mysql"),
        ("sqlite://", "need a file"),
        ("sqlite:////proc/nowhere/games.sqlite3", "cannot store games"),
        ("sqlite:////", "cannot"),
        ("postgresql://nobody@127.0.0.1:1/none", "cannot be used"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_one_line(url: str, why: str) -> None:
    with pytest.raises(PlygroundError, match=why) as error:
        Store(url, catalogue.find)
    assert "\n" not in str(error.value)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    file.write_bytes(b"this is not a database, but a text of some length" * 50)
    with pytest.raises(PlygroundError, match="cannot be used"):
        Store(f"sqlite:///{file}", catalogue.find)
    assert file.read_bytes().startswith(b"this is not")
