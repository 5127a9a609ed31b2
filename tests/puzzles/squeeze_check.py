"""Are puzzles of Squeeze-It right? A program in C tries all positions of a board, or the next few plies.

Claims about a game of a hundred plies are out of reach for the slow models. `squeeze_layers.c` has the rules
once more, and shares no code with anything.
"""

from __future__ import annotations

import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from plyground.puzzles.puzzle import Puzzle
from tests.bruteforce import Verdict
from tests.puzzles.model_check import set_up, value_fault
from tests.reference import Squeeze, cell_name

SOURCE = Path(__file__).with_name("squeeze_layers.c")


def compiler() -> str | None:
    """The C compiler of this machine."""
    return shutil.which("cc")


def layer_faults(puzzles: Iterable[Puzzle], folder: Path) -> dict[str, str]:
    """What is wrong with each of these puzzles, by its name: nothing is an empty text."""
    program = folder / "squeeze_layers"
    subprocess.run([str(compiler()), "-O2", "-o", str(program), str(SOURCE)], check=True)
    by_game: dict[str, list[Puzzle]] = defaultdict(list)
    for puzzle in puzzles:
        by_game[puzzle.game].append(puzzle)
    return {name: fault for group in by_game.values() for name, fault in _faults(program, group)}


def _faults(program: Path, puzzles: list[Puzzle]) -> list[tuple[str, str]]:
    slow = set_up(puzzles[0])
    assert isinstance(slow, Squeeze)
    size = [str(number) for number in (slow.cols, slow.rows, slow.limit)]
    questions = "\n".join(map(_question, puzzles))
    answer = subprocess.run([program, *size], input=questions, capture_output=True, text=True, check=True)
    values: list[dict[str, Verdict]] = [{} for _ in puzzles]
    for line in answer.stdout.splitlines():
        number, move, value, distance = line.split()
        values[int(number)][move] = Verdict(value, None if value == "draw" else int(distance), frozenset())
    for puzzle, found in zip(puzzles, values, strict=True):
        assert set(found) == set(set_up(puzzle).legal_moves()), puzzle
    return [(puzzle.id, value_fault(puzzle, found)) for puzzle, found in zip(puzzles, values, strict=True)]


def _question(puzzle: Puzzle) -> str:
    slow = set_up(puzzle)
    marks = slow.cells()
    board = [marks.get(cell_name((x, y)), ".") for y in range(slow.rows) for x in range(slow.cols)]
    return f"{''.join(board)} {slow._now.plies} {puzzle.within}"
