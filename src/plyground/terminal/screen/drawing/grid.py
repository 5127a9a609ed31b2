"""Where the cells of a board go on the screen, and how they look without colour."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from plyground.drawing import ASCII_RULES, UNICODE_RULES
from plyground.game import Picture

MOST_TALL: Final = 7
"""Lines of the largest cell."""


VALUE_KINDS: Final = ("won", "lost", "drawn", "guess")
KINDS: Final = ("chosen", "hint", "danger", "hot", "line", "last", *VALUE_KINDS, "legal")
"""The marks of a cell, the most telling first."""


class Highlights(NamedTuple):
    """What is marked on a board besides the pieces."""

    legal: Collection[str] = ()
    chosen: Collection[str] = ()
    last: Collection[str] = ()
    line: Collection[str] = ()
    danger: Collection[str] = ()
    hot: Collection[str] = ()
    hint: Collection[str] = ()
    won: Collection[str] = ()
    lost: Collection[str] = ()
    drawn: Collection[str] = ()
    guess: Collection[str] = ()
    """Cells that show what a move there is worth: proven won, lost, drawn, or an estimate."""
    cursor: str | None = None

    def kind(self, name: str) -> str:
        """The most telling mark of a cell."""
        for kind in KINDS:
            if name in getattr(self, kind):
                return kind
        return "cell"

    def brackets(self, name: str, *, ascii_only: bool) -> tuple[str, str]:
        """Two characters that tell the same to those who see no colour."""
        if name == self.cursor:
            return ">", "<"
        dots = ".." if ascii_only else "··"
        marks = {"chosen": "()", "hint": "??", "danger": "!!", "hot": "{}"}
        marks |= {"last": "[]", "line": "**", "legal": dots}
        around = marks.get(self.kind(name), "  ")
        return around[0], around[1]


class Piece(NamedTuple):
    """A run of characters in one style."""

    text: str
    kind: str
    """`label`, `rule`, or what `Highlights.kind` says of the cell."""
    cell: str | None = None


class Grid(NamedTuple):
    """A whole board: which cells, and how large each is drawn."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    """Bottom to top."""
    joint: str
    margin: int
    wide: int
    """Characters across a cell, without rules."""
    tall: int
    ruled: bool

    @property
    def width(self) -> int:
        """Characters across the whole drawing."""
        cells = len(self.columns) * (self.wide + self.ruled) + self.ruled
        return cells + 2 * (self.margin + 1)

    @property
    def height(self) -> int:
        """Lines of the whole drawing."""
        return len(self.rows) * (self.tall + self.ruled) + self.ruled + 2

    def name_at(self, x: int, y: int) -> str | None:
        """The cell under a character of the drawing."""
        x -= self.margin + 1 + self.ruled
        y -= 1 + self.ruled
        column, across = divmod(x, self.wide + self.ruled)
        row, down = divmod(y, self.tall + self.ruled)
        if across >= self.wide or down >= self.tall:
            return None
        if not (0 <= column < len(self.columns) and 0 <= row < len(self.rows)):
            return None
        return f"{self.columns[column]}{self.joint}{self.rows[len(self.rows) - 1 - row]}"


def piece_width(picture: Picture) -> int:
    """Characters of the longest thing that can stand on a cell."""
    texts = [*picture.marks.values(), "X", *(text for tray in picture.trays for text in tray)]
    return max(len(text) for text in texts)


def mark_width(picture: Picture) -> int:
    """Characters of the longest thing that can stand on a cell or over a column."""
    return max(piece_width(picture), *(len(label) for label in picture.columns))


def cell_sizes(picture: Picture) -> list[tuple[int, int, bool]]:
    """Ways to draw a cell, largest first: characters across, lines, rules between cells."""
    wide = mark_width(picture) + 2
    large = [(wide + 4 * tall, 1 + 2 * tall, True) for tall in range(MOST_TALL // 2, 0, -1)]
    return [*large, (wide, 1, True), (wide, 1, False)]


def whole_grid(picture: Picture, wide: int, tall: int, ruled: bool) -> Grid:
    """All of the board."""
    margin = max(len(label) for label in picture.rows)
    return Grid(picture.columns, picture.rows, picture.joint, margin, wide, tall, ruled)


def smallest_grid(picture: Picture) -> Grid:
    """The board drawn as small as it can be."""
    return whole_grid(picture, *cell_sizes(picture)[-1])


def fit_grid(picture: Picture, width: int, height: int) -> Grid | None:
    """The board as large as there is room for, None if it does not fit."""
    for size in cell_sizes(picture):
        grid = whole_grid(picture, *size)
        if grid.width <= width and grid.height <= height:
            return grid
    return None


def draw_grid(
    grid: Grid, picture: Picture, highlights: Highlights | None = None, *, ascii_only: bool = False
) -> list[list[Piece]]:
    """The lines of the drawing.

    >>> board = Picture(("a", "b"), ("1", "2"), {"a1": "X", "b2": "O"})
    >>> grid = smallest_grid(board)
    >>> highlights = Highlights(last=["b2"], legal=["a2"], cursor="b1")
    >>> lines = draw_grid(grid, board, highlights)
    >>> print("\\n".join("".join(piece.text for piece in line) for line in lines))
       a  b
    2  · [O] 2
    1  X > < 1
       a  b
    """
    highlights = highlights or Highlights()
    rules = ASCII_RULES if ascii_only else UNICODE_RULES
    labels = [Piece(" " * (grid.margin + 1 + grid.ruled), "label")]
    labels.append(Piece((" " * grid.ruled).join(name.center(grid.wide) for name in grid.columns), "label"))
    labels[-1] = Piece(labels[-1].text.rstrip(), "label")
    lines = [labels, *([_rule(grid, rules[0], rules[4])] if grid.ruled else [])]
    for row in reversed(grid.rows):
        for line in range(grid.tall):
            lines.append(_cells(grid, picture, highlights, row, line, rules[3], ascii_only=ascii_only))
        if grid.ruled:
            lines.append(_rule(grid, rules[1], rules[4]))
    if grid.ruled:
        lines[-1] = _rule(grid, rules[2], rules[4])
    return [*lines, labels]


def _rule(grid: Grid, ends: str, stroke: str) -> list[Piece]:
    across = ends[1].join([stroke * grid.wide] * len(grid.columns))
    return [Piece(" " * (grid.margin + 1) + ends[0] + across + ends[2], "rule")]


def _cells(
    grid: Grid, picture: Picture, highlights: Highlights, row: str, line: int, bar: str, *, ascii_only: bool
) -> list[Piece]:
    label = row if line == grid.tall // 2 else ""
    pieces = [Piece(label.rjust(grid.margin) + " ", "label")]
    for column in grid.columns:
        name = f"{column}{grid.joint}{row}"
        if grid.ruled:
            pieces.append(Piece(bar, "rule"))
        text = " " * grid.wide
        if line == grid.tall // 2:
            text = _cell(name, picture, highlights, mark_width(picture), ascii_only=ascii_only).center(
                grid.wide
            )
        pieces.append(Piece(text, highlights.kind(name), name))
    return [*pieces, Piece(bar if grid.ruled else "", "rule"), Piece(f" {label}", "label")]


def _cell(name: str, picture: Picture, highlights: Highlights, width: int, *, ascii_only: bool) -> str:
    left, right = highlights.brackets(name, ascii_only=ascii_only)
    mark = picture.marks.get(name)
    if mark is None:
        dot = "." if ascii_only else "·"
        mark = dot if name in highlights.legal else ""
        if highlights.kind(name) == "legal" and name != highlights.cursor:
            left = right = " "
    return f"{left}{mark.center(width)}{right}"
