"""Who meets whom in which game: round robin or gauntlet, every opening from both sides."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple


class Pairing(NamedTuple):
    """One game to be played."""

    number: int
    """Counted from 0; games 2n and 2n + 1 are the same opening with sides changed."""
    opening: int
    """Which opening, counted from 0 and beyond the last as often as need be."""
    first: int
    """The player who begins, by his place in the list of players."""
    second: int


def meetings(players: int, *, gauntlet: bool = False) -> list[tuple[int, int]]:
    """Each two players who meet.

    >>> meetings(3), meetings(3, gauntlet=True)
    ([(0, 1), (0, 2), (1, 2)], [(0, 1), (0, 2)])
    """
    return [(one, other) for one, other in combinations(range(players), 2) if not gauntlet or one == 0]


def schedule(players: int, games: int, *, gauntlet: bool = False) -> Iterator[Pairing]:
    """Every game, so that all meetings go forward together, one opening after the other.

    >>> [(game.opening, game.first, game.second) for game in schedule(2, 4)]
    [(0, 0, 1), (0, 1, 0), (1, 0, 1), (1, 1, 0)]
    """
    number = 0
    for opening in range(games // 2):
        for one, other in meetings(players, gauntlet=gauntlet):
            yield Pairing(number, opening, one, other)
            yield Pairing(number + 1, opening, other, one)
            number += 2


def count_games(players: int, games: int, *, gauntlet: bool = False) -> int:
    """How many games there are in all.

    >>> count_games(3, 10), count_games(3, 10, gauntlet=True)
    (30, 20)
    """
    return games * len(meetings(players, gauntlet=gauntlet))
