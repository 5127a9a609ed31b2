"""Databases and servers for the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.web import postgresql
from tests.web.stage import opened


@pytest.fixture(scope="session")
def postgresql_folder() -> Iterator[str]:
    """PostgreSQL, started once for all tests; skips those that need it where there is none."""
    pytest.importorskip("psycopg", reason="the driver for PostgreSQL is not installed")
    try:
        with postgresql.running() as folder:
            yield folder
    except postgresql.NoPostgresql as reason:
        pytest.skip(str(reason))


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite3'}"
    return postgresql.new_database(request.getfixturevalue("postgresql_folder"))


@pytest.fixture
def file_database(tmp_path: Path) -> str:
    """The URL of an empty database, where the kind does not matter."""
    return f"sqlite:///{tmp_path / 'games.sqlite3'}"


@pytest.fixture
def client(database: str) -> Iterator[TestClient]:
    """A server on each kind of database."""
    with opened(database) as client:
        yield client


@pytest.fixture
def server(file_database: str) -> Iterator[TestClient]:
    """A server, where the kind of database does not matter."""
    with opened(file_database) as client:
        yield client
