"""What stands between the network and everything else: limits, headers, logs, and never a traceback."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import time
from functools import lru_cache
from socket import gethostname
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plyground.web.errors import Refusal, bad_request, busy, too_many
from plyground.web.fair_threads import asking_address
from plyground.web.http.error_page import error_page, wants_page
from plyground.web.http.rates import limit_address
from plyground.web.http.site import Site
from plyground.web.json_text import encode_json
from plyground.web.messages import ErrorAnswer

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
UNLIMITED: Final = ("/health", "/metrics")
HELP: Final = ("/api/hint", "/api/attempt", "/api/explain", "/api/lab", "/api/lab/compare", "/api/theorem")
READING: Final = 20.0
"""Seconds in which a request must have arrived."""
SECRET: Final = re.compile(r"[A-Za-z0-9_-]{40,}")

log = logging.getLogger("plyground.web")


def json_answer(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer in JSON, which nobody may keep."""
    return Response(
        encode_json(body), status, {"Cache-Control": "no-store"} | (headers or {}), "application/json"
    )


def refusal_answer(
    refusal: Refusal, scope: Scope, root_path: str, body: ErrorAnswer | None = None
) -> Response:
    """A refusal as JSON, or as a page where a browser wants to show one; `body` overrides the JSON."""
    headers = {} if refusal.retry_after is None else {"Retry-After": str(refusal.retry_after)}
    if refusal.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if wants_page(scope):
        return error_page(refusal, root_path, headers)
    return json_answer(refusal.body if body is None else body, refusal.status, headers)


def address_of(scope: Scope) -> str:
    """The address that limits count."""
    client = scope.get("client")
    return limit_address(client[0] if client else None)


def bearer_of(scope: Scope) -> str:
    """The token in the header of a request; empty if there is none."""
    kind, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def is_help(path: str) -> bool:
    """Whether an address gives away what is good in a position, which a teacher may want to take away.

    >>> is_help("/api/hint"), is_help("/api/catalogue/squava/pack"), is_help("/api/look")
    (True, True, False)
    """
    return path.startswith(HELP) or (path.startswith("/api/catalogue/") and path.endswith("/pack"))


def is_allowed_host(scope: Scope, hosts: tuple[str, ...] | None) -> bool:
    """Whether a request calls the server by a name that it goes by.

    A page of a stranger can make its own name lead to this machine, and would then pass for the server's own.
    """
    return hosts is None or _is_name_of(Headers(scope=scope).get("host", ""), hosts)


@lru_cache(1_024)
def _is_name_of(host: str, hosts: tuple[str, ...]) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
        if name not in ("", "localhost", gethostname().lower(), *hosts):
            ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class GuardMiddleware:
    """Looks at every request before the application does, and at every answer after it."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app = app
        self.site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope = self._without_prefix(scope)
        if scope["type"] == "websocket" and not is_allowed_host(scope, self.site.settings.hosts):
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500
        started = False

        async def sending(message: Message) -> None:
            nonlocal status, started
            if message["type"] == "http.response.start":
                status, started = message["status"], True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        try:
            answer = await self._answer(scope, receive, sending)
        except Exception:
            log.exception("a request failed", extra={"path": log_path(scope["path"])})
            broken = Refusal(500, "broken", "something went wrong here; it has been noted")
            answer = refusal_answer(broken, scope, self.site.settings.root_path)
        if answer is not None and not started:
            await answer(scope, receive, sending)
        self._note(scope, status, time.perf_counter() - began)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> Response | None:
        """Let the application answer, or say what to answer instead."""
        if not scope["path"]:
            return RedirectResponse(self.site.settings.root_path + "/")
        address = address_of(scope)
        asking_address.set(address)
        try:
            if scope["path"] not in UNLIMITED and (wait := self.site.wait(address)):
                raise too_many(wait)
            if not is_allowed_host(scope, self.site.settings.hosts):
                raise Refusal(
                    421, "unknown_host", "this server is not called so; --allow-host NAME allows it"
                )
            if is_help(scope["path"]):
                self.site.check_help(bearer_of(scope))
            if self.site.is_closing:
                raise busy("the server is stopping; try again in a moment")
            body = await self._body(scope, receive)
        except Refusal as refusal:
            self.site.metrics.refused.labels(refusal.code).inc()
            return refusal_answer(refusal, scope, self.site.settings.root_path)
        await self.app(scope, replay(body, receive), send)
        return None

    def _without_prefix(self, scope: Scope) -> Scope:
        """The path as it is without the prefix, which some proxies take away and others do not."""
        prefix, path = self.site.settings.root_path, scope.get("path", "")
        if not prefix or not (path == prefix or path.startswith(prefix + "/")):
            return scope
        return {**scope, "path": path.removeprefix(prefix)}

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        """The whole request, which is small or refused."""
        most = self.site.limits.body
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > most:
            raise Refusal(413, "too_large", f"a request may have {most} bytes")
        body = bytearray()
        try:
            async with asyncio.timeout(READING):
                while True:
                    message = await receive()
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise Refusal(413, "too_large", f"a request may have {most} bytes")
                    if message["type"] != "http.request" or not message.get("more_body"):
                        return bytes(body)
        except TimeoutError:
            raise bad_request(f"the request did not arrive within {READING:.0f} s") from None

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "other")
        method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST", "OPTIONS") else "other"
        self.site.metrics.requests.labels(method, route, status).inc()
        self.site.metrics.answer_seconds.labels(route).observe(seconds)
        level = logging.DEBUG if scope["path"] in UNLIMITED else logging.INFO
        if not log.isEnabledFor(level):
            return
        log.log(
            level,
            "request",
            extra={
                "method": method,
                "path": log_path(scope["path"]),
                "status": status,
                "ms": round(seconds * 1000, 1),
                "address": address_of(scope),
            },
        )


def log_path(path: str) -> str:
    """A path for the log: short, and without anything that could be a secret put there by mistake.

    >>> log_path("/api/games/" + "x" * 43)
    '/api/games/(secret)'
    """
    return SECRET.sub("(secret)", path)[:100]


def replay(body: bytes, receive: Receive) -> Receive:
    """What the application receives: the body that was read already, then whatever comes."""
    given = False

    async def receiving() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receiving
