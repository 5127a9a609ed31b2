"""Variants of a game to be studied: every combination of ranges of its declared options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

from plyground import catalogue
from plyground.errors import PlygroundError, UnknownGame
from plyground.game import Game
from plyground.variants import Flag, Option, Size, Value, describe, write_variant

MOST_VARIANTS: Final = 200


class Variation(NamedTuple):
    """The variants that exist, and how many combinations do not."""

    games: tuple[Game, ...]
    impossible: tuple[str, ...]


def vary(game: Game, text: str) -> Variation:
    """The variants that a text such as `size=4x4..8x8,row=3..5` asks for; other options stay as they are.

    >>> found = vary(catalogue.find("noughts"), "size=3x3..5x5,row=3..4")
    >>> [game.full_name for game in found.games]
    ['noughts', 'noughts:4x4', 'noughts:4x4,row=4', 'noughts:5x5', 'noughts:5x5,row=4']
    """
    ranges: dict[str, list[Value]] = {}
    for word in text.split(","):
        name, _, values = word.strip().partition("=")
        option = next((each for each in game.options if each.name == name), None)
        if option is None:
            raise PlygroundError(
                f"--vary: {game.name} has no option {name!r}; it takes {describe(game.options)}"
            )
        if name in ranges:
            raise PlygroundError(f"--vary names {name} twice")
        ranges[name] = read_range(option, values)
    combinations = [dict(zip(ranges, values, strict=True)) for values in product(*ranges.values())]
    if len(combinations) > MOST_VARIANTS:
        raise PlygroundError(
            f"--vary asks for {len(combinations)} variants; at most {MOST_VARIANTS} can be studied"
        )
    return _build(game, combinations)


def _build(game: Game, combinations: Sequence[dict[str, Value]]) -> Variation:
    found: dict[str, Game] = {}
    impossible = []
    for values in combinations:
        variant = write_variant(game.options, game.values | values)
        name = f"{game.source}:{variant}" if variant else game.source
        try:
            made = catalogue.find(name)
        except UnknownGame:
            impossible.append(name)
        else:
            found[made.full_name] = made
    if not found:
        raise PlygroundError(
            f"--vary: {game.name} exists in none of these variants; it takes {describe(game.options)}"
        )
    return Variation(tuple(found.values()), tuple(impossible))


def read_range(option: Option, text: str) -> list[Value]:
    """The values of an option between two, or one; a flag without a value is tried off and on.

    Sizes grow by one in both directions if their corners are as far apart in both; else all sizes between
    them are taken.

    >>> read_range(Size((3, 3)), "3x3..5x5"), read_range(Size((3, 3)), "3x3..4x3")
    ([(3, 3), (4, 4), (5, 5)], [(3, 3), (4, 3)])
    >>> from plyground.variants import Number
    >>> read_range(Number("row", 3, 2, 64), "3..5"), read_range(Flag("misere"), "")
    ([3, 4, 5], [False, True])
    """
    if isinstance(option, Flag):
        if text:
            raise PlygroundError(f"--vary: {option.name} is on or off; write {option.name} alone to try both")
        return [False, True]
    pattern = r"(\d+)x(\d+)(?:\.\.(\d+)x(\d+))?" if isinstance(option, Size) else r"(\d+)(?:\.\.(\d+))?"
    match = re.fullmatch(pattern, text)
    if not match:
        form = "size=4x4..8x8" if isinstance(option, Size) else f"{option.name}=3..5"
        raise PlygroundError(f"--vary: {option.name}={text} is no range; write {form}")
    numbers = [int(each) for each in match.groups() if each is not None]
    if isinstance(option, Size):
        values = _sizes((numbers[0], numbers[1]), (numbers[-2], numbers[-1]))
    else:
        values = list(range(numbers[0], numbers[-1] + 1))
    if not values:
        raise PlygroundError(f"--vary: {option.name}={text} is empty; write the smaller one first")
    return values


def _sizes(low: tuple[int, int], high: tuple[int, int]) -> list[Value]:
    wide, tall = high[0] - low[0], high[1] - low[1]
    if wide == tall:
        return [(low[0] + step, low[1] + step) for step in range(wide + 1)]
    return [(x, y) for x in range(low[0], high[0] + 1) for y in range(low[1], high[1] + 1)]
