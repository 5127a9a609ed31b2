"""What a second thread brings: its two factors, and the speed-up that they make.

python -m benchmarks.thread_scaling [ROW ...]

A row is a game that is searched, or `df-pn`, `solver` (questions to the search) or `table` (of results).

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
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.game import TableGame
from plyground.solver.dfpn.prover import DfpnProver
from plyground.solver.prover import Prover
from plyground.solver.search_prover import SearchProver
from plyground.tables.sweep import Sweep, SweepState

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
PROOFS = Task("squava", 0, plies=1)
"""Positions for df-pn."""
QUESTIONS = Task("squava", 0, plies=1)
"""Positions for the solver that asks the search."""
TABLE = "squeeze:5x4,limit=0"


@dataclass(frozen=True)
class Measured:
    """A search or proof from an empty table: its nodes, its processor time, and its time by the clock."""

    nodes: int
    processor: float
    clock: float


def measure(run: Callable[[], int]) -> Measured:
    """Run something that gives its nodes."""
    processor, clock = time.process_time(), time.perf_counter()
    nodes = run()
    return Measured(nodes, time.process_time() - processor, time.perf_counter() - clock)


def search(board: Board, depth: int, threads: int) -> Measured:
    """Search a position to a depth."""
    engine = Engine(find(board.game.full_name), threads=threads, memory=MEMORY)
    engine.prepare()
    return measure(lambda: engine.search(board, depth=depth).nodes)


def prove(board: Board, prover: Prover) -> Measured:
    """Prove a position."""
    prover.prepare()

    def run() -> int:
        result = prover.prove(board)
        assert result is not None
        return result.nodes

    return measure(run)


def fill_table(game: str, threads: int) -> Measured:
    """Work out a table of results, without saving it. Numbers are looked at more than once."""
    table_game = find(game)
    assert isinstance(table_game, TableGame)
    numbering = table_game.numbering(None)
    assert numbering is not None
    sweep = Sweep(table_game, numbering, threads=threads)

    def run() -> int:
        sweep.fill(np.zeros(numbering.size, np.uint8), SweepState(), lambda state: None)
        return sweep.nodes

    return measure(run)


def row(name: str, depth: int | str, pairs: Iterable[tuple[Measured, Measured]]) -> str:
    """The medians over some measurements with one thread and with two."""
    overheads, speeds, gains, clocks = [], [], [], []
    for one, two in pairs:
        overheads.append(two.nodes / one.nodes)
        speeds.append(two.nodes / two.processor / (one.nodes / one.processor))
        gains.append(2 * speeds[-1] / overheads[-1])
        clocks.append(one.clock / two.clock)
    medians = [statistics.median(figures) for figures in (overheads, speeds, gains, clocks)]
    return f"| {name} | {depth} | {' | '.join(f'{figure:.2f}' for figure in medians)} |"


def search_row(task: Task) -> str:
    """A game that is searched."""
    pairs = ((search(board, task.depth, 1), search(board, task.depth, 2)) for board in task.boards)
    return row(task.game, task.depth, pairs)


def dfpn_row() -> str:
    """Proof-number search."""

    def proven(board: Board, threads: int) -> Measured:
        return prove(board, DfpnProver(board.game, threads=threads, memory=MEMORY, book=False))

    return row(f"df-pn: {PROOFS.game}", "", ((proven(each, 1), proven(each, 2)) for each in PROOFS.boards))


def solver_row() -> str:
    """Questions to the search."""

    def proven(board: Board, threads: int) -> Measured:
        engine = Engine(find(board.game.full_name), threads=threads, memory=MEMORY)
        return prove(board, SearchProver(engine, book=False))

    boards = QUESTIONS.boards
    return row(f"solver: {QUESTIONS.game}", "", ((proven(each, 1), proven(each, 2)) for each in boards))


def table_row() -> str:
    """Tables of results."""
    pairs = ((fill_table(TABLE, 1), fill_table(TABLE, 2)) for _ in range(2))
    return row(f"table: {TABLE}", "", pairs)


ROWS: dict[str, Callable[[], str]] = {
    **{task.game: partial(search_row, task) for task in TASKS},
    "df-pn": dfpn_row,
    "solver": solver_row,
    "table": table_row,
}


def rows(names: list[str]) -> Iterator[str]:
    """All rows, or some, each as soon as it is measured."""
    yield "| what | depth | search overhead | speed | speed-up | by the clock |"
    yield "|---|---:|---:|---:|---:|---:|"
    for name, make in ROWS.items():
        if not names or name in names:
            yield make()


def table() -> list[str]:
    """All rows."""
    return list(rows([]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="*", metavar="ROW", choices=[*ROWS, []])
    for line in rows(parser.parse_args().rows):
        print(line, flush=True)
