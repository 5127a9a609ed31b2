"""Solving by jobs: what two workers bring, and what 4 to 256 would, simulated from recorded jobs.

    python -m benchmarks.job_scaling GAME [MOVES]           # measure one and two workers here, then simulate
    python -m benchmarks.job_scaling --recorded FOLDER      # only simulate, from the folder of a solve --out

The simulation takes the recorded jobs as a sample. Answers are checked on the manager's machine, as many at
once as it has cores (`--checkers`), and a worker gets another job when its answer has been checked. Busy is
the share of their time that workers have a job. Jobs that a search of one worker would not have made are not
counted against it: this is a bound that the checks set, and no forecast of how much sooner a proof is found.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from plyground.arena.executors import LocalExecutor, count_cores
from plyground.arena.function_call import FunctionCall, make_call
from plyground.board import Board
from plyground.solver.jobs.manager import JOURNAL, JobManager
from plyground.solver.jobs.work import FUNCTION
from plyground.verify.certificate import check

SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
JOBS = 20_000
AHEAD = 2
"""How many jobs each worker has at most, as on a cluster."""


def recorded_jobs(folder: Path) -> list[tuple[float, float]]:
    """Processor seconds of each job and of the check of its certificate, which is made once more here."""
    jobs = []
    for line in map(json.loads, (folder / JOURNAL).read_text().splitlines()[1:]):
        if "seconds" in line:
            began = time.process_time()
            if "certificate" in line:
                check(folder / line["certificate"])
            jobs.append((line["processor_seconds"], time.process_time() - began))
    return jobs


def efficiency(jobs: list[tuple[float, float]], workers: int, checkers: int, count: int = JOBS) -> float:
    """The share of their time that workers have a job, by simulation."""
    chance = random.Random(1)
    queue = [chance.choice(jobs) for _ in range(count)]
    queue.reverse()
    waiting = [[queue.pop() for _ in range(AHEAD)] for _ in range(workers)]
    events: list[tuple[float, int, float]] = []  # when a job ends, whose it is, and how long its check takes
    busy = now = 0.0
    free = [0.0] * checkers  # when each checker has time

    def begin(worker: int, when: float) -> None:
        nonlocal busy
        if waiting[worker]:
            work, check = waiting[worker].pop(0)
            busy += work
            heapq.heappush(events, (when + work, worker, check))

    for worker in range(workers):
        begin(worker, 0.0)
    refills: list[tuple[float, int]] = []
    idle: set[int] = set()
    while events or refills:
        if refills and (not events or refills[0][0] <= events[0][0]):
            now, worker = heapq.heappop(refills)
            if queue:
                waiting[worker].append(queue.pop())
            if worker in idle and waiting[worker]:
                idle.discard(worker)
                begin(worker, now)
            if not queue:
                break
            continue
        now, worker, check = heapq.heappop(events)
        checked = max(now, free[0]) + check
        heapq.heapreplace(free, checked)
        heapq.heappush(refills, (checked, worker))
        if waiting[worker]:
            begin(worker, now)
        else:
            idle.add(worker)
    return min(1.0, busy / (workers * now)) if now else 0.0


def solve_here(board: Board, workers: int, folder: Path, memory: int) -> tuple[float, JobManager]:
    """Seconds until a position is solved with so many workers on this machine."""
    executor = LocalExecutor(workers)

    def submit(arguments: dict[str, Any]) -> Any:
        return executor.pool.submit(make_call, FunctionCall(FUNCTION, arguments, 600))

    manager = JobManager(board, folder, submit, lambda: executor.size, memory=memory)
    began = time.perf_counter()
    manager.run()
    spent = time.perf_counter() - began
    executor.abandon(manager.running)
    executor.close()
    return spent, manager


def simulate(jobs: list[tuple[float, float]], checkers: int) -> None:
    """Print how busy workers would be."""
    work, check = (sum(column) / len(jobs) for column in zip(*jobs, strict=True))
    print(f"{len(jobs)} jobs: {work:.3f} s of processor time on average, {check:.4f} s to check")
    print(f"with {checkers} checkers they are the limit from {checkers * work / check:.0f} workers on")
    print("| workers | busy |\n|---:|---:|")
    for workers in SIZES:
        print(f"| {workers} | {efficiency(jobs, workers, checkers):.0%} |")


def main() -> None:
    """Measure and simulate."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="squava")
    parser.add_argument("moves", nargs="?", default="")
    parser.add_argument("--memory", type=int, default=64)
    parser.add_argument("--checkers", type=int, default=count_cores())
    parser.add_argument("--recorded", type=Path)
    arguments = parser.parse_args()
    if arguments.recorded:
        simulate(recorded_jobs(arguments.recorded), arguments.checkers)
        return
    board = Board(arguments.game, arguments.moves)
    with tempfile.TemporaryDirectory() as root:
        times, nodes = {}, {}
        for workers in (1, 2):
            folder = Path(root) / str(workers)
            times[workers], manager = solve_here(board, workers, folder, arguments.memory)
            nodes[workers] = manager.nodes
            value = manager.tree.value
            print(
                f"{workers} worker(s): {value}, {manager.jobs} jobs, {manager.nodes} nodes, "
                f"{times[workers]:.1f} s, "
                f"{manager.processor_seconds:.1f} s of the workers' processor time"
            )
        print(f"efficiency of two workers: {times[1] / times[2] / 2:.0%}")
        print(f"by nodes, whatever else the machine does: {nodes[1] / nodes[2]:.0%}")
        simulate(recorded_jobs(Path(root) / "2"), arguments.checkers)


if __name__ == "__main__":
    main()
