"""Games as texts: what a page sends as a record, and what it gets to keep."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat
from typing import Literal, cast

from plyground.board import Board
from plyground.match import PERSON, Match
from plyground.records import (
    Played,
    Record,
    RecordError,
    read_record,
    resignation,
    result_of,
    write_record,
)
from plyground.web.board_json import position_json
from plyground.web.errors import Refusal, bad_request
from plyground.web.http.requests import RecordRequest
from plyground.web.http.site import Site
from plyground.web.messages import ReadAnswer, Result, WriteAnswer


def build_record(
    site: Site,
    request: RecordRequest,
    board: Board,
    *,
    players: Sequence[str] = (PERSON, PERSON),
    began: str = "",
    resigned: int | None = None,
) -> Record:
    """The record that a request describes; `board` is the one that its moves lead to.

    What the request leaves open is filled in: the names of the `players`, the time at which the game `began`,
    and the result, which is that of the moves or of a resignation.
    """
    if len(request.comments) > len(board.history):
        raise bad_request("comments: there are more of them than moves")
    moves = request.moves.split() if isinstance(request.moves, str) else request.moves
    times, comments = chain(request.times, repeat(None)), chain(request.comments, repeat(""))
    outcome = board.outcome
    if outcome is None and resigned is not None:
        outcome = resignation(board.game, resigned)
    result, reason = result_of(board.game, outcome)
    first, second = (
        usual if name is None else name for name, usual in zip(request.players, players, strict=True)
    )
    record = Record(
        request.game,
        (first, second),
        tuple(Played(*each) for each in zip(moves, times, comments, strict=False)),
        result if request.result is None else request.result,
        reason if request.result is None else request.reason,
        began if request.began is None else request.began,
        request.comment,
        request.setup,
    )
    try:
        read_record(write_record(record), "record", site.game)
    except RecordError as error:
        raise Refusal(400, "bad_record", str(error)) from error
    return record


def texts_json(board: Board, record: Record) -> WriteAnswer:
    """A game as a record, its position as one line, and as a picture."""
    return WriteAnswer(
        record=write_record(record),
        position=f"{board.game.full_name} {board.position_text}",
        svg=board.svg(),
        name=board.game.name,
    )


def read_text(site: Site, text: str) -> ReadAnswer:
    """A record, or the name of a game and behind it moves or a position."""
    if text.lstrip("\ufeff \t\r\n").startswith("plyground record"):
        try:
            record = read_record(text, "record", site.game)
        except RecordError as error:
            code = "unknown_game" if isinstance(error.__context__, Refusal) else "bad_record"
            raise Refusal(400, code, str(error)) from error
        moves = [played.move for played in record.moves]
        return _read_json("record", site.board(record.game, moves, record.position), record)
    name, *rest = text.split(maxsplit=1) or [""]
    if not name:
        raise Refusal(400, "bad_record", "the text is empty; send a record or a line such as 'squava c3 a1'")
    board = _read_line(site, name, rest[0] if rest else "")
    return _read_json("position", board, Match(board, began="").record)


def _read_line(site: Site, name: str, rest: str) -> Board:
    """The board after these moves, or with this position."""
    try:
        return site.board(name, rest)
    except Refusal as refusal:
        if refusal.code != "illegal_move":
            raise
        try:
            return site.board(name, "", " ".join(rest.split()))
        except Refusal as other:
            why = f"this is neither moves ({refusal.message}) nor a position ({other.message})"
            raise Refusal(400, "bad_record", why) from other


def _read_json(kind: Literal["record", "position"], board: Board, record: Record) -> ReadAnswer:
    return ReadAnswer(
        kind=kind,
        game=record.game,
        setup=record.position,
        moves=[played.move for played in record.moves],
        players=record.players,
        times=[played.seconds for played in record.moves],
        comments=[played.comment for played in record.moves],
        comment=record.comment,
        result=cast(Result, record.result),
        reason=record.reason,
        began=record.began,
        position=position_json(board),
    )
