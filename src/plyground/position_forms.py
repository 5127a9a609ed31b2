"""Forms of positions as text that follow from the marks and the side to move, so that a page can read them.

A game writes the text of its positions as it likes. Where that follows one of these forms, a page without
Python writes and reads it too; which one it is, is found out by comparing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from plyground.endless_cells import endless_cell

Form = Literal["", "rows", "cells", "stones"]


class Seen(NamedTuple):
    """A position as a surface sees it, with its text."""

    text: str
    marks: Mapping[str, str]
    side: int
    plies: int


class Shape(NamedTuple):
    """What all positions of a game have in common."""

    columns: Sequence[str]
    rows: Sequence[str]
    joint: str
    players: Sequence[str]


class PositionForm(NamedTuple):
    """How a game writes its positions."""

    form: Form
    counts_plies: bool
    """Whether the number of moves made so far stands behind the side to move."""


def write_rows(shape: Shape, marks: Mapping[str, str]) -> str:
    """The rows from the top down: a letter for a mark, a number for empty cells.

    >>> write_rows(Shape("abc", "123", "", "XO"), {"b2": "X", "a1": "O"})
    '3/1X1/O2'
    """
    lines = []
    for row in reversed(shape.rows):
        line = "".join(marks.get(f"{column}{shape.joint}{row}", " ") for column in shape.columns)
        lines.append(re.sub(" +", lambda gap: str(len(gap[0])), line))
    return "/".join(lines)


def write_cells(shape: Shape, marks: Mapping[str, str]) -> str:
    """The rows from the top down, with commas between cells and a dot for an empty one.

    >>> write_cells(Shape("ab", "12", "", ("odd", "even")), {"b2": "3"})
    '.,3/.,.'
    """
    return "/".join(
        ",".join(marks.get(f"{column}{shape.joint}{row}", ".") for column in shape.columns)
        for row in reversed(shape.rows)
    )


def write_stones(shape: Shape, marks: Mapping[str, str]) -> str:
    """The cells of each side, for a board without edges.

    >>> write_stones(Shape((), (), ",", "XO"), {"1,1": "X", "0,0": "X", "-1,0": "O"})
    'X=0,0;1,1 O=-1,0'
    """

    def number(cell: str) -> int:
        column, row = cell.split(shape.joint)
        return endless_cell(int(column), int(row))

    sides = []
    for player in shape.players:
        cells = sorted((cell for cell, mark in marks.items() if mark == player), key=number)
        sides.append(f"{player}={';'.join(cells)}")
    return " ".join(sides)


WRITERS: Final[dict[Form, Callable[[Shape, Mapping[str, str]], str]]] = {
    "rows": write_rows,
    "cells": write_cells,
    "stones": write_stones,
}


def find_form(shape: Shape, positions: Sequence[Seen], *, endless: bool) -> PositionForm:
    """The form in which all these positions are written; an empty one if there is none."""
    forms: tuple[Form, ...] = ("stones",) if endless else ("rows", "cells")
    for form in forms:
        for counts_plies in (False, True):
            if all(_text(form, counts_plies, shape, seen) == seen.text for seen in positions):
                return PositionForm(form, counts_plies)
    return PositionForm("", counts_plies=False)


def _text(form: Form, counts_plies: bool, shape: Shape, seen: Seen) -> str:
    plies = f" {seen.plies}" if counts_plies else ""
    return f"{WRITERS[form](shape, seen.marks)} {shape.players[seen.side]}{plies}"
