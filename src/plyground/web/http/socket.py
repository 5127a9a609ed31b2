"""One WebSocket for each page: it follows a game, and has positions analysed and games judged."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from pydantic import Field, TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground import __version__
from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.web.http.encoded import written
from plyground.web.http.errors import Refused, bad_request, too_many
from plyground.web.http.guard import address_of
from plyground.web.http.rates import Rate
from plyground.web.http.requests import Analyse, Asked, Follow, JudgeGame, Ping, Stop, Unfollow, told
from plyground.web.http.site import Site
from plyground.web.thinking.analysis import Post
from plyground.web.thinking.report import judge

MOST_BROKEN: Final = 100
MOST_UNSENT: Final = 200
REPLACED: Final = ("state", "same", "here", "thinking", "analysis", "report", "pong")
"""Of these only the newest is worth sending."""

TOO_BROKEN: Final = 4400
TOO_SILENT: Final = 4408
TOO_MANY: Final = 4429

log = logging.getLogger("plyground.web")
numbers = count(1)
questions: Final[TypeAdapter[Asked]] = TypeAdapter(
    Annotated[Follow | Unfollow | Analyse | JudgeGame | Stop | Ping, Field(discriminator="type")]
)


class Outbox:
    """What is still to be sent. A newer message takes the place of an older one of its kind."""

    def __init__(self) -> None:
        self._messages: OrderedDict[object, dict[str, Any]] = OrderedDict()
        self._filled = asyncio.Event()

    def __len__(self) -> int:
        return len(self._messages)

    def put(self, message: dict[str, Any]) -> None:
        """Add a message; the id of an answer that was not sent yet goes on to the one that replaces it."""
        kind: object = message["type"] if message["type"] in REPLACED else object()
        old = self._messages.pop(kind, None)
        if old is not None and "id" in old and "id" not in message:
            message = message | {"id": old["id"]}
        self._messages[kind] = message
        self._filled.set()

    async def take(self) -> dict[str, Any]:
        """The oldest message, once there is one."""
        while not self._messages:
            self._filled.clear()
            await self._filled.wait()
        return self._messages.popitem(last=False)[1]


@dataclass
class Job:
    """An analysis or a report under way."""

    kind: str
    id: Any
    task: asyncio.Task[None] | None = None
    last: dict[str, Any] = field(default_factory=dict)
    """What was told last."""

    @property
    def head(self) -> dict[str, Any]:
        """What every message about it begins with."""
        return {"type": self.kind, **_named(self.id)}


class Connection:
    """One page."""

    def __init__(self, site: Site, socket: WebSocket) -> None:
        self.site = site
        self.socket = socket
        self.address = address_of(socket.scope)
        self.token = ""
        self.name = f"socket {next(numbers)}"
        self._outbox = Outbox()
        self._following: str | None = None
        self._jobs: dict[str, Job] = {}
        """The analysis and the report under way."""
        self._rate = Rate(site.limits.messages, site.limits.message_burst)
        self._loop = asyncio.get_running_loop()

    def post(self, message: dict[str, Any]) -> None:
        """Send a message, sooner or later."""
        self._outbox.put(message)

    async def serve(self) -> None:
        """Answer until the page goes away."""
        self.post({"type": "hello", "server": __version__})
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        try:
            done, _ = await asyncio.wait([writer, reader], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                code = task.exception() or task.result()
                if isinstance(code, int):
                    await self.socket.close(code)
        finally:
            writer.cancel()
            reader.cancel()
            for kind in list(self._jobs):
                self._end(kind)
            self._unfollow()

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                message = await self._outbox.take()
                await self.socket.send_text(written(message))

    async def _read(self) -> int | None:
        """The code to close with, or None if the page closed."""
        broken = 0
        while broken <= MOST_BROKEN and len(self._outbox) <= MOST_UNSENT:
            try:
                async with asyncio.timeout(self.site.settings.silence):
                    message = await self.socket.receive()
            except TimeoutError:
                return TOO_SILENT
            if message["type"] != "websocket.receive":
                return None
            id = None
            try:
                asked = decoded(message, self.site.limits.message)
                id = asked.get("id") if isinstance(asked.get("id"), int | str) else None
                question = checked(asked)
                if wait := self._rate.wait("all"):
                    raise too_many(wait)
                await self._answer(question)
            except Exception as error:
                broken += 1
                self._post_error(id, error)
        return TOO_BROKEN

    def _post_error(self, id: Any, error: Exception) -> None:
        if isinstance(error, Refused):
            refusal = error
        elif isinstance(error, PlygroundError):
            refusal = bad_request(str(error))
        else:
            log.error("a message failed", exc_info=error)
            refusal = Refused(500, "broken", "something went wrong here; it has been noted")
        self.site.metrics.refused.labels(refusal.code).inc()
        self.post({"type": "error", **_named(id), **refusal.body})

    # Answers

    async def _answer(self, question: Asked) -> None:
        if isinstance(question, Follow):
            await self._follow(question)
        elif isinstance(question, Unfollow):
            self._unfollow()
        elif isinstance(question, Analyse):
            await self._analyse(question)
        elif isinstance(question, JudgeGame):
            await self._report(question)
        elif isinstance(question, Stop):
            self._stop(question.id)
        else:
            self.post({"type": "pong", **_named(question.id)})

    async def _follow(self, question: Follow) -> None:
        snapshot, who = await self.site.registry.read(question.game, question.token)
        self._unfollow()
        snapshot = self.site.registry.latest(snapshot)  # it may have changed on the way here
        self.token, self._following = question.token, snapshot.id
        self.site.hub.follow(snapshot, self)
        self.site.thinker.consider(snapshot, self.address)
        named = _named(question.id)
        if question.version == snapshot.version:
            self.post({"type": "same", **named, "version": snapshot.version})
            thinking = self.site.hub.thinking(snapshot.id)
            self.post({"type": "thinking", "game": snapshot.id, "thinking": thinking})
            return
        who = snapshot.opened_by(question.token) or who
        self.post({"type": "state", **named, "state": self.site.hub.state(snapshot, who)})

    def _unfollow(self) -> None:
        if self._following is not None:
            self.site.hub.unfollow(self._following, self)
            self._following = None

    async def _analyse(self, question: Analyse) -> None:
        board = await self._board(question)
        seconds = min(question.seconds, self.site.limits.analysis)
        analyse = self.site.analyst.analyse
        self._begin(
            "analysis", question.id, lambda post: analyse(board, seconds, self.name, self.address, post)
        )

    async def _report(self, question: JudgeGame) -> None:
        board = await self._board(question)
        seconds = min(question.seconds, self.site.limits.report)
        self._begin(
            "report",
            question.id,
            lambda post: judge(self.site.analyst, board, seconds, self.name, self.address, post),
        )

    async def _board(self, question: Analyse | JudgeGame) -> Board:
        return await self.site.registry.on_thread(
            lambda: self.site.board(question.game, question.moves, question.setup)
        )

    def _begin(self, kind: str, id: Any, work: Callable[[Post], Awaitable[None]]) -> None:
        """Start something long, instead of what went on before; it may post from any thread."""
        self._end(kind)
        job = Job(kind, id)

        def put(message: dict[str, Any]) -> None:
            if self._jobs.get(kind) is job:
                job.last = message | job.head
                self.post(job.last)

        def post(message: dict[str, Any]) -> None:
            self._loop.call_soon_threadsafe(put, message)

        async def run() -> None:
            try:
                await work(post)
            except Exception as error:
                self._post_error(id, error)

        self._jobs[kind] = job
        job.task = asyncio.create_task(run())

    def _stop(self, id: Any) -> None:
        for kind, job in list(self._jobs.items()):
            if id in (None, job.id) and job.task is not None and not job.task.done():
                self._end(kind)
                self.post(job.last | job.head | {"phase": "stopped", "ahead": 0})

    def _end(self, kind: str) -> None:
        job = self._jobs.pop(kind, None)
        if job is not None and job.task is not None:
            job.task.cancel()


def decoded(message: MutableMapping[str, Any], most: int) -> dict[str, Any]:
    """The JSON object in a message."""
    text = message.get("text")
    if text is None:
        raise bad_request("messages are text, not bytes")
    if len(text) > most:
        raise Refused(413, "too_large", f"a message may have {most} bytes")
    try:
        asked = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise bad_request("the message is not JSON") from error
    if not isinstance(asked, dict):
        raise bad_request("a message is a JSON object with a type")
    return asked


def checked(asked: dict[str, Any]) -> Asked:
    """What a message asks for."""
    try:
        return questions.validate_python(asked)
    except ValidationError as error:
        raise bad_request(told(error)) from error


def _named(id: Any) -> dict[str, Any]:
    return {} if id is None or len(str(id)) > 40 else {"id": id}


def is_welcome(site: Site, socket: WebSocket) -> bool:
    """Whether the page that opens this socket is one of ours."""
    origin = socket.headers.get("origin", "")
    if origin in site.settings.origins:
        return True
    parts = urlsplit(origin)
    return (
        parts.scheme in ("http", "https")
        and bool(parts.netloc)
        and parts.netloc == socket.headers.get("host")
    )


async def serve(site: Site, socket: WebSocket) -> None:
    """Talk to one page."""
    if site.is_closing or not is_welcome(site, socket):
        await socket.close(1008)
        return
    await socket.accept()
    address = address_of(socket.scope)
    if site.sockets[address] >= site.limits.sockets:
        await socket.close(TOO_MANY)
        return
    connection = Connection(site, socket)
    site.sockets[address] += 1
    site.open_sockets.add(connection)
    try:
        await connection.serve()
    except (WebSocketDisconnect, RuntimeError):
        log.debug("a socket went away")
    finally:
        site.open_sockets.discard(connection)
        site.sockets[address] -= 1
        if not site.sockets[address]:
            del site.sockets[address]
