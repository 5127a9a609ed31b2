"""Null-window searches: questions about one position that are answered by yes or no.

Whether the side to move wins within N plies takes far fewer positions than how good its best move is: the
window has no room between its bounds, and no estimate is needed.
"""

from __future__ import annotations

from functools import partial

from plyground.board import Board
from plyground.contract import remaining
from plyground.engine.engine import Engine
from plyground.engine.info import SearchLimits
from plyground.engine.root_search import RootSearch
from plyground.score import WIN
from plyground.threads import ThreadGroup

WORTH_HELP = 1_000_000
"""A question on which fewer positions may be spent is left to one thread."""


class NullWindowSearch:
    """Asks a reserved engine about one position.

    Answers are proofs in games whose `candidates` leave nothing out and that cannot repeat positions.
    """

    def __init__(self, engine: Engine, board: Board) -> None:
        self._engine = engine
        self._root = RootSearch(engine.compiled, board.copy(engine.game), SearchLimits())
        self._root.stop_reducing()
        view = self._root.view
        self.remaining = int(remaining(view.rules, view.pos))
        """How many more plies the game can last at most."""

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return self._root.nodes

    @property
    def fill(self) -> float:
        """How full the transposition table is, 0 to 1."""
        return self._engine.fill

    @property
    def best(self) -> str:
        """The move that proved the last answer, if one did: a win, or not to lose."""
        return self._root.texts((self._root.best_move,))[0]

    def wins_within(self, plies: int, nodes: int) -> bool | None:
        """Whether the side to move can win within `plies`; None if that takes more than `nodes`."""
        bound = WIN - plies - 1
        score = self._search(plies, bound, nodes)
        return None if score is None else score > bound

    def loses_within(self, plies: int, nodes: int) -> bool | None:
        """Whether the opponent can win within `plies`; None if that takes more than `nodes`."""
        bound = plies - WIN
        score = self._search(plies, bound, nodes)
        return None if score is None else score <= bound

    def _search(self, plies: int, bound: int, nodes: int) -> int | None:
        root = self._root
        root.allow_nodes(nodes)
        threads = root.threads if nodes >= WORTH_HELP else 1
        helpers = [partial(root.search, plies, bound, bound + 1, thread=i) for i in range(1, threads)]
        with ThreadGroup(helpers, root.stop_helpers):
            score = root.search(plies, bound, bound + 1)
        return None if root.is_aborted else score
