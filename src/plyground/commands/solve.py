"""`plyground solve`: what is true of a position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

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
    from plyground.board import Board
    from plyground.progress import Progress
    from plyground.solver.solver import Solver
    from plyground.solver.verdict import Verdict


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
    as_json: bool,
) -> int:
    """Say what is true of a position of GAME: win, loss or draw, and how far away.

    Ends with 0 if it is proven, with 1 if time or memory did not suffice; then it says what it believes.
    """
    from plyground.solver.solver import Solver
    from plyground.verdict_picture import write_picture
    from plyground.words import verdict_json, verdict_text

    if picture is not None and not every:
        raise click.ClickException("--picture draws every move; add --all")
    board = read_board(game, moves, position)
    solver = Solver(board.game, threads=threads, memory=memory)
    verdict, interrupted = run_solver(solver, board, seconds, every)
    if as_json:
        asked = {"game": board.game.full_name, "position": board.position_text, "played": board.history}
        click.echo(json.dumps(asked | verdict_json(verdict)))
    else:
        click.echo(verdict_text(board, verdict))
    if picture is not None:
        write_picture(board, verdict, picture)
    if certificate is not None and verdict.value is not None and not interrupted:
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
