"""Opening a database: SQLite in WAL mode, or PostgreSQL."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from plyground.errors import PlygroundError
from plyground.files import data_root, explain_errors

BUSY_MILLISECONDS = 10_000
SPARE = 30
"""Connections beyond the usual five, for a crowd."""


def default_url() -> str:
    """The database in the user's data folder."""
    return f"sqlite:///{data_root() / 'web.sqlite3'}"


def open_database(url: str) -> Engine:
    """A database that can be used from any thread."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise PlygroundError(
            f"{url!r} is no database; write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
        ) from error
    kind = parsed.get_backend_name()
    if kind == "sqlite":
        return _sqlite(parsed)
    if kind == "postgresql":
        return _postgresql(parsed)
    raise PlygroundError(f"games are stored in sqlite or postgresql, not in {kind}")


def _sqlite(url: URL) -> Engine:
    if not url.database or url.database == ":memory:":
        raise PlygroundError("games need a file, such as sqlite:///games.sqlite3")
    file = Path(url.database)
    with explain_errors(f"cannot store games in {file}"):
        file.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    engine = create_engine(
        url.set(drivername="sqlite"), connect_args={"check_same_thread": False}, max_overflow=SPARE
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin below, not where the driver guesses
        for pragma in (
            f"busy_timeout = {BUSY_MILLISECONDS}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgresql(url: URL) -> Engine:
    try:
        return create_engine(url.set(drivername="postgresql+psycopg"), pool_pre_ping=True, max_overflow=SPARE)
    except ImportError as error:
        raise PlygroundError(
            "for PostgreSQL install the driver: pip install 'plyground[web,postgresql]'"
        ) from error


def error_line(error: SQLAlchemyError) -> str:
    """What a database said was wrong, in one line and without what was to be stored."""
    cause = getattr(error, "orig", None) or error
    return " ".join(str(cause).split())[:200]
