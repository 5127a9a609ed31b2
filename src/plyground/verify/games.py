"""The games that a checker knows, by their names."""

from __future__ import annotations

import re
from collections.abc import Callable

from plyground.errors import UnknownGame
from plyground.verify.model import Model, short
from plyground.verify.noughts import NoughtsModel
from plyground.verify.numerical import NumericalModel
from plyground.verify.squava import SquavaModel
from plyground.verify.squeeze import SqueezeModel


def find_model(name: str) -> Model:
    """The model of a game by its name and variant.

    >>> find_model("noughts:5x4,row=4").columns
    5
    """
    game, colon, variant = name.partition(":")
    if game not in GAMES:
        raise UnknownGame(f"there is no model of {short(game)} to check with, only of {', '.join(GAMES)}")
    options = _read_options(variant) if colon else {}
    model = GAMES[game](options)
    if model is None or options:
        raise UnknownGame(f"there is no {short(name)} to check")
    return model


def _read_options(variant: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for word in variant.split(","):
        option, _, value = ("size", "", word) if word[:1].isdigit() else word.partition("=")
        if option in options:
            raise UnknownGame(f"{short(variant)} sets {option} twice")
        options[option] = value
    return options


def _number(text: str, least: int, most: int) -> int | None:
    fits = re.fullmatch("[0-9]{1,4}", text) and least <= int(text) <= most
    return int(text) if fits else None


def _size(options: dict[str, str], usual: str, least: int, most: int, cells: int) -> tuple[int, int] | None:
    match = re.fullmatch("([0-9]{1,2})x([0-9]{1,2})", options.pop("size", usual))
    if match is None:
        return None
    columns, rows = int(match[1]), int(match[2])
    fits = least <= min(columns, rows) and max(columns, rows) <= most and columns * rows <= cells
    return (columns, rows) if fits else None


# Each takes the options that it knows out of those that are given.


def _noughts(options: dict[str, str]) -> Model | None:
    size = _size(options, "3x3", 1, 64, 64)
    row = _number(options.pop("row", "3"), 2, 64)
    misere = options.pop("misere", None)
    if size is None or row is None or row > max(size) or misere:
        return None
    return NoughtsModel(*size, row=row, misere=misere is not None)


def _squava(options: dict[str, str]) -> Model | None:
    size = _size(options, "5x5", 4, 8, 64)
    return None if size is None else SquavaModel(*size)


def _numerical(options: dict[str, str]) -> Model | None:
    size = {"4x4": 4, "3x3": 3}.get(options.pop("size", "4x4"))
    return None if size is None else NumericalModel(size)


def _squeeze(options: dict[str, str]) -> Model | None:
    size = _size(options, "8x8", 3, 8, 64)
    limit = _number(options.pop("limit", "50"), 0, 1000)
    return None if size is None or limit is None else SqueezeModel(*size, limit=limit)


def _gomoku(options: dict[str, str]) -> Model | None:
    """Five or more in a row on a board with edges; of the endless field nobody can try every reply."""
    size = _size(options, "", 5, 32, 1024)
    return None if size is None else NoughtsModel(*size, row=5, misere=False)


GAMES: dict[str, Callable[[dict[str, str]], Model | None]] = {
    "noughts": _noughts,
    "squava": _squava,
    "numerical": _numerical,
    "squeeze": _squeeze,
    "gomoku": _gomoku,
}
