"""Check the puzzles that ship with the slow models: python -m tests.puzzles.check_all [PLIES], 3 by default.

Claims that reach further than PLIES are left out; they are counted. Those of Squeeze-It are all checked, by a
program in C if there is a compiler, which takes some minutes.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from plyground.puzzles.collection import all_shipped_puzzles
from tests.puzzles.model_check import puzzle_fault
from tests.puzzles.squeeze_check import compiler, layer_faults


def main(most_plies: int) -> int:
    """Print what is wrong, and return how many puzzles are."""
    wrong = skipped = 0
    puzzles = all_shipped_puzzles()
    long = [puzzle for puzzle in puzzles if puzzle.game.startswith("squeeze") and compiler()]
    with tempfile.TemporaryDirectory() as folder:
        known = layer_faults(long, Path(folder)) if long else {}
    for puzzle in puzzles:
        fault = known[puzzle.id] if puzzle.id in known else puzzle_fault(puzzle, most_plies)
        skipped += fault is None
        if fault:
            wrong += 1
            print(f"{puzzle.id} {puzzle.game} {puzzle.position} {puzzle.kind}: {fault}")
    print(f"{len(puzzles)} puzzles, {len(puzzles) - skipped} checked, {wrong} wrong")
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)))
