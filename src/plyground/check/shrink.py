"""Shrinking: a shorter game that breaks the same law.

A game is a list of moves, so that little is needed: all short games are tried in order, and if none will do,
pieces of the game are cut out, large ones first, while what is left can be played and still breaks the law.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

Line: TypeAlias = tuple[int, ...]

MOST_SHORT_GAMES: Final = 300
"""How many short games are tried."""
MOST_TRIES: Final = 400


def shrink(
    line: Sequence[int], breaks: Callable[[Line], bool], moves_after: Callable[[Line], Sequence[int]]
) -> Line:
    """The shortest line found for which `breaks` is true; it is true for the line that is given.

    >>> shrink((5, 1, 7, 2, 9), lambda line: 7 in line, lambda line: ())
    (7,)
    """
    short = shortest(len(line), breaks, moves_after)
    return short if short is not None else cut(tuple(line), breaks)


def shortest(
    length: int, breaks: Callable[[Line], bool], moves_after: Callable[[Line], Sequence[int]]
) -> Line | None:
    """The first game in the order of length that breaks the law, if it is among the first few."""
    waiting = deque[Line]([()])
    for _ in range(MOST_SHORT_GAMES):
        if not waiting:
            return None
        line = waiting.popleft()
        if len(line) >= length:
            return None
        if breaks(line):
            return line
        waiting.extend((*line, move) for move in moves_after(line))
    return None


def cut(line: Line, breaks: Callable[[Line], bool]) -> Line:
    """Cut pieces out while the law stays broken."""
    tries = 0
    size = max(1, len(line) // 2)
    while size and tries < MOST_TRIES:
        at = 0
        while at + size <= len(line) and tries < MOST_TRIES:
            shorter = line[:at] + line[at + size :]
            tries += 1
            if breaks(shorter):
                line = shorter
            else:
                at += 1
        size //= 2
    return line
