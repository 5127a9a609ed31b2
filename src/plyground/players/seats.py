"""Who can sit down at a board, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground.errors import PlygroundError
from plyground.players.levels import ALL_LEVELS, Computer, read_level

if TYPE_CHECKING:
    from plyground.game import Game
    from plyground.players.player import Player

HUMAN = "human"


def seat(
    who: str,
    game: Game,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seed: int | None = None,
    threads: int = 1,
    memory: int = 16,
) -> Player | None:
    """The player with this name, or None for a person, who is asked elsewhere.

    A level never thinks longer than `seconds` nor deeper than `depth`, nor looks for its move at more than
    `nodes` positions. `perfect` thinks for three seconds, or as long as these say. The same seed and the
    same moves lead to the same choice. `threads` and `memory` (in megabytes) are for `perfect`.

    >>> from plyground.catalogue import find
    >>> seat("novice", find("noughts")).name, seat("human", find("noughts"))
    ('level 1', None)
    >>> seat("hal", find("noughts"))
    Traceback (most recent call last):
    plyground.errors.PlygroundError: there is no player 'hal'; there are human, 1 (novice), 2 (beginner), \
3 (amateur), 4 (expert), 5 (master) and perfect
    """
    if who.strip().casefold() == HUMAN:
        return None
    level = read_level(who)
    if level is None:
        *most, last = (each.title for each in ALL_LEVELS)
        raise PlygroundError(f"there is no player {who!r}; there are {', '.join([HUMAN, *most])} and {last}")
    return Computer(
        level, game, seconds=seconds, depth=depth, nodes=nodes, seed=seed, threads=threads, memory=memory
    )
