"""Arguments and options that several commands take."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from plyground.arena.executors import count_cores
from plyground.errors import IllegalMove, IllegalPosition

if TYPE_CHECKING:
    from plyground.board import Board

__all__ = [
    "GameName",
    "Minutes",
    "PlayerName",
    "Seconds",
    "Whole",
    "count_cores",
    "game_argument",
    "json_option",
    "machine_options",
    "memory_option",
    "position_options",
    "read_board",
    "threads_option",
]

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
            self.fail(f"{value!r} is not a number of {self.name} above 0", param, ctx)
        return seconds


class Minutes(Seconds):
    """The same in minutes."""

    name = "minutes"


class GameName(click.ParamType[str]):
    """A game by name, with a variant or without, or a file; a shell completes both."""

    name = "game"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The games whose names begin so; files, if that is no beginning of a name."""
        from plyground import catalogue

        return _names_or_files(catalogue.names(), incomplete)


class PlayerName(click.ParamType[str]):
    """Somebody who can sit down, or a file with an evaluation; a shell completes both."""

    name = "who"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The players whose names begin so; files, if that is no beginning of a name."""
        from plyground.seats import FILE, describe_players

        names = [player.who for player in describe_players() if player.who != FILE]
        return _names_or_files([*names, "ugi:", "brain:"], incomplete)


def _names_or_files(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    found = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]


game_argument = click.argument("game", type=GameName())
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
threads_option = click.option(
    "--threads", type=Whole(1, 256), default=1, show_default=True, help="Threads that search."
)


def memory_option(default: int) -> Callable[[_Command], _Command]:
    """The option that limits the size of a table."""
    return click.option(
        "--memory",
        type=Whole(1, 1_000_000),
        default=default,
        show_default=True,
        help="Size of the table in MB.",
    )


def machine_options(command: _Command) -> _Command:
    """The options that say how much of the machine the engine may use."""
    return threads_option(memory_option(64)(command))


def position_options(command: _Command) -> _Command:
    """The options that say which position is meant."""
    moves = click.option("--moves", default="", metavar="MOVES", help="Moves to play first, such as 'b2 a1'.")
    position = click.option(
        "--position", default="", metavar="TEXT", help="The position to begin from, such as '3/1X1/O2 X'."
    )
    return moves(position(command))


def read_board(game: str, moves: str, position: str) -> Board:
    """The board that the arguments of `position_options` mean."""
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
