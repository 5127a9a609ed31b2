"""Forced wins for people: finding one from a board, and playing it out to its end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from plyground.board import Board
from plyground.contract import MOST_MOVES, candidates, proof, threats
from plyground.engine.threat_search import chase_root, is_cut_off
from plyground.engine.workspace import CHASE_BEST, CHASE_BUDGET, SearchWorkspace
from plyground.game import Game, View, copy_position
from plyground.native.compiler import compile_kernel


class ForcedWinFinder:
    """Looks for forced wins in one game."""

    def __init__(self, game: Game, work: SearchWorkspace) -> None:
        self._work = work
        self._kernel = compile_kernel(chase_root, game)

    @staticmethod
    def can_play(game: Game) -> bool:
        """Whether a game says what a threat is."""
        return threats.is_implemented(type(game.view(game.start).rules))

    def prepare(self, game: Game) -> None:
        """Compile the search, or load it from the disk."""
        self.find(game.view(game.start), 0)

    def find(self, view: View, budget: int, seconds: float | None = None) -> tuple[int, int] | None:
        """How many plies a win takes at most, and its first move; None if none was found."""
        if proof(view.rules, view.pos) != 0:
            return None
        with self._clock(seconds):
            plies = int(self._kernel(view.rules, copy_position(view.pos), self._work, budget))
        return (plies, int(self._work.counts[CHASE_BEST])) if plies else None

    @contextmanager
    def _clock(self, seconds: float | None) -> Iterator[None]:
        """Take the budget away when the time is over."""
        if seconds is None:
            yield
            return
        timer = threading.Timer(seconds, self._give_up)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    @property
    def was_cut_off(self) -> bool:
        """Whether the last look ended before everything was tried."""
        return bool(is_cut_off(self._work))

    def _give_up(self) -> None:
        self._work.counts[CHASE_BUDGET] = 0

    def play_out(self, board: Board, longest: int, budget: int) -> list[int]:
        """The moves of a forced win from here on: threats, and the answers that hold out longest."""
        board = board.copy()
        attacker = board.turn if self._winning_move(board, budget) else 1 - board.turn
        moves: list[int] = []
        while not board.is_over and len(moves) < longest:
            if board.turn == attacker:
                found = self._winning_move(board, budget)
                if found is None:
                    break
                move = found[1]
            else:
                move = self._stubborn_answer(board, budget)
            moves.append(move)
            board.push_number(move)
        return moves

    def _winning_move(self, board: Board, budget: int) -> tuple[int, int] | None:
        """Plies and first move of a win, as the board calls it."""
        view = board.game.view(board.position)
        at_once = int(proof(view.rules, view.pos))
        if at_once > 0:
            return at_once, view.outward(_answers(view)[0])
        found = self.find(view, budget)
        return None if found is None else (found[0], view.outward(found[1]))

    def _stubborn_answer(self, board: Board, budget: int) -> int:
        """The answer after which the win takes longest."""
        view = board.game.view(board.position)

        def holds_out(move: int) -> int:
            board.push_number(move)
            found = None if board.is_over else self._winning_move(board, budget)
            board.pop()
            return found[0] if found else 0

        return max((view.outward(move) for move in _answers(view)), key=holds_out)


def _answers(view: View) -> list[int]:
    out = np.zeros(MOST_MOVES, np.int64)
    return [int(move) for move in out[: candidates(view.rules, view.pos, out, 0)]]
