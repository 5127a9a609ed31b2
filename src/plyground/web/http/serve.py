"""Running the server: settings from the command line, a socket, and uvicorn."""

from __future__ import annotations

import gc
import socket
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

import uvicorn

from plyground.errors import PlygroundError
from plyground.memory import return_freed_memory
from plyground.native import compile_elsewhere
from plyground.web.games.database import default_url
from plyground.web.http.app import create_app
from plyground.web.http.connections import limited_protocol
from plyground.web.http.logs import set_up
from plyground.web.http.settings import ServerLimits, ServerSettings, for_class

SPARE_FILES: Final = 200
"""Files that are not for connections: the database, compiled games, the page."""
NO_FILE_LIMIT: Final = 65_536
SWITCH: Final = 0.001
"""Seconds after which a thread lets go of Python's lock, if another wants it."""


def make_settings(
    *,
    host: str,
    database: str | None,
    expire: float | None,
    root_path: str,
    files: tuple[str, ...],
    lessons: tuple[str, ...] = (),
    examples: bool = False,
    origins: tuple[str, ...],
    hosts: tuple[str, ...],
    searches: int | None,
    per_address: int | None,
    memory: int,
    requests: float,
    sockets: int,
    classroom: bool = False,
) -> ServerSettings:
    """The settings that these options of the command stand for; None stands for the usual."""
    limits = ServerLimits(
        sockets=sockets,
        requests=requests,
        burst=round(requests * 5),
        computing=requests / 120,
        computing_burst=max(1, round(requests / 3)),
        new_games=requests / 30,
        new_burst=round(requests),
    )
    settings = ServerSettings(
        database=database or default_url(),
        host=host,
        expire=expire,
        root_path=root_path,
        files=files,
        lessons=lessons,
        show_examples=examples,
        origins=origins,
        hosts=(*(host.lower() for host in hosts), *(urlsplit(each).hostname or "" for each in origins)),
        memory=memory,
        classroom=classroom,
        limits=for_class(limits) if classroom else limits,
    )
    total = searches or settings.searches
    return replace(settings, searches=total, searches_per_address=per_address or total)


def run(
    settings: ServerSettings,
    host: str,
    port: int,
    *,
    proxy: str,
    log: str,
    announce: Callable[[str, str | None], None],
) -> None:
    """Listen until a signal comes.

    `announce` gets the address where a browser finds the server, and the teacher's token if there is a class.
    """
    files = raise_file_limit()
    limits = settings.limits
    limits = replace(limits, connections=min(limits.connections, max(files - SPARE_FILES, SPARE_FILES)))
    app = create_app(settings)
    classroom = app.state.site.classroom
    config = uvicorn.Config(
        app,
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
        http=limited_protocol(limits, proxy),  # type: ignore[arg-type]
    )
    set_up(log)
    return_freed_memory()
    compile_elsewhere.is_wanted = True
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()  # modules stay; to look through them at every full collection would hold everybody up
    with closing(listen(host, port)) as listener:
        announce(browser_address(listener, settings.root_path), classroom and classroom.teacher_token)
        with suppress(KeyboardInterrupt):  # which uvicorn raises again when it has stopped
            uvicorn.Server(config).run(sockets=[listener])


def raise_file_limit() -> int:
    """Let this process open as many files as the system allows it; returns how many."""
    try:
        import resource
    except ModuleNotFoundError:  # there is no such limit on this system
        return NO_FILE_LIMIT
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = NO_FILE_LIMIT if most == resource.RLIM_INFINITY else min(most, NO_FILE_LIMIT)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    return min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], most)


def listen(host: str, port: int) -> socket.socket:
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


def browser_address(listener: socket.socket, root_path: str) -> str:
    """Where a browser finds the server."""
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}{root_path}/"
