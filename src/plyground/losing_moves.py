"""Moves that lose at once, by themselves or because they let the other side win with the next move.

Beside them the cells that a game itself points at, because something decisive can be made there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from plyground.board import Board

MOST_NAMED: Final = 4
"""How many cells a line of text names."""


class LosingMoves(NamedTuple):
    """What was found in the time that there was."""

    losing: frozenset[int]
    """Moves as the numbers that the compiled half uses."""
    seen: int
    total: int
    hot: dict[str, str] = {}  # noqa: RUF012  (a NamedTuple's default is never changed)
    """The cells where something decisive can be made, each with what it is."""

    def marks(self, board: Board, picked: tuple[str, ...]) -> Collection[str]:
        """The next picks after which every move loses at once."""
        depth = len(picked)
        fates: dict[str, bool] = {}
        for move in board.legal_numbers():
            path = board.picks_of(move)
            if path[:depth] == picked and len(path) > depth:
                fates[path[depth]] = fates.get(path[depth], True) and move in self.losing
        return {pick for pick, is_lost in fates.items() if is_lost}


def find_losing_moves(board: Board, seconds: float, wanted: Callable[[], bool] = lambda: True) -> LosingMoves:
    """Try every move and every answer to it, as far as the time goes.

    What answers one move often answers most of the others too, so it is tried first on them.

    >>> board = Board("noughts", "a1 b2 a2")
    >>> found = find_losing_moves(board, seconds=60)
    >>> sorted(set(board.legal_moves) - set(found.marks(board, ())))
    ['a3']
    """
    late = time.perf_counter() + seconds
    hot = {} if board.is_over else board.game.hot_cells(board.position)
    twin = board.copy()
    moves = twin.legal_numbers()
    losing: set[int] = set()
    answers: dict[int, None] = {}
    for seen, move in enumerate(moves):
        if time.perf_counter() > late or not wanted():
            return LosingMoves(frozenset(losing), seen, len(moves), hot)
        mover = twin.player
        twin.push_number(move)
        if loses_at_once(twin, mover, answers):
            losing.add(move)
        twin.pop()
    return LosingMoves(frozenset(losing), len(moves), len(moves), hot)


def losing_moves_text(found: LosingMoves, *, endless: bool = False) -> str:
    """What was found, in one line.

    >>> losing_moves_text(LosingMoves(frozenset([3]), seen=20, total=25))
    '1 of 25 moves lose at once, of 20 looked at'
    >>> found = LosingMoves(frozenset(), seen=25, total=25, hot={"3,1": "X: open four"})
    >>> losing_moves_text(found, endless=True)
    '0 of 25 moves near the pieces lose at once; 3,1 X: open four'
    """
    where = " near the pieces" if endless else ""
    some = "" if found.seen == found.total else f", of {found.seen} looked at"
    cells = [f"{cell} {words}" for cell, words in found.hot.items()]
    if len(cells) > MOST_NAMED:
        cells[MOST_NAMED:] = [f"and {len(cells) - MOST_NAMED} more"]
    hot = "; " + ", ".join(cells) if cells else ""
    return f"{len(found.losing)} of {found.total} moves{where} lose at once{some}{hot}"


def loses_at_once(board: Board, mover: str, answers: dict[int, None]) -> bool:
    """Whether the side that has just moved has lost, or loses to some answer, which is noted."""
    if outcome := board.outcome:
        return outcome.loser == mover
    legal = dict.fromkeys(board.legal_numbers())
    for answer in [*(answer for answer in answers if answer in legal), *legal]:
        board.push_number(answer)
        outcome = board.outcome
        board.pop()
        if outcome is not None and outcome.loser == mover:
            answers[answer] = None
            return True
    return False
