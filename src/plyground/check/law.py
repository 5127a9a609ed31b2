"""What a law is: a sentence, and a function that finds what breaks it. `laws` holds all there are.

A new law is a function marked `@law(...)` in a module that `checker` imports; nothing else has to change.
A law of the *search* gets a `SearchMoment`, one of the *board* a `BoardMoment` (see `moments`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from plyground.source_location import place_of

Level: TypeAlias = Literal["search", "board"]
Scope: TypeAlias = Literal["position", "game", "truth"]
"""Whether a law is looked at in every position, once for each game, or where brute force knows the result."""

_Find = TypeVar("_Find", bound=Callable[..., "Breach | None"])


class Breach(NamedTuple):
    """What breaks a law in a position, and where in the game's file that is written."""

    place: str
    words: str


class Law(NamedTuple):
    """A law that a game owes."""

    name: str
    sentence: str
    level: Level
    scope: Scope
    find: Callable[[Any], Breach | None]
    """What breaks the law at a moment of a game, or None."""


laws: Final[dict[str, Law]] = {}
"""Every law by its name, in the order in which they are looked at."""


def law(name: str, level: Level, scope: Scope = "position") -> Callable[[_Find], _Find]:
    """Make a function a law. The first line of its docstring is the law in a sentence."""

    def add(find: _Find) -> _Find:
        assert find.__doc__ is not None
        laws[name] = Law(name, find.__doc__.splitlines()[0], level, scope, find)
        return find

    return add


def breach_of(function: Any, words: str) -> Breach:
    """A breach of a law by a function that is written in a game's file."""
    return Breach(place_of(function) if function is not None else "", words)
