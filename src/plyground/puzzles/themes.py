"""The themes of a puzzle: what its solution is made of, by name."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Final

from plyground.board import Board
from plyground.explain.explanation import uses_threats_alone
from plyground.explain.threats import OutOfTime, find_helplessness, find_only_reply, winning_moves

THEME_SECONDS: Final = 300.0
DOUBLE_THREAT: Final = "double threat"
ZUGZWANG: Final = "zugzwang"
FORCED: Final = "forced replies"
THREATS: Final = "continuous threats"
QUIET: Final = "quiet move"
ONLY: Final = "only move"
NO_WIN: Final = "no win"
COUNTER: Final = "defence first"
THEMES: Final = (DOUBLE_THREAT, ZUGZWANG, FORCED, THREATS, QUIET, ONLY, NO_WIN, COUNTER)


def find_themes(
    board: Board, solution: tuple[str, ...], steps: tuple[tuple[str, ...], ...]
) -> tuple[str, ...]:
    """What the solution of a puzzle is made of.

    >>> find_themes(Board("noughts", "a1 b2 c3 a3"), ("c1", "b1", "c2"), (("c1",), ("c2",)))
    ('double threat', 'only move', 'defence first')
    """
    if not steps:
        return (NO_WIN,)
    found = set()
    if all(len(step) == 1 for step in steps[:-1] or steps):
        found.add(ONLY)
    with suppress(OutOfTime):
        found |= _themes_of_line(board, solution, time.perf_counter() + THEME_SECONDS)
    return tuple(theme for theme in THEMES if theme in found)


def _themes_of_line(board: Board, solution: tuple[str, ...], late: float) -> set[str]:
    found = set()
    rival = board.passed()
    if rival is not None and winning_moves(rival, late):
        found.add(COUNTER)
    twin = board.copy()
    replies = forced = 0
    for index, move in enumerate(solution):
        twin.push(move)
        if index % 2 or twin.is_over:
            continue
        helpless = find_helplessness(twin, late)
        if helpless is not None:
            if helpless.is_zugzwang:
                found.add(ZUGZWANG)
            elif len(helpless.answers) > 1:
                found.add(DOUBLE_THREAT)
            break
        replies += 1
        is_forced = find_only_reply(twin, late) is not None
        forced += is_forced
        if index == 0 and not is_forced:
            found.add(QUIET)
    if replies and replies == forced and len(solution) > 3:
        found.add(FORCED)
    if len(solution) > 3 and twin.outcome and uses_threats_alone(board, solution):
        found.add(THREATS)
    return found
