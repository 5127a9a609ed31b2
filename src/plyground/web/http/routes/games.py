"""Games under way: begin, move, take back, join, invite."""

from __future__ import annotations

import time
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.responses import Response

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.match import PERSON
from plyground.records import Record
from plyground.web.errors import Refusal, bad_request, not_found, too_many
from plyground.web.games.computers import check_computer, player_name
from plyground.web.games.opponents import OpenedGame, scorecard_of
from plyground.web.games.registry import Action
from plyground.web.games.server_game import Access, ServerGame, iso_time
from plyground.web.games.snapshot import Snapshot
from plyground.web.games.tokens import TOKEN, new_game_id
from plyground.web.http.middleware import address_of, bearer_of, json_answer
from plyground.web.http.reach import addresses_for_others, is_loopback
from plyground.web.http.requests import (
    JoinRequest,
    MineRequest,
    MoveRequest,
    NewGameRequest,
    PaceRequest,
    ScorecardRequest,
    VersionRequest,
)
from plyground.web.http.responses import refusals
from plyground.web.http.site import CurrentSite, Site
from plyground.web.http.texts import build_record, texts_json
from plyground.web.messages import (
    EntryAnswer,
    GameState,
    GameSummary,
    InvitationsAnswer,
    MineAnswer,
    MissingGame,
    ScorecardAnswer,
    WriteAnswer,
)

bearer = HTTPBearer(auto_error=False, description="The token of a seat, or of whoever watches")


async def token_of(given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> str:
    """The token in the header."""
    if given is None or not TOKEN.fullmatch(given.credentials):
        raise Refusal(401, "no_token", "send the header 'Authorization: Bearer TOKEN', with 43 characters")
    return given.credentials


Token = Annotated[str, Depends(token_of)]
GameId = Annotated[str, Path(max_length=60, examples=["k3J9x0aQ2b"])]


routes: Final = APIRouter(prefix="/api", tags=["games"])


def answer(site: Site, snapshot: Snapshot, access: Access, request: Request) -> Response:
    """The state of a game, in which a computer thinks if it is its turn."""
    site.thinker.consider(snapshot, address_of(request.scope))
    return json_answer(site.hub.state(snapshot, access))


@routes.post("/games", status_code=201, response_model=EntryAnswer, responses=refusals(400))
async def begin(site: CurrentSite, body: NewGameRequest, request: Request) -> Response:
    """Begin a game."""
    address = address_of(request.scope)
    if any(seat not in ("me", "friend") for seat in body.seats):
        site.check_help(bearer_of(request.scope))
    if wait := site.new_games.wait(address):
        raise too_many(wait)
    record, board = await site.compute(lambda: check_new_game(site, body))
    token, snapshot = await site.registry.create(
        record,
        board,
        (body.seats[0], body.seats[1]),
        seconds=body.seconds,
        paused=body.paused,
        delay=body.delay,
    )
    site.metrics.games.inc()
    site.thinker.consider(snapshot, address)
    access = snapshot.access_of(token) or Access()
    return json_answer(EntryAnswer(token=token, state=site.hub.state(snapshot, access)), 201)


@routes.get("/games/{id}", response_model=GameState, responses=refusals(401, 404))
async def state(site: CurrentSite, id: GameId, token: Token, request: Request) -> Response:
    """A game as it is now."""
    snapshot, access = await site.registry.read(id, token)
    return answer(site, snapshot, access, request)


@routes.post("/games/{id}/moves", response_model=GameState, responses=refusals(400, 401, 403, 404, 409))
async def move(site: CurrentSite, id: GameId, body: MoveRequest, token: Token, request: Request) -> Response:
    """Make a move. The same again is not made twice."""
    snapshot, access = await site.move(id, token, body.ply, body.move)
    return answer(site, snapshot, access, request)


def at_version(name: str, words: str, action: Action) -> None:
    """An address for something that is about one version of a game."""

    async def change(
        site: CurrentSite, id: GameId, body: VersionRequest, token: Token, request: Request
    ) -> Response:
        site.check_moving(token)
        snapshot, access = await site.registry.change(id, token, action, body.version)
        return answer(site, snapshot, access, request)

    routes.add_api_route(
        f"/games/{{id}}/{name}",
        change,
        methods=["POST"],
        operation_id=name,
        summary=words,
        response_model=GameState,
        responses=refusals(400, 401, 403, 404, 409),
    )


at_version("undo", "Take moves back", ServerGame.undo)
at_version("redo", "Make moves again", ServerGame.redo)
at_version("swap", "Change sides", ServerGame.swap)
at_version("resign", "Give up", ServerGame.resign)
at_version("again", "Begin another game", lambda game, access: game.again(access, new_game_id()))
at_version("decline", "Take an offer from the table", ServerGame.decline)


@routes.post("/games/{id}/pace", response_model=GameState, responses=refusals(400, 401, 403, 404, 409))
async def pace(site: CurrentSite, id: GameId, body: PaceRequest, token: Token, request: Request) -> Response:
    """How fast computers play against each other."""
    if body.step and body.version is None:
        raise bad_request("version: a step needs one, so that it is not made twice")
    snapshot, access = await site.registry.change(
        id, token, lambda game, access: game.set_pace(access, body.paused, body.delay), body.version
    )
    if body.step and snapshot.paused:
        site.thinker.consider(snapshot, address_of(request.scope), step=True)
        return json_answer(site.hub.state(snapshot, access))
    return answer(site, snapshot, access, request)


@routes.get("/games/{id}/invitations", response_model=InvitationsAnswer, responses=refusals(401, 404))
async def invitations(site: CurrentSite, id: GameId, token: Token, request: Request) -> Response:
    """What to send to friends."""
    snapshot, access = await site.registry.read(id, token)
    seats = site.registry.invitations(snapshot, access)
    host, root = site.settings.host, site.settings.root_path
    port = (request.scope.get("server") or ("", 0))[1]
    is_opened_here = is_loopback(request.url.hostname or "")
    return json_answer(
        InvitationsAnswer(
            seats=seats,
            watch=snapshot.watch,
            addresses=addresses_for_others(host, port, root) if is_opened_here else [],
            only_here=is_opened_here and is_loopback(host),
        )
    )


@routes.post("/games/{id}/join", response_model=EntryAnswer, responses=refusals(400, 404, 409))
async def join(site: CurrentSite, id: GameId, body: JoinRequest) -> Response:
    """Take the seat of an invitation."""
    token, snapshot, access = await site.registry.join(id, body.invitation, body.claim)
    return json_answer(EntryAnswer(token=token, state=site.hub.state(snapshot, access)))


@routes.get("/games/{id}/export", response_model=WriteAnswer, responses=refusals(401, 404))
async def export(site: CurrentSite, id: GameId, token: Token) -> Response:
    """The game as texts to keep."""
    snapshot, _ = await site.registry.read(id, token)
    return json_answer(await site.compute_json(lambda: texts_json(snapshot.board, snapshot.record)))


@routes.post("/mine", response_model=MineAnswer, responses=refusals(400))
async def mine(site: CurrentSite, body: MineRequest) -> Response:
    """The games that a browser remembers."""
    games: list[GameSummary | MissingGame] = []
    opened = await open_games(site, body)
    for key in body.games:
        game = opened.get(key.id)
        games.append(MissingGame(id=key.id, found=False) if game is None else game[0].summary(game[1]))
    return json_answer(MineAnswer(games=games))


@routes.post("/scorecard", response_model=ScorecardAnswer, responses=refusals(400, 404))
async def scorecard(site: CurrentSite, body: ScorecardRequest) -> Response:
    """How the games with the opponent of one game have ended."""
    opened = await open_games(site, body)
    game = opened.get(body.id)
    if game is None:
        raise not_found()
    card = scorecard_of(game, [*opened.values()])
    count, sides = card.count(), game[0].board.game.players
    return json_answer(
        ScorecardAnswer(
            opponent=card.opponent,
            games=len(card.games),
            wins=count.wins,
            draws=count.draws,
            losses=count.losses,
            text=card.text(sides) if card.games else "",
        )
    )


async def open_games(site: Site, body: MineRequest) -> dict[str, OpenedGame]:
    """The games that these keys open, by their ids. Each is asked for once."""
    if len(body.games) > site.limits.mine:
        raise bad_request(f"ask for {site.limits.mine} games at most")
    if len({key.id for key in body.games}) < len(body.games):
        raise bad_request("ask for each game once")
    opened = {}
    for key in body.games:
        snapshot = await site.registry.newest(key.id)
        access = None if snapshot is None else snapshot.access_of(key.token)
        if snapshot is not None and access is not None:
            opened[key.id] = (snapshot, access)
    return opened


def check_new_game(site: Site, body: NewGameRequest) -> tuple[Record, Board]:
    """The record that a new game begins with, if everybody can sit down at it."""
    board = site.board(body.game, body.moves, body.setup)
    names = []
    for who in body.seats:
        if who in ("me", "friend"):
            names.append(PERSON)
            continue
        try:
            check_computer(who, board.game)
        except PlygroundError as error:
            raise bad_request(f"seats: {error}, me and friend") from error
        names.append(player_name(who))
    if body.seconds is not None and body.seconds > site.limits.seconds:
        raise bad_request(f"seconds: a computer thinks for {site.limits.seconds:g} s at most")
    return build_record(site, body, board, players=names, began=iso_time(time.time())), board
