"""The human half of Squeeze-It: its names, notation, drawing and words."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from plyground.bits import bit, popcount
from plyground.cells import cell_name
from plyground.ending_words import count_words
from plyground.errors import IllegalPosition
from plyground.game import Numbering, Part, TableGame
from plyground.games.lines import set_cells
from plyground.games.squeeze.ranking import (
    STRIDE,
    Endgames,
    Position,
    count_positions,
    no_endgames,
    number_positions,
)
from plyground.games.squeeze.rules import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Rules,
    empty_cells,
    reached_cells,
    squeezing_cells,
)
from plyground.positions import shorten
from plyground.variants import Number, Size


def bit_index(column: int, row: int) -> int:
    """The bit of a cell."""
    return row * STRIDE + column


def bit_name(index: int) -> str:
    """The name of the cell with this bit."""
    return cell_name(index % STRIDE, index // STRIDE)


def filled_rows(columns: int, rows: range) -> np.uint64:
    """Every cell of these rows."""
    return np.uint64(sum(1 << bit_index(column, row) for row in rows for column in range(columns)))


def straight_way(source: int, target: int) -> range | None:
    """The cells that a slide from one cell to another enters, or None if no slide leads there.

    >>> list(straight_way(0, 24)), straight_way(0, 9)
    ([8, 16, 24], None)
    """
    if source // STRIDE == target // STRIDE:
        step = EAST if source < target else WEST
    elif source % STRIDE == target % STRIDE:
        step = NORTH if source < target else SOUTH
    else:
        return None
    return range(source + step, target + step, step)


class Squeeze(TableGame):
    """Slide like rooks, and take what is squeezed."""

    name = "squeeze"
    title = "Squeeze-It"
    summary = "Slide like rooks; squeeze enemies between your pieces, or yourself between theirs."
    origin = "Inventor unknown; a programming project of courses in artificial intelligence"
    players = ("white", "black")
    mark_texts = ("W", "B")
    mark_shapes = ("light", "dark")
    options = (Size((8, 8), smallest=3, largest=8), Number("limit", 50, 0, 1000))
    words = """\
Two players, white and black, start with their back rows full and take turns to move one piece.
White begins. A piece slides like a rook in chess: any distance along its row or its column, over empty
cells only. Nobody may pass.

A piece that has moved takes what it squeezes, in all directions at once. Here white has just moved the
piece in brackets:

    [W] B  B  W     bookend: an unbroken run of enemies between the piece that moved and another
        x  x        of your own is taken, however long it is;

     B [W] W  B     middle: if an enemy stands directly beyond both ends of the unbroken run of your
     x        x     pieces that the moved piece now belongs to, those two are taken.

Only the piece that moved squeezes: you may step between two enemies without harm.

A player who has no pieces left or cannot move loses. After 50 moves by each side the player with more
pieces wins; equal numbers are a draw.

Variants: any board from 3x3 to 8x8 (squeeze:5x6), another number of moves (squeeze:limit=30), and no
limit at all (squeeze:limit=0), where a position that occurs for the third time is a draw."""

    def setup(self) -> tuple[Rules, Position]:
        columns, rows = self.columns, self.rows
        rules = Rules(
            board=filled_rows(columns, range(rows)),
            limit=self.option("limit"),
            square=columns == rows,
            spare_columns=np.uint64(STRIDE - columns),
            spare_rows=np.uint64(STRIDE * (STRIDE - rows)),
            endgames=no_endgames(),
        )
        white = filled_rows(columns, range(1))
        black = filled_rows(columns, range(rows - 1, rows))
        return rules, Position(white, black, 0)

    @property
    def reasons(self) -> tuple[str, ...]:
        after = f"after {count_words(self.option('limit'), 'move')} each"
        return (
            "{mover} has no pieces left",
            "{mover} cannot move",
            f"{after} both have {{0:piece}}",
            f"{after} {{mover}} has {{0:piece}} to {{1}}",
            f"{after} {{other}} has {{0:piece}} to {{1}}",
        )

    def numbering(self, most: int | None = None) -> Numbering | None:
        return number_positions(self.columns, self.rows, most)

    def number_of_positions(self, most: int | None = None) -> int:
        return count_positions(self.columns, self.rows, most)

    def use_endgames(self, codes: npt.NDArray[np.uint8], most: int | None) -> None:
        numbering = self.numbering(most)
        assert numbering is not None
        pieces = 2 * self.columns if most is None else most
        self.rules = self.rules._replace(endgames=Endgames(pieces, numbering.tables, codes))

    def unlimited(self) -> Squeeze:
        return self if self.option("limit") == 0 else Squeeze(f"{self.columns}x{self.rows},limit=0")

    def limited(self) -> Squeeze:
        return Squeeze(f"{self.columns}x{self.rows}")

    def move_text(self, move: int) -> str:
        return f"{bit_name(move >> 6)}-{bit_name(move & 63)}"

    def picks(self, pos: Position, move: int) -> tuple[str, ...]:
        return self.cells(pos, move)

    def cells(self, pos: Position, move: int) -> tuple[str, ...]:
        return bit_name(move >> 6), bit_name(move & 63)

    def typed(self, pos: Position, text: str) -> str:
        """`row col row col`, counted from 0 at the top left, as the first Squeeze-It players typed it."""
        words = text.split()
        if len(words) != 4 or not all(word.isdecimal() for word in words):
            return text
        numbers = [int(word) for word in words]
        cells = [(column, self.rows - 1 - row) for row, column in (numbers[:2], numbers[2:])]
        if any(column >= self.columns or row < 0 for column, row in cells):
            return text
        return "-".join(cell_name(column, row) for column, row in cells)

    def why_not(self, pos: Position, text: str) -> str:
        names = text.split("-")
        if len(names) != 2 or not all(names):
            return f"{text!r} is no move; write two cells like a1-a{max(2, self.rows - 2)}"
        source, target = (self.bit_at(name) for name in names)
        if source is None or target is None:
            return self.no_cell(names[0] if source is None else names[1])
        if bit(source) & pos.other:
            return f"{names[0]} is {self.players[1 - (pos.ply & 1)]}'s piece"
        if not bit(source) & pos.own:
            return f"{names[0]} is empty"
        if source == target:
            return f"{text} does not move"
        way = straight_way(source, target)
        if way is None:
            return f"{text} is not along a row or a column"
        blocked = next(cell for cell in way if bit(cell) & (pos.own | pos.other))
        return f"{text} is blocked at {bit_name(blocked)}"

    def bit_at(self, name: str) -> int | None:
        """The bit of the cell with this name, or None if there is none."""
        cell = self.cell_at(name)
        return None if cell is None else self.bit_of(cell)

    def side_to_move(self, pos: Position) -> int:
        return pos.ply & 1

    def estimate_parts(self, pos: Position) -> tuple[Part, ...]:
        own, other, empty = pos.own, pos.other, empty_cells(self.rules, pos)
        mine, theirs = reached_cells(own, empty), reached_cells(other, empty)
        now = popcount(mine & squeezing_cells(own, other, empty))
        later = popcount(theirs & squeezing_cells(other, own, empty))
        return (
            Part("pieces", int(popcount(own)), int(popcount(other)), 100),
            Part("cells to take from at once", int(now), 0, 30),
            Part("cells to take from a move later", 0, int(later), 10),
            Part("cells in reach", int(popcount(mine)), int(popcount(theirs)), 2),
        )

    def position_text(self, pos: Position) -> str:
        """The rows from the top down, the side to move, and, if there is a limit, the moves made so far."""
        made = f" {pos.ply}" if self.option("limit") else ""
        return f"{self.rows_text(self.pieces(pos))} {self.players[pos.ply & 1]}{made}"

    def setup_text(self, marks: Mapping[str, str], side: int) -> str:
        """Moves are counted from here on: the first that are left out are those of white."""
        return self.rows_setup(marks, side) + (f" {side}" if self.option("limit") else "")

    def read_position(self, text: str) -> Position:
        limit = self.option("limit")
        words = text.split()
        if len(words) != (3 if limit else 2):
            made = ", the side to move and the moves made so far" if limit else " and the side to move"
            example = self.position_text(self.start)
            raise IllegalPosition(f"write the rows from the top down{made}, like {example!r}")
        pieces = self.read_rows(words[0], "WB")
        side = self.read_player(words[1])
        counts = [list(pieces.values()).count(letter) for letter in "WB"]
        for player, count in zip(self.players, counts, strict=True):
            if count > self.columns:
                raise IllegalPosition(f"{player} has {count} pieces; a side begins with {self.columns}")
        if counts[1 - side] == 0:
            raise IllegalPosition(f"{self.players[1 - side]} has no pieces, although it moved last")
        ply = self.read_ply(words[2], side) if limit else side
        sets = [
            np.uint64(sum(1 << self.bit_of(cell) for cell, piece in pieces.items() if piece == letter))
            for letter in "WB"
        ]
        return Position(sets[side], sets[1 - side], ply)

    def read_ply(self, word: str, side: int) -> int:
        """How many moves have been made, which must agree with the side to move."""
        most = 2 * self.option("limit")
        if not word.isascii() or not word.isdecimal() or len(word) > 5 or int(word) > most:
            raise IllegalPosition(f"{shorten(word)} is no number of moves made; write 0 to {most}")
        if int(word) % 2 != side:
            raise IllegalPosition(f"after {word} moves it is {self.players[1 - side]} to move")
        return int(word)

    def pieces(self, pos: Position) -> dict[int, str]:
        """The piece on each cell that has one."""
        white, black = (pos.own, pos.other) if pos.ply & 1 == 0 else (pos.other, pos.own)
        marks = {self.grid_cell(index): "W" for index in set_cells(white)}
        return marks | {self.grid_cell(index): "B" for index in set_cells(black)}

    def bit_of(self, cell: int) -> int:
        """The bit of a cell of the picture."""
        return bit_index(cell % self.columns, cell // self.columns)

    def grid_cell(self, index: int) -> int:
        """The cell of the picture for a bit of the position."""
        return index // STRIDE * self.columns + index % STRIDE
