"""Proving the first moves of numerical tic-tac-toe: value, time, nodes and memory of each, and in all.

    python -m benchmarks.numerical_proof [--threads T] [--memory MB]

The empty board is proven with an empty table, as `plyground solve numerical` does it, but without the book;
then each of the 16 first moves that differ is read off the same table. Last, positions of the middle game
are settled by the prover and by the engine, each with one thread and an empty table.
"""

from __future__ import annotations

import argparse
import random
import resource
import time

from plyground import contract
from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.progress import Progress
from plyground.solver.dfpn.prover import DfpnProver

FIRST_MOVES = [f"{cell}={number}" for cell in ("a1", "b1") for number in range(1, 16, 2)]
SAMPLE = 12
SAMPLE_PLIES = 4
SAMPLE_MEMORY = 256


def empty_board(threads: int, memory: int) -> str:
    """The empty board and then its first moves."""
    game = find("numerical")
    prover = DfpnProver(game, threads=threads, memory=memory, book=False)
    prover.prepare()

    def on_progress(progress: Progress) -> None:
        if progress.seconds - printed_at[0] > 10:
            printed_at[0] = progress.seconds
            print(
                f"{progress.seconds:6.0f} s: {progress.settled} of {progress.known} moves settled,"
                f" {progress.nodes:,} nodes, table {progress.fill or 0:.0%} full",
                flush=True,
            )

    printed_at = [0.0]
    lines = []
    wall, cpu = time.perf_counter(), time.process_time()
    result = prover.prove(Board(game), on_progress=on_progress)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    assert result is not None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    lines.append(
        f"empty board: {result.score.value} for odd; {wall:.1f} s with {threads} threads "
        f"({cpu:.1f} s of processor time), {result.nodes:,} nodes, "
        f"{result.nodes / cpu / 1e6:.2f} million nodes per second of processor time; "
        f"table of {memory} MB {prover.fill:.0%} full, {peak:.0f} MB in all"
    )
    for move in FIRST_MOVES:
        began = time.process_time()
        reply = prover.prove(Board(game, move))
        assert reply is not None
        lines.append(
            f"{move}: {reply.score.value} for even by {reply.line[0]}, "
            f"{reply.nodes:,} more nodes, {time.process_time() - began:.1f} s of processor time"
        )
    return "\n".join(lines)


def middle_game() -> str:
    """The prover against the engine on random positions that are not decided at a glance."""
    game = find("numerical")
    prover, engine = DfpnProver(game, memory=SAMPLE_MEMORY), Engine(game, memory=SAMPLE_MEMORY)
    prover.prepare()
    engine.prepare()
    spent = [0.0, 0.0]
    for board in sample(SAMPLE):
        prover.clear()
        engine.clear()
        began = time.process_time()
        result = prover.prove(board)
        between = time.process_time()
        info = engine.search(board)
        spent[0] += between - began
        spent[1] += time.process_time() - between
        assert result is not None
        assert result.score.value == info.score.value
    return (
        f"{SAMPLE} random positions after {SAMPLE_PLIES} moves: prover {spent[0]:.2f} s, "
        f"engine {spent[1]:.2f} s of processor time, {spent[1] / spent[0]:.0f} times as long"
    )


def sample(count: int) -> list[Board]:
    """Random positions of the middle game."""
    chance = random.Random("middle game")
    boards: list[Board] = []
    while len(boards) < count:
        board = Board("numerical")
        while not board.is_over and len(board.history) < SAMPLE_PLIES:
            board.push(chance.choice(board.legal_moves))
        if not board.is_over and contract.proof(board.game.rules, board.position) == 0:
            boards.append(board)
    return boards


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--memory", type=int, default=1024)
    parser.add_argument("--only", choices=["empty", "middle"])
    given = parser.parse_args()
    if given.only != "middle":
        print(empty_board(given.threads, given.memory), flush=True)
    if given.only != "empty":
        print(middle_game(), flush=True)
