"""Writing to SQLite, which has one writer: whoever waits meanwhile is written down together with the next."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

Work = Callable[[Connection], None]


@dataclass
class Ticket:
    """Something to be written."""

    work: Work
    is_done: bool = False
    error: Exception | None = None


class Scribe:
    """Shares commits, as each has to wait for the disk, and many games would wait one after another."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._turn = threading.Lock()
        self._list = threading.Lock()
        self._waiting: list[Ticket] = []

    def write(self, work: Work) -> None:
        """Do the work in a transaction, and return when it is on the disk. One's failure is not another's."""
        mine = Ticket(work)
        with self._list:
            self._waiting.append(mine)
        with self._turn:
            if not mine.is_done:
                with self._list:
                    tickets, self._waiting = self._waiting, []
                self._commit(tickets)
        if mine.error is not None:
            raise mine.error

    def _commit(self, tickets: list[Ticket]) -> None:
        try:
            with self._engine.connect() as connection:
                connection = connection.execution_options(writes=True)
                with connection.begin():
                    for ticket in tickets:
                        self._try(connection, ticket)
        except SQLAlchemyError as error:
            for ticket in tickets:
                ticket.error = ticket.error or error
        finally:
            for ticket in tickets:
                ticket.is_done = True

    def _try(self, connection: Connection, ticket: Ticket) -> None:
        try:
            with connection.begin_nested():
                ticket.work(connection)
        except Exception as error:
            ticket.error = error
