"""Positions drawn by hand, with X to move."""

from __future__ import annotations

from tests.games.gomoku_wins.stones import Cell, Size, Stones

DRAWN = (
    # two open threes at once
    """
    . . . . . . .
    . . . X . . .
    . . . X . . .
    . . . . X X .
    . O . . O O .
    . . O . . . .
    """,
    # a four that makes an open three
    """
    . . . . . . .
    . O X X X . .
    . . . . . . .
    . O . . . X O
    . O . . . X .
    . . . O . . .
    """,
    # a three whose answers all meet a four
    """
    . . . . . . . .
    . O X X . . . .
    . . . O X . . .
    . . X . . O . .
    . . . . X . O .
    . O . . . . . .
    """,
    # two open twos that cross, with fours of the other side in between
    """
    . . . . . . . . .
    . X O O O . . . .
    . . . . . . X . .
    . . X X . . . . .
    . . . . X . O . .
    . . . . X O . . .
    . . O . . . . . .
    """,
)


def drawn_stones(drawing: str, size: Size | None, corner: Cell) -> Stones:
    """A drawing on a field, its lowest cell at this one."""
    sides: tuple[list[Cell], list[Cell]] = ([], [])
    for up, line in enumerate(reversed(drawing.split("\n")[1:-1])):
        for right, mark in enumerate(line.split()):
            if mark != ".":
                sides["XO".index(mark)].append((corner[0] + right, corner[1] + up))
    return Stones.after(size, [cell for pair in zip(*sides, strict=True) for cell in pair])
