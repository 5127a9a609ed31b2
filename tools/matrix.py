"""Install the wheel on every Python that is here, with the oldest and the newest dependencies.

`python -m tools.matrix` plays and analyses a little with each, in an environment and a cache of its own.
Pythons are those on the PATH, and those that pyenv has.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent.parent
VERSIONS = ("3.11", "3.12", "3.13", "3.14")


def pythons() -> dict[str, str]:
    """The interpreters by version."""
    found = {}
    for version in VERSIONS:
        kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
        candidates = [*map(str, kept), shutil.which(f"python{version}")]
        for path in filter(None, candidates):
            shown = subprocess.run([path, "--version"], capture_output=True, text=True)
            if shown.returncode == 0 and f" {version}." in shown.stdout:
                found[version] = path
                break
    return found


def oldest() -> list[str]:
    """The lowest versions that pyproject.toml allows."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [re.sub(r">=([\d.]+).*", r"==\1.*", each) for each in project["dependencies"]]


def try_out(python: str, wheel: Path, requirements: list[str], folder: Path) -> str:
    """Install and use it; what went wrong in its last line, or nothing."""
    bin_folder = folder / "bin"
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONPATH", "PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT")
    }
    environment = kept | {"PLYGROUND_CACHE": str(folder / "cache"), "PLYGROUND_DATA": str(folder / "data")}
    program = (
        "import plyground as pg; board = pg.Board(); "
        "print(pg.Engine(board.game, memory=1).search(board, depth=9).score)"
    )
    steps = [
        [python, "-m", "venv", "--clear", str(folder)],
        [str(bin_folder / "pip"), "install", "--quiet", str(wheel), *requirements],
        [str(bin_folder / "plyground"), "perft", "noughts", "3"],
        [str(bin_folder / "python"), "-c", program],
    ]
    for step in steps:
        done = subprocess.run(step, capture_output=True, text=True, env=environment)
        if done.returncode != 0:
            return (done.stderr.strip().splitlines() or ["no word"])[-1]
    return "" if done.stdout.strip() == "draw" else f"noughts is {done.stdout.strip()}"


def main() -> int:
    """Every combination, a line each."""
    failed = 0
    with tempfile.TemporaryDirectory() as place:
        dist = Path(place) / "dist"
        subprocess.run(
            [sys.executable, "-m", "build", "--wheel", "--outdir", str(dist), str(PROJECT)],
            check=True,
            capture_output=True,
        )
        (wheel,) = dist.glob("*.whl")
        here = pythons()
        for version in VERSIONS:
            if version not in here:
                print(f"Python {version}: not on this machine")
                continue
            for name, requirements in (("newest", []), ("oldest", oldest())):
                wrong = try_out(here[version], wheel, requirements, Path(place) / f"{version}-{name}")
                failed += bool(wrong)
                print(f"Python {version}, {name} dependencies: {wrong or 'works'}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
