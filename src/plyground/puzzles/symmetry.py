"""Positions that are alike: turned, mirrored, moved along an endless board, or with the sides exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from plyground.board import Board
from plyground.game import Picture

Place: TypeAlias = tuple[int, int]
Marks: TypeAlias = dict[Place, str]

TURNS: Final[tuple[Callable[[int, int], Place], ...]] = (
    lambda x, y: (x, y),
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (-x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, x),
    lambda x, y: (y, -x),
    lambda x, y: (-y, -x),
)
"""The eight ways to lay a square onto itself."""


def likeness(board: Board) -> tuple[object, ...]:
    """A value that is equal for positions that are alike, whatever the game knows of its symmetries.

    Rather too much is taken to be alike than too little.

    >>> one, other = Board("noughts", "a1 b2 c2"), Board("noughts", "c3 b2 a2")
    >>> likeness(one) == likeness(other), likeness(one) == likeness(Board("noughts", "a1 b2 b1"))
    (True, False)
    """
    picture = board.game.picture(board.position)
    marks = {_place(picture, cell): mark for cell, mark in picture.marks.items()}
    if any(place is None for place in marks):
        return (board.position_text,)
    placed: Marks = {place: mark for place, mark in marks.items() if place is not None}
    size = (0, 0) if picture.endless else (len(picture.columns), len(picture.rows))
    forms = [
        (side, form) for side, renamed in _sides_exchanged(board, placed) for form in _images(renamed, size)
    ]
    return (tuple(sorted(size)), picture.trays, *min(forms))


def _place(picture: Picture, cell: str) -> Place | None:
    """Column and row of a cell by its name."""
    if picture.endless:
        column, _, row = cell.partition(picture.joint)
        try:
            return int(column), int(row)
        except ValueError:
            return None
    for x, column in enumerate(picture.columns):
        row = cell.removeprefix(f"{column}{picture.joint}")
        if row != cell and row in picture.rows:
            return x, picture.rows.index(row)
    return None


def _sides_exchanged(board: Board, marks: Marks) -> Iterator[tuple[int, Marks]]:
    """The position itself, and, where there are two kinds of marks, with these and the sides exchanged."""
    yield board.turn, marks
    texts = board.game.mark_texts
    if len(texts) == 2:
        other = {texts[0]: texts[1], texts[1]: texts[0]}
        yield 1 - board.turn, {place: other.get(mark, mark) for place, mark in marks.items()}


def _images(marks: Marks, size: Place) -> Iterator[tuple[tuple[Place, str], ...]]:
    """The marks in all eight images, each moved to where its board, or on an endless one its marks, begin."""
    corners = [(0, 0), (size[0] - 1, size[1] - 1)] if size != (0, 0) else list(marks) or [(0, 0)]
    for turn in TURNS:
        turned = [turn(*corner) for corner in corners]
        left, bottom = min(x for x, _ in turned), min(y for _, y in turned)
        places = {turn(*place): mark for place, mark in marks.items()}
        yield tuple(sorted(((x - left, y - bottom), mark) for (x, y), mark in places.items()))
