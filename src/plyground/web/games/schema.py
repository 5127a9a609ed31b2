"""The tables in which games are stored, the same in SQLite and in PostgreSQL."""

from __future__ import annotations

import json
from typing import Any, Final

from sqlalchemy import Boolean, Column, Dialect, Double, ForeignKey, Integer, MetaData, Table, Text
from sqlalchemy.types import TypeDecorator

VERSION: Final = "2"
OLD_VERSION: Final = "1"
"""The version that can be brought up to date."""


class AnyText(TypeDecorator[str]):
    """A text that somebody wrote. It is stored as JSON, as PostgreSQL takes no text with a NUL in it."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """What is stored."""
        return None if value is None else json.dumps(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> str | None:
        """What was stored."""
        return None if value is None else str(json.loads(value))


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
    Column("first_name", AnyText),
    Column("second_name", AnyText),
    Column("began", Text),
    Column("comment", AnyText),
    Column("result", Text),
    Column("reason", AnyText),
)

moves: Final = Table(
    "plyground_moves",
    metadata,
    Column("game_id", ForeignKey("plyground_games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("move", Text, nullable=False),
    Column("seconds", Double),
    Column("comment", AnyText),
)

seat_tokens: Final = Table(
    "plyground_holders",
    metadata,
    Column("game_id", ForeignKey("plyground_games.id", ondelete="CASCADE"), primary_key=True),
    Column("side", Integer, primary_key=True, autoincrement=False),
    Column("digest", Text, primary_key=True),
)

classes: Final = Table(
    "plyground_classes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("code", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("paused", Boolean, nullable=False),
    Column("help", Boolean, nullable=False),
    Column("shown", AnyText),
)

pupils: Final = Table(
    "plyground_pupils",
    metadata,
    Column("class_id", ForeignKey("plyground_classes.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", AnyText, nullable=False),
    Column("digest", Text, nullable=False),
    Column("gone", Boolean, nullable=False),
)

class_tasks: Final = Table(
    "plyground_class_tasks",
    metadata,
    Column("class_id", ForeignKey("plyground_classes.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("title", AnyText, nullable=False),
    Column("name", AnyText, nullable=False),
    Column("items", Integer, nullable=False),
)

class_games: Final = Table(
    "plyground_class_games",
    metadata,
    Column("class_id", ForeignKey("plyground_classes.id", ondelete="CASCADE"), primary_key=True),
    Column("game_id", Text, primary_key=True),
    Column("place", Integer, nullable=False),
    Column("task", Integer, nullable=False),
    Column("first", Integer),
    Column("second", Integer),
)

class_answers: Final = Table(
    "plyground_class_answers",
    metadata,
    Column("class_id", ForeignKey("plyground_classes.id", ondelete="CASCADE"), primary_key=True),
    Column("task", Integer, primary_key=True, autoincrement=False),
    Column("pupil", Integer, primary_key=True, autoincrement=False),
    Column("item", Integer, primary_key=True, autoincrement=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Boolean, nullable=False),
)

ADDED: Final = (
    games.c.first_name,
    games.c.second_name,
    games.c.began,
    games.c.comment,
    games.c.result,
    games.c.reason,
    moves.c.comment,
)
"""The columns that the old version does not have. In a row that it wrote they are empty."""
