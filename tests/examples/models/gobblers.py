"""Gobblet Gobblers as nine stacks of pieces."""

from __future__ import annotations

from collections import Counter

CELLS = [f"{column}{row}" for row in "123" for column in "abc"]
ROWS = (
    *("a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3"),
    *("a1 b2 c3", "a3 b2 c1"),
)
SIZES = "SML"


class Model:
    """What stands on each cell, the largest last: capitals are the first player's."""

    def __init__(self, variant: str = "") -> None:
        assert not variant
        self.stacks: dict[str, list[str]] = {cell: [] for cell in CELLS}
        self.hands = [Counter(S=2, M=2, L=2), Counter(S=2, M=2, L=2)]
        self.plies = 0
        self.seen = Counter([self.state()])

    def state(self) -> tuple[object, ...]:
        return (*(tuple(stack) for stack in self.stacks.values()), self.plies % 2)

    def is_own(self, piece: str) -> bool:
        return piece.isupper() == (self.plies % 2 == 0)

    def fits(self, size: str, cell: str) -> bool:
        stack = self.stacks[cell]
        return not stack or SIZES.index(stack[-1].upper()) < SIZES.index(size)

    def legal_moves(self) -> list[str]:
        found = [
            f"{size}*{cell}"
            for size in SIZES
            if self.hands[self.plies % 2][size]
            for cell in CELLS
            if self.fits(size, cell)
        ]
        for source, stack in self.stacks.items():
            if stack and self.is_own(stack[-1]):
                found += [f"{source}-{cell}" for cell in CELLS if self.fits(stack[-1].upper(), cell)]
        return found

    def play(self, move: str) -> None:
        if "*" in move:
            size, target = move.split("*")
            self.hands[self.plies % 2][size] -= 1
            piece = size if self.plies % 2 == 0 else size.lower()
        else:
            source, target = move.split("-")
            piece = self.stacks[source].pop()
        self.stacks[target].append(piece)
        self.plies += 1
        self.seen[self.state()] += 1

    def marks(self) -> dict[str, str]:
        return {cell: stack[-1] for cell, stack in self.stacks.items() if stack}

    def has_row(self, first: bool) -> bool:
        marks = self.marks()
        return any(
            all(cell in marks and marks[cell].isupper() == first for cell in row.split()) for row in ROWS
        )

    def result(self) -> str | None:
        to_move_is_first = self.plies % 2 == 0
        for is_first in (to_move_is_first, not to_move_is_first):
            if self.has_row(is_first):
                return "first" if is_first else "second"
        return "draw" if self.seen[self.state()] == 3 else None
