"""Where the stones of a board lie on the field of a search: islands side by side.

A board with edges is laid out as it is. On the endless field stones that are far from each other do not
touch each other's lines: they form islands, which are laid side by side with closed cells between them, so
that a stone two thousand million cells away takes no more room than one next door.

Of the images that turning and mirroring make of a position always the same one is laid out. So what a search
finds does not depend on where the game is played or which way it is turned.

All of this is kernels over a `Layout`, which Python runs over lists and compiled code over arrays.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from plyground.contract import kernel, kernel_call
from plyground.endless_cells import HALF, LARGEST, LOW_BITS, SMALLEST, column_of, endless_cell, row_of
from plyground.games.gomoku.field import STRIDE, WIDEST
from plyground.games.gomoku.patterns import REACH
from plyground.games.gomoku.stones import across_of, has_stone, up_of
from plyground.sorted_numbers import NumberList, lower_bound, sort_numbers

MOST_STONES: Final = 2048
"""For how many stones a layout in compiled code has room."""
MARGIN: Final = 9
"""How far an island reaches beyond its stones."""
APART: Final = 2 * MARGIN
"""Stones further apart than this have no cell in common that is near both."""
INNER: Final = WIDEST - 2 * REACH
"""How wide stones can be apart and still have room on either side."""

TURNS: Final = 8
"""Ways to turn or mirror the endless field or a square board; the first four keep rows rows."""
FLIPS: Final = 4

# Numbers of a layout
STONES: Final = 0
CROSSES: Final = 1
TURN: Final = 2
LEFT: Final = 3
"""The lowest column of the turned stones or of the turned board, from which images are counted."""
BOTTOM: Final = 4
ISLANDS: Final = 5
SHELF: Final = 6
"""The row of the field where the islands of this shelf stand, then the next column on it and its height."""
NEXT_COLUMN: Final = 7
SHELF_HEIGHT: Final = 8
FIELD: Final = 9
"""The turned board, or everything that the endless field can hold: left, bottom, columns, rows."""
ISLAND: Final = 13
"""An island that has no place yet, like this."""
LAYOUT_NUMBERS: Final = 17

# Numbers of an island in `Layout.islands`: the rectangle of the turned board, and the cell of the field where
# its lowest cell lies.
COLUMNS: Final = 2
ROWS: Final = 3
AT_COLUMN: Final = 4
AT_ROW: Final = 5
ISLAND_NUMBERS: Final = 6
MOST_ISLANDS: Final = (WIDEST // 2) ** 2

# What stands in a queue of groups: how hot a group is, how large, and its first stone.
HOTTEST: Final = 1 << 25
SIZE_SHIFT: Final = 18
HEAT_SHIFT: Final = 2 * SIZE_SHIFT
LARGEST_GROUP: Final = (1 << SIZE_SHIFT) - 1


class Layout(NamedTuple):
    """Stones on the way to the field, and the islands that they form."""

    numbers: NumberList
    moves: NumberList
    """The cells of the stones on the board: X's in order, then O's."""
    image: NumberList
    """The turned stones as numbers, in order of columns and rows: see `image_key`."""
    other_image: NumberList
    columns: NumberList
    """Columns and rows of the turned stones, in the order of `image`."""
    rows: NumberList
    heat: NumberList
    """How much is going on at each stone."""
    following: NumberList
    """The next stone that is in no group yet, or -1; behind the last stone, the first."""
    chain: NumberList
    """The next stone of the same group, or -1."""
    stack: NumberList
    queue: NumberList
    """Groups that have no island yet, those first where most is going on."""
    islands: NumberList


# Turning: images are numbered, and the bits of a number say what is mirrored and whether rows become columns.


@kernel
def turned_column(turn: int, column: int, row: int) -> int:
    """The column of a cell's image.

    >>> turned_column(5, 2, 1), turned_row(5, 2, 1)
    (-1, 2)
    """
    across = row if turn >= FLIPS else column
    return -across if turn & 1 else across


@kernel
def turned_row(turn: int, column: int, row: int) -> int:
    """The row of a cell's image."""
    up = column if turn >= FLIPS else row
    return -up if turn & 2 else up


@kernel
def cell_before(turn: int, column: int, row: int) -> int:
    """The cell with this image.

    >>> cell_before(5, -1, 2) == endless_cell(2, 1)
    True
    """
    across = -column if turn & 1 else column
    up = -row if turn & 2 else row
    return endless_cell(up, across) if turn >= FLIPS else endless_cell(across, up)


@kernel
def set_field(layout: Layout, turn: int, columns: int, rows: int) -> None:
    """Note where the turned board lies; no size means no edges."""
    numbers = layout.numbers
    low_column = low_row = SMALLEST
    high_column = high_row = LARGEST
    if columns > 0:
        low_column = low_row = 0
        high_column, high_row = columns - 1, rows - 1
    one, other = turned_column(turn, low_column, low_row), turned_column(turn, high_column, high_row)
    below, above = turned_row(turn, low_column, low_row), turned_row(turn, high_column, high_row)
    numbers[FIELD] = min(one, other)
    numbers[FIELD + 1] = min(below, above)
    numbers[FIELD + COLUMNS] = max(one, other) - min(one, other) + 1
    numbers[FIELD + ROWS] = max(below, above) - min(below, above) + 1


@kernel
def image_key(column: int, row: int) -> int:
    """A number for a cell of an image, counted from its lowest column and row: columns come before rows."""
    return ((column - HALF) << 32) + row


@kernel_call
def write_image(layout: Layout, turn: int, columns: int, image: NumberList) -> None:
    """Write the turned stones in order, and note from where they are counted."""
    numbers, moves = layout.numbers, layout.moves
    count = numbers[STONES]
    left, bottom = numbers[FIELD], numbers[FIELD + 1]
    if columns == 0:
        left = bottom = 4 * HALF
        for index in range(count):
            column, row = column_of(moves[index]), row_of(moves[index])
            left = min(left, turned_column(turn, column, row))
            bottom = min(bottom, turned_row(turn, column, row))
    for index in range(count):
        column, row = column_of(moves[index]), row_of(moves[index])
        image[index] = image_key(
            turned_column(turn, column, row) - left, turned_row(turn, column, row) - bottom
        )
    sort_numbers(image, 0, count)
    numbers[LEFT] = left
    numbers[BOTTOM] = bottom


@kernel_call
def side_of(layout: Layout, turn: int, left: int, bottom: int, key: int) -> int:
    """Whose stone this one of an image is."""
    cell = cell_before(turn, (key >> 32) + HALF + left, (key & LOW_BITS) + bottom)
    return 0 if has_stone(layout.moves, layout.numbers[CROSSES], cell) else 1


@kernel
def room_beside(layout: Layout, side: int) -> int:
    """How many cells there are between the turned stones and an end of the field, if few."""
    numbers, image = layout.numbers, layout.other_image
    if side == 0:
        return min(numbers[LEFT] - numbers[FIELD], MARGIN + 1)
    if side == 1:
        return min(numbers[BOTTOM] - numbers[FIELD + 1], MARGIN + 1)
    count = numbers[STONES]
    if side == 2:
        high = (image[count - 1] >> 32) + HALF + numbers[LEFT]
        return min(numbers[FIELD] + numbers[FIELD + COLUMNS] - high, MARGIN + 1)
    high = 0
    for index in range(count):
        high = max(high, image[index] & LOW_BITS)
    return min(numbers[FIELD + 1] + numbers[FIELD + ROWS] - high - numbers[BOTTOM], MARGIN + 1)


@kernel_call
def choose_turn(layout: Layout, columns: int, rows: int) -> None:
    """Choose the image to lay out, of all the one whose stones come first, and leave it in `image`."""
    numbers, image, other = layout.numbers, layout.image, layout.other_image
    count = numbers[STONES]
    best, best_left, best_bottom, best_rooms = 0, 0, 0, 0
    for turn in range(TURNS if columns == rows else FLIPS):
        if count == 0 and turn > 0:
            break
        set_field(layout, turn, columns, rows)
        write_image(layout, turn, columns, other)
        left, bottom = numbers[LEFT], numbers[BOTTOM]
        rooms = 0
        if columns == 0 and count > 0:
            for side in range(4):
                rooms = rooms << 4 | room_beside(layout, side)
        order = -1 if turn == 0 else 0
        index = 0
        while order == 0 and index < count:
            if other[index] != image[index]:
                order = -1 if other[index] < image[index] else 1
            else:
                order = side_of(layout, turn, left, bottom, other[index])
                order -= side_of(layout, best, best_left, best_bottom, image[index])
            index += 1
        if order < 0 or (order == 0 and rooms < best_rooms):
            best, best_left, best_bottom, best_rooms = turn, left, bottom, rooms
            for place in range(count):
                image[place] = other[place]
    set_field(layout, best, columns, rows)
    numbers[TURN] = best
    numbers[LEFT] = best_left
    numbers[BOTTOM] = best_bottom
    for index in range(count):
        layout.columns[index] = (image[index] >> 32) + HALF + best_left
        layout.rows[index] = (image[index] & LOW_BITS) + best_bottom


# Groups of stones that are near each other


@kernel
def kind_at(layout: Layout, column: int, row: int) -> int:
    """What stands on a cell of the turned board: 0 for nothing, 1 for X's stone, 2 for O's."""
    numbers = layout.numbers
    across, up = column - numbers[LEFT], row - numbers[BOTTOM]
    if not (0 <= across <= LOW_BITS and 0 <= up <= LOW_BITS):
        return 0
    key = image_key(across, up)
    at = lower_bound(layout.image, 0, numbers[STONES], key)
    if at == numbers[STONES] or layout.image[at] != key:
        return 0
    return 1 + side_of(layout, numbers[TURN], numbers[LEFT], numbers[BOTTOM], key)


@kernel
def heat_of(stones: int) -> int:
    """How much some stones of one side within five cells in a row matter, if the other has none there."""
    if stones < 2:
        return stones
    if stones == 2:
        return 10
    return 1_000 if stones == 3 else 1_000_000


@kernel_call
def add_heat(layout: Layout) -> None:
    """Work out how much is going on at each stone."""
    for index in range(layout.numbers[STONES]):
        column, row = layout.columns[index], layout.rows[index]
        heat = 1
        for direction in range(4):
            across, up = across_of(direction), up_of(direction)
            line = 0  # what stands on the nine cells around, two bits each
            for step in range(-4, 5):
                line = line << 2 | kind_at(layout, column + step * across, row + step * up)
            for _ in range(5):
                crosses = noughts = 0
                for place in range(5):
                    crosses += line >> 2 * place & 1
                    noughts += line >> (2 * place + 1) & 1
                if crosses == 0 or noughts == 0:
                    heat += heat_of(crosses + noughts)
                line >>= 2
        layout.heat[index] = heat


@kernel_call
def gather_groups(layout: Layout, queued: int) -> int:
    """Put the stones that are in no group yet into groups, and these into the queue; return its new end."""
    following, chain, stack = layout.following, layout.chain, layout.stack
    columns, rows = layout.columns, layout.rows
    start = layout.numbers[STONES]
    while following[start] >= 0:
        first = following[start]
        following[start] = following[first]
        stack[0] = first
        waiting = 1
        size, hottest, last = 0, 0, first
        while waiting > 0:
            waiting -= 1
            here = stack[waiting]
            chain[last] = here
            chain[here] = -1
            last = here
            size += 1
            hottest = max(hottest, layout.heat[here])
            before = start
            other = following[before]
            while other >= 0 and columns[other] <= columns[here] + APART:
                if abs(columns[other] - columns[here]) <= APART and abs(rows[other] - rows[here]) <= APART:
                    following[before] = following[other]
                    stack[waiting] = other
                    waiting += 1
                else:
                    before = other
                other = following[before]
        order = (HOTTEST - hottest) << HEAT_SHIFT
        layout.queue[queued] = order + ((LARGEST_GROUP - size) << SIZE_SHIFT) + first
        queued += 1
    return queued


@kernel
def ungroup(layout: Layout) -> None:
    """Take every stone out of its group."""
    count = layout.numbers[STONES]
    layout.following[count] = 0 if count > 0 else -1
    for index in range(count):
        layout.following[index] = index + 1 if index + 1 < count else -1


@kernel
def fits(layout: Layout) -> bool:
    """Whether there is room for all stones together."""
    count = layout.numbers[STONES]
    low = high = layout.rows[0]
    for index in range(count):
        low, high = min(low, layout.rows[index]), max(high, layout.rows[index])
    return high - low < INNER and layout.columns[count - 1] - layout.columns[0] < INNER


# Islands


@kernel
def holds(islands: NumberList, at: int, column: int, row: int) -> bool:
    """Whether a cell of the turned board belongs to an island."""
    return (
        0 <= column - islands[at] < islands[at + COLUMNS] and 0 <= row - islands[at + 1] < islands[at + ROWS]
    )


@kernel_call
def stretch(layout: Layout, coordinates: NumberList, first: int, left: int, columns: int) -> tuple[int, int]:
    """Where a stretch around the stones of a group begins and how long it is.

    Of the group those count whose columns are among the given ones. If they are too far apart, it is the
    stretch with most going on.
    """
    low, high = 4 * HALF, -4 * HALF
    index = first
    while index >= 0:
        if left <= layout.columns[index] < left + columns:
            low, high = min(low, coordinates[index]), max(high, coordinates[index])
        index = layout.chain[index]
    spare = WIDEST - (high - low + 1)
    if spare >= 2 * REACH:
        margin = min(MARGIN, spare // 2)
        return low - margin, high - low + 1 + 2 * margin
    best, most = high, -1
    start = first
    while start >= 0:
        if left <= layout.columns[start] < left + columns:
            begin = coordinates[start]
            total = 0
            index = first
            while index >= 0:
                if (
                    begin <= coordinates[index] < begin + INNER
                    and left <= layout.columns[index] < left + columns
                ):
                    total += layout.heat[index]
                index = layout.chain[index]
            if total > most or (total == most and begin < best):
                best, most = begin, total
        start = layout.chain[start]
    return best - REACH, WIDEST


@kernel_call
def set_island(layout: Layout, left: int, bottom: int, right: int, top: int) -> None:
    """Take the part of the new island between these columns and rows, the last ones excluded."""
    numbers = layout.numbers
    left, bottom = max(left, numbers[ISLAND]), max(bottom, numbers[ISLAND + 1])
    right = min(right, numbers[ISLAND] + numbers[ISLAND + COLUMNS])
    top = min(top, numbers[ISLAND + 1] + numbers[ISLAND + ROWS])
    numbers[ISLAND] = left
    numbers[ISLAND + 1] = bottom
    numbers[ISLAND + COLUMNS] = max(0, right - left)
    numbers[ISLAND + ROWS] = max(0, top - bottom)


@kernel
def enclose(layout: Layout, first: int) -> None:
    """Make the new island a rectangle around a group, the part where most is going on if all is too large."""
    numbers = layout.numbers
    left, columns = stretch(layout, layout.columns, first, -4 * HALF, 8 * HALF)
    bottom, rows = stretch(layout, layout.rows, first, left, columns)
    numbers[ISLAND] = left
    numbers[ISLAND + 1] = bottom
    numbers[ISLAND + COLUMNS] = columns
    numbers[ISLAND + ROWS] = rows
    clip_to_field(layout)


@kernel
def clip_to_field(layout: Layout) -> None:
    """Leave out of the new island what lies beyond the ends of the field."""
    numbers = layout.numbers
    left, bottom = numbers[FIELD], numbers[FIELD + 1]
    set_island(layout, left, bottom, left + numbers[FIELD + COLUMNS], bottom + numbers[FIELD + ROWS])


@kernel
def take_part(layout: Layout, other: int, side: int) -> None:
    """Take of the new island the part beside another: to the left of it, to the right, below, above."""
    islands = layout.islands
    far = 4 * HALF
    if side == 0:
        set_island(layout, -far, -far, islands[other], far)
    elif side == 1:
        set_island(layout, islands[other] + islands[other + COLUMNS], -far, far, far)
    elif side == 2:
        set_island(layout, -far, -far, far, islands[other + 1])
    else:
        set_island(layout, -far, islands[other + 1] + islands[other + ROWS], far, far)


@kernel_call
def cut_island(layout: Layout, other: int, first: int) -> None:
    """If the new island meets another, take the part beside it that holds most of its group."""
    numbers, islands = layout.numbers, layout.islands
    left, bottom = numbers[ISLAND], numbers[ISLAND + 1]
    columns, rows = numbers[ISLAND + COLUMNS], numbers[ISLAND + ROWS]
    across = min(left + columns, islands[other] + islands[other + COLUMNS]) - max(left, islands[other])
    up = min(bottom + rows, islands[other + 1] + islands[other + ROWS]) - max(bottom, islands[other + 1])
    if across <= 0 or up <= 0:
        return
    best, most, widest = 0, -1, -1
    for side in range(5):
        numbers[ISLAND] = left
        numbers[ISLAND + 1] = bottom
        numbers[ISLAND + COLUMNS] = columns
        numbers[ISLAND + ROWS] = rows
        if side == 4:
            break
        take_part(layout, other, side)
        held = 0
        index = first
        while index >= 0:
            column, row = layout.columns[index], layout.rows[index]
            if holds(numbers, ISLAND, column, row) and not holds(islands, other, column, row):
                held += 1
            index = layout.chain[index]
        if held > most or (held == most and numbers[ISLAND + COLUMNS] > widest):
            best, most, widest = side, held, numbers[ISLAND + COLUMNS]
    take_part(layout, other, best)


@kernel_call
def place_island(layout: Layout) -> None:
    """Lay the new island onto the field, on the shelf or on the next one, if there is room left for it."""
    numbers, islands = layout.numbers, layout.islands
    limit = REACH + WIDEST
    shelf, column, height = numbers[SHELF], numbers[NEXT_COLUMN], numbers[SHELF_HEIGHT]
    if column + numbers[ISLAND + COLUMNS] > limit:
        shelf, column, height = shelf + height + 1, REACH, 0
    if shelf + numbers[ISLAND + ROWS] > limit:
        return
    numbers[SHELF] = shelf
    numbers[NEXT_COLUMN] = column + numbers[ISLAND + COLUMNS] + 1
    numbers[SHELF_HEIGHT] = max(height, numbers[ISLAND + ROWS])
    at = ISLAND_NUMBERS * numbers[ISLANDS]
    for number in range(4):
        islands[at + number] = numbers[ISLAND + number]
    islands[at + AT_COLUMN] = column
    islands[at + AT_ROW] = shelf
    numbers[ISLANDS] += 1


@kernel
def is_reached(layout: Layout, first: int) -> bool:
    """Whether the new island holds a stone of its group."""
    index = first
    while index >= 0:
        if holds(layout.numbers, ISLAND, layout.columns[index], layout.rows[index]):
            return True
        index = layout.chain[index]
    return False


@kernel_call
def leave_out(layout: Layout, first: int) -> None:
    """Take the stones that the new island does not hold out of their group."""
    count = layout.numbers[STONES]
    for index in range(count):
        layout.stack[index] = 0
    index = first
    while index >= 0:
        if not holds(layout.numbers, ISLAND, layout.columns[index], layout.rows[index]):
            layout.stack[index] = 1
        index = layout.chain[index]
    last = count
    for index in range(count):
        if layout.stack[index]:
            layout.following[last] = index
            last = index
    layout.following[last] = -1


@kernel
def lay_group(layout: Layout, first: int) -> None:
    """Lay an island around a group onto the field; what it cannot hold is in no group any more."""
    numbers = layout.numbers
    enclose(layout, first)
    left, bottom = numbers[ISLAND], numbers[ISLAND + 1]
    columns, rows = numbers[ISLAND + COLUMNS], numbers[ISLAND + ROWS]
    for other in range(numbers[ISLANDS]):
        cut_island(layout, ISLAND_NUMBERS * other, first)
    if is_reached(layout, first):
        place_island(layout)
    numbers[ISLAND] = left
    numbers[ISLAND + 1] = bottom
    numbers[ISLAND + COLUMNS] = columns
    numbers[ISLAND + ROWS] = rows
    leave_out(layout, first)


@kernel
def lay_islands(layout: Layout) -> None:
    """Lay rectangles around the stones onto the field, as many as there is room for.

    Those come first where most is going on. No cell belongs to two of them.
    """
    numbers = layout.numbers
    for index in range(numbers[STONES]):
        layout.heat[index] = 1
    ungroup(layout)
    if numbers[STONES] == 0:
        numbers[ISLAND] = numbers[ISLAND + 1] = -MARGIN
        numbers[ISLAND + COLUMNS] = numbers[ISLAND + ROWS] = 2 * MARGIN + 1
        place_island(layout)
        return
    if gather_groups(layout, 0) == 1 and fits(layout):
        enclose(layout, 0)
        place_island(layout)
        return
    add_heat(layout)
    ungroup(layout)
    end = gather_groups(layout, 0)
    sort_numbers(layout.queue, 0, end)
    at = 0
    while at < end:
        first = layout.queue[at] & LARGEST_GROUP
        at += 1
        lay_group(layout, first)
        if layout.following[numbers[STONES]] >= 0:
            end = gather_groups(layout, end)
            sort_numbers(layout.queue, at, end)


@kernel
def lay_stones(layout: Layout, columns: int, rows: int) -> None:
    """Find the islands for the stones in `moves`; no size means a board without edges."""
    numbers = layout.numbers
    numbers[ISLANDS] = 0
    numbers[SHELF] = numbers[NEXT_COLUMN] = REACH
    numbers[SHELF_HEIGHT] = 0
    choose_turn(layout, columns, rows)
    if columns == 0:
        lay_islands(layout)
        return
    for number in range(4):
        numbers[ISLAND + number] = numbers[FIELD + number]
    place_island(layout)


# Between the board and the field


@kernel
def place_of(layout: Layout, column: int, row: int) -> int:
    """The cell of the field where a cell of the turned board lies; -1 if it lies on no island."""
    islands = layout.islands
    for index in range(layout.numbers[ISLANDS]):
        at = ISLAND_NUMBERS * index
        if holds(islands, at, column, row):
            across = column - islands[at] + islands[at + AT_COLUMN]
            return (row - islands[at + 1] + islands[at + AT_ROW]) * STRIDE + across
    return -1


@kernel
def place_of_cell(layout: Layout, cell: int) -> int:
    """The cell of the field where a cell of the board lies; -1 if it lies on no island."""
    turn, column, row = layout.numbers[TURN], column_of(cell), row_of(cell)
    return place_of(layout, turned_column(turn, column, row), turned_row(turn, column, row))


@kernel
def cell_at(layout: Layout, place: int) -> int:
    """The cell of the board that lies on a cell of the field, which must belong to an island."""
    islands = layout.islands
    at = 0
    while not (
        0 <= place % STRIDE - islands[at + AT_COLUMN] < islands[at + COLUMNS]
        and 0 <= place // STRIDE - islands[at + AT_ROW] < islands[at + ROWS]
    ):
        at += ISLAND_NUMBERS
    return cell_before(
        layout.numbers[TURN],
        islands[at] + place % STRIDE - islands[at + AT_COLUMN],
        islands[at + 1] + place // STRIDE - islands[at + AT_ROW],
    )
