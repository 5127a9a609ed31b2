"""Checks around the methods that a game's author writes: whatever is wrong names the file and the line."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from plyground.errors import BrokenGame, PlygroundError
from plyground.game_values import Ending, Picture, View, cells_of
from plyground.source_location import error_words, place_of, place_of_error, value_text


class Answer(NamedTuple):
    """What a method must return, in words, and the check of that: the object, its arguments, the answer."""

    wanted: str
    is_right: Callable[[Any, tuple[Any, ...], Any], bool]


def check_methods(kind: type, base: type) -> None:
    """Check the methods that a class overrides: now what they take, and at every call what they return."""
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
    @functools.wraps(method)
    def call(self: Any, *arguments: Any, **named: Any) -> Any:
        try:
            given = method(self, *arguments, **named)
        except PlygroundError:
            raise
        except Exception as error:
            place = place_of_error(error, method)
            raise BrokenGame(f"{name} fails: {error_words(error)}", place) from error
        if not answer.is_right(self, arguments, given):
            raise BrokenGame(
                f"{name} returned {value_text(given)}, it must return {answer.wanted}", place_of(method)
            )
        return given

    return call


# What each method must return


def _is_text(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    """Whether it is a text."""
    return isinstance(answer, str)


def _are_texts(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    """Whether it is a tuple of texts."""
    return isinstance(answer, tuple) and all(isinstance(text, str) for text in answer)


def _maps_texts(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    """Whether it is a dictionary from texts to texts."""
    return isinstance(answer, dict) and _are_texts(game, arguments, (*answer.keys(), *answer.values()))


def _is_setup(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    pair = isinstance(answer, tuple) and len(answer) == 2
    return pair and all(isinstance(part, tuple) and hasattr(part, "_fields") for part in answer)


def _is_picture(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    if not isinstance(answer, Picture):
        return False
    if not all(labels and _are_texts(game, (), labels) for labels in (answer.columns, answer.rows)):
        return False
    if not _maps_texts(game, (), answer.marks) or not _maps_texts(game, (), answer.shapes):
        return False
    if not isinstance(answer.trays, tuple) or not all(_are_texts(game, (), tray) for tray in answer.trays):
        return False
    return answer.endless or answer.marks.keys() <= cells_of(answer)


def _are_cells(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return _are_texts(game, arguments, answer) and game.has_cells(arguments[0], answer)


def _is_ending(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    if not isinstance(answer, Ending) or not isinstance(answer.reason, str):
        return False
    return _are_cells(game, arguments, answer.line)


def _are_hot_cells(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return _maps_texts(game, arguments, answer) and game.has_cells(arguments[0], answer)


def _is_whole(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return isinstance(answer, int | np.integer)


def _are_moves(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return isinstance(answer, list) and all(isinstance(move, int | np.integer) for move in answer)


def _is_side(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return answer is None or answer in (0, 1)


def _is_position(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return isinstance(answer, type(game.start))


def _is_position_or_none(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return answer is None or isinstance(answer, type(game.start))


def _is_view(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    return isinstance(answer, View)


_TEXT: Final = Answer("a text", _is_text)
_CELLS: Final = "a tuple of cells of the board, such as ('a1', 'b2')"
_ANSWERS: Final[dict[str, Answer]] = {
    "setup": Answer("the rules and the starting position, two NamedTuples", _is_setup),
    "move_text": _TEXT,
    "picture": Answer("a Picture whose marks stand on its cells, such as self.grid({0: 'X'})", _is_picture),
    "view": Answer("a View", _is_view),
    "ending": Answer("an Ending with a reason and a line of cells of the board", _is_ending),
    "picks": Answer("a tuple of texts", _are_texts),
    "cells": Answer(_CELLS, _are_cells),
    "typed": _TEXT,
    "asks_more": _TEXT,
    "move_words": _TEXT,
    "win_words": _TEXT,
    "hot_cells": Answer("a dictionary from cells of the board to texts", _are_hot_cells),
    "farewell": _TEXT,
    "why_not": _TEXT,
    "parse": Answer("a move, which is a whole number", _is_whole),
    "legal": Answer("a list of moves, which are whole numbers", _are_moves),
    "passed": Answer("a position or None", _is_position_or_none),
    "side_to_move": Answer("0, 1 or None", _is_side),
    "position_text": _TEXT,
    "read_position": Answer("a position", _is_position),
}
