"""A small picture of a game, for the menu."""

from __future__ import annotations

from typing import Final

from plyground.game import Picture
from plyground.terminal.places import Places
from plyground.terminal.screen.drawing.grid import Piece, cell_sizes, draw_grid, smallest_grid, whole_grid
from plyground.terminal.screen.drawing.window import draw_window, fit_window

WIDTH: Final = 32
HEIGHT: Final = 13
SMALL: Final = 14


def preview(picture: Picture, *, ascii_only: bool = False) -> list[str]:
    """The board in a few lines, a part of it if it is large.

    >>> print("\\n".join(preview(Picture(("a", "b"), ("1", "2"), {"a1": "W"}))))
       a  b
    2  ·  ·  2
    1  W  ·  1
       a  b
    """
    grid = smallest_grid(picture)
    if picture.endless or grid.width > WIDTH or grid.height > HEIGHT:
        places = Places(picture)
        columns, rows = places.size or (0, 0)
        window = fit_window(places, picture, WIDTH, HEIGHT, (columns // 2, rows // 2))
        lines = draw_window(window, picture, ascii_only=ascii_only)[:-1]  # without the note
    else:
        if not picture.marks and grid.width < SMALL:
            grid = whole_grid(picture, *cell_sizes(picture)[-2])
        lines = draw_grid(grid, picture, ascii_only=ascii_only)
        if grid.ruled:
            return [_text(line) for line in lines]
    dot = "." if ascii_only else "·"
    return [_text([_with_dot(piece, dot) for piece in line]) for line in lines]


def _with_dot(piece: Piece, dot: str) -> Piece:
    """Something to see where there is nothing, if there are no rules between cells."""
    if piece.cell and not piece.text.strip():
        return piece._replace(text=dot.center(len(piece.text)))
    return piece


def _text(line: list[Piece]) -> str:
    return "".join(piece.text for piece in line)
