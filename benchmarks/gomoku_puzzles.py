"""How many gomoku puzzles the engine solves in a second, and whether it sees a win where there is none.

python -m benchmarks.gomoku_puzzles [--seconds 1] [--nodes N] [--threads 1]

With `--nodes` the engine stops after so many positions and not by the clock, which a busy machine makes
useless. Times are those of the processor either way, all threads together.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

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
    nodes: int | None
    threads: int


@dataclass(frozen=True)
class Tried:
    """One puzzle and what became of it."""

    puzzle: Puzzle
    value: str | None
    seconds: float
    in_time: bool

    @property
    def truth(self) -> str:
        """What the puzzle is for the side to move."""
        return "loss" if self.puzzle.kind == "fails" else "win"

    @property
    def seen(self) -> str | None:
        """What was seen in time."""
        return self.value if self.in_time else None

    @property
    def is_wrong(self) -> bool:
        """Whether a win was seen where there is none, or something else where there is one, however late."""
        return self.value not in (None, self.truth)


def tried(puzzle: Puzzle, limits: Limits) -> Tried:
    """Let a new engine think about a puzzle."""
    engine = Engine(find(puzzle.game), threads=limits.threads, memory=64)
    engine.prepare()
    board = board_of(puzzle.stones)
    began = time.process_time()
    if limits.nodes is None:
        info = engine.search(board, seconds=limits.seconds)
    else:
        info = engine.search(board, nodes=limits.nodes)
    seconds = time.process_time() - began
    in_time = limits.nodes is None or seconds <= limits.seconds * limits.threads
    return Tried(puzzle, info.score.value, seconds, in_time)


def row(kind: str, tries: list[Tried]) -> str:
    """A line of the table; times are of those puzzles that were settled in time."""
    values = [one.seen for one in tries]
    times = sorted(one.seconds for one in tries if one.seen is not None) or [0.0]
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
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    limits = Limits(given.seconds, given.nodes, given.threads)
    print("\n".join(HEADING), flush=True)
    missed: list[Tried] = []
    for kind in KINDS:
        tries = [tried(puzzle, limits) for puzzle in load() if puzzle.kind == kind]
        print(row(kind, tries), flush=True)
        missed += [one for one in tries if one.is_wrong or (one.truth == "win" and one.seen is None)]
    for one in missed:
        puzzle = one.puzzle
        what = "wrong" if one.is_wrong else "not seen" if one.value is None else "too late"
        print(
            f"\n{what}, {one.seconds:.2f} s: {puzzle.kind} in {puzzle.plies} plies, {puzzle.game} {puzzle.moves}"
        )


if __name__ == "__main__":
    main()
