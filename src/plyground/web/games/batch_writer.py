"""Writing to SQLite, which has one writer: whoever waits meanwhile is written together with the next."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

Work = Callable[[Connection], None]
"""Executes statements and changes nothing else: it may be called again after a rollback."""


@dataclass
class PendingWrite:
    """Something to write."""

    work: Work
    is_done: bool = False
    error: Exception | None = None


class BatchWriter:
    """Shares commits, as each has to wait for the disk, and many games would wait one after another."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._turn = threading.Lock()
        self._list = threading.Lock()
        self._waiting: list[PendingWrite] = []

    def write(self, work: Work) -> None:
        """Do the work in a transaction, and return when it is on the disk. One's failure is not another's."""
        mine = PendingWrite(work)
        with self._list:
            self._waiting.append(mine)
        with self._turn:
            if not mine.is_done:
                with self._list:
                    batch, self._waiting = self._waiting, []
                self._commit(batch)
        if mine.error is not None:
            raise mine.error

    def _commit(self, batch: list[PendingWrite]) -> None:
        """Write a batch in one transaction; savepoints, which cost, are only needed if something fails."""
        try:
            with self._engine.connect() as connection:
                connection = connection.execution_options(writes=True)
                if not self._write_all(connection, batch):
                    with connection.begin():
                        for write in batch:
                            self._write_one(connection, write)
        except SQLAlchemyError as error:
            for write in batch:
                write.error = write.error or error
        finally:
            for write in batch:
                write.is_done = True

    def _write_all(self, connection: Connection, batch: list[PendingWrite]) -> bool:
        """Whether the whole batch is written; if anything fails, nothing is."""
        transaction = connection.begin()
        try:
            for write in batch:
                write.work(connection)
        except Exception:
            transaction.rollback()
            return False
        transaction.commit()
        return True

    def _write_one(self, connection: Connection, write: PendingWrite) -> None:
        try:
            with connection.begin_nested():
                write.work(connection)
        except Exception as error:
            write.error = error
