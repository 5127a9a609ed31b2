"""`plyground table`: build and look after tables of proven results."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.commands.options import GameName, Whole, count_cores, game_argument, json_option
from plyground.commands.output import INTERRUPTED, NEGATIVE, StatusLine
from plyground.errors import PlygroundError

if TYPE_CHECKING:
    from plyground.progress import OnProgress, Progress
    from plyground.tables.format import TableHeader

MOST_PIECES = 16
PAUSE = 0.2
LONG_PAUSE = 60.0
"""Seconds between two reports on how far it is, on a terminal and elsewhere."""


@click.group()
def table() -> None:
    """Build and look after tables of proven results.

    A table holds the result of every position of a small game, or of all with few pieces. The level perfect,
    analyses and searches use those that are there.
    """


@table.command("list")
@json_option
def list_tables(as_json: bool) -> None:
    """List the tables that are there."""
    from plyground.tables.folder import all_tables, unfinished_tables
    from plyground.tables.format import read_header

    rows: list[dict[str, Any]] = []
    for path in all_tables():
        row: dict[str, Any] = {"file": path.name}
        try:
            header = read_header(path)
            row |= header_json(header) | {"bytes": path.stat().st_size, "built": day(path)}
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
        click.echo("\n".join(row_text(row) for row in rows))


@table.command()
@game_argument
@click.option(
    "--pieces", type=Whole(1, MOST_PIECES), metavar="N", help="Only positions with at most N pieces."
)
@click.option("--threads", type=Whole(1, 256), help="Threads that work (one a core).")
@click.option("--checkpoint", type=Whole(0, 86_400), default=60, show_default=True, metavar="SECONDS",
              help="Save what there is every SECONDS.")  # fmt: skip
def build(game: str, pieces: int | None, threads: int | None, checkpoint: int) -> int:
    """Build the table for GAME, or go on where it was left.

    That is every position, if there are not too many; else those with few pieces. Tables for a small board
    hold for every limit on the length of a game, tables for a larger one as far as they reach before it.
    """
    from plyground.catalogue import find
    from plyground.tables.builder import Builder
    from plyground.tables.folder import LAYERS
    from plyground.tables.plan import plan_table

    found = find(game)
    kind, most = plan_table(found, pieces)
    began = time.perf_counter()
    try:
        with show_progress() as on_progress:
            builder = Builder(
                found,
                kind,
                most=most,
                threads=threads or count_cores(),
                every=checkpoint,
                on_progress=on_progress,
            )
            made = builder.build()
    except KeyboardInterrupt:
        goes_on = "begins again" if kind == LAYERS else "goes on with what there is"
        click.echo(f"stopped; the same command {goes_on}", err=True)
        return INTERRUPTED
    click.echo(
        row_text({"file": made.path.name} | header_json(made.header) | {"bytes": made.path.stat().st_size})
    )
    click.echo(f"{time.perf_counter() - began:.1f} s", err=True)
    return 0


@table.command()
@click.argument("names", type=GameName(), metavar="[GAME]...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Check every position against those its moves lead to.")
@click.option("--threads", type=Whole(1, 256), help="Threads that work (one a core).")
def check(names: tuple[str, ...], every: bool, threads: int | None) -> int:
    """Check the tables for each GAME, or all that are there.

    Every byte is read, and a sample of the results is compared with the results after every move.
    """
    from plyground.tables.consistency import check_table
    from plyground.tables.folder import find_tables

    problems = 0
    for path in find_tables(names):
        try:
            with show_progress() as on_progress:
                number = check_table(
                    path, every=every, threads=threads or count_cores(), on_progress=on_progress
                )
            click.echo(f"{path.name}: sound; {number} results follow from those after them")
        except PlygroundError as error:
            problems += 1
            click.echo(f"plyground: {error}", err=True)
    return NEGATIVE if problems else 0


@table.command()
@click.argument("names", type=GameName(), metavar="GAME...", nargs=-1, required=True)
def drop(names: tuple[str, ...]) -> None:
    """Remove all tables for each GAME (or a table by the name of its file)."""
    from plyground.tables.folder import drop_table, find_tables

    for path in find_tables(names):
        drop_table(path)
        click.echo(f"removed {path}")


# How a table is shown


def header_json(header: TableHeader) -> dict[str, Any]:
    """A table for programs."""
    positions = header.won + header.drawn + header.lost
    kind = header.kind if header.most is None else f"{header.kind}, {header.most} pieces"
    layers = {"layers": header.layers} if header.layers > 1 else {}
    results = {name: getattr(header, name) for name in ("won", "drawn", "lost", "longest")}
    return {"game": header.game, "kind": kind, "positions": positions} | layers | results


def row_text(row: dict[str, Any]) -> str:
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
def show_progress() -> Iterator[OnProgress]:
    """Shows how far the work is: on a terminal in a line that changes, elsewhere in a line now and then."""
    from plyground.words import progress_text

    line = StatusLine()
    pause = PAUSE if line.is_shown else LONG_PAUSE
    last_stage, last_time = "", -pause

    def show(progress: Progress) -> None:
        nonlocal last_stage, last_time
        stage = progress.what.partition(",")[0]
        is_new = stage != last_stage and not line.is_shown
        if time.monotonic() - last_time < pause and not is_new:
            return
        last_stage, last_time = stage, time.monotonic()
        if line.is_shown:
            line.show(progress_text(progress))
        else:
            click.echo(progress_text(progress), err=True)

    with line:
        yield show
