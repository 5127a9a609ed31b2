"""Building tables and saving them: from nothing, or from the last checkpoint."""

from __future__ import annotations

import shutil
import time
from typing import Final

import numpy as np

from plyground.errors import PlygroundError
from plyground.game import Game, Numbering, TableGame
from plyground.progress import OnProgress
from plyground.tables.checkpoints import Checkpoints
from plyground.tables.folder import (
    LAYERS,
    TableBusy,
    checkpoint_folder,
    load_table,
    lock_table,
    log_warning,
    name_in_table,
    rules_digest,
    table_path,
)
from plyground.tables.format import Codes, DamagedTable, ResultTable, TableHeader, open_table, write_table
from plyground.tables.retrograde import AT_LIMIT_LOST
from plyground.tables.sweep import Sweep, SweepState, SweepStopped

CHECKPOINT_SECONDS: Final = 60.0
"""How many seconds pass between two checkpoints."""
CHECKPOINT: Final = "checkpoint"
LONGEST_GAME: Final = 2000
"""The most plies that a limit can allow."""


class Builder:
    """Builds one table."""

    def __init__(
        self,
        game: Game,
        kind: str,
        *,
        most: int | None = None,
        threads: int = 1,
        every: float = CHECKPOINT_SECONDS,
        on_progress: OnProgress | None = None,
    ) -> None:
        self.game = game
        self.kind = kind
        self.most = most
        self.path = table_path(game, kind)
        self.every = every
        unlimited = game.unlimited() if isinstance(game, TableGame) else None
        numbering = None if unlimited is None else unlimited.numbering(most)
        if unlimited is None or numbering is None:
            raise PlygroundError(
                f"there are no tables for {game.full_name}: its positions are too many, or not numbered"
            )
        self.numbering: Numbering = numbering
        self._unlimited = unlimited
        self._sweep = Sweep(
            game if kind == LAYERS else unlimited, numbering, threads=threads, on_progress=on_progress
        )

    def stop(self) -> None:
        """End the building from any thread; `build` raises `SweepStopped` then."""
        self._sweep.stop()

    def build(self) -> ResultTable:
        """Build the table and save it; `TableBusy` if another program is building it."""
        with lock_table(self.path):
            if (table := self._load()) is not None:
                return table
            made = self._compute()
            write_table(self.path, made.header, made.codes)
            shutil.rmtree(checkpoint_folder(self.path), ignore_errors=True)
            return open_table(self.path)

    def build_even_unsaved(self) -> ResultTable:
        """Build the table, and save it if that can be done; the log says why it cannot."""
        made: ResultTable | None = None
        try:
            with lock_table(self.path):
                if (table := self._load()) is not None:
                    return table
                made = self._compute()
                write_table(self.path, made.header, made.codes)
        except TableBusy:
            raise
        except PlygroundError as error:
            log_warning(error)
        return made or self._compute()

    def _compute(self) -> ResultTable:
        header, data = self._compute_layers() if self.kind == LAYERS else self._compute_results()
        return ResultTable(self.path, header, data)

    def _load(self) -> ResultTable | None:
        """The table, if it is there and can be used."""
        try:
            table = load_table(self.game, self.kind)
        except DamagedTable as error:
            log_warning(error)
            return None
        return table if table is not None and table.header.most == self.most else None

    def _header(self, codes: Codes, data: Codes, repeat: int = 0) -> TableHeader:
        """The header for these data; `codes` are those of which results are counted."""
        ends = codes[codes != 0]
        lost = int(np.count_nonzero(ends & 1))
        used = data[data < AT_LIMIT_LOST] if self.kind == LAYERS else data
        return TableHeader(
            game=name_in_table(self.game, self.kind),
            kind=self.kind,
            rules=rules_digest(self._unlimited, self.most),
            positions=self.numbering.size,
            layers=len(data) // self.numbering.size,
            repeat=repeat,
            most=self.most,
            longest=max(0, int(used.max(initial=0)) - 1),
            won=len(ends) - lost,
            drawn=self.numbering.positions - len(ends),
            lost=lost,
        )

    def _compute_layers(self) -> tuple[TableHeader, Codes]:
        layers, repeat = self._sweep.fill_layers(LONGEST_GAME)
        data = np.concatenate(layers)
        return self._header(layers[-1], data, repeat), data

    def _compute_results(self) -> tuple[TableHeader, Codes]:
        codes = np.empty(self.numbering.size, np.uint8)  # np.zeros would not ask for large pages
        codes.fill(0)
        checkpoints = Checkpoints(self.path, self._checkpoint_header(), self.numbering, codes)
        state = checkpoints.load()
        saved_at = time.monotonic()

        def save(state: SweepState) -> None:
            nonlocal saved_at
            if time.monotonic() - saved_at >= self.every:
                checkpoints.save(state)
                saved_at = time.monotonic()

        try:
            self._sweep.fill(codes, state, save)
        except (KeyboardInterrupt, SweepStopped):
            checkpoints.save(state)
            raise
        return self._header(codes, codes), codes

    def _checkpoint_header(self) -> TableHeader:
        rules = rules_digest(self._unlimited, self.most)
        return TableHeader(self._unlimited.full_name, CHECKPOINT, rules, 0, most=self.most)
