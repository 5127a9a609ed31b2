"""Boards in a report: maps with a number on each cell, and the frames of games to play through."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Final

from plyground.board import Board
from plyground.drawing import CELL, MARGIN, draw_svg
from plyground.game_values import cells_of

STYLE: Final = re.compile("<style>.*?</style>", re.DOTALL)
SIZE: Final = re.compile(r' width="\d+" height="\d+">')
MOST_CELLS: Final = 1200
"""A board with more cells is not drawn as a map."""


def plain_board(board: Board) -> str:
    """The board without colours of its own: the page has them, for light and for dark."""
    return SIZE.sub(">", STYLE.sub("", board.svg()), count=1)


def draw_map(board: Board, values: Mapping[str, float], labels: Mapping[str, str], title: str) -> str:
    """The board at the start with a tint and a label on each cell; nothing if the cells are not on it.

    The tint is the value, from 0 (none) to 1 (full).
    """
    picture = board.game.picture(board.position)
    places = {
        f"{column}{picture.joint}{row}": (MARGIN + x * CELL, MARGIN + y * CELL)
        for x, column in enumerate(picture.columns)
        for y, row in enumerate(reversed(picture.rows))
    }
    shown = {cell: value for cell, value in values.items() if cell in places}
    if not shown or len(cells_of(picture)) > MOST_CELLS:
        return ""
    plain = SIZE.sub(">", STYLE.sub("", draw_svg(picture, title=title)), count=1)
    parts = []
    for cell, value in shown.items():
        x, y = places[cell]
        label = labels.get(cell, "")
        parts.append(
            f"<g><title>{escape(f'{cell}: {label}')}</title>"
            f'<rect class="heat" x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}" '
            f'fill-opacity="{0.06 + 0.8 * min(max(value, 0.0), 1.0):.2f}"/>'
            f'<text class="heat-label" x="{x + CELL / 2:g}" y="{y + CELL / 2:g}">{escape(label)}</text></g>'
        )
    return plain.replace("</svg>", "".join(parts) + "</svg>")


def game_frames(board: Board) -> list[str]:
    """The board after each move of a game, from the start on."""
    twin = Board(board.game)
    frames = [plain_board(twin)]
    for move in board.numbers:
        twin.push_number(move)
        frames.append(plain_board(twin))
    return frames
