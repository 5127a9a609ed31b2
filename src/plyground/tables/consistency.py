"""Checking tables: that no byte has changed, and that results follow from those after every move."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import numpy as np

from plyground.catalogue import find
from plyground.errors import PlygroundError
from plyground.game import TableGame
from plyground.progress import OnProgress
from plyground.tables.folder import LAYERS, check_header
from plyground.tables.format import DamagedTable, ResultTable, open_table
from plyground.tables.retrograde import FINE
from plyground.tables.sweep import Sweep

RUNS: Final = 40
"""How many runs of neighbouring numbers a sample has."""
RUN_LENGTH: Final = 1000
"""How many numbers a run has."""


def check_table(path: Path, *, every: bool, threads: int = 1, on_progress: OnProgress | None = None) -> int:
    """Check that results of a table follow from others; returns how many, `DamagedTable` if one does not."""
    table = open_table(path)
    header = table.header
    try:
        game = find(header.game)
    except PlygroundError as error:
        raise DamagedTable(f"the table {path} is not used: {error}") from error
    check_header(game, header.kind, path, header)
    assert isinstance(game, TableGame)
    unlimited = game.unlimited()
    chance = random.Random(header.size)
    runs: list[tuple[int, int]] = []
    for start in range(0, header.size, header.positions) if every else ():
        runs.append((start, start + header.positions))
    while not every and len(runs) < RUNS:
        start = chance.randrange(header.size)
        layer_end = (start // header.positions + 1) * header.positions
        runs.append((start, min(start + RUN_LENGTH, layer_end)))
    sweep = _new_sweep(unlimited, table, threads, on_progress)
    for start, end in runs:
        wrong = _first_wrong(sweep, table, start, end)
        if wrong != FINE:
            raise DamagedTable(f"the table {path} is wrong at number {wrong}; drop it and build it again")
    return sum(end - start for start, end in runs)


def _new_sweep(
    unlimited: TableGame, table: ResultTable, threads: int, on_progress: OnProgress | None
) -> Sweep:
    numbering = unlimited.numbering(table.header.most)
    assert numbering is not None
    game = unlimited.limited() if table.header.kind == LAYERS else unlimited
    return Sweep(game, numbering, threads=threads, on_progress=on_progress)


def _first_wrong(sweep: Sweep, table: ResultTable, start: int, end: int) -> int:
    """The first number in a part of one layer that is wrong, or FINE."""
    header = table.header
    if header.kind != LAYERS:
        return sweep.first_wrong(table.codes, start, end)
    size = header.positions
    layer = start // size
    first = layer * size
    before = table.codes[first - size : first] if layer else np.zeros(0, np.uint8)
    before.flags.writeable = False
    wrong = sweep.first_wrong_in_layer(before, table.codes[first : first + size], start - first, end - first)
    return wrong if wrong == FINE else first + wrong
