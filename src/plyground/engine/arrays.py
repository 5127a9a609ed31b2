"""The arrays of a search: their types, and memory that begins at a cache line."""

from __future__ import annotations

import mmap
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

CACHE_LINE: Final = 64
"""The bytes that a processor loads at once."""
CACHE_WORDS: Final = CACHE_LINE // 8
MANY_WORDS: Final = 1 << 17
"""A megabyte."""

Numbers: TypeAlias = npt.NDArray[np.int64]
Words: TypeAlias = npt.NDArray[np.uint64]
Index: TypeAlias = Any
"""An index into an array: np.uint64 in machine code, which spares a test for negative ones, int in Python."""

ONE: Final = np.uint64(1)
TWO: Final = np.uint64(2)
THREE: Final = np.uint64(3)

# Numbers that are no literals: for a literal in a call Numba would compile the called kernel once more
ZERO: Final[Any] = np.int64(0)
NO: Final[Any] = np.int64(0)
YES: Final[Any] = np.int64(1)


def array_bytes(workspaces: Iterable[Iterable[Any]]) -> int:
    """The bytes of all arrays in these workspaces; what several of them share counts once.

    >>> table = aligned_words(8)
    >>> array_bytes([(table, 3), (table, np.zeros(2, np.int64))])
    80
    """
    arrays = {id(each): each for work in workspaces for each in work if isinstance(each, np.ndarray)}
    return sum(array.nbytes for array in arrays.values())


def aligned_numbers(count: int) -> Numbers:
    """`count` numbers, all 0, in cache lines that hold nothing else: no other thread slows their writer down.

    >>> numbers = aligned_numbers(3)
    >>> numbers.ctypes.data % CACHE_LINE, len(numbers)
    (0, 3)
    """
    return aligned_words(-(-count // CACHE_WORDS) * CACHE_WORDS).view(np.int64)[:count]


def aligned_words(count: int) -> Words:
    """`count` words, all 0, the first of them at the beginning of a cache line.

    Where they are many, the system gives memory only for what is written to, in large pages.
    """
    if count >= MANY_WORDS:
        return np.frombuffer(_empty_pages(count * 8), np.uint64)
    memory = np.zeros(count + CACHE_WORDS, np.uint64)
    skipped = -memory.ctypes.data % CACHE_LINE // 8
    return memory[skipped : skipped + count]


def _empty_pages(size: int) -> mmap.mmap:
    # Python asks for memory that processes can share unless told otherwise, and that comes in small pages.
    private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
    try:
        pages = mmap.mmap(-1, size, **private)
    except OSError as error:
        raise MemoryError(f"the system has no {size} bytes") from error
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):  # a system without large pages
            pages.madvise(mmap.MADV_HUGEPAGE)
    return pages
