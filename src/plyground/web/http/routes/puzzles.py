"""Puzzles, and why a move is bad."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Final, cast

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from plyground.board import Board
from plyground.explain.explanation import explain_move
from plyground.explain.judge import Judge
from plyground.puzzles.collection import (
    all_shipped_puzzles,
    find_shipped,
    puzzle_of_the_day,
    shipped_puzzles,
)
from plyground.puzzles.data import puzzle_data
from plyground.puzzles.proof_text import proof_text_within
from plyground.puzzles.puzzle import Puzzle
from plyground.puzzles.training import base_name
from plyground.web.errors import Refusal, not_now
from plyground.web.http.middleware import bearer_of, json_answer
from plyground.web.http.requests import ExplainRequest
from plyground.web.http.responses import refusals
from plyground.web.http.site import CurrentSite, Site
from plyground.web.messages import ClaimView, ExplainAnswer, ProofAnswer, PuzzlesAnswer, PuzzleView

JUDGE_MEMORY: Final = 8
"""Megabytes for a judge, which is there for one question."""
KNOWN_PROOFS: Final = 512
"""Proofs that are kept for the next who asks."""

routes: Final = APIRouter(prefix="/api", tags=["puzzles"])


@routes.get("/puzzles", response_model=PuzzlesAnswer, responses=refusals(400))
async def puzzles(site: CurrentSite, game: Annotated[str, Query(max_length=120)] = "") -> Response:
    """The puzzles of a game, or of all games that are offered here."""
    return json_answer(await site.compute_json(lambda: puzzles_json(site, game)))


@routes.get("/puzzles/{puzzle_id}/proof", response_model=ProofAnswer, responses=refusals(400, 404))
async def proof(
    site: CurrentSite, puzzle_id: Annotated[str, Path(pattern="^[0-9a-f]{10}$")], request: Request
) -> Response:
    """The whole proof of a puzzle that ships: every reply and what wins after it, or what moves are worth."""
    site.check_help(bearer_of(request.scope))

    def work() -> ProofAnswer:
        puzzle = find_shipped(puzzle_id)
        if puzzle is None or base_name(puzzle.game) not in site.allowed.names:
            raise Refusal(404, "not_found", "there is no such puzzle here")
        return proof_json(puzzle, site.limits.hint)

    return json_answer(await site.compute_json(work))


@routes.post("/explain", response_model=ExplainAnswer, responses=refusals(400))
async def explain(site: CurrentSite, body: ExplainRequest, request: Request) -> Response:
    """Why a move is bad: only what is proven on this board, or called an estimate."""
    site.check_help(bearer_of(request.scope))
    seconds = min(body.seconds, site.limits.hint)

    def work() -> ExplainAnswer:
        board = site.board(body.game, body.moves, body.setup)
        if outcome := board.outcome:
            raise not_now(f"the game is over: {outcome}")
        return explain_json(board, body.move, seconds)

    return json_answer(await site.compute_json(work))


def explain_json(board: Board, move: str, seconds: float) -> ExplainAnswer:
    """The claims that can be made of a move."""
    judge = Judge(board.game, memory=JUDGE_MEMORY)
    judge.prepare()
    found = explain_move(judge, board, move, seconds=seconds)
    claims = [
        ClaimView(kind=each.kind, sentence=each.sentence, proven=each.proven, line=each.line)
        for each in found.claims
    ]
    return ExplainAnswer(move=found.move, claims=claims)


def puzzles_json(site: Site, game: str) -> PuzzlesAnswer:
    """The puzzles that ship, of games that are offered here."""
    name = base_name(site.game(game).full_name) if game else ""
    found = shipped_puzzles(name) if name else all_shipped_puzzles()
    offered = [puzzle for puzzle in found if base_name(puzzle.game) in site.allowed.names]
    today = datetime.now(UTC).date()
    daily = puzzle_of_the_day(today, name).id if offered else ""
    return PuzzlesAnswer(puzzles=[cast(PuzzleView, puzzle_data(puzzle)) for puzzle in offered], daily=daily)


@lru_cache(maxsize=KNOWN_PROOFS)
def proof_json(puzzle: Puzzle, seconds: float) -> ProofAnswer:
    """The proof of a puzzle, or its solution if that takes too long."""
    judge = Judge(puzzle.board().game, memory=JUDGE_MEMORY)
    return ProofAnswer(lines=proof_text_within(judge, puzzle, seconds).split("\n"))
