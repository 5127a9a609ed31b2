"""A game being played: what Python users touch first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from plyground import catalogue, contract
from plyground.contract import DRAWN, LOST, OPEN
from plyground.drawing import draw_svg, draw_text, hidden_note
from plyground.errors import IllegalMove
from plyground.game import Game, LastMove, copy_position

ORDINALS = ("first", "second", "third", "fourth", "fifth")
MOST_POSITIONS: Final = 32
"""Positions that a board holds at most, and half of them at least; earlier ones are played again."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: str | None
    """The winner's name as in `game.players`, or None for a draw."""
    loser: str | None
    reason: str
    line: tuple[str, ...] = ()
    """The cells that decided it, if any did."""
    blames_loser: bool = False

    def __str__(self) -> str:
        if self.winner is None:
            return f"draw: {self.reason}"
        return (
            f"{self.loser} loses: {self.reason}"
            if self.blames_loser
            else f"{self.winner} wins: {self.reason}"
        )


class Board:
    """A position with the moves that led to it.

    >>> board = Board("squava")
    >>> board.push("c3")
    >>> board.player, len(board.legal_moves)
    ('O', 24)
    >>> board.push("c3")
    Traceback (most recent call last):
    plyground.errors.IllegalMove: c3 is taken
    >>> board.pop()
    'c3'

    It may begin from any position, given as text (docs/positions.md).

    >>> Board("noughts", "b2", position="3/3/O1X X").player
    'O'
    """

    def __init__(
        self, game: str | Game = "noughts", moves: str | Iterable[str] = (), *, position: str = ""
    ) -> None:
        self.game = catalogue.find(game) if isinstance(game, str) else game
        self._repeats = int(contract.repetition(self.game.rules))
        start, first_turn = _read_position(self.game, position) if position else (self.game.start, 0)
        self._begin(start, first_turn)
        for move in moves.split() if isinstance(moves, str) else moves:
            self.push(move)

    def _begin(self, start: Any, first_turn: int) -> None:
        self._start = copy_position(start)
        self.first_turn = first_turn
        """Whose turn it was at the beginning: 1 only if the board began from a set-up position."""
        self._moves: list[int] = []
        self._positions: list[Any] = [copy_position(start)]
        """This position last and those before it; all of them only where repetition counts."""
        self._cells: list[tuple[str, ...]] = []
        self._seen: Counter[Any] = Counter([identity(start)])
        self._forget_outcome()

    def _forget_outcome(self) -> None:
        """Whether and how the game is over is found out when it is asked for, and then kept."""
        self._result: int | None = None
        self._outcome: Outcome | None = None

    # The position

    @property
    def position_text(self) -> str:
        """The position in one line, such that `Board(game, position=...)` shows it again.

        >>> Board("noughts", "b2 a1").position_text
        '3/1X1/O2 X'
        """
        return _position_text(self.game, self.position, self.turn)

    @property
    def setup(self) -> str:
        """The position that this board began from as text, empty if it is the usual one."""
        if self.first_turn == 0 and identity(self._start) == identity(self.game.start):
            return ""
        return _position_text(self.game, self._start, self.first_turn)

    @property
    def position(self) -> Any:
        """The position as the compiled half of the game sees it."""
        return self._positions[-1]

    @property
    def turn(self) -> int:
        """Whose turn it is: 0 for the side that begins a game, 1 for the other."""
        return (self.first_turn + len(self._moves)) % 2

    @property
    def player(self) -> str:
        """The name of the side to move."""
        return self.game.players[self.turn]

    @property
    def history(self) -> tuple[str, ...]:
        """Every move from the start, in notation."""
        return tuple(self.game.move_text(move) for move in self._moves)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Every move from the start, as the numbers that the compiled half uses."""
        return tuple(self._moves)

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """Every legal move in notation; none once the game is over."""
        return tuple(self.game.move_text(move) for move in self.legal_numbers())

    def legal_numbers(self) -> list[int]:
        """Every legal move as the number that the compiled half uses."""
        return [] if self.is_over else self.game.legal(self.position)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._find_result() != OPEN

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why, or None while the game goes on.

        >>> Board("noughts", "a1 a2 b1 b2 c1").outcome
        Outcome(winner='X', loser='O', reason='three in a row a1 b1 c1', line=('a1', 'b1', 'c1'), \
blames_loser=False)
        """
        result = self._find_result()
        if result != OPEN and self._outcome is None:
            self._outcome = self._explain_result(result)
        return self._outcome

    def _explain_result(self, result: int) -> Outcome:
        if contract.outcome(self.game.rules, self.position) == OPEN:
            word = ORDINALS[self._repeats - 1] if self._repeats <= 5 else f"{self._repeats}th"
            return Outcome(None, None, f"the position occurred for the {word} time")
        ending = self.game.ending(self.position, self.last_move())
        if result == DRAWN:
            return Outcome(None, None, ending.reason, ending.line)
        loser = self.turn if result == LOST else 1 - self.turn
        players = self.game.players
        return Outcome(players[1 - loser], players[loser], ending.reason, ending.line, ending.blames_loser)

    def _find_result(self) -> int:
        if self._result is None:
            result = int(contract.outcome(self.game.rules, self.position))
            if result == OPEN and self._repeats and self._seen[identity(self.position)] >= self._repeats:
                result = DRAWN
            self._result = result
        return self._result

    def earlier_positions(self) -> list[Any]:
        """Every position before this one, for games in which repetition counts."""
        return self._positions[:-1] if self._repeats else []

    # Moving

    def push(self, move: str) -> None:
        """Make a move; an `IllegalMove` says why it cannot be made, and nothing changes."""
        if outcome := self.outcome:
            raise IllegalMove(f"{move} comes too late: the game is over, {outcome}")
        self.push_number(self.game.parse(self.position, move))

    def push_number(self, move: int) -> None:
        """Make a move given as the number that the compiled half uses; it must be legal."""
        cells = self.cells_of(move)
        after = contract.play(self.game.rules, self.position, move)
        self._moves.append(move)
        self._positions.append(after)
        self._cells.append(cells)
        self._forget_outcome()
        if self._repeats:
            self._seen[identity(after)] += 1
        elif len(self._positions) > MOST_POSITIONS:
            del self._positions[: MOST_POSITIONS // 2]

    def pop(self) -> str:
        """Take back the last move and return it."""
        if not self._moves:
            raise IllegalMove("there is no move to take back")
        after = self._positions.pop()
        move = self._moves.pop()
        self._cells.pop()
        self._forget_outcome()
        if self._repeats:
            self._seen[identity(after)] -= 1
        contract.undo(self.game.rules, after, move)
        if len(self._positions) < 2 and self._moves:
            self._play_again()
        return self.game.move_text(move)

    def _play_again(self) -> None:
        """Fill up the positions again from the start."""
        self._positions = [copy_position(self._start)]
        for move in self._moves:
            self._positions.append(contract.play(self.game.rules, self.position, move))
            if len(self._positions) > MOST_POSITIONS:
                del self._positions[: MOST_POSITIONS // 2]

    def picks(self, *chosen: str) -> tuple[str, ...]:
        """What can be picked next on the way to a move, after these picks.

        >>> Board("numerical").picks("15")[:3]
        ('a1', 'b1', 'c1')
        """
        paths = [self.picks_of(move) for move in self.legal_numbers()]
        depth = len(chosen)
        return tuple(
            dict.fromkeys(path[depth] for path in paths if path[:depth] == chosen and len(path) > depth)
        )

    def move_for(self, *chosen: str) -> str | None:
        """The move that a complete path of picks stands for, or None."""
        for move in self.legal_numbers():
            if self.picks_of(move) == chosen:
                return self.game.move_text(move)
        if self.is_over:
            return None
        try:  # an endless board does not list every move
            move = self.game.parse(self.position, " ".join(chosen))
        except IllegalMove:
            return None
        return self.game.move_text(move) if self.picks_of(move) == chosen else None

    def picks_of(self, move: int) -> tuple[str, ...]:
        """The steps in which a person chooses this legal move, given as a number."""
        return self.game.picks(self.position, move)

    def passed(self) -> Board | None:
        """A new board on which the side to move has passed, or None where this game cannot say what that is.

        >>> Board("noughts", "a1 b2 a2").passed().player
        'X'
        """
        pos = None if self.is_over else self.game.passed(copy_position(self.position))
        if pos is None:
            return None
        return board_from(self.game, pos, 1 - self.turn)

    # The cells of moves

    def cells_of(self, move: int) -> tuple[str, ...]:
        """The cells that a drawing marks as this legal move, given as a number."""
        return self.game.cells(self.position, move)

    @property
    def played_cells(self) -> tuple[tuple[str, ...], ...]:
        """The cells of every move from the start.

        >>> Board("squeeze:4x4", "a1-a2 b4-b3").played_cells
        (('a1', 'a2'), ('b4', 'b3'))
        """
        return tuple(self._cells)

    @property
    def last_cells(self) -> tuple[str, ...]:
        """The cells of the last move; none before the first."""
        return self._cells[-1] if self._cells else ()

    def line_cells(self, moves: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """The cells of each move of a line of play from here, up to the end of the game."""
        twin = self.copy()
        for move in moves:
            if twin.is_over:
                break
            twin.push(move)
        return twin.played_cells[len(self._cells) :]

    def last_move(self) -> LastMove | None:
        """The last move and the position before it; None before the first."""
        if not self._moves:
            return None
        before, move = self._positions[-2], self._moves[-1]
        if any(isinstance(field, np.ndarray) for field in before):  # changed in place since then
            before = copy_position(self.position)
            contract.undo(self.game.rules, before, move)
        return LastMove(before, move)

    # Copies and comparison

    def copy(self, game: Game | None = None) -> Board:
        """A board of its own with the same history, of the same game or of one equal to it."""
        twin = Board.__new__(Board)
        twin.game, twin._repeats = game or self.game, self._repeats
        twin._begin(self._start, self.first_turn)
        if any(isinstance(field, np.ndarray) for field in self.position):  # which moves change in place
            for move in self._moves:
                twin.push_number(move)
        else:
            twin._moves, twin._positions = self._moves.copy(), self._positions.copy()
            twin._cells, twin._seen = self._cells.copy(), self._seen.copy()
        twin._result, twin._outcome = self._result, self._outcome
        return twin

    def __eq__(self, other: object) -> bool:
        """Same game, same position and same side to move, however it came about."""
        if not isinstance(other, Board):
            return NotImplemented
        same = self.game == other.game and self.turn == other.turn
        return same and identity(self.position) == identity(other.position)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        setup = f", position={self.setup!r}" if self.setup else ""
        return f"Board({self.game.full_name!r}, {' '.join(self.history)!r}{setup})"

    # Drawing

    def text(self, *, ascii_only: bool = False) -> str:
        """The board as text, with the last move and the deciding line marked."""
        picture = self.game.picture(self.position)
        drawn = draw_text(picture, self.last_cells, self._line(), ascii_only=ascii_only)
        note = hidden_note(picture)
        return f"{drawn}\n{note}" if note else drawn

    def svg(self) -> str:
        """The board as an SVG document."""
        picture = self.game.picture(self.position)
        title = f"{self.caption} {hidden_note(picture)}".rstrip()
        return draw_svg(picture, self.last_cells, self._line(), title)

    @property
    def caption(self) -> str:
        """One line under the board: how the game ended or who is to move."""
        if outcome := self.outcome:
            return str(outcome)
        last = f", last move {self.game.move_text(self._moves[-1])}" if self._moves else ""
        return f"{self.player} to move{last}"

    def __str__(self) -> str:
        return f"{self.text()}\n{self.caption}"

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg()

    def _line(self) -> tuple[str, ...]:
        outcome = self.outcome
        return outcome.line if outcome else ()


def board_from(game: Game, pos: Any, turn: int) -> Board:
    """A board that begins from this position, given as the compiled half sees it, with this side to move."""
    board = Board(game)
    board._begin(pos, turn)
    return board


def identity(pos: Any) -> tuple[Any, ...]:
    """A hashable value that is equal for equal positions."""
    return tuple(field.tobytes() if isinstance(field, np.ndarray) else field for field in pos)


# Where a position does not tell whose turn it is, a word behind its text does.

SIDES = ("first", "second")


def _position_text(game: Game, pos: Any, turn: int) -> str:
    text = game.position_text(pos)
    return text if game.side_to_move(pos) is not None else f"{text} {SIDES[turn]}"


def _read_position(game: Game, text: str) -> tuple[Any, int]:
    if game.side_to_move(game.start) is not None:
        pos = game.read_position(text)
        turn = game.side_to_move(pos)
        assert turn is not None
        return pos, turn
    rest, _, side = text.rstrip().rpartition(" ")
    if side not in SIDES:
        return game.read_position(text), 0
    return game.read_position(rest), SIDES.index(side)
