"""Classes on disk, in the database of the games."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from typing import Any, cast

from sqlalchemy import Connection, Executable, Table, delete, insert, select, update

from plyground.web.games import schema
from plyground.web.games.classroom import (
    Answer,
    Classroom,
    ClassTask,
    Pairing,
    Pupil,
    ShownPosition,
    TaskKind,
    new_code,
)
from plyground.web.games.store import Store
from plyground.web.games.tokens import new_game_id


class ClassroomStore:
    """Reads and writes classes. Methods block, and may be called from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def newest(self) -> Classroom:
        """The class that was begun last, or a first one."""
        with self._store.reading() as connection:
            classes = schema.classes
            row = connection.execute(select(classes).order_by(classes.c.created.desc()).limit(1)).first()
            if row is not None:
                return _read(connection, row)
        return self.begin()

    def begin(self) -> Classroom:
        """A new class with nobody in it."""
        room = Classroom(new_game_id(), new_code(), time.time())
        self._execute(insert(schema.classes).values(id=room.id, **_row(room)))
        return room

    def save(self, room: Classroom) -> None:
        """Store how a class stands: paused, with or without help, with what is shown."""
        this = schema.classes.c.id == room.id
        self._execute(update(schema.classes).where(this).values(_row(room)))

    def save_pupil(self, room: Classroom, pupil: Pupil) -> None:
        """Store a pupil, new or changed."""
        key = {"class_id": room.id, "number": pupil.number}
        self._replace(schema.pupils, key, {"name": pupil.name, "digest": pupil.digest, "gone": pupil.gone})

    def add_task(self, room: Classroom, task: ClassTask) -> None:
        """Store what the class does next."""
        values = {"class_id": room.id, **asdict(task)}
        self._execute(insert(schema.class_tasks).values(values))

    def save_pairing(self, room: Classroom, pairing: Pairing) -> None:
        """Store a game of the class."""
        first, second = pairing.pupils
        key = {"class_id": room.id, "game_id": pairing.game}
        place = room.pairings.index(pairing)
        values = {"place": place, "task": pairing.task, "first": first, "second": second}
        self._replace(schema.class_games, key, values)

    def save_answer(self, room: Classroom, answer: Answer) -> None:
        """Store how far a pupil came."""
        key = {"class_id": room.id, "task": answer.task, "pupil": answer.pupil, "item": answer.item}
        self._replace(schema.class_answers, key, {"tries": answer.tries, "solved": answer.solved})

    def _execute(self, statement: Executable) -> None:
        def execute(connection: Connection) -> None:
            connection.execute(statement)

        self._store.write(execute)

    def _replace(self, table: Table, key: dict[str, Any], values: dict[str, Any]) -> None:
        conditions = [table.c[name] == value for name, value in key.items()]

        def replace(connection: Connection) -> None:
            connection.execute(delete(table).where(*conditions))
            connection.execute(insert(table).values(key | values))

        self._store.write(replace)


def _row(room: Classroom) -> dict[str, Any]:
    shown = room.shown
    return {
        "code": room.code,
        "created": room.created,
        "paused": room.paused,
        "help": room.help,
        "shown": None if shown is None else json.dumps(asdict(shown)),
    }


def _read(connection: Connection, row: Any) -> Classroom:
    def rows(table: Table, *order: str) -> list[Any]:
        wanted = select(table).where(table.c.class_id == row.id).order_by(*(table.c[name] for name in order))
        return list(connection.execute(wanted).all())

    answers = [
        Answer(each.task, each.pupil, each.item, each.tries, bool(each.solved))
        for each in rows(schema.class_answers, "task", "pupil", "item")
    ]
    return Classroom(
        row.id,
        row.code,
        row.created,
        bool(row.paused),
        bool(row.help),
        None if row.shown is None else _read_shown(row.shown),
        [
            Pupil(each.number, each.name, each.digest, bool(each.gone))
            for each in rows(schema.pupils, "number")
        ],
        [
            ClassTask(each.number, cast(TaskKind, each.kind), each.title, each.name, each.items)
            for each in rows(schema.class_tasks, "number")
        ],
        [
            Pairing(each.game_id, each.task, (each.first, each.second))
            for each in rows(schema.class_games, "task", "place")
        ],
        {(each.task, each.pupil, each.item): each for each in answers},
    )


def _read_shown(text: str) -> ShownPosition:
    content = json.loads(text)
    return ShownPosition(content["game"], content["setup"], tuple(content["moves"]), content["words"])
