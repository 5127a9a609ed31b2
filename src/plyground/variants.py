"""The options of a game and how a variant such as `5x5,row=4` sets them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from plyground.errors import UnknownGame

Value: TypeAlias = int | bool | tuple[int, int]


@dataclass(frozen=True)
class Size:
    """The board's size, written `COLSxROWS`."""

    default: tuple[int, int]
    smallest: int = 1
    largest: int = 64
    most_cells: int = 64
    only: tuple[tuple[int, int], ...] = ()
    name: str = "size"

    def read(self, word: str) -> tuple[int, int] | None:
        """The value in a word of a variant, or None if the word is about something else."""
        match = re.fullmatch(r"(\d{1,4})x(\d{1,4})", word)
        return (int(match[1]), int(match[2])) if match else None

    def allows(self, value: Value) -> bool:
        """Whether the game exists in this size."""
        if not isinstance(value, tuple):
            return False
        if self.only:
            return value in self.only
        columns, rows = value
        fits = all(self.smallest <= side <= self.largest for side in value)
        return fits and columns * rows <= self.most_cells

    def write(self, value: Value) -> str:
        """The word that sets this value."""
        assert isinstance(value, tuple)
        return f"{value[0]}x{value[1]}"

    def describe(self) -> str:
        """What may be written, in words."""
        if self.only:
            return "a size " + " or ".join(self.write(size) for size in self.only)
        low, high = f"{self.smallest}x{self.smallest}", f"{self.largest}x{self.largest}"
        if self.largest**2 > self.most_cells:
            return f"a size COLSxROWS of at most {self.most_cells} cells"
        return f"a size COLSxROWS from {low} to {high}"


@dataclass(frozen=True)
class Number:
    """A number, written `name=5`."""

    name: str
    default: int
    smallest: int
    largest: int

    def read(self, word: str) -> int | None:
        """The value in a word of a variant, or None if the word is about something else."""
        match = re.fullmatch(rf"{self.name}=(\d{{1,6}})", word)
        return int(match[1]) if match else None

    def allows(self, value: Value) -> bool:
        """Whether the game exists with this number."""
        return isinstance(value, int) and self.smallest <= value <= self.largest

    def write(self, value: Value) -> str:
        """The word that sets this value."""
        return f"{self.name}={value}"

    def describe(self) -> str:
        """What may be written, in words."""
        return f"{self.name}=N from {self.smallest} to {self.largest}"


@dataclass(frozen=True)
class Flag:
    """A word that switches something on."""

    name: str
    default: bool = False

    def read(self, word: str) -> bool | None:
        """The value in a word of a variant, or None if the word is about something else."""
        return True if word == self.name else None

    def allows(self, value: Value) -> bool:
        """Always: a flag is there or it is not."""
        return isinstance(value, bool)

    def write(self, value: Value) -> str:
        """The word that sets this value."""
        return self.name

    def describe(self) -> str:
        """What may be written, in words."""
        return self.name


Option: TypeAlias = Size | Number | Flag


def describe(options: Sequence[Option]) -> str:
    """What a variant may say, in words.

    >>> describe([Size((3, 3)), Flag("misere")])
    'a size COLSxROWS of at most 64 cells, misere'
    """
    return ", ".join(option.describe() for option in options) or "nothing"


def read_variant(game: str, options: Sequence[Option], variant: str) -> dict[str, Value]:
    """The value of every option under a variant such as `5x5,row=4`; the rest keeps its default.

    >>> read_variant("noughts", [Size((3, 3)), Number("row", 3, 2, 64)], "5x5,row=4")
    {'size': (5, 5), 'row': 4}
    """
    values: dict[str, Value] = {option.name: option.default for option in options}
    said: set[str] = set()
    for word in variant.split(",") if variant else []:
        option, value = _find(game, options, word)
        if option.name in said:
            raise UnknownGame(f"{game}:{variant} sets {option.name} twice")
        if not option.allows(value):
            raise UnknownGame(f"{game} has no variant {word!r}; it takes {option.describe()}")
        said.add(option.name)
        values[option.name] = value
    return values


def write_variant(options: Sequence[Option], values: dict[str, Value]) -> str:
    """The shortest text that `read_variant` turns into these values.

    >>> write_variant([Size((3, 3)), Flag("misere")], {"size": (3, 3), "misere": True})
    'misere'
    """
    changed = [option for option in options if values[option.name] != option.default]
    return ",".join(option.write(values[option.name]) for option in changed)


def _find(game: str, options: Sequence[Option], word: str) -> tuple[Option, Value]:
    for option in options:
        value = option.read(word)
        if value is not None:
            return option, value
    raise UnknownGame(f"{game} has no variant {word!r}; it takes {describe(options)}")
