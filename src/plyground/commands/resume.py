"""`plyground resume`: take up a game that was left."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.commands.options import machine_options
from plyground.commands.play import player_finder
from plyground.errors import PlygroundError

if TYPE_CHECKING:
    from plyground.saved_games import SavedGame


@click.command()
@click.argument("file", required=False)
@click.option("--list", "only_list", is_flag=True, help="Only list the games under way.")
@click.option(
    "--plain", is_flag=True, help="Play line by line, also if the game was left on the full screen."
)
@machine_options
def resume(file: str | None, only_list: bool, plain: bool, **limits: Any) -> None:
    """Take up the game that was left last, or the one in FILE."""
    from plyground import saved_games
    from plyground.records import load_record
    from plyground.terminal.local_game import LocalGame
    from plyground.terminal.plain import PlainGame

    for path, why in saved_games.list_damaged_games():
        click.echo(f"plyground: {path} is left alone: {why}", err=True)
    games = saved_games.list_saved_games()
    if file is not None:
        path = Path(file).expanduser()
        games = [game for game in games if _is_same(game.path, path)]
        if not games:
            PlainGame(LocalGame.from_record(load_record(path), player_finder(**limits))).run()
            return
    if not games:
        raise PlygroundError("there is no game under way; plyground play begins one")
    if only_list:
        for game in games:
            click.echo(_line(game))
        return
    newest = games[0]
    if newest.on_screen and not plain and sys.stdin.isatty() and sys.stdout.isatty():
        from plyground.terminal.screen.app import run as run_full_screen

        run_full_screen(newest)
        return
    autosave = saved_games.resume_saved_game(newest)
    PlainGame(LocalGame.from_record(newest.record, player_finder(**limits), autosave)).run()


def _is_same(first: Path, second: Path) -> bool:
    return os.path.realpath(first) == os.path.realpath(second)


def _line(saved: SavedGame) -> str:
    """A game under way in one line."""
    record = saved.record
    players = " against ".join(record.players)
    return f"{record.game}: {players}, {len(record.moves)} moves, {saved.date}, {saved.path}"
