"""The attempts of a player as CSV in the user's data folder; all else that is known follows from them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from plyground.errors import PlygroundError
from plyground.files import Lock, data_root, explain_errors, write_atomically
from plyground.puzzles.training import Attempt, Training, train

COLUMNS: Final = ("at", "puzzle", "game", "rating", "solved")
FOLDER: Final = "puzzles"
FILE: Final = "attempts.csv"


def attempts_csv(attempts: Iterable[Attempt]) -> str:
    """Attempts as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for attempt in attempts:
        at = attempt.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        writer.writerow([at, attempt.puzzle, attempt.game, attempt.rating, "yes" if attempt.solved else "no"])
    return out.getvalue()


def read_attempts(text: str, what: str) -> list[Attempt]:
    """The attempts of a CSV text; `what` names it in errors.

    >>> row = "2026-01-01T08:00:00Z,0123456789,noughts,900,yes"
    >>> read_attempts(f"at,puzzle,game,rating,solved\\n{row}\\n", "it")[0].solved
    True
    """
    rows = csv.reader(io.StringIO(text))
    try:
        head = next(rows, [])
        if tuple(head) != COLUMNS:
            raise PlygroundError(f"{what} is no file of attempts; its first line must be {','.join(COLUMNS)}")
        return [_read_row(row, f"{what}, line {rows.line_num}") for row in rows if row]
    except csv.Error as error:
        raise PlygroundError(f"{what} is not CSV: {error}") from error


def _read_row(row: list[str], place: str) -> Attempt:
    if len(row) != len(COLUMNS):
        raise PlygroundError(f"{place} has {len(row)} fields, it must have {len(COLUMNS)}")
    at, puzzle, game, rating, solved = row
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", at):
        raise PlygroundError(f"{place}: {at!r} is no time; write it like 2026-01-31T08:00:00Z")
    if not re.fullmatch("[0-9a-f]{10}", puzzle):
        raise PlygroundError(f"{place}: {puzzle!r} is no puzzle's id; it has ten digits 0-9 and a-f")
    if not rating.isdecimal() or len(rating) > 4:
        raise PlygroundError(f"{place}: rating is {rating!r}, it must be a whole number")
    if solved not in ("yes", "no"):
        raise PlygroundError(f"{place}: solved is {solved!r}, it must be yes or no")
    try:
        moment = datetime.fromisoformat(at.replace("Z", "+00:00"))
    except ValueError as error:
        raise PlygroundError(f"{place}: {at!r} is no time: {error}") from error
    return Attempt(moment, puzzle, game, int(rating), solved == "yes")


# In the user's data folder


def puzzle_folder() -> Path:
    """Where attempts and the user's own puzzles are kept."""
    return data_root() / FOLDER


def load_training() -> Training:
    """What the user has done so far."""
    path = puzzle_folder() / FILE
    with explain_errors(f"cannot read {path}"):
        text = path.read_text(encoding="utf-8") if path.exists() else ",".join(COLUMNS)
    return train(read_attempts(text, str(path)))


def save_attempts(attempts: Iterable[Attempt]) -> int:
    """Add attempts to those that are kept, and return how many were new."""
    folder = puzzle_folder()
    path = folder / FILE
    with explain_errors(f"cannot write {path}"):
        folder.mkdir(parents=True, exist_ok=True)
        lock = Lock(folder / ".lock")
        if not lock.acquire():
            raise PlygroundError(f"another program is writing to {path}; try again")
        try:
            kept = load_training().attempts
            added = set(attempts) - set(kept)
            if added:
                write_atomically(path, attempts_csv(sorted([*kept, *added])))
        finally:
            lock.release()
    return len(added)
