"""Where on a drawn screen something is: read off the characters, as a person does."""

from __future__ import annotations

import re


def find_drawn_cell(screen: str, column: str, row: str) -> tuple[int, int]:
    """Where a cell is drawn: under the label of its column, beside the label of its row.

    Of many columns only some have a label; the others stand evenly between them.
    """
    lines = screen.splitlines()
    labels = re.compile(r"^ *(?:[a-z]+|-?[0-9]+)(?: +(?:[a-z]+|-?[0-9]+))*(?= *(?:│|\||$))")
    rows = re.compile(rf"^ *{re.escape(row)} (?=[ │|┆:←<>.·({{\[*!?XOWB])")
    above = next(match[0] for line in lines[1:] if (match := labels.match(line)))
    middles = {
        column_number(label[0]): (label.start() + label.end()) // 2 for label in re.finditer(r"\S+", above)
    }
    y = next(y for y, line in enumerate(lines[1:], start=1) if rows.match(line))
    wanted = column_number(column)
    if wanted in middles:
        return middles[wanted], y
    (first, left), *_, (last, right) = middles.items()
    return left + round((wanted - first) * (right - left) / (last - first)), y


def column_number(label: str) -> int:
    """Columns in the order in which they stand: a, b, … z, aa, ab, … or whole numbers."""
    if not label.isalpha():
        return int(label)
    return sum((ord(letter) - ord("a") + 1) * 26**place for place, letter in enumerate(reversed(label)))
