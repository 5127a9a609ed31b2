"""Hex by walking from edge to edge."""

from __future__ import annotations

NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1))


class Model:
    """The stones by cell."""

    def __init__(self, variant: str = "") -> None:
        self.columns, self.rows = map(int, (variant or "7x7").split("x"))
        self.stones: dict[tuple[int, int], str] = {}

    def legal_moves(self) -> list[str]:
        cells = [(x, y) for x in range(self.columns) for y in range(self.rows)]
        return [f"{'abcdefgh'[x]}{y + 1}" for x, y in cells if (x, y) not in self.stones]

    def play(self, move: str) -> None:
        cell = ("abcdefgh".index(move[0]), int(move[1:]) - 1)
        self.stones[cell] = "RB"[len(self.stones) % 2]

    def marks(self) -> dict[str, str]:
        return {f"{'abcdefgh'[x]}{y + 1}": stone for (x, y), stone in self.stones.items()}

    def result(self) -> str | None:
        if self.joins("R", 1, self.rows - 1):
            return "first"
        return "second" if self.joins("B", 0, self.columns - 1) else None

    def joins(self, colour: str, axis: int, last: int) -> bool:
        """Whether stones of a colour lead from 0 to the last along an axis."""
        waiting = [cell for cell, stone in self.stones.items() if stone == colour and cell[axis] == 0]
        seen = set(waiting)
        while waiting:
            x, y = waiting.pop()
            if (x, y)[axis] == last:
                return True
            for dx, dy in NEIGHBOURS:
                cell = (x + dx, y + dy)
                if self.stones.get(cell) == colour and cell not in seen:
                    seen.add(cell)
                    waiting.append(cell)
        return False
