"""Plyground's gomoku brain with one idea taken out of its search, to measure what the idea brings.

python -m benchmarks.gomoku_without IDEA

IDEA is one of those in `IDEAS`; nothing is taken out by `nothing`.
"""

from __future__ import annotations

import os
import sys
from typing import Final

IDEAS: Final = {
    "nothing": (),
    "threats": ("threats",),
    "fours": ("pursuit",),
    "margins": ("margin",),
    "reductions": ("quiet",),
    "extensions": ("pressed",),
    "order": ("priority",),
}
"""For each idea the functions of the contract that stand for it; without them their defaults hold."""

MEANINGS: Final = {
    "threats": "forced wins by threats, looked for before the search and after its best move",
    "fours": "wins by fours alone, looked for at the leaves",
    "margins": "giving up what lies too far from mattering, and late quiet moves",
    "reductions": "searching late quiet moves less deeply at first",
    "extensions": "not stopping the search in front of a forced answer",
    "order": "trying moves first that make or stop something",
}


def main() -> None:
    """Take the idea out before anything is compiled, and play."""
    idea = sys.argv[1]
    from plyground import contract
    from plyground.engine.native import cache_root
    from plyground.games.gomoku.field import Field

    os.environ["PLYGROUND_CACHE"] = str(cache_root() / f"without-{idea}")
    for name in IDEAS[idea]:
        contract.contract[name].leave_out(Field)

    from plyground.protocols.brain import serve

    serve(threads=1, memory=64)


if __name__ == "__main__":
    main()
