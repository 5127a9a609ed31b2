"""What an environment shows: the board as text, as SVG, or as an array of pixels."""

from __future__ import annotations

import io
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from plyground.adapters.extra import missing_extra
from plyground.board import Board
from plyground.errors import PlygroundError

RenderMode = Literal["human", "ansi", "svg", "rgb_array"]
RENDER_MODES: Final[tuple[RenderMode, ...]] = ("human", "ansi", "svg", "rgb_array")


def check_mode(mode: str | None) -> None:
    """Refuse a mode that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise PlygroundError(f"there is no render mode {mode!r}; there are {', '.join(RENDER_MODES)}")


def render(board: Board, mode: RenderMode | None) -> str | npt.NDArray[np.uint8] | None:
    """The board in this mode; `human` prints it.

    >>> print(render(Board("noughts", "b2"), "ansi"))
        a   b   c
      ┌───┬───┬───┐
    3 │   │   │   │ 3
      ├───┼───┼───┤
    2 │   │[X]│   │ 2
      ├───┼───┼───┤
    1 │   │   │   │ 1
      └───┴───┴───┘
        a   b   c
    O to move, last move b2
    """
    if mode == "human":
        print(board)
        return None
    if mode == "ansi":
        return str(board)
    if mode == "svg":
        return board.svg()
    return None if mode is None else pixels(board.svg())


def pixels(svg: str) -> npt.NDArray[np.uint8]:
    """A drawing as rows of pixels, each red, green and blue."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise missing_extra("rgb_array", error) from None
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, background="white"))
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
