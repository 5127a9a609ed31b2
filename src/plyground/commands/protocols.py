"""The commands `plyground ugi` and `plyground brain`."""

from __future__ import annotations

import click

_threads = click.option(
    "--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Threads that search."
)
_memory = click.option(
    "--memory",
    type=click.IntRange(1, 1_000_000),
    default=64,
    show_default=True,
    help="Size of the table in MB.",
)


@click.command()
@click.argument("game")
@_threads
@_memory
def ugi(game: str, threads: int, memory: int) -> None:
    """Let another program play GAME through the universal game interface."""
    from plyground.catalogue import find
    from plyground.protocols.ugi.server import serve

    serve(find(game), threads=threads, memory=memory)


@click.command()
@_threads
@_memory
def brain(threads: int, memory: int) -> None:
    """Play gomoku for a manager that speaks the Gomocup protocol."""
    from plyground.protocols.gomocup.server import serve

    serve(threads=threads, memory=memory)
