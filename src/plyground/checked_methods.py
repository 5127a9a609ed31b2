"""Checks around the methods that a game's author writes: whatever is wrong names the file and the line."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from plyground.errors import BrokenGame, PlygroundError
from plyground.source_location import error_words, place_of, place_of_error, value_text


class Answer(NamedTuple):
    """What a method must return, in words, and the check of that: the object, its arguments, the answer."""

    wanted: str
    is_right: Callable[[Any, tuple[Any, ...], Any], bool]


def check_methods(kind: type, base: type, answers: Mapping[str, Answer]) -> None:
    """Check the methods that a class overrides: now what they take, and at every call what they return."""
    for name, answer in answers.items():
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


# The usual checks


def is_text(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    """Whether it is a text."""
    return isinstance(answer, str)


def are_texts(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    """Whether it is a tuple of texts."""
    return isinstance(answer, tuple) and all(isinstance(text, str) for text in answer)


def maps_texts(game: Any, arguments: tuple[Any, ...], answer: Any) -> bool:
    """Whether it is a dictionary from texts to texts."""
    return isinstance(answer, dict) and are_texts(game, arguments, (*answer.keys(), *answer.values()))
