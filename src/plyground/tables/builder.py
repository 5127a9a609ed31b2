"""Building tables that are kept on the disk: from nothing, or from where it was left."""

from __future__ import annotations

import logging
import shutil
import time
from typing import Final

import numpy as np

from plyground.errors import PlygroundError
from plyground.game import Game, Numbering, TableGame
from plyground.progress import Tell
from plyground.tables.checkpoints import Parts
from plyground.tables.folder import (
    LAYERS,
    TableBusy,
    alone,
    checkpoint_folder,
    load_table,
    name_in_table,
    rules_digest,
    table_path,
)
from plyground.tables.format import DamagedTable, Header, Table, open_table, write_table
from plyground.tables.retrograde import AT_LIMIT_LOST, Codes
from plyground.tables.sweep import State, Sweep, SweepStopped

EVERY: Final = 60.0
"""So many seconds pass between two checkpoints."""
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
        every: float = EVERY,
        tell: Tell | None = None,
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
        self._sweep = Sweep(game if kind == LAYERS else unlimited, numbering, threads=threads, tell=tell)

    def stop(self) -> None:
        """End the building from any thread; `build` raises `SweepStopped` then."""
        self._sweep.stop()

    def build(self) -> Table:
        """The table, built and kept; `TableBusy` if another program is building it."""
        with alone(self.path):
            if (table := self._there()) is not None:
                return table
            made = self._made()
            write_table(self.path, made.header, made.codes)
            shutil.rmtree(checkpoint_folder(self.path), ignore_errors=True)
            return open_table(self.path)

    def build_anyway(self) -> Table:
        """The table, kept if that can be done; why it cannot is told in the log."""
        made: Table | None = None
        try:
            with alone(self.path):
                if (table := self._there()) is not None:
                    return table
                made = self._made()
                write_table(self.path, made.header, made.codes)
        except TableBusy:
            raise
        except PlygroundError as error:
            logging.getLogger("plyground").warning("plyground: %s", error)
        return made or self._made()

    def _made(self) -> Table:
        header, data = self._layers() if self.kind == LAYERS else self._results()
        return Table(self.path, header, data)

    def _there(self) -> Table | None:
        """The table, if it is there and can be used."""
        try:
            table = load_table(self.game, self.kind)
        except DamagedTable as error:
            logging.getLogger("plyground").warning("plyground: %s", error)
            return None
        return table if table is not None and table.header.most == self.most else None

    def _header(self, codes: Codes, data: Codes, repeat: int = 0) -> Header:
        """The header for these data; `codes` are those of which results are counted."""
        ends = codes[codes != 0]
        lost = int(np.count_nonzero(ends & 1))
        used = data[data < AT_LIMIT_LOST] if self.kind == LAYERS else data
        return Header(
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

    def _layers(self) -> tuple[Header, Codes]:
        layers, repeat = self._sweep.layers(LONGEST_GAME)
        data = np.concatenate(layers)
        return self._header(layers[-1], data, repeat), data

    def _results(self) -> tuple[Header, Codes]:
        codes = np.empty(self.numbering.size, np.uint8)  # np.zeros would not ask for large pages
        codes.fill(0)
        parts = Parts(self.path, self._part_header(), self.numbering, codes)
        state = parts.load()
        kept_at = time.monotonic()

        def keep(state: State) -> None:
            nonlocal kept_at
            if time.monotonic() - kept_at >= self.every:
                parts.keep(state)
                kept_at = time.monotonic()

        try:
            self._sweep.settle(codes, state, keep)
        except (KeyboardInterrupt, SweepStopped):
            parts.keep(state)
            raise
        return self._header(codes, codes), codes

    def _part_header(self) -> Header:
        rules = rules_digest(self._unlimited, self.most)
        return Header(self._unlimited.full_name, CHECKPOINT, rules, 0, most=self.most)
