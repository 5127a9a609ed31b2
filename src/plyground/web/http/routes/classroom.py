"""A class: pupils come in, the teacher gives them something to do and sees how they get on."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.lessons.checks import solves
from plyground.lessons.puzzle_set import games_with_puzzles, set_name
from plyground.web.errors import Refusal, bad_request, not_yours, too_many
from plyground.web.games.classroom import ClassTask, ShownPosition
from plyground.web.games.classroom_host import ClassroomHost
from plyground.web.games.computers import check_computer
from plyground.web.http.middleware import address_of, json_answer
from plyground.web.http.reach import addresses_for_others, is_loopback
from plyground.web.http.requests import (
    ClassAnswerRequest,
    ClassControlRequest,
    ClassGamesRequest,
    ClassJoinRequest,
    ClassPupilRequest,
    ClassTaskRequest,
    ShownRequest,
)
from plyground.web.http.responses import refusals
from plyground.web.http.routes.games import Token
from plyground.web.http.routes.lessons import lesson_heads, named_lesson
from plyground.web.http.site import CurrentSite, Site
from plyground.web.messages import (
    ClassChoice,
    ClassChoicesAnswer,
    ClassEntryAnswer,
    ClassResultsAnswer,
    ClassView,
)

routes: Final = APIRouter(prefix="/api", tags=["class"])


def host_of(site: Site) -> ClassroomHost:
    """The class of a server."""
    if site.classroom is None:
        raise Refusal(404, "not_found", "there is no class here; start the server with --class")
    return site.classroom


def taught(site: Site, token: str) -> ClassroomHost:
    """The class, for its teacher."""
    here = host_of(site)
    here.check_teacher(token)
    return here


@routes.get("/class", response_model=ClassView, responses=refusals(401, 404))
async def view(site: CurrentSite, token: Token) -> Response:
    """The class as its teacher or one of its pupils sees it."""
    return json_answer(host_of(site).view(token))


@routes.post("/class/join", response_model=ClassEntryAnswer, responses=refusals(400, 403, 404))
async def join(site: CurrentSite, body: ClassJoinRequest, request: Request) -> Response:
    """Come to the class with a name."""
    here = host_of(site)
    if wait := site.codes.wait(address_of(request.scope)):
        raise too_many(wait)
    token, _ = await here.join(body.code, body.name, body.claim)
    return json_answer(ClassEntryAnswer(token=token, room=here.view(token)))


@routes.post("/class/answer", response_model=ClassView, responses=refusals(400, 401, 403, 404))
async def answer(site: CurrentSite, body: ClassAnswerRequest, token: Token) -> Response:
    """A pupil's try at one thing to solve, which is judged here."""
    here = host_of(site)
    pupil = here.pupil_of(token)
    if pupil is None:
        raise not_yours("only a pupil of this class can do that")
    here.check_moving(token)
    given = here.task_with(body.task, body.item)
    solved = await site.compute(lambda: is_solved(site, given, body))
    await here.note_answer(pupil, given, body.item, body.answer, solved=solved)
    return json_answer(here.view(token))


def is_solved(site: Site, given: ClassTask, body: ClassAnswerRequest) -> bool:
    """Whether an answer is right."""
    tasks = named_lesson(site, given.name).tasks
    if body.item >= len(tasks):
        raise bad_request("item: the lesson has changed since the class was given it")
    try:
        return solves(tasks[body.item], body.answer)
    except ValueError as error:
        raise bad_request(f"answer: {error}") from error


@routes.post("/class/control", response_model=ClassView, responses=refusals(400, 401, 403, 404))
async def control(site: CurrentSite, body: ClassControlRequest, token: Token) -> Response:
    """Pause or go on, take hint and analysis away or give them back, show a position to everybody."""
    here = taught(site, token)
    shown = await site.compute(lambda: shown_position(site, body.shown))
    await here.control(paused=body.paused, help=body.help, shown=shown, hide=body.hide)
    if body.help is False:
        for connection in list(site.open_sockets):
            if not here.is_teacher(connection.class_token):
                connection.stop_thinking()
    return json_answer(here.view(token))


@routes.post("/class/games", response_model=ClassView, responses=refusals(400, 401, 403, 404))
async def games(site: CurrentSite, body: ClassGamesRequest, token: Token) -> Response:
    """Pair the pupils who are here, and begin a game for each pair."""
    here = taught(site, token)
    board = await site.compute(lambda: board_to_play(site, body))
    await here.begin_games(board, body.odd, only_free=body.only_free)
    return json_answer(here.view(token))


@routes.post("/class/task", response_model=ClassView, responses=refusals(400, 401, 403, 404))
async def task(site: CurrentSite, body: ClassTaskRequest, token: Token) -> Response:
    """Give everybody the same lesson or the same set of puzzles."""
    here = taught(site, token)
    name = body.name
    if body.kind == "puzzles":
        name = set_name(name, body.count, len(here.room.tasks) + 1)
    lesson = await site.compute(lambda: named_lesson(site, name))
    await here.begin_task(body.kind, lesson.title, lesson.name, len(lesson.tasks))
    return json_answer(here.view(token))


@routes.post("/class/remove", response_model=ClassView, responses=refusals(400, 401, 403, 404))
async def remove(site: CurrentSite, body: ClassPupilRequest, token: Token) -> Response:
    """Send a pupil away."""
    here = taught(site, token)
    await here.remove(body.pupil)
    return json_answer(here.view(token))


@routes.post("/class/renew", response_model=ClassView, responses=refusals(401, 403, 404))
async def renew(site: CurrentSite, token: Token) -> Response:
    """Begin another class, with a new code and nobody in it."""
    here = taught(site, token)
    await here.renew()
    return json_answer(here.view(token))


@routes.get("/class/choices", response_model=ClassChoicesAnswer, responses=refusals(401, 403, 404))
async def choices(site: CurrentSite, token: Token, request: Request) -> Response:
    """What the class can be given to do, and where pupils find the server."""
    taught(site, token)
    settings = site.settings
    port = (request.scope.get("server") or ("", 0))[1]
    is_opened_here = is_loopback(request.url.hostname or "")
    others = addresses_for_others(settings.host, port, settings.root_path) if is_opened_here else []
    return json_answer(
        ClassChoicesAnswer(
            lessons=[ClassChoice(name=each["name"], title=each["title"]) for each in lesson_heads(site)],
            puzzles=await site.compute(lambda: puzzle_choices(site)),
            addresses=others,
            only_here=is_opened_here and is_loopback(settings.host),
        )
    )


@routes.get("/class/results", response_model=ClassResultsAnswer, responses=refusals(401, 403, 404))
async def results(site: CurrentSite, token: Token) -> Response:
    """What came of everything, as CSV for a spreadsheet."""
    here = taught(site, token)
    csv = await here.results()
    return json_answer(ClassResultsAnswer(csv=csv, name=f"class-{here.room.code}.csv"))


def puzzle_choices(site: Site) -> list[ClassChoice]:
    """The games of which the class can be given puzzles."""
    return [ClassChoice(name=name, title=site.game(name).title) for name in games_with_puzzles()]


def shown_position(site: Site, request: ShownRequest | None) -> ShownPosition | None:
    """A position to show to everybody, checked."""
    if request is None:
        return None
    board = site.board(request.game, request.moves, request.setup)
    return ShownPosition(request.game, board.setup, tuple(board.history), " ".join(request.words.split()))


def board_to_play(site: Site, request: ClassGamesRequest) -> Board:
    """The position that every game of a round begins from, and who plays with whoever is left over."""
    board = site.board(request.game, request.moves, request.setup)
    if board.is_over:
        raise bad_request("game: the game is over in this position")
    if request.odd is not None:
        try:
            check_computer(request.odd, board.game)
        except PlygroundError as error:
            raise bad_request(f"odd: {error}") from error
    return board
