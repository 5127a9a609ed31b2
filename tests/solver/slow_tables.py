"""All results of a small Squeeze-It board, worked out with nothing but the slow model of its rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import TypeAlias

import numpy as np

from plyground.games.squeeze import Position
from tests import reference

Cells: TypeAlias = frozenset[tuple[int, int]]
Place: TypeAlias = tuple[Cells, Cells]
"""The pieces of the side to move and of the other side."""
Result: TypeAlias = tuple[str, int | None]
"""win, loss or draw for the side to move, and how many plies it takes."""

DRAW: Result = ("draw", None)


class SlowBoard:
    """One size of board, seen through the model."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.model = reference.Squeeze(columns, rows, limit=0)

    def places(self) -> Iterator[Place]:
        """Every position in which the side that has just moved has a piece."""
        cells = [(column, row) for column in range(self.columns) for row in range(self.rows)]
        for own in range(self.columns + 1):
            for mine in combinations(cells, own):
                free = [cell for cell in cells if cell not in mine]
                for other in range(1, self.columns + 1):
                    for theirs in combinations(free, other):
                        yield frozenset(mine), frozenset(theirs)

    def after(self, place: Place) -> set[Place]:
        """What the moves of a position lead to."""
        own, other = place
        board = dict.fromkeys(own, "W") | dict.fromkeys(other, "B")
        boards = [self.model._after(board, 0, move) for move in self.model._moves(board, 0)]
        return {
            (
                frozenset(cell for cell, piece in board.items() if piece == "B"),
                frozenset(cell for cell, piece in board.items() if piece == "W"),
            )
            for board in boards
        }


def position(place: Place) -> Position:
    """The same position as the game writes it."""
    own, other = (np.uint64(sum(1 << row * 8 + column for column, row in cells)) for cells in place)
    return Position(own, other, 0)


def best(results: list[Result]) -> Result:
    """The result for a side that can choose among these results for the other side."""
    wins = [plies for value, plies in results if value == "loss" and plies is not None]
    if wins:
        return "win", min(wins) + 1
    losses = [plies for value, plies in results if value == "win" and plies is not None]
    return ("loss", max(losses, default=-1) + 1) if len(losses) == len(results) else DRAW


@cache
def graph(columns: int, rows: int) -> dict[Place, set[Place]]:
    """Every position and what its moves lead to."""
    board = SlowBoard(columns, rows)
    return {place: board.after(place) for place in board.places()}


@cache
def results(columns: int, rows: int) -> dict[Place, Result]:
    """The result of every position without limit: all are draws until nothing changes any more."""
    found = dict.fromkeys(graph(columns, rows), DRAW)
    plies = 0
    while True:  # in round n those are found that end in n plies, so that the first found is right
        new = {}
        for place, after in graph(columns, rows).items():
            if found[place] == DRAW:
                result = best([found[each] for each in after])
                if result != DRAW:
                    assert result[1] == plies
                    new[place] = result
        if not new:
            return found
        found |= new
        plies += 1


def results_at_limit(columns: int, rows: int, before: dict[Place, Result] | None) -> dict[Place, Result]:
    """The result of every position with a limit, by those with one ply less; None where none is left."""
    found = {}
    for place, after in graph(columns, rows).items():
        lead = len(place[0]) - len(place[1])
        if before is not None or not after:
            found[place] = best([(before or {})[each] for each in after])
        else:
            found[place] = ("win" if lead > 0 else "loss", 0) if lead else DRAW
    return found
