"""Boards, moves and players as lines of text."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from plyground.drawing import draw_text, hidden_note
from plyground.game import GAP
from plyground.terminal.narrow import narrow_picture
from plyground.terminal.places import Places, flip_picture
from plyground.words import short_score

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.game import Game
    from plyground.score import Score
    from plyground.seats import PlayerInfo

RECENT_MOVES: Final = 8
"""A narrow terminal shows the part of the board where the last moves were made."""

COERCED_LOCALES: Final = ("C.UTF-8", "C.utf8", "UTF-8")
"""The locales that Python sets in place of `C`."""

FEWEST_WORDS: Final = 12
"""Characters that words beside a diagram have at least."""


def players_text(players: Iterable[PlayerInfo]) -> str:
    """Everybody who can sit down and how they play."""
    return "\n".join(
        f"{player.who:<18}{player.title}: {player.meaning}"
        if player.who != player.title
        else f"{player.who:<18}{player.meaning}"
        for player in players
    )


def board_text(board: Board, *, is_flipped: bool = False, marks: Mapping[str, str] | None = None) -> str:
    """The board and what each side has left, from the other side if `is_flipped` says so.

    It is drawn in ASCII if standard output takes nothing else, and in part if the terminal is narrow. With
    `marks` these stand on it, in place of those of the game.
    """
    ascii_only = not can_write(f"┼{GAP}")
    shown = board.game.picture(board.position)
    last, outcome = board.last_cells, board.outcome
    if marks is not None:
        shown, last, outcome = shown._replace(marks=dict(marks), trays=()), (), None
    if is_flipped:
        shown = flip_picture(shown)
    note = ""
    if width := _terminal_width():
        recent = [cell for cells in board.played_cells[-RECENT_MOVES:] for cell in cells]
        shown, note = narrow_picture(shown, recent, width)
    note = note or hidden_note(shown)
    drawn = draw_text(shown, last, outcome.line if outcome else (), ascii_only=ascii_only)
    trays = zip(board.game.players, shown.trays, strict=False)
    holdings = [f"{player} has {' '.join(tray) or 'nothing left'}" for player, tray in trays]
    return "\n".join([drawn, *textwrap.wrap(note, width or len(note) or 1), *holdings])


def values_board_text(board: Board, scores: Mapping[str, Score], *, is_flipped: bool = False) -> str:
    """The board with the value of every move on its cell; empty where a move is more than one empty cell."""
    picture = board.game.picture(board.position)
    values = {}
    for move in board.legal_numbers():
        score, picks = scores.get(board.game.move_text(move)), board.picks_of(move)
        if len(picks) > 1 or picks[0] in picture.marks:
            return ""
        if score is not None:
            values[picks[0]] = short_score(score, ascii_only=not can_write("≤"))
    return board_text(board, is_flipped=is_flipped, marks=picture.marks | values)


def can_write(characters: str) -> bool:
    """Whether standard output takes these characters; the locale `C` asks for ASCII, unlike Python."""
    encoding = "ascii" if _locale_name() in ("C", "POSIX") else sys.stdout.encoding or "ascii"
    try:
        characters.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _locale_name() -> str:
    """What the user has set: `LC_ALL` before `LC_CTYPE` before `LANG`, empty if there is none of them.

    Where Python finds the locale `C`, it sets `LC_CTYPE` to a locale of its own and goes over to its UTF-8
    mode. That is not the user's setting.
    """
    wanted = os.environ
    is_ours = sys.flags.utf8_mode and wanted.get("LC_CTYPE") in COERCED_LOCALES
    return wanted.get("LC_ALL") or (not is_ours and wanted.get("LC_CTYPE")) or wanted.get("LANG") or ""


def _terminal_width() -> int:
    """How many characters a line has, 0 where lines are not broken."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 0


def rules_text(game: Game) -> str:
    """The rules of a game in words, as wide as the terminal."""
    width = _terminal_width()
    return reflow(game.words, width) if width else game.words


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


def reflow(text: str, width: int) -> str:
    """A text whose lines were broken for another width, broken for this one.

    Lines that were ended on purpose still end there. Indented lines are diagrams: they stay as they are, and
    words to the right of them are broken within their own column.

    >>> text = "One two three four five six\\nseven eight.\\nNine."
    >>> diagram = "    X O    a rather long row\\n    O X    of two"
    >>> print(reflow(f"{text}\\n\\n{diagram}", 24))
    One two three four five
    six seven eight.
    Nine.
    <BLANKLINE>
        X O    a rather long
        O X    row of two
    """
    longest = max((len(line) for line in text.splitlines()), default=0)
    blocks = [_reflow_block(block.split("\n"), width, longest) for block in text.split("\n\n")]
    return "\n\n".join("\n".join(lines) for lines in blocks)


def _reflow_block(lines: list[str], width: int, longest: int) -> list[str]:
    paragraph: list[str] = []
    broken: list[str] = []
    for number, line in enumerate(lines):
        if line.startswith(" "):
            return [*broken, *_reflow_diagram(lines[number:], width)]
        paragraph.append(line)
        following = lines[number + 1].split(" ")[0] if number + 1 < len(lines) else ""
        if not following or len(line) + 1 + len(following) <= longest:  # it was ended on purpose
            broken += textwrap.wrap(" ".join(paragraph), max(width, 1)) or [""]
            paragraph = []
    return broken


def _reflow_diagram(lines: list[str], width: int) -> list[str]:
    column = max(_words_column(line) for line in lines)
    if not column or max(len(line) for line in lines) <= width or width - column < FEWEST_WORDS:
        return lines
    words = " ".join(line[column:].strip() for line in lines)
    wrapped = textwrap.wrap(words, width - column)
    pictures = [line[:column] for line in lines]
    count = max(len(wrapped), len(pictures))
    pictures += [""] * (count - len(pictures))
    wrapped += [""] * (count - len(wrapped))
    return [f"{left:<{column}}{right}".rstrip() for left, right in zip(pictures, wrapped, strict=True)]


def _words_column(line: str) -> int:
    """Where the words beside a diagram begin, 0 if there are none."""
    found = re.match(r" +\S.*? {3,}(?=[a-z]{2})", line)
    return found.end() if found else 0


def fit_moves(moves: Sequence[str], width: int, *, ascii_only: bool = False) -> str:
    """As many moves of a line as there is room for, with an ellipsis if there are more.

    >>> fit_moves(["a1", "b2", "c3"], 8), fit_moves(["a1", "b2", "c3"], 7), fit_moves(["a1", "b2"], 1)
    ('a1 b2 c3', 'a1 b2 …', '…')
    """
    ellipsis = "..." if ascii_only else "…"
    for count in range(len(moves), -1, -1):
        text = " ".join([*moves[:count], *([ellipsis] if count < len(moves) else [])])
        if len(text) <= width:
            return text
    return ellipsis[:width]
