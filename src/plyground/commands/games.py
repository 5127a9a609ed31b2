"""`plyground games`: the games that can be played by name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from plyground.commands.options import json_option
from plyground.commands.output import find_every_example, find_every_game

if TYPE_CHECKING:
    from plyground.game import Game


@click.command()
@click.option("--examples", is_flag=True, help="List the ten examples instead, which are played by name too.")
@json_option
def games(examples: bool, as_json: bool) -> None:
    """List the games that can be played by name."""
    found = find_every_example() if examples else find_every_game()
    if as_json:
        click.echo(json.dumps([game_json(game) for game in found]))
    else:
        click.echo("\n".join(game_line(game) for game in found))


def game_line(game: Game) -> str:
    """A game with its summary and its variants."""
    from plyground.variants import describe

    return f"{game.name:<14}{game.summary} Variants: {describe(game.options)}."


def game_json(game: Game) -> dict[str, Any]:
    """What there is to know about a game before playing it."""
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "players": game.players,
        "options": [
            {"name": option.name, "default": option.default, "takes": option.describe()}
            for option in game.options
        ],
        "origin": game.origin,
    }
