"""Isolation on a set of cells that are left."""

from __future__ import annotations


class Model:
    """The cells that are left, and where the two pieces stand."""

    def __init__(self, variant: str = "") -> None:
        columns, rows = map(int, (variant or "6x8").split("x"))
        self.all = {(x, y) for x in range(columns) for y in range(rows)}
        self.left = set(self.all)
        middle = (columns - 1) // 2
        self.pieces = [(middle, 0), (columns - 1 - middle, rows - 1)]
        self.plies = 0

    def legal_moves(self) -> list[str]:
        (x, y), other = self.pieces[self.plies % 2], self.pieces[1 - self.plies % 2]
        found = []
        for step in self.left - {(x, y), other}:
            if max(abs(step[0] - x), abs(step[1] - y)) == 1:
                found += [f"{name(step)}x{name(cell)}" for cell in self.left - {step, other}]
        return found

    def play(self, move: str) -> None:
        step, gone = (("abcdefgh".index(cell[0]), int(cell[1:]) - 1) for cell in move.split("x"))
        self.pieces[self.plies % 2] = step
        self.left.remove(gone)
        self.plies += 1

    def marks(self) -> dict[str, str]:
        gone = {name(cell): "#" for cell in self.all - self.left}
        return gone | {name(self.pieces[0]): "W", name(self.pieces[1]): "B"}

    def result(self) -> str | None:
        return None if self.legal_moves() else ("second", "first")[self.plies % 2]


def name(cell: tuple[int, int]) -> str:
    """A cell as people write it."""
    return f"{'abcdefgh'[cell[0]]}{cell[1] + 1}"
