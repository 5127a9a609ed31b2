"""`plyground bench`: measure the engine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from plyground.commands.options import GameName, Seconds, json_option, machine_options
from plyground.commands.output import find_every_game

if TYPE_CHECKING:
    from plyground.engine.speed import EngineSpeed

HEADING = f"{'game':<20}{'ready in':>10}{'depth':>7}{'nodes/s':>14}{'games/s':>12}  result"


@click.command()
@click.argument("names", type=GameName(), metavar="[GAME]...", nargs=-1)
@click.option(
    "--seconds", type=Seconds(), default=5.0, show_default=True, help="How long each game is searched."
)
@machine_options
@json_option
def bench(names: tuple[str, ...], seconds: float, threads: int, memory: int, as_json: bool) -> None:
    """Measure the engine on each GAME, or on every game there is."""
    from plyground import catalogue
    from plyground.engine.speed import measure_speed

    results: list[EngineSpeed] = []
    for game in [catalogue.find(name) for name in names] or find_every_game():
        if not (as_json or results):
            click.echo(HEADING)
        results.append(measure_speed(game, seconds=seconds, threads=threads, memory=memory))
        if not as_json:
            click.echo(row(results[-1]))
    if as_json:
        click.echo(json.dumps([result._asdict() for result in results]))


def row(speed: EngineSpeed) -> str:
    """One game's line of the table."""
    return (
        f"{speed.game:<20}{speed.prepare_seconds:>8.2f} s{speed.depth:>7}{speed.nodes_per_second:>14,}"
        f"{speed.games_per_second:>12,}  {speed.result}"
    )
