"""`python -m tests.wasm.small_build GAME FILE`: make the object of a game without its search.

The search takes most of the time, and is the same whatever the game. For tests that ask for the rules alone.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from plyground.wasm import build_process, entries

if TYPE_CHECKING:
    import pytest

SEARCH = "task"
"""The entry that is left out."""


def leave_the_search_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let modules that are made from now on be without a search."""
    monkeypatch.delitem(entries.ALWAYS, SEARCH)
    monkeypatch.setattr("plyground.wasm.module.BUILD_PROCESS", __name__)


if __name__ == "__main__":
    del entries.ALWAYS[SEARCH]
    build_process.main(*sys.argv[1:])
