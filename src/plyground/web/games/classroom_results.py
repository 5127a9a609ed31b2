"""What came of everything that a class did, as a table for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from plyground.web.games.classroom import Answer, Classroom, ClassTask, Pairing
from plyground.web.games.snapshot import Snapshot

COLUMNS: Final = (
    "task",
    "kind",
    "title",
    "pupil",
    "opponent",
    "side",
    "result",
    "points",
    "moves",
    "solved",
    "of",
    "tries",
)
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet may take for the beginning of a formula."""


def results_csv(room: Classroom, games: Mapping[str, Snapshot]) -> str:
    """A row for each pupil in each task; `games` are those of the class, by their ids."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for task in room.tasks:
        rows = _game_rows(room, task, games) if task.kind == "games" else _answer_rows(room, task)
        writer.writerows([safe_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def safe_cell(value: object) -> str:
    """A cell that no spreadsheet takes for a formula.

    >>> safe_cell("=1+1"), safe_cell("Ada"), safe_cell(2)
    ("'=1+1", 'Ada', '2')
    """
    text = str(value)
    return f"'{text}" if text.startswith(FORMULA) else text


def _game_rows(room: Classroom, task: ClassTask, games: Mapping[str, Snapshot]) -> Iterator[Sequence[object]]:
    for pairing in room.pairings:
        snapshot = games.get(pairing.game)
        if pairing.task != task.number or snapshot is None:
            continue
        for side, number in enumerate(pairing.pupils):
            if number is not None:
                yield _game_row(room, task, pairing, snapshot, side)


def _game_row(
    room: Classroom, task: ClassTask, pairing: Pairing, snapshot: Snapshot, side: int
) -> Sequence[object]:
    number, other = pairing.pupils[side], pairing.pupils[1 - side]
    opponent = snapshot.names[1 - side] if other is None else _name(room, other)
    result, points = {
        "1-0": (("won", 1), ("lost", 0)),
        "0-1": (("lost", 0), ("won", 1)),
        "1/2-1/2": (("drawn", 0.5), ("drawn", 0.5)),
    }.get(snapshot.record.result, (("under way", ""), ("under way", "")))[side]
    head = (task.number, task.kind, task.title, _name(room, number or 0), opponent)
    return *head, snapshot.board.game.players[side], result, points, len(snapshot.record.moves), "", "", ""


def _answer_rows(room: Classroom, task: ClassTask) -> Iterator[Sequence[object]]:
    for pupil in room.pupils:
        answers: list[Answer] = [
            each for each in room.answers.values() if (each.task, each.pupil) == (task.number, pupil.number)
        ]
        if pupil.gone and not answers:
            continue
        solved, tries = sum(each.solved for each in answers), sum(each.tries for each in answers)
        head = (task.number, task.kind, task.title, pupil.name)
        yield *head, "", "", "", "", "", solved, task.items, tries


def _name(room: Classroom, number: int) -> str:
    return next((pupil.name for pupil in room.pupils if pupil.number == number), "")
