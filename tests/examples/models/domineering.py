"""Domineering on a set of free cells."""

from __future__ import annotations


class Model:
    """What covers each cell."""

    def __init__(self, variant: str = "") -> None:
        self.columns, self.rows = map(int, (variant or "6x6").split("x"))
        self.cover: dict[str, str] = {}
        self.plies = 0

    def legal_moves(self) -> list[str]:
        right, up = (0, 1) if self.plies % 2 == 0 else (1, 0)
        found = []
        for x in range(self.columns - right):
            for y in range(self.rows - up):
                one = f"{'abcdefgh'[x]}{y + 1}"
                two = f"{'abcdefgh'[x + right]}{y + up + 1}"
                if one not in self.cover and two not in self.cover:
                    found.append(f"{one}-{two}")
        return found

    def play(self, move: str) -> None:
        for cell in move.split("-"):
            self.cover[cell] = "|="[self.plies % 2]
        self.plies += 1

    def marks(self) -> dict[str, str]:
        return self.cover

    def result(self) -> str | None:
        return None if self.legal_moves() else ("second", "first")[self.plies % 2]
