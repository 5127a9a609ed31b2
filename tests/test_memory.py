"""The memory of this process, and what a search may be given."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

from plyground.board import Board
from plyground.engine import Engine
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


THREADS_THAT_COME_AND_GO = """
import sys, threading
import numpy as np
from plyground.memory import MEGABYTE, memory_used, return_freed_memory

def work():
    for size in (8, 16, 24, 16, 20):
        block = np.ones(size * MEGABYTE // 8)
        kept.append(bytes(5000))
        gate.wait()
        del block

if sys.argv[1] == "return" and not return_freed_memory():
    print("not here")
    sys.exit()
kept, before, gate = [], memory_used(), threading.Barrier(8)
threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print((memory_used() - before) // MEGABYTE)
"""


def test_what_threads_free_goes_back_to_the_system() -> None:
    kept, returned = (
        subprocess.run(
            [sys.executable, "-c", THREADS_THAT_COME_AND_GO, how], capture_output=True, text=True, check=True
        ).stdout.strip()
        for how in ("keep", "return")
    )
    if returned == "not here":
        pytest.skip("this C library has no options for that")
    assert int(returned) < 30
    if int(kept) < 30:
        pytest.skip("freed memory goes back here in any case: the system reclaims what nobody uses")


def test_an_engine_that_is_let_go_gives_its_memory_back_at_once() -> None:
    board = Board("noughts")
    Engine(board.game, memory=1).search(board, seconds=0.1)
    gc.collect()
    gc.disable()
    try:
        before = memory_used()
        for _ in range(3):
            Engine(board.game, memory=64).search(board, seconds=0.1)
        assert memory_used() - before < 60 * MEGABYTE
    finally:
        gc.enable()
