"""One WebSocket for each page: it follows a game, and asks for analyses and reports."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, Final, Generic, TypeVar, cast
from urllib.parse import urlsplit

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground import __version__
from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.mistakes import GameReport
from plyground.web.errors import Refusal, bad_request, too_many
from plyground.web.fair_threads import asking_address
from plyground.web.http.middleware import address_of
from plyground.web.http.rates import Rate
from plyground.web.http.requests import (
    AnalyseRequest,
    AnySocketRequest,
    AttendRequest,
    BoardRequest,
    FollowRequest,
    PingRequest,
    ReportRequest,
    SocketMoveRequest,
    SocketRequest,
    StopRequest,
    UnfollowRequest,
    validation_text,
)
from plyground.web.http.site import Site
from plyground.web.json_text import encode_json
from plyground.web.messages import (
    AnalysisMessage,
    ClassMessage,
    ErrorMessage,
    HelloMessage,
    MessageId,
    PongMessage,
    ReportMessage,
    SameMessage,
    SocketMessage,
    StateMessage,
    ThinkingMessage,
)
from plyground.web.thinking.analyser import Asker
from plyground.web.thinking.game_report import report_message, report_on_game
from plyground.web.thinking.position_analysis import PositionAnalysis

MOST_BROKEN: Final = 100
MOST_UNSENT: Final = 200
REPLACED: Final = ("state", "same", "here", "thinking", "analysis", "report", "class", "pong")
"""Of these only the newest is worth sending."""

TOO_BROKEN: Final = 4400
TOO_SILENT: Final = 4408
TOO_MANY: Final = 4429

log = logging.getLogger("plyground.web")
numbers = count(1)
socket_requests: Final[TypeAdapter[SocketRequest]] = TypeAdapter(AnySocketRequest)

JobMessage = TypeVar("JobMessage", AnalysisMessage, ReportMessage)


class Outbox:
    """What is still to be sent. A newer message takes the place of an older one of its kind."""

    def __init__(self) -> None:
        self._messages: OrderedDict[object, SocketMessage] = OrderedDict()
        self._filled = asyncio.Event()

    def __len__(self) -> int:
        return len(self._messages)

    def put(self, message: SocketMessage) -> None:
        """Add a message; the id of an answer that was not sent yet goes on to the one that replaces it."""
        kind: object = message["type"] if message["type"] in REPLACED else object()
        old = self._messages.pop(kind, None)
        if old is not None and "id" not in message:
            message = add_id(message, cast(MessageId | None, old.get("id")))
        self._messages[kind] = message
        self._filled.set()

    async def take(self) -> SocketMessage:
        """The oldest message, once there is one."""
        while not self._messages:
            self._filled.clear()
            await self._filled.wait()
        return self._messages.popitem(last=False)[1]


@dataclass
class Job(Generic[JobMessage]):
    """An analysis or a report under way."""

    id: MessageId | None
    last: JobMessage
    """The newest message about it."""
    task: asyncio.Task[None] | None = None


class SocketConnection:
    """One page."""

    def __init__(self, site: Site, socket: WebSocket) -> None:
        self.site = site
        self.socket = socket
        self.address = address_of(socket.scope)
        self.token = ""
        self.class_token = ""
        """Whose page it is, if it attends the class."""
        self.asker = Asker(f"socket {next(numbers)}", self.address)
        self._outbox = Outbox()
        self._following: str | None = None
        self.thinks = False
        """Whether the page makes the moves of the computer in the game that it follows."""
        self._jobs: dict[str, Job[Any]] = {}
        """The analysis and the report under way."""
        self._rate = Rate(site.limits.messages, site.limits.message_burst)
        self._loop = asyncio.get_running_loop()

    def post(self, message: SocketMessage) -> None:
        """Send a message, sooner or later."""
        self._outbox.put(message)

    async def serve(self) -> None:
        """Answer until the page goes away."""
        self.post(HelloMessage(type="hello", server=__version__))
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
            if self.site.classroom is not None:
                self.site.classroom.leave(self)
            self.site.analyser.forget(self.asker)

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                message = await self._outbox.take()
                await self.socket.send_text(encode_json(message))

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
                content = decode_message(message, self.site.limits.message)
                id = content.get("id") if isinstance(content.get("id"), int | str) else None
                request = read_request(content)
                if wait := self._rate.wait("all") or self._wait_to_compute(request):
                    raise too_many(wait)
                await self._answer(request)
            except Exception as error:
                broken += 1
                self._post_error(id, error)
        return TOO_BROKEN

    def _wait_to_compute(self, request: SocketRequest) -> float:
        """The seconds to wait before something that costs: all but to hear less."""
        is_free = isinstance(request, StopRequest | UnfollowRequest | PingRequest)
        return 0.0 if is_free else self.site.computing.debt(self.address)

    def _post_error(self, id: MessageId | None, error: Exception) -> None:
        if isinstance(error, Refusal):
            refusal = error
        elif isinstance(error, PlygroundError):
            refusal = bad_request(str(error))
        else:
            log.error("a message failed", exc_info=error)
            refusal = Refusal(500, "broken", "something went wrong here; it has been noted")
        self.post(add_id(ErrorMessage(type="error", error=self.site.explain(refusal)["error"]), id))

    # Answers

    async def _answer(self, request: SocketRequest) -> None:
        if isinstance(request, FollowRequest):
            await self._follow(request)
        elif isinstance(request, SocketMoveRequest):
            await self._move(request)
        elif isinstance(request, UnfollowRequest):
            self._unfollow()
        elif isinstance(request, AnalyseRequest):
            await self._analyse(request)
        elif isinstance(request, ReportRequest):
            await self._report(request)
        elif isinstance(request, StopRequest):
            self._stop(request.id)
        elif isinstance(request, AttendRequest):
            self._attend(request)
        else:
            self.post(add_id(PongMessage(type="pong"), request.id))

    async def _follow(self, request: FollowRequest) -> None:
        snapshot, access = await self.site.registry.read(request.game, request.token)
        self._unfollow()
        snapshot = self.site.registry.latest(snapshot)  # it may have changed on the way here
        self.token, self._following = request.token, snapshot.id
        self.thinks = request.thinks and access.owner
        self.site.hub.follow(snapshot, self)
        self.site.thinker.consider(snapshot, self.address)
        if request.version == snapshot.version:
            self.post(add_id(SameMessage(type="same", version=snapshot.version), request.id))
            thinking = self.site.hub.thinking(snapshot.id)
            self.post(ThinkingMessage(type="thinking", game=snapshot.id, thinking=thinking))
            return
        access = snapshot.access_of(request.token) or access
        self.post(add_id(StateMessage(type="state", state=self.site.hub.state(snapshot, access)), request.id))

    async def _move(self, request: SocketMoveRequest) -> None:
        """Make a move. All who follow hear of it; here that message becomes the answer."""
        if request.game != self._following:
            raise bad_request("game: follow it first")
        snapshot, access = await self.site.move(request.game, self.token, request.ply, request.move)
        self.post(add_id(StateMessage(type="state", state=self.site.hub.state(snapshot, access)), request.id))

    def _unfollow(self) -> None:
        if self._following is not None:
            snapshot = self.site.hub.unfollow(self._following, self)
            self._following = None
            if self.thinks and snapshot is not None:
                self.thinks = False
                self.site.thinker.consider(self.site.registry.latest(snapshot), self.address)

    def _attend(self, request: AttendRequest) -> None:
        if self.site.classroom is None:
            raise Refusal(404, "not_found", "there is no class on this server")
        room = self.site.classroom.attend(self, request.token)
        self.class_token = request.token
        self.post(add_id(ClassMessage(type="class", room=room), request.id))

    def stop_thinking(self) -> None:
        """End the analysis and the report under way, and say so."""
        self._stop(None)

    async def _analyse(self, request: AnalyseRequest) -> None:
        self.site.check_help(self.class_token)
        board = await self._board(request)
        seconds = min(request.seconds, self.site.limits.analysis)
        self._begin(
            request.id,
            PositionAnalysis(board).message("queued"),
            lambda post: self.site.analyser.analyse(board, seconds, self.asker, post),
        )

    async def _report(self, request: ReportRequest) -> None:
        self.site.check_help(self.class_token)
        board = await self._board(request)
        seconds = min(request.seconds, self.site.limits.report)
        self._begin(
            request.id,
            report_message(GameReport(board), "queued"),
            lambda post: report_on_game(self.site.analyser, board, seconds, self.asker, post),
        )

    async def _board(self, request: BoardRequest) -> Board:
        return await self.site.compute(lambda: self.site.board(request.game, request.moves, request.setup))

    def _begin(
        self,
        id: MessageId | None,
        first: JobMessage,
        work: Callable[[Callable[[JobMessage], None]], Awaitable[None]],
    ) -> None:
        """Start something long, instead of what went on before; it may post from any thread."""
        kind = first["type"]
        self._end(kind)
        job = Job(id, first)

        def put(message: JobMessage) -> None:
            if self._jobs.get(kind) is job:
                job.last = message
                self.post(add_id(message, id))

        def post(message: JobMessage) -> None:
            self._loop.call_soon_threadsafe(put, message)

        async def run() -> None:
            try:
                await work(post)
            except Exception as error:
                self._post_error(id, error)

        self._jobs[kind] = job
        job.task = asyncio.create_task(run())

    def _stop(self, id: MessageId | None) -> None:
        for kind, job in list(self._jobs.items()):
            if id in (None, job.id) and job.task is not None and not job.task.done():
                self._end(kind)
                job.last["phase"], job.last["ahead"] = "stopped", 0
                self.post(add_id(job.last, job.id))

    def _end(self, kind: str) -> None:
        job = self._jobs.pop(kind, None)
        if job is not None and job.task is not None:
            job.task.cancel()


def decode_message(message: MutableMapping[str, Any], most: int) -> dict[str, Any]:
    """The JSON object in a message."""
    text = message.get("text")
    if text is None:
        raise bad_request("messages are text, not bytes")
    if len(text) > most:
        raise Refusal(413, "too_large", f"a message may have {most} bytes")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise bad_request("the message is not JSON") from error
    if not isinstance(content, dict):
        raise bad_request("a message is a JSON object with a type")
    return content


def read_request(content: dict[str, Any]) -> SocketRequest:
    """What a message asks for."""
    try:
        return socket_requests.validate_python(content)
    except ValidationError as error:
        raise bad_request(validation_text(error)) from error


Message = TypeVar("Message", bound=SocketMessage)


def add_id(message: Message, id: MessageId | None) -> Message:
    """The message with the id of the request that it answers, if that has one."""
    if id is None or len(str(id)) > 40:
        return message
    return cast(Message, {**message, "id": id})


def is_welcome(site: Site, socket: WebSocket) -> bool:
    """Whether the page that opens this socket is one of ours."""
    origin = socket.headers.get("origin", "")
    if origin in site.settings.origins:
        return True
    parts = urlsplit(origin)
    return (
        parts.scheme == ("https" if socket.scope["scheme"] == "wss" else "http")
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
    full = len(site.open_sockets) >= site.limits.all_sockets
    if full or site.sockets[address] >= site.limits.sockets:
        await socket.close(TOO_MANY)
        return
    asking_address.set(address)
    connection = SocketConnection(site, socket)
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
