"""What each legal move is worth, put on the cells and items that a person picks to make it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from plyground.board import Board
from plyground.score import Score
from plyground.words import short_score

MOST_VALUES: Final = 200
"""Moves that are valued at most; an endless board has more."""
NARROWEST: Final = 4
"""Characters of a value, so that a board does not change its size with every new one."""

ValueKind = Literal["won", "lost", "drawn", "guess"]


def pick_values(board: Board, chosen: tuple[str, ...], scores: Mapping[str, Score]) -> dict[str, Score]:
    """What can be picked next, each with the best of the moves that begin so.

    >>> win, good, fair = Score(value="win", distance=5), Score(estimate=3), Score(estimate=1)
    >>> scores = {"a1=1": good, "b1=1": win, "a1=3": fair}
    >>> {pick: str(score) for pick, score in pick_values(Board("numerical:3x3"), (), scores).items()}
    {'1': 'win in 5 plies', '3': '+1'}
    """
    depth = len(chosen)
    best: dict[str, Score] = {}
    for move in board.legal_numbers():
        path, score = board.picks_of(move), scores.get(board.game.move_text(move))
        if score is None or path[:depth] != chosen or len(path) <= depth:
            continue
        pick = path[depth]
        if pick not in best or score.rank > best[pick].rank:
            best[pick] = score
    return best


def value_kind(score: Score) -> ValueKind:
    """How a value is coloured."""
    kinds: dict[str | None, ValueKind] = {"win": "won", "loss": "lost", "draw": "drawn"}
    return kinds.get(score.value, "guess")


def value_text(mark: str, score: Score, *, ascii_only: bool = False) -> str:
    """A value as a cell shows it, after the piece that stands there.

    >>> value_text("", Score(value="win", distance=5)), value_text("W", Score(estimate=-3))
    (' W5 ', 'W:-3')
    """
    value = short_score(score, ascii_only=ascii_only)
    return f"{mark}:{value}" if mark else value.center(NARROWEST)
