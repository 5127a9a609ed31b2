"""The lab: search algorithms step by step, on any position."""

from __future__ import annotations

from typing import Final, cast

from fastapi import APIRouter
from starlette.responses import Response

from plyground.lab import (
    COMPARED,
    Comparison,
    Limits,
    SearchRefused,
    Switches,
    TreeTooLarge,
    compare,
    run_algorithm,
)
from plyground.lab.switches import SWITCHES
from plyground.web.errors import Refusal, not_now
from plyground.web.http.middleware import json_answer
from plyground.web.http.requests import LabRequest
from plyground.web.http.responses import refusals
from plyground.web.http.site import CurrentSite, Site
from plyground.web.messages import LabComparisonAnswer, LabRow, LabTrace

routes: Final = APIRouter(prefix="/api/lab", tags=["lab"])


@routes.post("", response_model=LabTrace, responses=refusals(400))
async def run(site: CurrentSite, request: LabRequest) -> Response:
    """What an algorithm does on a position, step by step."""
    return json_answer(await site.compute_json(lambda: trace_json(site, request)))


@routes.post("/compare", response_model=LabComparisonAnswer, responses=refusals(400))
async def compare_algorithms(site: CurrentSite, request: LabRequest) -> Response:
    """How much several algorithms look at in the same position."""
    return json_answer(await site.compute_json(lambda: comparison_json(site, request)))


def trace_json(site: Site, request: LabRequest) -> LabTrace:
    """The trace of a search; of a large one the first nodes."""
    board = site.board(request.game, request.moves, request.setup)
    try:
        trace = run_algorithm(
            board,
            request.algorithm,
            switches_of(request),
            limits=Limits(nodes=site.limits.lab_nodes, seconds=site.limits.lab_seconds),
            most_recorded=site.limits.lab_shown,
        )
    except TreeTooLarge as error:
        raise Refusal(400, "tree_too_large", str(error)) from error
    except SearchRefused as error:
        raise not_now(str(error)) from error
    return cast(LabTrace, trace.as_json())


def comparison_json(site: Site, request: LabRequest) -> LabComparisonAnswer:
    """The table of algorithms; all of them together may take as long as one search."""
    board = site.board(request.game, request.moves, request.setup)
    share = site.limits.lab_seconds / len(COMPARED)
    limits = Limits(nodes=site.limits.lab_nodes, seconds=share)
    try:
        rows = Comparison(compare(board, switches_of(request), limits=limits)).as_json()
    except SearchRefused as error:
        raise not_now(str(error)) from error
    return LabComparisonAnswer(rows=[cast(LabRow, row) for row in rows])


def switches_of(request: LabRequest) -> Switches:
    """The switches in a request."""
    return Switches(**{name: getattr(request, name) for name in SWITCHES})
