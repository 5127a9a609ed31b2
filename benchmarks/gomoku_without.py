"""Plyground's gomoku brain with one idea taken out of its search, to measure what the idea brings.

python -m benchmarks.gomoku_without IDEA

IDEA is one of those in `IDEAS`; nothing is taken out by `nothing`.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from plyground.catalogue import find
from plyground.contract import functions, kernel
from plyground.engine import Engine
from plyground.files import cache_root
from plyground.games.gomoku.field import Field
from plyground.games.gomoku.patterns import DEAD
from plyground.protocols.gomocup.server import serve
from plyground.protocols.gomocup.thinker import EngineThinker


@dataclass(frozen=True)
class Idea:
    """What an idea is, and how to do without it."""

    meaning: str
    functions: tuple[str, ...] = ()
    """Functions of the contract that stand for it: their defaults do nothing."""
    replaced: tuple[tuple[str, str, Any], ...] = ()
    """A module, a name there, and what the name stands for where the idea does nothing."""


@kernel
def leave_as_they_are(rules: Any, pos: Any, moves: Any, first: Any, last: Any) -> None:
    """Moves in no order."""


NEVER: Final = 1_000
ALL_TIME: Final = 1_000_000
"""More than all the time, in thousandths of it."""
GAME: Final = "gomoku:20x20"
NOTHING: Final = "nothing"

IDEAS: Final = {
    NOTHING: Idea("nothing is taken out"),
    "threats": Idea(
        "forced wins by threats, looked for before the search and after its best move", ("threats",)
    ),
    "shares": Idea(
        "a share of the time for threats, instead of a number of positions",
        replaced=(
            ("plyground.engine.steps", "ATTACK_SHARE", ALL_TIME),
            ("plyground.engine.time_shares", "DEFENCE_SHARE", ALL_TIME),
        ),
    ),
    "answers": Idea(
        "answers to threats tried in the order of what they spoil",
        replaced=(("plyground.engine.threat_search", "sort_defences", leave_as_they_are),),
    ),
    "fours": Idea("wins by fours alone, looked for at the leaves", ("pursuit",)),
    "prospects": Idea(
        "only those of these fours whose stone makes something along another line, too",
        replaced=(("plyground.games.gomoku.vcf", "PROSPECT", DEAD),),
    ),
    "margins": Idea(
        "giving up what lies too far from mattering, late quiet moves, and razoring", ("margin",)
    ),
    "reductions": Idea("searching late quiet moves less deeply at first", ("quiet",)),
    "singular": Idea(
        "searching a move deeper that stands out",
        replaced=(("plyground.engine.search", "SINGULAR_DEPTH", NEVER),),
    ),
    "extensions": Idea("not stopping the search in front of a forced answer", ("pressed",)),
    "order": Idea("trying moves first that make or stop something", ("priority",)),
}


def take_out(idea: Idea) -> None:
    """Leave an idea out, before anything is compiled."""
    for name in idea.functions:
        functions[name].restore_default(Field)
    for module, name, value in idea.replaced:
        setattr(import_module(module), name, value)


def main() -> None:
    """Take the idea out and play."""
    name = sys.argv[1]
    os.environ["PLYGROUND_CACHE"] = str(cache_root() / f"without-{name}")
    take_out(IDEAS[name])

    # Here, since the brain would have it compiled by a process in which nothing is taken out.
    Engine(find(GAME), memory=1).prepare()

    serve(EngineThinker(threads=1, memory=64))


if __name__ == "__main__":
    main()
