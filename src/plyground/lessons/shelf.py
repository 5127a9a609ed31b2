"""Finding lessons: those that ship with Plyground by name, and anybody's by file."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

from plyground import catalogue
from plyground.errors import PlygroundError
from plyground.files import explain_errors
from plyground.lessons.lesson import Lesson
from plyground.lessons.parser import TASK_KINDS, FindGame, LessonError, read_lesson

SHIPPED: Final = Path(__file__).parent / "shipped"
ENDING: Final = ".md"
LARGEST: Final = 500_000
"""Bytes of a lesson."""
COURSE: Final = "search"
"""What the names of the lessons about search begin with; the others are about the game in their name."""


def shipped_names() -> list[str]:
    """The lessons that ship, those about games first, in the order of the catalogue."""
    names = sorted(path.stem for path in SHIPPED.glob(f"*{ENDING}"))
    games = list(catalogue.names())

    def place(name: str) -> tuple[int, str]:
        stem = name.split("-")[0]
        return (games.index(stem) if stem in games else len(games), name)

    return sorted(names, key=place)


def lesson_head(name: str) -> tuple[str, str]:
    """The title and the first paragraph of a lesson that ships, without reading the rest of it."""
    lines = (SHIPPED / f"{name}{ENDING}").read_text(encoding="utf-8").splitlines()
    body = " ".join(line.strip() for line in lines[1:]).split("## ")[0]
    return lines[0].removeprefix("# ").strip(), body.strip()


def count_tasks(name: str) -> int:
    """How many tasks a lesson that ships has, without understanding them."""
    lines = (SHIPPED / f"{name}{ENDING}").read_text(encoding="utf-8").splitlines()
    return sum(line.startswith("```") and line[3:].strip() in TASK_KINDS for line in lines)


def find_lesson(name: str, find: FindGame = catalogue.find) -> Lesson:
    """A lesson by name, or from a file; what is wrong with it is one line.

    >>> find_lesson("nothing-like-it")
    Traceback (most recent call last):
    plyground.errors.PlygroundError: there is no lesson 'nothing-like-it'; there are noughts, ...
    """
    if is_file(name):
        return read_file(Path(name), find)
    if name not in shipped_names():
        raise PlygroundError(f"there is no lesson {name!r}; there are {', '.join(shipped_names())}")
    return _shipped(name)


@lru_cache(maxsize=32)
def _shipped(name: str) -> Lesson:
    return read_file(SHIPPED / f"{name}{ENDING}", catalogue.find)


def is_file(name: str) -> bool:
    """Whether a name is that of a file."""
    return name.endswith(ENDING) or "/" in name or "\\" in name


def read_file(path: Path, find: FindGame) -> Lesson:
    """The lesson in a file, named after the file; mistakes name the file and the line."""
    with explain_errors(f"cannot read {path}"):
        content = path.read_bytes()
        if len(content) > LARGEST:
            raise PlygroundError(f"{path} is too large for a lesson: {LARGEST} bytes at most")
        text = content.decode("utf-8-sig")
    try:
        return read_lesson(text, path.stem, find)
    except LessonError as error:
        raise LessonError(f"{path.name}: {error}") from error


def read_files(paths: Iterable[str], find: FindGame) -> dict[str, Lesson]:
    """The lessons that the owner of a server has named, by their names."""
    lessons: dict[str, Lesson] = {}
    for path in paths:
        lesson = read_file(Path(path), find)
        if lesson.name in lessons or lesson.name in shipped_names():
            raise PlygroundError(f"{path}: there is already a lesson named {lesson.name!r}")
        lessons[lesson.name] = lesson
    return lessons
