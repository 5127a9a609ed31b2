"""The games that are open now, each behind a lock of its own, in step with the store."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final, TypeVar, cast

from plyground.board import Board
from plyground.match import PERSON, Match, Seat
from plyground.records import Record
from plyground.web.errors import Refusal, conflict, not_found
from plyground.web.fair_threads import asking_address, timed
from plyground.web.games.server_game import OWNER, Access, SeatToken, ServerGame
from plyground.web.games.snapshot import Snapshot
from plyground.web.games.store import Store, StoredGame
from plyground.web.games.tokens import GAME_ID, Deriver, are_equal, digest, new_game_id, new_token

GAMES_IN_MEMORY: Final = 4_000
"""The most at once."""
KEPT_SECONDS: Final = 300.0
"""How long a game stays in memory that nobody asks for; then it is read again from the store."""
EXPIRE_AT_ONCE: Final = 500
"""Games that are deleted in one go."""
THREADS: Final = 32
"""Most of them wait for the disk."""

Result = TypeVar("Result")
Action = Callable[[ServerGame, Access], ServerGame | bool | None]
"""Changes a game. May return the game that follows it, or False if there was nothing left to change."""


@dataclass
class CachedGame:
    """A game in memory."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    game: ServerGame | None = None
    snapshot: Snapshot | None = None
    used: float = 0.0
    """When somebody last asked for it, on the monotonic clock."""


class Registry:
    """Reads and changes games. Everything slow happens on a few threads of its own."""

    def __init__(self, store: Store, kept: float = KEPT_SECONDS) -> None:
        self.store = store
        self.kept = kept
        self.secrets = Deriver(store.key)
        self._entries: OrderedDict[str, CachedGame] = OrderedDict()
        self._threads = ThreadPoolExecutor(THREADS, "games")
        self.on_change: Callable[[Snapshot], None] = lambda snapshot: None
        """Called in the event loop after every change."""
        self.on_cost: Callable[[str, float], None] = lambda address, seconds: None
        """Called in the event loop with the seconds of processor time that an address took."""

    async def on_thread(self, work: Callable[[], Result]) -> Result:
        """Do something slow without holding anybody up."""
        worker = asyncio.get_running_loop().run_in_executor(self._threads, timed, work)
        seconds, result, error = await worker
        self.on_cost(asking_address.get(), seconds)
        if error is not None:
            raise error
        return cast(Result, result)

    def close(self) -> None:
        """Finish what is under way."""
        self._threads.shutdown(wait=True)

    def __len__(self) -> int:
        return len(self._entries)

    # Making games

    async def create(
        self,
        record: Record,
        board: Board,
        seats: tuple[str, str],
        *,
        seconds: float | None,
        paused: bool,
        delay: float,
    ) -> tuple[str, Snapshot]:
        """A new game that begins with a record, and the token of whoever made it.

        `board` is the record's board. A seat is `me`, `friend` or a computer.
        """
        token = new_token()
        mine = digest(token)
        sides = [side for side in (0, 1) if seats[side] == "me"]
        snapshot = await self._add(
            record,
            board,
            seats,
            tuple(SeatToken(side, mine) for side in (OWNER, *sides)),
            (0 if seats[0] == "friend" else None, 1 if seats[1] == "friend" else None),
            seconds=seconds,
            paused=paused,
            delay=delay,
        )
        return token, snapshot

    async def create_seated(
        self, record: Record, board: Board, seats: tuple[str, str], tokens: tuple[SeatToken, ...]
    ) -> Snapshot:
        """A new game at which everybody sits already, by their tokens. A seat is `me` or a computer."""
        return await self._add(record, board, seats, tokens, (None, None))

    async def _add(
        self,
        record: Record,
        board: Board,
        seats: tuple[str, str],
        tokens: tuple[SeatToken, ...],
        invited: tuple[int | None, int | None],
        *,
        seconds: float | None = None,
        paused: bool = False,
        delay: float = 1.0,
    ) -> Snapshot:
        now = time.time()
        match = Match.from_record(record, board=board, now=time.time)
        first, second = (PERSON if seat in ("me", "friend") else seat for seat in seats)
        match.seats = (Seat(record.players[0], first == PERSON), Seat(record.players[1], second == PERSON))
        game = ServerGame(
            new_game_id(),
            match,
            (first, second),
            tokens,
            invited,
            created=now,
            updated=now,
            seconds=seconds,
            paused=paused,
            delay=delay,
        )

        def add() -> Snapshot:
            self.store.add(game)
            return self._snapshot(game)

        snapshot = await self.on_thread(add)
        entry = self._entry(game.id)
        entry.game, entry.snapshot = game, snapshot
        return snapshot

    # Reading

    async def read(self, id: str, token: str) -> tuple[Snapshot, Access]:
        """The game with this id, if the token opens it."""
        snapshot = await self.newest(id)
        access = None if snapshot is None else snapshot.access_of(token)
        if snapshot is None or access is None:
            raise not_found()
        return snapshot, access

    async def newest(self, id: str) -> Snapshot | None:
        """The game with this id, whoever asks."""
        if not GAME_ID.fullmatch(id):
            return None
        entry = self._entry(id)
        async with entry.lock:
            return await self.on_thread(lambda: self._refresh(id, entry))

    def latest(self, snapshot: Snapshot) -> Snapshot:
        """The same game as it is in memory now."""
        entry = self._entries.get(snapshot.id)
        newer = entry.snapshot if entry else None
        return newer if newer is not None and newer.version > snapshot.version else snapshot

    def last_used(self, id: str) -> float:
        """When somebody asked for this game, on the monotonic clock."""
        entry = self._entries.get(id)
        return entry.used if entry else 0.0

    async def expire(self, time: float, is_followed: Callable[[str], bool]) -> int:
        """Delete games that have not changed since then and that nobody follows; returns how many."""
        ids = await self.on_thread(lambda: self.store.unchanged_since(time, EXPIRE_AT_ONCE))
        old = [id for id in ids if not is_followed(id)]
        if old:
            await self.on_thread(lambda: self.store.remove(old, time))
        for id in old:
            self._entries.pop(id, None)
        return len(old)

    # Changing

    async def change(
        self, id: str, token: str, action: Action, version: int | None = None
    ) -> tuple[Snapshot, Access]:
        """Change a game for whoever has this token; it is stored when this returns."""
        if not GAME_ID.fullmatch(id):
            raise not_found()
        entry = self._entry(id)
        async with entry.lock:
            before, after, access = await self.on_thread(
                lambda: self._change_newest(
                    id, entry, lambda snapshot: _checked_access(snapshot, token), action, version
                )
            )
        if after is not before:
            self.on_change(after)
        return after, after.access_of(token) or access

    async def computer_move(self, id: str, version: int, move: str, seconds: float) -> bool:
        """Make a computer's move, unless the game has gone on without it."""
        entry = self._entry(id)

        def push(game: ServerGame, _access: Access) -> None:
            game.push(move, seconds)

        async with entry.lock:
            try:
                _, after, _ = await self.on_thread(
                    lambda: self._change_newest(id, entry, lambda snapshot: Access(), push, version)
                )
            except Refusal as refusal:
                if refusal.code == "conflict":
                    return False
                raise
        self.on_change(after)
        return True

    async def join(self, id: str, invitation: str, claim: str) -> tuple[str, Snapshot, Access]:
        """Seat a friend who comes with an invitation; the same claim gets the same token again."""
        if not GAME_ID.fullmatch(id):
            raise not_found()
        entry = self._entry(id)
        async with entry.lock:
            before = await self.on_thread(lambda: self._refresh(id, entry))
            if before is None:
                raise not_found()
            numbers = {
                number: side
                for side, number in enumerate(before.invited)
                if number is not None and are_equal(invitation, self.secrets.invitation(id, number))
            }
            if not numbers:
                raise not_found()
            ((number, side),) = numbers.items()
            token = self.secrets.seat(id, number, claim)
            if (access := before.access_of(token)) is not None:
                return token, before, access
            if before.is_taken(side):
                raise Refusal(409, "taken", "this invitation has been accepted by somebody else")

            def sit(game: ServerGame, _access: Access) -> None:
                game.join(side, digest(token))

            after = await self.on_thread(lambda: self._change(entry, Access(), sit))
        self.on_change(after)
        return token, after, after.access_of(token) or Access()

    def invitations(self, snapshot: Snapshot, access: Access) -> list[str | None]:
        """The invitation to each seat that is waiting for a friend, for whoever made the game."""
        free = [
            number is not None and access.owner and not snapshot.is_taken(side)
            for side, number in enumerate(snapshot.invited)
        ]
        return [
            self.secrets.invitation(snapshot.id, number) if free[side] and number is not None else None
            for side, number in enumerate(snapshot.invited)
        ]

    # On a thread, with the game's lock held

    def _refresh(self, id: str, entry: CachedGame) -> Snapshot | None:
        version = self.store.version(id)
        if version is None:
            return None
        if entry.game is None or entry.snapshot is None or entry.game.version != version:
            entry.game = self.store.load(id)
            entry.snapshot = None if entry.game is None else self._snapshot(entry.game)
        return entry.snapshot

    def _change_newest(
        self,
        id: str,
        entry: CachedGame,
        access_to: Callable[[Snapshot], Access],
        action: Action,
        version: int | None,
    ) -> tuple[Snapshot, Snapshot, Access]:
        """The game before and after, and what whoever changed it may do there.

        What is in memory is tried first. If another server has changed the game since, nothing is stored,
        and it is tried again with what is stored.
        """
        if entry.game is None:
            self._refresh(id, entry)
        try:
            return self._try_change(entry, access_to, action, version)
        except Refusal:
            known = entry.game.version if entry.game else None
            if self.store.version(id) == known:
                raise
        self._refresh(id, entry)
        return self._try_change(entry, access_to, action, version)

    def _try_change(
        self,
        entry: CachedGame,
        access_to: Callable[[Snapshot], Access],
        action: Action,
        version: int | None,
    ) -> tuple[Snapshot, Snapshot, Access]:
        before = entry.snapshot
        if entry.game is None or before is None:
            raise not_found()
        access = access_to(before)
        try:
            if version is not None and version != before.version:
                raise conflict("the game has gone on since then")
            return before, self._change(entry, access, action), access
        except Refusal as refusal:
            refusal.seen = (before, access) if refusal.code == "conflict" else None
            raise

    def _change(self, entry: CachedGame, access: Access, action: Action) -> Snapshot:
        game = entry.game
        assert game is not None
        assert entry.snapshot is not None
        before = StoredGame.of(game)
        follower = action(game, access)
        if follower is False:
            return entry.snapshot
        try:
            game.version += 1
            game.updated = time.time()
            self.store.save(game, before, follower if isinstance(follower, ServerGame) else None)
            entry.snapshot = self._snapshot(game)
        except BaseException:
            entry.game = None  # what is stored counts, and is read again
            raise
        return entry.snapshot

    def _snapshot(self, game: ServerGame) -> Snapshot:
        return Snapshot.of(game, self.secrets.watch(game.id))

    # Entries

    def _entry(self, id: str) -> CachedGame:
        entry = self._entries.setdefault(id, CachedGame())
        self._entries.move_to_end(id)
        entry.used = time.monotonic()
        self._forget_unused(id)
        return entry

    def _forget_unused(self, id: str) -> None:
        """Drop games that nobody has asked for lately, and the oldest if there are too many; never this."""
        late = time.monotonic() - self.kept
        while True:
            oldest = next(old for old, entry in self._entries.items() if old == id or not entry.lock.locked())
            is_one_too_many = len(self._entries) > GAMES_IN_MEMORY
            if oldest == id or not (is_one_too_many or self._entries[oldest].used < late):
                return
            del self._entries[oldest]


def _checked_access(snapshot: Snapshot, token: str) -> Access:
    access = snapshot.access_of(token)
    if access is None:
        raise not_found()
    return access
