"""What a move changes on a board, and the boards of a trace made from that again."""

from __future__ import annotations

from typing import Any

from plyground.game import Game


def compare_marks(before: dict[str, str], after: dict[str, str]) -> dict[str, str]:
    """The cells whose marks differ, with the new marks; an empty text if there is none any more.

    >>> compare_marks({"a1": "X", "b1": "O"}, {"b1": "O", "c1": "X"})
    {'c1': 'X', 'a1': ''}
    """
    changed = {cell: mark for cell, mark in after.items() if before.get(cell) != mark}
    return changed | {cell: "" for cell in before if cell not in after}


def changed_marks(game: Game, before: Any, after: Any, move: int) -> dict[str, str]:
    """The cells that a move has changed, with what stands there after it."""
    known = game.changed_marks(after, move)
    if known is not None:
        return known
    return compare_marks(game.picture(before).marks, game.picture(after).marks)


def marks_at(tree: list[dict[str, Any]], start: dict[str, str], node: int | None) -> dict[str, str]:
    """What stands on the board of a node of a trace, whose root shows `start`."""
    way: list[dict[str, str]] = []
    while node is not None:
        way.append(tree[node]["marks"])
        node = tree[node]["parent"]
    marks = dict(start)
    for changes in reversed(way):
        marks.update(changes)
    return {cell: mark for cell, mark in marks.items() if mark}
