"""Games on disk, in both databases; and databases that cannot be used."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from sqlalchemy import update

from plyground import catalogue
from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.web.games import schema
from plyground.web.games.match import OWNER, Holder, Match, Offer
from plyground.web.games.store import Before, Store
from plyground.web.http.errors import Refused


def new_match(id: str = "abcdefghij") -> Match:
    board = Board("squava:6x6", "c3 a1")
    holders = (Holder(OWNER, "d" * 64), Holder(0, "d" * 64))
    return Match(id, board, ("human", "3"), holders, (None, None), created=5.25, times=[1.5, None])


def test_a_game_is_read_as_it_was_written(database: str) -> None:
    store = Store(database, catalogue.find)
    match = new_match()
    match.undone, match.offer, match.resigned = ["b2", "b3"], Offer("undo", 1), 0
    match.seconds, match.paused, match.delay = 2.5, True, 0.25
    store.add(match)
    read = store.load(match.id)
    assert read is not None
    assert read.board.history == match.board.history
    read.board = match.board
    read.holders = tuple(sorted(read.holders, key=lambda holder: holder.side))
    assert read == match
    assert store.load("nothinghere") is None
    assert (store.version(match.id), store.version("nothinghere")) == (1, None)
    store.close()


def test_whoever_was_slower_changes_nothing(database: str) -> None:
    store = Store(database, catalogue.find)
    store.add(new_match())
    fast, slow = store.load("abcdefghij"), store.load("abcdefghij")
    assert fast is not None
    assert slow is not None
    for match, move in ((fast, "b2"), (slow, "b3")):
        before = Before.of(match)
        match.push(move, 1.0, 6.0)
        match.version += 1
        if match is fast:
            store.save(match, before)
        else:
            with pytest.raises(Refused) as refused:
                store.save(match, before)
            assert refused.value.code == "conflict"
    stored = store.load("abcdefghij")
    assert stored is not None
    assert stored.board.history == ("c3", "a1", "b2")
    store.close()


def test_moves_that_were_taken_back_are_replaced(database: str) -> None:
    store = Store(database, catalogue.find)
    match = new_match()
    store.add(match)
    before = Before.of(match)
    match.board.pop()
    match.times.pop()
    match.push("e5", 2.0, 7.0)
    match.push("e6", 3.0, 8.0)
    match.version += 1
    store.save(match, before)
    stored = store.load(match.id)
    assert stored is not None
    assert stored.board.history == ("c3", "e5", "e6")
    assert stored.times == [1.5, 2.0, 3.0]
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
