"""Games under way: begin, move, take back, join, invite."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.responses import Response

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.web.games.match import Match, Pass
from plyground.web.games.registry import Act
from plyground.web.games.snapshot import Snapshot
from plyground.web.games.tokens import TOKEN, new_game_id
from plyground.web.http import responses as answers
from plyground.web.http.errors import Refused, bad_request, too_many
from plyground.web.http.guard import address_of, json_answer
from plyground.web.http.requests import AllMine, AtVersion, Join, NewGame, NewMove, Pace
from plyground.web.http.responses import refusals
from plyground.web.http.routes.positions import written
from plyground.web.http.site import Site
from plyground.web.thinking.computers import check_computer

bearer = HTTPBearer(auto_error=False, description="The token of a seat, or of whoever watches")


async def token_of(given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> str:
    """The token in the header."""
    if given is None or not TOKEN.fullmatch(given.credentials):
        raise Refused(401, "no_token", "send the header 'Authorization: Bearer TOKEN', with 43 characters")
    return given.credentials


Token = Annotated[str, Depends(token_of)]
GameId = Annotated[str, Path(max_length=60, examples=["k3J9x0aQ2b"])]


def router(site: Site) -> APIRouter:
    """The addresses."""
    routes = APIRouter(prefix="/api", tags=["playing"])

    def answer(snapshot: Snapshot, who: Pass, request: Request) -> Response:
        site.thinker.consider(snapshot, address_of(request.scope))
        return json_answer(site.hub.state(snapshot, who))

    @routes.post("/games", status_code=201, response_model=answers.Entered, responses=refusals(400))
    async def begin(question: NewGame, request: Request) -> Response:
        """Begin a game."""
        address = address_of(request.scope)
        if wait := site.new_games.wait(address):
            raise too_many(wait)
        board = await site.registry.on_thread(lambda: checked_board(site, question))
        times: list[float | None] = [*question.times, *([None] * len(board.history))]
        token, snapshot = await site.registry.create(
            board,
            (question.seats[0], question.seats[1]),
            times=times[: len(board.history)],
            seconds=question.seconds,
            paused=question.paused,
            delay=question.delay,
        )
        site.metrics.games.inc()
        site.thinker.consider(snapshot, address)
        who = snapshot.opened_by(token) or Pass()
        return json_answer({"token": token, "state": site.hub.state(snapshot, who)}, 201)

    @routes.get("/games/{id}", response_model=answers.State, responses=refusals(401, 404))
    async def state(id: GameId, token: Token, request: Request) -> Response:
        """A game as it is now."""
        snapshot, who = await site.registry.read(id, token)
        return answer(snapshot, who, request)

    @routes.post(
        "/games/{id}/moves", response_model=answers.State, responses=refusals(400, 401, 403, 404, 409)
    )
    async def move(id: GameId, question: NewMove, token: Token, request: Request) -> Response:
        """Make a move. The same again is not made twice."""

        def act(match: Match, who: Pass, now: float) -> bool | None:
            made = match.move(who, question.ply, question.move, now, site.limits.moves)
            if made:
                site.metrics.moves.labels("person").inc()
            return None if made else False

        snapshot, who = await site.registry.change(id, token, act)
        return answer(snapshot, who, request)

    def at_version(name: str, words: str, act: Act) -> None:
        """An address for something that is about one version of a game."""

        async def change(id: GameId, question: AtVersion, token: Token, request: Request) -> Response:
            snapshot, who = await site.registry.change(id, token, act, question.version)
            return answer(snapshot, who, request)

        routes.add_api_route(
            f"/games/{{id}}/{name}",
            change,
            methods=["POST"],
            operation_id=name,
            summary=words,
            response_model=answers.State,
            responses=refusals(400, 401, 403, 404, 409),
        )

    at_version("undo", "Take moves back", lambda match, who, now: match.undo(who, now))
    at_version("redo", "Make moves again", lambda match, who, now: match.redo(who, now))
    at_version("swap", "Change sides", lambda match, who, now: match.swap(who, now))
    at_version("resign", "Give up", lambda match, who, now: match.resign(who))
    at_version("again", "Begin another game", lambda match, who, now: match.again(who, new_game_id(), now))
    at_version("decline", "Take an offer from the table", lambda match, who, now: match.decline(who))

    @routes.post(
        "/games/{id}/pace", response_model=answers.State, responses=refusals(400, 401, 403, 404, 409)
    )
    async def pace(id: GameId, question: Pace, token: Token, request: Request) -> Response:
        """How fast computers play against each other."""
        if question.step and question.version is None:
            raise bad_request("version: a step needs one, so that it is not made twice")
        snapshot, who = await site.registry.change(
            id,
            token,
            lambda match, who, now: match.set_pace(who, question.paused, question.delay),
            question.version,
        )
        if question.step and snapshot.paused:
            site.thinker.consider(snapshot, address_of(request.scope), step=True)
            return json_answer(site.hub.state(snapshot, who))
        return answer(snapshot, who, request)

    @routes.get("/games/{id}/invitations", response_model=answers.Invitations, responses=refusals(401, 404))
    async def invitations(id: GameId, token: Token) -> Response:
        """What to send to friends."""
        snapshot, who = await site.registry.read(id, token)
        return json_answer({"seats": site.registry.invitations(snapshot, who), "watch": snapshot.watch})

    @routes.post("/games/{id}/join", response_model=answers.Entered, responses=refusals(400, 404, 409))
    async def join(id: GameId, question: Join) -> Response:
        """Take the seat of an invitation."""
        token, snapshot, who = await site.registry.join(id, question.invitation, question.claim)
        return json_answer({"token": token, "state": site.hub.state(snapshot, who)})

    @routes.get("/games/{id}/export", response_model=answers.Written, responses=refusals(401, 404))
    async def export(id: GameId, token: Token) -> Response:
        """The game as texts to keep."""
        snapshot, _ = await site.registry.read(id, token)
        return json_answer(await site.registry.on_thread(lambda: written(snapshot.board, snapshot.record)))

    @routes.post("/mine", response_model=answers.MineList, responses=refusals(400))
    async def mine(question: AllMine) -> Response:
        """The games that a browser remembers."""
        if len(question.games) > site.limits.mine:
            raise bad_request(f"ask for {site.limits.mine} games at most")
        found = []
        for each in question.games:
            snapshot = await site.registry.newest(each.id)
            who = None if snapshot is None else snapshot.opened_by(each.token)
            found.append(
                {"id": each.id, "found": False} if snapshot is None or who is None else snapshot.summary(who)
            )
        return json_answer({"games": found})

    return routes


def checked_board(site: Site, question: NewGame) -> Board:
    """The position from which a new game begins, if everybody can sit down at it."""
    board = site.board(question.game, question.moves, question.setup)
    for who in question.seats:
        if who not in ("me", "friend"):
            try:
                check_computer(who, board.game)
            except PlygroundError as error:
                raise bad_request(f"seats: {error}, me and friend") from error
    if question.seconds is not None and question.seconds > site.limits.seconds:
        raise bad_request(f"seconds: a computer thinks for {site.limits.seconds:g} s at most")
    return board
