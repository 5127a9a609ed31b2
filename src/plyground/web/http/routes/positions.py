"""Games and positions, without a game under way."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from plyground import __version__
from plyground.board import Board
from plyground.engine import Score
from plyground.errors import BrokenGame, IllegalPosition
from plyground.forced_moves import find_forced_move
from plyground.game import Game
from plyground.hint import Hint
from plyground.mistakes import judge_attempt
from plyground.position_setup import marks_to_set, set_up_board, unique_marks
from plyground.puzzles.collection import shipped_puzzles
from plyground.puzzles.training import base_name
from plyground.web.board_json import (
    frame_changes,
    move_json,
    option_json,
    picture_json,
    position_json,
)
from plyground.web.errors import not_now
from plyground.web.games.computers import computers_json
from plyground.web.http.middleware import address_of, bearer_of, json_answer
from plyground.web.http.requests import (
    AttemptRequest,
    HintRequest,
    LookRequest,
    ReadRequest,
    SetupRequest,
    WriteRequest,
)
from plyground.web.http.responses import refusals
from plyground.web.http.settings import ServerLimits
from plyground.web.http.site import CurrentSite, Site
from plyground.web.http.texts import build_record, read_text, texts_json
from plyground.web.messages import (
    AttemptAnswer,
    CatalogueAnswer,
    CatalogueGame,
    DemoAnswer,
    HintAnswer,
    LimitsView,
    LookAnswer,
    ReadAnswer,
    SetupAnswer,
    WriteAnswer,
)
from plyground.words import score_sentence, score_view

routes: Final = APIRouter(prefix="/api", tags=["positions"])


@routes.get("/catalogue", response_model=CatalogueAnswer, responses=refusals())
async def catalogue(site: CurrentSite) -> Response:
    """Every game that can be played here."""
    games = await site.compute(lambda: [game_json(game) for game in playable_games(site)])
    answer = CatalogueAnswer(
        server=__version__,
        games=games,
        limits=limits_json(site.limits),
        classroom=site.classroom is not None,
        puzzles=any(shipped_puzzles(base_name(game["name"])) for game in games),
    )
    return json_answer(answer)


@routes.get("/catalogue/{name}/demo", response_model=DemoAnswer, responses=refusals(400))
async def demo(site: CurrentSite, name: Annotated[str, Path(max_length=120)]) -> Response:
    """A short game, for a live board."""
    game = await site.compute(lambda: site.game(name))
    frames = site.demos.frames(site.game(game.source))
    if frames is None:
        quick = await site.compute(lambda: site.demos.random_frames(game))
        return json_answer(DemoAnswer(ready=False, frames=quick))
    return json_answer(DemoAnswer(ready=True, frames=frames))


@routes.get("/catalogue/{name}/pack", include_in_schema=False)
async def pack(site: CurrentSite, name: Annotated[str, Path(max_length=120)]) -> Response:
    """The compiled game for a browser that thinks; no content where there is none, or not yet."""
    game = await site.compute(lambda: site.game(name))
    content = site.packs.find(game)
    if content is None:
        return Response(status_code=204)
    return Response(content, media_type="application/octet-stream")


@routes.post("/look", response_model=LookAnswer, responses=refusals(400))
async def look(site: CurrentSite, body: LookRequest, request: Request) -> Response:
    """A position, however it is reached."""
    if not site.may_have_help(bearer_of(request.scope)):
        body = body.model_copy(update={"losing": False, "hot": False, "forced": False})
    return json_answer(await site.compute_json(lambda: look_json(site, body)))


@routes.post("/hint", response_model=HintAnswer, responses=refusals(400))
async def hint(site: CurrentSite, body: HintRequest, request: Request) -> Response:
    """A good move."""
    board = await site.compute(lambda: site.board(body.game, body.moves, body.setup))
    if outcome := board.outcome:
        raise not_now(f"the game is over: {outcome}")
    seconds = min(body.seconds, site.limits.hint)
    best = await site.analyser.find_hint(board, seconds, address_of(request.scope))
    return json_answer(await site.compute_json(lambda: hint_json(best)))


@routes.post("/setup", response_model=SetupAnswer, responses=refusals(400))
async def set_up(site: CurrentSite, request: SetupRequest) -> Response:
    """A position that is set up by hand."""
    return json_answer(await site.compute_json(lambda: setup_json(site, request)))


@routes.post("/attempt", response_model=AttemptAnswer, responses=refusals(400))
async def attempt(site: CurrentSite, body: AttemptRequest, request: Request) -> Response:
    """Whether a move holds that is tried in place of a mistake."""
    board = await site.compute(lambda: site.board(body.game, body.moves, body.setup))
    twin = await site.compute(lambda: site.board(body.game, [*board.history, body.move], body.setup))
    seconds = min(body.seconds, site.limits.hint)
    score = await site.analyser.evaluate(twin, seconds, address_of(request.scope))
    return json_answer(await site.compute_json(lambda: attempt_json(board, body, score)))


@routes.post("/read", response_model=ReadAnswer, responses=refusals(400))
async def read(site: CurrentSite, request: ReadRequest) -> Response:
    """What a record or a position text holds."""
    return json_answer(await site.compute_json(lambda: read_text(site, request.text)))


@routes.post("/write", response_model=WriteAnswer, responses=refusals(400))
async def write(site: CurrentSite, request: WriteRequest) -> Response:
    """A game as texts to keep."""

    def work() -> WriteAnswer:
        board = site.board(request.game, request.moves, request.setup)
        return texts_json(board, build_record(site, request, board, resigned=request.resigned))

    return json_answer(await site.compute_json(work))


def playable_games(site: Site) -> list[Game]:
    """The games that work; one that an installed package broke is left out."""
    games = []
    for name in site.allowed.names:
        try:
            games.append(site.allowed.find(name))
        except BrokenGame:
            continue
    return games


def game_json(game: Game) -> CatalogueGame:
    """What there is to know about a game before playing it."""
    return CatalogueGame(
        name=game.source,
        title=game.title,
        summary=game.summary,
        origin=game.origin,
        words=game.words,
        sides=game.players,
        options=[option_json(option) for option in game.options],
        players=computers_json(game),
        picture=picture_json(game.picture(game.start)),
    )


def limits_json(limits: ServerLimits) -> LimitsView:
    """The limits that a page has to know."""
    return LimitsView(
        body=limits.body,
        moves=limits.moves,
        seconds=limits.seconds,
        hint=limits.hint,
        analysis=limits.analysis,
        report=limits.report,
        mine=limits.mine,
        message=limits.message,
        values=limits.values,
    )


def look_json(site: Site, request: LookRequest) -> LookAnswer:
    """A position, and if wanted the way to it."""
    board = site.board(request.game, request.moves, request.setup)
    answer = LookAnswer(position=position_json(board, losing=request.losing, hot=request.hot))
    if request.frames:
        answer["frames"] = frame_changes(board)
    if request.forced:
        answer["forced"] = find_forced_move(board)
    return answer


def setup_json(site: Site, request: SetupRequest) -> SetupAnswer:
    """What there is to set up, and whether that is a position."""
    game = site.game(request.game)
    picture = game.picture(game.start)
    problem = setup = ""
    try:
        marks = picture.marks if request.marks is None else request.marks
        setup = set_up_board(game, marks, request.side).setup
    except IllegalPosition as error:
        problem = str(error)
    return SetupAnswer(
        marks=marks_to_set(game),
        unique=sorted(unique_marks(game)),
        picture=picture_json(picture),
        problem=problem,
        setup=setup,
    )


def attempt_json(board: Board, request: AttemptRequest, after: Score) -> AttemptAnswer:
    """How a move compares to the mistake and to the better move."""
    before = request.before
    score = Score(before.estimate or 0, before.value, before.distance, before.exact_distance)
    attempt = judge_attempt(
        board, request.move, after, made=request.made, better=request.better, before=score
    )
    return AttemptAnswer(
        move=attempt.move,
        holds=attempt.holds,
        score=score_view(attempt.score, board.turn),
        sentence=attempt.sentence,
    )


def hint_json(hint: Hint) -> HintAnswer:
    """A good move and why."""
    board = hint.board
    return HintAnswer(
        **move_json(board, hint.move),
        line=hint.line,
        score=score_view(hint.score, board.turn),
        sentence=score_sentence(board, hint.score),
        text=str(hint),
    )
