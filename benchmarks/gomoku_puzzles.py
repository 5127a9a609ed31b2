"""How many gomoku puzzles the engine solves in a second, and whether it sees a win where there is none.

python -m benchmarks.gomoku_puzzles [--seconds 1] [--threads 1]
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
    "| puzzles | how many | solved | false wins | median s | slowest s | longest win, plies |",
    "|---|---:|---:|---:|---:|---:|---:|",
)


@dataclass(frozen=True)
class Tried:
    """One puzzle and what became of it."""

    puzzle: Puzzle
    value: str | None
    seconds: float

    @property
    def is_false(self) -> bool:
        """Whether a win was seen where there is none, or a loss where there is a win."""
        return self.value not in (None, "loss" if self.puzzle.kind == "fails" else "win")


def tried(puzzle: Puzzle, seconds: float, threads: int) -> Tried:
    """Let a new engine think about a puzzle."""
    engine = Engine(find(puzzle.game), threads=threads, memory=64)
    engine.prepare()
    began = time.perf_counter()
    info = engine.search(board_of(puzzle.stones), seconds=seconds)
    return Tried(puzzle, info.score.value, time.perf_counter() - began)


def row(kind: str, tries: list[Tried]) -> str:
    """A line of the table."""
    solved = [one for one in tries if one.value is not None and not one.is_false]
    times = sorted(one.seconds for one in solved) or [0.0]
    longest = max((one.puzzle.plies for one in solved), default=0)
    return (
        f"| {kind} | {len(tries)} | {len(solved)} | {sum(one.is_false for one in tries)} "
        f"| {times[len(times) // 2]:.3f} | {times[-1]:.3f} | {longest} |"
    )


def main() -> None:
    """Print a row for each kind, and the puzzles that were not solved; one that fails is solved as a loss."""
    parser = argparse.ArgumentParser(description="Gomoku puzzles against the clock.")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    print("\n".join(HEADING), flush=True)
    unsolved: list[Puzzle] = []
    for kind in KINDS:
        tries = [tried(puzzle, given.seconds, given.threads) for puzzle in load() if puzzle.kind == kind]
        print(row(kind, tries), flush=True)
        unsolved += [one.puzzle for one in tries if one.value is None]
    for puzzle in unsolved:
        print(f"\nnot solved: {puzzle.kind} in {puzzle.plies} plies, {puzzle.game} {puzzle.moves}")


if __name__ == "__main__":
    main()
