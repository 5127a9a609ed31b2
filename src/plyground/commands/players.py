"""`plyground players`: who can sit down."""

from __future__ import annotations

import json

import click

from plyground.commands.options import GameName, json_option


@click.command()
@click.argument("game", type=GameName(), required=False)
@json_option
def players(game: str | None, as_json: bool) -> None:
    """List who can sit down, at GAME or anywhere."""
    from plyground import catalogue
    from plyground.seats import describe_players
    from plyground.terminal.text import players_text

    sitters = describe_players(catalogue.find(game) if game else None)
    if as_json:
        click.echo(json.dumps([sitter._asdict() for sitter in sitters]))
    else:
        click.echo(players_text(sitters))
