"""`plyground warm`: compile games before anybody asks for them."""

from __future__ import annotations

import click

from plyground.commands.output import StatusLine, find_every_game


@click.command()
@click.argument("names", metavar="[GAME]...", nargs=-1)
def warm(names: tuple[str, ...]) -> None:
    """Compile each GAME, or every game there is, once and for all: for a server, or for a classroom.

    What is compiled is kept on disk, for every program that is run with the same cache folder. The size of a
    board makes no difference to it.
    """
    import os

    from plyground import catalogue
    from plyground.preparation import prepare_games

    wanted = [catalogue.find(name).full_name for name in names] or [game.name for game in find_every_game()]
    done = 0
    with StatusLine() as line:
        line.show(f"compiling {', '.join(wanted)} ...")
        for name, seconds in prepare_games(wanted, os.cpu_count() or 1):
            done += 1
            line.clear()
            click.echo(f"{name:<20}ready in {seconds:.1f} s")
            line.show(f"{done} of {len(wanted)} games are ready ...")
