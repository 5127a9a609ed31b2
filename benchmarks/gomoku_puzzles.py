"""How many gomoku puzzles the engine solves in a second, and whether it sees a win where there is none.

python -m benchmarks.gomoku_puzzles [--seconds 1] [--threads 1] [--processor]

With `--processor` the engine's clock goes on only while it thinks, which makes up for a busy machine: seconds
are then those of the processor. Times in the table are so in any case, all threads together.
"""

from __future__ import annotations

import argparse
import time
from contextlib import nullcontext
from dataclasses import dataclass

from benchmarks.processor_clock import processor_clock
from plyground.catalogue import find
from plyground.engine import Engine
from tests.games.gomoku_wins.attackers import board_of
from tests.games.gomoku_wins.puzzles import KINDS, Puzzle, load

HEADING = (
    "| puzzles | how many | plies | win seen | loss seen | wrong | median s | slowest s |",
    "|---|---:|---:|---:|---:|---:|---:|---:|",
)


@dataclass(frozen=True)
class Limits:
    """How long the engine may think about a puzzle."""

    seconds: float
    threads: int
    processor: bool


@dataclass(frozen=True)
class Tried:
    """One puzzle and what became of it."""

    puzzle: Puzzle
    value: str | None
    seconds: float

    @property
    def truth(self) -> str:
        """What the puzzle is for the side to move."""
        return "loss" if self.puzzle.kind == "fails" else "win"

    @property
    def is_wrong(self) -> bool:
        """Whether a win was seen where there is none, or something else where there is one."""
        return self.value not in (None, self.truth)


def tried(puzzle: Puzzle, limits: Limits) -> Tried:
    """Let a new engine think about a puzzle."""
    engine = Engine(find(puzzle.game), threads=limits.threads, memory=64)
    engine.prepare()
    board = board_of(puzzle.stones)
    began = time.process_time()
    with processor_clock(limits.threads) if limits.processor else nullcontext():
        info = engine.search(board, seconds=limits.seconds)
    return Tried(puzzle, info.score.value, time.process_time() - began)


def row(kind: str, tries: list[Tried]) -> str:
    """A line of the table; times are of those puzzles that were settled."""
    values = [one.value for one in tries]
    times = sorted(one.seconds for one in tries if one.value is not None) or [0.0]
    plies = [one.puzzle.plies for one in tries]
    return (
        f"| {kind} | {len(tries)} | {min(plies)} to {max(plies)} | {values.count('win')} "
        f"| {values.count('loss')} | {sum(one.is_wrong for one in tries)} "
        f"| {times[len(times) // 2]:.3f} | {times[-1]:.3f} |"
    )


def main() -> None:
    """Print a row for each kind, and the puzzles in which a win was not seen, or one that is none."""
    parser = argparse.ArgumentParser(description="Gomoku puzzles against the clock.")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--processor", action="store_true")
    given = parser.parse_args()
    limits = Limits(given.seconds, given.threads, given.processor)
    print("\n".join(HEADING), flush=True)
    missed: list[Tried] = []
    for kind in KINDS:
        tries = [tried(puzzle, limits) for puzzle in load() if puzzle.kind == kind]
        print(row(kind, tries), flush=True)
        missed += [one for one in tries if one.is_wrong or (one.truth == "win" and one.value is None)]
    for one in missed:
        puzzle = one.puzzle
        what = "wrong" if one.is_wrong else "not seen"
        print(f"\n{what}, {one.seconds:.2f} s: {puzzle.kind} in {puzzle.plies} plies")
        print(puzzle.game, puzzle.moves)


if __name__ == "__main__":
    main()
