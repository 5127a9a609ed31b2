"""Who follows which game, and what they hear."""

from __future__ import annotations

from collections import defaultdict
from typing import Protocol

from plyground.match import PERSON
from plyground.web.games.server_game import Access
from plyground.web.games.snapshot import Snapshot
from plyground.web.json_text import JsonText
from plyground.web.messages import (
    GameState,
    HereMessage,
    SocketMessage,
    StateMessage,
    ThinkingMessage,
    ThinkingView,
)


class Follower(Protocol):
    """A socket that follows a game."""

    token: str
    address: str
    thinks: bool
    """Whether it makes the moves of the computer."""

    def post(self, message: SocketMessage) -> None:
        """Send a message, sooner or later."""


class Hub:
    """Tells followers of a game what happens in it."""

    def __init__(self) -> None:
        self._followers: defaultdict[str, set[Follower]] = defaultdict(set)
        self._last: dict[str, Snapshot] = {}
        self._thinking: dict[str, ThinkingView] = {}

    def count(self, id: str) -> int:
        """How many follow a game."""
        return len(self._followers.get(id, ()))

    def address(self, id: str) -> str | None:
        """The address of somebody who follows a game."""
        return next((follower.address for follower in self._followers.get(id, ())), None)

    def state(self, snapshot: Snapshot, access: Access) -> JsonText[GameState]:
        """A game as one reader sees it, with who is there and what the computer does."""
        connected, watchers = self._presence(snapshot)
        return snapshot.state(access, connected, watchers, self._thinking.get(snapshot.id))

    def follow(self, snapshot: Snapshot, follower: Follower) -> None:
        """Somebody comes."""
        self._followers[snapshot.id].add(follower)
        self._last[snapshot.id] = snapshot
        self._tell_here(snapshot.id)

    def unfollow(self, id: str, follower: Follower) -> Snapshot | None:
        """Somebody goes. Returns the game as it was published last."""
        followers = self._followers.get(id)
        if followers is None:
            return None
        last = self._last.get(id)
        followers.discard(follower)
        if followers:
            self._tell_here(id)
        else:
            del self._followers[id]
            self._last.pop(id, None)
        return last

    def is_thought_elsewhere(self, id: str) -> bool:
        """Whether a page makes the moves of the computer in a game."""
        return any(follower.thinks for follower in self._followers.get(id, ()))

    def publish(self, snapshot: Snapshot) -> None:
        """A game has changed."""
        if snapshot.id not in self._followers:
            return
        self._last[snapshot.id] = snapshot
        for follower in list(self._followers[snapshot.id]):
            access = snapshot.access_of(follower.token)
            if access is not None:
                follower.post(StateMessage(type="state", state=self.state(snapshot, access)))

    def set_thinking(self, id: str, thinking: ThinkingView | None) -> None:
        """A computer begins or ends to think, or waits."""
        if thinking is None:
            self._thinking.pop(id, None)
        else:
            self._thinking[id] = thinking
        for follower in list(self._followers.get(id, ())):
            follower.post(ThinkingMessage(type="thinking", game=id, thinking=thinking))

    def thinking(self, id: str) -> ThinkingView | None:
        """What the computer in a game does."""
        return self._thinking.get(id)

    def _presence(self, snapshot: Snapshot) -> tuple[tuple[bool, bool], int]:
        readers = [
            snapshot.access_of(each.token) or Access() for each in self._followers.get(snapshot.id, ())
        ]
        first, second = (any(side in each.sides for each in readers) for side in (0, 1))
        return (first, second), sum(not each.sides and not each.owner for each in readers)

    def _tell_here(self, id: str) -> None:
        snapshot = self._last[id]
        connected, watchers = self._presence(snapshot)
        shown = [connected[side] or snapshot.seats[side] != PERSON for side in (0, 1)]
        for follower in list(self._followers[id]):
            follower.post(HereMessage(type="here", game=id, connected=shown, watchers=watchers))
