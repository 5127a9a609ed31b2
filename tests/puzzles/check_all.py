"""Check the puzzles that ship with the slow models: python -m tests.puzzles.check_all [PLIES], 3 by default.

Claims that reach further than PLIES are left out; they are counted.
"""

from __future__ import annotations

import sys

from plyground.puzzles.collection import all_shipped_puzzles
from tests.puzzles.model_check import puzzle_fault


def main(most_plies: int) -> int:
    """Print what is wrong, and return how many puzzles are."""
    wrong = skipped = 0
    puzzles = all_shipped_puzzles()
    for puzzle in puzzles:
        fault = puzzle_fault(puzzle, most_plies)
        skipped += fault is None
        if fault:
            wrong += 1
            print(f"{puzzle.id} {puzzle.game} {puzzle.position} {puzzle.kind}: {fault}")
    print(f"{len(puzzles)} puzzles, {len(puzzles) - skipped} checked, {wrong} wrong")
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)))
