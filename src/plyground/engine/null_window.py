"""Questions about one position that are answered by yes or no.

Whether the side to move wins within so many plies takes far fewer positions than how good its best move
is: the search looks through a window of no width at all, and needs no estimate.
"""

from __future__ import annotations

import threading

from plyground.board import Board
from plyground.contract import remaining
from plyground.engine.engine import Engine, Hunt
from plyground.engine.info import SearchLimits
from plyground.engine.workspace import ABORTED, NODE_LIMIT, NODES
from plyground.score import WIN

WORTH_HELP = 1_000_000
"""A question on which fewer positions may be spent is left to one thread."""


class Questions:
    """A position, and an engine that is asked about it.

    Answers are proofs in games whose `candidates` leave nothing out and that cannot repeat positions.
    """

    def __init__(self, engine: Engine, board: Board) -> None:
        self.engine = engine
        self.hunt = Hunt(engine, board.copy(engine.game), SearchLimits(), lambda _: None)
        self.hunt._stop_reducing()
        self.remaining = int(remaining(self.hunt.view.rules, self.hunt.view.pos))
        """How many more plies the game can last at most."""

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return sum(int(work.counts[NODES]) for work in self.hunt.works)

    @property
    def fill(self) -> float:
        """How full the table is, 0 to 1."""
        return self.engine.fill

    @property
    def best(self) -> str:
        """The move that proved the last answer, if one did: a win, or not to lose."""
        return self.hunt._texts((int(self.hunt.works[0].roots[0]),))[0]

    def wins_within(self, plies: int, nodes: int) -> bool | None:
        """Whether the side to move can win within so many plies; None if so many nodes did not tell."""
        bound = WIN - plies - 1
        score = self._ask(plies, bound, nodes)
        return None if score is None else score > bound

    def loses_within(self, plies: int, nodes: int) -> bool | None:
        """Whether the other side can win within so many plies; None if so many nodes did not tell."""
        bound = plies - WIN
        score = self._ask(plies, bound, nodes)
        return None if score is None else score <= bound

    def _ask(self, plies: int, bound: int, nodes: int) -> int | None:
        works = self.hunt.works
        for work in works:
            work.counts[NODE_LIMIT] = work.counts[NODES] + nodes
        helpers = [
            threading.Thread(target=self._help, args=(number, plies, bound), daemon=True)
            for number in range(1, len(works) if nodes >= WORTH_HELP else 1)
        ]
        for helper in helpers:
            helper.start()
        score = self.hunt._root(works[0], plies, bound, bound + 1, 0)
        for work in works[1:]:
            work.counts[NODE_LIMIT] = 0
        for helper in helpers:
            helper.join()
        return None if works[0].counts[ABORTED] else score

    def _help(self, number: int, plies: int, bound: int) -> None:
        """Ask the same beside the leader; what is found is in the table."""
        self.hunt.works[number].roots[:] = self.hunt.works[0].roots
        self.hunt._root(self.hunt.works[number], plies, bound, bound + 1, 0)
