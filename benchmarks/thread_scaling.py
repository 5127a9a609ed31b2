"""What a second thread brings: its two factors, and the speed-up that they make.

python -m benchmarks.thread_scaling [GAME ...]

Search overhead is how many nodes two threads visit for each node of one thread, to the same depth. Speed is
how many nodes two threads visit in a second of processor time, for each node that one thread visits. Both
hardly depend on how busy the machine is. On two free cores two threads are as many times faster as the
speed-up says: twice the speed, divided by the overhead. The ratio of the times by the clock is that only on
free cores.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from dataclasses import dataclass

from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine

POSITIONS = 7
MEMORY = 256
GOMOKU_OPENINGS = (
    "k11 k10 k8 i12 i7",
    "k11 j9 l7 k7 m10",
    "k11 l12 m14 k16 i17",
    "k11 k10 l11 j11 l12",
    "k11 l10 k9 l12 i11",
    "k11 k12 l10 j10 m11",
    "k11 l11 l9 j12 k8",
)


@dataclass(frozen=True)
class Task:
    """Positions of one game, and how deep they are searched."""

    game: str
    depth: int
    plies: int = 0
    """How many random moves lead to each position."""
    openings: tuple[str, ...] = ()
    """Or these moves."""

    @property
    def boards(self) -> list[Board]:
        """The positions."""
        if self.openings:
            return [Board(self.game, moves) for moves in self.openings]
        chance = random.Random(self.game)
        return [self.random_board(chance) for _ in range(POSITIONS)]

    def random_board(self, chance: random.Random) -> Board:
        """A position after random moves; the game is not over."""
        board = Board(self.game)
        for _ in range(self.plies):
            board.push(chance.choice(board.legal_moves))
        return self.random_board(chance) if board.is_over else board


TASKS = (
    Task("noughts:5x5,row=4", 11, plies=2),
    Task("squava", 12, plies=2),
    Task("numerical", 8, plies=2),
    Task("squeeze", 9, plies=2),
    Task("gomoku:20x20", 11, openings=GOMOKU_OPENINGS),
)


@dataclass(frozen=True)
class Measured:
    """A search from an empty table: its nodes, its processor time, and its time by the clock."""

    nodes: int
    processor: float
    clock: float


def measure(board: Board, depth: int, threads: int) -> Measured:
    """Search a position to a depth."""
    engine = Engine(find(board.game.full_name), threads=threads, memory=MEMORY)
    engine.prepare()
    processor, clock = time.process_time(), time.perf_counter()
    nodes = engine.search(board, depth=depth).nodes
    return Measured(nodes, time.process_time() - processor, time.perf_counter() - clock)


def row(task: Task) -> str:
    """The medians over all positions of a task."""
    overheads, speeds, gains, clocks = [], [], [], []
    for board in task.boards:
        one, two = measure(board, task.depth, 1), measure(board, task.depth, 2)
        overheads.append(two.nodes / one.nodes)
        speeds.append(two.nodes / two.processor / (one.nodes / one.processor))
        gains.append(2 * speeds[-1] / overheads[-1])
        clocks.append(one.clock / two.clock)
    medians = [statistics.median(figures) for figures in (overheads, speeds, gains, clocks)]
    return f"| {task.game} | {task.depth} | {' | '.join(f'{figure:.2f}' for figure in medians)} |"


def table(games: list[str] | None = None) -> list[str]:
    """A row a game."""
    return [
        "| game | depth | search overhead | speed | speed-up | by the clock |",
        "|---|---:|---:|---:|---:|---:|",
        *(row(task) for task in TASKS if not games or task.game in games),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    print("\n".join(table(parser.parse_args().games)))
