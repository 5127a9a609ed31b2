"""How a server is set up, and what it allows."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace

from plyground.web.games.registry import KEPT_SECONDS
from plyground.web.thinking.packs import PackMaker


@dataclass(frozen=True)
class ServerLimits:
    """The most that anybody may ask for."""

    body: int = 100_000
    """Bytes in a request."""
    head: int = 32_768
    """Bytes in the head of a request: its address and its headers."""
    head_seconds: float = 10.0
    """For the head of a request to arrive."""
    connections: int = 4_000
    """Open at once, sockets aside."""
    address_connections: int = 100
    """Open at once from one address, sockets aside."""
    message: int = 65_536
    """Bytes in a message over a socket."""
    moves: int = 2_000
    """Moves in a game."""
    seconds: float = 60.0
    """For a computer's move."""
    hint: float = 10.0
    analysis: float = 60.0
    report: float = 5.0
    """For each position of a game."""
    mine: int = 100
    """Games in one list."""
    values: int = 200
    """Moves that an analysis evaluates."""

    lab_nodes: int = 20_000
    """Positions that a search of the lab may enter; `lab_shown` of them are sent."""
    lab_shown: int = 1_500
    lab_seconds: float = 2.0
    """Of processor time for a search of the lab."""

    requests: float = 60.0
    """A second from one address, in the long run."""
    burst: int = 300
    """At once from one address."""
    computing: float = 0.5
    """Seconds of processor time a second for one address, without searches; `computing_burst` at once."""
    computing_burst: int = 20
    computations: int = 50
    """Computations of one address that wait."""
    new_games: float = 2.0
    """A second from one address, in the long run; `new_burst` at once."""
    new_burst: int = 40
    codes: float = 2.0
    """Attempts to come to a class, a second from one address in the long run; `code_burst` at once."""
    code_burst: int = 200
    sockets: int = 50
    """Open at once from one address."""
    all_sockets: int = 10_000
    """Open at once."""
    messages: float = 20.0
    """A second over one socket, in the long run; `message_burst` at once."""
    message_burst: int = 100
    waiting: int = 100
    """Searches of one address that wait or run, those for moves of games aside."""


PUPILS = 40
"""Pupils who may sit behind one address, as in a room with one way out to the network."""


def for_class(limits: ServerLimits) -> ServerLimits:
    """The limits of one address, for a whole class behind it.

    A page that opens asks for about a hundred files over six connections; a class opens its pages at once.
    """
    return replace(
        limits,
        requests=limits.requests * PUPILS,
        burst=limits.burst * PUPILS,
        computing=max(limits.computing, 4.0),
        computing_burst=limits.computing_burst * PUPILS,
        computations=limits.computations * PUPILS,
        new_games=limits.new_games * PUPILS,
        new_burst=limits.new_burst * PUPILS,
        address_connections=limits.address_connections * PUPILS,
        sockets=limits.sockets * PUPILS,
        waiting=limits.waiting * PUPILS,
    )


@dataclass(frozen=True)
class ServerSettings:
    """Where a server runs and with what."""

    database: str
    """A URL as SQLAlchemy takes it."""
    host: str = "127.0.0.1"
    """Where the server listens."""
    root_path: str = ""
    """The prefix under which a proxy shows the server, without a slash at the end."""
    show_examples: bool = False
    """Whether the first page shows the examples."""
    files: tuple[str, ...] = ()
    """Game files that may be played beside the games of the catalogue."""
    lessons: tuple[str, ...] = ()
    """Files with lessons, beside those that ship."""
    origins: tuple[str, ...] = ()
    """Origins whose pages may open a socket, beside the server's own."""
    hosts: tuple[str, ...] | None = None
    """Names by which browsers may call the server, beside its addresses and localhost; None for any."""
    searches: int = field(default_factory=lambda: os.cpu_count() or 1)
    """Searches that run at once."""
    searches_per_address: int = field(default_factory=lambda: os.cpu_count() or 1)
    memory: int = 64
    """Megabytes for each analysis."""
    patience: float = 60.0
    """Seconds after which a computer stops thinking about a game that nobody follows."""
    kept: float = KEPT_SECONDS
    """Seconds for which a game stays in memory that nobody asks for."""
    expire: float | None = None
    """Days after which a game is deleted that nobody has changed and nobody follows; None for never."""
    silence: float = 60.0
    """Seconds after which a silent socket is closed."""
    make_pack: PackMaker | None = None
    """Makes what browsers need to think for themselves; None if they cannot."""
    classroom: bool = False
    """Whether the server is for a class, with a teacher's page."""
    limits: ServerLimits = ServerLimits()
