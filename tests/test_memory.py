"""The memory of this process, and what a search may be given."""

from __future__ import annotations

import pytest

from plyground.errors import PlygroundError
from plyground.memory import MEGABYTE, check_resources, memory_used


def test_what_is_allocated_is_counted() -> None:
    before = memory_used()
    block = b"x" * (64 * MEGABYTE)
    assert memory_used() - before > 60 * MEGABYTE
    assert len(block) == 64 * MEGABYTE


@pytest.mark.parametrize(("threads", "memory", "name"), [(0, 16, "threads"), (1, 0, "memory")])
def test_a_search_needs_a_thread_and_a_megabyte(threads: int, memory: int, name: str) -> None:
    with pytest.raises(PlygroundError, match=f"{name} must be at least 1"):
        check_resources(threads, memory)
