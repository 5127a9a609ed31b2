"""The compiled half of Squeeze-It: its rules, what a search knows of them, and its evaluation."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from plyground.bits import bit, lowest, popcount, rest
from plyground.contract import (
    DRAWN,
    LOST,
    OPEN,
    WON,
    Moves,
    evaluate,
    kernel,
    kernel_call,
    key,
    left,
    marks,
    mix,
    moves,
    outcome,
    passed,
    play,
    priority,
    proof,
    quiet,
    rank,
    reason,
    repetition,
    retreat,
    retreats,
    stays,
    with_left,
)
from plyground.games.squeeze.ranking import STRIDE, Endgames, Position

Pair: TypeAlias = tuple[np.uint64, np.uint64]
"""The pieces of the side to move and of the other side."""

EAST: Final = 1
WEST: Final = -1
NORTH: Final = STRIDE
SOUTH: Final = -STRIDE
"""The four directions: by how many bits one step moves a cell."""

FEW: Final = 2
"""With at most this number of enemies left it is worth a look whether one move takes them all."""

NOTHING: Final = np.uint64(0)
NOT_FIRST_COLUMN: Final = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_LAST_COLUMN: Final = np.uint64(0x7F7F7F7F7F7F7F7F)


class Rules(NamedTuple):
    """A board of some size, the limit, how far mirror images lie from the corner a1, and known endgames."""

    board: np.uint64
    limit: int
    square: bool
    spare_columns: np.uint64
    spare_rows: np.uint64
    endgames: Endgames


# Rules


@kernel
def shift(cells: np.uint64, direction: int) -> np.uint64:
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
    along = shift(cells, EAST) | shift(cells, WEST)
    return along | shift(cells, NORTH) | shift(cells, SOUTH)


@kernel
def empty_cells(rules: Rules, pos: Position) -> np.uint64:
    """The cells without a piece."""
    return rules.board & ~(pos.own | pos.other)


@kernel
def write_slides(own: np.uint64, empty: np.uint64, direction: int, out: Moves, at: int) -> int:
    """Write the slides of all pieces in one direction: all of one step, then all of two, and so on."""
    reached = shift(own, direction) & empty
    distance = direction
    while reached:
        targets = reached
        while targets:
            target = lowest(targets)
            out[at] = (target - distance) * 64 + target
            at += 1
            targets = rest(targets)
        reached = shift(reached, direction) & empty
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
def bookend_captures(moved: np.uint64, own: np.uint64, other: np.uint64, direction: int) -> np.uint64:
    """The enemies between the piece that moved and the next own piece in one direction."""
    run = NOTHING
    cell = shift(moved, direction)
    while cell & other:
        run |= cell
        cell = shift(cell, direction)
    return run if cell & own else NOTHING


@kernel
def beyond_run(moved: np.uint64, own: np.uint64, direction: int) -> np.uint64:
    """The cell directly beyond the run of own pieces in one direction."""
    cell = shift(moved, direction)
    while cell & own:
        cell = shift(cell, direction)
    return cell


@kernel
def beyond_both(moved: np.uint64, own: np.uint64, other: np.uint64, direction: int) -> np.uint64:
    """The enemies directly beyond both ends of the run of own pieces along one line, if both are there."""
    front = beyond_run(moved, own, direction) & other
    back = beyond_run(moved, own, -direction) & other
    return front | back if front and back else NOTHING


@kernel
def captures_at(moved: np.uint64, own: np.uint64, other: np.uint64) -> np.uint64:
    """The enemies that a piece takes which has just moved here; `own` is without the cell it came from."""
    if not beside(moved) & (own | other):
        return NOTHING
    return (
        bookend_captures(moved, own, other, NORTH)
        | bookend_captures(moved, own, other, SOUTH)
        | bookend_captures(moved, own, other, EAST)
        | bookend_captures(moved, own, other, WEST)
        | beyond_both(moved, own, other, NORTH)
        | beyond_both(moved, own, other, EAST)
    )


@kernel
def captures_of(pos: Position, move: int) -> np.uint64:
    """The enemies that a move takes."""
    target = bit(move & 63)
    return captures_at(target, pos.own ^ bit(move >> 6) ^ target, pos.other)


@play.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> Position:
    own = pos.own ^ bit(move >> 6) ^ bit(move & 63)
    ply = pos.ply + 1 if rules.limit else 1 - pos.ply
    return Position(pos.other & ~captures_of(pos, move), own, ply)


@passed.of(Rules)
def _(rules: Rules, pos: Position) -> Position:
    return Position(pos.other, pos.own, pos.ply + 1 if rules.limit else 1 - pos.ply)


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


# What tables of results are made with: the way back, and how far the limit is.


@retreats.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
    if not pos.own:
        return at
    empty = empty_cells(rules, pos)
    quietly = NOTHING
    pieces = pos.other
    while pieces:
        piece = bit(lowest(pieces))
        if not captures_at(piece, pos.other, pos.own):
            quietly |= piece
        pieces = rest(pieces)
    at = write_slides(quietly, empty, NORTH, out, at)
    at = write_slides(quietly, empty, SOUTH, out, at)
    at = write_slides(quietly, empty, EAST, out, at)
    return write_slides(quietly, empty, WEST, out, at)


@retreat.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> Position:
    ply = pos.ply - 1 if rules.limit else 1 - pos.ply
    return Position(pos.other ^ bit(move >> 6) ^ bit(move & 63), pos.own, ply)


@stays.of(Rules)
def _(rules: Rules, pos: Position, after: Position) -> bool:
    return popcount(after.own) == popcount(pos.other)


@left.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    return 2 * rules.limit - pos.ply if rules.limit else -1


@with_left.of(Rules)
def _(rules: Rules, pos: Position, plies: int) -> Position:
    return Position(pos.own, pos.other, 2 * rules.limit - plies if rules.limit else pos.ply)


# What a search knows: mirror images, which moves take something, and which take the last enemy.
#
# The side to move is part of a position, so every symmetry of the board is one of the game. The smallest
# of all images stands for them: from the start of 8x8 this saves a search seven plies deep almost half
# of its nodes (4x4, twelve plies: two fifths); later in a game it saves little on large boards, and
# costs little, since a key takes a few percent of the time of a node that has to rank its moves.


@kernel
def swap_bits(cells: np.uint64, mask: np.uint64, distance: int) -> np.uint64:
    """The cells under a mask change places with those `distance` bits above them."""
    change = (cells ^ (cells >> np.uint64(distance))) & mask
    return cells ^ change ^ (change << np.uint64(distance))


@kernel
def mirror(cells: np.uint64) -> np.uint64:
    """The first column becomes the eighth."""
    cells = swap_bits(cells, np.uint64(0x5555555555555555), 1)
    cells = swap_bits(cells, np.uint64(0x3333333333333333), 2)
    return swap_bits(cells, np.uint64(0x0F0F0F0F0F0F0F0F), 4)


@kernel
def flip(cells: np.uint64) -> np.uint64:
    """The first row becomes the eighth."""
    cells = swap_bits(cells, np.uint64(0x00FF00FF00FF00FF), 8)
    cells = swap_bits(cells, np.uint64(0x0000FFFF0000FFFF), 16)
    return swap_bits(cells, np.uint64(0x00000000FFFFFFFF), 32)


@kernel
def transpose(cells: np.uint64) -> np.uint64:
    """Columns become rows; a1 stays."""
    cells = swap_bits(cells, np.uint64(0x00AA00AA00AA00AA), 7)
    cells = swap_bits(cells, np.uint64(0x0000CCCC0000CCCC), 14)
    return swap_bits(cells, np.uint64(0x00000000F0F0F0F0), 28)


@kernel
def lesser(a: Pair, b: Pair) -> Pair:
    """The smaller of two images of a position."""
    return a if a[0] < b[0] or (a[0] == b[0] and a[1] <= b[1]) else b


@kernel
def least_image(rules: Rules, image: Pair) -> Pair:
    """The smallest of an image, its mirror image, and both turned upside down."""
    left = (mirror(image[0]) >> rules.spare_columns, mirror(image[1]) >> rules.spare_columns)
    down = (flip(image[0]) >> rules.spare_rows, flip(image[1]) >> rules.spare_rows)
    both = (flip(left[0]) >> rules.spare_rows, flip(left[1]) >> rules.spare_rows)
    return lesser(lesser(image, left), lesser(down, both))


@key.of(Rules)
def _(rules: Rules, pos: Position) -> np.uint64:
    least = least_image(rules, (pos.own, pos.other))
    if rules.square:
        least = lesser(least, least_image(rules, (transpose(pos.own), transpose(pos.other))))
    return mix(least[0] ^ mix(least[1] ^ mix(np.uint64(pos.ply + 1))))


@priority.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> int:
    return 100 * popcount(captures_of(pos, move))


@quiet.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> bool:
    return not captures_of(pos, move)


@kernel
def bookend_cells(own: np.uint64, other: np.uint64, empty: np.uint64, direction: int) -> np.uint64:
    """The empty cells at the far end of a run of enemies that starts beside an own piece."""
    found = NOTHING
    run = shift(own, direction) & other
    while run:
        beyond = shift(run, direction)
        found |= beyond & empty
        run = beyond & other
    return found


@kernel
def middle_cells(own: np.uint64, other: np.uint64, empty: np.uint64, direction: int) -> np.uint64:
    """The empty cells beside an enemy, or beside a run of own pieces that starts beside one."""
    found = NOTHING
    beyond = shift(other, direction)
    while beyond:
        found |= beyond & empty
        beyond = shift(beyond & own, direction)
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
    source = shift(target, direction)
    while source & empty:
        source = shift(source, direction)
    if not source & pos.own:
        return False
    return captures_at(target, pos.own ^ source ^ target, pos.other) == pos.other


@proof.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    seen = endgame_proof(rules, pos)
    return seen if seen != 0 else takes_all(rules, pos)


@kernel_call
def known_code(endgames: Endgames, pos: Position) -> int:
    """What a table holds for a position."""
    code: Any = endgames.codes[np.uint64(rank(endgames.ranking, pos))]
    return np.int64(code)  # type: ignore[return-value]


@kernel
def endgame_proof(rules: Rules, pos: Position) -> int:
    """What a table without limit says of a position, if that comes true before the limit.

    A side that can force the end within n plies can do so under a limit that leaves n plies or more, and
    cannot be faster, nor can the other side last longer. What takes longer, and draws, may be decided by
    the limit. Without a limit a third occurrence may spoil a win, so that nothing is said there.
    """
    if rules.limit == 0 or popcount(pos.own | pos.other) > rules.endgames.most:
        return 0
    code = known_code(rules.endgames, pos)
    if code == 0 or code - 1 > 2 * rules.limit - pos.ply:
        return 0
    return 1 - code if code & 1 else code - 1


@kernel
def takes_all(rules: Rules, pos: Position) -> int:
    """1 if one move takes every enemy, else 0."""
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
def slide_cells(own: np.uint64, empty: np.uint64, direction: int) -> np.uint64:
    """The cells that pieces can slide to in one direction."""
    reached = NOTHING
    wave = shift(own, direction) & empty
    while wave:
        reached |= wave
        wave = shift(wave, direction) & empty
    return reached


@kernel
def reached_cells(own: np.uint64, empty: np.uint64) -> np.uint64:
    """The cells that pieces can slide to."""
    upright = slide_cells(own, empty, NORTH) | slide_cells(own, empty, SOUTH)
    return upright | slide_cells(own, empty, EAST) | slide_cells(own, empty, WEST)


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


# What people see

NO_PIECES, NO_MOVE, EQUAL, MOVER_LEADS, OTHER_LEADS = 0, 1, 2, 3, 4
"""Why a game ends: indices of `Squeeze.reasons`."""


@marks.of(Rules)
def _(rules: Rules, pos: Position, out: Moves) -> None:
    side = pos.ply & 1
    at = 0
    for index in range(STRIDE * STRIDE):
        if rules.board & bit(index):
            out[at] = 1 + side if pos.own & bit(index) else 2 - side if pos.other & bit(index) else 0
            at += 1


@reason.of(Rules)
def _(rules: Rules, pos: Position, move: int, out: Moves) -> int:
    own, other = popcount(pos.own), popcount(pos.other)
    out[0] = 0
    out[1], out[2] = max(own, other), min(own, other)
    if own == 0:
        return NO_PIECES
    if not beside(empty_cells(rules, pos)) & pos.own:
        return NO_MOVE
    return EQUAL if own == other else MOVER_LEADS if own > other else OTHER_LEADS
