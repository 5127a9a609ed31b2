"""What commands take besides plain text: numbers within limits."""

from __future__ import annotations

import math
from typing import Any

import click


class Whole(click.ParamType[int]):
    """A whole number within limits."""

    name = "number"

    def __init__(self, smallest: int, largest: int) -> None:
        self.smallest, self.largest = smallest, largest

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number that the text stands for."""
        try:
            number = int(value)
        except ValueError:
            number = self.smallest - 1
        if not self.smallest <= number <= self.largest:
            self.fail(f"{value!r} is not a whole number from {self.smallest} to {self.largest}", param, ctx)
        return number


class Seconds(click.ParamType[float]):
    """A length of time: a finite number above zero."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number that the text stands for."""
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not (math.isfinite(seconds) and seconds > 0):
            self.fail(f"{value!r} is not a number of seconds above 0", param, ctx)
        return seconds
