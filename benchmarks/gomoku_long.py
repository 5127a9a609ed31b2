"""Time and memory of the engine in a long game of gomoku: `python -m benchmarks.gomoku_long`.

400 stones around one place, further apart and all over the endless field, next to an empty board.
"""

from __future__ import annotations

import random
import resource
import sys
import time

from plyground.board import Board
from plyground.engine import Engine

STONES = 400
SECONDS = 1.0
SPREADS = (12, 60, 2_000_000_000)


def scattered(spread: int) -> Board:
    """So many stones at random, in which nobody has five in a row."""
    chance = random.Random(spread)
    board = Board("gomoku")
    while len(board.history) < STONES:
        move = f"{chance.randint(-spread, spread)},{chance.randint(-spread, spread)}"
        if move in board.history:
            continue
        board.push(move)
        if board.is_over:
            board.pop()
    return board


def most_memory() -> float:
    """The most memory that this process has had, in megabytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def measured(board: Board, engine: Engine) -> str:
    """One line of the table."""
    began = time.perf_counter()
    info = engine.search(board, seconds=SECONDS)
    took = time.perf_counter() - began
    return f"{took:.2f} | {info.depth} | {info.nodes:,} | {info.score} | {most_memory():.0f} MB"


def main() -> None:
    """Print the table."""
    engine = Engine(Board("gomoku").game, memory=64)
    engine.prepare()
    print(f"| stones | within | seconds (limit {SECONDS:g}) | depth | nodes | score | most memory |")
    print("|---:|---:|---:|---:|---:|---|---:|")
    print(f"| 0 | | {measured(Board('gomoku'), engine)} |")
    for spread in SPREADS:
        print(f"| {STONES} | ±{spread:,} | {measured(scattered(spread), engine)} |")


if __name__ == "__main__":
    main()
