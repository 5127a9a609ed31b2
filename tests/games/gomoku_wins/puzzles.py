"""Positions with a known forced win, and positions where the win that tempts is none.

They are kept in data/gomoku/puzzles.json and written there by `python -m tests.make_puzzles`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.games.gomoku_wins.stones import Cell, Size, Stones

DATA = Path(__file__).parents[2] / "data" / "gomoku" / "puzzles.json"
KINDS = ("fours", "threats", "mixed", "fails")

Shape = tuple[tuple[int, int, bool], ...]
"""Stones by column, row and whether they belong to the side to move."""


@dataclass(frozen=True)
class Puzzle:
    """A position and what is known of it."""

    game: str
    moves: str
    kind: str
    """`fours`: fours alone win. `threats`: they do not, and a three does. `mixed`: they do not, but the
    win begins with a four. `fails`: there are fours to make, and whatever is played, the other side wins."""
    first: str
    """Moves that win; of a position that fails the fours that tempt."""
    plies: int
    """To the end of the game against the longest defence, by the moves of the engine that wins."""
    source: str

    @property
    def size(self) -> Size | None:
        """The field."""
        _, _, variant = self.game.partition(":")
        if not variant:
            return None
        columns, rows = variant.split("x")
        return int(columns), int(rows)

    @property
    def stones(self) -> Stones:
        """The position."""
        return Stones.after(self.size, [read_cell(text) for text in self.moves.split()])


def cell_text(cell: Cell, size: Size | None) -> str:
    """A cell as the game writes it."""
    return f"{cell[0]},{cell[1]}" if size is None else f"{chr(ord('a') + cell[0])}{cell[1] + 1}"


def read_cell(text: str) -> Cell:
    """The cell that is written so."""
    if "," in text:
        column, row = text.split(",")
        return int(column), int(row)
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def moves_text(stones: Stones) -> str:
    """The stones in an order in which they could have been played."""
    sides = [sorted(cell for cell, owner in stones.taken.items() if owner == side) for side in (0, 1)]
    cells = [sides[ply % 2][ply // 2] for ply in range(len(stones.taken))]
    return " ".join(cell_text(cell, stones.size) for cell in cells)


def shape(stones: Stones) -> Shape:
    """Equal for positions that are the same but for turning, mirroring, moving and swapping the sides."""
    images = []
    for flip in (1, -1):
        for turns in range(4):
            image = []
            for (column, row), owner in stones.taken.items():
                cell = (flip * column, row)
                for _ in range(turns):
                    cell = (-cell[1], cell[0])
                image.append((*cell, owner == stones.turn))
            left, bottom = (min(stone[axis] for stone in image) for axis in (0, 1))
            images.append(tuple(sorted((column - left, row - bottom, own) for column, row, own in image)))
    return min(images)


def load() -> list[Puzzle]:
    """Every puzzle there is."""
    return [Puzzle(**entry) for entry in json.loads(DATA.read_text(encoding="utf-8"))]


def save(puzzles: Iterable[Puzzle]) -> None:
    """Write the file, one puzzle a line."""
    lines = [json.dumps(asdict(puzzle)) for puzzle in puzzles]
    DATA.parent.mkdir(exist_ok=True)
    DATA.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
