"""The command `plyground table`."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.commands.options import Whole
from plyground.errors import PlygroundError
from plyground.memory import memory_used

if TYPE_CHECKING:
    from plyground.game import Game
    from plyground.progress import Progress, Tell
    from plyground.tables.format import Header

INTERRUPTED = 130
DAMAGED = 1
WHOLE_GAME = 300_000_000
ENDGAME = 40_000_000
"""A table holds at most so many positions, unless somebody asks for more pieces."""
MOST_PIECES = 16
PAUSE = 0.2
LONG_PAUSE = 60.0
"""So many seconds at most pass between two words on how far it is, on a terminal and elsewhere."""


@click.group()
def table() -> None:
    """Build and look after tables of proven results.

    A table holds the result of every position of a small game, or of all with few pieces. The level perfect,
    analyses and searches use those that are there.
    """


@table.command("list")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def list_tables(as_json: bool) -> None:
    """List the tables that are there."""
    from plyground.tables.folder import all_tables, unfinished_tables
    from plyground.tables.format import read_header

    rows: list[dict[str, Any]] = []
    for path in all_tables():
        row: dict[str, Any] = {"file": path.name}
        try:
            header = read_header(path)
            row |= described(header) | {"bytes": path.stat().st_size, "built": day(path)}
        except (OSError, PlygroundError) as error:
            row["problem"] = str(error)
        rows.append(row)
    rows += [
        {"file": path.name, "problem": "unfinished; build goes on with it"} for path in unfinished_tables()
    ]
    if as_json:
        click.echo(json.dumps(rows))
    elif not rows:
        click.echo("there are no tables; plyground table build GAME makes one")
    else:
        click.echo("\n".join(told_row(row) for row in rows))


@table.command()
@click.argument("game")
@click.option("--pieces", type=Whole(1, MOST_PIECES), help="Only positions with at most so many pieces.")
@click.option("--threads", type=Whole(1, 256), help="Threads that work (one a core).")
@click.option("--checkpoint", type=Whole(0, 86_400), default=60, show_default=True, metavar="SECONDS",
              help="Keep what there is every so many seconds.")  # fmt: skip
def build(game: str, pieces: int | None, threads: int | None, checkpoint: int) -> int:
    """Build the table for GAME, or go on where it was left.

    That is every position, if there are not too many; else those with few pieces. Tables for a small board
    hold for every limit on the length of a game, tables for a larger one as far as they reach before it.
    """
    from plyground.catalogue import find
    from plyground.tables.builder import Builder
    from plyground.tables.folder import LAYERS

    found = find(game)
    kind, most = kind_to_build(found, pieces)
    began = time.perf_counter()
    try:
        with telling() as tell:
            builder = Builder(
                found, kind, most=most, threads=threads or os.cpu_count() or 1, every=checkpoint, tell=tell
            )
            made = builder.build()
    except KeyboardInterrupt:
        goes_on = "begins again" if kind == LAYERS else "goes on with what there is"
        click.echo(f"stopped; the same command {goes_on}", err=True)
        return INTERRUPTED
    click.echo(
        told_row({"file": made.path.name} | described(made.header) | {"bytes": made.path.stat().st_size})
    )
    click.echo(f"{time.perf_counter() - began:.1f} s", err=True)
    return 0


@table.command()
@click.argument("names", metavar="[GAME]...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Check every position against those its moves lead to.")
@click.option("--threads", type=Whole(1, 256), help="Threads that work (one a core).")
def check(names: tuple[str, ...], every: bool, threads: int | None) -> int:
    """Check the tables for each GAME, or all that are there.

    Every byte is read, and a sample of the results is compared with the results after every move.
    """
    from plyground.tables.consistency import checked

    problems = 0
    for path in chosen(names):
        try:
            with telling() as tell:
                number = checked(path, every=every, threads=threads or os.cpu_count() or 1, tell=tell)
            click.echo(f"{path.name}: sound; {number} results follow from those after them")
        except PlygroundError as error:
            problems += 1
            click.echo(f"plyground: {error}", err=True)
    return DAMAGED if problems else 0


@table.command()
@click.argument("names", metavar="GAME...", nargs=-1, required=True)
def drop(names: tuple[str, ...]) -> None:
    """Remove all tables for each GAME (or a table by the name of its file)."""
    from plyground.tables.folder import drop_table

    for path in chosen(names):
        drop_table(path)
        click.echo(f"removed {path}")


# What the commands share


def kind_to_build(game: Game, pieces: int | None) -> tuple[str, int | None]:
    """The kind of table to build for a game, and the most pieces if not all positions are in it."""
    from plyground.game import TableGame
    from plyground.solver.table_prover import LAYERS_AT_ONCE, kind_of_table
    from plyground.tables.folder import ENDGAMES, LAYERS, RESULTS

    if not isinstance(game, TableGame):
        raise PlygroundError(f"there are no tables for {game.full_name}: its positions are not numbered")
    if pieces is not None:
        return ENDGAMES, pieces
    positions = game.number_of_positions()
    if kind_of_table(game) == LAYERS and positions <= LAYERS_AT_ONCE:
        return LAYERS, None
    if positions <= WHOLE_GAME:
        return RESULTS, None
    counts = [(most, game.number_of_positions(most)) for most in range(1, MOST_PIECES + 1)]
    return ENDGAMES, max(most for most, count in counts if count <= ENDGAME)


def chosen(names: tuple[str, ...]) -> list[Path]:
    """The tables that games or files stand for; all, if none are named."""
    from plyground.catalogue import find
    from plyground.tables.folder import KINDS, all_tables, table_path, unfinished_tables

    there = sorted({*all_tables(), *unfinished_tables()})
    if not names:
        return all_tables()
    found: list[Path] = []
    for name in names:
        by_file = [path for path in there if path.name == name]
        wanted = by_file or [table_path(find(name), kind) for kind in KINDS]
        matching = [path for path in wanted if path in there]
        if not matching:
            raise PlygroundError(f"there is no table for {name}; plyground table list says which there are")
        found += matching
    return found


def described(header: Header) -> dict[str, Any]:
    """What is worth telling of a table."""
    positions = header.won + header.drawn + header.lost
    kind = header.kind if header.most is None else f"{header.kind}, {header.most} pieces"
    layers = {"layers": header.layers} if header.layers > 1 else {}
    results = {name: getattr(header, name) for name in ("won", "drawn", "lost", "longest")}
    return {"game": header.game, "kind": kind, "positions": positions} | layers | results


def told_row(row: dict[str, Any]) -> str:
    """A table in a line."""
    if "problem" in row:
        return f"{row['file']}: {row['problem']}"
    layers = f" × {row['layers']} layers" if "layers" in row else ""
    built = f", built {row['built']}" if "built" in row else ""
    return (
        f"{row['game']} ({row['kind']}): {row['positions']:,} positions{layers}, "
        f"won {row['won']:,}, drawn {row['drawn']:,}, lost {row['lost']:,}, longest {row['longest']} plies, "
        f"{row['bytes'] / 1e6:.1f} MB{built}"
    )


def day(path: Path) -> str:
    """When a file was written."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))


@contextmanager
def telling() -> Iterator[Tell]:
    """Somebody to be told how far the work is: in a line that changes on a terminal, else now and then."""
    live = sys.stderr.isatty()
    last_stage, last_time = "", 0.0

    def tell(progress: Progress) -> None:
        nonlocal last_stage, last_time
        stage = progress.what.partition(",")[0]
        waited = time.monotonic() - last_time
        if waited >= (PAUSE if live else LONG_PAUSE) or (stage != last_stage and not live):
            last_stage, last_time = stage, time.monotonic()
            click.echo(("\r\033[K" if live else "") + told_progress(progress), nl=not live, err=True)

    yield tell
    if live:
        click.echo("\r\033[K", nl=False, err=True)


def told_progress(progress: Progress) -> str:
    """How far the work is, in a line."""
    speed = progress.nodes / progress.seconds if progress.seconds > 0 else 0.0
    return (
        f"{progress.what}: {progress.settled or 0:,} of {progress.known or 0:,} settled, "
        f"{speed / 1e6:.1f} M positions/s, {memory_used() / 1e6:.0f} MB, {progress.seconds:.0f} s"
    )
