"""Finding a forced win with the threat search, and playing it out to its end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from plyground.board import Board
from plyground.contract import MOST_MOVES, candidates, proof, threats
from plyground.engine.threat_search import find_forced_win, is_cut_off
from plyground.engine.workspace import THREAT_MOVE, THREAT_NODE_LIMIT, SearchWorkspace
from plyground.game import Game, View, copy_position
from plyground.native.compiler import compile_kernel


class ForcedWinFinder:
    """Finds forced wins in one game."""

    def __init__(self, game: Game, work: SearchWorkspace) -> None:
        self._work = work
        self._kernel = compile_kernel(find_forced_win, game)

    @staticmethod
    def can_play(game: Game) -> bool:
        """Whether a game says what a threat is."""
        return threats.is_implemented(type(game.view(game.start).rules))

    def prepare(self, game: Game) -> None:
        """Compile the search, or load it from the disk."""
        self.find(game.view(game.start), 0)

    def find(self, view: View, nodes: int, seconds: float | None = None) -> tuple[int, int] | None:
        """How many plies a win takes at most, and its first move; None if the limits did not show one."""
        if proof(view.rules, view.pos) != 0:
            return None
        with self._clock(seconds):
            plies = int(self._kernel(view.rules, copy_position(view.pos), self._work, nodes))
        return (plies, int(self._work.counts[THREAT_MOVE])) if plies else None

    @contextmanager
    def _clock(self, seconds: float | None) -> Iterator[None]:
        """Cut the search off when the time is over."""
        if seconds is None:
            yield
            return
        timer = threading.Timer(seconds, self._cut_off)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    @property
    def was_cut_off(self) -> bool:
        """Whether the last search ended before everything was tried."""
        return bool(is_cut_off(self._work))

    def _cut_off(self) -> None:
        self._work.counts[THREAT_NODE_LIMIT] = 0

    def play_out(self, board: Board, longest: int, nodes: int) -> list[int]:
        """The moves of a forced win from here on: threats, and the defences that hold out longest."""
        board = board.copy()
        attacker = board.turn if self._winning_move(board, nodes) else 1 - board.turn
        moves: list[int] = []
        while not board.is_over and len(moves) < longest:
            if board.turn == attacker:
                win = self._winning_move(board, nodes)
                if win is None:
                    break
                move = win[1]
            else:
                move = self._longest_defence(board, nodes)
            moves.append(move)
            board.push_number(move)
        return moves

    def _winning_move(self, board: Board, nodes: int) -> tuple[int, int] | None:
        """Plies and first move of a win, as the board calls it."""
        view = board.game.view(board.position)
        at_once = int(proof(view.rules, view.pos))
        if at_once > 0:
            return at_once, view.outward(_candidates(view)[0])
        win = self.find(view, nodes)
        return None if win is None else (win[0], view.outward(win[1]))

    def _longest_defence(self, board: Board, nodes: int) -> int:
        """The defence after which the win takes longest."""
        view = board.game.view(board.position)

        def plies_after(move: int) -> int:
            board.push_number(move)
            win = None if board.is_over else self._winning_move(board, nodes)
            board.pop()
            return win[0] if win else 0

        return max((view.outward(move) for move in _candidates(view)), key=plies_after)


def _candidates(view: View) -> list[int]:
    out = np.zeros(MOST_MOVES, np.int64)
    return [int(move) for move in out[: candidates(view.rules, view.pos, out, 0)]]
