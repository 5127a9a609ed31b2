"""Setting up a position by hand: marks on cells and the side to move, for any game.

A game that says in `setup_text` how such a position is written gets exactly that one, and `read_position`
checks it. For any other game a line of play is looked for that leads to these marks.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from itertools import count
from typing import Final

from plyground import contract
from plyground.board import Board, board_from, identity
from plyground.errors import IllegalPosition
from plyground.game import Game, copy_position
from plyground.positions import shorten

MOST_TRIED: Final = 64
"""How many first moves of each side are tried to see which marks there are."""
MOST_POSITIONS: Final = 20_000
"""How many positions are looked at to find one with the marks that are wanted."""
WRONG_MARK: Final = 3
"""As many missing marks count as much as one that should not be there."""


def marks_to_set(game: Game) -> tuple[str, ...]:
    """The marks that can be put on cells.

    >>> from plyground import catalogue
    >>> marks_to_set(catalogue.find("squeeze")), marks_to_set(catalogue.find("noughts"))
    (('W', 'B'), ('X', 'O'))
    """
    picture = game.picture(game.start)
    marks = dict.fromkeys(mark for tray in picture.trays for mark in tray)
    if game.mark_texts:
        return tuple(marks | dict.fromkeys(game.mark_texts))
    marks |= dict.fromkeys(picture.marks.values())
    board = Board(game)
    for _ in game.players:
        legal = board.legal_numbers()
        for move in legal[:MOST_TRIED]:
            board.push_number(move)
            marks |= dict.fromkeys(game.picture(board.position).marks.values())
            board.pop()
        if legal:
            board.push_number(legal[0])
    return tuple(marks)


def unique_marks(game: Game) -> frozenset[str]:
    """The marks of which there is only one, because they lie in a tray until they are put down."""
    lying = [mark for tray in game.picture(game.start).trays for mark in tray]
    return frozenset(mark for mark in lying if lying.count(mark) == 1)


def set_up_board(game: Game, marks: Mapping[str, str], side: int) -> Board:
    """The board with these marks on these cells and this side to move; `IllegalPosition` says what is wrong.

    >>> from plyground import catalogue
    >>> noughts = catalogue.find("noughts")
    >>> set_up_board(noughts, {"b2": "X", "a1": "O"}, 0).position_text
    '3/1X1/O2 X'
    >>> set_up_board(noughts, {"b2": "X", "a1": "O"}, 1)
    Traceback (most recent call last):
    plyground.errors.IllegalPosition: with these marks it is X to move, not O
    """
    _check_marks(game, marks)
    text = game.setup_text(marks, side)
    if not text:
        return _find_position(game, marks, side)
    board = Board(game, position=text)
    if game.picture(board.position).marks != marks or board.turn != side:
        raise IllegalPosition(f"{game.title} cannot show these marks on a board")
    return board


def _check_marks(game: Game, marks: Mapping[str, str]) -> None:
    known = frozenset(marks_to_set(game))
    for cell, mark in marks.items():
        if mark not in known:
            raise IllegalPosition(
                f"{shorten(mark)} is no mark of {game.title}; there are {' '.join(marks_to_set(game))}"
            )
        if not game.has_cells(game.start, (cell,)):
            raise IllegalPosition(f"{shorten(cell)} is no cell of this board")


def _find_position(game: Game, marks: Mapping[str, str], side: int) -> Board:
    """Look for a line of play that leads to these marks, first where the fewest cells differ.

    A mark that is missing may come, but one that should not be there may never go away: it counts more.
    """
    wanted = frozenset(marks.items())
    order = count()
    seen = {(identity(game.start), 0)}
    waiting = [(0, 0, game.start, 0)]
    is_other_turn = False
    while waiting:
        _, _, pos, turn = heappop(waiting)
        if game.picture(pos).marks == marks:
            if turn == side:
                return board_from(game, pos, side)
            is_other_turn = True
        if contract.outcome(game.rules, pos) != contract.OPEN:
            continue
        for move in game.legal(pos):
            after = contract.play(game.rules, copy_position(pos), move)
            place = (identity(after), 1 - turn)
            if place not in seen:
                seen.add(place)
                there = frozenset(game.picture(after).marks.items())
                differing = len(wanted - there) + WRONG_MARK * len(there - wanted)
                heappush(waiting, (differing, next(order), after, 1 - turn))
        if len(seen) > MOST_POSITIONS:
            break
    if is_other_turn:
        raise IllegalPosition(
            f"with these marks it is {game.players[1 - side]} to move, not {game.players[side]}"
        )
    if waiting:
        raise IllegalPosition(
            f"no game was found that leads to these marks, among {MOST_POSITIONS:,} positions"
        )
    raise IllegalPosition("no game leads to these marks")


class PositionSetup:
    """A position while somebody sets it up: it may be impossible meanwhile, and says why.

    >>> setup = PositionSetup(Board("noughts"))
    >>> setup.put("b2", "X")
    >>> setup.problem
    'with these marks it is O to move, not X'
    >>> setup.side = 1
    >>> setup.problem, setup.board().position_text
    ('', '3/1X1/3 O')
    """

    def __init__(self, board: Board) -> None:
        self.game = board.game
        self.marks = dict(board.game.picture(board.position).marks)
        """The mark on each cell that has one."""
        self.side = board.turn
        """Whose turn it is to be."""

    def put(self, cell: str, mark: str) -> None:
        """Put a mark on a cell in place of what is there; an empty text takes away what is there.

        A mark of which there is only one leaves the cell where it was.
        """
        if mark and mark in unique_marks(self.game):
            self.marks = {place: other for place, other in self.marks.items() if other != mark}
        if mark:
            self.marks[cell] = mark
        else:
            self.marks.pop(cell, None)

    def clear(self) -> None:
        """Take every mark away."""
        self.marks.clear()

    def restore(self) -> None:
        """Go back to the start of the game."""
        self.marks, self.side = dict(self.game.picture(self.game.start).marks), 0

    def board(self) -> Board:
        """The board with this position; `IllegalPosition` says why there is none."""
        return set_up_board(self.game, self.marks, self.side)

    @property
    def problem(self) -> str:
        """Why this is no position of the game, in words; nothing if it is one."""
        try:
            self.board()
        except IllegalPosition as error:
            return str(error)
        return ""
