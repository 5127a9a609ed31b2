"""Dodgem on a dictionary of cars."""

from __future__ import annotations

from collections import Counter


class Model:
    """The cars by cell, and how often each position has been there."""

    def __init__(self, variant: str = "") -> None:
        self.side = int((variant or "3x3").split("x")[0])
        self.cars = {(0, y): "W" for y in range(1, self.side)} | {(x, 0): "B" for x in range(1, self.side)}
        self.plies = 0
        self.seen = Counter([self.state()])

    def state(self) -> tuple[object, ...]:
        return (tuple(sorted(self.cars.items())), self.plies % 2)

    def legal_moves(self) -> list[str]:
        own = "WB"[self.plies % 2]
        ways = {"W": ((1, 0), (0, 1), (0, -1)), "B": ((0, 1), (1, 0), (-1, 0))}[own]
        found = []
        for (x, y), car in self.cars.items():
            if car != own:
                continue
            name = f"{'abcdefgh'[x]}{y + 1}"
            for dx, dy in ways:
                cell = (x + dx, y + dy)
                if cell[0 if own == "W" else 1] == self.side:
                    found.append(f"{name}-off")
                elif all(0 <= part < self.side for part in cell) and cell not in self.cars:
                    found.append(f"{name}-{'abcdefgh'[cell[0]]}{cell[1] + 1}")
        return found

    def play(self, move: str) -> None:
        source, target = move.split("-")
        car = self.cars.pop(("abcdefgh".index(source[0]), int(source[1:]) - 1))
        if target != "off":
            self.cars["abcdefgh".index(target[0]), int(target[1:]) - 1] = car
        self.plies += 1
        self.seen[self.state()] += 1

    def marks(self) -> dict[str, str]:
        return {f"{'abcdefgh'[x]}{y + 1}": car for (x, y), car in self.cars.items()}

    def result(self) -> str | None:
        for car, player in (("W", "first"), ("B", "second")):
            if car not in self.cars.values():
                return player
        if not self.legal_moves():
            return "first" if self.plies % 2 == 0 else "second"
        return "draw" if self.seen[self.state()] == 3 else None
