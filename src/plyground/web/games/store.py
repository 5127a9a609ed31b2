"""Games on disk. What a method returned from is stored, whatever happens to the process afterwards."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.web.games import schema
from plyground.web.games.database import opened, unreachable
from plyground.web.games.match import Holder, Match, Offer, conflict
from plyground.web.games.tokens import new_token
from plyground.web.games.writer import Scribe, Work
from plyground.web.http.errors import busy


@dataclass(frozen=True)
class Before:
    """What of a game is stored, before it is changed."""

    version: int
    moves: tuple[int, ...]
    holders: tuple[Holder, ...]

    @classmethod
    def of(cls, match: Match) -> Before:
        """A game as it stands now."""
        return cls(match.version, match.board.numbers, match.holders)

    def same_moves(self, match: Match) -> int:
        """How many of the first moves are the same."""
        pairs = zip(self.moves, match.board.numbers, strict=False)
        return next((ply for ply, (old, new) in enumerate(pairs) if old != new), self.shorter(match))

    def shorter(self, match: Match) -> int:
        """The number of moves of the shorter game."""
        return min(len(self.moves), len(match.board.numbers))


class Store:
    """Reads and writes matches. Methods block, and may be called from any thread."""

    def __init__(self, url: str, find: Callable[[str], Game]) -> None:
        self._engine = opened(url)
        self._find = find
        self._is_sqlite = self._engine.dialect.name == "sqlite"
        self._scribe = Scribe(self._engine)
        try:
            self.key = self._set_up()
            """The secret of this database, from which others are derived."""
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    # Set-up

    def _set_up(self) -> str:
        try:
            try:
                return self._try_to_set_up()
            except SQLAlchemyError:  # another server may have been faster
                return self._try_to_set_up()
        except SQLAlchemyError as error:
            raise PlygroundError(f"the database cannot be used: {unreachable(error)}") from error

    def _try_to_set_up(self) -> str:
        schema.metadata.create_all(self._engine)
        for name, value in (("schema", schema.VERSION), ("key", new_token())):
            with self._engine.connect().execution_options(writes=True) as connection, connection.begin():
                if self._meta(connection, name) is None:
                    connection.execute(insert(schema.meta).values(name=name, value=value))
        with self._engine.connect() as connection:
            version, key = self._meta(connection, "schema"), self._meta(connection, "key")
        if version != schema.VERSION:
            raise PlygroundError(f"the database has form {version}, and only {schema.VERSION} is known here")
        assert key is not None
        return key

    def _meta(self, connection: Connection, name: str) -> str | None:
        found = connection.scalar(select(schema.meta.c.value).where(schema.meta.c.name == name))
        return None if found is None else str(found)

    # Reading

    def check(self) -> None:
        """Fail if the database does not answer."""
        with self._reading() as connection:
            connection.execute(text("SELECT 1"))

    def version(self, id: str) -> int | None:
        """The version of a game, or None if there is none with this id."""
        with self._reading() as connection:
            found = connection.scalar(select(schema.games.c.version).where(schema.games.c.id == id))
        return None if found is None else int(found)

    def load(self, id: str) -> Match | None:
        """A game as it was stored last, or None."""
        with self._reading() as connection:
            row = connection.execute(select(schema.games).where(schema.games.c.id == id)).first()
            if row is None:
                return None
            moves = connection.execute(
                select(schema.moves.c.move, schema.moves.c.seconds)
                .where(schema.moves.c.game_id == id)
                .order_by(schema.moves.c.ply)
            ).all()
            holders = connection.execute(
                select(schema.holders.c.side, schema.holders.c.digest).where(schema.holders.c.game_id == id)
            ).all()
        return self._match(row, [tuple(move) for move in moves], [Holder(*holder) for holder in holders])

    def _match(self, row: Row[Any], moves: list[Any], holders: list[Holder]) -> Match:
        return Match(
            row.id,
            Board(self._find(row.game), [move for move, _ in moves], position=row.setup),
            (row.first, row.second),
            tuple(holders),
            (row.first_invited, row.second_invited),
            created=row.created,
            updated=row.updated,
            turned=row.turned,
            version=row.version,
            times=[seconds for _, seconds in moves],
            undone=json.loads(row.undone),
            resigned=row.resigned,
            offer=None if row.offer is None else Offer(row.offer, row.offer_side),
            previous=row.previous,
            next=row.next,
            seconds=row.seconds,
            paused=bool(row.paused),
            delay=row.delay,
        )

    # Writing

    def add(self, match: Match) -> None:
        """Store a new game."""
        self._write(lambda connection: self._insert(connection, match))

    def save(self, match: Match, before: Before, follower: Match | None = None) -> None:
        """Store a changed game, and the one that follows it, if any.

        If another version than `before` is stored, somebody else was faster, and nothing is stored.
        """
        self._write(lambda connection: self._update(connection, match, before, follower))

    def _update(self, connection: Connection, match: Match, before: Before, follower: Match | None) -> None:
        changed = connection.execute(
            update(schema.games)
            .where(schema.games.c.id == match.id, schema.games.c.version == before.version)
            .values(self._values(match))
        )
        if changed.rowcount != 1:
            raise conflict("the game has gone on since then")
        if follower is not None:
            self._insert(connection, follower)
        same = before.same_moves(match)
        if same < len(before.moves):
            late = schema.moves.c.ply >= same
            connection.execute(delete(schema.moves).where(schema.moves.c.game_id == match.id, late))
        self._insert_moves(connection, match, same)
        if before.holders != match.holders:
            connection.execute(delete(schema.holders).where(schema.holders.c.game_id == match.id))
            self._insert_holders(connection, match)

    def _insert(self, connection: Connection, match: Match) -> None:
        connection.execute(insert(schema.games).values(id=match.id, **self._values(match)))
        self._insert_moves(connection, match, 0)
        self._insert_holders(connection, match)

    def _insert_moves(self, connection: Connection, match: Match, same: int) -> None:
        rows = [
            {"game_id": match.id, "ply": ply, "move": move, "seconds": seconds}
            for ply, (move, seconds) in enumerate(zip(match.board.history, match.times, strict=True))
            if ply >= same
        ]
        if rows:
            connection.execute(insert(schema.moves), rows)

    def _insert_holders(self, connection: Connection, match: Match) -> None:
        rows = [{"game_id": match.id, "side": each.side, "digest": each.digest} for each in match.holders]
        connection.execute(insert(schema.holders), rows)

    def _values(self, match: Match) -> dict[str, Any]:
        return {
            "game": match.board.game.full_name,
            "setup": match.board.setup,
            "first": match.seats[0],
            "second": match.seats[1],
            "first_invited": match.invited[0],
            "second_invited": match.invited[1],
            "created": match.created,
            "updated": match.updated,
            "turned": match.turned,
            "version": match.version,
            "undone": json.dumps(match.undone),
            "resigned": match.resigned,
            "offer": match.offer and match.offer.kind,
            "offer_side": match.offer and match.offer.side,
            "previous": match.previous,
            "next": match.next,
            "seconds": match.seconds,
            "paused": match.paused,
            "delay": match.delay,
        }

    # Connections

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        options = {} if self._is_sqlite else {"isolation_level": "REPEATABLE READ"}
        try:
            with self._engine.connect().execution_options(**options) as connection:
                yield connection
        except SQLAlchemyError as error:
            raise _unavailable(error) from error

    def _write(self, work: Work) -> None:
        try:
            if self._is_sqlite:
                self._scribe.write(work)
                return
            with self._engine.begin() as connection:
                work(connection)
        except SQLAlchemyError as error:
            raise _unavailable(error) from error


def _unavailable(error: SQLAlchemyError) -> PlygroundError:
    return busy("the games cannot be stored or read at the moment; try again")
