"""A puzzle as plain data, for pages: those of a server, and those that were exported."""

from __future__ import annotations

from typing import Any

from plyground.puzzles.puzzle import Puzzle


def puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as a page needs it (`PuzzleView` of docs/web-api.md).

    >>> data = puzzle_data(Puzzle("noughts", "3/1O1/X1X O", "defence", 2, ("b1",), (("b1",),)))
    >>> data["id"], data["steps"]
    ('d4a93d01c8', [['b1']])
    """
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "position": puzzle.position,
        "kind": puzzle.kind,
        "plies": puzzle.plies,
        "solution": [*puzzle.solution],
        "steps": [[*step] for step in puzzle.steps],
        "within": puzzle.within,
        "themes": [*puzzle.themes],
        "rating": puzzle.rating,
    }
