"""Plyground's Squava search against the same search in C: equal node counts, and the ratio of speeds."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from plyground.board import Board
from plyground.engine import Engine
from plyground.engine.workspace import NO_NODE_LIMIT, NODE_LIMIT, NODES
from plyground.score import INFINITE

SOURCE = Path(__file__).with_name("squava.c")
DEPTH = 11
MEMORY = 256
ROUNDS = 15


@dataclass(frozen=True)
class Measured:
    """One program's search to `DEPTH`: nodes of each depth and the processor time for all of them."""

    nodes: tuple[int, ...]
    seconds: float

    @property
    def speed(self) -> float:
        """Nodes per second of processor time."""
        return sum(self.nodes) / self.seconds


def built(folder: Path) -> Path:
    """The C program."""
    program = folder / "squava"
    subprocess.run(["gcc", "-O3", "-march=native", "-o", program, SOURCE], check=True)
    return program


def in_c(program: Path) -> Measured:
    """Run the C program."""
    run = subprocess.run([program, str(DEPTH), str(MEMORY)], capture_output=True, text=True, check=True)
    rows = [line.split() for line in run.stdout.splitlines()]
    return Measured(tuple(int(row[2]) for row in rows), sum(float(row[3]) for row in rows))


def in_plyground(engine: Engine, board: Board) -> Measured:
    """The same depths with Plyground's kernel, its memory emptied first."""
    engine.clear()
    engine.compiled.resume()
    work = engine.compiled.workspaces[0]
    work.counts[NODE_LIMIT] = NO_NODE_LIMIT
    view = board.game.view(board.position)
    roots = board.legal_numbers()
    work.roots[: len(roots)] = sorted(roots)
    nodes = []
    began = time.process_time()
    for depth in range(1, DEPTH + 1):
        before = int(work.counts[NODES])
        engine.compiled.search(work, view, depth, -INFINITE, INFINITE, 0, len(roots))
        nodes.append(int(work.counts[NODES]) - before)
    return Measured(tuple(nodes), time.process_time() - began)


def compare() -> str:
    """Both in turn, several times. A busy machine only slows a run down, so the best are compared, too."""
    if shutil.which("gcc") is None:
        return "no gcc on this machine: the comparison with C was not made"
    board = Board("squava")
    engine = Engine(board.game, memory=MEMORY)
    engine.prepare()
    theirs, ours = [], []
    with tempfile.TemporaryDirectory() as folder:
        program = built(Path(folder))
        for _ in range(ROUNDS):
            theirs.append(in_c(program))
            ours.append(in_plyground(engine, board))
            if theirs[-1].nodes != ours[-1].nodes:
                raise AssertionError(f"the two searches differ: {theirs[-1].nodes} and {ours[-1].nodes}")
    c_speed, our_speed = (max(measured.speed for measured in all_of) for all_of in (theirs, ours))
    ratios = sorted(own.speed / other.speed for own, other in zip(ours, theirs, strict=True))
    return (
        f"Squava to depth {DEPTH}, {sum(ours[0].nodes):,} nodes in both, best of {ROUNDS} runs in turn: "
        f"C {c_speed / 1e6:.2f} million nodes a second of processor time, Plyground {our_speed / 1e6:.2f}, "
        f"**ratio {our_speed / c_speed:.2f}** (median of the pairs {statistics.median(ratios):.2f})."
    )


if __name__ == "__main__":
    print(compare())
