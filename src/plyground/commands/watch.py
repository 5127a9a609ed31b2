"""`plyground watch`: watch the computer play."""

from __future__ import annotations

from typing import Any

import click

from plyground.commands.options import GameName, Seconds, position_options, read_board
from plyground.commands.play import PLAYERS_HELP, player_finder, player_options


@click.command(epilog=PLAYERS_HELP)
@click.argument("game", type=GameName(), default="noughts")
@click.option("--step", is_flag=True, help="Wait for a key after each move.")
@click.option("--delay", type=Seconds(), default=1.0, show_default=True, help="Wait SECONDS after each move.")
@click.option("--quick", is_flag=True, help="Do not wait.")
@position_options
@player_options
def watch(
    game: str,
    step: bool,
    delay: float,
    quick: bool,
    moves: str,
    position: str,
    first: str | None,
    second: str | None,
    level: str,
    **limits: Any,
) -> None:
    """Watch the computer play GAME against itself."""
    from plyground.terminal.local_game import LocalGame
    from plyground.terminal.plain import WatchedGame

    board = read_board(game, moves, position)
    find = player_finder(stands_in=False, **limits)
    local = LocalGame.start(board, (first or level, second or level), find)
    if None in local.players:
        raise click.ClickException(
            "a person cannot be watched; give --first and --second a level, or use play"
        )
    WatchedGame(local, step=step, delay=0.0 if quick else delay).run()
