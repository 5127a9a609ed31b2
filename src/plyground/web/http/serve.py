"""The command `plyground serve`."""

from __future__ import annotations

import socket
import sys
from contextlib import closing, suppress
from typing import TYPE_CHECKING

import click

from plyground.errors import PlygroundError

if TYPE_CHECKING:
    from plyground.web.http.settings import Settings


SWITCH = 0.001
"""Seconds after which a thread lets go of Python's lock, if another wants it."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes any free port."
)
@click.option(
    "--database", metavar="URL", help="sqlite:///FILE or postgresql://...; by default a file of yours."
)
@click.option(
    "--root-path", default="", metavar="/PREFIX", help="The prefix under which a proxy shows the server."
)
@click.option("--game", "files", multiple=True, metavar="FILE", help="A game file that may be played, too.")
@click.option(
    "--origin", "origins", multiple=True, metavar="URL", help="Another origin whose pages may connect."
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
    host: str,
    port: int,
    database: str | None,
    root_path: str,
    files: tuple[str, ...],
    origins: tuple[str, ...],
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
        from plyground.web.games.database import default_url
        from plyground.web.http.app import create_app
        from plyground.web.http.settings import Limits, Settings
    except ModuleNotFoundError as error:
        raise PlygroundError(
            f"the browser needs more ({error.name} is missing): pip install 'plyground[web]'"
        ) from error
    if root_path and not root_path.startswith("/"):
        raise PlygroundError(f"--root-path begins with a slash, as /games does, not {root_path!r}")
    limits = Limits(
        sockets=sockets,
        requests=requests,
        burst=round(requests * 5),
        new_games=requests / 30,
        new_burst=round(requests),
    )
    settings = Settings(
        database=database or default_url(),
        root_path=root_path.rstrip("/"),
        files=files,
        origins=origins,
        memory=memory,
        limits=limits,
    )
    settings = with_searches(settings, searches, per_address)
    run(create_app(settings), settings, host, port, proxy, log)


def with_searches(settings: Settings, searches: int | None, per_address: int | None) -> Settings:
    """The settings with other numbers of searches, where they are given."""
    from dataclasses import replace

    total = searches or settings.searches
    return replace(settings, searches=total, searches_per_address=per_address or total)


def run(app: object, settings: Settings, host: str, port: int, proxy: str, log: str) -> None:
    """Listen until a signal comes."""
    import uvicorn

    from plyground.web.http.logs import set_up

    config = uvicorn.Config(
        app,  # type: ignore[arg-type]
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=proxy,
        ws="websockets-sansio",
        ws_max_size=settings.limits.message,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=65_536,
    )
    set_up(log)
    sys.setswitchinterval(SWITCH)
    with closing(bound(host, port)) as listener:
        click.echo(f"Plyground is at {address(listener, settings.root_path)} (Ctrl-C stops it)")
        with suppress(KeyboardInterrupt):  # which uvicorn raises again when it has stopped
            uvicorn.Server(config).run(sockets=[listener])


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there."""
    try:
        family, kind, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
    except OSError as error:
        raise PlygroundError(
            f"cannot listen on {host}:{port}: {error.strerror}; choose another with --port"
        ) from error
    return listener


def address(listener: socket.socket, root_path: str) -> str:
    """Where a browser finds the server."""
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}{root_path}/"
