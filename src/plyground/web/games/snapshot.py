"""A game at one version, as each reader may see it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from plyground.board import Board
from plyground.records import Record
from plyground.web.games.match import OWNER, Holder, Match, Pass
from plyground.web.games.tokens import are_equal, is_among
from plyground.web.http.encoded import Ready
from plyground.web.http.views import outcome_json, picture_json, position_json
from plyground.web.thinking.computers import PERSON

EVERY_PASS = [Pass(sides, owner) for sides in ((), (0,), (1,), (0, 1)) for owner in (False, True)]


@dataclass(frozen=True)
class Snapshot:
    """Everything that there is to send about a game; never changed once it is made."""

    id: str
    version: int
    holders: tuple[Holder, ...]
    watch: str
    """The watchers' token."""
    invited: tuple[int | None, int | None]
    seats: tuple[str, str]
    names: tuple[str, str]
    board: Board
    """A copy that nobody moves on."""
    turn: int
    computer: str | None
    is_auto: bool
    paused: bool
    delay: float
    seconds: float | None
    record: Record
    shared: dict[str, Any]
    shared_text: str
    """The same as JSON without the brace at its end, as making it takes most of the time."""
    can: dict[Pass, dict[str, object]]

    @classmethod
    def of(cls, match: Match, watch: str) -> Snapshot:
        """The game as it stands now. Takes some time."""
        board = match.board.copy()
        over = match.is_over
        ending = match.ending if over else None
        shared: dict[str, Any] = {
            "id": match.id,
            "version": match.version,
            "created": iso(match.created),
            "updated": iso(match.updated),
            "position": position_json(board),
            "times": [*match.times],
            "undone": [*match.undone],
            "over": over,
            "result": match.result if over else "*",
            "ending": ending and outcome_json(board.game, ending),
            "resigned": match.resigned,
            "offer": match.offer and {"kind": match.offer.kind, "side": match.offer.side},
            "previous": match.previous,
            "next": match.next,
            "seconds": match.seconds,
            "auto": match.is_auto,
            "paused": match.paused,
            "delay": match.delay,
        }
        if match.resigned is not None:
            shared["position"] |= {"legal": [], "caption": str(ending)}
        return cls(
            match.id,
            match.version,
            match.holders,
            watch,
            match.invited,
            match.seats,
            match.names,
            board,
            board.turn,
            match.computer,
            match.is_auto,
            match.paused,
            match.delay,
            match.seconds,
            replace(match.record, began=iso(match.created)),
            shared,
            json.dumps(shared, separators=(",", ":")).removesuffix("}"),
            {each: match.can(each, over=over) for each in EVERY_PASS},
        )

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return bool(self.shared["over"])

    def opened_by(self, token: str) -> Pass | None:
        """What a token is good for here, or None for nothing at all."""
        hits = is_among(token, [holder.digest for holder in self.holders])
        watches = are_equal(token, self.watch)
        sides = {holder.side for holder, hit in zip(self.holders, hits, strict=True) if hit}
        if not sides:
            return Pass() if watches else None
        return Pass(tuple(sorted(sides - {OWNER})), OWNER in sides)

    def is_taken(self, side: int) -> bool:
        """Whether somebody sits there."""
        return self.seats[side] != PERSON or any(holder.side == side for holder in self.holders)

    def state(
        self, who: Pass, connected: tuple[bool, bool], watchers: int, thinking: dict[str, Any] | None
    ) -> Ready:
        """The game as one reader sees it, as JSON."""
        own = {
            "seats": [
                {
                    "who": self.seats[side],
                    "name": self.names[side],
                    "kind": "person" if self.seats[side] == PERSON else "computer",
                    "taken": self.is_taken(side),
                    "you": side in who.sides,
                    "connected": self.seats[side] != PERSON or connected[side],
                }
                for side in (0, 1)
            ],
            "you": {"sides": who.sides, "owner": who.owner},
            "watchers": watchers,
            "thinking": thinking,
            "can": self.can[who],
        }
        return Ready(f"{self.shared_text},{json.dumps(own, separators=(',', ':'))[1:]}")

    def summary(self, who: Pass) -> dict[str, Any]:
        """The game as one line of a list."""
        position = self.shared["position"]
        return {
            "id": self.id,
            "found": True,
            "game": position["game"],
            "title": position["title"],
            "sides": position["sides"],
            "ply": position["ply"],
            "turn": position["turn"],
            "seats": self.names,
            "you": who.sides,
            "over": self.is_over,
            "text": position["caption"],
            "your_turn": bool(self.can[who]["move"]),
            "updated": self.shared["updated"],
            "picture": position["picture"],
            "last": position["last"],
            "next": self.shared["next"],
        }


def frame(board: Board) -> dict[str, Any]:
    """A picture and the last move."""
    return {"picture": picture_json(board.game.picture(board.position)), "last": board.last_cells}


def iso(seconds: float) -> str:
    """A time since 1970 as text.

    >>> iso(0)
    '1970-01-01T00:00:00.000+00:00'
    """
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
