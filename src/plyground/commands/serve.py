"""`plyground serve`: play in the browser."""

from __future__ import annotations

from dataclasses import replace

import click

from plyground.errors import PlygroundError


@click.command()
@click.option(
    "--host",
    help="The address to listen on: 127.0.0.1 unless you say otherwise, and with --class 0.0.0.0, for all.",
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes any free port."
)
@click.option(
    "--database", metavar="URL", help="sqlite:///FILE or postgresql://...; by default a file of yours."
)
@click.option(
    "--expire",
    type=click.FloatRange(0, 36500, min_open=True),
    metavar="DAYS",
    help="Delete games that nobody has changed for so long (never).",
)
@click.option(
    "--root-path", default="", metavar="/PREFIX", help="The prefix under which a proxy shows the server."
)
@click.option("--examples", is_flag=True, help="Show the examples on the first page, too.")
@click.option("--game", "files", multiple=True, metavar="FILE", help="A game file that may be played, too.")
@click.option("--lesson", "lessons", multiple=True, metavar="FILE", help="A lesson that may be done, too.")
@click.option(
    "--class", "classroom", is_flag=True, help="Teach a class: a teacher's page, and a code for the room."
)
@click.option(
    "--origin", "origins", multiple=True, metavar="URL", help="Another origin whose pages may connect."
)
@click.option(
    "--allow-host", "hosts", multiple=True, metavar="NAME", help="A name by which browsers may call it."
)
@click.option(
    "--proxy", default="127.0.0.1", show_default=True, metavar="ADDRESSES", help="Proxies to believe."
)
@click.option("--searches", type=click.IntRange(1, 256), help="Searches that run at once (one per core).")
@click.option(
    "--per-address", type=click.IntRange(1, 256), help="Searches of one address that run at once (as many)."
)
@click.option(
    "--memory", type=click.IntRange(1, 65536), default=64, show_default=True, help="MB for an analysis."
)
@click.option(
    "--requests",
    type=click.FloatRange(1, 1e6),
    default=60.0,
    show_default=True,
    help="A second, per address.",
)
@click.option(
    "--sockets", type=click.IntRange(1), default=50, show_default=True, help="Open at once, per address."
)
@click.option(
    "--log", default="WARNING", show_default=True, type=click.Choice(["DEBUG", "INFO", "WARNING", "ERROR"])
)
def serve(
    host: str | None,
    port: int,
    database: str | None,
    expire: float | None,
    root_path: str,
    examples: bool,
    files: tuple[str, ...],
    lessons: tuple[str, ...],
    classroom: bool,
    origins: tuple[str, ...],
    hosts: tuple[str, ...],
    proxy: str,
    searches: int | None,
    per_address: int | None,
    memory: int,
    requests: float,
    sockets: int,
    log: str,
) -> None:
    """Play in the browser: runs a server until it is interrupted."""
    try:
        from plyground.web.http.serve import make_settings, run
    except ModuleNotFoundError as error:
        raise PlygroundError(
            f"the browser needs more ({error.name} is missing): pip install 'plyground[web]'"
        ) from error
    from plyground.export.pack import pack_game

    if root_path and not root_path.startswith("/"):
        raise PlygroundError(f"--root-path begins with a slash, as /games does, not {root_path!r}")
    host = host or ("0.0.0.0" if classroom else "127.0.0.1")
    settings = make_settings(
        host=host,
        database=database,
        expire=expire,
        root_path=root_path.rstrip("/"),
        files=files,
        lessons=lessons,
        examples=examples,
        origins=origins,
        hosts=hosts,
        searches=searches,
        per_address=per_address,
        memory=memory,
        requests=requests,
        sockets=sockets,
        classroom=classroom,
    )
    run(
        replace(settings, make_pack=pack_game),
        host,
        port,
        proxy=proxy,
        log=log,
        announce=announce,
    )


def announce(address: str, teacher: str | None) -> None:
    """Say where a browser finds the server, and its teacher's page if it has one."""
    click.echo(f"Plyground is at {address} (Ctrl-C stops it)")
    if teacher is not None:
        click.echo(f"The teacher's page, for you alone: {address}#/teach/{teacher}")
