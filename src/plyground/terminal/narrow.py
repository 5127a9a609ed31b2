"""A board that is wider than the terminal: the part of it around the last moves."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.drawing import draw_text
from plyground.game import GAP, Picture


def narrow_picture(picture: Picture, recent: Sequence[str], width: int) -> tuple[Picture, str]:
    """The picture, or as many of its columns as fit, and a note on what was left out.

    `recent` are cells, the last one last: it is always in the picture, the others if they can be.

    >>> board = Picture(tuple("abcdefgh"), ("1",), {"a1": "X", "g1": "O"})
    >>> part, note = narrow_picture(board, ["a1", "g1"], 21)
    >>> print(draw_text(part, ["g1"], ascii_only=True), note, sep="\\n")
        e   f   g   h
      +---+---+---+---+
    1 |   |   |[O]|   | 1
      +---+---+---+---+
        e   f   g   h
    (columns e to h of a to h, as the terminal is narrow; not shown: 1 piece)
    """
    if _width(picture) <= width:
        return picture, ""
    columns = picture.columns
    places = _columns_of(picture, recent)
    here = places[-1] if places else len(columns) // 2
    best = (-1.0, 0, 0, here, here + 1)
    for left in range(here + 1):
        right = here + 1
        if _width(picture._replace(columns=columns[left:right])) > width:
            continue
        while right < len(columns) and _width(picture._replace(columns=columns[left : right + 1])) <= width:
            right += 1
        worth = sum(2.0**-age for age, place in enumerate(reversed(places)) if left <= place < right)
        best = max(best, (worth, right - left, -abs(left + right - 1 - 2 * here), left, right))
    *_, left, right = best
    left += columns[left] == GAP
    right -= columns[right - 1] == GAP
    part = picture._replace(columns=columns[left:right])
    return part, _note(picture, part)


def _width(picture: Picture) -> int:
    """Characters across the drawing, which is as wide as its longest row."""
    row = picture._replace(rows=(max(picture.rows, key=len),))
    return max(len(line) for line in draw_text(row).splitlines())


def _columns_of(picture: Picture, cells: Sequence[str]) -> list[int]:
    """Which columns these cells are in."""
    known = {
        f"{column}{picture.joint}{row}": number
        for number, column in enumerate(picture.columns)
        for row in picture.rows
    }
    return [known[cell] for cell in cells if cell in known]


def _note(picture: Picture, part: Picture) -> str:
    """What is shown of what there is."""
    shown = {f"{column}{part.joint}{row}" for column in part.columns for row in part.rows}
    missing = len(picture.marks.keys() - shown)
    some = f"; not shown: {missing} {'piece' if missing == 1 else 'pieces'}" if missing else ""
    span = f"{part.columns[0]} to {part.columns[-1]} of {picture.columns[0]} to {picture.columns[-1]}"
    return f"(columns {span}, as the terminal is narrow{some})"
