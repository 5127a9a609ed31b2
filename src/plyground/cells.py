"""Names of the cells of a bounded board: `a1` is the bottom left, columns go a to z, then aa, ab …"""

from __future__ import annotations

import re
from functools import lru_cache


def column_name(column: int) -> str:
    """The letters of a column, counted from 0.

    >>> column_name(0), column_name(25), column_name(26)
    ('a', 'z', 'aa')
    """
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


@lru_cache(4_096)
def cell_name(column: int, row: int) -> str:
    """The name of a cell, column and row counted from 0 at the bottom left.

    >>> cell_name(2, 3)
    'c4'
    """
    return f"{column_name(column)}{row + 1}"


def read_cell(text: str) -> tuple[int, int] | None:
    """Column and row of a cell's name, or None if it is not one.

    >>> read_cell("c4"), read_cell("4c")
    ((2, 3), None)
    """
    match = re.fullmatch(r"([a-z]{1,2})([1-9][0-9]?)", text)
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("a") + 1
    return column - 1, int(match[2]) - 1
