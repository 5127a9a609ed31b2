"""Plyground against the same written by hand in C: equal results, and the ratio of speeds.

python -m benchmarks.native [search] [df-pn] [stones] [moves] [fours]
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.native_gomoku import GOMOKU_PARTS, gomoku_part
from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.engine.workspace import NO_NODE_LIMIT, NODE_LIMIT, NODES
from plyground.native.compiler import compile_kernel
from plyground.score import INFINITE
from plyground.solver.dfpn import workspace as dfpn
from plyground.solver.dfpn.kernels import WINNING, prove_root
from plyground.solver.dfpn.workspace import new_workspaces

FOLDER = Path(__file__).parent
DEPTH = 11
MEMORY = 256
ROUNDS = 15
DFPN_CELL = 0
"""Whether squava is won after this first move takes df-pn half a million positions."""


@dataclass(frozen=True)
class Measured:
    """One run: what was found, how much work that was, and the processor time for it."""

    found: tuple[int, ...]
    work: int
    seconds: float

    @property
    def speed(self) -> float:
        """Work for each second of processor time."""
        return self.work / self.seconds


@dataclass(frozen=True)
class Pair:
    """The same in C and in Plyground."""

    what: str
    unit: str
    in_c: Callable[[], Measured]
    in_plyground: Callable[[], Measured]


def built(source: str, folder: Path) -> Path:
    """A C program."""
    program = folder / source.removesuffix(".c")
    subprocess.run(["gcc", "-O3", "-march=native", "-o", program, FOLDER / source], check=True)
    return program


def printed(*command: object) -> list[list[str]]:
    """The words in each line that a program prints."""
    run = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True)
    return [line.split() for line in run.stdout.splitlines()]


def search_pair(folder: Path) -> Pair:
    """The search, on Squava."""
    program = built("squava.c", folder)
    board = Board("squava")
    engine = Engine(board.game, memory=MEMORY)
    engine.prepare()

    def in_c() -> Measured:
        rows = printed(program, DEPTH, MEMORY)
        nodes = tuple(int(row[2]) for row in rows)
        return Measured(nodes, sum(nodes), sum(float(row[3]) for row in rows))

    return Pair(f"squava to depth {DEPTH}", "nodes", in_c, lambda: searched(engine, board))


def searched(engine: Engine, board: Board) -> Measured:
    """Every depth up to `DEPTH` with Plyground's kernel, its memory emptied first."""
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
    return Measured(tuple(nodes), sum(nodes), time.process_time() - began)


def dfpn_pair(folder: Path) -> Pair:
    """Proof-number search, on Squava after one move."""
    program = built("dfpn.c", folder)
    game = find("squava")
    move = game.move_text(DFPN_CELL)
    board = Board(game, move)
    view = game.view(board.position)
    plies = len(board.legal_moves)
    (work,) = new_workspaces(1, MEMORY, np.zeros(1, np.int64))
    prove = compile_kernel(prove_root, game)

    def in_c() -> Measured:
        ((answer, nodes, seconds),) = printed(program, MEMORY, WINNING, plies, DFPN_CELL)
        return Measured((int(answer), int(nodes)), int(nodes), float(seconds))

    def in_plyground() -> Measured:
        for memory in (work.solved_table, work.proof_table, work.history):
            memory.fill(0)
        work.counts[dfpn.NODES] = work.counts[dfpn.ABORTED] = 0
        began = time.process_time()
        answer = int(prove(view.rules, view.pos, work, WINNING, plies))
        seconds = time.process_time() - began
        nodes = int(work.counts[dfpn.NODES])
        return Measured((answer, nodes), nodes, seconds)

    return Pair(f"df-pn on squava after {move}", "nodes", in_c, in_plyground)


def gomoku_pair(part: str, folder: Path) -> Pair:
    """One of the things that take most of gomoku's time."""
    what, unit, in_c, in_plyground = gomoku_part(part, folder)
    return Pair(what, unit, lambda: Measured(*in_c()), lambda: Measured(*in_plyground()))


PAIRS: dict[str, Callable[[Path], Pair]] = {"search": search_pair, "df-pn": dfpn_pair}
for _part in GOMOKU_PARTS:
    PAIRS[_part] = lambda folder, part=_part: gomoku_pair(part, folder)  # type: ignore[misc]


def row(pair: Pair) -> str:
    """Both in turn, several times. A busy machine only slows a run down, so the best are compared, too."""
    theirs, ours = [], []
    for _ in range(ROUNDS):
        theirs.append(pair.in_c())
        ours.append(pair.in_plyground())
        if theirs[-1].found != ours[-1].found:
            raise AssertionError(f"{pair.what}: C finds {theirs[-1].found}, Plyground {ours[-1].found}")
    c_speed, our_speed = (max(measured.speed for measured in all_of) for all_of in (theirs, ours))
    ratios = [own.speed / other.speed for own, other in zip(ours, theirs, strict=True)]
    return (
        f"| {pair.what} | {ours[0].work:,} {pair.unit} | {c_speed / 1e6:.2f} M/s | {our_speed / 1e6:.2f} M/s "
        f"| {our_speed / c_speed:.2f} | {statistics.median(ratios):.2f} |"
    )


def compare(names: list[str] | None = None) -> str | list[str]:
    """A row for each thing that is written in both languages."""
    if shutil.which("gcc") is None:
        return "no gcc on this machine: the comparison with C was not made"
    with tempfile.TemporaryDirectory() as folder:
        return [
            f"| {ROUNDS} runs in turn | work | C, best | Plyground, best | ratio | median of the pairs |",
            "|---|---:|---:|---:|---:|---:|",
            *(row(make(Path(folder))) for name, make in PAIRS.items() if not names or name in names),
        ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[*PAIRS, []])
    found = compare(parser.parse_args().names)
    print(found if isinstance(found, str) else "\n".join(found))
