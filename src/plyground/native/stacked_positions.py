"""Many positions of one game in NumPy arrays: one array for each number of a position, one row for each game.

A position that holds arrays gets rows of larger arrays in their place, so that moves change the stack itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types

from plyground.native.overloads import inline_for

Stack = tuple[npt.NDArray[Any], ...]


def stack_positions(pos: Any, count: int) -> Stack:
    """`count` copies of a position.

    >>> from plyground import Board
    >>> [array.shape for array in stack_positions(Board("numerical").position, 3)][:2]
    [(3,), (3,)]
    """
    return tuple(np.repeat(np.asarray(leaf)[np.newaxis], count, axis=0) for leaf in _leaves(pos))


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for part in value:
            yield from _leaves(part)
    else:
        yield value


def position_at(pos: Any, stack: Stack, row: int) -> Any:
    """The position in a row of a stack; `pos` is any position of the same kind."""
    leaves = iter([array[row] for array in stack])

    def build(value: Any) -> Any:
        if not isinstance(value, tuple):
            return next(leaves)
        parts = [build(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)

    return build(pos)


def store_position(pos: Any, stack: Stack, row: int) -> None:
    """Write a position into a row of a stack."""
    for array, leaf in zip(stack, _leaves(pos), strict=True):
        array[row] = leaf


def copy_arrays(pos: Any, stack: Stack, row: int) -> None:
    """Write the arrays of a position into a row of a stack; of a position without arrays, nothing."""
    for array, leaf in zip(stack, _leaves(pos), strict=True):
        if isinstance(leaf, np.ndarray):
            array[row] = leaf


def _paths(kind: Any, path: str = "pos") -> Iterator[tuple[str, Any]]:
    """How compiled code writes each number of a position, and its type."""
    if isinstance(kind, types.BaseTuple):
        for index, part in enumerate(kind):
            yield from _paths(part, f"{path}[{index}]")
    else:
        yield path, kind


def _constructor(kind: Any, number: Iterator[int], scope: dict[str, Any]) -> str:
    """The text that makes a position of this type from a row of a stack."""
    if not isinstance(kind, types.BaseTuple):
        return f"stack[{next(number)}][row]"
    parts = [_constructor(part, number, scope) for part in kind]
    made_by = getattr(kind, "instance_class", None)
    if made_by is None:
        return f"({', '.join(parts)},)"
    name = f"make_{len(scope)}"
    scope[name] = made_by
    return f"{name}({', '.join(parts)})"


def _function(lines: list[str], scope: dict[str, Any]) -> Any:
    exec("\n".join(lines), scope)
    return scope["generated"]


@inline_for(position_at)
def _(pos: Any, stack: Any, row: Any) -> Any:
    scope: dict[str, Any] = {}
    text = _constructor(pos, iter(range(len(stack))), scope)
    return _function(["def generated(pos, stack, row):", f"    return {text}"], scope)


@inline_for(store_position)
def _(pos: Any, stack: Any, row: Any) -> Any:
    lines = ["def generated(pos, stack, row):", "    pass"]
    for index, (path, kind) in enumerate(_paths(pos)):
        if not isinstance(kind, types.Array):
            lines.append(f"    stack[{index}][row] = {path}")
    return _function(lines, {})


@inline_for(copy_arrays)
def _(pos: Any, stack: Any, row: Any) -> Any:
    lines = ["def generated(pos, stack, row):", "    pass"]
    for index, (path, kind) in enumerate(_paths(pos)):
        if isinstance(kind, types.Array):
            lines.append(f"    stack[{index}][row] = {path}")
    return _function(lines, {})
