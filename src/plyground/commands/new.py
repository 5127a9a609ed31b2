"""`plyground new`: begin a game of your own."""

from __future__ import annotations

from pathlib import Path

import click

KINDS = ("place", "drop", "slide", "capture", "take")


@click.command()
@click.argument("name")
@click.option(
    "--like",
    "kind",
    type=click.Choice(KINDS),
    default="place",
    show_default=True,
    help="Marks put on cells, discs dropped in columns, pieces that slide or capture, heaps to take from.",
)
def new(name: str, kind: str) -> None:
    """Write NAME.py, a complete small game to change, and its test beside it."""
    from plyground.new_game import write_new_game

    files = write_new_game(name, kind, Path())
    click.echo(f"wrote {files.game} and {files.test}")
    click.echo(f"  plyground play ./{files.game}     play it")
    click.echo(f"  plyground check ./{files.game}    check that it keeps every law")
