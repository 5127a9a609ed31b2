"""A window on a board that is too large for the screen or has no end: a part of it in a frame.

Cells stand close together: the marks to the left and right of one cell share their characters with its
neighbours. A broken frame means that the board goes on; arrows on it point to pieces that are out of sight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from plyground.game import Picture
from plyground.terminal.places import Place, Places
from plyground.terminal.screen.drawing.grid import Highlights, Piece, piece_width

FEWEST: Final = 9
"""The least number of columns and rows in a window, if the board has them."""
ENDLESS_MARGIN: Final = 4
"""Room for the labels of rows on an endless board, unless they need more."""
LINES_AROUND: Final = 4
"""Lines that are no cells: labels, the frame above and below, a note."""
SIGNS_AROUND: Final = 4
"""Characters of a line that are neither cells nor a label: blanks and the frame."""
STEPS: Final = (1, 2, 5, 10, 20, 50)
"""Of the columns every one, every second, every fifth … has its label."""
# the frame's left, right, upper and lower side where the board goes on, where it ends, and its corners
UNICODE_FRAME: Final = ("┆┆┄┄", "││──", "┌┐└┘")
ASCII_FRAME: Final = ("::..", "||--", "++++")
UNICODE_ARROWS: Final = {
    (-1, 0): "←", (1, 0): "→", (0, 1): "↑", (0, -1): "↓",
    (-1, 1): "↖", (1, 1): "↗", (-1, -1): "↙", (1, -1): "↘",
}  # fmt: skip
ASCII_ARROWS: Final = {
    (-1, 0): "<", (1, 0): ">", (0, 1): "^", (0, -1): "v",
    (-1, 1): "\\", (1, 1): "/", (-1, -1): "/", (1, -1): "\\",
}  # fmt: skip
TELLING: Final = ("line", "last", "hot", "danger", "hint", "chosen")
"""What is marked to the left and right of a cell, the most telling last."""
SIDES: Final = ((-1, 0), (1, 0), (0, 1), (0, -1))


class Window(NamedTuple):
    """What part of the board is on the screen, and how it is drawn."""

    places: Places
    left: int
    bottom: int
    column_count: int
    row_count: int
    wide: int
    """Characters of the widest mark."""
    margin: int
    """Characters of the widest label of a row."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The labels of the visible columns, left to right."""
        return tuple(self.places.column(self.left + x) for x in range(self.column_count))

    @property
    def rows(self) -> tuple[str, ...]:
        """The labels of the visible rows, bottom to top."""
        return tuple(self.places.row(self.bottom + y) for y in range(self.row_count))

    @property
    def width(self) -> int:
        """Characters across the whole drawing."""
        return self.margin + SIGNS_AROUND + self.column_count * (self.wide + 1)

    @property
    def height(self) -> int:
        """Lines of the whole drawing."""
        return self.row_count + LINES_AROUND

    def outside(self, place: Place) -> Place:
        """In which direction a cell lies out of sight: (0, 0) if it can be seen, (-1, 0) to the left …"""
        right = (place[0] >= self.left + self.column_count) - (place[0] < self.left)
        up = (place[1] >= self.bottom + self.row_count) - (place[1] < self.bottom)
        return right, up

    def shows(self, name: str) -> bool:
        """Whether a cell can be seen."""
        place = self.places.at(name)
        return place is not None and self.outside(place) == (0, 0)

    def goes_on(self, side: Place) -> bool:
        """Whether there is more of the board on a side."""
        if self.places.size is None:
            return True
        columns, rows = self.places.size
        right, up = side
        return (
            (right < 0 and self.left > 0)
            or (right > 0 and self.left + self.column_count < columns)
            or (up < 0 and self.bottom > 0)
            or (up > 0 and self.bottom + self.row_count < rows)
        )

    def name_at(self, x: int, y: int) -> str | None:
        """The cell under a character of the drawing; the gaps between cells belong to a cell too."""
        x -= self.margin + 2
        y -= 2
        if not (0 <= x <= self.column_count * (self.wide + 1) and 0 <= y < self.row_count):
            return None
        column = min(x // (self.wide + 1), self.column_count - 1)
        return self.places.name((self.left + column, self.bottom + self.row_count - 1 - y))

    def side_at(self, x: int, y: int) -> Place:
        """The side of the frame under a character of the drawing, (0, 0) inside and at sides that end."""
        right = (x >= self.width - 1) - (x <= self.margin + 1)
        up = (y <= 1) - (y >= self.row_count + 2)
        return (
            right if self.goes_on((right, 0)) else 0,
            up if self.goes_on((0, up)) else 0,
        )


def fit_window(
    places: Places, picture: Picture, width: int, height: int, cursor: Place, corner: Place | None = None
) -> Window:
    """As much of a board as there is room for, with the cursor in it.

    The window's lower left cell is `corner`, or as near to it as the cursor allows; without one the cursor is
    in the middle.
    """
    wide = piece_width(picture)
    columns, rows = places.size or (width, height)
    row_count = max(1, min(rows, height - LINES_AROUND))
    corner_x, corner_y = corner or (None, None)
    bottom = _first_visible(corner_y, cursor[1], row_count, places.size and rows)
    margin = ENDLESS_MARGIN if places.endless else 1
    margin = max(margin, *(len(places.row(bottom + y)) for y in range(row_count)))
    column_count = max(1, min(columns, (width - margin - SIGNS_AROUND) // (wide + 1)))
    left = _first_visible(corner_x, cursor[0], column_count, places.size and columns)
    return Window(places, left, bottom, column_count, row_count, wide, margin)


def smallest_window(places: Places, picture: Picture) -> tuple[int, int]:
    """The least width and height of a window on a board."""
    columns, rows = (min(FEWEST, count) for count in places.size or (FEWEST, FEWEST))
    margin = ENDLESS_MARGIN if places.endless else max(len(label) for label in picture.rows)
    window = Window(places, 0, 0, columns, rows, piece_width(picture), margin)
    return window.width, window.height


def _first_visible(corner: int | None, cursor: int, visible: int, count: int | None) -> int:
    """The first visible number: where it was, moved as little as possible so that the cursor is inside."""
    first = cursor - visible // 2 if corner is None else min(max(corner, cursor - visible + 1), cursor)
    return first if count is None else max(0, min(first, count - visible))


# Drawing


def draw_window(
    window: Window, picture: Picture, highlights: Highlights | None = None, *, ascii_only: bool = False
) -> list[list[Piece]]:
    """The lines of the drawing.

    >>> stones = {"0,0": "X", "1,0": "O", "9,1": "X"}
    >>> board = Picture(("0",), ("0",), stones, joint=",", endless=True)
    >>> window = fit_window(Places(board), board, 26, 7, (1, 0))
    >>> highlights = Highlights(last=["1,0"], cursor="2,1")
    >>> lines = draw_window(window, board, highlights)
    >>> print("\\n".join("".join(piece.text for piece in line) for line in lines))
            -2   0   2   4
         ┌┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┐
       1 ┆ · · · · ·>·<· · · →
       0 ┆ · · · X[O]· · · · ┆
      -1 ┆ · · · · · · · · · ┆
         └┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┘
     2,1   out of sight →1
    """
    highlights = highlights or Highlights()
    values = {*highlights.won, *highlights.lost, *highlights.drawn, *highlights.guess}
    frame = _Frame(window, picture.marks.keys() - values, ascii_only=ascii_only)
    lines = [[Piece(_column_labels(window), "label")], frame.edge(1)]
    for row in range(window.bottom + window.row_count - 1, window.bottom - 1, -1):
        label = window.places.row(row).rjust(window.margin)
        cells = _cells(window, picture, highlights, row, ascii_only=ascii_only)
        lines.append([Piece(f"{label} ", "label"), frame.side(-1, row), *cells, frame.side(1, row)])
    return [*lines, frame.edge(-1), [Piece(_note(window, highlights, frame), "label")]]


class _Frame:
    """The frame with its arrows."""

    def __init__(self, window: Window, pieces: Iterable[str], *, ascii_only: bool) -> None:
        self.window = window
        self.arrows = ASCII_ARROWS if ascii_only else UNICODE_ARROWS
        going_on, ending, self.corners = ASCII_FRAME if ascii_only else UNICODE_FRAME
        self.strokes = {
            side: (going_on if window.goes_on(side) else ending)[number] for number, side in enumerate(SIDES)
        }
        self.counts: Counter[Place] = Counter()
        """How many pieces are out of sight in each direction."""
        self.arrow_places: set[tuple[Place, int]] = set()
        """Sides of the frame and the columns or rows in which there is an arrow."""
        for name in pieces:
            if (place := window.places.at(name)) and (away := window.outside(place)) != (0, 0):
                self.counts[away] += 1
                self.arrow_places.add((away, place[0] if away[0] == 0 else place[1]))

    def edge(self, up: int) -> list[Piece]:
        """The line of the frame above the cells, or below them."""
        window = self.window
        corners = self.corners[:2] if up > 0 else self.corners[2:]
        stroke = self.strokes[0, up]
        pieces = [Piece(" " * (window.margin + 1), "label"), self._corner((-1, up), corners[0])]
        for column in range(window.left, window.left + window.column_count):
            arrow = self.arrows[0, up] if ((0, up), column) in self.arrow_places else ""
            pieces += [Piece(stroke, "rule"), _arrow(arrow.center(window.wide), arrow, stroke)]
        return [*pieces, Piece(stroke, "rule"), self._corner((1, up), corners[1])]

    def side(self, right: int, row: int) -> Piece:
        """The frame to the left or right of a row."""
        if ((right, 0), row) in self.arrow_places:
            return Piece(self.arrows[right, 0], "away")
        return Piece(self.strokes[right, 0], "rule")

    def _corner(self, away: Place, plain: str) -> Piece:
        return Piece(self.arrows[away], "away") if self.counts[away] else Piece(plain, "rule")

    def out_of_sight(self) -> list[str]:
        """How many pieces are out of sight where, in words that may be left out from the end."""
        counts = [f"{self.arrows[away]}{count}" for away in self.arrows if (count := self.counts[away])]
        return ["  out of sight", *counts] if counts else []


def _arrow(text: str, arrow: str, stroke: str) -> Piece:
    return Piece(text if arrow else stroke * len(text), "away" if arrow else "rule")


def _column_labels(window: Window) -> str:
    """Labels over as many columns as there is room for."""
    labels = window.columns
    pitch = window.wide + 1
    room = max(len(label) for label in labels) + 1
    step = next((step for step in STEPS if step * pitch >= room), STEPS[-1])
    line = ""
    for number, label in enumerate(labels):
        start = window.margin + 3 + number * pitch + (window.wide - len(label)) // 2
        if (window.left + number) % step == 0 and start + len(label) <= window.width:
            line = line.ljust(start) + label
    return line


def _note(window: Window, highlights: Highlights, frame: _Frame) -> str:
    """The cell under the cursor, and what cannot be seen."""
    line = ""
    for word in (highlights.cursor or "", *frame.out_of_sight()):
        if len(line) + 1 + len(word) <= window.width:
            line += f" {word}"
    return line.rstrip()


def _cells(
    window: Window, picture: Picture, highlights: Highlights, row: int, *, ascii_only: bool
) -> Iterable[Piece]:
    names = [window.places.name((window.left + x, row)) for x in range(window.column_count)]
    before = ""
    for name in names:
        yield _gap(highlights, before, name)
        mark = picture.marks.get(name)
        if mark is not None:
            yield Piece(mark.center(window.wide), highlights.kind(name), name)
        else:
            is_open = picture.endless or name in highlights.legal
            dot = ("." if ascii_only else "·") if is_open else ""
            kind = highlights.kind(name)
            yield Piece(dot.center(window.wide), "dot" if kind in ("legal", "cell") else kind, name)
        before = name
    yield _gap(highlights, before, "")


def _gap(highlights: Highlights, left: str, right: str) -> Piece:
    """The character between two cells: what marks the one of them that is more telling."""
    ranks = _rank(highlights, left), _rank(highlights, right)
    if ranks == (0, 0):
        return Piece(" ", "dot")
    side = int(ranks[0] >= ranks[1])  # the left cell's right bracket, or the right cell's left one
    name = left if side else right
    kind = highlights.kind(name)
    return Piece(highlights.brackets(name, ascii_only=False)[side], kind if kind in TELLING else "cell")


def _rank(highlights: Highlights, name: str) -> int:
    if name and name == highlights.cursor:
        return len(TELLING) + 1
    kind = highlights.kind(name)
    return TELLING.index(kind) + 1 if kind in TELLING else 0
