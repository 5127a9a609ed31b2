"""Forced moves: those that leave no choice, by the rules or because everything else loses at once.

Surfaces that play them for people do so as a setting. No engine is asked: what is forced is seen by trying
every move and every answer to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from plyground.board import Board
from plyground.losing_moves import loses_at_once

FORCED_SECONDS: Final = 0.5
"""How long to look before a move counts as free."""


def find_forced_move(
    board: Board, seconds: float = FORCED_SECONDS, wanted: Callable[[], bool] = lambda: True
) -> str | None:
    """The only legal move, or the only one that does not lose at once; None if there is a choice.

    A move loses at once if it ends the game so, or if the next move of the other side wins. Within the time
    every other move has to be seen to lose, so an answer is never a guess. An endless board has more
    moves than it lists, but those far away stop no win.

    >>> find_forced_move(Board("noughts", "a1 b2 a2"))
    'a3'
    >>> find_forced_move(Board("noughts", "a1")) is None
    True
    """
    late = time.perf_counter() + seconds
    twin = board.copy()
    moves = twin.legal_numbers()
    if len(moves) == 1:
        is_only = not board.game.picture(board.position).endless
        return board.game.move_text(moves[0]) if is_only else None
    holding: int | None = None
    answers: dict[int, None] = {}
    for move in moves:
        if time.perf_counter() > late or not wanted():
            return None
        mover = twin.player
        twin.push_number(move)
        is_lost = loses_at_once(twin, mover, answers)
        twin.pop()
        if not is_lost and holding is not None:
            return None
        if not is_lost:
            holding = move
    return None if holding is None else board.game.move_text(holding)
