"""A position in one line of text, number by number: what a game has that writes no form of its own.

Every field of the position's NamedTuple is `name=numbers`; the numbers of arrays and tuples stand in
order, with commas between them and `0x12` for twelve zeros in a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

import numpy as np

from plyground.errors import BrokenGame, IllegalPosition

SHORTEST_RUN: Final = 3
MOST_NUMBERS: Final = 100_000
SMALLEST, LARGEST = -(2**63), 2**63 - 1


def fields_text(pos: Any) -> str:
    """Every number of a position, field by field.

    >>> from typing import NamedTuple
    >>> class Position(NamedTuple):
    ...     left: int
    ...     stones: np.ndarray
    >>> fields_text(Position(3, np.array([0, 0, 0, 0, 2, 1])))
    'left=3 stones=0x4,2,1'
    """
    return " ".join(f"{name}={_numbers_text(field)}" for name, field in zip(pos._fields, pos, strict=True))


def read_fields(like: Any, text: str) -> Any:
    """The position with these numbers, each of the type that it has in the position `like`."""
    words = text.split()
    names = [word.partition("=")[0] for word in words]
    if names != list(like._fields) or not all("=" in word for word in words):
        wanted = " ".join(f"{name}=..." for name in like._fields)
        raise IllegalPosition(f"{shorten(text)} is no position; write {wanted}")
    values = [word.partition("=")[2] for word in words]
    return type(like)(
        *(_read_field(*each) for each in zip(like._fields, like, values, strict=True)),
    )


def shorten(text: str) -> str:
    """A text as an error of one line shows it."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


def _numbers_text(field: Any) -> str:
    words = []
    for number, run in groupby(int(leaf) for leaf in _leaves(field)):
        count = len(list(run))
        words += [f"{number}x{count}"] if count >= SHORTEST_RUN else [str(number)] * count
    return ",".join(words)


def _leaves(field: Any) -> Iterator[Any]:
    if isinstance(field, tuple):
        for part in field:
            yield from _leaves(part)
    elif isinstance(field, np.ndarray):
        yield from field.ravel()
    else:
        yield field


def _read_field(name: str, like: Any, text: str) -> Any:
    grows = isinstance(like, tuple) and not like
    numbers = _read_numbers(name, text, None if grows else len(list(_leaves(like))))
    kinds = [0] * len(numbers) if grows else list(_leaves(like))
    for kind, number in zip(kinds, numbers, strict=True):
        least, most = _range(name, kind)
        if not least <= number <= most:
            raise IllegalPosition(f"{name} holds {number}; it takes numbers from {least} to {most}")
    return tuple(numbers) if grows else _built(like, iter(numbers))


def _read_numbers(name: str, text: str, wanted: int | None) -> list[int]:
    most = MOST_NUMBERS if wanted is None else wanted
    numbers: list[int] = []
    for word in text.split(",") if text else []:
        match = re.fullmatch("(-?[0-9]{1,20})(?:x([0-9]{1,9}))?", word)
        if match is None:
            raise IllegalPosition(f"{name} holds {shorten(word)}; write a number, or 0x12 for twelve zeros")
        count = int(match[2] or 1)
        if len(numbers) + count > most:
            raise IllegalPosition(f"{name} holds too many numbers; it takes {most}")
        numbers += [int(match[1])] * count
    if wanted is not None and len(numbers) < wanted:
        raise IllegalPosition(f"{name} holds {len(numbers)} numbers; it takes {wanted}")
    return numbers


def _range(name: str, kind: Any) -> tuple[int, int]:
    if isinstance(kind, bool | np.bool_):
        return 0, 1
    if isinstance(kind, int):
        return SMALLEST, LARGEST
    if isinstance(kind, np.integer):
        info = np.iinfo(kind.dtype)
        return int(info.min), int(info.max)
    raise BrokenGame(
        f"{name} is a {type(kind).__name__}, which has no text form here; "
        "write position_text and read_position for this game"
    )


def _built(like: Any, numbers: Iterator[int]) -> Any:
    if isinstance(like, tuple):
        parts = [_built(part, numbers) for part in like]
        return type(like)(*parts) if hasattr(like, "_fields") else tuple(parts)
    if isinstance(like, np.ndarray):
        flat = [next(numbers) for _ in range(like.size)]
        return np.array(flat, like.dtype).reshape(like.shape)
    return type(like)(next(numbers))
