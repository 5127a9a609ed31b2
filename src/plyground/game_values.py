"""What the methods of a game give: pictures, endings, views for a search, numberings for tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

GAP: Final = "…"
"""The label of a column or a row that stands for many, all empty, of an endless board."""


class Picture(NamedTuple):
    """What stands on the board, for anything that can draw a grid."""

    columns: tuple[str, ...]
    """Labels of the columns, left to right."""
    rows: tuple[str, ...]
    """Labels of the rows, bottom to top. A cell's name is its column's label, `joint`, its row's."""
    marks: dict[str, str]
    """What stands on each cell that is not empty."""
    trays: tuple[tuple[str, ...], ...] = ()
    """What each player has left to put down, where there is a choice: a hand may hold several of a kind."""
    shapes: dict[str, str] = {}  # noqa: RUF012  (a NamedTuple's default is never changed)
    """How to draw a mark: `cross`, `ring`, `light` or `dark` (discs); `first` and `second` as its text, in a
    colour of that side; anything else as its text."""
    joint: str = ""
    endless: bool = False
    """Whether the board goes on beyond these columns and rows: then labels are whole numbers, any cell may
    be asked for, and `marks` holds those outside too."""


def cells_of(picture: Picture) -> set[str]:
    """The names of all cells of a picture."""
    return {f"{column}{picture.joint}{row}" for column in picture.columns for row in picture.rows}


class Part(NamedTuple):
    """A named part of an estimate: something that each side has so much of."""

    name: str
    """What is counted, in the plural: `safe cells`."""
    own: int
    """How much of it the side to move has."""
    other: int
    """How much of it the other side has."""
    weight: int
    """What one of it is worth in the unit of `evaluate`."""

    @property
    def value(self) -> int:
        """What it adds to the estimate for the side to move."""
        return self.weight * (self.own - self.other)


class ShortValues(NamedTuple):
    """What every move of a position leads to within a few plies; nothing is left out."""

    moves: dict[int, int]
    """For each move the plies in which it wins, as a negative number those in which it loses, or 0 for
    neither. Where some move wins before the end of the plies, no other is asked whether it loses."""
    elsewhere: int | None
    """The same for all moves that are not listed, on a board without edges; None if there are none."""
    within: int
    """How many plies were looked at; 0 if it was to the end of the game, where neither is a draw."""


class View(NamedTuple):
    """A position as a search sees it, and how moves are called there and on the board."""

    rules: Any
    pos: Any
    outward: Callable[[int], int]
    """The move on the board that a move of the search stands for."""
    inward: Callable[[int], int | None]
    """The other way; None for a move that the search cannot see."""


class BoardView(NamedTuple):
    """A whole board and its view, as compiled code keeps and lays them out without Python."""

    rules: Any
    pos: Any
    """The start."""
    view: Any
    """What `contract.lay_out` fills."""


class Stage(NamedTuple):
    """Positions with neighbouring numbers that can be left for those of earlier stages only."""

    name: str
    first: int
    end: int


class Numbering(NamedTuple):
    """All positions of a game, or those near its end, as numbers (docs/tables.md)."""

    tables: Any
    """What `contract.rank` and `contract.unrank` work with."""
    stages: tuple[Stage, ...]
    positions: int
    """How many positions have a number; fewer than there are numbers, if some stand for nothing."""

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self.stages[-1].end if self.stages else 0


class Ending(NamedTuple):
    """Why a game is over."""

    reason: str
    line: tuple[str, ...] = ()
    """The cells that decided it."""
    blames_loser: bool = False
    """Whether to tell it as "X loses" rather than "O wins"."""


class LastMove(NamedTuple):
    """The move that led to a position, and the position before it."""

    before: Any
    move: int
