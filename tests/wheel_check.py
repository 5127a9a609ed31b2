"""Build the wheel, install it into an empty environment, and use it there, far from the project."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parent.parent
GAME_FILE = PROJECT / "tests" / "data" / "lastone.py"


class Elsewhere:
    """An empty folder with a virtual environment and a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "venv" / "bin"
        versions = (PROJECT / "constraints.txt").as_uri()
        own = {
            "PIP_CONSTRAINT": versions,
            "PIP_BUILD_CONSTRAINT": versions,
            "PLYGROUND_CACHE": str(folder / "cache"),
        }
        self.environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | own

    def run(self, *command: str | Path) -> str:
        """What a command prints; a failure ends the check."""
        done = subprocess.run(
            [str(word) for word in command],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        if done.returncode != 0:
            sys.exit(f"{' '.join(done.args)} failed ({done.returncode}):\n{done.stdout}{done.stderr}")
        return done.stdout

    def plyground(self, *arguments: str | Path) -> str:
        """What the installed command prints."""
        return self.run(self.bin / "plyground", *arguments)


def built_wheel(place: Elsewhere) -> Path:
    """The wheel, built from the source distribution, with every module in it."""
    dist = place.folder / "dist"
    place.run(sys.executable, "-m", "build", "--outdir", dist, PROJECT)
    (wheel,) = dist.glob("*.whl")
    (_,) = dist.glob("*.tar.gz")
    place.run(sys.executable, "-m", "twine", "check", "--strict", *dist.iterdir())
    held = set(zipfile.ZipFile(wheel).namelist())
    source = PROJECT / "src"
    wanted = {path.relative_to(source).as_posix() for path in source.rglob("*.py")} | {"plyground/py.typed"}
    assert wanted <= held, f"not in the wheel: {sorted(wanted - held)}"
    return wheel


def use(place: Elsewhere) -> None:
    """Call the installed command and look at its answers."""
    assert "perft" in place.plyground("--help")
    games: list[dict[str, Any]] = json.loads(place.plyground("games", "--json"))
    assert {"noughts", "squava", "numerical", "squeeze"} <= {game["name"] for game in games}
    assert place.plyground("perft", "noughts", "3") == "1 9\n2 72\n3 504\n"
    analysis = json.loads(place.plyground("analyse", "noughts", "--depth", "3", "--json"))
    assert analysis["depth"] == 3, analysis
    assert analysis["best"] == analysis["line"][0], analysis
    shutil.copy(GAME_FILE, place.folder / "owngame.py")
    assert place.plyground("perft", "./owngame.py", "3") == "1 3\n2 9\n3 27\n"
    solved = json.loads(place.plyground("analyse", "owngame.py", "--moves", "1", "--json"))
    assert (solved["best"], solved["value"], solved["distance"]) == ("3", "win", 5), solved


def main() -> None:
    """Run the whole check."""
    with tempfile.TemporaryDirectory() as name:
        place = Elsewhere(Path(name).resolve())
        wheel = built_wheel(place)
        place.run(sys.executable, "-m", "venv", place.folder / "venv")
        place.run(place.bin / "python", "-m", "pip", "install", "--quiet", wheel)
        use(place)
        assert any((place.folder / "cache").rglob("*.nb*")), "nothing was compiled into the cache"
    print(f"{wheel.name} works in an empty environment")


if __name__ == "__main__":
    main()
