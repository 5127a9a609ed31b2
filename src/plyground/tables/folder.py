"""Where tables are kept: files in the user's data folder, found by game and kind."""

from __future__ import annotations

import hashlib
import logging
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from plyground import contract
from plyground.catalogue import find
from plyground.errors import PlygroundError
from plyground.files import Lock, data_root, explain_errors
from plyground.game import Game, TableGame
from plyground.tables.format import DamagedTable, ResultTable, TableHeader, open_table

RESULTS: Final = "results"
ENDGAMES: Final = "endgames"
LAYERS: Final = "layers"
KINDS: Final = (RESULTS, ENDGAMES, LAYERS)

SAMPLE: Final = 48
"""How many positions the digest of the rules is made from."""


def tables_folder() -> Path:
    """Where tables are kept."""
    return data_root() / "tables"


def name_in_table(game: Game, kind: str) -> str:
    """The game that a table of this kind names; all limits on the length of a game share their tables."""
    if not isinstance(game, TableGame):
        return game.full_name
    return (game.limited() if kind == LAYERS else game.unlimited()).full_name


def table_path(game: Game, kind: str) -> Path:
    """The file for a game's table of this kind, whether it is there or not.

    >>> from plyground.catalogue import find
    >>> table_path(find("squeeze:4x4,limit=9"), LAYERS).name
    'squeeze-4x4.layers'
    """
    word = re.sub("[^a-z0-9]+", "-", name_in_table(game, kind).lower()).strip("-")
    return tables_folder() / f"{word}.{kind}"


def checkpoint_folder(path: Path) -> Path:
    """Where the checkpoints of a table are while it is being built."""
    return path.with_name(path.name + ".build")


# Is a table one for these rules?


def rules_digest(game: TableGame, most: int | None) -> str:
    """A digest of what the moves of some positions lead to: it changes when the rules or the numbers do."""
    return _digest(game.unlimited(), most)


@cache
def _digest(game: TableGame, most: int | None) -> str:
    numbering = game.numbering(most)
    assert numbering is not None
    out = np.zeros(contract.MOST_MOVES, np.int64)
    facts: list[Any] = [numbering.size]
    for number in np.linspace(0, numbering.size - 1, SAMPLE).astype(int).tolist():
        pos = contract.unrank(numbering.tables, number)
        ended = int(contract.outcome(game.rules, pos))
        facts += [number, int(contract.rank(numbering.tables, pos)), ended]
        if ended == contract.OPEN:
            moves = out[: contract.moves(game.rules, pos, out, 0)].tolist()
            after = [contract.play(game.rules, pos, move) for move in moves]
            facts.append(sorted(int(contract.rank(numbering.tables, each)) for each in after))
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def load_table(game: Game, kind: str) -> ResultTable | None:
    """A game's table of this kind, checked; None if there is none. `DamagedTable` if it cannot be used."""
    path = table_path(game, kind)
    if not path.exists():
        return None
    table = open_table(path)
    check_header(game, kind, path, table.header)
    return table


def check_header(game: Game, kind: str, path: Path, header: TableHeader) -> None:
    """Refuse a table that is for another game or for other rules."""
    if (header.game, header.kind) != (name_in_table(game, kind), kind):
        raise DamagedTable(f"the table {path} is not used: it is for {header.game}, {header.kind}; drop it")
    if (
        not isinstance(game, TableGame)
        or game.numbering(header.most) is None
        or header.rules != rules_digest(game, header.most)
    ):
        raise DamagedTable(
            f"the table {path} is not used: it was made for other rules; drop it and build it again"
        )


_warned_of: set[Path] = set()


def log_warning(error: PlygroundError) -> None:
    """Say in the log why a table is not used or not saved."""
    logging.getLogger("plyground").warning("plyground: %s", error)


def load_table_or_warn(game: Game, kind: str) -> ResultTable | None:
    """A game's table, or None; the log names once one that cannot be used."""
    path = table_path(game, kind)
    try:
        return load_table(game, kind)
    except PlygroundError as error:
        if path not in _warned_of:
            _warned_of.add(path)
            log_warning(error)
        return None


def attach_endgames(game: Game) -> None:
    """Give a game the results that its searches can use, if there are any."""
    if not isinstance(game, TableGame) or game.endgames:
        return
    for kind in (RESULTS, ENDGAMES):
        with suppress(PlygroundError):  # there may be no data folder
            if table_path(game, kind).exists() and (table := load_table_or_warn(game, kind)):
                game.use_endgames(table.codes, table.header.most)
                game.endgames = str(table.path)
                return


# All of them


def all_tables() -> list[Path]:
    """The files that are tables, by their names."""
    return [path for path in _entries() if path.suffix[1:] in KINDS]


def unfinished_tables() -> list[Path]:
    """The tables of which there are only checkpoints yet."""
    return [path.with_suffix("") for path in _entries() if path.suffix == ".build"]


def _entries() -> list[Path]:
    try:
        return sorted(tables_folder().iterdir())
    except OSError:
        return []


def find_tables(names: Sequence[str]) -> list[Path]:
    """The tables that these names of games or files stand for; without a name, all that are finished."""
    finished = all_tables()
    if not names:
        return finished
    there = sorted({*finished, *unfinished_tables()})
    found: list[Path] = []
    for name in names:
        by_file = [path for path in there if path.name == name]
        wanted = by_file or [table_path(find(name), kind) for kind in KINDS]
        matching = [path for path in wanted if path in there]
        if not matching:
            raise PlygroundError(f"there is no table for {name}; plyground table list says which there are")
        found += matching
    return found


def drop_table(path: Path) -> None:
    """Remove a table and what is there of one that was being built."""
    with explain_errors(f"cannot remove {path}"), lock_table(path):
        path.unlink(missing_ok=True)
        if checkpoint_folder(path).exists():
            shutil.rmtree(checkpoint_folder(path))


class TableBusy(PlygroundError):
    """Another program is building this table."""


@contextmanager
def lock_table(path: Path) -> Iterator[None]:
    """Hold the lock of a table, so that nobody else builds or drops it; `TableBusy` if another holds it."""
    lock = Lock(path.with_name(path.name + ".lock"))
    with explain_errors(f"cannot write {path}"):
        path.parent.mkdir(parents=True, exist_ok=True)
        acquired = lock.acquire()
    if not acquired:
        raise TableBusy(f"another program is building {path}; wait for it, or stop it first")
    try:
        yield
    finally:
        with suppress(OSError):
            lock.release()
