"""How many games at once a server holds, and what becomes of moves when it is killed.

    python -m benchmarks.web_load --here --players 100 500 1000 2000

Starts `plyground serve` with its usual limits in a process of its own, and simulated people in this one
(`benchmarks/web_players.py`). They come one after another during `--ramp` seconds, and each plays whole games
against level 3 as the page does, thinking before every move for a time that is exponentially distributed with
a mean of `--pause` seconds. What is measured begins when all have come.

The table tells how long the computer's answers took beyond its own thinking and how much processor time the
server took for each move, the computer's among them, and compares what players saw acknowledged with what is
in the database afterwards. Clients and server share the machine, so the truth is better than the table.

With `--here` the players' browsers think, as they do by default: the level's moves come from them (any legal
one, since their processors are not those of the server), and the server keeps the games.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.web_players import Player, Tally
from plyground import catalogue
from plyground.web.games.store import Store

HEADS = (
    "games", "moves", "moves a second", "p50 s", "p95 s", "p99 s", "stored p95 s", "finished", "told to wait",
    "lost", "doubled", "errors", "server CPU ms a move", "server cores", "players' cores", "server MB",
)  # fmt: skip


class Server:
    """`plyground serve` in a process of its own."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.port = 0
        self.process: asyncio.subprocess.Process | None = None
        self._used_before = 0.0

    async def start(self) -> None:
        """Begin, and wait until it answers."""
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "plyground", "serve", "--port", str(self.port), "--database", self.database,
            stdout=asyncio.subprocess.PIPE, env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        assert self.process.stdout is not None
        line = (await self.process.stdout.readline()).decode()
        self.address = line.split()[3]
        self.port = int(self.address.split(":")[2].split("/")[0])
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            await asyncio.sleep(0.05)

    async def end(self, how: signal.Signals) -> None:
        """Stop or kill."""
        assert self.process is not None
        self._used_before = self.cpu_seconds()
        self.process.send_signal(how)
        await self.process.wait()

    def cpu_seconds(self) -> float:
        """What the server has used so far, its predecessors included."""
        assert self.process is not None
        used = psutil.Process(self.process.pid).cpu_times()
        return self._used_before + used.user + used.system

    def megabytes(self) -> float:
        """The memory of the server."""
        assert self.process is not None
        return psutil.Process(self.process.pid).memory_info().rss / 1e6


@dataclass
class Measured:
    """What came of one row."""

    tally: Tally
    seconds: float
    moves: int
    server_cpu: float
    own_cpu: float
    megabytes: float


async def measure(database: str, players: int, chosen: argparse.Namespace) -> Measured:
    """Let so many players play for so long; in the middle the server may be killed and started again."""
    server, tally = Server(database), Tally()
    await server.start()
    try:
        return await play(server, tally, players, chosen)
    finally:
        await server.end(signal.SIGINT)


async def play(server: Server, tally: Tally, players: int, chosen: argparse.Namespace) -> Measured:
    """Let them come, and measure from when all are there."""
    until = time.monotonic() + chosen.ramp + chosen.seconds
    people = [
        Player(
            number,
            server,
            tally,
            chosen.game,
            chosen.pause,
            here=chosen.here,
            by_request=chosen.by_request,
        )
        for number in range(players)
    ]
    tasks = [
        asyncio.create_task(person.play(chosen.ramp * number / players, until))
        for number, person in enumerate(people)
    ]
    await asyncio.sleep(chosen.ramp)
    tally.answers.clear()
    tally.posts.clear()
    began, moves, own, servers = time.monotonic(), tally.moves, time.process_time(), server.cpu_seconds()
    await asyncio.sleep(chosen.seconds / 2)
    if chosen.kill:
        await server.end(signal.SIGKILL)
        await server.start()
    await asyncio.sleep(max(0.0, until - time.monotonic()))
    measured = Measured(
        tally,
        time.monotonic() - began,
        tally.moves - moves,
        server.cpu_seconds() - servers,
        time.process_time() - own,
        server.megabytes(),
    )
    await asyncio.gather(*tasks)
    return measured


def wrong(database: str, tally: Tally) -> tuple[int, int]:
    """How many acknowledged moves are not stored as they were, and how many stored moves nobody made."""
    store = Store(database, catalogue.find)
    lost = doubled = 0
    for id, acknowledged in tally.acknowledged.items():
        game = store.load(id)
        stored = list(game.match.board.history) if game else []
        same = sum(1 for one, other in zip(acknowledged, stored, strict=False) if one == other)
        lost += len(acknowledged) - same
        doubled += max(0, len(stored) - len(acknowledged) - 2)
    store.close()
    return lost, doubled


def at(share: float, numbers: list[float]) -> float:
    """The number that a share of the others lie below."""
    return sorted(numbers)[min(len(numbers) - 1, int(share * len(numbers)))] if numbers else float("nan")


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--players", type=int, nargs="+", default=[100, 500, 1000, 2000])
    parser.add_argument("--seconds", type=float, default=60, help="measured in each row")
    parser.add_argument("--ramp", type=float, default=40, help="seconds in which players come")
    parser.add_argument("--pause", type=float, default=20, help="how long a player thinks, on average")
    parser.add_argument("--game", default="squava")
    parser.add_argument("--database", default="", help="a URL; a new SQLite file if left out")
    parser.add_argument("--here", action="store_true", help="the players' browsers think for the level")
    parser.add_argument("--by-request", action="store_true", help="send moves by HTTP, not over the socket")
    parser.add_argument("--kill", action="store_true", help="kill the server in the middle")
    chosen = parser.parse_args()
    if not chosen.here:
        compile_game(chosen.game)
    print(f"| {' | '.join(HEADS)} |")
    print("|---:" * len(HEADS) + "|")
    for players in chosen.players:
        with tempfile.TemporaryDirectory() as folder:
            database = chosen.database or f"sqlite:///{Path(folder) / 'games.sqlite3'}"
            measured = asyncio.run(measure(database, players, chosen))
            lost, doubled = wrong(database, measured.tally)
        print_row(players, measured, lost, doubled)


def compile_game(name: str) -> None:
    """Have the game compiled, which is not what is measured."""
    subprocess.run([sys.executable, "-m", "plyground", "warm", name], check=True, stdout=subprocess.DEVNULL)


def print_row(players: int, measured: Measured, lost: int, doubled: int) -> None:
    """One line of the table."""
    tally, seconds = measured.tally, measured.seconds
    times = [at(share, tally.answers) for share in (0.5, 0.95, 0.99)] + [at(0.95, tally.posts)]
    cells = [
        players,
        measured.moves,
        f"{measured.moves / seconds:.0f}",
        *(f"{each:.3f}" for each in times),
        tally.finished,
        tally.waited,
        lost,
        doubled,
        len(tally.errors),
        f"{1000 * measured.server_cpu / max(1, measured.moves):.2f}",
        f"{measured.server_cpu / seconds:.2f}",
        f"{measured.own_cpu / seconds:.2f}",
        f"{measured.megabytes:.0f}",
    ]
    print(f"| {' | '.join(map(str, cells))} |", flush=True)
    for error in sorted(set(tally.errors))[:3]:
        print(f"  error: {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
