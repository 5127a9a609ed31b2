"""Puzzles as CSV: one line a puzzle, for spreadsheets, for other programs, and for the sets that ship."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Final

from plyground.errors import PlygroundError
from plyground.puzzles.puzzle import Puzzle, read_kind

COLUMNS: Final = ("game", "position", "kind", "plies", "solution", "accepted", "within", "themes", "rating")
STEP: Final = " | "
"""Stands between the steps of `accepted`; the moves of a step, as of a solution, have spaces between them."""
THEME: Final = ", "


def puzzles_csv(puzzles: Iterable[Puzzle]) -> str:
    """Puzzles as CSV.

    >>> print(puzzles_csv([Puzzle("noughts", "3/1O1/X1X O", "defence", 2, ("b1",), (("b1",),))]), end="")
    game,position,kind,plies,solution,accepted,within,themes,rating
    noughts,3/1O1/X1X O,defence,2,b1,b1,0,,1500
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for puzzle in puzzles:
        steps = STEP.join(" ".join(step) for step in puzzle.steps)
        writer.writerow(
            [
                puzzle.game,
                puzzle.position,
                puzzle.kind,
                puzzle.plies,
                " ".join(puzzle.solution),
                steps,
                puzzle.within,
                THEME.join(puzzle.themes),
                puzzle.rating,
            ]
        )
    return out.getvalue()


def read_puzzles(text: str, what: str) -> list[Puzzle]:
    """The puzzles of a CSV text; `what` names it in errors.

    Columns may stand in any order; the last three may be missing. Positions and moves are not looked at here.
    """
    rows = csv.reader(io.StringIO(text))
    try:
        head = next(rows, [])
        missing = [name for name in COLUMNS[:6] if name not in head]
        if missing:
            raise PlygroundError(f"{what} has no column {missing[0]}; it needs {', '.join(COLUMNS[:6])}")
        return [
            _read_row(dict(zip(head, row, strict=False)), f"{what}, line {rows.line_num}")
            for row in rows
            if row
        ]
    except csv.Error as error:
        raise PlygroundError(f"{what} is not CSV: {error}") from error


def _read_row(row: dict[str, str], place: str) -> Puzzle:
    short = [name for name in COLUMNS[:6] if name not in row]
    if short:
        raise PlygroundError(f"{place}: there is nothing for {short[0]}")
    try:
        kind = read_kind(row["kind"])
    except PlygroundError as error:
        raise PlygroundError(f"{place}: {error}") from error
    solution = tuple(row["solution"].split())
    steps = tuple(tuple(step.split()) for step in row["accepted"].split("|") if step.strip())
    if kind != "exists" and not steps:
        raise PlygroundError(f"{place}: accepted is empty; only an exists puzzle may have no right move")
    if bool(steps) != bool(solution) or (steps and solution[0] not in steps[0]):
        raise PlygroundError(f"{place}: the solution has to begin with an accepted move")
    return Puzzle(
        game=row["game"],
        position=row["position"],
        kind=kind,
        plies=_number(row, "plies", place),
        solution=solution,
        steps=steps,
        within=_number(row, "within", place, 0),
        themes=tuple(filter(None, row.get("themes", "").split(THEME))),
        rating=_number(row, "rating", place, 1500),
    )


def _number(row: dict[str, str], name: str, place: str, default: int | None = None) -> int:
    text = row.get(name, "")
    if not text and default is not None:
        return default
    if not text.isdecimal() or len(text) > 4:
        raise PlygroundError(f"{place}: {name} is {text!r}, it must be a whole number")
    return int(text)
