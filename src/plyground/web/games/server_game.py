"""A game on the server: the game under way, who holds which seat, and what each reader may do."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from plyground.errors import IllegalMove
from plyground.match import PERSON, Match
from plyground.web.errors import Refusal, conflict, not_now, not_yours
from plyground.web.messages import OfferKind, Permissions

OWNER: Final = -1
"""The side of a `SeatToken` that belongs to whoever made the game."""
BOTH_SIDES: Final = (0, 1)


@dataclass(frozen=True)
class SeatToken:
    """A token that opens a game: its hash, and the seat that it is for (or OWNER)."""

    side: int
    digest: str


@dataclass(frozen=True)
class Access:
    """What a token is good for."""

    sides: tuple[int, ...] = ()
    owner: bool = False


@dataclass(frozen=True)
class Offer:
    """Something that one side asks the other."""

    kind: OfferKind
    side: int


@dataclass
class ServerGame:
    """A game under way or over, and what a server adds to it.

    Methods change it or raise `Refusal` and leave it as it was.
    """

    id: str
    match: Match
    seats: tuple[str, str]
    """`human`, or what `seat` takes for a computer. The names in records are those of the match."""
    tokens: tuple[SeatToken, ...]
    invited: tuple[int | None, int | None] = (None, None)
    """For each side the number in its invitation, if there is one; it goes along when sides change."""
    created: float = 0.0
    updated: float = 0.0
    version: int = 1
    offer: Offer | None = None
    previous: str | None = None
    next: str | None = None
    seconds: float | None = None
    paused: bool = False
    delay: float = 1.0

    # What there is to know

    @property
    def is_auto(self) -> bool:
        """Whether computers play on both sides."""
        return PERSON not in self.seats

    @property
    def resigned(self) -> int | None:
        """The side that gave up, if that ended the game."""
        end = self.match.end
        if end is None or end.loser is None or end.reason != f"{end.loser} resigned":
            return None
        return self.match.game.players.index(end.loser)

    def computer_to_move(self, *, over: bool) -> str | None:
        """The computer who is to move, or None; `over` is `match.is_over`, which takes time to find out."""
        who = self.seats[self.match.board.turn]
        return None if who == PERSON or over else who

    def is_taken(self, side: int) -> bool:
        """Whether somebody sits there."""
        return self.seats[side] != PERSON or any(token.side == side for token in self.tokens)

    def needs_consent(self, access: Access) -> bool:
        """Whether another person sits on the other side."""
        return self.seats == (PERSON, PERSON) and len(access.sides) == 1

    # Moving

    def move(self, access: Access, ply: int, text: str, most: int, *, thinks: bool = False) -> bool:
        """Make a move; False if this very move has been made already.

        `thinks` says that the owner's page makes the moves of the computer, too.
        """
        made, side = self.match.board.history, self.match.side_at(ply)
        is_computers = thinks and access.owner and self.seats[side] != PERSON
        if ply < len(made) and (side in access.sides or is_computers) and made[ply] == text:
            return False
        if not access.sides:
            raise not_yours("whoever only watches cannot move")
        if side not in access.sides and not is_computers:
            raise not_yours(f"that is {self.match.game.players[side]}'s move, and not your seat")
        if ply != len(made):
            raise conflict("the game has gone on since then")
        if len(made) >= most:
            raise not_now(f"this game has reached {most} moves, which is as long as a game may be here")
        self.push(text, self.match.elapsed)
        return True

    def push(self, text: str, seconds: float | None) -> None:
        """Make a move for whoever is to move."""
        self._check_goes_on()
        try:
            self.match.play(text, seconds)
        except IllegalMove as error:
            raise Refusal(400, "illegal_move", str(error)) from error
        self.offer = None

    # What is asked for with a version

    def undo(self, access: Access) -> None:
        """Take moves back until the caller is to move; between two people, one move. Or a resignation."""
        self._check_sits(access)
        if not self._can_undo(access):
            raise not_now("there is no move of yours to take back")
        if not self._only_offers("undo", access):
            self.match.undo(self._choosing_sides(access))

    def redo(self, access: Access) -> None:
        """Make moves again that were taken back."""
        self._check_sits(access)
        if not self._can_redo(access):
            raise not_now("there is no move to make again")
        if not self._only_offers("redo", access):
            self.match.redo(self._choosing_sides(access))

    def swap(self, access: Access) -> None:
        """Let the two sides change places."""
        self._check_sits(access)
        self._check_goes_on()
        if len(access.sides) == 2:
            raise not_now("you play both sides")
        if not self._only_offers("swap", access):
            self._swap_sides()
            self.match.start_turn()

    def resign(self, access: Access) -> None:
        """Give up."""
        self._check_sits(access)
        self._check_goes_on()
        self.match.resign(access.sides[0] if len(access.sides) == 1 else self.match.board.turn)
        self.offer = None

    def again(self, access: Access, id: str) -> ServerGame | None:
        """The game that follows, with sides changed; None as long as the other side has not agreed."""
        if not (access.sides or access.owner):
            raise not_yours("whoever only watches cannot ask for another game")
        if not self.match.is_over:
            raise not_now("this game is not over yet")
        if self.next is not None:
            raise not_now("the next game has begun already")
        if self._only_offers("again", access):
            return None
        now = time.time()
        match = self.match.start_again()
        match.began = iso_time(now)
        follower = replace(
            self, id=id, match=match, created=now, updated=now, version=1, previous=self.id, next=None
        )
        follower._swap_sides()
        self.next = id
        return follower

    def decline(self, access: Access) -> None:
        """Take an offer from the table."""
        self._check_sits(access)
        if self.offer is None:
            raise not_now("there is no offer")
        self.offer = None

    def set_pace(self, access: Access, paused: bool | None, delay: float | None) -> None:
        """How fast computers play against each other."""
        if not access.owner:
            raise not_yours("only whoever made this game can set its pace")
        if not self.is_auto:
            raise not_now("a pace is for games between computers")
        self.paused = self.paused if paused is None else paused
        self.delay = self.delay if delay is None else delay

    def join(self, side: int, digest: str) -> None:
        """Seat the friend who was invited to this side."""
        self.tokens = (*self.tokens, SeatToken(side, digest))

    # What the above share

    def _check_sits(self, access: Access) -> None:
        if not access.sides:
            raise not_yours("only somebody who plays here can do that")

    def _check_goes_on(self) -> None:
        if self.match.is_over:
            raise not_now(f"the game is over: {self.match.outcome}")

    def _only_offers(self, kind: OfferKind, access: Access) -> bool:
        """Whether this is only an offer; what both sides want is done."""
        if not self.needs_consent(access):
            self.offer = None
            return False
        side = access.sides[0]
        if self.offer == Offer(kind, 1 - side):
            self.offer = None
            return False
        if self.offer == Offer(kind, side):
            raise not_now("you have asked for that already; the other side has to agree")
        self.offer = Offer(kind, side)
        return True

    def _choosing_sides(self, access: Access) -> tuple[int, ...]:
        """The sides whose last choice an undo takes back; between two people, that of either."""
        return BOTH_SIDES if self.needs_consent(access) else access.sides

    def _can_undo(self, access: Access) -> bool:
        return self.match.end is not None or self.match.count_undo(self._choosing_sides(access)) > 0

    def _can_redo(self, access: Access) -> bool:
        return self.match.end is None and self.match.count_redo(self._choosing_sides(access)) > 0

    def _swap_sides(self) -> None:
        self.match.swap_seats()
        self.seats = (self.seats[1], self.seats[0])
        self.invited = (self.invited[1], self.invited[0])
        self.tokens = tuple(
            token if token.side == OWNER else replace(token, side=1 - token.side) for token in self.tokens
        )

    def permissions(self, access: Access, *, over: bool) -> Permissions:
        """What this access allows now; `over` is `match.is_over`, which takes time to find out."""
        sits = bool(access.sides)
        return Permissions(
            move=not over and self.match.board.turn in access.sides,
            undo=sits and self._can_undo(access),
            redo=sits and self._can_redo(access),
            resign=sits and not over,
            swap=len(access.sides) == 1 and not over,
            again=(sits or access.owner) and over and self.next is None,
            invite=[side for side in (0, 1) if access.owner and not self.is_taken(side)],
            pace=access.owner and self.is_auto,
            decline=sits and self.offer is not None,
        )


def iso_time(seconds: float) -> str:
    """A time since 1970 as text.

    >>> iso_time(0)
    '1970-01-01T00:00:00.000+00:00'
    """
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
