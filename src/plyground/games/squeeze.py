"""Squeeze-It: slide like rooks, and take what is squeezed.

Its inventor is not recorded; courses in artificial intelligence set it as a programming project. Played
on 8x8; white begins.

Options
    size     COLSxROWS from 3x3 to 8x8, default 8x8
    limit=N  after so many moves by each side the pieces are counted, default 50; 0 plays without a limit

Each side starts with its back row full. A move slides one piece along a row or a column over empty cells
and takes the enemy runs between it and another own piece (bookends), and the two enemies directly beyond
both ends of the own run that it now belongs to (middle). A side that cannot move loses. At the limit more
pieces win and equal numbers draw; without a limit the third occurrence of a position draws.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np

from plyground.bits import bit, lowest, popcount, rest
from plyground.cells import cell_name
from plyground.contract import (
    DRAWN,
    LOST,
    OPEN,
    WON,
    Moves,
    evaluate,
    kernel,
    key,
    mixed,
    moves,
    outcome,
    play,
    priority,
    proof,
    quiet,
    repetition,
)
from plyground.errors import IllegalPosition
from plyground.game import Ending, Game, Picture
from plyground.games.lines import set_cells
from plyground.positions import shortened
from plyground.variants import Number, Size

# Tables

Pair: TypeAlias = tuple[np.uint64, np.uint64]
"""The pieces of the side to move and of the other side."""

STRIDE: Final = 8
"""Cell `row * 8 + column` is a bit, whatever the size, so that a mirror image is a few shifts."""

EAST: Final = 1
WEST: Final = -1
NORTH: Final = STRIDE
SOUTH: Final = -STRIDE
"""The four directions: by how many bits one step moves a cell."""

FEW: Final = 2
"""With so many enemies left it is worth a look whether one move takes them all."""

NOTHING: Final = np.uint64(0)
NOT_FIRST_COLUMN: Final = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_LAST_COLUMN: Final = np.uint64(0x7F7F7F7F7F7F7F7F)


class Rules(NamedTuple):
    """A board of some size, the limit, and how far its mirror images lie from the corner a1."""

    board: np.uint64
    limit: int
    square: bool
    spare_columns: np.uint64
    spare_rows: np.uint64


class Position(NamedTuple):
    """The pieces of the side to move and of the other side, and the moves made.

    Without a limit `ply` is only the side to move, 0 or 1, so that a position that occurs again is equal.
    """

    own: np.uint64
    other: np.uint64
    ply: int


# Rules


@kernel
def stepped(cells: np.uint64, direction: int) -> np.uint64:
    """Every cell moved one step; what leaves the eight columns is gone."""
    if direction == EAST:
        return (cells << np.uint64(1)) & NOT_FIRST_COLUMN
    if direction == WEST:
        return (cells >> np.uint64(1)) & NOT_LAST_COLUMN
    if direction == NORTH:
        return cells << np.uint64(STRIDE)
    return cells >> np.uint64(STRIDE)


@kernel
def beside(cells: np.uint64) -> np.uint64:
    """The cells directly next to these along a row or a column."""
    along = stepped(cells, EAST) | stepped(cells, WEST)
    return along | stepped(cells, NORTH) | stepped(cells, SOUTH)


@kernel
def empty_cells(rules: Rules, pos: Position) -> np.uint64:
    """The cells without a piece."""
    return rules.board & ~(pos.own | pos.other)


@kernel
def write_slides(own: np.uint64, empty: np.uint64, direction: int, out: Moves, at: int) -> int:
    """Write the slides of all pieces in one direction: all of one step, then all of two, and so on."""
    reached = stepped(own, direction) & empty
    distance = direction
    while reached:
        targets = reached
        while targets:
            target = lowest(targets)
            out[at] = (target - distance) * 64 + target
            at += 1
            targets = rest(targets)
        reached = stepped(reached, direction) & empty
        distance += direction
    return at


@moves.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
    empty = empty_cells(rules, pos)
    at = write_slides(pos.own, empty, NORTH, out, at)
    at = write_slides(pos.own, empty, SOUTH, out, at)
    at = write_slides(pos.own, empty, EAST, out, at)
    return write_slides(pos.own, empty, WEST, out, at)


@kernel
def bookended(moved: np.uint64, own: np.uint64, other: np.uint64, direction: int) -> np.uint64:
    """The enemies between the piece that moved and the next own piece in one direction."""
    run = NOTHING
    cell = stepped(moved, direction)
    while cell & other:
        run |= cell
        cell = stepped(cell, direction)
    return run if cell & own else NOTHING


@kernel
def beyond_run(moved: np.uint64, own: np.uint64, direction: int) -> np.uint64:
    """The cell directly beyond the run of own pieces in one direction."""
    cell = stepped(moved, direction)
    while cell & own:
        cell = stepped(cell, direction)
    return cell


@kernel
def beyond_both(moved: np.uint64, own: np.uint64, other: np.uint64, direction: int) -> np.uint64:
    """The enemies directly beyond both ends of the run of own pieces along one line, if both are there."""
    front = beyond_run(moved, own, direction) & other
    back = beyond_run(moved, own, -direction) & other
    return front | back if front and back else NOTHING


@kernel
def squeezed(moved: np.uint64, own: np.uint64, other: np.uint64) -> np.uint64:
    """The enemies that a piece takes which has just moved here; `own` is without the cell it came from."""
    if not beside(moved) & (own | other):
        return NOTHING
    return (
        bookended(moved, own, other, NORTH)
        | bookended(moved, own, other, SOUTH)
        | bookended(moved, own, other, EAST)
        | bookended(moved, own, other, WEST)
        | beyond_both(moved, own, other, NORTH)
        | beyond_both(moved, own, other, EAST)
    )


@kernel
def taken(pos: Position, move: int) -> np.uint64:
    """The enemies that a move takes."""
    target = bit(move & 63)
    return squeezed(target, pos.own ^ bit(move >> 6) ^ target, pos.other)


@play.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> Position:
    own = pos.own ^ bit(move >> 6) ^ bit(move & 63)
    ply = pos.ply + 1 if rules.limit else 1 - pos.ply
    return Position(pos.other & ~taken(pos, move), own, ply)


@outcome.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    if not beside(empty_cells(rules, pos)) & pos.own:
        return LOST
    if rules.limit == 0 or pos.ply < 2 * rules.limit:
        return OPEN
    lead = popcount(pos.own) - popcount(pos.other)
    if lead == 0:
        return DRAWN
    return WON if lead > 0 else LOST


@repetition.of(Rules)
def _(rules: Rules) -> int:
    return 0 if rules.limit else 3


# What a search knows: mirror images, which moves take something, and which take the last enemy.
#
# The side to move is part of a position, so every symmetry of the board is one of the game. The smallest
# of all images stands for them: from the start of 8x8 this saves a search seven plies deep almost half
# of its nodes (4x4, twelve plies: two fifths); later in a game it saves little on large boards, and
# costs little, since a key takes a few percent of the time of a node that has to rank its moves.


@kernel
def swapped(cells: np.uint64, mask: np.uint64, distance: int) -> np.uint64:
    """The cells under a mask change places with those so many bits above them."""
    change = (cells ^ (cells >> np.uint64(distance))) & mask
    return cells ^ change ^ (change << np.uint64(distance))


@kernel
def mirrored(cells: np.uint64) -> np.uint64:
    """The first column becomes the eighth."""
    cells = swapped(cells, np.uint64(0x5555555555555555), 1)
    cells = swapped(cells, np.uint64(0x3333333333333333), 2)
    return swapped(cells, np.uint64(0x0F0F0F0F0F0F0F0F), 4)


@kernel
def flipped(cells: np.uint64) -> np.uint64:
    """The first row becomes the eighth."""
    cells = swapped(cells, np.uint64(0x00FF00FF00FF00FF), 8)
    cells = swapped(cells, np.uint64(0x0000FFFF0000FFFF), 16)
    return swapped(cells, np.uint64(0x00000000FFFFFFFF), 32)


@kernel
def transposed(cells: np.uint64) -> np.uint64:
    """Columns become rows; a1 stays."""
    cells = swapped(cells, np.uint64(0x00AA00AA00AA00AA), 7)
    cells = swapped(cells, np.uint64(0x0000CCCC0000CCCC), 14)
    return swapped(cells, np.uint64(0x00000000F0F0F0F0), 28)


@kernel
def lesser(a: Pair, b: Pair) -> Pair:
    """The smaller of two images of a position."""
    return a if a[0] < b[0] or (a[0] == b[0] and a[1] <= b[1]) else b


@kernel
def least_image(rules: Rules, image: Pair) -> Pair:
    """The smallest of an image, its mirror image, and both turned upside down."""
    left = (mirrored(image[0]) >> rules.spare_columns, mirrored(image[1]) >> rules.spare_columns)
    down = (flipped(image[0]) >> rules.spare_rows, flipped(image[1]) >> rules.spare_rows)
    both = (flipped(left[0]) >> rules.spare_rows, flipped(left[1]) >> rules.spare_rows)
    return lesser(lesser(image, left), lesser(down, both))


@key.of(Rules)
def _(rules: Rules, pos: Position) -> np.uint64:
    least = least_image(rules, (pos.own, pos.other))
    if rules.square:
        least = lesser(least, least_image(rules, (transposed(pos.own), transposed(pos.other))))
    return mixed(least[0] ^ mixed(least[1] ^ mixed(np.uint64(pos.ply + 1))))


@priority.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> int:
    return 100 * popcount(taken(pos, move))


@quiet.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> bool:
    return not taken(pos, move)


@kernel
def bookend_cells(own: np.uint64, other: np.uint64, empty: np.uint64, direction: int) -> np.uint64:
    """The empty cells at the far end of a run of enemies that starts beside an own piece."""
    found = NOTHING
    run = stepped(own, direction) & other
    while run:
        beyond = stepped(run, direction)
        found |= beyond & empty
        run = beyond & other
    return found


@kernel
def middle_cells(own: np.uint64, other: np.uint64, empty: np.uint64, direction: int) -> np.uint64:
    """The empty cells beside an enemy, or beside a run of own pieces that starts beside one."""
    found = NOTHING
    beyond = stepped(other, direction)
    while beyond:
        found |= beyond & empty
        beyond = stepped(beyond & own, direction)
    return found


@kernel
def squeezing_cells(own: np.uint64, other: np.uint64, empty: np.uint64) -> np.uint64:
    """Every cell where one more own piece would take something."""
    bookends = (
        bookend_cells(own, other, empty, NORTH)
        | bookend_cells(own, other, empty, SOUTH)
        | bookend_cells(own, other, empty, EAST)
        | bookend_cells(own, other, empty, WEST)
    )
    upright = middle_cells(own, other, empty, NORTH) & middle_cells(own, other, empty, SOUTH)
    level = middle_cells(own, other, empty, EAST) & middle_cells(own, other, empty, WEST)
    return bookends | upright | level


@kernel
def takes_all_from(pos: Position, empty: np.uint64, target: np.uint64, direction: int) -> bool:
    """Whether the first own piece in one direction can slide to the target and take every enemy."""
    source = stepped(target, direction)
    while source & empty:
        source = stepped(source, direction)
    if not source & pos.own:
        return False
    return squeezed(target, pos.own ^ source ^ target, pos.other) == pos.other


@proof.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    if popcount(pos.other) > FEW:
        return 0
    empty = empty_cells(rules, pos)
    targets = squeezing_cells(pos.own, pos.other, empty)
    while targets:
        target = bit(lowest(targets))
        if (
            takes_all_from(pos, empty, target, NORTH)
            or takes_all_from(pos, empty, target, SOUTH)
            or takes_all_from(pos, empty, target, EAST)
            or takes_all_from(pos, empty, target, WEST)
        ):
            return 1
        targets = rest(targets)
    return 0


# Evaluation: a hundred points for each piece; 30 for each cell where the side to move can take something
# now, 10 for each where the other side could; and 2 for each cell that a piece can reach.


@kernel
def slid(own: np.uint64, empty: np.uint64, direction: int) -> np.uint64:
    """The cells that pieces can slide to in one direction."""
    reached = NOTHING
    wave = stepped(own, direction) & empty
    while wave:
        reached |= wave
        wave = stepped(wave, direction) & empty
    return reached


@kernel
def reached_cells(own: np.uint64, empty: np.uint64) -> np.uint64:
    """The cells that pieces can slide to."""
    upright = slid(own, empty, NORTH) | slid(own, empty, SOUTH)
    return upright | slid(own, empty, EAST) | slid(own, empty, WEST)


@evaluate.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    own, other = pos.own, pos.other
    empty = empty_cells(rules, pos)
    pieces = popcount(own) - popcount(other)
    mine, theirs = reached_cells(own, empty), reached_cells(other, empty)
    reach = popcount(mine) - popcount(theirs)
    now = popcount(mine & squeezing_cells(own, other, empty))
    later = popcount(theirs & squeezing_cells(other, own, empty))
    return 100 * pieces + 30 * now - 10 * later + 2 * reach


# Names, notation, drawing, words


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


def counted(number: int, noun: str) -> str:
    """A number of things in words.

    >>> counted(1, "piece"), counted(3, "piece")
    ('1 piece', '3 pieces')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


class Squeeze(Game):
    """Slide like rooks, and take what is squeezed."""

    name = "squeeze"
    title = "Squeeze-It"
    summary = "Slide like rooks; squeeze enemies between your pieces, or yourself between theirs."
    origin = "Inventor unknown; a programming project of courses in artificial intelligence"
    players = ("white", "black")
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
        )
        white = filled_rows(columns, range(1))
        black = filled_rows(columns, range(rows - 1, rows))
        return rules, Position(white, black, 0)

    def move_text(self, move: int) -> str:
        return "-".join(self.cells(move))

    def picks(self, move: int) -> tuple[str, ...]:
        return self.cells(move)

    def cells(self, move: int) -> tuple[str, ...]:
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

    def passed(self, pos: Position) -> Position:
        ply = pos.ply + 1 if self.option("limit") else 1 - pos.ply
        return Position(pos.other, pos.own, ply)

    def position_text(self, pos: Position) -> str:
        """The rows from the top down, the side to move, and, if there is a limit, the moves made so far."""
        made = f" {pos.ply}" if self.option("limit") else ""
        return f"{self.rows_text(self.pieces(pos))} {self.players[pos.ply & 1]}{made}"

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
            raise IllegalPosition(f"{shortened(word)} is no number of moves made; write 0 to {most}")
        if int(word) % 2 != side:
            raise IllegalPosition(f"after {word} moves it is {self.players[1 - side]} to move")
        return int(word)

    def picture(self, pos: Position) -> Picture:
        return self.grid(self.pieces(pos), shapes={"W": "light", "B": "dark"})

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

    def ending(self, pos: Position) -> Ending:
        side = pos.ply & 1
        own, other = popcount(pos.own), popcount(pos.other)
        if own == 0:
            return Ending(f"{self.players[side]} has no pieces left")
        if not beside(empty_cells(self.rules, pos)) & pos.own:
            return Ending(f"{self.players[side]} cannot move")
        after = f"after {counted(self.option('limit'), 'move')} each"
        if own == other:
            return Ending(f"{after} both have {counted(own, 'piece')}")
        leader = self.players[side if own > other else 1 - side]
        return Ending(f"{after} {leader} has {counted(max(own, other), 'piece')} to {min(own, other)}")
