"""The tables in which games are stored, the same in SQLite and in PostgreSQL."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Double, ForeignKey, Integer, MetaData, Table, Text

VERSION: Final = "1"

metadata: Final = MetaData()

meta: Final = Table(
    "plyground_meta",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

games: Final = Table(
    "plyground_games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("setup", Text, nullable=False),
    Column("first", Text, nullable=False),
    Column("second", Text, nullable=False),
    Column("first_invited", Integer),
    Column("second_invited", Integer),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("turned", Double, nullable=False),
    Column("version", Integer, nullable=False),
    Column("undone", Text, nullable=False),
    Column("resigned", Integer),
    Column("offer", Text),
    Column("offer_side", Integer),
    Column("previous", Text),
    Column("next", Text),
    Column("seconds", Double),
    Column("paused", Boolean, nullable=False),
    Column("delay", Double, nullable=False),
)

moves: Final = Table(
    "plyground_moves",
    metadata,
    Column("game_id", ForeignKey("plyground_games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("move", Text, nullable=False),
    Column("seconds", Double),
)

holders: Final = Table(
    "plyground_holders",
    metadata,
    Column("game_id", ForeignKey("plyground_games.id", ondelete="CASCADE"), primary_key=True),
    Column("side", Integer, primary_key=True, autoincrement=False),
    Column("digest", Text, primary_key=True),
)
