"""Everything that one server consists of, put together."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any, Final, TypeVar

from fastapi import Depends, Request

from plyground.board import Board
from plyground.errors import BrokenGame, IllegalMove, IllegalPosition, PlygroundError, UnknownGame
from plyground.game import Game
from plyground.lessons.shelf import read_files
from plyground.web.errors import Refusal, bad_request, not_yours
from plyground.web.fair_threads import FairThreads
from plyground.web.games.allowed_games import AllowedGames
from plyground.web.games.classroom_host import ClassroomHost
from plyground.web.games.hub import Hub
from plyground.web.games.registry import Registry
from plyground.web.games.server_game import Access, ServerGame
from plyground.web.games.snapshot import Snapshot
from plyground.web.games.store import Store
from plyground.web.http.metrics import Metrics
from plyground.web.http.rates import Rate
from plyground.web.http.settings import ServerSettings
from plyground.web.json_text import JsonText, encode_json
from plyground.web.messages import ErrorAnswer
from plyground.web.thinking.analyser import Analyser
from plyground.web.thinking.demo import Demos
from plyground.web.thinking.packs import Packs
from plyground.web.thinking.search_queue import SearchQueue
from plyground.web.thinking.thinker import Thinker

DAY: Final = 86_400
EXPIRY_PAUSE: Final = 600
"""Seconds between two looks for games that have expired, at most."""
THREADS: Final = 2
"""Threads for computations: more would not be faster, as they need the same lock."""
HEALTH_SECONDS: Final = 5.0
"""After which a database that does not answer is called away."""
HEALTH_PAUSE: Final = 2.0
"""Seconds for which the answer stands, as finding it writes to the disk."""
Result = TypeVar("Result")
log = logging.getLogger("plyground.web")


class Site:
    """The parts of a server, and what several of them need."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        limits = self.limits = settings.limits
        self.metrics = Metrics()
        self.allowed = AllowedGames(settings.files, show_examples=settings.show_examples)
        self.lessons = read_files(settings.lessons, self.allowed.find)
        """The lessons that the server's owner has named."""
        self.store = Store(settings.database, self.allowed.find)
        self.registry = Registry(self.store, settings.kept)
        self.hub = Hub()
        self.classroom = ClassroomHost(self.registry) if settings.classroom else None
        """The class of this server, if it has one."""
        self.searches = SearchQueue(settings.searches, settings.searches_per_address, limits.waiting)
        self.thinker = Thinker(self.registry, self.hub, self.searches, settings.patience)
        self.analyser = Analyser(self.searches, settings.memory, limits.values)
        self.demos = Demos(self.searches)
        self.packs = Packs(settings.make_pack)
        self.requests = Rate(limits.requests, limits.burst)
        self.computing = Rate(limits.computing, limits.computing_burst)
        self.threads = FairThreads(THREADS, limits.computations)
        self.threads.on_cost = self.registry.on_cost = self.computing.charge
        self.reading_proofs = asyncio.Semaphore(1)
        """Reading a part of a certificate takes seconds, once: whoever waits for that takes no thread."""
        self.new_games = Rate(limits.new_games, limits.new_burst)
        self.codes = Rate(limits.codes, limits.code_burst)
        self.sockets: Counter[str] = Counter()
        self.open_sockets: set[Any] = set()
        self.is_closing = False
        self._could_store = True
        self._store_checked = -HEALTH_PAUSE
        self._tasks: list[asyncio.Task[None]] = []
        self.registry.on_change = self._on_change
        if self.classroom is not None:
            self.classroom.on_begin = self.thinker.consider
        self.thinker.on_move = self._on_computer_move
        self.metrics.watch("sockets", "Open sockets", lambda: len(self.open_sockets))
        self.metrics.watch("searches_running", "Searches that run", lambda: len(self.searches.running))
        self.metrics.watch("searches_waiting", "Searches that wait", lambda: self.searches.waiting)
        self.metrics.watch("games_in_memory", "Games held in memory", lambda: len(self.registry))
        self.metrics.watch(
            "idle_engines_bytes",
            "Memory of engines that nobody uses now, and of players",
            lambda: self.analyser.engines.bytes + self.thinker.players.bytes,
        )

    async def open(self) -> None:
        """Begin."""
        if self.classroom is not None:
            await self.classroom.open()
        self._tasks = [asyncio.create_task(self.thinker.sweep())]
        if self.settings.expire is not None:
            self._tasks.append(asyncio.create_task(self._expire_games(self.settings.expire * DAY)))

    async def close(self) -> None:
        """Stop searches, finish what is being stored, and let go of the database."""
        self.is_closing = True
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        if self.classroom is not None:
            self.classroom.close()
        self.thinker.close()
        self.demos.close()
        self.packs.close()
        await self.searches.close()
        self.thinker.players.close()
        self.analyser.engines.close()
        self.threads.close()
        self.registry.close()
        self.store.close()

    async def can_store(self) -> bool:
        """Whether a move could be stored now, or could be a moment ago."""
        if time.monotonic() - self._store_checked >= HEALTH_PAUSE:
            self._store_checked = time.monotonic()
            try:
                async with asyncio.timeout(HEALTH_SECONDS):
                    await self.registry.on_thread(self.store.check)
                self._could_store = True
            except (PlygroundError, TimeoutError):
                self._could_store = False
        return self._could_store

    async def _expire_games(self, age: float) -> None:
        """From time to time delete games that are older than this many seconds."""
        while True:
            with suppress(PlygroundError):  # the database may be away for a while; that is logged
                while count := await self.registry.expire(
                    time.time() - age, lambda id: self.hub.count(id) > 0
                ):
                    log.info("games have expired", extra={"games": count})
            await asyncio.sleep(min(EXPIRY_PAUSE, age / 10))

    def _on_change(self, snapshot: Snapshot) -> None:
        self.hub.publish(snapshot)
        if self.classroom is not None:
            self.classroom.on_game_change(snapshot)
        self.thinker.consider(snapshot)

    def _on_computer_move(self, seconds: float) -> None:
        self.metrics.moves.labels("computer").inc()
        self.metrics.computer_seconds.observe(seconds)

    def wait(self, address: str) -> float:
        """Count a request; 0 if the address may make it, or else the seconds after which it may."""
        return self.computing.debt(address) or self.requests.wait(address)

    # What a teacher allows

    def may_have_help(self, token: str) -> bool:
        """Whether hints and analyses are for whoever has this token: for everybody, if there is no class."""
        return self.classroom is None or self.classroom.may_have_help(token)

    def check_help(self, token: str) -> None:
        """Refuse hints and analyses where the teacher has taken them away."""
        if not self.may_have_help(token):
            raise not_yours("the teacher has taken hints and analysis away")

    def check_moving(self, token: str) -> None:
        """Refuse moves while the teacher has paused the class."""
        if self.classroom is not None:
            self.classroom.check_moving(token)

    async def compute(self, work: Callable[[], Result]) -> Result:
        """What some work returns that needs no game under way, done when it is the address's turn."""
        return await self.threads.run(work)

    async def compute_json(self, work: Callable[[], Result]) -> JsonText[Result]:
        """The same as JSON, which is made on the thread too."""
        return await self.threads.run(lambda: JsonText(encode_json(work())))

    # Moves, and what is refused

    async def move(self, id: str, token: str, ply: int, move: str) -> tuple[Snapshot, Access]:
        """Make a move for whoever has this token. The same again is not made twice."""
        self.check_moving(token)

        def make_move(game: ServerGame, access: Access) -> bool | None:
            thinks = self.hub.is_thought_elsewhere(id)
            made = game.move(access, ply, move, self.limits.moves, thinks=thinks)
            if made:
                self.metrics.moves.labels("person").inc()
            return None if made else False

        return await self.registry.change(id, token, make_move)

    def explain(self, refusal: Refusal) -> ErrorAnswer:
        """A refusal as it is sent: with the state of the game if that has gone on."""
        body = refusal.body
        if refusal.seen is not None:
            body["error"]["state"] = self.hub.state(*refusal.seen)
        self.metrics.refused.labels(refusal.code).inc()
        return body

    # What people send in words. Slow: on a thread.

    def game(self, name: str) -> Game:
        """The game with this name, if it is offered."""
        try:
            return self.allowed.find(name)
        except (UnknownGame, BrokenGame) as error:
            raise Refusal(400, "unknown_game", str(error)) from error

    def board(self, name: str, moves: list[str] | str, setup: str = "") -> Board:
        """The position after these moves, from the start or from a position as text."""
        try:
            board = Board(self.game(name), position=setup)
        except IllegalPosition as error:
            raise Refusal(400, "bad_record", str(error)) from error
        line = moves.split() if isinstance(moves, str) else moves
        if len(line) > self.limits.moves:
            raise bad_request(f"a game may have {self.limits.moves} moves here, not {len(line)}")
        for number, move in enumerate(line, start=1):
            try:
                board.push(move)
            except IllegalMove as error:
                raise Refusal(400, "illegal_move", f"move {number}: {error}") from error
        return board


async def site_of(request: Request) -> Site:
    """The site that a request was sent to."""
    site: Site = request.app.state.site
    return site


CurrentSite = Annotated[Site, Depends(site_of)]
"""What a function for an address asks for, so that it serves every site."""
