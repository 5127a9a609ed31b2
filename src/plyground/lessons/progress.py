"""How far somebody has come with each lesson, kept in the user's data folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from plyground.errors import PlygroundError
from plyground.files import data_root, explain_errors, write_atomically

FILE: Final = "lessons.json"


class LessonProgress:
    """The tasks that were solved, by the name of the lesson. A file that cannot be read counts as empty."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or data_root() / FILE
        self._solved = self._read()

    def _read(self) -> dict[str, set[int]]:
        try:
            content = json.loads(self._path.read_text(encoding="utf-8"))
            return {str(name): {int(place) for place in places} for name, places in content["solved"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {}

    def solved(self, name: str) -> frozenset[int]:
        """The places of the tasks of a lesson that were solved."""
        return frozenset(self._solved.get(name, ()))

    def add(self, name: str, place: int) -> None:
        """Note that a task is solved."""
        self._solved = self._read()  # another lesson may be going on beside this one
        self._solved.setdefault(name, set()).add(place)
        self._write()

    def forget(self, name: str) -> None:
        """Begin a lesson anew."""
        if self._solved.pop(name, None):
            self._write()

    def text(self) -> str:
        """Everything, as the file holds it: the places of the solved tasks by lesson, counted from 0."""
        content = {"solved": {name: sorted(places) for name, places in sorted(self._solved.items())}}
        return json.dumps(content, indent=1) + "\n"

    def _write(self) -> None:
        try:
            with explain_errors(f"cannot keep your progress in {self._path}"):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(self._path, self.text())
        except PlygroundError as error:
            self.trouble = str(error)

    trouble: str = ""
    """Why progress could not be kept; a lesson goes on without it."""
