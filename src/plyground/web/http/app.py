"""The application: addresses, socket, guard, and what becomes of errors."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from plyground import __version__
from plyground.web.errors import Refusal, bad_request
from plyground.web.http import socket as sockets
from plyground.web.http.middleware import GuardMiddleware, refusal_answer
from plyground.web.http.requests import validation_text
from plyground.web.http.responses import describe_rest
from plyground.web.http.routes import classroom, games, lab, lessons, pages, positions, puzzles, theorem
from plyground.web.http.settings import ServerSettings
from plyground.web.http.site import Site

ROUTES: Final = [
    *games.routes.routes,
    *positions.routes.routes,
    *lab.routes.routes,
    *puzzles.routes.routes,
    *theorem.routes.routes,
    *classroom.routes.routes,
    *lessons.routes.routes,
    *pages.routes.routes,
    pages.mounted_files,
]
"""Every address. FastAPI takes a second to find out their types, so they are made once for all servers."""


def create_app(settings: ServerSettings) -> FastAPI:
    """A server with these settings, ready to be run."""
    site = Site(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await site.open()
        try:
            yield
        finally:
            await site.close()

    app = FastAPI(
        title="Plyground",
        description="Two-player board games: play, look, analyse.",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        servers=[{"url": settings.root_path}] if settings.root_path else None,
        lifespan=lifespan,
        routes=ROUTES,
    )
    app.state.site = site

    @app.websocket("/api/socket")
    async def socket(websocket: WebSocket) -> None:
        await sockets.serve(site, websocket)

    describe_rest(app)
    _add_errors(app, site)
    app.add_middleware(GuardMiddleware, site=site)
    return app


def _add_errors(app: FastAPI, site: Site) -> None:
    """Every error has the same shape."""

    def refuse(request: Request, refusal: Refusal) -> Response:
        return refusal_answer(refusal, request.scope, site.settings.root_path, site.explain(refusal))

    @app.exception_handler(Refusal)
    async def answer_refusal(request: Request, error: Refusal) -> Response:
        return refuse(request, error)

    @app.exception_handler(RequestValidationError)
    async def answer_invalid(request: Request, error: RequestValidationError) -> Response:
        return refuse(request, bad_request(validation_text(list(error.errors()))))

    @app.exception_handler(HTTPException)
    async def answer_failure(request: Request, error: HTTPException) -> Response:
        codes = {404: "not_found", 405: "bad_method"}
        words = {404: "there is nothing at this address", 405: "this address does not take that method"}
        status = error.status_code if error.status_code in words else 400
        answer = refuse(
            request,
            Refusal(status, codes.get(status, "bad_request"), words.get(status, "the request is broken")),
        )
        for name, value in (error.headers or {}).items():
            answer.headers[name] = value
        return answer
