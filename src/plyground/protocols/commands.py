"""The commands `plyground ugi` and `plyground brain`."""

from __future__ import annotations

import click


@click.command()
@click.argument("game")
@click.option(
    "--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Threads that search."
)
@click.option(
    "--memory",
    type=click.IntRange(1, 1_000_000),
    default=64,
    show_default=True,
    help="Size of the table in MB.",
)
def ugi(game: str, threads: int, memory: int) -> None:
    """Let another program play GAME through the universal game interface."""
    from plyground.catalogue import find
    from plyground.protocols.ugi import serve

    serve(find(game), threads=threads, memory=memory)
