"""Reversi on a dictionary of discs."""

from __future__ import annotations

WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


class Model:
    """The discs by cell."""

    def __init__(self, variant: str = "") -> None:
        self.columns, self.rows = map(int, (variant or "8x8").split("x"))
        x, y = self.columns // 2, self.rows // 2
        self.discs = {(x - 1, y - 1): "W", (x, y): "W", (x - 1, y): "B", (x, y - 1): "B"}
        self.plies = 0

    def turned(self, cell: tuple[int, int], own: str) -> list[tuple[int, int]]:
        """The discs that a new one turns over."""
        found = []
        if cell not in self.discs:
            for dx, dy in WAYS:
                line = []
                x, y = cell[0] + dx, cell[1] + dy
                while self.discs.get((x, y), own) != own:
                    line.append((x, y))
                    x, y = x + dx, y + dy
                if (x, y) in self.discs:
                    found += line
        return found

    def places(self, own: str) -> list[str]:
        return [
            f"{'abcdefgh'[x]}{y + 1}"
            for x in range(self.columns)
            for y in range(self.rows)
            if self.turned((x, y), own)
        ]

    def legal_moves(self) -> list[str]:
        return self.places("BW"[self.plies % 2]) or ["pass"]

    def play(self, move: str) -> None:
        own = "BW"[self.plies % 2]
        if move != "pass":
            cell = ("abcdefgh".index(move[0]), int(move[1:]) - 1)
            for each in [*self.turned(cell, own), cell]:
                self.discs[each] = own
        self.plies += 1

    def marks(self) -> dict[str, str]:
        return {f"{'abcdefgh'[x]}{y + 1}": disc for (x, y), disc in self.discs.items()}

    def result(self) -> str | None:
        if self.places("B") or self.places("W"):
            return None
        black, white = (list(self.discs.values()).count(disc) for disc in "BW")
        return "first" if black > white else "second" if white > black else "draw"
