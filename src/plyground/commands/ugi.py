"""`plyground ugi`: a game for programs that speak the universal game interface."""

from __future__ import annotations

import click

from plyground.commands.options import game_argument, machine_options


@click.command()
@game_argument
@machine_options
def ugi(game: str, threads: int, memory: int) -> None:
    """Let another program play GAME through the universal game interface."""
    from plyground.catalogue import find
    from plyground.protocols.ugi.server import serve

    serve(find(game), threads=threads, memory=memory)
