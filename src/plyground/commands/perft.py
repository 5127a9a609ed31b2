"""`plyground perft`: count positions."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import click

from plyground.commands.interruptible import run_interruptible
from plyground.commands.options import Whole, game_argument, json_option, position_options, read_board
from plyground.commands.output import board_json, compiling


@click.command()
@game_argument
@click.argument("depth", type=Whole(1, 10_000))
@position_options
@json_option
def perft(game: str, depth: int, moves: str, position: str, as_json: bool) -> None:
    """Count the positions of GAME at every depth from 1 to DEPTH."""
    from plyground.engine.perft import perft as count

    board = read_board(game, moves, position)
    begun = time.perf_counter()
    leaves: list[int] = []

    def work(report: Callable[[int], None]) -> None:
        for number in count(board, depth):
            report(number)

    def show(number: int) -> None:
        line.clear()
        leaves.append(number)
        if not as_json:
            click.echo(f"{len(leaves)} {number}")

    with compiling(board.game) as line:
        run_interruptible(work, show)
    if as_json:
        seconds = round(time.perf_counter() - begun, 3)
        click.echo(json.dumps({**board_json(board), "leaves": leaves, "seconds": seconds}))
