"""What commands take besides plain text: numbers within limits, and a position to begin from."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from plyground.errors import IllegalMove, IllegalPosition

if TYPE_CHECKING:
    from plyground.board import Board

_Command = TypeVar("_Command", bound=Callable[..., Any])


class Whole(click.ParamType[int]):
    """A whole number within limits."""

    name = "number"

    def __init__(self, smallest: int, largest: int) -> None:
        self.smallest, self.largest = smallest, largest

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number that the text stands for."""
        try:
            number = int(value)
        except ValueError:
            number = self.smallest - 1
        if not self.smallest <= number <= self.largest:
            self.fail(f"{value!r} is not a whole number from {self.smallest} to {self.largest}", param, ctx)
        return number


class Seconds(click.ParamType[float]):
    """A length of time: a finite number above zero."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number that the text stands for."""
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not (math.isfinite(seconds) and seconds > 0):
            self.fail(f"{value!r} is not a number of seconds above 0", param, ctx)
        return seconds


def where(command: _Command) -> _Command:
    """The options that say which position is meant."""
    moves = click.option("--moves", default="", metavar="MOVES", help="Moves to play first, such as 'b2 a1'.")
    position = click.option(
        "--position", default="", metavar="TEXT", help="The position to begin from, such as '3/1X1/O2 X'."
    )
    return moves(position(command))


def board_of(game: str, moves: str, position: str) -> Board:
    """The board that these arguments mean."""
    from plyground.board import Board

    try:
        board = Board(game, position=position)
    except IllegalPosition as error:
        raise IllegalPosition(f"--position: {error}") from error
    for number, move in enumerate(moves.split(), start=1):
        try:
            board.push(move)
        except IllegalMove as error:
            raise IllegalMove(f"move {number} of --moves: {error}") from error
    return board
