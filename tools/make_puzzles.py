"""Make the puzzles that ship: python -m tools.make_puzzles [NAME]... writes them into puzzles/data/NAME.csv.

Each variant is made as `plyground puzzles make VARIANT --count N --seed 1` makes it. What is made is kept in
build/puzzles, so that a run that was stopped goes on with the next variant.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Final

from plyground import catalogue
from plyground.puzzles.maker import Maker, MakerProgress
from plyground.puzzles.puzzle import Puzzle
from plyground.puzzles.puzzle_file import puzzles_csv, read_puzzles

PROJECT: Final = Path(__file__).parent.parent
DATA: Final = PROJECT / "src" / "plyground" / "puzzles" / "data"
STATE: Final = PROJECT / "build" / "puzzles"
SEED: Final = 1
SETS: Final[dict[str, dict[str, int]]] = {
    "noughts": {
        "noughts": 40,
        "noughts:misere": 30,
        "noughts:4x4": 70,
        "noughts:5x5,row=4": 70,
    },
    "squava": {"squava": 150, "squava:4x4": 60},
    "numerical": {"numerical:3x3": 205},
    "squeeze": {"squeeze:4x4": 80, "squeeze:5x3": 70, "squeeze:4x3": 30, "squeeze:3x4": 30},
    "gomoku": {"gomoku:7x7": 50, "gomoku:9x9": 70, "gomoku:15x15": 45, "gomoku": 45},
}


def make_set(name: str) -> list[Puzzle]:
    """The puzzles of one game in all variants of its set, the easiest first."""
    made: list[Puzzle] = []
    for variant, count in SETS[name].items():
        made += make_variant(variant, count)
    return sorted(made, key=lambda puzzle: (puzzle.rating, puzzle.id))


def make_variant(variant: str, count: int) -> list[Puzzle]:
    """The puzzles of one variant, made now or found in the state."""
    state = STATE / f"{variant.replace(':', '_')}.csv"
    if state.exists():
        return read_puzzles(state.read_text(), str(state))
    began = time.perf_counter()

    def show(progress: MakerProgress) -> None:
        print(
            f"\r{variant}: {progress.made} of {progress.wanted} from {progress.games} games",
            end="",
            flush=True,
        )

    puzzles = Maker(catalogue.find(variant), seed=SEED).make(count, show)
    print(f", {time.perf_counter() - began:.0f} s")
    STATE.mkdir(parents=True, exist_ok=True)
    state.write_text(puzzles_csv(puzzles))
    return puzzles


if __name__ == "__main__":
    for name in sys.argv[1:] or SETS:
        (DATA / f"{name}.csv").write_text(puzzles_csv(make_set(name)))
