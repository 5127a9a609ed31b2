"""What several commands print, and the exit codes that they share."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import click

from plyground.errors import PlygroundError

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.game import Game

NEGATIVE: Final = 1
"""The exit code of a command that ran, but whose answer is no: not proven, damaged, refused."""
WRONG_ARGUMENTS: Final = 2
INTERRUPTED: Final = 130


class StatusLine:
    """A line on standard error that changes and is gone at the end; nothing where that is no terminal."""

    def __init__(self) -> None:
        self.is_shown = sys.stderr.isatty()
        self._width = 0

    def __enter__(self) -> StatusLine:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, text: str) -> None:
        """Put this text in the place of the last."""
        if self.is_shown:
            text = text[: shutil.get_terminal_size().columns - 1]
            self._write("\r" + text.ljust(self._width))
            self._width = len(text)

    def clear(self) -> None:
        """Leave an empty line."""
        if self._width:
            self._write("\r" + " " * self._width + "\r")
            self._width = 0

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


@contextmanager
def compiling(game: Game) -> Iterator[StatusLine]:
    """Says that a game is being compiled, until the line is cleared or the block ends."""
    with StatusLine() as line:
        line.show(f"compiling {game.full_name} (once; it is kept on disk) ...")
        yield line


def board_json(board: Board) -> dict[str, Any]:
    """Which position is meant: the game, where it began if not as usual, and the moves since."""
    setup = {"position": board.setup} if board.setup else {}
    return {"game": board.game.full_name, **setup, "moves": board.history}


def find_every_example() -> list[Game]:
    """The games of the gallery."""
    from plyground import catalogue

    return [catalogue.find(name) for name in catalogue.EXAMPLES]


def find_every_game() -> list[Game]:
    """The games that can be played by name. One that is broken is named on standard error and left out."""
    from plyground import catalogue

    found = []
    for name in catalogue.names():
        try:
            found.append(catalogue.find(name))
        except PlygroundError as error:
            click.echo(f"plyground: {error}", err=True)
    return found
