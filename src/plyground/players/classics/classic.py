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
from plyground.players.classics.lookahead import DEEPEST, INFINITE, new_memory, steps, worth_of_move
from plyground.players.player import Choice, chance_for, refuse_finished, refuse_impossible

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.game import Game


class Task(NamedTuple):
    """A position to find a move in, as the search sees it."""

    idea: Any
    pos: Any
    roots: list[int]
    outward: Callable[[int], int]
    """How a move of the search is called on the board."""


class Classic:
    """A player made from its seed's document.

    It looks ahead ply by ply as deep as `reach` says, judges by the `idea` of its file alone, and draws lots
    among the moves that it thinks best. A move is worth what plain minimax would find. When it is stopped,
    or out of time, the last depth that it finished counts.
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
        self.memory = new_memory()
        self._worth = compile_kernel(worth_of_move, game)
        self._ready = False

    # What a classic fills in.

    def think_up(self, rules: Any) -> Any:
        """Its idea: the rules of the game and the tables that it judges by."""
        raise NotImplementedError

    def reach(self, board: Board) -> int:
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
            task = self._task(self.game.start)
            self._worth(task.idea, task.pos, task.roots[0], 1, -INFINITE, self.memory)
            self._ready = True

    def stop(self) -> None:
        """Answer now, from any thread."""
        self.memory.stop[0] = 1

    def choose(self, board: Board) -> Choice:
        """The move that the seed's program would make, or one that it thinks as good."""
        refuse_finished(board)
        self.prepare()
        self.memory.stop[0] = 0
        began = time.perf_counter()
        timer = None
        if self.seconds is not None:
            timer = threading.Timer(self.seconds, self.stop)
            timer.daemon = True
            timer.start()
        task = self._task(board.position)
        try:
            best, worth, depth = self._deepen(task, self._deepest(board))
        finally:
            if timer is not None:
                timer.cancel()
        chosen = chance_for(self.seed, board).choice(sorted(task.outward(move) for move in best))
        move = self.game.move_text(chosen)
        score = None if worth is None else self.score(worth)
        words = "" if worth is None else self.words(board, worth)
        return Choice(move, score, (move,), depth, time.perf_counter() - began, words)

    def _task(self, pos: Any) -> Task:
        view = self.game.view(pos)
        idea = self.think_up(view.rules)
        out = np.zeros(MOST_MOVES, np.int64)
        end = steps(idea, view.pos, out, 0)
        return Task(idea, view.pos, [int(move) for move in out[:end]], view.outward)

    def _deepest(self, board: Board) -> int:
        reach = min(self.reach(board), DEEPEST)
        return reach if self.depth is None else min(reach, self.depth)

    def _deepen(self, task: Task, deepest: int) -> tuple[list[int], int | None, int]:
        """The best moves, what they are worth, and to which depth that is known."""
        best, worth, known = task.roots, None, 0
        for depth in range(1, deepest + 1):
            found = self._round(task, best + [move for move in task.roots if move not in best], depth)
            if found is None:
                break
            best, worth = found
            known = depth
        return best, worth, known

    def _round(self, task: Task, roots: list[int], depth: int) -> tuple[list[int], int] | None:
        """The best moves at one depth and what they are worth, or None if there was no time to tell."""
        best: list[int] = []
        worth = 1 - INFINITE
        for move in roots:
            found = int(self._worth(task.idea, task.pos, move, depth, worth - 1, self.memory))
            if self.memory.stop[0]:
                return None
            if found > worth:
                best, worth = [], found
            if found == worth:
                best.append(move)
        return best, worth
