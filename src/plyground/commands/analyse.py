"""`plyground analyse`: find the best move."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from plyground.commands.options import (
    Seconds,
    Whole,
    game_argument,
    json_option,
    machine_options,
    position_options,
    read_board,
)
from plyground.commands.output import INTERRUPTED, StatusLine, board_json, compiling
from plyground.errors import PlygroundError

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.engine import Engine, Info
    from plyground.progress import Progress
    from plyground.solver.proving_engine import ProvingEngine

DEFAULT_SECONDS = 5.0


@click.command()
@game_argument
@position_options
@click.option("--depth", type=Whole(1, 10_000), help="Look N plies ahead.", metavar="N")
@click.option("--nodes", type=Whole(1, 10**18), help="Look at N positions.", metavar="N")
@click.option(
    "--seconds", type=Seconds(), help=f"Think for SECONDS ({DEFAULT_SECONDS:g} if no limit is given)."
)
@click.option(
    "--lines", type=Whole(1, 1024), default=1, show_default=True, help="Show the N best moves.", metavar="N"
)
@machine_options
@json_option
def analyse(
    game: str,
    moves: str,
    position: str,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    lines: int,
    threads: int,
    memory: int,
    as_json: bool,
) -> int:
    """Find the best move in GAME.

    Of several limits, the one that is reached first ends the search; so does a proven result.
    """
    board = read_board(game, moves, position)
    engine = prepare_engine(board, threads, memory)
    if depth is nodes is seconds is None:
        seconds = DEFAULT_SECONDS
    info, interrupted = run_analysis(engine, board, depth=depth, nodes=nodes, seconds=seconds, lines=lines)
    if info is not None and as_json:
        click.echo(json.dumps(analysis_json(board, info, several=lines > 1)))
    elif info is not None:
        click.echo(analysis_text(board, info))
    return INTERRUPTED if interrupted else 0


def prepare_engine(board: Board, threads: int, memory: int) -> ProvingEngine:
    """An engine that is ready to think about this board."""
    from plyground.solver.proving_engine import ProvingEngine

    try:
        engine = ProvingEngine(board.game, threads=threads, memory=memory)
    except MemoryError as error:
        raise PlygroundError(f"this machine has no {memory} MB for a table; give it a smaller one") from error
    if not (engine.is_ready or board.is_over):
        with compiling(board.game):
            engine.prepare()
    if engine.has_to_read(board):
        read_proof(engine, board)
    return engine


def read_proof(engine: ProvingEngine, board: Board) -> None:
    """Read what is proven of a position, and show how far that has come."""
    with StatusLine() as line:

        def show(progress: Progress) -> None:
            share = (progress.settled or 0) / (progress.known or 1)
            line.show(f"{progress.what} (once; it is kept on disk): {share:.0%}")

        engine.read_proof(board, show)


def run_analysis(engine: Engine, board: Board, **limits: Any) -> tuple[Info | None, bool]:
    """The last answer, and whether Ctrl-C cut the analysis short; on a terminal a line for each depth."""
    from plyground.words import depth_text

    info = None
    is_terminal = sys.stderr.isatty()
    try:
        for info in engine.analyse(board, **limits):
            if is_terminal:
                click.echo(depth_text(board, info), err=True)
    except KeyboardInterrupt:
        engine.stop()
        if is_terminal:
            click.echo(err=True)
        return info, True
    return info, False


def analysis_text(board: Board, info: Info) -> str:
    """The board and everything that the engine has to say about it."""
    from plyground.terminal.text import board_text
    from plyground.words import line_text, line_words, score_words

    lines = [board_text(board), board.caption]
    if info.best is None:
        return "\n".join(lines)
    lines.append(f"best move: {info.best} ({score_words(board, info.score)})")
    for line in info.lines:
        score = f"{line.score}: " if len(info.lines) > 1 else ""
        lines.append(f"line: {score}{line_text(line.moves)}")
    if words := line_words(board, info.score, info.line):
        lines.append(words)
    effort = f"{info.nodes:,} nodes in {info.seconds:.2f} s, {info.speed:,.0f} nodes/s"
    lines.append(f"depth {info.depth}, {effort}")
    return "\n".join(lines)


def analysis_json(board: Board, info: Info, *, several: bool) -> dict[str, Any]:
    """The same for programs."""
    from plyground.words import score_json

    answer = {
        **board_json(board),
        "best": info.best,
        **score_json(info.score),
        "line": info.line,
        "depth": info.depth,
        "nodes": info.nodes,
        "seconds": round(info.seconds, 3),
    }
    if several:
        answer["lines"] = [
            {"move": line.move, **score_json(line.score), "line": line.moves} for line in info.lines
        ]
    return answer
