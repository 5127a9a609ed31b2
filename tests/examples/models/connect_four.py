"""Connect Four as stacks of discs."""

from __future__ import annotations


class Model:
    """A list of discs for each column, the lowest first."""

    def __init__(self, variant: str = "") -> None:
        columns, self.rows = map(int, (variant or "7x6").split("x"))
        self.stacks: list[list[str]] = [[] for _ in range(columns)]
        self.plies = 0

    def legal_moves(self) -> list[str]:
        return ["abcdefgh"[i] for i, stack in enumerate(self.stacks) if len(stack) < self.rows]

    def play(self, move: str) -> None:
        self.stacks["abcdefgh".index(move)].append("XO"[self.plies % 2])
        self.plies += 1

    def marks(self) -> dict[str, str]:
        return {
            f"{'abcdefgh'[x]}{y + 1}": disc
            for x, stack in enumerate(self.stacks)
            for y, disc in enumerate(stack)
        }

    def result(self) -> str | None:
        for name, player in (("X", "first"), ("O", "second")):
            for x in range(len(self.stacks)):
                for y in range(self.rows):
                    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                        if all(self.disc(x + k * dx, y + k * dy) == name for k in range(4)):
                            return player
        return None if self.legal_moves() else "draw"

    def disc(self, x: int, y: int) -> str:
        inside = 0 <= x < len(self.stacks) and 0 <= y < len(self.stacks[x])
        return self.stacks[x][y] if inside else ""
