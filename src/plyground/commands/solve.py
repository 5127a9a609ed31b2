"""`plyground solve`: what is true of a position."""

from __future__ import annotations

import hashlib
import json
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from plyground.commands.interruptible import run_interruptible
from plyground.commands.options import (
    Seconds,
    game_argument,
    json_option,
    memory_option,
    position_options,
    read_board,
    threads_option,
)
from plyground.commands.output import INTERRUPTED, NEGATIVE, StatusLine

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from plyground.arena.executors import GameExecutor
    from plyground.board import Board
    from plyground.progress import Progress
    from plyground.solver.jobs.manager import JobProgress
    from plyground.solver.solver import Solver
    from plyground.solver.verdict import Verdict

PATIENCE: Final = 10
"""How many times as long as a job takes at most its answer is waited for: its certificate takes time too."""


@click.command()
@game_argument
@position_options
@click.option("--all", "every", is_flag=True, help="Also give the value of every legal move.")
@click.option("--seconds", type=Seconds(), help="Give up after SECONDS (never, if not given).")
@threads_option
@memory_option(1024)
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw the board as SVG, every move coloured by its value (with --all).",
)
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a proof that plyground verify checks.",
)
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Solve by jobs, N at once on this machine.")
@click.option("--cluster", metavar="ADDRESS", help="Solve by jobs on the Dask cluster with this scheduler.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where jobs are kept (by default in the user's data folder); the same command goes on with them.",
)
@json_option
def solve(
    game: str,
    moves: str,
    position: str,
    every: bool,
    seconds: float | None,
    threads: int,
    memory: int,
    picture: Path | None,
    certificate: Path | None,
    jobs: int | None,
    cluster: str | None,
    out: Path | None,
    as_json: bool,
) -> int:
    """Say what is true of a position of GAME: win, loss or draw, and how far away.

    Ends with 0 if it is proven, with 1 if time or memory did not suffice; then it says what it believes.
    """
    from plyground.commands.arena import make_executor
    from plyground.solver.solver import Solver
    from plyground.verdict_picture import write_picture
    from plyground.words import verdict_json, verdict_text

    if picture is not None and not every:
        raise click.ClickException("--picture draws every move; add --all")
    board = read_board(game, moves, position)
    solver = None
    if jobs or cluster:
        if every or certificate is not None:
            raise click.ClickException("jobs prove the position alone; leave out --all and --certificate")
        verdict, interrupted = run_jobs(board, make_executor(jobs, cluster), out, memory, seconds)
    else:
        solver = Solver(board.game, threads=threads, memory=memory)
        verdict, interrupted = run_solver(solver, board, seconds, every)
    if as_json:
        asked = {"game": board.game.full_name, "position": board.position_text, "played": board.history}
        click.echo(json.dumps(asked | verdict_json(verdict)))
    else:
        click.echo(verdict_text(board, verdict))
    if picture is not None:
        write_picture(board, verdict, picture)
    if solver is not None and certificate is not None and verdict.value is not None and not interrupted:
        click.echo(write_certificate(solver, board, verdict, certificate), err=as_json)
    if interrupted:
        return INTERRUPTED
    return 0 if verdict.value is not None else NEGATIVE


def run_solver(solver: Solver, board: Board, seconds: float | None, every: bool) -> tuple[Verdict, bool]:
    """The verdict, and whether Ctrl-C cut it short; on a terminal a line says how far it has come."""
    from plyground.words import progress_text

    with StatusLine() as line:

        def show(progress: Progress) -> None:
            line.show(progress_text(progress))

        return run_interruptible(
            lambda report: solver.solve(board, seconds=seconds, every=every, on_progress=report),
            show,
            solver.stop,
        )


def run_jobs(
    board: Board, executor: GameExecutor, out: Path | None, memory: int, seconds: float | None
) -> tuple[Verdict, bool]:
    """The verdict of workers, each with its own memory, and whether Ctrl-C cut it short."""
    from plyground.arena.executors import LocalExecutor, count_cores
    from plyground.arena.function_call import FunctionCall, make_call
    from plyground.files import data_root
    from plyground.solver.jobs.manager import LONGEST_SECONDS, JobManager
    from plyground.solver.jobs.work import CHECK, CHECK_SECONDS, FUNCTION

    name = hashlib.sha256(f"{board.game.full_name} {board.position_text}".encode()).hexdigest()[:16]
    patience = PATIENCE * LONGEST_SECONDS

    def submit(arguments: dict[str, Any]) -> Future[dict[str, Any]]:
        return executor.pool.submit(make_call, FunctionCall(FUNCTION, arguments, patience))

    checkers = LocalExecutor(count_cores())

    def check(game: str, answer: dict[str, Any]) -> Future[bool]:
        arguments = {"game": game, "answer": answer}
        return checkers.pool.submit(make_call, FunctionCall(CHECK, arguments, CHECK_SECONDS))

    folder = out or data_root() / "jobs" / f"{board.game.name}-{name}"
    manager = JobManager(board, folder, submit, lambda: executor.size, check=check, memory=memory)
    timer = threading.Timer(seconds, manager.stop) if seconds else None
    if timer:
        timer.daemon = True
        timer.start()
    with StatusLine() as line:

        def work(report: Callable[[JobProgress], None]) -> None:
            manager.report = report
            manager.run()

        try:
            _, interrupted = run_interruptible(
                work, lambda progress: line.show(jobs_text(progress)), manager.stop
            )
        finally:
            executor.abandon(manager.running)
            executor.close()
            checkers.close()
    return manager.verdict(), interrupted


def jobs_text(progress: JobProgress) -> str:
    """How far jobs have come, in a line."""
    return (
        f"{progress.proven} of {progress.jobs} jobs proved their position, {progress.running} at work, "
        f"{progress.leaves} positions open, proof numbers {progress.proof} and {progress.disproof}"
    )


def write_certificate(solver: Solver, board: Board, verdict: Verdict, path: Path) -> str:
    """Write the certificate of a verdict; what it is, in one line."""
    from plyground.solver.certificates.writer import certify
    from plyground.solver.prover import ProvenResult
    from plyground.words import progress_text

    result = ProvenResult(verdict.score, verdict.line)
    with StatusLine() as line:
        written = certify(
            board,
            result,
            path,
            prover=solver.prover,
            on_progress=lambda progress: line.show(progress_text(progress)),
        )
    positions = sum(written.claim.positions)
    return f"{path}: {positions:,} positions, {written.size:,} bytes, written in {written.seconds:.1f} s"
