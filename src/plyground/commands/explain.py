"""`plyground explain`: why a move is bad, or that it is not."""

from __future__ import annotations

import json

import click

from plyground.commands.interruptible import run_interruptible
from plyground.commands.options import Seconds, game_argument, json_option, position_options, read_board
from plyground.commands.output import INTERRUPTED, StatusLine, board_json, compiling

DEFAULT_SECONDS = 5.0


@click.command()
@game_argument
@click.argument("move")
@position_options
@click.option(
    "--seconds", type=Seconds(), default=DEFAULT_SECONDS, show_default=True, help="Think for at most SECONDS."
)
@json_option
def explain(game: str, move: str, moves: str, position: str, seconds: float, as_json: bool) -> int:
    """Say why MOVE is bad in GAME after the moves of --moves.

    Every sentence is proven on this board or called an estimate, and comes with a line that shows it.
    """
    from plyground.explain.explanation import explain_move, explanation_json
    from plyground.explain.judge import Judge
    from plyground.terminal.text import board_text

    board = read_board(game, moves, position)
    typed = board.game.typed(board.position, move)
    board.game.parse(board.position, typed)
    judge = Judge(board.game)
    if not judge.is_ready:
        with compiling(board.game):
            judge.prepare()
    with StatusLine() as line:
        line.show(f"looking at {typed} ...")
        found, interrupted = run_interruptible(
            lambda report: explain_move(judge, board, typed, seconds=seconds), lambda item: None, judge.stop
        )
    if as_json:
        click.echo(json.dumps({**board_json(board), **explanation_json(found)}))
    else:
        click.echo("\n".join([board_text(board), board.caption, found.text]))
    return INTERRUPTED if interrupted else 0
