"""Forced wins around a search: the own ones before it, and those of the opponent after its best move."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from plyground.engine.forced_win_finder import ForcedWinFinder
from plyground.engine.root import RootResult, RootSearch
from plyground.engine.time_control import TimeControl
from plyground.score import PROVEN, WIN

MOST_NODES: Final = 300_000
"""How many positions one search for a forced win may take."""
ATTACK_SHARE: Final = 0.2
"""The share of the time that goes at most into own forced wins."""
DEFENCE_SHARE: Final = 0.08
"""The share of the time that goes at first into the opponent's forced wins after a move."""
MOST_DEFENCE: Final = 0.35
"""The largest share that may go into one such search."""


class ForcedWins:
    """Finds forced wins at the root of one search, and knows the moves that lose to one."""

    def __init__(self, finder: ForcedWinFinder, root: RootSearch, time_control: TimeControl) -> None:
        self._finder = finder
        self._root = root
        self._time = time_control
        self._limits = time_control.limits
        self._shares: dict[int, float] = {}
        """Moves whose refutation has been sought, each with the share of the time that it took."""
        self._refuted: dict[int, int] = {}
        """Moves that lose to a forced win, each with the plies to that loss."""
        self._attack_seconds = self._defence_seconds = 0.0

    def find_win(self) -> RootResult | None:
        """A win by threats that the opponent can only answer, if one is found within the limits."""
        if self._root.lines > 1:
            return None
        win = self._finder.find(self._root.view, self.node_limit, self._time.share(ATTACK_SHARE))
        self._attack_seconds = self._time.elapsed
        if win is None:
            return None
        plies, move = win
        return RootResult(WIN - plies, False, (move,), 0, False, True)

    def refute(self, result: RootResult) -> bool:
        """Whether the opponent has a forced win after the best move; then that move is searched no more."""
        move = result.move
        if self._root.lines > 1 or len(self._root.moves) == 1 or result.is_proven:
            return False
        share = self._defence_share(move)
        if share == 0:
            return False
        board = self._root.after((move,))
        if board.is_over:
            return False
        began = time.perf_counter()
        view = board.game.view(board.position)
        win = self._finder.find(view, self.node_limit // 4, self._time.share(share))
        self._defence_seconds += time.perf_counter() - began
        self._shares[move] = share if self._finder.was_cut_off else 1.0
        if win is None:
            return False
        self._refuted[move] = win[0] + 1
        self._root.remove(move)
        return True

    def _defence_share(self, move: int) -> float:
        """What share of the time to spend on threats against a move; 0 if it is not due or not worth it.

        Never more goes into this than into the search itself, so that it waits until a move has stood
        for some time. A search that was cut off is repeated with twice the time.
        """
        before = self._shares.get(move, 0.0)
        share = 2 * before or DEFENCE_SHARE
        if self._limits.seconds is None:
            return DEFENCE_SHARE if before == 0 else 0.0
        searched = self._time.elapsed - self._attack_seconds - self._defence_seconds
        needed = self._defence_seconds + share * self._limits.seconds
        return share if share <= MOST_DEFENCE and searched >= needed else 0.0

    def longest_loss(self, result: RootResult) -> RootResult:
        """The same result or, if it is lost, a refuted move that loses later."""
        if result.number > -PROVEN or not self._refuted:
            return result
        move = max(self._refuted, key=lambda refuted: self._refuted[refuted])
        if self._refuted[move] <= result.plies:
            return result
        return replace(result, number=self._refuted[move] - WIN, line=(move,))

    def play_out(self, result: RootResult) -> RootResult:
        """A proven result with its line played out to the end, as far as the limits allow."""
        board = self._root.after(result.line)
        rest = self._finder.play_out(board, result.plies - len(result.line), self.node_limit)
        inward = (self._root.view.inward(move) for move in rest)
        return replace(result, line=(*result.line, *(move for move in inward if move is not None)))

    @property
    def node_limit(self) -> int:
        """How many positions one search for threats may take."""
        return MOST_NODES if self._limits.nodes is None else min(MOST_NODES, self._limits.nodes // 4)
