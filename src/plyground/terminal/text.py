"""Boards, moves and players as lines of text."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from plyground.drawing import draw_text, hidden_note
from plyground.game import GAP
from plyground.terminal.narrow import narrow_picture
from plyground.terminal.places import Places

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.seats import PlayerInfo

RECENT_MOVES: Final = 8
"""A narrow terminal shows the part of the board where the last moves were made."""


def players_text(players: Iterable[PlayerInfo]) -> str:
    """Everybody who can sit down and how they play."""
    return "\n".join(
        f"{player.who:<18}{player.title}: {player.meaning}"
        if player.who != player.title
        else f"{player.who:<18}{player.meaning}"
        for player in players
    )


def board_text(board: Board) -> str:
    """The board and what each side has left.

    It is drawn in ASCII if standard output takes nothing else, and in part if the terminal is narrow.
    """
    ascii_only = not _can_write(f"┼{GAP}")
    shown = board.game.picture(board.position)
    note = ""
    if width := _terminal_width():
        recent = [cell for cells in board.played_cells[-RECENT_MOVES:] for cell in cells]
        shown, note = narrow_picture(shown, recent, width)
    note = note or hidden_note(shown)
    outcome = board.outcome
    drawn = draw_text(shown, board.last_cells, outcome.line if outcome else (), ascii_only=ascii_only)
    trays = zip(board.game.players, shown.trays, strict=False)
    holdings = [f"{player} has {' '.join(tray) or 'nothing left'}" for player, tray in trays]
    return "\n".join([drawn, *textwrap.wrap(note, width or len(note) or 1), *holdings])


def _can_write(characters: str) -> bool:
    try:
        characters.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _terminal_width() -> int:
    """How many characters a line has, 0 where lines are not broken."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 0


def moves_text(board: Board, most: int = 40) -> str:
    """Every legal move; of an endless board those near the last move, as there any cell may be played."""
    moves = board.legal_moves
    places = Places(board.game.picture(board.position))
    if not places.endless:
        return " ".join(moves)
    here = next((place for cell in board.last_cells if (place := places.at(cell))), (0, 0))

    def distance(move: str) -> int:
        place = places.at(move) or here
        return max(abs(place[0] - here[0]), abs(place[1] - here[1]))

    some = " ".join(sorted(moves, key=distance)[:most])
    return f"Any empty cell may be played, however far away. Near the last move:\n{some}"


def add_colours(text: str) -> str:
    """The last move and the deciding line in colour, on a terminal that wants it."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    text = re.sub(r"\[[^\[\]]+\]", lambda mark: f"\033[1;33m{mark[0]}\033[0m", text)
    return re.sub(r"\*[^*│|]+\*", lambda mark: f"\033[1;32m{mark[0]}\033[0m", text)
