"""The game of gomoku as people play it: rules, notation, drawing, words."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping, Sequence
from statistics import median_low
from typing import Final, NamedTuple

from plyground.cells import column_name
from plyground.contract import DRAWN, LOST, MOST_MOVES, OPEN, Moves, moves, outcome, play
from plyground.ending_words import fill_in
from plyground.endless_cells import LARGEST, SMALLEST, column_of, endless_cell, row_of
from plyground.errors import IllegalMove, IllegalPosition
from plyground.game import GAP, BoardView, Ending, Game, LastMove, Picture, ShortValues, View
from plyground.games.gomoku import vcf  # noqa: F401  (implements a part of the contract)
from plyground.games.gomoku.compiled_board import new_board_view
from plyground.games.gomoku.short_wins import short_values
from plyground.games.gomoku.stones import CELLS_NEAR, FIVE, has_stone, makes_five, write_empty, write_near
from plyground.games.gomoku.view import view_of
from plyground.games.gomoku.words import HOT_WORDS, are_fours, move_words
from plyground.games.lines import runs
from plyground.variants import Size

ENDLESS: Final = (0, 0)
"""The size of a field without edges."""
MARGIN: Final = 2
SMALLEST_PICTURE: Final = 9
LARGEST_PICTURE: Final = 150
"""Columns and rows of a picture of the endless field; stones for which there is no room are left out."""

Cell = tuple[int, int]
"""Column and row, to the right and upward."""


def move_of(cell: Cell) -> int:
    """A cell as a move.

    >>> move_of((1, 2)), cell_of(move_of((-3, 4)))
    (4294967298, (-3, 4))
    """
    return endless_cell(*cell)


def cell_of(move: int) -> Cell:
    """The cell that a move stands for."""
    return column_of(move), row_of(move)


class Rules(NamedTuple):
    """The size of the board, 0 by 0 for the endless field."""

    columns: int
    rows: int


class Position(NamedTuple):
    """The stones of X and of O, as moves in order of their numbers. With as many of both it is X's turn."""

    crosses: tuple[int, ...]
    noughts: tuple[int, ...]
    passes: int = 0
    """How many moves have been left out, which happens only where somebody wonders what if."""
    is_won: bool = False
    """Whether the side that has just moved has a row of five; known from the last stone alone."""


def side_of(pos: Position) -> int:
    """Whose turn it is."""
    return (len(pos.crosses) + len(pos.noughts) + pos.passes) % 2


def last_stones(pos: Position) -> tuple[int, ...]:
    """The stones of the side that has just moved."""
    return pos.crosses if side_of(pos) else pos.noughts


def stones_of(pos: Position) -> dict[Cell, int]:
    """What stands where."""
    return {cell_of(move): side for side, moves in enumerate(pos[:2]) for move in moves}


def rows_of_five(moves: Iterable[int]) -> list[list[Cell]]:
    """Every row of five or more among these stones."""
    return runs({cell_of(move) for move in moves}, FIVE)


def moves_offered(rules: Rules, pos: Position) -> list[int]:
    """Every legal move on a bounded board, and those near the stones on the endless field."""
    crosses, noughts = pos.crosses, pos.noughts
    sides = (crosses, len(crosses), noughts, len(noughts))
    if (rules.columns, rules.rows) == ENDLESS:
        most = CELLS_NEAR * max(1, len(crosses) + len(noughts))
        keys, found = [0] * (most + 1), [0] * most
        return found[: write_near(*sides, keys, found, 0, most)]
    found = [0] * (rules.columns * rules.rows)
    return found[: write_empty(*sides, rules.columns, rules.rows, found, 0)]


@moves.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
    offers = moves_offered(rules, pos)[:MOST_MOVES]
    out[at : at + len(offers)] = offers
    return at + len(offers)


@play.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> Position:
    side, move = side_of(pos), int(move)
    stones = list(pos.noughts if side else pos.crosses)
    insort(stones, move)
    won = makes_five(stones, len(stones), move)
    if side:
        return Position(pos.crosses, tuple(stones), pos.passes, won)
    return Position(tuple(stones), pos.noughts, pos.passes, won)


@outcome.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    if pos.is_won:
        return LOST
    full = len(pos.crosses) + len(pos.noughts) == rules.columns * rules.rows
    return DRAWN if full and (rules.columns, rules.rows) != ENDLESS else OPEN


class Gomoku(Game):
    """Five in a row on a field without edges."""

    name = "gomoku"
    title = "Gomoku"
    summary = "Five in a row wins, on a field without edges."
    origin = "Japan, many centuries old; Piskworky to its Czech players"
    players = ("X", "O")
    options = (Size(ENDLESS, smallest=5, largest=32, most_cells=1024),)
    words = """\
Two players, X and O, take turns to put a mark on an empty cell. X begins, anywhere: the field has no
edges, and a cell is called by its two coordinates, 3,-1 being three to the right of 0,0 and one down.

Whoever has five or more of their marks in an unbroken row, across, upright or along a diagonal, wins.

Words that players use: a four is four marks that one more makes five, an open four can be made five at
both ends and cannot be stopped, an open three becomes an open four if nobody answers it.

Variants: a board with edges of 5x5 to 32x32 cells (gomoku:15x15), where cells are called a1, b7 and so on
and a full board is a draw."""

    @property
    def reasons(self) -> tuple[str, ...]:
        return "{length} in a row {row}", "the board is full"

    def setup(self) -> tuple[Rules, Position]:
        return Rules(self.columns, self.rows), Position((), ())

    @property
    def is_endless(self) -> bool:
        """Whether the field has no edges."""
        return (self.columns, self.rows) == ENDLESS

    def view(self, pos: Position) -> View:
        return view_of(self.columns, self.rows, pos.crosses, pos.noughts, side_of(pos))

    def board_view(self) -> BoardView:
        return new_board_view(self.columns, self.rows, self.view(self.start).rules)

    def move_words(self, pos: Position, move: int) -> str:
        view = self.view(pos)
        place = view.inward(move)
        rival = self.players[1 - side_of(pos)]
        return "" if place is None else move_words(view, place, self.move_text(move), rival)

    def win_words(self, pos: Position, line: Sequence[int]) -> str:
        view = self.view(pos)
        places = [place for place in map(view.inward, line) if place is not None]
        how = "fours" if len(places) == len(line) and are_fours(view, places) else "threats"
        moves = " ".join(self.move_text(move) for move in line[::2])
        return f"{self.players[side_of(pos)]} wins by {how}: {moves}"

    def short_values(self, pos: Position, plies: int) -> ShortValues | None:
        return short_values((self.columns, self.rows), pos[:2], side_of(pos), plies)

    @property
    def hot_words(self) -> tuple[str, ...]:
        return HOT_WORDS

    # Notation

    def cell_name(self, cell: Cell) -> str:
        """A cell as people write it."""
        column, row = cell
        return f"{column},{row}" if self.is_endless else f"{column_name(column)}{row + 1}"

    def move_text(self, move: int) -> str:
        return self.cell_name(cell_of(move))

    def typed(self, pos: Position, text: str) -> str:
        """`x y`, as the first Piskworky players typed it: on a board with edges counted from 0 at a1."""
        match = re.fullmatch(r"\s*([+-]?[0-9]{1,10})[\s,;]+([+-]?[0-9]{1,10})\s*", text)
        if match is None:
            return text
        column, row = int(match[1]), int(match[2])
        if self.is_endless:
            return f"{column},{row}"
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return self.cell_name((column, row)) if inside else text

    def cell_named(self, text: str) -> Cell | None:
        """The cell with this name, or None if there is none."""
        if not self.is_endless:
            number = self.cell_at(text)
            return None if number is None else (number % self.columns, number // self.columns)
        match = re.fullmatch(r"(-?(?:0|[1-9][0-9]{0,9})),(-?(?:0|[1-9][0-9]{0,9}))", text)
        if match is None or "-0" in (match[1], match[2]):
            return None
        column, row = int(match[1]), int(match[2])
        fits = all(SMALLEST <= number <= LARGEST for number in (column, row))
        return (column, row) if fits else None

    def why_not(self, pos: Position, text: str) -> str:
        cell = self.cell_named(text)
        if cell is not None:
            return f"{text} is taken"
        if not self.is_endless:
            return self.no_cell(text)
        return f"{text!r} is no cell; write two whole numbers such as 3,-1, each of at most {LARGEST}"

    def parse(self, pos: Position, text: str) -> int:
        cell = self.cell_named(text)
        if cell is None or any(has_stone(stones, len(stones), move_of(cell)) for stones in pos[:2]):
            raise IllegalMove(self.why_not(pos, text))
        return move_of(cell)

    def legal(self, pos: Position) -> list[int]:
        """Every legal move; on the endless field only those near the stones, though any may be played."""
        return moves_offered(self.rules, pos)

    # Positions as text

    def side_to_move(self, pos: Position) -> int:
        return side_of(pos)

    def passed(self, pos: Position) -> Position:
        twin = pos._replace(passes=1 - pos.passes)
        return twin._replace(is_won=bool(rows_of_five(last_stones(twin))))

    def position_text(self, pos: Position) -> str:
        """The rows of a board with edges, or the stones of each side; and the side to move."""
        mover = self.players[side_of(pos)]
        if not self.is_endless:
            stones = stones_of(pos)
            marks = {row * self.columns + column: "XO"[side] for (column, row), side in stones.items()}
            return f"{self.rows_text(marks)} {mover}"
        listed = (";".join(self.move_text(move) for move in moves) for moves in pos[:2])
        sides = " ".join(f"{name}={cells}" for name, cells in zip(self.players, listed, strict=True))
        return f"{sides} {mover}"

    def setup_text(self, marks: Mapping[str, str], side: int) -> str:
        if not self.is_endless:
            return self.rows_setup(marks, side)
        stones = ([cell for cell, mark in marks.items() if mark == name] for name in self.players)
        crosses, noughts = (";".join(cells) for cells in stones)
        return f"X={crosses} O={noughts} {self.players[side]}"

    def read_position(self, text: str) -> Position:
        *where, mover = text.split() or [""]
        if self.is_endless:
            marks = self.read_stones(where)
        elif len(where) == 1:
            rows = self.read_rows(where[0], "".join(self.players))
            marks = {(cell % self.columns, cell // self.columns): name for cell, name in rows.items()}
        else:
            raise IllegalPosition("write the rows from the top down and the side to move")
        side = self.read_player(mover)
        self.check_turns(
            marks,
            side,
            lambda cells: bool(runs(cells, FIVE)),
            lambda cells: runs(cells, FIVE)[0][: 2 * FIVE],  # a longer row stays one without any cell
        )
        crosses, noughts = (
            tuple(sorted(move_of(cell) for cell, mark in marks.items() if mark == name))
            for name in self.players
        )
        pos = Position(crosses, noughts)
        return pos._replace(is_won=bool(rows_of_five(last_stones(pos))))

    def read_stones(self, words: list[str]) -> dict[Cell, str]:
        """The stones in `X=0,0;1,1 O=1,0`."""
        if [word[:2] for word in words] != ["X=", "O="]:
            raise IllegalPosition(
                "write the stones of X and of O and the side to move, like 'X=0,0;1,1 O=1,0 O'"
            )
        marks: dict[Cell, str] = {}
        for word in words:
            for name in word[2:].split(";") if word[2:] else []:
                cell = self.cell_named(name)
                if cell is None:
                    raise IllegalPosition(self.why_not(self.start, name))
                if cell in marks:
                    raise IllegalPosition(f"{name} is there twice")
                marks[cell] = word[0]
        return marks

    # Drawing and words

    def picture(self, pos: Position) -> Picture:
        stones = stones_of(pos)
        marks = {self.cell_name(cell): "XO"[side] for cell, side in stones.items()}
        shapes = {"X": "cross", "O": "ring"}
        if self.is_endless:
            columns, rows = field_labels([*stones])
            return Picture(columns, rows, marks, shapes=shapes, joint=",", endless=True)
        columns = tuple(column_name(column) for column in range(self.columns))
        return Picture(columns, tuple(str(row + 1) for row in range(self.rows)), marks, shapes=shapes)

    def changed_marks(self, pos: Position, move: int) -> dict[str, str]:
        return {self.move_text(move): self.players[1 - side_of(pos)]}

    def ending(self, pos: Position, last: LastMove | None) -> Ending:
        rows = [[self.cell_name(cell) for cell in row] for row in rows_of_five(last_stones(pos))]
        return fill_in(self.reasons[0 if rows else 1], rows, (), "", "")


def field_labels(cells: list[Cell]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The columns and the rows of a picture of these stones, or of those in their middle that have room.

    >>> columns, rows = field_labels([(1000 * step, -1000 * step) for step in range(80)])
    >>> len(columns), columns[0], columns[-1], rows[0], rows[-1]
    (149, '26998', '51002', '-51002', '-26998')
    """

    def draw(count: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        some = nearest[:count]
        return labels([column for column, _ in some]), labels([row for _, row in some])

    def fits(count: int) -> bool:
        return all(len(each) <= LARGEST_PICTURE for each in draw(count))

    nearest = cells
    if len(cells) * 2 * (MARGIN + 1) <= LARGEST_PICTURE or fits(len(cells)):
        return draw(len(cells))
    middle = (median_low(column for column, _ in cells), median_low(row for _, row in cells))
    home = min(cells, key=lambda cell: (distance(cell, middle), cell))
    nearest = sorted(cells, key=lambda cell: (distance(cell, home), cell))
    return draw(bisect_left(range(1, len(cells) + 1), True, key=lambda count: not fits(count)))


def distance(cell: Cell, other: Cell) -> int:
    """How many steps a king would take."""
    return max(abs(cell[0] - other[0]), abs(cell[1] - other[1]))


def labels(numbers: list[int]) -> tuple[str, ...]:
    """The numbers from the smallest to the largest with a margin; a wide stretch without any is left out.

    >>> labels([0, 3])
    ('-3', '-2', '-1', '0', '1', '2', '3', '4', '5')
    >>> labels([0, 100])
    ('-2', '-1', '0', '1', '2', '…', '98', '99', '100', '101', '102')
    >>> labels([2147483646])[-3:]
    ('2147483645', '2147483646', '2147483647')
    """
    known = sorted(set(numbers)) or [0]
    low, high = max(SMALLEST, known[0] - MARGIN), min(LARGEST, known[-1] + MARGIN)
    while high - low + 1 < SMALLEST_PICTURE:
        to_the_left = high == LARGEST or (low > SMALLEST and known[0] - low <= high - known[-1])
        low, high = (low - 1, high) if to_the_left else (low, high + 1)
    shown: list[str] = []
    next_label = low
    for left, right in zip(known, [*known[1:], None], strict=True):
        end = high if right is None else min(right - 1, left + MARGIN)
        shown += [str(number) for number in range(next_label, end + 1)]
        next_label = end + 1
        if right is not None and right - MARGIN > next_label:
            shown.append(GAP)
            next_label = right - MARGIN
    return tuple(shown)
