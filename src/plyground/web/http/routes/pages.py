"""The page, its files, and what the server's owner wants to know."""

from __future__ import annotations

import asyncio
import mimetypes
import time
from html import escape
from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter, FastAPI
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from plyground.errors import PlygroundError
from plyground.web.http.middleware import json_answer
from plyground.web.http.site import Site

STATIC: Final = Path(__file__).parents[2] / "static"
HEALTH_SECONDS: Final = 5.0
HEALTH_PAUSE: Final = 2.0
"""Seconds for which the answer stands, as finding it writes to the disk."""

for kind, ending in (
    ("text/javascript", ".js"),
    ("text/javascript", ".mjs"),
    ("text/css", ".css"),
    ("image/svg+xml", ".svg"),
    ("font/woff2", ".woff2"),
    ("application/manifest+json", ".webmanifest"),
):
    mimetypes.add_type(kind, ending)


def add_pages(app: FastAPI, site: Site) -> None:
    """The addresses."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/")
    async def page() -> Response:
        return FileResponse(STATIC / "index.html")

    @routes.get("/favicon.ico")
    async def icon() -> Response:
        """What browsers ask for beside a document that names no icon, such as /openapi.json."""
        return FileResponse(STATIC / "icon.svg")

    checked = -HEALTH_PAUSE
    is_healthy = True

    @routes.get("/health")
    async def health() -> Response:
        nonlocal checked, is_healthy
        if time.monotonic() - checked >= HEALTH_PAUSE:
            checked = time.monotonic()
            is_healthy = await can_store(site)
        if not is_healthy:
            return json_answer({"status": "games cannot be stored"}, 503)
        return json_answer({"status": "ok"})

    @routes.get("/metrics")
    async def metrics() -> Response:
        return Response(site.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    @routes.get("/docs")
    async def docs() -> Response:
        return HTMLResponse(docs_page(app.openapi()))

    app.include_router(routes)
    app.mount("/static", StaticFiles(directory=STATIC, check_dir=False))


async def can_store(site: Site) -> bool:
    """Whether a move could be stored now."""
    try:
        async with asyncio.timeout(HEALTH_SECONDS):
            await site.registry.on_thread(site.store.check)
    except (PlygroundError, TimeoutError):
        return False
    return True


def docs_page(openapi: dict[str, Any]) -> str:
    """The addresses as a plain page that needs nothing from outside."""
    parts = [
        "<!doctype html><html lang='en'><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width'>",
        *(f"<link rel='stylesheet' href='static/css/{name}.css'>" for name in ("tokens", "base", "docs")),
        "<link rel='icon' href='static/icon.svg'><main>",
        f"<title>{escape(openapi['info']['title'])}</title><h1>{escape(openapi['info']['title'])}</h1>",
        f"<p>{escape(openapi['info'].get('description', ''))}",
        "For programs: <a href='openapi.json'>openapi.json</a>.</p>",
    ]
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>")
            parts.append(f"<p>{escape(operation.get('description') or operation.get('summary', ''))}</p>")
            parts.append(_schema("Request", operation.get("requestBody", {}), openapi))
            for status, answer in operation["responses"].items():
                parts.append(_schema(f"{status} {answer.get('description', '')}", answer, openapi))
    return "\n".join(parts)


def _schema(title: str, holder: dict[str, Any], openapi: dict[str, Any]) -> str:
    """The keys of a request or an answer."""
    schema = holder.get("content", {}).get("application/json", {}).get("schema", {})
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    if not name:
        return ""
    keys = openapi["components"]["schemas"][name].get("properties", {})
    return f"<p>{escape(title)}: <code>{escape(name)}</code> {{ {escape(', '.join(keys))} }}</p>"
