"""The numbers of a position in an array of words, whatever the class of the position."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types

from plyground.learn.reading import WORD, leaves
from plyground.native.overloads import inline_for

Words = npt.NDArray[np.uint64]


def write_words(pos: Any, out: Words) -> None:
    """Write every number of a position, in the order of `leaves`; of an array nothing."""
    for index, (_, leaf) in enumerate(leaves(pos)):
        if not isinstance(leaf, np.ndarray):
            out[index] = int(leaf) & WORD


@inline_for(write_words)
def _(pos: Any, out: Any) -> Any:
    lines = ["def generated(pos, out):", "    pass"]
    for index, (path, kind) in enumerate(_typed_leaves(pos, "pos")):
        if not isinstance(kind, types.Array):
            lines.append(f"    out[{index}] = np.uint64({path})")
    scope: dict[str, Any] = {"np": np}
    exec("\n".join(lines), scope)
    return scope["generated"]


def _typed_leaves(kind: Any, path: str) -> list[tuple[str, Any]]:
    """How compiled code writes each number of a position, and its type."""
    if not isinstance(kind, types.BaseTuple):
        return [(path, kind)]
    return [each for index, part in enumerate(kind) for each in _typed_leaves(part, f"{path}[{index}]")]
