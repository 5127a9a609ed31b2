"""`python -m benchmarks.certificates [GAME] ...`: how large certificates are and how long they take."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from plyground.board import Board
from plyground.solver.certificates.writer import certify
from plyground.verify.certificate import check

GAMES = ("noughts", "noughts:misere", "noughts:4x4", "squeeze:3x3,limit=0", "numerical:3x3", "squava")
MEMORY = 1024


def row(game: str, folder: Path) -> str:
    """One line of the table."""
    path = folder / "certificate"
    written = certify(Board(game), None, path, memory=MEMORY)
    checked = check(path)
    within = f" in {checked.distance}" if checked.distance else ""
    return (
        f"| `{game}` | {checked.claim.value}{within} | {checked.positions:,} | {written.size:,} "
        f"| {written.seconds:.1f} | {checked.seconds:.1f} |"
    )


def main() -> None:
    """Print the table."""
    print("| game | first position | positions | bytes | seconds to write | seconds to verify |")
    print("|---|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for game in sys.argv[1:] or GAMES:
            print(row(game, Path(folder)), flush=True)


if __name__ == "__main__":
    main()
