"""Threats, forced replies and zugzwang, found by trying every move: nothing but rules is needed."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import combinations

from plyground.board import Board
from plyground.losing_moves import loses_at_once

MOST_THREATS = 4
"""More moves than this are not called the threats of a position."""


class OutOfTime(Exception):
    """The search by trying has taken too long; then nothing is claimed."""


def winning_moves(board: Board, late: float) -> tuple[str, ...]:
    """The moves with which the side to move wins at once.

    >>> winning_moves(Board("noughts", "a1 a2 b1 b2"), time.perf_counter() + 60)
    ('c1',)
    """
    twin = board.copy()
    return tuple(board.game.move_text(move) for move in twin.legal_numbers() if _wins(twin, move, late))


def _wins(board: Board, move: int, late: float) -> bool:
    """Whether a legal move, given as a number, wins at once; the board is as it was afterwards."""
    if time.perf_counter() > late:
        raise OutOfTime
    mover = board.player
    board.push_number(move)
    outcome = board.outcome
    board.pop()
    return outcome is not None and outcome.winner == mover


@dataclass(frozen=True)
class Helplessness:
    """A position in which every move loses at once: by itself, or to one of a few answers."""

    answers: tuple[str, ...]
    """Answers of which one wins after each move that does not lose by itself."""
    threats: tuple[str, ...] | None
    """Moves that would win if the side to move could pass; None if the game knows no passing."""

    @property
    def is_zugzwang(self) -> bool:
        """Whether nothing is threatened: it is having to move that loses."""
        return self.threats == ()


def find_helplessness(board: Board, late: float) -> Helplessness | None:
    """Whether every move of the side to move loses at once; None if one does not.

    >>> board = Board("noughts", "a1 b2 c3 a3 c1")
    >>> find_helplessness(board, time.perf_counter() + 60).answers
    ('b1', 'c2')
    """
    twin = board.copy()
    known: dict[int, None] = {}
    wins_after: list[frozenset[str]] = []
    for move in twin.legal_numbers():
        mover = twin.player
        twin.push_number(move)
        outcome = twin.outcome
        if outcome is None:
            wins = _known_or_new_wins(twin, known, late)
        twin.pop()
        if outcome is not None and outcome.loser != mover:
            return None
        if outcome is None and not wins:
            return None
        if outcome is None:
            wins_after.append(frozenset(map(board.game.move_text, wins)))
    other = board.passed()
    threats = None if other is None else winning_moves(other, late)
    answers = _smallest_cover(wins_after, threats or ())
    return None if answers is None else Helplessness(answers, threats)


def _known_or_new_wins(board: Board, known: dict[int, None], late: float) -> list[int]:
    """Those of the known moves that win at once here, or, if none does, all that do, which become known."""
    legal = board.legal_numbers()
    listed = set(legal)
    wins = [move for move in known if move in listed and _wins(board, move, late)]
    if not wins:
        wins = [move for move in legal if _wins(board, move, late)]
        known.update(dict.fromkeys(wins))
    return wins


def _smallest_cover(sets: list[frozenset[str]], liked: tuple[str, ...]) -> tuple[str, ...] | None:
    """The fewest moves of which each set holds one, those that are liked first; None if many are needed.

    >>> _smallest_cover([frozenset("ab"), frozenset("bc"), frozenset("a")], ())
    ('a', 'b')
    """
    if not sets:
        return ()
    names = sorted(
        set().union(*sets), key=lambda name: (name not in liked, -sum(name in each for each in sets))
    )
    for size in range(1, MOST_THREATS + 1):
        for chosen in combinations(names[:24], size):
            if all(any(name in each for name in chosen) for each in sets):
                return tuple(sorted(chosen))
    return None


def find_only_reply(board: Board, late: float) -> str | None:
    """The only move that does not lose at once; None if there are several, or none, or no other move.

    >>> find_only_reply(Board("noughts", "a1 b2 a2"), time.perf_counter() + 60)
    'a3'
    """
    twin, answers = board.copy(), dict[int, None]()
    moves = twin.legal_numbers()
    holding: list[int] = []
    for move in moves:
        if time.perf_counter() > late:
            raise OutOfTime
        mover = twin.player
        twin.push_number(move)
        is_lost = loses_at_once(twin, mover, answers)
        twin.pop()
        if not is_lost:
            holding.append(move)
            if len(holding) > 1:
                return None
    return board.game.move_text(holding[0]) if holding and len(moves) > 1 else None
