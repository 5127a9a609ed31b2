"""A small tree of the lab, as a lesson shows it and asks about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.lab.experiment import run_algorithm
from plyground.lab.search import Limits
from plyground.lab.switches import Switches
from plyground.lab.trace import Trace
from plyground.lab.value_words import AT_LEAST, AT_MOST, EXACT

MOST_NODES: Final = 400
"""Nodes of a tree that is drawn."""
MOST_COUNTED: Final = 20_000
"""Nodes of a tree that is only counted."""
MOST_LEAVES: Final = 24
"""Leaves that a task may ask about."""


@dataclass(frozen=True)
class LessonTree:
    """A finished run of the lab; the nodes are those of its trace."""

    trace: Trace

    @property
    def leaves(self) -> list[tuple[str, ...]]:
        """The lines of play to the leaves, in the order in which they were looked at."""
        parents = {node["parent"] for node in self.trace.tree}
        lines = self.trace.explored()
        return [line for line, node in zip(lines, self.trace.tree, strict=True) if node["id"] not in parents]

    @property
    def leaf_values(self) -> list[str]:
        """What each leaf is worth, for the side to move at the root: win, draw, loss, or a number."""
        parents = {node["parent"] for node in self.trace.tree}
        values = node_values(self.trace)
        return [values[node["id"]] for node in self.trace.tree if node["id"] not in parents]


def node_values(trace: Trace) -> dict[int, str]:
    """What each node is worth for the side to move at the root, as a learner writes it."""
    return {
        event["node"]: value_word(event) for event in trace.events if event["event"] in ("value", "table")
    }


def value_word(event: dict[str, Any]) -> str:
    """The value of a node in the words of a lesson; after a cut only a bound of it is known.

    >>> value_word({"value": 30000, "bound": "exact"}), value_word({"value": 12, "bound": "at most"})
    ('win', 'at most 12')
    """
    word, bound = _result_word(event), event["bound"]
    is_exact = bound == EXACT or (bound, word) in ((AT_LEAST, "win"), (AT_MOST, "loss"))
    return word if is_exact else f"{bound} {word}"


def _result_word(event: dict[str, Any]) -> str:
    value = event["value"]
    if abs(value) >= 20_000:
        return "win" if value > 0 else "loss"
    return "draw" if value == 0 and event.get("proven", True) else str(value)


def grow_tree(board: Board, algorithm: str, switches: Switches, *, most: int = MOST_NODES) -> LessonTree:
    """What the lab does on a board; a `PlygroundError` says if that is too much for a lesson."""
    try:
        return LessonTree(run_algorithm(board, algorithm, switches, limits=Limits(nodes=most)))
    except PlygroundError as error:
        raise PlygroundError(f"{error} (a lesson shows {most} positions at most)") from error


def find_cuts(board: Board, switches: Switches) -> tuple[LessonTree, frozenset[int]]:
    """The whole tree, and the places of those of its leaves that alpha-beta never looks at."""
    whole = grow_tree(board, "minimax", switches)
    pruned = grow_tree(board, "alphabeta", switches)
    seen = set(pruned.trace.explored())
    return whole, frozenset(place for place, line in enumerate(whole.leaves) if line not in seen)
