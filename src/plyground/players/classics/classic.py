"""What all classics share: a depth, plain alpha-beta, and chance among moves that are worth the same."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from plyground.contract import MOST_MOVES
from plyground.engine import Score
from plyground.native.compiler import compile_kernel
from plyground.players.classics.alpha_beta import (
    DEEPEST,
    INFINITE,
    considered_moves,
    move_value,
    new_workspace,
)
from plyground.players.player import Choice, chance_for, refuse_finished, refuse_impossible

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.game import Game


class RootPosition(NamedTuple):
    """A position to find a move in, as the search sees it."""

    heuristic: Any
    pos: Any
    moves: list[int]
    outward: Callable[[int], int]
    """How a move of the search is called on the board."""


class Classic:
    """A player made from its seed's document.

    It looks ahead ply by ply as deep as `search_depth` says, judges by the heuristic of its file alone, and
    draws lots among the moves that it thinks best. A move is worth what plain minimax would find. When it is
    stopped, or out of time, the last depth that it finished counts.
    """

    name: str
    thinks_for: ClassVar[float | None] = None
    """Seconds for a move, None for as many as its depth takes."""

    def __init__(
        self, game: Game, *, seconds: float | None = None, depth: int | None = None, seed: int | None = None
    ) -> None:
        refuse_impossible(seconds=seconds, depth=depth)
        self.game = game
        self.seconds = self.thinks_for if seconds is None else seconds
        self.depth = depth
        self.seed = seed
        self.workspace = new_workspace()
        self._move_value = compile_kernel(move_value, game)
        self._ready = False

    # What a classic fills in.

    def make_heuristic(self, rules: Any) -> Any:
        """Its heuristic: the rules of the game and the tables that it judges by."""
        raise NotImplementedError

    def search_depth(self, board: Board) -> int:
        """How many plies it looks ahead."""
        raise NotImplementedError

    def score(self, worth: int) -> Score | None:
        """What it thinks of its move, as a score."""
        return Score(estimate=worth, exact=False)

    def words(self, board: Board, worth: int) -> str:
        """What it thinks of its move, in words, if a score cannot say it."""
        return ""

    # What a player does.

    def prepare(self) -> None:
        """Compile, or load from the disk."""
        if not self._ready:
            root = self._root(self.game.start)
            self._move_value(root.heuristic, root.pos, root.moves[0], 1, -INFINITE, self.workspace)
            self._ready = True

    def stop(self) -> None:
        """Answer now, from any thread."""
        self.workspace.stop[0] = 1

    def choose(self, board: Board) -> Choice:
        """The move that the seed's program would make, or one that it thinks as good."""
        refuse_finished(board)
        self.prepare()
        self.workspace.stop[0] = 0
        began = time.perf_counter()
        timer = None
        if self.seconds is not None:
            timer = threading.Timer(self.seconds, self.stop)
            timer.daemon = True
            timer.start()
        root = self._root(board.position)
        try:
            best, worth, depth = self._deepen(root, self._depth_for(board))
        finally:
            if timer is not None:
                timer.cancel()
        chosen = chance_for(self.seed, board).choice(sorted(root.outward(move) for move in best))
        move = self.game.move_text(chosen)
        score = None if worth is None else self.score(worth)
        words = "" if worth is None else self.words(board, worth)
        return Choice(move, score, (move,), depth, time.perf_counter() - began, words)

    def _root(self, pos: Any) -> RootPosition:
        view = self.game.view(pos)
        heuristic = self.make_heuristic(view.rules)
        out = np.zeros(MOST_MOVES, np.int64)
        end = considered_moves(heuristic, view.pos, out, 0)
        return RootPosition(heuristic, view.pos, [int(move) for move in out[:end]], view.outward)

    def _depth_for(self, board: Board) -> int:
        deepest = min(self.search_depth(board), DEEPEST)
        return deepest if self.depth is None else min(deepest, self.depth)

    def _deepen(self, root: RootPosition, deepest: int) -> tuple[list[int], int | None, int]:
        """The best moves, what they are worth, and to which depth that is known."""
        best, worth, known = root.moves, None, 0
        for depth in range(1, deepest + 1):
            found = self._search_moves(root, best + [move for move in root.moves if move not in best], depth)
            if found is None:
                break
            best, worth = found
            known = depth
        return best, worth, known

    def _search_moves(self, root: RootPosition, roots: list[int], depth: int) -> tuple[list[int], int] | None:
        """The best moves at one depth and what they are worth, or None if there was no time to tell."""
        best: list[int] = []
        worth = 1 - INFINITE
        for move in roots:
            found = int(self._move_value(root.heuristic, root.pos, move, depth, worth - 1, self.workspace))
            if self.workspace.stop[0]:
                return None
            if found > worth:
                best, worth = [], found
            if found == worth:
                best.append(move)
        return best, worth
