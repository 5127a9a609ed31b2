"""Kernels, as `plyground.native.lowering` writes them, do what the same lines do in Python."""

from __future__ import annotations

from types import FunctionType
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from plyground.native.compiler import ENTRY_OPTIONS, inner_kernel


class Shelf(NamedTuple):
    """Arrays of several kinds."""

    numbers: Any
    words: Any
    flags: Any
    grid: Any
    weights: Any
    size: np.uint64


def shelf() -> Shelf:
    """One with something in it."""
    return Shelf(
        np.arange(7) * 3,
        np.arange(5, dtype=np.uint64),
        np.array([True, False, True]),
        np.arange(12, dtype=np.int32).reshape(3, 4),
        np.array([0.5, 1.25], dtype=np.float32),
        np.uint64(5),
    )


@inner_kernel
def read_elements(shelf: Any, at: int) -> Any:
    """Elements by signed and unsigned indices, from the beginning and from the end."""
    place = np.uint64(at)
    total = shelf.numbers[at] + shelf.numbers[-1] + shelf.numbers[at - 4] + shelf.numbers[2]
    total += np.int64(shelf.words[place]) + shelf.grid[at, -1] + shelf.grid[place, np.uint64(1)] * 100
    if shelf.flags[at] and not shelf.flags[1]:
        total += 1000
    row = shelf.grid[at]
    return float(total + row[3]) + shelf.weights[-1]


@inner_kernel
def write_elements(shelf: Any, at: int) -> None:
    """The same, written."""
    shelf.numbers[at] += 10
    shelf.numbers[-2] = shelf.words[np.uint64(3)] > np.uint64(2)
    shelf.flags[at] = not shelf.flags[at]
    shelf.grid[-1, at] = 77
    shelf.weights[0] = shelf.numbers[0]
    shelf.words[at] = np.uint64(at) ** 3


@inner_kernel
def halve(number: int, least: int = 3) -> int:
    """A kernel with an error in it, and an argument that calls leave out."""
    if number < least:
        raise ValueError("too small")
    return number // 2


@inner_kernel
def halve_again(number: int) -> int:
    """One that hands the error on."""
    return halve(halve(number)) + 1


@inner_kernel
def halve_if_possible(number: int) -> int:
    """One that catches it."""
    try:
        return halve_again(number)
    except Exception:
        return -number


@inner_kernel
def half_or_none(number: int) -> int | None:
    """A number, or nothing."""
    return None if number % 2 else number // 2


@inner_kernel
def ways(number: int, step: int) -> int:
    """In how many ways a number is a sum of ones and steps; a kernel that calls itself."""
    if number <= 0:
        return 1 if number == 0 else 0
    return ways(number - 1, step) + ways(number - step, step)


@inner_kernel
def least(*numbers: int) -> int:
    """The least of any number of arguments."""
    found = numbers[0]
    for number in numbers:
        found = min(found, number)
    return found


def all_of_it(shelf: Shelf, at: int) -> tuple[float, int, int, int]:
    """What the kernels answer."""
    before = read_elements(shelf, at)
    write_elements(shelf, at)
    half = half_or_none(at)
    return before, halve_if_possible(at * 12), -1 if half is None else half, ways(at * 4, 2) + least(at, 1, 5)


def as_plain_python(function: Any) -> Any:
    """A function that calls the lines of the kernels, not the kernels."""
    scope = dict(globals())
    for each in (
        read_elements,
        write_elements,
        halve,
        halve_again,
        halve_if_possible,
        half_or_none,
        ways,
        least,
    ):
        lines = getattr(each, "py_func", each)
        scope[each.__name__] = FunctionType(lines.__code__, scope, each.__name__, lines.__defaults__)
    return FunctionType(function.__code__, scope)


@pytest.mark.parametrize("at", [0, 1, 2])
def test_kernels_do_what_python_does(at: int) -> None:
    mine, theirs = shelf(), shelf()
    assert numba.njit(**ENTRY_OPTIONS)(all_of_it)(mine, at) == as_plain_python(all_of_it)(theirs, at)
    for one, other in zip(mine, theirs, strict=True):
        np.testing.assert_array_equal(one, other)


def test_an_error_reaches_python() -> None:
    with pytest.raises(ValueError, match="too small"):
        numba.njit(**ENTRY_OPTIONS)(lambda number: halve_again(number))(4)
