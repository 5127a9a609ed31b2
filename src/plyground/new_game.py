"""Begin a game of your own: copy a small complete game of some kind, with its test, under a new name."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import Final, NamedTuple

import plyground.templates
from plyground.errors import PlygroundError
from plyground.files import explain_errors

KINDS: Final = {
    "place": "marks put on cells",
    "drop": "discs dropped in columns",
    "slide": "pieces that slide",
    "capture": "pieces that capture",
    "take": "heaps to take from",
}
"""What a game can be like, and what that means."""

TEST: Final = '''\
"""Tests of {title}: python -m pytest {test_file}"""

from pathlib import Path

from plyground import Board, find
from plyground.check import check_game

GAME = str(Path(__file__).with_name("{game_file}"))


def test_every_law_is_kept() -> None:
    assert check_game(find(GAME), games=50).violations == ()


def test_the_sides_take_turns() -> None:
    board = Board(GAME)
    board.push(board.legal_moves[0])
    assert board.player == board.game.players[1]
'''


class NewFiles(NamedTuple):
    """The files of a new game."""

    game: Path
    test: Path


def write_new_game(name: str, kind: str, folder: Path) -> NewFiles:
    """Write a game of this kind and its test into a folder; what is there already is not touched."""
    if not re.fullmatch(r"[a-z][a-z0-9_-]{0,39}", name) or keyword.iskeyword(name):
        raise PlygroundError(
            f"{name!r} is no name for a game; write small letters, digits, - and _, such as my-game"
        )
    stem = name.replace("-", "_")
    title = name.replace("-", " ").replace("_", " ").capitalize()
    files = NewFiles(folder / f"{stem}.py", folder / f"test_{stem}.py")
    for file in files:
        if file.exists():
            raise PlygroundError(f"{file.name} is there already; choose another name, or move it away")
    template = Path(plyground.templates.__path__[0]) / f"{kind}.py"
    text = template.read_text(encoding="utf-8")
    class_name = "".join(word.capitalize() for word in re.split("[-_]", name))
    for old, new in ((f"{kind.capitalize()}Game", class_name), ("new-game", name), ("New game", title)):
        text = text.replace(old, new)
    with explain_errors(f"{files.game} cannot be written"):
        files.game.write_text(text, encoding="utf-8")
        test = TEST.format(title=title, test_file=files.test.name, game_file=files.game.name)
        files.test.write_text(test, encoding="utf-8")
    return files
