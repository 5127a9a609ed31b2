"""Hexapawn on a dictionary of pieces."""

from __future__ import annotations


class Model:
    """The pieces by cell."""

    def __init__(self, variant: str = "") -> None:
        self.columns, self.rows = map(int, (variant or "3x3").split("x"))
        self.pieces = {}
        for x in range(self.columns):
            self.pieces[x, 0] = "W"
            self.pieces[x, self.rows - 1] = "B"
        self.plies = 0

    def legal_moves(self) -> list[str]:
        own, ahead = ("W", 1) if self.plies % 2 == 0 else ("B", -1)
        found = []
        for (x, y), piece in self.pieces.items():
            for target in ((x - 1, y + ahead), (x, y + ahead), (x + 1, y + ahead)):
                inside = 0 <= target[0] < self.columns and 0 <= target[1] < self.rows
                there = self.pieces.get(target)
                fits = there is None if target[0] == x else there not in (None, own)
                if piece == own and inside and fits:
                    found.append(f"{'abcdefgh'[x]}{y + 1}-{'abcdefgh'[target[0]]}{target[1] + 1}")
        return found

    def play(self, move: str) -> None:
        source, target = (("abcdefgh".index(cell[0]), int(cell[1:]) - 1) for cell in move.split("-"))
        self.pieces[target] = self.pieces.pop(source)
        self.plies += 1

    def marks(self) -> dict[str, str]:
        return {f"{'abcdefgh'[x]}{y + 1}": piece for (x, y), piece in self.pieces.items()}

    def result(self) -> str | None:
        if any(self.pieces.get((x, self.rows - 1)) == "W" for x in range(self.columns)):
            return "first"
        if any(self.pieces.get((x, 0)) == "B" for x in range(self.columns)):
            return "second"
        if not self.legal_moves():
            return "second" if self.plies % 2 == 0 else "first"
        return None
