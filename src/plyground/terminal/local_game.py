"""A match on this machine: the computers that play in it, and the file that it is saved in."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.errors import PlygroundError
from plyground.match import Match, Seat
from plyground.protocols.programs import is_program
from plyground.records import save_record
from plyground.saved_games import Autosave

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.game import Game
    from plyground.players import Player
    from plyground.records import Record

FindPlayer = Callable[[str, "Game"], "Player | None"]
"""Gives the player with a name, None for a person; a `PlygroundError` says that there is none."""
Players = tuple["Player | None", "Player | None"]


class LocalGame:
    """A match with what both terminals add to it: computers that think, and a file."""

    def __init__(
        self, match: Match, players: Players, find: FindPlayer, autosave: Autosave | None = None
    ) -> None:
        self.match = match
        self.players = players
        """The computer on each side, None for a person."""
        self.find = find
        self.autosave = autosave or Autosave()
        self._written: set[str] = set()
        """The files that this game was written to; they may be overwritten."""

    @classmethod
    def start(
        cls,
        board: Board,
        names: tuple[str, str],
        find: FindPlayer,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> LocalGame:
        """A new game on this board; `names` are those of the players, as `find` takes them."""
        first, second = (find(name, board.game) for name in names)
        return cls(Match(board, (seat_of(first), seat_of(second)), now=now), (first, second), find)

    @classmethod
    def from_record(
        cls,
        record: Record,
        find: FindPlayer,
        autosave: Autosave | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> LocalGame:
        """The game of a record, to go on with. A player who cannot be found is a person with that name.

        Without `autosave` the record is a file that may come from anybody, so it starts no programs.
        """
        board = record.board()

        def find_known(name: str) -> Player | None:
            if autosave is None and is_program(name):
                return None
            try:
                return find(name, board.game)
            except PlygroundError:
                return None

        players = find_known(record.players[0]), find_known(record.players[1])
        people = {name for name, player in zip(record.players, players, strict=True) if player is None}
        match = Match.from_record(record, people.__contains__, board=board, now=now)
        return cls(match, players, find, autosave)

    @property
    def player(self) -> Player | None:
        """The computer whose turn it is, None if it is a person's."""
        return self.players[self.match.board.turn]

    def save(self) -> None:
        """Save the game as it stands. Every change of the match is followed by this."""
        self.autosave.follow(self.match.record)

    def may_write(self, path: Path) -> bool:
        """Whether there is nothing in a file but this game itself, as it was written there before."""
        path = Path(os.path.expanduser(path))
        return not os.path.isfile(path) or os.path.realpath(path) in self._written

    def write_to(self, path: Path) -> Path:
        """Write the record to a file that the user named; returns its path."""
        path = Path(os.path.expanduser(path))
        save_record(self.match.record, path)
        self._written.add(os.path.realpath(path))
        return path

    def start_again(self, *, swap: bool = False) -> LocalGame:
        """A new game between the same players, on the other sides if `swap` says so."""
        match = self.match.start_again()
        if swap:
            match.swap_seats()
        return self._seat(match)

    def start_from(self, board: Board) -> LocalGame:
        """A new game between the same players from a position that was set up."""
        return self._seat(self.match.start_from(board))

    def _seat(self, match: Match) -> LocalGame:
        first, second = (None if seat.is_person else self.find(seat.name, match.game) for seat in match.seats)
        return LocalGame(match, (first, second), self.find)


def seat_of(player: Player | None) -> Seat:
    """The seat of a computer or, without one, of a person."""
    return Seat() if player is None else Seat(player.name, is_person=False)


def free_name(stem: str) -> str:
    """A name for a record that no file of the current folder has."""
    names = itertools.chain([f"{stem}.ply"], (f"{stem}-{number}.ply" for number in itertools.count(2)))
    return next(name for name in names if not os.path.lexists(name))
