"""What is decided at once: moves that win, threats of the other side, moves that lose, cells that decide."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from typing import Final, NamedTuple

from plyground.board import Board
from plyground.losing_moves import MOST_NAMED, LosingMoves, find_losing_moves, losing_moves_text

WINS_SHARE: Final = 0.25
"""How much of the time may go to moves that win, for each side."""


class Tactics(NamedTuple):
    """What was found about a position."""

    losing: LosingMoves
    winning: tuple[int, ...] = ()
    """Moves that win at once, as the numbers that the compiled half uses."""
    threats: tuple[str, ...] = ()
    """Moves with which the other side would win at once, if it were its turn."""
    threat_cells: frozenset[str] = frozenset()
    """The cells of these moves."""

    def deciding_picks(self, board: Board, picked: tuple[str, ...]) -> Collection[str]:
        """The next picks that can win at once or stop a win, and the cells that the game points at."""
        depth = len(picked)
        paths = [board.picks_of(move) for move in self.winning]
        wins = {path[depth] for path in paths if path[:depth] == picked and len(path) > depth}
        return {*wins, *self.threat_cells, *self.losing.hot}


def find_tactics(board: Board, seconds: float, wanted: Callable[[], bool] = lambda: True) -> Tactics:
    """Try every move and every answer to it, as far as the time goes.

    >>> board = Board("noughts", "a1 b1 a2 b2")
    >>> tactics_text(board, find_tactics(board, seconds=60))
    'X wins at once with a3; O threatens b3; 3 of 5 moves lose at once'
    """
    winning = tuple(_winning_moves(board, seconds * WINS_SHARE, wanted))
    other = board.passed()
    threats = () if other is None else tuple(_winning_moves(other, seconds * WINS_SHARE, wanted))
    return Tactics(
        find_losing_moves(board, seconds, wanted),
        winning,
        tuple(other.game.move_text(move) for move in threats) if other else (),
        frozenset(cell for move in threats for cell in other.cells_of(move)) if other else frozenset(),
    )


def tactics_text(board: Board, found: Tactics, *, endless: bool = False) -> str:
    """What was found, in one line."""
    parts = []
    if found.winning:
        moves = [board.game.move_text(move) for move in found.winning]
        parts.append(f"{board.player} wins at once with {_some(moves)}")
    if found.threats:
        parts.append(f"{board.game.players[1 - board.turn]} threatens {_some(found.threats)}")
    return "; ".join([*parts, losing_moves_text(found.losing, endless=endless)])


def _winning_moves(board: Board, seconds: float, wanted: Callable[[], bool]) -> Iterator[int]:
    late = time.perf_counter() + seconds
    twin = board.copy()
    for move in twin.legal_numbers():
        if time.perf_counter() > late or not wanted():
            return
        twin.push_number(move)
        outcome = twin.outcome
        twin.pop()
        if outcome is not None and outcome.winner == twin.player:
            yield move


def _some(moves: Collection[str]) -> str:
    named = " ".join(list(moves)[:MOST_NAMED])
    return named if len(moves) <= MOST_NAMED else f"{named} and {len(moves) - MOST_NAMED} more"
