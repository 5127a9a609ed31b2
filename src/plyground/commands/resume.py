"""`plyground resume`: take up a game that was left."""

from __future__ import annotations

from typing import Any

import click

from plyground.commands.options import machine_options
from plyground.commands.play import player_finder
from plyground.errors import PlygroundError


@click.command()
@click.option("--list", "only_list", is_flag=True, help="Only list the games under way.")
@machine_options
def resume(only_list: bool, **limits: Any) -> None:
    """Take up the game that was left last."""
    from plyground import saved_games
    from plyground.terminal.local_game import LocalGame
    from plyground.terminal.plain import PlainGame

    for path, why in saved_games.list_damaged_games():
        click.echo(f"plyground: {path} is left alone: {why}", err=True)
    games = saved_games.list_saved_games()
    if not games:
        raise PlygroundError("there is no game under way; plyground play begins one")
    if only_list:
        for each in games:
            moves = f"{len(each.record.moves)} moves"
            click.echo(f"{each.record.game}: {' against '.join(each.record.players)}, {moves}, {each.path}")
        return
    newest = games[0]
    autosave = saved_games.resume_saved_game(newest)
    PlainGame(LocalGame.from_record(newest.record, player_finder(**limits), autosave)).run()
