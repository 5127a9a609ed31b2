"""What a person sees in a browser instead of the JSON of a refusal."""

from __future__ import annotations

from html import escape
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from plyground.web.errors import Refusal

TITLES: Final = {
    400: "That was not understood",
    404: "Nothing here",
    405: "Not in this way",
    413: "Too large",
    421: "Not called so",
    429: "Too much at once",
    503: "Not at the moment",
}


def wants_page(scope: Scope) -> bool:
    """Whether a browser asks for something to show; programs and the page's own requests do not."""
    return scope["method"] in ("GET", "HEAD") and "text/html" in Headers(scope=scope).get("accept", "")


def error_page(refusal: Refusal, root_path: str, headers: dict[str, str]) -> Response:
    """A page that says in words what happened, and leads to the games."""
    title = escape(TITLES.get(refusal.status, "Something went wrong"))
    root = escape(root_path)
    links = [
        f"<link rel='stylesheet' href='{root}/static/css/{name}.css'>" for name in ("tokens", "base", "docs")
    ]
    message = escape(refusal.message[:1].upper() + refusal.message[1:])
    parts = [
        "<!doctype html><html lang='en'><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width'>",
        f"<title>{title} · Plyground</title>",
        *links,
        f"<link rel='icon' href='{root}/static/icon.svg'><main>",
        f"<h1>{title}</h1><p>{message}.</p><p><a href='{root}/'>To the games</a></p></main>",
    ]
    return HTMLResponse("\n".join(parts), refusal.status, {"Cache-Control": "no-store"} | headers)
