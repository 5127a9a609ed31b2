"""Chance for compiled code: 64-bit words by splitmix64, the same in every language and on every machine.

The state is one word, made from a seed and the moves of a game so far. Nothing here needs more than whole
numbers, additions and products of floats, so that no library of mathematics can make a difference.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from plyground.contract import add_words, kernel, mix
from plyground.engine.arrays import Words

STEP: Final = np.uint64(0x9E3779B97F4A7C15)
FLOAT_SHIFT: Final = np.uint64(11)
SMALLEST_STEP: Final = 1.0 / (1 << 53)
HALF_SHIFT: Final = np.uint64(32)
UNIFORMS: Final = 12
"""How many uniform numbers make one that is nearly normal: their sum has a variance of one."""


@kernel
def add_to_chance(chance: Words, number: int) -> None:
    """Let chance depend on one more number: a seed, then the moves of a game."""
    chance[0] = mix(add_words(chance[0], STEP) ^ np.uint64(number))


@kernel
def next_word(chance: Words) -> np.uint64:
    """The next word."""
    chance[0] = add_words(chance[0], STEP)
    return mix(chance[0])


@kernel
def next_uniform(chance: Words) -> float:
    """A number from 0 to 1, 1 excluded."""
    uniform: Any = np.float64(next_word(chance) >> FLOAT_SHIFT) * SMALLEST_STEP
    return uniform


@kernel
def next_normal(chance: Words) -> float:
    """A number with mean 0 and variance 1, nearly normal: at most 6 away from 0."""
    total = 0.0
    for _ in range(UNIFORMS):
        total += next_uniform(chance)
    return total - 0.5 * UNIFORMS


@kernel
def next_below(chance: Words, count: int) -> int:
    """A whole number from 0 to `count`, `count` excluded."""
    number: Any = np.int64((next_word(chance) >> HALF_SHIFT) * np.uint64(count) >> HALF_SHIFT)
    return number
