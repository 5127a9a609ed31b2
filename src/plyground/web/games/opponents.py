"""The scorecard of a game's player: the finished games with the same opponent, among those of one browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from plyground.match import PERSON
from plyground.scorecard import Scorecard, make_scorecard
from plyground.web.games.server_game import Access
from plyground.web.games.snapshot import Snapshot

YOU: Final = "you"
FRIEND: Final = "your friend"
OpenedGame = tuple[Snapshot, Access]
"""A game, and what the browser may do in it."""


@dataclass(frozen=True)
class FinishedGame:
    """A game as a scorecard counts it."""

    game: str
    players: tuple[str, str]
    result: str


def scorecard_of(one: OpenedGame, games: Sequence[OpenedGame]) -> Scorecard:
    """How the games with the opponent of one game have ended, in the order that they are given in.

    A computer is the same opponent in every game. Friends have no names: one is the same in a game and in
    those that were begun from it by "again". Whoever sits on both sides has the two sides for opponents.
    """
    snapshot, _ = one
    opponent = _opponent(*one)
    chain = _chain(snapshot.id, games)
    results = [
        FinishedGame(other.board.game.full_name, _players(other, access), other.record.result)
        for other, access in games
        if access.sides and _opponent(other, access) == opponent
        if opponent != FRIEND or other.id in chain
    ]
    player = opponent if opponent == PERSON else YOU
    return make_scorecard(results, snapshot.board.game.full_name, player, opponent)


def _opponent(snapshot: Snapshot, access: Access) -> str:
    if len(access.sides) != 1:
        return PERSON
    other = 1 - access.sides[0]
    return FRIEND if snapshot.seats[other] == PERSON else snapshot.names[other]


def _players(snapshot: Snapshot, access: Access) -> tuple[str, str]:
    if len(access.sides) != 1:
        return PERSON, PERSON
    opponent = _opponent(snapshot, access)
    return (YOU, opponent) if access.sides[0] == 0 else (opponent, YOU)


def _chain(id: str, games: Sequence[OpenedGame]) -> set[str]:
    """The games that were begun one from the other, this one among them."""
    links = [(other.id, other.line["next"] or other.id) for other, _ in games]
    chain = {id}
    while new := {one for link in links if chain.intersection(link) for one in link} - chain:
        chain |= new
    return chain
