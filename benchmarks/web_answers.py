"""How long `GET /` takes while the server is idle, and while every core searches.

    python -m benchmarks.web_answers --seconds 15

Starts `plyground serve` in a process of its own and asks for the page again and again: first in quiet, then
while a game is compiled that nobody has played yet, and then while twice as many analyses run as there are
cores.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import tempfile
import time
from pathlib import Path

import httpx2
import websockets

from benchmarks.web_load import Server, at

PAUSE = 0.02


async def answer_times(server: Server, seconds: float) -> list[float]:
    """The seconds that each of many requests took."""
    times = []
    until = time.monotonic() + seconds
    async with httpx2.AsyncClient(timeout=60) as client:
        while time.monotonic() < until:
            began = time.perf_counter()
            answer = await client.get(server.address)
            times.append(time.perf_counter() - began)
            assert answer.status_code == 200, answer.status_code
            await asyncio.sleep(PAUSE)
    return times


async def analysing(server: Server, game: str, ready: asyncio.Event) -> None:
    """Analyse one position after the other, until cancelled."""
    url = server.address.replace("http", "ws") + "api/socket"
    async with websockets.connect(url, origin=websockets.Origin(server.address.rstrip("/"))) as socket:
        while True:
            await socket.send(json.dumps({"type": "analyse", "game": game, "seconds": 60}))
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "analysis" and message["phase"] == "searching":
                    ready.set()
                if message["type"] == "analysis" and message["phase"] == "done":
                    break


async def measured(seconds: float) -> None:
    """Measure, and print the table."""
    cores = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PLYGROUND_CACHE"] = str(Path(folder) / "cache")
        server = Server(f"sqlite:///{Path(folder) / 'games.sqlite3'}")
        await server.start()
        await answer_times(server, 1)
        print("| the server | requests | p50 ms | p99 ms | most ms |\n|---|---|---|---|---|")
        show("idle", await answer_times(server, seconds))
        ready = asyncio.Event()
        begun = asyncio.create_task(analysing(server, "squava:8x8", ready))
        show("a game is compiled for the first time", await until(ready, server))
        more = [asyncio.create_task(analysing(server, "squava:8x8", ready)) for _ in range(2 * cores - 1)]
        await asyncio.sleep(1)
        show(f"{2 * cores} analyses on {cores} cores", await answer_times(server, seconds))
        for task in (begun, *more):
            task.cancel()
        await server.end(signal.SIGINT)


def show(name: str, times: list[float]) -> None:
    """Print one row."""
    shown = " | ".join(f"{1000 * each:.1f}" for each in (at(0.5, times), at(0.99, times), max(times)))
    print(f"| {name} | {len(times)} | {shown} |", flush=True)


async def until(ready: asyncio.Event, server: Server) -> list[float]:
    """Ask as long as it takes until something has happened."""
    times: list[float] = []
    while not ready.is_set():
        times += await answer_times(server, 0.5)
    return times


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=15)
    asyncio.run(measured(parser.parse_args().seconds))
