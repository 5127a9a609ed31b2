"""Writes the pictures of the full screen: `python -m tests.terminal.screen.make_snapshots`."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine, Info
from plyground.game import Game
from plyground.terminal.screen.app import PlygroundApp
from tests.terminal.screen.support import AppPilot, fake_backend, game_app, run_app, screen_text, wait_until

DEPTH: Final = 6
FOLDER: Final = Path(__file__).parents[3] / "docs" / "pictures"


class ToDepth:
    """The engine itself, so that no picture claims what is not so, to a depth that makes it repeatable."""

    def __init__(self, game: Game) -> None:
        self.engine = Engine(game, memory=8)

    def prepare(self) -> None:
        self.engine.prepare()

    def stop(self) -> None:
        self.engine.stop()

    def analyse(self, board: Board, *, seconds: float | None = None, lines: int = 1) -> Iterator[Info]:
        return self.engine.analyse(board, depth=DEPTH, lines=lines)


class Shot(NamedTuple):
    """A screen to show, how to get there, and a text that says that it has come."""

    app: Callable[[], PlygroundApp]
    keys: tuple[str, ...] = ()
    sign: str = ""
    size: tuple[int, int] = (80, 24)


SHOTS: Final = {
    "screen-menu": Shot(lambda: PlygroundApp(backend=fake_backend()), ("right",), "Squava"),
    "screen-board": Shot(
        lambda: game_app(
            "squava", moves="c3 b2 d2 b4 b3 d3", using=fake_backend(engine=ToDepth(find("squava")))
        ),
        ("t", "e"),
        f"depth {DEPTH}",
    ),
    "screen-numbers": Shot(
        lambda: game_app("numerical", moves="b2=7 c3=10 c2=1"), ("right", "enter", "up"), "4 chosen"
    ),
    "screen-pieces": Shot(lambda: game_app("squeeze", moves="a1-a6 h8-h3"), ("home",), "choose a piece"),
    "screen-field": Shot(
        lambda: game_app("gomoku", moves="0,0 1,1 1,0 -1,0 2,-1 0,1 3,-2 -1,2 0,2 18,1 1,3 4,-3"),
        ("g", *"2,2", "enter"),
        "out of sight",
    ),
    "screen-light": Shot(lambda: game_app("squeeze", moves="a1-a6"), ("c",), "choose a piece", (120, 44)),
    "screen-end": Shot(lambda: game_app("noughts", moves="a1 b2 c3 c1 a3 a2 b3"), (), "wins"),
}


def picture(shot: Shot) -> str:
    """The screen as SVG."""
    taken: list[str] = []

    async def play(pilot: AppPilot) -> None:
        await pilot.press(*shot.keys)
        await wait_until(pilot, lambda: shot.sign in screen_text(pilot))
        await pilot.pause()
        taken.append(normal(pilot.app.export_screenshot(title="Plyground")))

    run_app(shot.app(), play, shot.size)
    return taken[0]


def normal(svg: str) -> str:
    """Without names that chance gives and without fonts from elsewhere."""
    svg = re.sub(r"terminal-\d+-", "terminal-", svg)
    svg = re.sub(r"\s*@font-face \{[^}]*\}", "", svg)
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, shot in SHOTS.items():
        with tempfile.TemporaryDirectory() as folder:  # so that no picture has what another one chose
            os.environ["PLYGROUND_DATA"] = folder
            (FOLDER / f"{name}.svg").write_text(picture(shot), encoding="utf-8")


if __name__ == "__main__":
    main()
