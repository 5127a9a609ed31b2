"""The page, its files, and what the server's owner wants to know."""

from __future__ import annotations

import hashlib
import mimetypes
from html import escape
from pathlib import Path, PurePath
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from plyground.web.http.middleware import json_answer
from plyground.web.http.site import CurrentSite

STATIC: Final = Path(__file__).parents[2] / "static"
VERSION_MARK: Final = "version-"
FOR_A_YEAR: Final = "public, max-age=31536000, immutable"

for kind, ending in (
    ("text/javascript", ".js"),
    ("text/javascript", ".mjs"),
    ("text/css", ".css"),
    ("image/svg+xml", ".svg"),
    ("font/woff2", ".woff2"),
    ("application/manifest+json", ".webmanifest"),
):
    mimetypes.add_type(kind, ending)


class PageFiles(StaticFiles):
    """The files of the page, which browsers keep: every version of them has addresses of its own.

    A page has more than a hundred files. Without this a browser asks after each of them on every visit.
    """

    def __init__(self) -> None:
        super().__init__(directory=STATIC, check_dir=False)
        self._versions: set[str] = set()
        """Those that pages were sent with."""

    def first_html(self) -> str:
        """The page, with the version of now in the addresses of its files."""
        version = files_version()
        self._versions.add(version)
        html = (STATIC / "index.html").read_text(encoding="utf-8")
        return html.replace('="static/', f'="static/{version}/')

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, by its path or by its path in a version."""
        version, *rest = PurePath(path).parts
        if not (rest and version.startswith(VERSION_MARK)):
            return await super().get_response(path, scope)
        answer = await super().get_response(str(PurePath(*rest)), scope)
        if version in self._versions:
            answer.headers["Cache-Control"] = FOR_A_YEAR
        return answer


def files_version() -> str:
    """A name for the files as they are now; another one after any of them has changed."""
    digest = hashlib.sha256()
    for file in sorted(STATIC.rglob("*.*")):
        digest.update(f"{file.relative_to(STATIC).as_posix()}\0".encode() + file.read_bytes())
    return VERSION_MARK + digest.hexdigest()[:16]


routes: Final = APIRouter(include_in_schema=False)
files: Final = PageFiles()
mounted_files: Final = Mount("/static", files)


@routes.get("/")
async def page() -> Response:
    """The page."""
    return HTMLResponse(files.first_html())


@routes.get("/favicon.ico")
async def icon() -> Response:
    """What browsers ask for beside a document that names no icon, such as /openapi.json."""
    return FileResponse(STATIC / "icon.svg")


@routes.get("/health")
async def health(site: CurrentSite) -> Response:
    """Whether the server can do its work."""
    if await site.can_store():
        return json_answer({"status": "ok"})
    return json_answer({"status": "games cannot be stored"}, 503)


@routes.get("/metrics")
async def metrics(site: CurrentSite) -> Response:
    """What there is to count and to measure, for Prometheus."""
    return Response(site.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


@routes.get("/docs")
async def docs(request: Request) -> Response:
    """The addresses, for people."""
    return HTMLResponse(docs_page(request.app.openapi()))


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
