"""Nim on a list of heaps."""

from __future__ import annotations


class Model:
    """How much is left of each heap."""

    def __init__(self, variant: str = "") -> None:
        words = [word for word in variant.split(",") if word]
        sizes = {"a": 1, "b": 3, "c": 5, "d": 7}
        sizes |= {word[0]: int(word[2:]) for word in words if word != "misere"}
        self.heaps = sizes
        self.misere = "misere" in words
        self.plies = 0

    def legal_moves(self) -> list[str]:
        return [f"{heap}{number}" for heap, size in self.heaps.items() for number in range(1, size + 1)]

    def play(self, move: str) -> None:
        self.heaps[move[0]] = int(move[1:]) - 1
        self.plies += 1

    def marks(self) -> dict[str, str]:
        return {f"{heap}{number + 1}": "o" for heap, size in self.heaps.items() for number in range(size)}

    def result(self) -> str | None:
        if any(self.heaps.values()):
            return None
        took_last = (self.plies - 1) % 2
        return ("first", "second")[1 - took_last if self.misere else took_last]
