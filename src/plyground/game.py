"""What a game is, the human half: its names, options, notation, pictures and rules in words.

A game is a subclass of `Game` beside the compiled functions of `plyground.contract`, in one file. The
surfaces (terminal, browser, protocols) see only what is here, and so know no game by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NoReturn, TypeVar

import numpy as np
import numpy.typing as npt

from plyground import contract
from plyground.cells import cell_name, column_name, read_cell
from plyground.checked_methods import check_methods
from plyground.ending_words import fill_in
from plyground.errors import BrokenGame, IllegalMove, IllegalPosition, PlygroundError, UnknownGame
from plyground.game_values import (
    GAP,
    BoardView,
    Ending,
    LastMove,
    Numbering,
    Part,
    Picture,
    ShortValues,
    Stage,
    View,
    cells_of,
)
from plyground.positions import fields_text, read_fields, shorten
from plyground.variants import Option, Value, describe, read_variant, write_variant

__all__ = [
    "GAP",
    "BoardView",
    "Ending",
    "Game",
    "LastMove",
    "Numbering",
    "Part",
    "Picture",
    "ShortValues",
    "Stage",
    "TableGame",
    "View",
    "copy_position",
]

_Cell = TypeVar("_Cell")


def _same(move: int) -> int:
    return move


class Game:
    """A game in one variant, with nobody playing it yet.

    Subclasses set the class attributes, fill in `setup`, `move_text`, `picture` and `ending`, and override
    the rest where the default is too plain.
    """

    name: ClassVar[str]
    """What people type: `squava`."""
    title: ClassVar[str]
    """What people read: `Squava`."""
    summary: ClassVar[str]
    """The game in one line."""
    origin: ClassVar[str] = ""
    """Who made it, when, where."""
    words: ClassVar[str]
    """The rules in words, for a person who has never seen the game."""
    greeting: ClassVar[str] = ""
    """What a terminal says before the first move, if the game has a voice of its own."""
    players: ClassVar[tuple[str, str]] = ("first", "second")
    options: ClassVar[tuple[Option, ...]] = ()

    rules: Any
    """The tables of this variant: a NamedTuple whose class picks the compiled functions."""
    start: Any
    """The position before the first move."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        check_methods(cls, Game)

    def __init__(self, variant: str = "") -> None:
        self.values = read_variant(self.name, self.options, variant)
        self.variant = write_variant(self.options, self.values)
        self.source = self.name
        self._cells_at_start: frozenset[str] | None = None
        self.rules, self.start = self.setup()

    def __repr__(self) -> str:
        return f"<game {self.full_name}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.full_name == other.full_name

    def __hash__(self) -> int:
        return hash(self.full_name)

    @property
    def mark_texts(self) -> tuple[str, ...]:
        """What can stand on a cell, as `contract.marks` counts it from 1 on. A class attribute will do."""
        return ()

    @property
    def mark_shapes(self) -> tuple[str, ...]:
        """How each of these is drawn, where its text does not do: see `Picture.shapes`."""
        return ()

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why a game can end, as `contract.reason` counts it from 0 on: templates (see `ending_words`)."""
        return ()

    @property
    def hot_words(self) -> tuple[str, ...]:
        """What a side could make at once, as `contract.hot` counts it from 0 on: `open four`."""
        return ()

    @property
    def has_hot_cells(self) -> bool:
        """Whether this game points at cells where something decisive can be made."""
        return bool(self.hot_words) or type(self).hot_cells is not Game.hot_cells

    @property
    def goal(self) -> str:
        """What there is to reach on this board, in a few words, if the variant decides that: `sum 34`."""
        return ""

    @property
    def full_name(self) -> str:
        """Name and variant, such that the catalogue finds the same game again."""
        return f"{self.source}:{self.variant}" if self.variant else self.source

    @property
    def columns(self) -> int:
        """How many columns the board has, where the game has a size."""
        return self._size[0]

    @property
    def rows(self) -> int:
        """How many rows the board has, where the game has a size."""
        return self._size[1]

    @property
    def _size(self) -> tuple[int, int]:
        size = self.values["size"]
        assert isinstance(size, tuple)
        return size

    def option(self, name: str) -> int:
        """The number or flag that an option is set to."""
        value: Value = self.values[name]
        assert isinstance(value, int)
        return value

    def has_cells(self, pos: Any, names: Collection[str]) -> bool:
        """Whether these are names of cells; anything may be one where the board has no edges or may grow."""
        if not names:
            return True
        if self._cells_at_start is None:
            picture = self.picture(self.start)
            self._cells_at_start = frozenset() if picture.endless else frozenset(cells_of(picture))
        if not self._cells_at_start or self._cells_at_start.issuperset(names):
            return True
        return cells_of(self.picture(pos)) != self._cells_at_start

    def impossible(self, why: str) -> NoReturn:
        """Refuse this combination of options."""
        raise UnknownGame(f"{self.name}: {why}; it takes {describe(self.options)}")

    def _missing(self, signature: str) -> BrokenGame:
        name = signature.partition("(")[0]
        return BrokenGame(f"{type(self).__name__} has no {name}: write def {signature}")

    # What a game fills in.

    def setup(self) -> tuple[Any, Any]:
        """The rules and the starting position for `self.values`."""
        raise self._missing("setup(self)")

    def move_text(self, move: int) -> str:
        """A move in the notation that every surface prints and accepts."""
        raise self._missing("move_text(self, move)")

    def picture(self, pos: Any) -> Picture:
        """What stands on the board: by default what `contract.marks` says, with the trays of `trays`.

        Where `contract.hand` is implemented, it says how many of each thing are left there.
        """
        if not contract.marks.is_implemented(type(self.rules)):
            raise self._missing("picture(self, pos)")
        out = np.zeros(self.columns * self.rows, np.int64)
        contract.marks(self.rules, pos, out)
        marks = {cell: self.mark_texts[kind - 1] for cell, kind in enumerate(out.tolist()) if kind}
        shapes = dict(zip(self.mark_texts, self.mark_shapes, strict=False))
        return self.grid(marks, shapes, self._trays_of(pos, set(marks.values())))

    def _trays_of(self, pos: Any, used: set[str]) -> tuple[tuple[str, ...], ...]:
        if not contract.hand.is_implemented(type(self.rules)):
            return self.trays(used)
        out = np.zeros(contract.MOST_MOVES, np.int64)
        contract.hand(self.rules, pos, out)
        left = dict(zip(self.mark_texts, out.tolist(), strict=False))
        return tuple(
            tuple(thing for each in dict.fromkeys(tray) for thing in [each] * left.get(each, 0))
            for tray in self.trays(())
        )

    def trays(self, used: Collection[str]) -> tuple[tuple[str, ...], ...]:
        """What each player has left to put down, where there is a choice; `used` is what is on the board.

        By default there is something if `contract.hand` is implemented: the first half of `mark_texts` is the
        first player's, the second half the second's.
        """
        if not contract.hand.is_implemented(type(self.rules)):
            return ()
        half = len(self.mark_texts) // 2
        return self.mark_texts[:half], self.mark_texts[half:]

    def view(self, pos: Any) -> View:
        """What a search works on: the position itself, unless a game keeps another form of it for that."""
        return View(self.rules, copy_position(pos), _same, _same)

    def board_view(self) -> BoardView | None:
        """What compiled code needs to make views by itself; None where a view is the position itself.

        A game with a `view` of its own gives this so that pages without Python can play it: see
        `contract.lay_out`.
        """
        return None

    def ending(self, pos: Any, last: LastMove | None) -> Ending:
        """Why the game is over in this position, in words, without the players' names where possible.

        `last` is None where the position was set up and no move led to it. By default `contract.reason`
        decides which of the `reasons` it is.
        """
        if not contract.reason.is_implemented(type(self.rules)):
            return Ending("the game is over")
        out = np.zeros(contract.MOST_MOVES, np.int64)
        index = contract.reason(self.rules, pos, -1 if last is None else last.move, out)
        rows, numbers = read_rows_of_cells(out.tolist())
        side = self.side_to_move(pos)
        mover, other = ("", "") if side is None else (self.players[side], self.players[1 - side])
        names = [[self.cell_text(cell) for cell in row] for row in rows]
        return fill_in(self.reasons[index], names, numbers, mover, other)

    # What a game may override.

    def picks(self, pos: Any, move: int) -> tuple[str, ...]:
        """The steps in which a person chooses a move: one cell, or a piece and its target."""
        return (self.move_text(move),)

    def cells(self, pos: Any, move: int) -> tuple[str, ...]:
        """The cells that a drawing marks as this move; `pos` is the position before it."""
        return (self.move_text(move),)

    def typed(self, pos: Any, text: str) -> str:
        """The notation for what a person typed in the game's own old way, or the text as it is."""
        return text

    def asks_more(self, pos: Any, text: str) -> str:
        """A question for the other half, if a person typed only the first half of a move, or nothing."""
        return ""

    def move_words(self, pos: Any, move: int) -> str:
        """What a move does, in the words of the game's players; nothing if there is nothing to say."""
        return ""

    def win_words(self, pos: Any, line: Sequence[int]) -> str:
        """How a line that wins for the side to move goes, in the words of the game's players."""
        return ""

    def hot_cells(self, pos: Any) -> dict[str, str]:
        """The cells where something decisive can be made at once, each with what it is.

        By default `contract.hot` finds them, and `hot_words` says what it is.
        """
        if not self.hot_words:
            return {}
        view = self.view(pos)
        out = np.zeros(3 * 2 * contract.MOST_MOVES, np.int64)
        count = contract.hot(view.rules, view.pos, out)
        found: dict[str, str] = {}
        for move, side, text in out[: 3 * count].reshape(-1, 3).tolist():
            name = self.move_text(view.outward(move))
            found.setdefault(name, f"{self.players[side]}: {self.hot_words[text]}")
        return found

    def estimate_parts(self, pos: Any) -> tuple[Part, ...]:
        """What `contract.evaluate` is made of, by name; nothing where a game does not say.

        The values of the parts add up to the estimate. Explanations compare moves by them.
        """
        return ()

    def short_values(self, pos: Any, plies: int) -> ShortValues | None:
        """What every move leads to within so many plies, exactly; 0 plies are as many as the game looks at.

        It is for games whose `candidates` leave moves out: puzzles need what is true of all moves. None
        where a game cannot say.
        """
        return None

    def changed_marks(self, pos: Any, move: int) -> dict[str, str] | None:
        """What the move that led to `pos` changed: cells and what stands there now, or an empty text.

        None means that it is not known, and pictures are compared. That takes long where boards are large.
        """
        return None

    def farewell(self, pos: Any) -> str:
        """What a terminal says after the last move, if the game has a voice of its own."""
        return ""

    def why_not(self, pos: Any, text: str) -> str:
        """Why a text is not a legal move, in one line."""
        some = [self.move_text(move) for move in self.legal(pos)[:8]]
        return f"{text!r} is not a legal move; try one of {' '.join(some)}"

    def parse(self, pos: Any, text: str) -> int:
        """The legal move that a text stands for; `IllegalMove` says why if it stands for none."""
        for move in self.legal(pos):
            if self.move_text(move) == text:
                return move
        raise IllegalMove(self.why_not(pos, text))

    def legal(self, pos: Any) -> list[int]:
        """Every legal move, while the game goes on."""
        out = np.zeros(contract.MOST_MOVES, np.int64)
        end = contract.moves(self.rules, pos, out, 0)
        return [int(move) for move in out[:end]]

    def passed(self, pos: Any) -> Any | None:
        """The same position with the other side to move, as if a move could be left out.

        None where a game cannot say what that is. By default `contract.passed` decides, and without it the
        text of the position: with the name of the other side in it, it must be read as a position in which
        the same marks stand.
        """
        if contract.passed.is_implemented(type(self.rules)):
            return contract.passed(self.rules, pos)
        side = self.side_to_move(pos)
        if side is None:
            return None
        names = {self.players[side]: self.players[1 - side]}
        try:
            twin = self.read_position(
                " ".join(names.get(word, word) for word in self.position_text(pos).split())
            )
        except IllegalPosition:
            return None
        same = self.picture(twin).marks == self.picture(pos).marks
        return twin if same and self.side_to_move(twin) == 1 - side else None

    # Positions as text (docs/positions.md).

    def side_to_move(self, pos: Any) -> int | None:
        """Whose turn it is, 0 for the player who begins a game, or None if the position does not tell.

        By default it is the field `side` of the position, if there is one.
        """
        side: int | None = getattr(pos, "side", None)
        return side

    def position_text(self, pos: Any) -> str:
        """A position in one line, from which `read_position` makes an equal one."""
        return fields_text(pos)

    def read_position(self, text: str) -> Any:
        """The position that a text stands for; `IllegalPosition` says what is wrong with it."""
        pos = read_fields(self.start, text)
        try:
            self.try_position(pos)
        except IllegalPosition:
            raise
        except Exception as error:
            why = str(error) if isinstance(error, PlygroundError) else type(error).__name__
            raise IllegalPosition(f"{shorten(text)} cannot be played: {why}") from error
        return pos

    def setup_text(self, marks: Mapping[str, str], side: int) -> str:
        """The text of the position with these marks on these cells and this side to move.

        It is for positions that are set up by hand, and need not be legal: `read_position` says what is
        wrong. If it is empty, a game is looked for that leads to these marks.
        """
        return ""

    def try_position(self, pos: Any) -> None:
        """Ask the rules about a position and about those after it, so that none of them fails later."""
        here = copy_position(pos)
        self.picture(here)
        self.view(here)
        contract.key(self.rules, here)
        contract.evaluate(self.rules, here)
        if contract.outcome(self.rules, here) != contract.OPEN:
            self.ending(here, None)
            return
        moves = self.legal(here)
        if not moves:
            raise IllegalPosition("this position has no legal move, although the game goes on")
        for move in moves:
            self.move_text(move)
            contract.outcome(self.rules, contract.play(self.rules, copy_position(pos), move))

    # What games on a bounded grid share.

    def rows_text(self, marks: dict[int, str]) -> str:
        """The rows from the top down with `/` between them: a letter for a mark, a number for empty cells."""
        lines = []
        for row in reversed(range(self.rows)):
            cells = (marks.get(row * self.columns + column, " ") for column in range(self.columns))
            line = "".join(cells)
            lines.append(re.sub(" +", lambda gap: str(len(gap[0])), line))
        return "/".join(lines)

    def rows_setup(self, marks: Mapping[str, str], side: int) -> str:
        """Marks on cells by name as `rows_text` writes them, and the side to move behind them.

        It is a `setup_text` for games whose positions are written like that.
        """
        cells = {cell: mark for name, mark in marks.items() if (cell := self.cell_at(name)) is not None}
        return f"{self.rows_text(cells)} {self.players[side]}"

    def read_rows(self, text: str, letters: str) -> dict[int, str]:
        """The marks in what `rows_text` wrote; only these letters are marks."""
        rows = text.split("/")
        if len(rows) != self.rows:
            raise IllegalPosition(f"{shorten(text)} has {len(rows)} rows; this board has {self.rows}")
        marks: dict[int, str] = {}
        for number, line in zip(reversed(range(self.rows)), rows, strict=True):
            column = 0
            for word in re.findall("[0-9]+|[^0-9]", line):
                gap = int(word) if re.fullmatch("[1-9][0-9]{0,3}", word) else 0
                if not gap and word not in letters:
                    raise IllegalPosition(
                        f"row {number + 1} holds {shorten(word)}; "
                        f"write {', '.join(letters)} or how many cells are empty"
                    )
                if not gap and column < self.columns:
                    marks[number * self.columns + column] = word
                column += gap or 1
            if column != self.columns:
                raise IllegalPosition(
                    f"row {number + 1} is {shorten(line)}, {column} cells wide; "
                    f"this board has {self.columns} columns"
                )
        return marks

    def check_turns(
        self,
        marks: Mapping[_Cell, str],
        side: int,
        is_over: Callable[[frozenset[_Cell]], bool],
        last_cells: Callable[[frozenset[_Cell]], Iterable[_Cell]] = lambda marks: marks,
    ) -> None:
        """Refuse marks that taking turns cannot have left, in a game in which marks only come.

        `is_over` says whether marks of one side end the game. Only the last mark may have done that;
        `last_cells` are those of them where it can be.
        """
        first, second = self.players
        sides = [frozenset(cell for cell, mark in marks.items() if mark == name) for name in self.players]
        more = len(sides[0]) - len(sides[1])
        if more not in (0, 1):
            raise IllegalPosition(
                f"there are {len(sides[0])} {first} and {len(sides[1])} {second}; "
                f"{first} has as many as {second} or one more"
            )
        if side != more:
            raise IllegalPosition(
                f"with these marks it is {self.players[more]} to move, not {self.players[side]}"
            )
        if is_over(sides[side]):
            raise IllegalPosition(f"the marks of {self.players[side]} ended the game before the last move")
        last = sides[1 - side]
        if is_over(last) and all(is_over(last - {cell}) for cell in last_cells(last)):
            raise IllegalPosition(f"no single move of {self.players[1 - side]} can have made all these rows")

    def read_player(self, word: str) -> int:
        """The side with this name."""
        if word not in self.players:
            raise IllegalPosition(
                f"{shorten(word)} is no side to move; there are {' and '.join(self.players)}"
            )
        return self.players.index(word)

    def cell_text(self, cell: int) -> str:
        """The name of cell `row * columns + column`."""
        row, column = divmod(cell, self.columns)
        return cell_name(column, row)

    def cell_at(self, text: str) -> int | None:
        """The cell with this name, or None if there is none."""
        place = read_cell(text)
        if place is None or place[0] >= self.columns or place[1] >= self.rows:
            return None
        return place[1] * self.columns + place[0]

    def no_cell(self, text: str) -> str:
        """What to say of a text that names no cell."""
        return f"{text!r} is no cell; cells go from a1 to {cell_name(self.columns - 1, self.rows - 1)}"

    def grid(
        self,
        marks: dict[int, str],
        shapes: dict[str, str] | None = None,
        trays: tuple[tuple[str, ...], ...] = (),
    ) -> Picture:
        """A picture of this game's grid with marks on cells."""
        return Picture(
            columns=tuple(column_name(column) for column in range(self.columns)),
            rows=tuple(str(row + 1) for row in range(self.rows)),
            marks={self.cell_text(cell): mark for cell, mark in marks.items()},
            trays=trays,
            shapes=shapes or {},
        )


class TableGame(Game):
    """A game that can have tables of results (docs/tables.md), because its positions can be numbered.

    It also fills in `rank`, `unrank` and the other table functions of `plyground.contract`.
    """

    endgames: str = ""
    """The file with the results that searches use, if there is one."""

    def numbering(self, most: int | None = None) -> Numbering | None:
        """Numbers for all positions with at most `most` pieces; None if there are too many."""
        raise self._missing("numbering(self, most=None)")

    def number_of_positions(self, most: int | None = None) -> int:
        """How many numbers `numbering` would have, or a few less."""
        raise self._missing("number_of_positions(self, most=None)")

    def use_endgames(self, codes: npt.NDArray[np.uint8], most: int | None) -> None:
        """Let searches use the results in a table of positions with at most `most` pieces."""

    def unlimited(self) -> TableGame:
        """The same game without a limit on its length."""
        return self

    def limited(self) -> TableGame:
        """The same game with its usual limit on its length."""
        return self


def read_rows_of_cells(out: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """The deciding rows that `contract.reason` wrote, and the numbers behind them.

    >>> read_rows_of_cells([2, 3, 0, 1, 2, 1, 8, 34])
    ([[0, 1, 2], [8]], [34])
    """
    rows, at = [], 1
    for _ in range(out[0]):
        end = at + 1 + out[at]
        rows.append([*out[at + 1 : end]])
        at = end
    return rows, [*out[at:]]


def copy_position(pos: Any) -> Any:
    """A position that shares no array with another."""
    return type(pos)(*(field.copy() if isinstance(field, np.ndarray) else field for field in pos))
