"""The tables to play by on the disk: made from a certificate once, by another process that can be stopped."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from plyground.files import cache_root, explain_errors, save_file
from plyground.native.compile_elsewhere import python_path
from plyground.progress import OnProgress, Progress
from plyground.solver.strategy_tables import FIELDS, StrategyTables, make_tables
from plyground.verify.endless_certificate import read_strategy
from plyground.verify.endless_cover import Point

KEPT_TABLES: Final = 16
"""Parts whose tables stay in memory, some 10 MB each."""


class StrategyFiles:
    """The tables of a certificate's parts, each made from the certificate when it is first asked for.

    That takes ten seconds and more. Another process does it, because plain Python that reads a proof would
    hold up every other thread.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._is_stopped = False

    def has(self, reply: Point) -> bool:
        """Whether the tables of the part about a reply are on the disk."""
        return self._file(reply).is_file()

    def load(self, reply: Point, on_progress: OnProgress | None = None) -> StrategyTables | None:
        """The tables of the part about a reply; None if making them was stopped."""
        with self._lock:
            self._is_stopped = False
            if not self.has(reply):
                self._make_elsewhere(reply, on_progress)
            if self._is_stopped:
                return None
            if not self.has(reply):
                self.make(reply)
            return _read_tables(self._file(reply))

    def stop(self) -> None:
        """End the making of tables, from any thread."""
        self._is_stopped = True
        if process := self._process:
            process.kill()

    def make(self, reply: Point, on_bytes: Callable[[int, int], None] | None = None) -> None:
        """Make the tables of the part about a reply here, and keep them on the disk."""
        tables = make_tables(read_strategy(self.path, reply, on_bytes))
        data = io.BytesIO()
        np.savez_compressed(data, **{field: getattr(tables, field) for field in FIELDS})
        file = self._file(reply)
        with explain_errors(f"cannot write {file}"):
            file.parent.mkdir(parents=True, exist_ok=True)
            save_file(file, data.getvalue())

    def _make_elsewhere(self, reply: Point, on_progress: OnProgress | None) -> None:
        """Have another process make them. If it fails they are not there, and nothing is said."""
        what = "reading the proof of {},{}".format(*reply)
        with suppress(OSError), self._other_process(reply) as process:
            for line in process.stdout or ():
                if on_progress is not None:
                    done, announced = map(int, line.split())
                    on_progress(Progress(what, settled=done, known=announced))

    @contextmanager
    def _other_process(self, reply: Point) -> Iterator[subprocess.Popen[str]]:
        command = [sys.executable, "-P", "-m", "plyground.solver.strategy_process"]
        with subprocess.Popen(
            [*command, str(self.path), *map(str, reply)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"PYTHONPATH": python_path()},
        ) as process:
            self._process = process
            try:
                yield process
            except BaseException:
                process.kill()
                raise
            finally:
                self._process = None

    @cached_property
    def _digest(self) -> str:
        return hashlib.sha256(self.path.read_bytes()).hexdigest()[:16]

    def _file(self, reply: Point) -> Path:
        name = "{}-{}-{}_{}.npz".format(self.path.stem, self._digest, *reply)
        return cache_root() / "strategies" / name


@lru_cache(maxsize=KEPT_TABLES)
def _read_tables(file: Path) -> StrategyTables:
    with explain_errors(f"cannot read {file}"), np.load(file, allow_pickle=False) as values:
        return StrategyTables(*(values[field] for field in FIELDS))
