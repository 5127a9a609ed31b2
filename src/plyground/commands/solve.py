"""The command `plyground solve`."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

import click

from plyground.commands.options import Seconds, Whole, board_of, where

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.progress import Progress
    from plyground.solver.solver import Solver
    from plyground.solver.verdict import Verdict

MEMORY = 1024
UNFINISHED = 1
INTERRUPTED = 130


@click.command()
@click.argument("game")
@where
@click.option("--all", "every", is_flag=True, help="Also tell the value of every legal move.")
@click.option("--seconds", type=Seconds(), help="Give up after so long (never, if not given).")
@click.option("--threads", type=Whole(1, 256), default=1, show_default=True, help="Threads that search.")
@click.option(
    "--memory", type=Whole(1, 1_000_000), default=MEMORY, show_default=True, help="Size of the table in MB."
)
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
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
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
    from plyground import words
    from plyground.solver.solver import Solver
    from plyground.verdict_picture import write_picture

    if picture is not None and not every:
        raise click.ClickException("--picture draws every move; add --all")
    board = board_of(game, moves, position)
    solver = Solver(board.game, threads=threads, memory=memory)
    verdict, interrupted = followed(solver, board, seconds, every)
    if as_json:
        asked = {"game": board.game.full_name, "position": board.position_text, "played": board.history}
        click.echo(json.dumps(asked | words.verdict_json(verdict)))
    else:
        click.echo(words.verdict_text(board, verdict))
    if picture is not None:
        write_picture(board, verdict, picture)
    if certificate is not None and verdict.value is not None and not interrupted:
        written = certified(solver, board, verdict, certificate)
        click.echo(f"{certificate}: {written}", err=as_json)
    if interrupted:
        return INTERRUPTED
    return 0 if verdict.value is not None else UNFINISHED


def certified(solver: Solver, board: Board, verdict: Verdict, path: Path) -> str:
    """Write the certificate of a verdict; what it is, in one line."""
    from plyground import words
    from plyground.solver.certificates.writer import certify
    from plyground.solver.prover import ProvenResult

    result = ProvenResult(verdict.score, verdict.line)
    prover = solver.prover
    with Live() as live:
        written = certify(
            board, result, path, prover=prover, tell=lambda news: live.show(words.progress_text(news))
        )
    positions = sum(written.claim.positions)
    return f"{positions:,} positions, {written.size:,} bytes, written in {written.seconds:.1f} s"


class Live:
    """One line on a terminal that changes and is gone at the end."""

    def __init__(self) -> None:
        self._seen = sys.stderr.isatty()
        self._width = 0

    def __enter__(self) -> Live:
        return self

    def __exit__(self, *_: object) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()

    def show(self, line: str) -> None:
        """Put this line in the place of the last."""
        if self._seen:
            sys.stderr.write("\r" + line.ljust(self._width))
            sys.stderr.flush()
            self._width = len(line)


def followed(solver: Solver, board: Board, seconds: float | None, every: bool) -> tuple[Verdict, bool]:
    """The verdict, and whether Ctrl-C cut it short; on a terminal a line tells how far it has come."""
    from plyground import words
    from plyground.progress import Progress

    heard: SimpleQueue[Progress | Verdict | BaseException] = SimpleQueue()

    def work() -> None:
        try:
            heard.put(solver.solve(board, seconds=seconds, every=every, tell=heard.put))
        except BaseException as error:  # raised again where somebody waits for the verdict
            heard.put(error)

    threading.Thread(target=work, daemon=True).start()
    interrupted = False
    with Live() as live:
        while True:
            try:
                news = heard.get()
            except KeyboardInterrupt:
                interrupted = True
                solver.stop()
                continue
            if isinstance(news, BaseException):
                raise news
            if not isinstance(news, Progress):
                return news, interrupted
            live.show(words.progress_text(news))
