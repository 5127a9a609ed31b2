"""Checks around the methods that a game's author writes: whatever is wrong names the file and the line."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import NoneType
from typing import Any, Final, NamedTuple

import numpy as np

from plyground.errors import BrokenGame, PlygroundError
from plyground.game_values import Ending, Part, Picture, ShortValues, View, cells_of
from plyground.source_location import error_words, place_of, place_of_error, value_text


class Answer(NamedTuple):
    """What a method must return: in words, its type, and a further check if that is not all.

    The check gets the game, the arguments of the call and what the method returned.
    """

    wanted: str
    kind: type | tuple[type, ...]
    is_right: Callable[[Any, tuple[Any, ...], Any], bool] | None = None


def check_methods(kind: type, base: type) -> None:
    """Check the methods that a class overrides: now what they take, and at every call what they return.

    The games that ship with Plyground are checked by its tests instead.
    """
    if kind.__module__.startswith("plyground."):
        return
    for name, answer in _ANSWERS.items():
        method = vars(kind).get(name)
        if inspect.isfunction(method):
            _check_parameters(kind, name, method, getattr(base, name))
            setattr(kind, name, _checked(name, method, answer))


def _check_parameters(kind: type, name: str, method: Callable[..., Any], wanted: Callable[..., Any]) -> None:
    parameters = inspect.signature(wanted).parameters
    try:
        inspect.signature(method).bind(*parameters)
    except TypeError:
        given = ", ".join(inspect.signature(method).parameters)
        message = f"{name} of {kind.__name__} takes ({given}); it must take ({', '.join(parameters)})"
        raise BrokenGame(message, place_of(method)) from None


def _checked(name: str, method: Callable[..., Any], answer: Answer) -> Callable[..., Any]:
    kind, is_right = answer.kind, answer.is_right

    @functools.wraps(method)
    def call(self: Any, *arguments: Any, **named: Any) -> Any:
        try:
            given = method(self, *arguments, **named)
        except PlygroundError:
            raise
        except Exception as error:
            place = place_of_error(error, method)
            raise BrokenGame(f"{name} fails: {error_words(error)}", place) from error
        if not isinstance(given, kind) or (is_right is not None and not is_right(self, arguments, given)):
            raise BrokenGame(
                f"{name} returned {value_text(given)}, it must return {answer.wanted}", place_of(method)
            )
        return given

    return call


# What each method must return


def _are_texts(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return isinstance(answer, tuple) and all(isinstance(text, str) for text in answer)


def _maps_texts(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return isinstance(answer, dict) and _are_texts(game, arguments, (*answer.keys(), *answer.values()))


def _is_setup(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return len(answer) == 2 and all(isinstance(part, tuple) and hasattr(part, "_fields") for part in answer)


def _is_picture(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    if not all(labels and _are_texts(game, (), labels) for labels in (answer.columns, answer.rows)):
        return False
    if not _maps_texts(game, (), answer.marks) or not _maps_texts(game, (), answer.shapes):
        return False
    if not isinstance(answer.trays, tuple) or not all(_are_texts(game, (), tray) for tray in answer.trays):
        return False
    return bool(answer.endless or answer.marks.keys() <= cells_of(answer))


def _are_cells(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return _are_texts(game, arguments, answer) and game.has_cells(arguments[0], answer)


def _is_ending(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return isinstance(answer.reason, str) and _are_cells(game, arguments, answer.line)


def _are_hot_cells(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return _maps_texts(game, arguments, answer) and game.has_cells(arguments[0], answer)


def _are_parts(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return all(isinstance(part, Part) for part in answer)


def _are_marks_or_none(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return answer is None or _are_hot_cells(game, arguments, answer)


def _are_moves(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return all(issubclass(kind, _WHOLE) for kind in set(map(type, answer)))


def _is_side(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return answer is None or answer in (0, 1)


def _is_position(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return isinstance(answer, type(game.start))


def _is_position_or_none(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return answer is None or isinstance(answer, type(game.start))


_WHOLE: Final = (int, np.integer)
_TEXT: Final = Answer("a text", str)
_CELLS: Final = "a tuple of cells of the board, such as ('a1', 'b2')"
_PICTURE: Final = "a Picture whose marks stand on its cells, such as self.grid({0: 'X'})"
_ANSWERS: Final[dict[str, Answer]] = {
    "setup": Answer("the rules and the starting position, two NamedTuples", tuple, _is_setup),
    "move_text": _TEXT,
    "picture": Answer(_PICTURE, Picture, _is_picture),
    "view": Answer("a View", View),
    "ending": Answer("an Ending with a reason and a line of cells of the board", Ending, _is_ending),
    "picks": Answer("a tuple of texts", tuple, _are_texts),
    "cells": Answer(_CELLS, tuple, _are_cells),
    "typed": _TEXT,
    "asks_more": _TEXT,
    "move_words": _TEXT,
    "win_words": _TEXT,
    "hot_cells": Answer("a dictionary from cells of the board to texts", dict, _are_hot_cells),
    "short_values": Answer("ShortValues(moves, elsewhere, within) or None", (ShortValues, NoneType)),
    "estimate_parts": Answer("a tuple of Part(name, own, other, weight)", tuple, _are_parts),
    "changed_marks": Answer(
        "a dictionary from cells of the board to marks, or None", (dict, NoneType), _are_marks_or_none
    ),
    "farewell": _TEXT,
    "why_not": _TEXT,
    "parse": Answer("a move, which is a whole number", _WHOLE),
    "legal": Answer("a list of moves, which are whole numbers", list, _are_moves),
    "passed": Answer("a position or None", object, _is_position_or_none),
    "side_to_move": Answer("0, 1 or None", object, _is_side),
    "position_text": _TEXT,
    "setup_text": _TEXT,
    "read_position": Answer("a position", object, _is_position),
}
