"""Results that draw themselves: an SVG document which notebooks show and which can be saved.

Who computes a result does not know who draws it, since drawing comes later in the order of rooms. So the
drawing is found by its name when somebody looks.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from plyground.files import explain_errors, save_file

SHOWN_BY: Final = {
    "Analysis": "plyground.notebook.live_line:show_live",
    "GameReport": "plyground.report_picture:draw_report",
    "TournamentState": "plyground.ratings_picture:draw_state",
    "Verdict": "plyground.verdict_picture:draw_result",
}
"""For each class of results the function that shows one."""


def show_result(result: object) -> Any:
    """What the function gives that shows a result of this class."""
    name = next(each.__name__ for each in type(result).__mro__ if each.__name__ in SHOWN_BY)
    module, _, function = SHOWN_BY[name].partition(":")
    return getattr(importlib.import_module(module), function)(result)


@dataclass(frozen=True)
class Plot:
    """A picture. A notebook shows it by itself."""

    svg: str
    """The SVG document."""

    def save(self, path: str | Path) -> None:
        """Write it to a file."""
        with explain_errors(f"cannot write {path}"):
            save_file(Path(path), self.svg.encode())

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return (
            f"a picture of {len(self.svg):,} characters of SVG; a notebook shows it, save(FILE.svg) keeps it"
        )


class Plottable:
    """A result that can be drawn."""

    def plot(self) -> Plot:
        """The result as a picture, to be shown or saved."""
        return Plot(show_result(self))

    def _repr_svg_(self) -> str:
        return self.plot().svg
