"""Cells by name and by number, on boards with and without edges."""

from __future__ import annotations

import re
from typing import Final

from plyground.game import Picture

Place = tuple[int, int]
"""Column and row, to the right and upward: from the lower left, or as an endless board labels them."""

WHOLE: Final = re.compile("-?[0-9]{1,18}")


class Places:
    """Which cells a board has.

    >>> square = Places(Picture(("a", "b"), ("1", "2"), {}))
    >>> square.at("b1"), square.name((0, 1)), square.at("c1")
    ((1, 0), 'a2', None)
    >>> plain = Places(Picture(("0",), ("0",), {}, joint=",", endless=True))
    >>> plain.at("2000000000,-7"), plain.name((5, -3)), plain.size
    ((2000000000, -7), '5,-3', None)

    A board that is seen from the other side has its lower left where its upper right was.

    >>> Places(Picture(("a", "b"), ("1", "2"), {}), is_flipped=True).at("b1")
    (0, 1)
    """

    def __init__(self, picture: Picture, *, is_flipped: bool = False) -> None:
        self.joint = picture.joint
        self.endless = picture.endless
        self._sign = -1 if is_flipped else 1
        if is_flipped:
            picture = flip_picture(picture)
        self._columns = picture.columns
        self._rows = picture.rows
        self._known = {} if self.endless else {
            f"{column}{self.joint}{row}": (x, y)
            for x, column in enumerate(picture.columns)
            for y, row in enumerate(picture.rows)
        }  # fmt: skip

    @property
    def size(self) -> tuple[int, int] | None:
        """How many columns and rows there are, None if there is no end of them."""
        return None if self.endless else (len(self._columns), len(self._rows))

    def at(self, name: str) -> Place | None:
        """Where the cell with this name is, None if there is none."""
        if not self.endless:
            return self._known.get(name)
        column, joint, row = name.partition(self.joint)
        is_cell = joint and WHOLE.fullmatch(column) and WHOLE.fullmatch(row)
        return (self._sign * int(column), self._sign * int(row)) if is_cell else None

    def name(self, place: Place) -> str:
        """The name of a cell."""
        return f"{self.column(place[0])}{self.joint}{self.row(place[1])}"

    def column(self, number: int) -> str:
        """The label of a column."""
        return str(self._sign * number) if self.endless else self._columns[number]

    def row(self, number: int) -> str:
        """The label of a row."""
        return str(self._sign * number) if self.endless else self._rows[number]

    def nearest(self, place: Place) -> Place:
        """The cell itself, or the one at the edge of the board that is next to it."""
        if self.size is None:
            return place
        column, row = (min(max(number, 0), count - 1) for number, count in zip(place, self.size, strict=True))
        return column, row


def flip_picture(picture: Picture) -> Picture:
    """The board as whoever sits on the other side sees it.

    >>> flip_picture(Picture(("a", "b"), ("1", "2"), {})).columns
    ('b', 'a')
    """
    return picture._replace(columns=picture.columns[::-1], rows=picture.rows[::-1])
