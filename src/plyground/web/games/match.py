"""A game on the server: who sits where, what was played, and what each may do. No clock, network or disk."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from plyground.board import Board, Outcome
from plyground.errors import IllegalMove
from plyground.records import WINS, Record
from plyground.web.http.errors import Refused, not_now, not_yours
from plyground.web.thinking.computers import PERSON, computer_name

OWNER: Final = -1
"""Where in `holders` the maker of the game stands."""


@dataclass(frozen=True)
class Holder:
    """A token that opens a game: its hash, and the seat that it is for (or OWNER)."""

    side: int
    digest: str


@dataclass(frozen=True)
class Pass:
    """What a token is good for."""

    sides: tuple[int, ...] = ()
    owner: bool = False


@dataclass(frozen=True)
class Offer:
    """Something that one side asks the other."""

    kind: str
    side: int


@dataclass
class Match:
    """A game under way or over. Methods change it or raise `Refused` and leave it as it was."""

    id: str
    board: Board
    seats: tuple[str, str]
    """`human`, or the name of a computer."""
    holders: tuple[Holder, ...]
    invited: tuple[int | None, int | None] = (None, None)
    """For each side the number in its invitation, if there is one; it goes along when sides change."""
    created: float = 0.0
    updated: float = 0.0
    turned: float = 0.0
    """When the side to move got its turn."""
    version: int = 1
    times: list[float | None] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)
    """Moves that were taken back, the next to make again first."""
    resigned: int | None = None
    offer: Offer | None = None
    previous: str | None = None
    next: str | None = None
    seconds: float | None = None
    paused: bool = False
    delay: float = 1.0

    # What there is to know

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return self.resigned is not None or self.board.is_over

    @property
    def is_auto(self) -> bool:
        """Whether computers play on both sides."""
        return PERSON not in self.seats

    @property
    def computer(self) -> str | None:
        """The computer who is to move, or None if it is a person's turn or nobody's."""
        who = self.seats[self.board.turn]
        return None if who == PERSON or self.is_over else who

    @property
    def names(self) -> tuple[str, str]:
        """The players as records name them."""
        first, second = (who if who == PERSON else computer_name(who) for who in self.seats)
        return first, second

    @property
    def ending(self) -> Outcome | None:
        """How the game ended, by its rules or by resignation."""
        if self.resigned is None:
            return self.board.outcome
        players = self.board.game.players
        winner, loser = players[1 - self.resigned], players[self.resigned]
        return Outcome(winner, loser, f"{loser} resigned")

    @property
    def record(self) -> Record:
        """The game as a record."""
        return Record.of(self.board, self.names, seconds=self.times, resigned=self.resigned)

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2` or `*`."""
        return self.record.result if self.resigned is None else WINS[1 - self.resigned]

    def side_at(self, ply: int) -> int:
        """Who moves after so many moves."""
        return (self.board.first_turn + ply) % 2

    def is_taken(self, side: int) -> bool:
        """Whether somebody sits there."""
        return self.seats[side] != PERSON or any(holder.side == side for holder in self.holders)

    def needs_consent(self, who: Pass) -> bool:
        """Whether another person sits on the other side."""
        return self.seats == (PERSON, PERSON) and len(who.sides) == 1

    # Moving

    def move(self, who: Pass, ply: int, text: str, now: float, most: int) -> bool:
        """Make a move; False if this very move has been made already."""
        made, side = self.board.history, self.side_at(ply)
        if ply < len(made) and side in who.sides and made[ply] == text:
            return False
        if not who.sides:
            raise not_yours("whoever only watches cannot move")
        if side not in who.sides:
            raise not_yours(f"that is {self.board.game.players[side]}'s move, and not your seat")
        if ply != len(made):
            raise conflict("the game has gone on since then")
        if len(made) >= most:
            raise not_now(f"this game has reached {most} moves, which is as long as a game may be here")
        self.push(text, now - self.turned, now)
        return True

    def push(self, text: str, seconds: float | None, now: float) -> None:
        """Make a move for whoever is to move."""
        if self.is_over:
            raise not_now(f"the game is over: {self.ending}")
        try:
            self.board.push(text)
        except IllegalMove as error:
            raise Refused(400, "illegal_move", str(error)) from error
        self.times.append(None if seconds is None else round(max(0.0, seconds), 3))
        self.undone.clear()
        self.offer = None
        self.turned = now

    # What is asked for with a version

    def undo(self, who: Pass, now: float) -> None:
        """Take moves back until the caller is to move; between two people, one move. Or a resignation."""
        self._check_sits(who)
        taken = self._to_undo(who)
        if not taken and self.resigned is None:
            raise not_now("there is no move of yours to take back")
        if self._offered("undo", who):
            return
        self.resigned = None
        for _ in range(taken):
            self.undone.insert(0, self.board.pop())
            self.times.pop()
        self.turned = now

    def redo(self, who: Pass, now: float) -> None:
        """Make moves again that were taken back."""
        self._check_sits(who)
        made = self._to_redo(who)
        if not made:
            raise not_now("there is no move to make again")
        if self._offered("redo", who):
            return
        for _ in range(made):
            self.board.push(self.undone.pop(0))
            self.times.append(None)
        self.turned = now

    def swap(self, who: Pass, now: float) -> None:
        """Let the two sides change places."""
        self._check_sits(who)
        self._check_going_on()
        if len(who.sides) == 2:
            raise not_now("you play both sides")
        if self._offered("swap", who):
            return
        self._turn_round()
        self.turned = now

    def resign(self, who: Pass) -> None:
        """Give up."""
        self._check_sits(who)
        self._check_going_on()
        self.resigned = who.sides[0] if len(who.sides) == 1 else self.board.turn
        self.offer = None

    def again(self, who: Pass, id: str, now: float) -> Match | None:
        """The game that follows, with sides changed; None as long as the other side has not agreed."""
        if not (who.sides or who.owner):
            raise not_yours("whoever only watches cannot ask for another game")
        if not self.is_over:
            raise not_now("this game is not over yet")
        if self.next is not None:
            raise not_now("the next game has begun already")
        if self._offered("again", who):
            return None
        follower = Match(
            id,
            Board(self.board.game, position=self.board.setup),
            self.seats,
            self.holders,
            self.invited,
            created=now,
            updated=now,
            turned=now,
            previous=self.id,
            seconds=self.seconds,
            paused=self.paused,
            delay=self.delay,
        )
        follower._turn_round()
        self.next = id
        return follower

    def decline(self, who: Pass) -> None:
        """Take an offer from the table."""
        self._check_sits(who)
        if self.offer is None:
            raise not_now("there is no offer")
        self.offer = None

    def set_pace(self, who: Pass, paused: bool | None, delay: float | None) -> None:
        """How fast computers play against each other."""
        if not who.owner:
            raise not_yours("only whoever made this game can set its pace")
        if not self.is_auto:
            raise not_now("a pace is for games between computers")
        self.paused = self.paused if paused is None else paused
        self.delay = self.delay if delay is None else delay

    def join(self, side: int, digest: str) -> None:
        """Seat the friend who was invited to this side."""
        self.holders = (*self.holders, Holder(side, digest))

    # What the above share

    def _check_sits(self, who: Pass) -> None:
        if not who.sides:
            raise not_yours("only somebody who plays here can do that")

    def _check_going_on(self) -> None:
        if self.is_over:
            raise not_now(f"the game is over: {self.ending}")

    def _offered(self, kind: str, who: Pass) -> bool:
        """Whether this is only an offer; what both sides want is done."""
        if not self.needs_consent(who):
            self.offer = None
            return False
        side = who.sides[0]
        if self.offer == Offer(kind, 1 - side):
            self.offer = None
            return False
        if self.offer == Offer(kind, side):
            raise not_now("you have asked for that already; the other side has to agree")
        self.offer = Offer(kind, side)
        return True

    def _to_undo(self, who: Pass) -> int:
        """How many moves to take back, so that the caller is to move."""
        made = len(self.board.history)
        if self.resigned is not None:
            return 0
        if len(who.sides) == 2 or self.needs_consent(who):
            return min(made, 1)
        for back in range(1, made + 1):
            if self.side_at(made - back) in who.sides:
                return back
        return 0

    def _to_redo(self, who: Pass) -> int:
        there = len(self.undone)
        if self.resigned is not None:
            return 0
        if len(who.sides) == 2 or self.needs_consent(who):
            return min(there, 1)
        made = len(self.board.history)
        for forth in range(1, there + 1):
            if self.side_at(made + forth) in who.sides:
                return forth
        return there

    def _turn_round(self) -> None:
        self.seats = (self.seats[1], self.seats[0])
        self.invited = (self.invited[1], self.invited[0])
        self.holders = tuple(
            holder if holder.side == OWNER else replace(holder, side=1 - holder.side)
            for holder in self.holders
        )

    def can(self, who: Pass, *, over: bool) -> dict[str, object]:
        """What this pass allows now; `over` is `is_over`, which takes time to find out."""
        sits = bool(who.sides)
        return {
            "move": not over and self.board.turn in who.sides,
            "undo": sits and (self.resigned is not None or self._to_undo(who) > 0),
            "redo": sits and self._to_redo(who) > 0,
            "resign": sits and not over,
            "swap": len(who.sides) == 1 and not over,
            "again": (sits or who.owner) and over and self.next is None,
            "invite": [side for side in (0, 1) if who.owner and not self.is_taken(side)],
            "pace": who.owner and self.is_auto,
            "decline": sits and self.offer is not None,
        }


def conflict(message: str) -> Refused:
    """The game is not where the caller thinks; the answer gets the state added."""
    return Refused(409, "conflict", message)
