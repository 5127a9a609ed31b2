"""Checkpoints of a table while it is being built: a file for each stage, the last perhaps unfinished."""

from __future__ import annotations

from dataclasses import astuple, replace
from pathlib import Path

from plyground.errors import PlygroundError
from plyground.game import Numbering
from plyground.tables.folder import checkpoint_folder, log_warning
from plyground.tables.format import Codes, TableHeader, open_table, write_table
from plyground.tables.sweep import SweepState


class Checkpoints:
    """Saves the codes of a table stage by stage, and loads them again."""

    def __init__(self, path: Path, header: TableHeader, numbering: Numbering, codes: Codes) -> None:
        self.folder = checkpoint_folder(path)
        self._header = header
        self._stages = numbering.stages
        self._codes = codes
        self._finished = 0
        """How many stages are on the disk as they will stay."""

    def save(self, state: SweepState) -> None:
        """Write what is new since the last time."""
        for number in range(self._finished, state.stage):
            self._write(number, SweepState(number + 1))
        self._finished = state.stage
        if state.stage < len(self._stages):
            self._write(state.stage, state)

    def load(self) -> SweepState:
        """Read what there is into the codes; returns the state from which to go on."""
        for number in range(len(self._stages)):
            state = self._read(number)
            if state is None:
                return SweepState(number, self._stages[number].first)
            if state.stage == number:
                return state
            self._finished = number + 1
        return SweepState(len(self._stages))

    def _file(self, number: int) -> Path:
        return self.folder / f"stage-{number:02}.part"

    def _write(self, number: int, state: SweepState) -> None:
        stage = self._stages[number]
        header = replace(self._header, positions=stage.end - stage.first, state=astuple(state))
        write_table(self._file(number), header, self._codes[stage.first : stage.end])

    def _read(self, number: int) -> SweepState | None:
        path, stage = self._file(number), self._stages[number]
        if not path.exists():
            return None
        try:
            part = open_table(path)
        except PlygroundError as error:
            log_warning(error)
            return None
        wanted = replace(self._header, positions=stage.end - stage.first, state=part.header.state)
        if part.header != wanted:
            return None
        self._codes[stage.first : stage.end] = part.codes
        return SweepState(*part.header.state)
