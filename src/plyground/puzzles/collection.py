"""Which puzzles there are: those that ship with Plyground, and those that the user has made or imported."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from plyground import catalogue
from plyground.contract import mix
from plyground.errors import PlygroundError
from plyground.files import explain_errors, write_atomically
from plyground.puzzles.puzzle import Puzzle
from plyground.puzzles.puzzle_file import puzzles_csv, read_puzzles
from plyground.puzzles.training import base_name
from plyground.puzzles.training_file import puzzle_folder

OWN: Final = "own"
"""The folder of the user's own puzzles, beside the attempts."""


@cache
def shipped_puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game that ship with Plyground, in all its variants; none if it has none.

    >>> len(shipped_puzzles("no such game"))
    0
    """
    if not re.fullmatch("[a-z_]+", name):
        return ()
    file = files("plyground.puzzles") / "data" / f"{name}.csv"
    if not file.is_file():
        return ()
    return tuple(read_puzzles(file.read_text(encoding="utf-8"), file.name))


def all_shipped_puzzles() -> tuple[Puzzle, ...]:
    """All puzzles that ship, game by game."""
    return tuple(puzzle for name in catalogue.SHIPPED for puzzle in shipped_puzzles(name))


def own_puzzles() -> list[Puzzle]:
    """The puzzles that the user has made or imported."""
    folder = puzzle_folder() / OWN
    found: dict[str, Puzzle] = {}
    with explain_errors(f"cannot read {folder}"):
        for path in sorted(folder.glob("*.csv")):
            for puzzle in read_puzzles(path.read_text(encoding="utf-8"), str(path)):
                found[puzzle.id] = puzzle
    return list(found.values())


def keep_puzzles(puzzles: Iterable[Puzzle]) -> int:
    """Keep puzzles in the user's folder, beside those that are there; returns how many are new."""
    by_game: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        by_game.setdefault(base_name(puzzle.game), []).append(puzzle)
    folder = puzzle_folder() / OWN
    added = 0
    with explain_errors(f"cannot write into {folder}"):
        folder.mkdir(parents=True, exist_ok=True)
        for game, some in by_game.items():
            path = folder / f"{hashlib.sha256(game.encode()).hexdigest()[:16]}.csv"
            known = {}
            if path.exists():
                known = {each.id: each for each in read_puzzles(path.read_text(encoding="utf-8"), str(path))}
            added += len({each.id for each in some} - known.keys())
            write_atomically(path, puzzles_csv((known | {each.id: each for each in some}).values()))
    return added


def find_puzzles(game: str = "") -> list[Puzzle]:
    """The puzzles of a game, or of all; with a variant only those of that variant."""
    own = own_puzzles()
    if not game:
        found = {each.id: each for each in (*all_shipped_puzzles(), *own)}
        return list(found.values())
    name = catalogue.find(game).full_name
    base = base_name(name)
    every = {each.id: each for each in (*shipped_puzzles(base), *own) if base_name(each.game) == base}
    exact = [each for each in every.values() if each.game == name] if name != base else list(every.values())
    if not exact:
        raise PlygroundError(
            f"there are no puzzles of {name} yet; plyground puzzles make {game} --save makes some"
        )
    return exact


def find_shipped(puzzle_id: str) -> Puzzle | None:
    """The puzzle with this id that ships with Plyground."""
    return next((puzzle for puzzle in all_shipped_puzzles() if puzzle.id == puzzle_id), None)


def puzzle_of_the_day(day: date, game: str = "") -> Puzzle:
    """The puzzle of a day, the same for everybody who has the same version of Plyground."""
    puzzles = shipped_puzzles(base_name(game)) if game else all_shipped_puzzles()
    if not puzzles:
        raise PlygroundError(f"{game or 'this Plyground'} comes with no puzzles, so there is none of the day")
    return puzzles[daily_place(day, len(puzzles))]


def daily_place(day: date, count: int) -> int:
    """Which of so many puzzles is that of a day; pages without a server work out the same.

    >>> daily_place(date(2026, 1, 31), 210)
    209
    """
    days = (day - date(1970, 1, 1)).days
    return int(mix(np.uint64(days))) % count
