"""Slow, obvious models of the games: a dict of cells, and every rule read off the board anew."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cache

Cell = tuple[int, int]
Step = tuple[int, int]
Board = dict[Cell, str]

HORIZONTAL: Step = (1, 0)
VERTICAL: Step = (0, 1)
RISING: Step = (1, 1)
FALLING: Step = (1, -1)
LINE_STEPS = (HORIZONTAL, VERTICAL, RISING, FALLING)
ROOK_STEPS: tuple[Step, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))

NUMBER_WORDS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


@dataclass(frozen=True)
class Ending:
    """How a game ended; `winner` is 0, 1, or None for a draw."""

    winner: int | None
    reason: str
    line: tuple[str, ...]


BOARD_FULL = Ending(None, "the board is full", ())


def column_name(column: int) -> str:
    """a, b, ... z, aa, ab, ..."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    if column < len(letters):
        return letters[column]
    return column_name(column // len(letters) - 1) + letters[column % len(letters)]


@cache
def cell_name(cell: Cell) -> str:
    """The name of a cell: (0, 0) is a1."""
    column, row = cell
    return f"{column_name(column)}{row + 1}"


def beyond(cell: Cell, step: Step) -> Cell:
    """The next cell in a direction, on the board or off it."""
    return cell[0] + step[0], cell[1] + step[1]


def before(cell: Cell, step: Step) -> Cell:
    """The previous cell in a direction, on the board or off it."""
    return cell[0] - step[0], cell[1] - step[1]


def without_repeats(names: Iterable[str]) -> tuple[str, ...]:
    """The names in order, each at its first place only."""
    return tuple(dict.fromkeys(names))


@dataclass
class Position:
    """One moment of a game."""

    plies: int
    board: Board
    ending: Ending | None
    moves: frozenset[str] | None = None
    """The legal moves, once somebody has asked for them."""


class Model:
    """A game in progress. Subclasses say which moves there are, what they do, and what ends it."""

    def __init__(self, cols: int, rows: int) -> None:
        self.cols = cols
        self.rows = rows
        self._cell_of = {cell_name((c, r)): (c, r) for c in range(cols) for r in range(rows)}
        self._positions: list[Position] = []
        self._arrive(self._first_board(), 0)

    def _first_board(self) -> Board:
        return {}

    def _moves(self, board: Board, turn: int) -> set[str]:
        raise NotImplementedError

    def _after(self, board: Board, turn: int, move: str) -> Board:
        raise NotImplementedError

    def _judge(self, board: Board, plies: int) -> Ending | None:
        raise NotImplementedError

    def _arrive(self, board: Board, plies: int) -> None:
        self._positions.append(Position(plies, board, self._judge(board, plies)))

    @property
    def _now(self) -> Position:
        return self._positions[-1]

    @property
    def turn(self) -> int:
        """Who moves now: 0 the first player, 1 the second."""
        return self._now.plies % 2

    def set_up(self, diagram: str, plies: int) -> None:
        """Start from a drawn board, top row first, "." an empty cell, after so many plies."""
        lines = [line.split() for line in diagram.strip().splitlines()]
        if len(lines) != self.rows or any(len(line) != self.cols for line in lines):
            raise ValueError("the diagram does not have the size of the board")
        board = {
            (column, row): mark
            for row, line in enumerate(reversed(lines))
            for column, mark in enumerate(line)
            if mark != "."
        }
        self._positions = []
        self._arrive(board, plies)

    def _legal(self) -> frozenset[str]:
        now = self._now
        if now.moves is None:
            now.moves = frozenset(self._moves(now.board, self.turn) if now.ending is None else ())
        return now.moves

    def legal_moves(self) -> set[str]:
        """Every legal move in notation; none once the game is over."""
        return set(self._legal())

    def play(self, move: str) -> None:
        """Make a move, or raise ValueError if it is not legal."""
        now = self._now
        if move not in self._legal():
            raise ValueError(f"not a legal move: {move}")
        self._arrive(self._after(now.board, self.turn, move), now.plies + 1)

    def undo(self) -> None:
        """Take the last move back."""
        if len(self._positions) == 1:
            raise ValueError("there is no move to take back")
        self._positions.pop()

    def ending(self) -> Ending | None:
        """How the game ended, or None while it goes on."""
        return self._now.ending

    def state(self) -> Hashable:
        """Everything the future of the game depends on."""
        return self.turn, frozenset(self._now.board.items())

    def cells(self) -> dict[str, str]:
        """What stands on each cell that is not empty."""
        return {cell_name(cell): mark for cell, mark in self._now.board.items()}

    def _is_full(self, board: Board) -> bool:
        return len(board) == self.cols * self.rows


def maximal_runs(cells: set[Cell]) -> list[list[Cell]]:
    """Every run of adjoining cells that cannot be made longer, in the order they are worded."""
    ordered = sorted(cells)
    return [
        run_from(start, step, cells)
        for step in LINE_STEPS
        for start in ordered
        if before(start, step) not in cells
    ]


def run_from(start: Cell, step: Step, cells: set[Cell]) -> list[Cell]:
    """The unbroken run of these cells from `start` on."""
    run = []
    cell = start
    while cell in cells:
        run.append(cell)
        cell = beyond(cell, step)
    return run


def run_words(run: list[Cell], name: Callable[[Cell], str] = cell_name) -> str:
    """For example "three in a row a1 b2 c3"."""
    length = NUMBER_WORDS.get(len(run), str(len(run)))
    return f"{length} in a row {' '.join(map(name, run))}"


def ending_by_runs(winner: int, runs: list[list[Cell]], name: Callable[[Cell], str] = cell_name) -> Ending:
    """The ending that these runs bring about."""
    reason = " and ".join(run_words(run, name) for run in runs)
    return Ending(winner, reason, without_repeats(name(c) for run in runs for c in run))


class MarkModel(Model):
    """A game in which X and O put marks on empty cells."""

    MARKS = ("X", "O")

    def _moves(self, board: Board, turn: int) -> set[str]:
        return {name for name, cell in self._cell_of.items() if cell not in board}

    def _after(self, board: Board, turn: int, move: str) -> Board:
        return {**board, self._cell_of[move]: self.MARKS[turn]}

    def _judge(self, board: Board, plies: int) -> Ending | None:
        mover = 1 - plies % 2
        runs = maximal_runs({cell for cell, mark in board.items() if mark == self.MARKS[mover]})
        by_runs = self._judge_runs(mover, runs)
        if by_runs is None and self._is_full(board):
            return BOARD_FULL
        return by_runs

    def _judge_runs(self, mover: int, runs: list[list[Cell]]) -> Ending | None:
        raise NotImplementedError


class Noughts(MarkModel):
    """Noughts and crosses: a row wins, or loses in misere."""

    def __init__(self, cols: int, rows: int, row: int, misere: bool) -> None:
        self.row = row
        self.misere = misere
        super().__init__(cols, rows)

    def _judge_runs(self, mover: int, runs: list[list[Cell]]) -> Ending | None:
        enough = [run for run in runs if len(run) >= self.row]
        if not enough:
            return None
        return ending_by_runs(1 - mover if self.misere else mover, enough)


class Squava(MarkModel):
    """Four in a row wins; three in a row without it loses."""

    def _judge_runs(self, mover: int, runs: list[list[Cell]]) -> Ending | None:
        winning = [run for run in runs if len(run) >= 4]
        losing = [run for run in runs if len(run) == 3]
        if winning:
            return ending_by_runs(mover, winning)
        if losing:
            return ending_by_runs(1 - mover, losing)
        return None


class Gomoku(MarkModel):
    """Five or more in a row win, on a board with edges."""

    def _judge_runs(self, mover: int, runs: list[list[Cell]]) -> Ending | None:
        winning = [run for run in runs if len(run) >= 5]
        return ending_by_runs(mover, winning) if winning else None


def point_name(cell: Cell) -> str:
    """The name of a cell of the endless field."""
    return f"{cell[0]},{cell[1]}"


def is_point(cell: Cell) -> bool:
    """Whether both coordinates fit in 32 bits."""
    return all(-(2**31) <= number < 2**31 for number in cell)


class EndlessGomoku(Model):
    """Five or more in a row win, on a field without edges.

    Any cell may be played. The moves that are listed are those at most two steps from a stone.
    """

    def __init__(self) -> None:
        super().__init__(0, 0)

    def _moves(self, board: Board, turn: int) -> set[str]:
        near = {
            (column + right, row + up)
            for column, row in board or {(0, 0): ""}
            for right in (-2, -1, 0, 1, 2)
            for up in (-2, -1, 0, 1, 2)
        }
        return {point_name(cell) for cell in near if cell not in board and is_point(cell)}

    def _after(self, board: Board, turn: int, move: str) -> Board:
        column, row = move.split(",")
        return {**board, (int(column), int(row)): "XO"[turn]}

    def _judge(self, board: Board, plies: int) -> Ending | None:
        mover = 1 - plies % 2
        runs = maximal_runs({cell for cell, mark in board.items() if mark == "XO"[mover]})
        winning = [run for run in runs if len(run) >= 5]
        return ending_by_runs(mover, winning, point_name) if winning else None

    def play(self, move: str) -> None:
        """Make a move, be it listed or far away, or raise ValueError if it is not legal."""
        column, comma, row = move.partition(",")
        whole = all(re.fullmatch("0|-?[1-9][0-9]*", number) for number in (column, row))
        if self.ending() or not comma or not whole or not is_point((int(column), int(row))):
            raise ValueError(f"not a legal move: {move}")
        if move in self.cells():
            raise ValueError(f"not a legal move: {move}")
        self._arrive(self._after(self._now.board, self.turn, move), self._now.plies + 1)

    def cells(self) -> dict[str, str]:
        """What stands on each cell that is not empty."""
        return {point_name(cell): mark for cell, mark in self._now.board.items()}


class Numerical(Model):
    """Odd and even put numbers; completing a line of the right sum wins."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.target = {3: 15, 4: 34}[size]
        self._lines = self._every_line()
        super().__init__(size, size)

    def _moves(self, board: Board, turn: int) -> set[str]:
        own = range(1 + turn, self.size * self.size + 1, 2)
        unused = [number for number in map(str, own) if number not in board.values()]
        empty = [name for name, cell in self._cell_of.items() if cell not in board]
        return {f"{name}={number}" for name in empty for number in unused}

    def _after(self, board: Board, turn: int, move: str) -> Board:
        name, number = move.split("=")
        return {**board, self._cell_of[name]: number}

    def _every_line(self) -> list[list[Cell]]:
        along = range(self.size)
        rows = [[(i, row) for i in along] for row in along]
        columns = [[(column, i) for i in along] for column in along]
        rising = [(i, i) for i in along]
        falling = [(i, self.size - 1 - i) for i in along]
        return [*rows, *columns, rising, falling]

    def _is_right(self, line: list[Cell], board: Board) -> bool:
        return all(cell in board for cell in line) and sum(int(board[cell]) for cell in line) == self.target

    def _judge(self, board: Board, plies: int) -> Ending | None:
        right = [list(map(cell_name, line)) for line in self._lines if self._is_right(line, board)]
        if right:
            reason = " and ".join(f"{' '.join(line)} sum to {self.target}" for line in right)
            return Ending(1 - plies % 2, reason, without_repeats(n for line in right for n in line))
        return BOARD_FULL if self._is_full(board) else None


def count_of(number: int, noun: str) -> str:
    """1 piece, 2 pieces."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


class Squeeze(Model):
    """Squeeze-It: rooks that take by bookends and from the middle."""

    PIECES = ("W", "B")
    SIDES = ("white", "black")

    def __init__(self, cols: int, rows: int, limit: int) -> None:
        self.limit = limit
        super().__init__(cols, rows)

    def _first_board(self) -> Board:
        white = {(column, 0): "W" for column in range(self.cols)}
        black = {(column, self.rows - 1): "B" for column in range(self.cols)}
        return white | black

    def _moves(self, board: Board, turn: int) -> set[str]:
        return {
            f"{cell_name(source)}-{cell_name(target)}"
            for source, piece in board.items()
            if piece == self.PIECES[turn]
            for step in ROOK_STEPS
            for target in self._slides(board, source, step)
        }

    def _slides(self, board: Board, source: Cell, step: Step) -> list[Cell]:
        targets = []
        cell = beyond(source, step)
        while self._has(cell) and cell not in board:
            targets.append(cell)
            cell = beyond(cell, step)
        return targets

    def _has(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.cols and 0 <= cell[1] < self.rows

    def _after(self, board: Board, turn: int, move: str) -> Board:
        source, target = (self._cell_of[name] for name in move.split("-"))
        landed = {cell: piece for cell, piece in board.items() if cell != source}
        landed[target] = self.PIECES[turn]
        squeezed = bookended(landed, target) | taken_from_the_middle(landed, target)
        return {cell: piece for cell, piece in landed.items() if cell not in squeezed}

    def _judge(self, board: Board, plies: int) -> Ending | None:
        return (
            self._judge_stuck(board, plies)
            or self._judge_limit(board, plies)
            or self._judge_repetition(board, plies)
        )

    def _judge_stuck(self, board: Board, plies: int) -> Ending | None:
        turn = plies % 2
        if self.PIECES[turn] not in board.values():
            return Ending(1 - turn, f"{self.SIDES[turn]} has no pieces left", ())
        if not any(
            self._slides(board, source, step)
            for source, piece in board.items()
            if piece == self.PIECES[turn]
            for step in ROOK_STEPS
        ):
            return Ending(1 - turn, f"{self.SIDES[turn]} cannot move", ())
        return None

    def _judge_limit(self, board: Board, plies: int) -> Ending | None:
        if self.limit == 0 or plies < 2 * self.limit:
            return None
        after = f"after {count_of(self.limit, 'move')} each"
        white, black = (list(board.values()).count(piece) for piece in self.PIECES)
        if white == black:
            return Ending(None, f"{after} both have {count_of(white, 'piece')}", ())
        winner = 0 if white > black else 1
        more, fewer = max(white, black), min(white, black)
        score = f"{self.SIDES[winner]} has {count_of(more, 'piece')} to {fewer}"
        return Ending(winner, f"{after} {score}", ())

    def _judge_repetition(self, board: Board, plies: int) -> Ending | None:
        earlier = [p for p in self._positions if p.board == board and p.plies % 2 == plies % 2]
        if self.limit == 0 and len(earlier) >= 2:
            return Ending(None, "the position occurred for the third time", ())
        return None

    def state(self) -> Hashable:
        """Also the move number under a limit, else how often each position has occurred."""
        if self.limit:
            return self._now.plies, frozenset(self._now.board.items())
        occurred = Counter((p.plies % 2, frozenset(p.board.items())) for p in self._positions)
        return super().state(), frozenset(occurred.items())


def run_beyond(board: Board, start: Cell, step: Step, piece: str) -> list[Cell]:
    """The unbroken run of this piece that begins directly beyond `start`."""
    return run_from(beyond(start, step), step, {c for c in board if board[c] == piece})


def enemy_of(piece: str) -> str:
    """The other side's piece."""
    return {"W": "B", "B": "W"}[piece]


def bookended(board: Board, moved: Cell) -> set[Cell]:
    """Enemy runs between the piece that moved and another of its own side."""
    own = board[moved]
    taken: set[Cell] = set()
    for step in ROOK_STEPS:
        run = run_beyond(board, moved, step, enemy_of(own))
        if run and board.get(beyond(run[-1], step)) == own:
            taken.update(run)
    return taken


def taken_from_the_middle(board: Board, moved: Cell) -> set[Cell]:
    """The two enemies directly beyond both ends of the run that contains the piece that moved."""
    own = board[moved]
    taken: set[Cell] = set()
    for step in (HORIZONTAL, VERTICAL):
        back = before((0, 0), step)
        ends = [beyond([moved, *run_beyond(board, moved, way, own)][-1], way) for way in (step, back)]
        if all(board.get(end) == enemy_of(own) for end in ends):
            taken.update(ends)
    return taken


KNOWN_WORDS: dict[str, set[str]] = {
    "noughts": {"row", "misere"},
    "squava": set(),
    "numerical": set(),
    "squeeze": {"limit"},
    "gomoku": set(),
}


def read_variant(variant: str) -> tuple[tuple[int, int] | None, dict[str, str]]:
    """The size, if one is given, and the words of a variant."""
    size = None
    words = {}
    for part in filter(None, variant.split(",")):
        if part[0].isdigit():
            cols, rows = part.split("x")
            size = int(cols), int(rows)
        else:
            word, _, value = part.partition("=")
            words[word] = value
    return size, words


def model(name: str) -> Model:
    """The model of a game by its name and variant, such as "noughts:5x5,row=4"."""
    game, _, variant = name.partition(":")
    size, words = read_variant(variant)
    if game not in KNOWN_WORDS or not set(words) <= KNOWN_WORDS[game]:
        raise ValueError(f"no such game: {name}")
    if game == "noughts":
        return Noughts(*(size or (3, 3)), row=int(words.get("row", 3)), misere="misere" in words)
    if game == "squava":
        return Squava(*(size or (5, 5)))
    if game == "gomoku":
        return Gomoku(*size) if size else EndlessGomoku()
    if game == "squeeze":
        return Squeeze(*(size or (8, 8)), limit=int(words.get("limit", 50)))
    if size not in (None, (3, 3), (4, 4)):
        raise ValueError(f"no such game: {name}")
    return Numerical((size or (4, 4))[0])
