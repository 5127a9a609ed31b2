"""Playing second against a theorem: what is proven, and what the proof answers."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from functools import lru_cache
from typing import Final, cast

from fastapi import APIRouter
from starlette.responses import Response

from plyground.errors import BrokenGame
from plyground.game import Game
from plyground.solver.theorem import Theorem, find_theorem
from plyground.web.errors import not_now
from plyground.web.http.middleware import json_answer
from plyground.web.http.requests import BoardRequest
from plyground.web.http.responses import refusals
from plyground.web.http.site import CurrentSite, Site
from plyground.web.messages import TheoremAnswer, TheoremsAnswer, TheoremStepView, TheoremView

routes: Final = APIRouter(prefix="/api/theorem", tags=["theorem"])


@routes.get("", response_model=TheoremsAnswer, responses=refusals())
async def theorems(site: CurrentSite) -> Response:
    """What is proven of the infinite boards that are offered here."""
    return json_answer(await site.compute_json(lambda: theorems_json(site)))


@routes.post("", response_model=TheoremAnswer, responses=refusals(400))
async def follow(site: CurrentSite, body: BoardRequest) -> Response:
    """What the proof says after a move of the second player."""
    board = await site.compute(lambda: site.board(body.game, body.moves, body.setup))
    theorem = theorem_of(board.game)
    if theorem is None:
        raise not_now(f"nothing is proven of {board.game.full_name} on an infinite board")
    if outcome := board.outcome:
        raise not_now(f"the game is over: {outcome}")
    async with site.reading_proofs:
        step = await asyncio.to_thread(theorem.step, board)
    view = None if step is None else cast(TheoremStepView, asdict(step))
    return json_answer(TheoremAnswer(step=view, statement=theorem.statement()))


@lru_cache(maxsize=8)
def theorem_of(game: Game) -> Theorem | None:
    """The theorem about a game, found once."""
    return find_theorem(game)


def theorems_json(site: Site) -> TheoremsAnswer:
    """The theorems about all games that are offered."""
    found = []
    for name in site.allowed.names:
        try:
            game = site.allowed.find(name)
        except BrokenGame:
            continue
        theorem = theorem_of(game)
        if theorem is not None:
            found.append(theorem_json(game, theorem))
    return TheoremsAnswer(theorems=found)


def theorem_json(game: Game, theorem: Theorem) -> TheoremView:
    """What a certificate says it proves."""
    far = theorem.far
    return TheoremView(
        game=game.source,
        title=game.title,
        row=theorem.row,
        whole=theorem.is_whole,
        statement=theorem.statement(),
        replies=["{},{}".format(*reply) for reply in theorem.near_images()],
        far=None if far is None else "{},{}".format(*far),
    )
