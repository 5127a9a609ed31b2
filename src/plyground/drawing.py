"""Boards as text and as SVG, for any game: a grid with coordinates, marks, the last move and a line."""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from itertools import chain, product
from typing import Final

from plyground.game_values import GAP, Picture, cells_of

# left, joint, right of the top, middle and bottom rule, then the bar and the stroke
UNICODE_RULES: Final = ("┌┬┐", "├┼┤", "└┴┘", "│", "─")
ASCII_RULES: Final = ("+++", "+++", "+++", "|", "-")
ASCII_GAP: Final = "~"


def draw_text(
    picture: Picture,
    last: Collection[str] = (),
    line: Collection[str] = (),
    *,
    ascii_only: bool = False,
) -> str:
    """The board as lines of text: `*X*` is the line that decided the game, `[X]` the last move beside it.

    >>> board = Picture(("a", "b"), ("1", "2"), {"a1": "X", "b2": "O"})
    >>> print(draw_text(board, last=["b2"], ascii_only=True))
        a   b
      +---+---+
    2 |   |[O]| 2
      +---+---+
    1 | X |   | 1
      +---+---+
        a   b
    """
    top, middle, bottom, bar, stroke = ASCII_RULES if ascii_only else UNICODE_RULES
    left = chain.from_iterable(picture.trays)
    width = max(len(mark) for mark in (*picture.marks.values(), *left, *picture.columns, "X"))
    margin = max(len(label) for label in picture.rows)

    def rule(ends: str) -> str:
        return " " * (margin + 1) + ends[0] + ends[1].join([stroke * (width + 2)] * len(columns)) + ends[2]

    def cell(name: str) -> str:
        mark = picture.marks.get(name, "").center(width)
        brackets = _brackets(name, last, line)
        return f"{brackets[0]}{mark}{brackets[1]}"

    columns = picture.columns
    labels = (" " * (margin + 2) + " ".join(label.center(width + 2) for label in columns)).rstrip()
    lines = [labels, rule(top)]
    for row in reversed(picture.rows):
        cells = bar.join(cell(f"{column}{picture.joint}{row}") for column in columns)
        lines += [f"{row.rjust(margin)} {bar}{cells}{bar} {row}", rule(middle)]
    lines[-1] = rule(bottom)
    text = "\n".join([*lines, labels])
    return text.replace(GAP, ASCII_GAP) if ascii_only else text


def _brackets(name: str, last: Collection[str], line: Collection[str]) -> str:
    if name in line:  # the last stone is mostly in the line, which is to be seen whole
        return "**"
    return "[]" if name in last else "  "


CELL: Final = 48
MARGIN: Final = 28

STYLE: Final = """
.plyground { font-family: system-ui, sans-serif; }
.plyground .paper { fill: #fbfaf7; }
.plyground .cell { fill: #ffffff; stroke: #c9c4b8; }
.plyground .gap { fill: #fbfaf7; stroke: #c9c4b8; }
.plyground .last { fill: #fbe9b3; }
.plyground .line { fill: #cfe8cf; }
.plyground .last.line { stroke: #d9a400; stroke-width: 3; }
.plyground .label { fill: #77726a; font-size: 13px; }
.plyground .mark { fill: #2b2a28; font-size: 22px; }
.plyground .cross { stroke: #b3402f; stroke-width: 4; stroke-linecap: round; }
.plyground .ring { fill: none; stroke: #2f5fb3; stroke-width: 4; }
.plyground .light { fill: #ffffff; stroke: #55524c; stroke-width: 2; }
.plyground .dark { fill: #3a3834; stroke: #1f1e1c; stroke-width: 2; }
.plyground text { text-anchor: middle; dominant-baseline: central; }
""".strip()


def draw_svg(
    picture: Picture,
    last: Collection[str] = (),
    line: Collection[str] = (),
    title: str = "",
) -> str:
    """The board as an SVG document that needs nothing from outside.

    Its length is that of its labels, its marks and what is highlighted: empty cells are two lines crossing.
    """
    columns, rows = picture.columns, picture.rows[::-1]
    right, bottom = MARGIN + len(columns) * CELL, MARGIN + len(rows) * CELL
    width, height = right + MARGIN, bottom + MARGIN
    cells, marks = [], []
    for (y, row), (x, column) in product(enumerate(rows), enumerate(columns)):
        name = f"{column}{picture.joint}{row}"
        if name in last or name in line:
            kind = " ".join(kind for kind, cells in (("last", last), ("line", line)) if name in cells)
            cells.append(
                f'<rect class="cell {kind}" data-cell="{escape(name)}" x="{MARGIN + x * CELL}" '
                f'y="{MARGIN + y * CELL}" width="{CELL}" height="{CELL}"/>'
            )
        if name in picture.marks:
            mark = picture.marks[name]
            marks.append(_mark(mark, picture.shapes.get(mark, ""), _middle(x), _middle(y)))
    across = "".join(f"M{MARGIN} {MARGIN + y * CELL}H{right}" for y in range(1, len(rows)))
    down = "".join(f"M{MARGIN + x * CELL} {MARGIN}V{bottom}" for x in range(1, len(columns)))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plyground" role="img" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        _box("paper", 0, 0, width, height),
        _box("cell", MARGIN, MARGIN, right - MARGIN, bottom - MARGIN),
        f'<path class="cell" d="{across}{down}"/>',
    ]
    for x in (x for x, column in enumerate(columns) if column == GAP):
        parts.append(_box("gap", MARGIN + x * CELL, MARGIN, CELL, bottom - MARGIN))
    for y in (y for y, row in enumerate(rows) if row == GAP):
        parts.append(_box("gap", MARGIN, MARGIN + y * CELL, right - MARGIN, CELL))
    parts += cells + marks
    for x, column in enumerate(columns):
        parts += [_label(column, _middle(x), y) for y in (MARGIN / 2, height - MARGIN / 2)]
    for y, row in enumerate(rows):
        parts += [_label(row, x, _middle(y)) for x in (MARGIN / 2, width - MARGIN / 2)]
    return "\n".join([*parts, "</svg>"])


def hidden_note(picture: Picture) -> str:
    """What to say if pieces of an endless board are too far away to be drawn; empty if all are drawn.

    >>> hidden_note(Picture(("0", "1"), ("0",), {"0,0": "X", "900,0": "O"}, joint=",", endless=True))
    '(not shown: 1 piece far away)'
    """
    count = len(picture.marks.keys() - cells_of(picture)) if picture.endless else 0
    return f"(not shown: {count} {'piece' if count == 1 else 'pieces'} far away)" if count else ""


def _box(kind: str, x: int, y: int, width: int, height: int) -> str:
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}"/>'


def _middle(index: int) -> float:
    return MARGIN + index * CELL + CELL / 2


def _label(text: str, x: float, y: float) -> str:
    return f'<text class="label" x="{x:g}" y="{y:g}">{escape(text)}</text>'


def _mark(mark: str, shape: str, x: float, y: float) -> str:
    reach = CELL * 0.28
    if shape == "cross":
        west, east, north, south = x - reach, x + reach, y - reach, y + reach
        stroke = f"M{west:g} {north:g}L{east:g} {south:g}M{east:g} {north:g}L{west:g} {south:g}"
        return f'<path class="cross" d="{stroke}"/>'
    if shape in ("ring", "light", "dark"):
        return f'<circle class="{shape}" cx="{x:g}" cy="{y:g}" r="{reach * 1.1:g}"/>'
    return f'<text class="mark" x="{x:g}" y="{y:g}">{escape(mark)}</text>'
