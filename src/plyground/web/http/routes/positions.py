"""Looking at games and positions, without a game under way."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from plyground import __version__
from plyground.board import Board
from plyground.engine import Info
from plyground.errors import BrokenGame
from plyground.game import Game
from plyground.hint import hint_from
from plyground.records import Record, RecordError, read_record, write_record
from plyground.web.games.snapshot import frame
from plyground.web.http import responses as answers
from plyground.web.http.errors import Refused, not_now
from plyground.web.http.guard import address_of, json_answer
from plyground.web.http.requests import Hint, Look, Read, Write
from plyground.web.http.responses import refusals
from plyground.web.http.site import Site
from plyground.web.http.views import (
    frame_json,
    move_json,
    option_json,
    picture_json,
    position_json,
    score_json,
)
from plyground.web.thinking.computers import computers_json
from plyground.web.thinking.searches import Search
from plyground.words import score_sentence

TOLD_LIMITS = ("body", "moves", "seconds", "hint", "analysis", "report", "mine", "message", "values")


def router(site: Site) -> APIRouter:
    """The addresses."""
    routes = APIRouter(prefix="/api", tags=["looking"])

    @routes.get("/catalogue", response_model=answers.Catalogue, responses=refusals())
    async def catalogue() -> Response:
        """Every game that can be played here."""
        games = await site.registry.on_thread(lambda: [game_json(game) for game in playable(site)])
        limits = dataclasses.asdict(site.limits)
        told = {name: limits[name] for name in TOLD_LIMITS}
        return json_answer({"server": __version__, "games": games, "limits": told})

    @routes.get("/catalogue/{name}/demo", response_model=answers.Demo, responses=refusals(400))
    async def demo(name: Annotated[str, Path(max_length=120)]) -> Response:
        """A short game, for a live board."""
        game = await site.registry.on_thread(lambda: site.game(name))
        frames = site.demos.frames(site.game(game.source))
        start = [] if frames else [await site.registry.on_thread(lambda: frame(Board(game)))]
        return json_answer({"ready": frames is not None, "frames": frames or start})

    @routes.post("/look", response_model=answers.Looked, responses=refusals(400))
    async def look(question: Look) -> Response:
        """A position, however it is reached."""
        return json_answer(await site.registry.on_thread(lambda: looked(site, question)))

    @routes.post("/hint", response_model=answers.Hinted, responses=refusals(400))
    async def hint(question: Hint, request: Request) -> Response:
        """A good move."""
        board = await site.registry.on_thread(
            lambda: site.board(question.game, question.moves, question.setup)
        )
        if outcome := board.outcome:
            raise not_now(f"the game is over: {outcome}")
        seconds = min(question.seconds, site.limits.hint)

        def think(search: Search[Info]) -> Info:
            with site.analyst.engine(board) as engine, search.stoppable(engine.stop):
                return engine.search(board, seconds=seconds)

        address = address_of(request.scope)
        info = await site.searches.run(
            board.game, think, owner=f"hint {address}", address=address, urgent=True
        )
        return json_answer(await site.registry.on_thread(partial(hinted, board, info)))

    @routes.post("/read", response_model=answers.ReadText, responses=refusals(400))
    async def read(question: Read) -> Response:
        """What a record or a position text holds."""
        return json_answer(await site.registry.on_thread(lambda: read_text(site, question.text)))

    @routes.post("/write", response_model=answers.Written, responses=refusals(400))
    async def write(question: Write) -> Response:
        """A game as texts to keep."""

        def work() -> dict[str, Any]:
            board = site.board(question.game, question.moves, question.setup)
            resigned = None if board.is_over else question.resigned
            first, second = question.players
            record = Record.of(board, (first, second), seconds=question.times, resigned=resigned)
            return written(board, record)

        return json_answer(await site.registry.on_thread(work))

    return routes


def playable(site: Site) -> list[Game]:
    """The games that work; one that an installed package broke is left out."""
    games = []
    for name in site.offered.names:
        try:
            games.append(site.offered.find(name))
        except BrokenGame:
            continue
    return games


def game_json(game: Game) -> dict[str, Any]:
    """What there is to know about a game before playing it."""
    return {
        "name": game.source,
        "title": game.title,
        "summary": game.summary,
        "origin": game.origin,
        "words": game.words,
        "sides": game.players,
        "options": [option_json(option) for option in game.options],
        "players": computers_json(game),
        "picture": picture_json(game.picture(game.start)),
    }


def looked(site: Site, question: Look) -> dict[str, Any]:
    """A position, and if wanted the way to it."""
    board = site.board(question.game, question.moves, question.setup)
    answer: dict[str, Any] = {"position": position_json(board, losing=question.losing, hot=question.hot)}
    if question.frames:
        walker = Board(board.game, position=board.setup)
        answer["frames"] = [frame_json(walker)]
        for number in board.numbers:
            walker.push_number(number)
            answer["frames"].append(frame_json(walker))
    return answer


def hinted(board: Board, info: Info) -> dict[str, Any]:
    """A good move and why."""
    assert info.best is not None
    return {
        **move_json(board, info.best),
        "line": info.line,
        "score": score_json(info.score, board.turn),
        "sentence": score_sentence(board, info.score),
        "text": str(hint_from(board, info)),
    }


def written(board: Board, record: Record) -> dict[str, Any]:
    """A game as a record, its position as one line, and as a picture."""
    return {
        "record": write_record(record),
        "position": f"{board.game.full_name} {board.position_text}",
        "svg": board.svg(),
        "name": board.game.name,
    }


def read_text(site: Site, text: str) -> dict[str, Any]:
    """A record, or the name of a game and behind it moves or a position."""
    if text.lstrip("\ufeff \t\r\n").startswith("plyground record"):
        try:
            record = read_record(text, "record", site.game)
        except RecordError as error:
            code = "unknown_game" if isinstance(error.__context__, Refused) else "bad_record"
            raise Refused(400, code, str(error)) from error
        board = site.board(record.game, [played.move for played in record.moves], record.position)
        return read_json("record", board, record, [played.comment for played in record.moves])
    name, *rest = text.split(maxsplit=1) or [""]
    if not name:
        raise Refused(400, "bad_record", "the text is empty; send a record or a line such as 'squava c3 a1'")
    board = moved_or_set_up(site, name, rest[0] if rest else "")
    return read_json("position", board, Record.of(board, ("human", "human")), [""] * len(board.history))


def moved_or_set_up(site: Site, name: str, rest: str) -> Board:
    """The board after these moves, or with this position."""
    try:
        return site.board(name, rest)
    except Refused as refusal:
        if refusal.code != "illegal_move":
            raise
        try:
            return site.board(name, "", " ".join(rest.split()))
        except Refused as other:
            why = f"this is neither moves ({refusal.message}) nor a position ({other.message})"
            raise Refused(400, "bad_record", why) from other


def read_json(kind: str, board: Board, record: Record, comments: list[str]) -> dict[str, Any]:
    """What a text holds."""
    return {
        "kind": kind,
        "game": board.game.full_name,
        "setup": board.setup,
        "moves": board.history,
        "players": record.players,
        "times": [played.seconds for played in record.moves],
        "comments": comments,
        "comment": record.comment,
        "result": record.result,
        "reason": record.reason,
        "began": record.began,
        "position": position_json(board),
    }
