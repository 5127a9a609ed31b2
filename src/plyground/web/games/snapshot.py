"""A game at one version, as each reader may see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from plyground.board import Board
from plyground.match import PERSON
from plyground.records import Record
from plyground.web.board_json import outcome_json, position_json, preview_json
from plyground.web.games.server_game import OWNER, Access, SeatToken, ServerGame, iso_time
from plyground.web.games.tokens import are_equal, match_digests
from plyground.web.json_text import JsonText, encode_plain_json
from plyground.web.messages import (
    GameState,
    GameSummary,
    OfferView,
    Permissions,
    ReaderState,
    ReaderView,
    Result,
    SeatView,
    SharedState,
    ThinkingView,
)


@dataclass(frozen=True)
class Snapshot:
    """Everything that there is to send about a game; never changed once it is made."""

    id: str
    version: int
    tokens: tuple[SeatToken, ...]
    watch: str
    """The watchers' token."""
    invited: tuple[int | None, int | None]
    seats: tuple[str, str]
    names: tuple[str, str]
    board: Board
    """A copy that nobody moves on."""
    turn: int
    computer: str | None
    """The computer who is to move, or None if it is a person's turn or nobody's."""
    is_auto: bool
    paused: bool
    delay: float
    seconds: float | None
    record: Record
    is_over: bool
    """Whether there is nothing left to play."""
    line: GameSummary
    """The game as one line of a list, for somebody who only watches."""
    shared_text: str
    """What every reader gets, as JSON without the brace at its end, as making it takes most of the time."""
    can: dict[Access, Permissions]

    @classmethod
    def of(cls, game: ServerGame, watch: str) -> Snapshot:
        """The game as it stands now. Takes some time."""
        match = game.match
        board, record = match.board.copy(), match.record
        shared = _shared_state(game, board, record)
        over = shared["over"]
        return cls(
            game.id,
            game.version,
            game.tokens,
            watch,
            game.invited,
            game.seats,
            match.names,
            board,
            board.turn,
            game.computer_to_move(over=over),
            game.is_auto,
            game.paused,
            game.delay,
            game.seconds,
            record,
            over,
            _summary(shared, match.names),
            encode_plain_json(shared).removesuffix("}"),
            {access: game.permissions(access, over=over) for access in _every_access(game.tokens)},
        )

    def access_of(self, token: str) -> Access | None:
        """What a token is good for here, or None for nothing at all."""
        hits = match_digests(token, [each.digest for each in self.tokens])
        watches = are_equal(token, self.watch)
        sides = {each.side for each, hit in zip(self.tokens, hits, strict=True) if hit}
        return _access_to(sides) if sides else Access() if watches else None

    def is_taken(self, side: int) -> bool:
        """Whether somebody sits there."""
        return self.seats[side] != PERSON or any(token.side == side for token in self.tokens)

    def state(
        self, access: Access, connected: tuple[bool, bool], watchers: int, thinking: ThinkingView | None
    ) -> JsonText[GameState]:
        """The game as one reader sees it, as JSON."""
        own = ReaderState(
            seats=[
                SeatView(
                    who=self.seats[side],
                    name=self.names[side],
                    kind="person" if self.seats[side] == PERSON else "computer",
                    taken=self.is_taken(side),
                    you=side in access.sides,
                    connected=self.seats[side] != PERSON or connected[side],
                )
                for side in (0, 1)
            ],
            you=ReaderView(sides=access.sides, owner=access.owner),
            watchers=watchers,
            thinking=thinking,
            can=self.can[access],
        )
        return JsonText(f"{self.shared_text},{encode_plain_json(own)[1:]}")

    def summary(self, access: Access) -> GameSummary:
        """The game as one line of a list."""
        return {**self.line, "you": access.sides, "your_turn": self.can[access]["move"]}


def _access_to(sides: set[int]) -> Access:
    return Access(tuple(sorted(sides - {OWNER})), OWNER in sides)


def _every_access(tokens: tuple[SeatToken, ...]) -> set[Access]:
    """What each token of a game and that of watchers is good for."""
    digests = {each.digest for each in tokens}
    held = ({each.side for each in tokens if each.digest == digest} for digest in digests)
    return {Access(), *map(_access_to, held)}


def _summary(shared: SharedState, names: tuple[str, str]) -> GameSummary:
    position = shared["position"]
    return GameSummary(
        id=shared["id"],
        found=True,
        game=position["game"],
        title=position["title"],
        sides=position["sides"],
        ply=position["ply"],
        turn=position["turn"],
        seats=names,
        you=(),
        over=shared["over"],
        text=position["caption"],
        your_turn=False,
        updated=shared["updated"],
        picture=preview_json(position["picture"], position["last"]),
        last=position["last"],
        next=shared["next"],
    )


def _shared_state(game: ServerGame, board: Board, record: Record) -> SharedState:
    """What every reader sees."""
    match = game.match
    position = position_json(board)
    ending = position["outcome"]
    if match.end is not None and ending is None:
        ending = outcome_json(board.game, match.end)
        position["legal"], position["caption"] = [], str(match.end)
    offer = game.offer
    return SharedState(
        id=game.id,
        version=game.version,
        created=iso_time(game.created),
        updated=iso_time(game.updated),
        position=position,
        began=record.began,
        times=[played.seconds for played in record.moves],
        comments=[played.comment for played in record.moves],
        comment=record.comment,
        undone=[played.move for played in match.undone],
        over=ending is not None,
        result=cast(Result, record.result),
        ending=ending,
        resigned=game.resigned,
        offer=None if offer is None else OfferView(kind=offer.kind, side=offer.side),
        previous=game.previous,
        next=game.next,
        seconds=game.seconds,
        auto=game.is_auto,
        paused=game.paused,
        delay=game.delay,
    )
