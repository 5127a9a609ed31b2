"""What is solved: value, distance, positions, time and memory; the table and the pictures of docs/solved.md.

python -m benchmarks.solved run [GAME ...] [--threads 2] [--memory 1024]  # measure, one process a game
                            [--no-pictures]                               # and leave the pictures as they are
python -m benchmarks.solved write                                         # put it into docs/solved.md

What has been measured is kept as JSON in --results, a file a game, so that a part can be measured again.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from plyground.catalogue import find

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "solved.md"
PICTURES = DOCS / "pictures" / "solved"
GAMES = (
    "noughts",
    "noughts:misere",
    "noughts:4x4",
    "noughts:4x4,row=4",
    "noughts:5x5,row=4",
    "noughts:6x5,row=4",
    "noughts:6x6,row=4",
    "noughts:7x6,row=4",
    "noughts:7x7,row=4",
    "noughts:8x8,row=4",
    "squava",
    "squava:6x6",
    "squava:7x7",
    "squava:8x8",
    "numerical:3x3",
    "numerical",
    "squeeze:3x3,limit=0",
    "squeeze:4x3,limit=0",
    "squeeze:3x4,limit=0",
    "squeeze:4x4,limit=0",
    "squeeze:4x4",
    "squeeze:5x4,limit=0",
    "squeeze:4x5,limit=0",
)
WITHOUT_PICTURE = (
    "noughts:6x5,row=4",
    "noughts:6x6,row=4",
    "noughts:7x6,row=4",
    "noughts:7x7,row=4",
    "noughts:8x8,row=4",
    "squava:6x6",
    "squava:7x7",
    "squava:8x8",
)
"""Proving every first move would take too long."""
HEADINGS = ("game", "value", "distance", "positions", "seconds", "whole command", "memory", "by")


def file_name(game: str) -> str:
    """A game's name as a file may have it."""
    return re.sub(r"[^a-z0-9]+", "-", game)


def measured(game: str, threads: int, memory: int, *, pictures: bool) -> dict[str, Any]:
    """Solve a game from its start, then most games with every move, each in a process of its own."""
    command = [sys.executable, "-m", "plyground", "solve", game, "--json"]
    command += ["--threads", str(threads), "--memory", str(memory)]
    began = time.perf_counter()
    text, most = _run(command)
    answer: dict[str, Any] = json.loads(text)
    whole = time.perf_counter() - began
    if pictures and game not in WITHOUT_PICTURE:
        PICTURES.mkdir(parents=True, exist_ok=True)
        _run([*command, "--all", "--picture", str(PICTURES / f"{file_name(game)}.svg")])
    return answer | {"whole": round(whole, 1), "memory": round(most / 1024), "threads": threads}


def _run(command: list[str]) -> tuple[str, int]:
    """What a command prints, and the most memory that it took, in kilobytes."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        text = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return text, usage.ru_maxrss


def row(game: str, answer: dict[str, Any]) -> str:
    """A line of the table."""
    first = find(game).players[0]
    value = {"win": f"{first} wins", "loss": f"{find(game).players[1]} wins", "draw": "draw"}[answer["value"]]
    distance = "" if answer["distance"] is None else f"{answer['distance']} plies"
    if distance and not answer["exact_distance"]:
        distance = f"at most {distance}"
    cells = (
        f"`{game}`",
        value,
        distance,
        f"{answer['nodes']:,}",
        f"{answer['seconds']:.1f}",
        f"{answer['whole']:.1f}",
        f"{answer['memory']:,} MB",
        answer["how"],
    )
    return f"| {' | '.join(cells)} |"


def page_parts(results: Path) -> str:
    """The table and the pictures of everything that has been measured."""
    known = {
        game: json.loads(path.read_text()) for game in GAMES if (path := results / file_name(game)).exists()
    }
    rules = "---|---|---|---:|---:|---:|---:|---"
    lines = [f"| {' | '.join(HEADINGS)} |", f"|{rules}|", *(row(game, known[game]) for game in known)]
    pictures = [
        f"![{game}: every first move with its value](pictures/solved/{file_name(game)}.svg)"
        for game in known
        if (PICTURES / f"{file_name(game)}.svg").exists()
    ]
    return "\n".join([*lines, "", *pictures])


def write(results: Path) -> None:
    """Put the table into the page."""
    text = PAGE.read_text()
    begin, end = "<!-- solved -->", "<!-- end of solved -->"
    before, rest = text.split(begin)
    _, after = rest.split(end)
    PAGE.write_text(f"{before}{begin}\n{page_parts(results)}\n{end}{after}")


def main() -> None:
    """Measure or write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("run", "write"))
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--memory", type=int, default=1024)
    parser.add_argument("--no-pictures", action="store_false", dest="pictures")
    parser.add_argument("--results", type=Path, default=Path("solved-results"))
    given = parser.parse_args()
    if given.what == "write":
        write(given.results)
        return
    given.results.mkdir(parents=True, exist_ok=True)
    print(f"{platform.processor() or platform.machine()}, {given.threads} threads")
    for game in given.games or GAMES:
        answer = measured(game, given.threads, given.memory, pictures=given.pictures)
        (given.results / file_name(game)).write_text(json.dumps(answer))
        print(row(game, answer), flush=True)


if __name__ == "__main__":
    main()
