"""The games that are open now, each behind a lock of its own, in step with the store."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final, TypeVar

from plyground.board import Board
from plyground.web.games.match import OWNER, Holder, Match, Pass, conflict
from plyground.web.games.snapshot import Snapshot
from plyground.web.games.store import Before, Store
from plyground.web.games.tokens import GAME_ID, Deriver, are_equal, digest, new_game_id, new_token
from plyground.web.http.errors import Refused, not_found
from plyground.web.thinking.computers import PERSON

KEPT: Final = 1_000
CLERKS: Final = 32
"""Most of them wait for the disk."""

Result = TypeVar("Result")
Act = Callable[[Match, Pass, float], Match | bool | None]
"""Changes a game. May return the game that follows it, or False if there was nothing left to change."""


@dataclass
class Entry:
    """A game in memory."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    match: Match | None = None
    snapshot: Snapshot | None = None
    used: float = 0.0
    """When somebody last asked for it, on the monotonic clock."""


class Registry:
    """Reads and changes games. Everything slow happens on a few threads of its own."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.secrets = Deriver(store.key)
        self._now = now
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._clerks = ThreadPoolExecutor(CLERKS, "clerk")
        self.changed: Callable[[Snapshot], None] = lambda snapshot: None
        """Called in the event loop after every change."""

    async def on_thread(self, work: Callable[[], Result]) -> Result:
        """Do something slow without holding anybody up."""
        return await asyncio.get_running_loop().run_in_executor(self._clerks, work)

    def close(self) -> None:
        """Finish what is under way."""
        self._clerks.shutdown(wait=True)

    def __len__(self) -> int:
        return len(self._entries)

    # Making games

    async def create(
        self,
        board: Board,
        seats: tuple[str, str],
        *,
        times: list[float | None],
        seconds: float | None,
        paused: bool,
        delay: float,
    ) -> tuple[str, Snapshot]:
        """A new game, and the token of whoever made it. A seat is `me`, `friend` or a computer."""
        token = new_token()
        mine = digest(token)
        now = self._now()
        match = Match(
            new_game_id(),
            board,
            (_player(seats[0]), _player(seats[1])),
            tuple(Holder(side, mine) for side in (OWNER, *(side for side in (0, 1) if seats[side] == "me"))),
            (0 if seats[0] == "friend" else None, 1 if seats[1] == "friend" else None),
            created=now,
            updated=now,
            turned=now,
            times=times,
            seconds=seconds,
            paused=paused,
            delay=delay,
        )

        def add() -> Snapshot:
            self.store.add(match)
            return self._snapshot(match)

        snapshot = await self.on_thread(add)
        entry = self._entry(match.id)
        entry.match, entry.snapshot = match, snapshot
        return token, snapshot

    # Reading

    async def read(self, id: str, token: str) -> tuple[Snapshot, Pass]:
        """The game with this id, if the token opens it."""
        snapshot = await self.newest(id)
        who = None if snapshot is None else snapshot.opened_by(token)
        if snapshot is None or who is None:
            raise not_found()
        return snapshot, who

    async def newest(self, id: str) -> Snapshot | None:
        """The game with this id, whoever asks."""
        if not GAME_ID.fullmatch(id):
            return None
        entry = self._entry(id)
        async with entry.lock:
            return await self.on_thread(lambda: self._refreshed(id, entry))

    def latest(self, snapshot: Snapshot) -> Snapshot:
        """The same game as it is in memory now."""
        entry = self._entries.get(snapshot.id)
        newer = entry.snapshot if entry else None
        return newer if newer is not None and newer.version > snapshot.version else snapshot

    def last_used(self, id: str) -> float:
        """When somebody asked for this game, on the monotonic clock."""
        entry = self._entries.get(id)
        return entry.used if entry else 0.0

    # Changing

    async def change(
        self, id: str, token: str, act: Act, version: int | None = None
    ) -> tuple[Snapshot, Pass]:
        """Change a game for whoever has this token; it is stored when this returns."""
        if not GAME_ID.fullmatch(id):
            raise not_found()
        entry = self._entry(id)
        async with entry.lock:
            before, after, who = await self.on_thread(
                lambda: self._changed(id, entry, lambda seen: self._opened(seen, token), act, version)
            )
        if after is not before:
            self.changed(after)
        return after, after.opened_by(token) or who

    async def computer_move(self, id: str, version: int, move: str, seconds: float) -> bool:
        """Make a computer's move, unless the game has gone on without it."""
        entry = self._entry(id)

        def push(match: Match, _who: Pass, now: float) -> None:
            match.push(move, seconds, now)

        async with entry.lock:
            try:
                _, after, _ = await self.on_thread(
                    lambda: self._changed(id, entry, lambda seen: Pass(), push, version)
                )
            except Refused as refusal:
                if refusal.code == "conflict":
                    return False
                raise
        self.changed(after)
        return True

    async def join(self, id: str, invitation: str, claim: str) -> tuple[str, Snapshot, Pass]:
        """Seat a friend who comes with an invitation; the same claim gets the same token again."""
        if not GAME_ID.fullmatch(id):
            raise not_found()
        entry = self._entry(id)
        async with entry.lock:
            before = await self.on_thread(lambda: self._refreshed(id, entry))
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
            token = self.secrets.claimed(id, number, claim)
            if (who := before.opened_by(token)) is not None:
                return token, before, who
            if before.is_taken(side):
                raise Refused(409, "taken", "this invitation has been accepted by somebody else")

            def sit(match: Match, _who: Pass, _now: float) -> None:
                match.join(side, digest(token))

            after = await self.on_thread(lambda: self._change(entry, Pass(), sit))
        self.changed(after)
        return token, after, Pass((side,))

    def invitations(self, snapshot: Snapshot, who: Pass) -> list[str | None]:
        """The invitation to each seat that is waiting for a friend, for whoever made the game."""
        free = [
            number is not None and who.owner and not snapshot.is_taken(side)
            for side, number in enumerate(snapshot.invited)
        ]
        return [
            self.secrets.invitation(snapshot.id, number) if free[side] and number is not None else None
            for side, number in enumerate(snapshot.invited)
        ]

    # On a clerk's thread, with the game's lock held

    def _refreshed(self, id: str, entry: Entry) -> Snapshot | None:
        version = self.store.version(id)
        if version is None:
            return None
        if entry.match is None or entry.snapshot is None or entry.match.version != version:
            entry.match = self.store.load(id)
            entry.snapshot = None if entry.match is None else self._snapshot(entry.match)
        return entry.snapshot

    def _changed(
        self, id: str, entry: Entry, opened: Callable[[Snapshot], Pass], act: Act, version: int | None
    ) -> tuple[Snapshot, Snapshot, Pass]:
        """The game before and after, and who did it.

        What is in memory is tried first. If another server has changed the game since, nothing is stored,
        and it is tried again with what is stored.
        """
        if entry.match is None:
            self._refreshed(id, entry)
        try:
            return self._tried(entry, opened, act, version)
        except Refused:
            known = entry.match.version if entry.match else None
            if self.store.version(id) == known:
                raise
        self._refreshed(id, entry)
        return self._tried(entry, opened, act, version)

    def _tried(
        self, entry: Entry, opened: Callable[[Snapshot], Pass], act: Act, version: int | None
    ) -> tuple[Snapshot, Snapshot, Pass]:
        before = entry.snapshot
        if entry.match is None or before is None:
            raise not_found()
        who = opened(before)
        try:
            if version is not None and version != before.version:
                raise conflict("the game has gone on since then")
            return before, self._change(entry, who, act), who
        except Refused as refusal:
            refusal.seen = (before, who) if refusal.code == "conflict" else None
            raise

    def _opened(self, snapshot: Snapshot, token: str) -> Pass:
        who = snapshot.opened_by(token)
        if who is None:
            raise not_found()
        return who

    def _change(self, entry: Entry, who: Pass, act: Act) -> Snapshot:
        match = entry.match
        assert match is not None
        assert entry.snapshot is not None
        before, now = Before.of(match), self._now()
        follower = act(match, who, now)
        if follower is False:
            return entry.snapshot
        try:
            match.version += 1
            match.updated = now
            self.store.save(match, before, follower if isinstance(follower, Match) else None)
            entry.snapshot = self._snapshot(match)
        except BaseException:
            entry.match = None  # what is stored counts, and is read again
            raise
        return entry.snapshot

    def _snapshot(self, match: Match) -> Snapshot:
        return Snapshot.of(match, self.secrets.watch(match.id))

    # Entries

    def _entry(self, id: str) -> Entry:
        entry = self._entries.setdefault(id, Entry())
        self._entries.move_to_end(id)
        entry.used = time.monotonic()
        if len(self._entries) > KEPT:
            oldest = next((old for old in self._entries if not self._entries[old].lock.locked()), id)
            if oldest != id:
                del self._entries[oldest]
        return entry


def _player(seat: str) -> str:
    return PERSON if seat in ("me", "friend") else seat
