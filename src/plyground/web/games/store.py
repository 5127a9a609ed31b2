"""Games on disk. What a method returned from is stored, whatever happens to the process afterwards."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, delete, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.match import PERSON, Match, Seat
from plyground.records import Played, Record, resignation, result_of
from plyground.web.errors import busy, conflict
from plyground.web.games import schema
from plyground.web.games.batch_writer import BatchWriter, Work
from plyground.web.games.computers import player_name
from plyground.web.games.database import error_line, open_database
from plyground.web.games.server_game import Offer, SeatToken, ServerGame, iso_time
from plyground.web.games.tokens import new_token

log = logging.getLogger("plyground.web")

# Statements are made once, as making one takes longer than executing it.
IS_GAME: Final = schema.games.c.id == bindparam("game_id")
INSERT_GAME: Final = insert(schema.games)
UPDATE_GAME: Final = update(schema.games).where(
    IS_GAME, schema.games.c.version == bindparam("version_before")
)
SELECT_VERSION: Final = select(schema.games.c.version).where(IS_GAME)
SELECT_GAME: Final = select(schema.games).where(IS_GAME)
INSERT_MOVES: Final = insert(schema.moves)
DELETE_MOVES: Final = delete(schema.moves).where(
    schema.moves.c.game_id == bindparam("id"), schema.moves.c.ply >= bindparam("first")
)
SELECT_MOVES: Final = (
    select(schema.moves.c.move, schema.moves.c.seconds, schema.moves.c.comment)
    .where(schema.moves.c.game_id == bindparam("id"))
    .order_by(schema.moves.c.ply)
)
INSERT_TOKENS: Final = insert(schema.seat_tokens)
DELETE_TOKENS: Final = delete(schema.seat_tokens).where(schema.seat_tokens.c.game_id == bindparam("id"))
SELECT_TOKENS: Final = select(schema.seat_tokens.c.side, schema.seat_tokens.c.digest).where(
    schema.seat_tokens.c.game_id == bindparam("id")
)


@dataclass(frozen=True)
class StoredGame:
    """What of a game is stored, before it is changed."""

    version: int
    moves: tuple[Played, ...]
    tokens: tuple[SeatToken, ...]

    @classmethod
    def of(cls, game: ServerGame) -> StoredGame:
        """A game as it stands now."""
        return cls(game.version, game.match.moves, game.tokens)

    def count_same_moves(self, moves: Sequence[Played]) -> int:
        """How many of the first moves are the same."""
        pairs = zip(self.moves, moves, strict=False)
        shorter = min(len(self.moves), len(moves))
        return next((ply for ply, (old, new) in enumerate(pairs) if old != new), shorter)


class Store:
    """Reads and writes games. Methods block, and may be called from any thread."""

    def __init__(self, url: str, find: Callable[[str], Game]) -> None:
        self._engine = open_database(url)
        self._find = find
        self._is_sqlite = self._engine.dialect.name == "sqlite"
        self._writer = BatchWriter(self._engine)
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
            raise PlygroundError(f"the database cannot be used: {error_line(error)}") from error

    def _try_to_set_up(self) -> str:
        schema.metadata.create_all(self._engine)
        for name, value in (("schema", schema.VERSION), ("key", new_token())):
            with self._changing_schema() as connection:
                if self._meta(connection, name) is None:
                    connection.execute(insert(schema.meta).values(name=name, value=value))
        with self._changing_schema() as connection:
            self._bring_up_to_date(connection)
            version, key = self._meta(connection, "schema"), self._meta(connection, "key")
        if version != schema.VERSION:
            raise PlygroundError(f"the database has form {version}, and only {schema.VERSION} is known here")
        assert key is not None
        return key

    def _bring_up_to_date(self, connection: Connection) -> None:
        """Add what the old version of the database does not have."""
        if self._meta(connection, "schema") != schema.OLD_VERSION:
            return
        for column in schema.ADDED:
            connection.execute(text(f"ALTER TABLE {column.table.name} ADD COLUMN {column.name} TEXT"))
        games = schema.games
        for id, undone in connection.execute(select(games.c.id, games.c.undone)).all():
            if moves := json.loads(undone):
                values = _write_moves([Played(move) for move in moves])
                connection.execute(update(games).where(games.c.id == id).values(undone=values))
        is_version = schema.meta.c.name == "schema"
        connection.execute(update(schema.meta).where(is_version).values(value=schema.VERSION))

    @contextmanager
    def _changing_schema(self) -> Iterator[Connection]:
        with self._engine.connect().execution_options(writes=True) as connection, connection.begin():
            yield connection

    def _meta(self, connection: Connection, name: str) -> str | None:
        """A value of the whole database, which nobody else changes before the transaction ends."""
        found = connection.scalar(
            select(schema.meta.c.value).where(schema.meta.c.name == name).with_for_update()
        )
        return None if found is None else str(found)

    # Reading

    def check(self) -> None:
        """Fail if nothing can be stored now: the database does not answer, or there is no room left."""

        def note(connection: Connection) -> None:
            connection.execute(delete(schema.meta).where(schema.meta.c.name == "checked"))
            connection.execute(insert(schema.meta).values(name="checked", value=iso_time(time.time())))

        self.write(note)

    def version(self, id: str) -> int | None:
        """The version of a game, or None if there is none with this id."""
        with self.reading() as connection:
            found = connection.scalar(SELECT_VERSION, {"game_id": id})
        return None if found is None else int(found)

    def load(self, id: str) -> ServerGame | None:
        """A game as it was stored last, or None."""
        with self.reading() as connection:
            row = connection.execute(SELECT_GAME, {"game_id": id}).first()
            if row is None:
                return None
            moves = connection.execute(SELECT_MOVES, {"id": id}).all()
            tokens = connection.execute(SELECT_TOKENS, {"id": id}).all()
        played = tuple(Played(move, seconds, comment or "") for move, seconds, comment in moves)
        return self._read_game(row, played, tuple(SeatToken(*token) for token in tokens))

    def _read_game(
        self, row: Row[Any], moves: tuple[Played, ...], tokens: tuple[SeatToken, ...]
    ) -> ServerGame:
        return ServerGame(
            row.id,
            self._read_match(row, moves),
            (row.first, row.second),
            tokens,
            (row.first_invited, row.second_invited),
            created=row.created,
            updated=row.updated,
            version=row.version,
            offer=None if row.offer is None else Offer(row.offer, row.offer_side),
            previous=row.previous,
            next=row.next,
            seconds=row.seconds,
            paused=bool(row.paused),
            delay=row.delay,
        )

    def _read_match(self, row: Row[Any], moves: tuple[Played, ...]) -> Match:
        """The game under way; what a row of the old version does not say follows from the rest."""
        board = Board(self._find(row.game), [played.move for played in moves], position=row.setup)
        result, reason = row.result, row.reason
        if result is None:
            resigned = None if row.resigned is None else resignation(board.game, row.resigned)
            result, reason = result_of(board.game, board.outcome or resigned)
        first, second = row.first_name, row.second_name
        record = Record(
            row.game,
            (
                player_name(row.first) if first is None else first,
                player_name(row.second) if second is None else second,
            ),
            moves,
            result,
            reason or "",
            iso_time(row.created) if row.began is None else row.began,
            row.comment or "",
            row.setup,
        )
        match = Match.from_record(record, board=board, now=time.time)
        first, second = record.players
        match.seats = (Seat(first, row.first == PERSON), Seat(second, row.second == PERSON))
        match.undone = (Played(*each) for each in json.loads(row.undone))
        match.turn_began = row.turned
        return match

    def unchanged_since(self, time: float, most: int) -> list[str]:
        """The ids of games that have not changed since then, the oldest first, and at most so many."""
        games = schema.games
        oldest = select(games.c.id).where(games.c.updated < time).order_by(games.c.updated).limit(most)
        with self.reading() as connection:
            return [str(id) for id in connection.scalars(oldest)]

    # Writing

    def remove(self, ids: Sequence[str], unchanged_since: float) -> None:
        """Delete games, unless one has changed meanwhile."""

        def delete_games(connection: Connection) -> None:
            games = schema.games
            old = select(games.c.id).where(games.c.id.in_(ids), games.c.updated < unchanged_since)
            still = [str(id) for id in connection.scalars(old)]
            for table in (schema.moves, schema.seat_tokens):
                connection.execute(delete(table).where(table.c.game_id.in_(still)))
            connection.execute(delete(games).where(games.c.id.in_(still)))

        self.write(delete_games)

    def add(self, game: ServerGame) -> None:
        """Store a new game."""
        self.write(lambda connection: self._insert(connection, game))

    def save(self, game: ServerGame, before: StoredGame, follower: ServerGame | None = None) -> None:
        """Store a changed game, and the one that follows it, if any.

        If another version than `before` is stored, somebody else was faster, and nothing is stored.
        """
        self.write(lambda connection: self._update(connection, game, before, follower))

    def _update(
        self, connection: Connection, game: ServerGame, before: StoredGame, follower: ServerGame | None
    ) -> None:
        key = {"game_id": game.id, "version_before": before.version}
        if connection.execute(UPDATE_GAME, {**_row(game), **key}).rowcount != 1:
            raise conflict("the game has gone on since then")
        if follower is not None:
            self._insert(connection, follower)
        same = before.count_same_moves(game.match.moves)
        if same < len(before.moves):
            connection.execute(DELETE_MOVES, {"id": game.id, "first": same})
        self._insert_moves(connection, game, same)
        if before.tokens != game.tokens:
            connection.execute(DELETE_TOKENS, {"id": game.id})
            self._insert_tokens(connection, game)

    def _insert(self, connection: Connection, game: ServerGame) -> None:
        connection.execute(INSERT_GAME, {"id": game.id, **_row(game)})
        self._insert_moves(connection, game, 0)
        self._insert_tokens(connection, game)

    def _insert_moves(self, connection: Connection, game: ServerGame, first: int) -> None:
        rows = [
            {
                "game_id": game.id,
                "ply": ply,
                "move": played.move,
                "seconds": played.seconds,
                "comment": played.comment or None,
            }
            for ply, played in enumerate(game.match.moves[first:], start=first)
        ]
        if rows:
            connection.execute(INSERT_MOVES, rows)

    def _insert_tokens(self, connection: Connection, game: ServerGame) -> None:
        rows = [{"game_id": game.id, "side": each.side, "digest": each.digest} for each in game.tokens]
        connection.execute(INSERT_TOKENS, rows)

    # Connections

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one state of the database."""
        options = {} if self._is_sqlite else {"isolation_level": "REPEATABLE READ"}
        try:
            with self._engine.connect().execution_options(**options) as connection:
                yield connection
        except SQLAlchemyError as error:
            raise _unavailable(error) from error

    def write(self, work: Work) -> None:
        """Do some work in one transaction; it is stored when this returns."""
        try:
            if self._is_sqlite:
                self._writer.write(work)
                return
            with self._engine.begin() as connection:
                work(connection)
        except SQLAlchemyError as error:
            raise _unavailable(error) from error


def _row(game: ServerGame) -> dict[str, Any]:
    """The columns of a game, but its id."""
    match, offer = game.match, game.offer
    record = match.record
    return {
        "game": record.game,
        "setup": record.position,
        "first": game.seats[0],
        "second": game.seats[1],
        "first_name": record.players[0],
        "second_name": record.players[1],
        "first_invited": game.invited[0],
        "second_invited": game.invited[1],
        "began": record.began,
        "comment": record.comment or None,
        "result": record.result,
        "reason": record.reason or None,
        "created": game.created,
        "updated": game.updated,
        "turned": match.turn_began,
        "version": game.version,
        "undone": _write_moves(match.undone),
        "resigned": game.resigned,
        "offer": offer and offer.kind,
        "offer_side": offer and offer.side,
        "previous": game.previous,
        "next": game.next,
        "seconds": game.seconds,
        "paused": game.paused,
        "delay": game.delay,
    }


def _write_moves(moves: Sequence[Played]) -> str:
    return json.dumps([(played.move, played.seconds, played.comment) for played in moves])


def _unavailable(error: SQLAlchemyError) -> PlygroundError:
    log.error("the database fails", extra={"reason": error_line(error)})
    return busy("the games cannot be stored or read at the moment; try again")
