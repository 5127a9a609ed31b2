"""What a page without a server says of its games before one is opened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from plyground import __version__
from plyground.game_values import GAP
from plyground.players.levels import ALL_LEVELS, Level

if TYPE_CHECKING:
    from plyground.game import Game

LIMITS: Final = {
    "body": 100_000,
    "moves": 2_000,
    "seconds": 60,
    "hint": 10,
    "analysis": 60,
    "report": 5,
    "mine": 100,
    "message": 65_536,
    "values": 200,
}
"""The most that the page asks for; the same as by default at a server."""


def catalogue_data(
    games: Sequence[Game], *, puzzles: bool = False, others: Sequence[str] = ()
) -> dict[str, Any]:
    """The answer to `GET api/catalogue` (docs/web-api.md), with these games alone.

    `others` are the names of games that only the puzzles use.
    """
    return {
        "server": __version__,
        "games": [game_data(game) for game in games],
        "limits": LIMITS,
        "classroom": False,
        "puzzles": puzzles,
        "others": [*others],
    }


def game_data(game: Game) -> dict[str, Any]:
    """A game of the catalogue. Its variant is fixed: another one is another page."""
    picture = game.picture(game.start)
    return {
        "name": page_name(game),
        "title": page_title(game),
        "summary": game.summary,
        "origin": game.origin,
        "words": game.words,
        "sides": game.players,
        "options": [],
        "players": [level_data(level) for level in ALL_LEVELS],
        "picture": {
            "columns": [label for label in picture.columns if label != GAP],
            "rows": [label for label in picture.rows if label != GAP],
            "joint": picture.joint,
            "marks": picture.marks,
            "shapes": picture.shapes,
            "trays": picture.trays,
            "endless": picture.endless,
        },
    }


def level_data(level: Level) -> dict[str, Any]:
    """A level as one who can sit down."""
    title = f"level {level.digit}, {level.word}" if level.digit.isdigit() else level.word
    return {"who": level.digit, "title": title, "words": level.meaning, "classic": False}


def page_name(game: Game) -> str:
    """What a page calls a game; of a game in a file, the file without its folder.

    >>> from plyground.catalogue import find
    >>> page_name(find("noughts:5x5,row=4"))
    'noughts:5x5,row=4'
    """
    name = game.source.replace("\\", "/").rpartition("/")[2]
    return f"{name}:{game.variant}" if game.variant else name


def page_title(game: Game) -> str:
    """The title of a game, with its variant if it is not the usual one."""
    return f"{game.title} ({game.variant})" if game.variant else game.title
