"""Plain alpha-beta, without table or ordering, over the same tree as easyAI and OpenSpiel search it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.board import Board
from plyground.contract import LOST, MOST_MOVES, OPEN, WON, Moves, moves, outcome, play, undo
from plyground.game import copy_position
from plyground.native.compiler import compile_kernel, inner_kernel
from plyground.native.intrinsics import address_of, value_at

SETTINGS = (("noughts", 3, 3, 3, 9), ("noughts:5x5,row=4", 5, 5, 4, 5))
"""Our name, columns, rows, how many in a row, depth."""


@dataclass(frozen=True)
class Timed:
    """A search: what it visited and how long it took."""

    nodes: int
    seconds: float

    @property
    def speed(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds


# Plyground


def search_tree(rules: Any, pos: Any, out: Moves, counts: Moves, depth: int, quick: int) -> int:
    """The compiled entry. With `quick`, a win with more depth to spare counts for more."""
    counts[0] = 0
    return alpha_beta(address_of((rules, out, counts)), pos, depth, -10_000, 10_000, quick, np.int64(0))


@inner_kernel
def alpha_beta(shared: Any, pos: Any, depth: int, alpha: int, beta: int, quick: int, at: Any) -> int:
    """Negamax with alpha-beta and nothing else; whatever lies beyond the depth counts 0."""
    rules, out, counts = value_at(shared)
    counts[0] += 1
    ended = outcome(rules, pos)
    if ended != OPEN:
        worth = 1000 + quick * depth
        return worth if ended == WON else -worth if ended == LOST else 0
    if depth == 0:
        counts[1] += 1
        return 0
    best = -10_000
    end = moves(rules, pos, out, at)
    for i in range(at, end):
        child = play(rules, pos, out[i])
        score = -alpha_beta(shared, child, depth - 1, -beta, -alpha, quick, end)
        undo(rules, child, out[i])
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best


def plyground(name: str, depth: int, *, quick: int) -> Timed:
    """Our own plain search, repeated until it can be timed."""
    board = Board(name)
    kernel = compile_kernel(search_tree, board.game)
    out, counts = np.zeros((depth + 1) * MOST_MOVES, np.int64), np.zeros(2, np.int64)
    arguments = (board.game.rules, copy_position(board.position), out, counts, depth, quick)
    kernel(*arguments)
    repeats, began = 0, time.perf_counter()
    while time.perf_counter() - began < 0.5:
        kernel(*arguments)
        repeats += 1
    return Timed(int(counts[0]), (time.perf_counter() - began) / repeats)


# easyAI


def easyai(columns: int, rows: int, length: int, depth: int) -> Timed:
    """The same tree with easyAI's Negamax, on a game written as its examples write theirs."""
    from easyAI import AI_Player, Negamax, TwoPlayerGame

    windows = lines(columns, rows, length)

    class Row(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players = [AI_Player(None), AI_Player(None)]
            self.board = [0] * (columns * rows)
            self.current_player = 1
            self.made = 0

        def possible_moves(self) -> list[int]:
            return [cell for cell, mark in enumerate(self.board) if mark == 0]

        def make_move(self, move: int) -> None:
            self.made += 1
            self.board[move] = self.current_player

        def unmake_move(self, move: int) -> None:
            self.board[move] = 0

        def lose(self) -> bool:
            other = self.opponent_index
            return any(all(self.board[cell] == other for cell in window) for window in windows)

        def is_over(self) -> bool:
            return 0 not in self.board or self.lose()

        def scoring(self) -> int:
            return -100 if self.lose() else 0

    game = Row()
    began = time.perf_counter()
    Negamax(depth)(game)
    return Timed(game.made + 1, time.perf_counter() - began)


def lines(columns: int, rows: int, length: int) -> list[list[int]]:
    """Every row of cells of a given length."""
    cells = []
    for across, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for row in range(rows):
            for column in range(columns):
                ends = column + across * (length - 1), row + up * (length - 1)
                if 0 <= ends[0] < columns and ends[1] < rows:
                    cells.append([(row + up * k) * columns + column + across * k for k in range(length)])
    return cells


# OpenSpiel


def open_spiel(columns: int, rows: int, length: int, depth: int) -> tuple[float, int]:
    """Seconds of OpenSpiel's Python alpha-beta on its own C++ game, and the leaves it had evaluated."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("mnk", {"m": columns, "n": rows, "k": length})
    leaves = 0

    def worth(state: Any) -> int:
        nonlocal leaves
        leaves += 1
        return 0

    began = time.perf_counter()
    minimax.alpha_beta_search(game, value_function=worth, maximum_depth=depth, maximizing_player_id=0)
    return time.perf_counter() - began, leaves


def table() -> list[str]:
    """A row for each game and each library."""
    table_lines = [
        "| game | library | nodes | nodes a second | Plyground is faster by |",
        "|---|---|---:|---:|---:|",
    ]
    for name, columns, rows, length, depth in SETTINGS:
        theirs, ours = easyai(columns, rows, length, depth), plyground(name, depth, quick=1)
        if theirs.nodes != ours.nodes:
            raise AssertionError(f"the two searches differ: easyAI {theirs.nodes}, Plyground {ours.nodes}")
        table_lines.append(row(name, depth, "easyAI", theirs, ours))
        seconds, leaves = open_spiel(columns, rows, length, depth)
        plain = plyground(name, depth, quick=0)
        table_lines.append(row(name, depth, "OpenSpiel", Timed(plain.nodes, seconds), plain))
        counted = leaves_of(name, depth)
        if leaves != counted:
            raise AssertionError(f"the two searches differ: OpenSpiel {leaves} leaves, Plyground {counted}")
    return table_lines


def row(name: str, depth: int, library: str, theirs: Timed, ours: Timed) -> str:
    """One line of the table."""
    ratio = theirs.seconds / ours.seconds
    speeds = f"{theirs.speed:,.0f} against {ours.speed:,.0f}"
    return f"| {name} to depth {depth} | {library} | {ours.nodes:,} | {speeds} | {ratio:,.0f} times |"


def leaves_of(name: str, depth: int) -> int:
    """How many unfinished positions our plain search evaluates at the horizon."""
    board = Board(name)
    out, counts = np.zeros((depth + 1) * MOST_MOVES, np.int64), np.zeros(2, np.int64)
    compile_kernel(search_tree, board.game)(
        board.game.rules, copy_position(board.position), out, counts, depth, 0
    )
    return int(counts[1])


if __name__ == "__main__":
    print("\n".join(table()))
