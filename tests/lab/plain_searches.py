"""Minimax and alpha-beta over the slow models, as a student would write them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.reference import Model

Order = Callable[[set[str]], list[str]]


@dataclass
class Explored:
    """What a search did: the lines of play that it looked at, in order."""

    order: Order
    lines: list[tuple[str, ...]] = field(default_factory=list)
    leaves: int = 0
    cutoffs: int = 0

    def search(
        self, model: Model, depth: int, alpha: float, beta: float, line: tuple[str, ...] = (), *, prune: bool
    ) -> float:
        """1, 0 or -1 for the side to move; 0 beyond the depth."""
        self.lines.append(line)
        ending = model.ending()
        if ending is not None or depth == 0:
            self.leaves += 1
            if ending is None or ending.winner is None:
                return 0
            return 1 if ending.winner == model.turn else -1
        best = float("-inf")
        for move in self.order(model.legal_moves()):
            model.play(move)
            value = -self.search(model, depth - 1, -beta, -max(alpha, best), (*line, move), prune=prune)
            model.undo()
            best = max(best, value)
            if prune and best >= beta:
                self.cutoffs += 1
                break
        return best
