"""Games under way, kept in the user's data folder after every move, so that nothing is lost.

A game under way is a record `NAME.ply` with a file `NAME.lock` beside it. Whoever plays the game holds a
lock of the operating system on that second file, which ends with the process, however that ends.
"""

from __future__ import annotations

import os
import re
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from plyground.errors import PlygroundError
from plyground.records import UNFINISHED, Record, error_text, load_record, write_atomically, write_record

TRIES: Final = 10
PAUSE: Final = 0.01
"""A hold that is refused is tried again, as another copy may only be looking who holds the game."""


@dataclass(frozen=True)
class SavedGame:
    """A game under way that nobody is playing."""

    path: Path
    record: Record
    changed: float
    """When it was kept, in seconds since 1970."""


# Folders


def data_root() -> Path:
    """Where games are kept: `$PLYGROUND_DATA`, or the user's data folder."""
    if chosen := os.environ.get("PLYGROUND_DATA"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local") / "plyground"
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support" / "plyground"
    return Path(os.environ.get("XDG_DATA_HOME") or _home() / ".local" / "share") / "plyground"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError as error:
        raise PlygroundError("there is no home folder to keep games in; set PLYGROUND_DATA") from error


def _under_way() -> Path:
    return data_root() / "under-way"


def _finished() -> Path:
    return data_root() / "finished"


# Keeping a game


class Autosave:
    """Keeps one game under way in a file of its own.

    Nothing here stops a game: what went wrong stands in `trouble`, until it goes well again. Once the
    keeper has let go of its game (`finish`, `drop`, `release`), the next `keep` begins a new file.
    """

    def __init__(self) -> None:
        self.trouble: str | None = None
        self.path: Path | None = None
        """The file, once there is one."""
        self._hold: Hold | None = None

    @classmethod
    def new(cls) -> Autosave:
        """A keeper for a new game; the first `keep` makes its file."""
        return cls()

    def keep(self, record: Record) -> None:
        """Write the game down as it stands now."""
        with self._noting_trouble():
            path = self._held() or self._begin(record)
            write_atomically(path, write_record(with_absolute_path(record)), _temporary(path))

    def finish(self, record: Record) -> None:
        """The game is over: move it to the finished games."""
        self.keep(record)
        path = self._held()
        if path and self.trouble is None:
            with self._noting_trouble():
                _move_to_finished(path)
        self.release()

    def drop(self) -> None:
        """Forget the game without keeping it."""
        if path := self._held():
            with self._noting_trouble():
                path.unlink(missing_ok=True)
                _temporary(path).unlink(missing_ok=True)
        self.release()

    def release(self) -> None:
        """Stop holding the game, so that anybody may take it up."""
        if self._hold:
            self._hold.release()
        self._hold = None
        self.path = None

    def take(self, path: Path) -> bool:
        """Hold the game in this file, if nobody else does."""
        self.release()
        self._hold = Hold.take(_lock(path))
        self.path = path if self._hold else None
        return self._hold is not None

    def _held(self) -> Path | None:
        return self.path if self._hold and self._hold.stands else None

    def _begin(self, record: Record) -> Path:
        folder = _under_way()
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{_new_name(record)}.ply"
        if not self.take(path):
            raise PlygroundError(f"cannot write {path}: another program holds it")
        return path

    @contextmanager
    def _noting_trouble(self) -> Iterator[None]:
        try:
            yield
            self.trouble = None
        except OSError as error:
            self.trouble = f"cannot write {self.path or error.filename or 'the game'}: {error_text(error)}"
        except (PlygroundError, ValueError) as error:
            self.trouble = error_text(error)


def _new_name(record: Record) -> str:
    """A name that no other file has: when the game began, which game, and chance."""
    in_file = re.fullmatch(r"(.*\.py)(?::.*)?", record.game)
    plain = Path(in_file[1]).stem if in_file else record.game.partition(":")[0]
    word = re.sub("[^a-z0-9]+", "-", plain.lower())[:30].strip("-") or "game"
    return f"{time.strftime('%Y%m%d-%H%M%S')}-{word}-{secrets.token_hex(4)}"


def with_absolute_path(record: Record) -> Record:
    """The record with the whole path of a game in a file, as it may be taken up in another folder."""
    in_file = re.fullmatch(r"(.*\.py)(:.*)?", record.game)
    if not in_file:
        return record
    return replace(record, game=os.path.abspath(in_file[1]) + (in_file[2] or ""))


def _move_to_finished(path: Path) -> None:
    _finished().mkdir(parents=True, exist_ok=True)
    os.replace(path, _finished() / path.name)


def _lock(path: Path) -> Path:
    return path.with_suffix(".lock")


def _temporary(path: Path) -> Path:
    return path.with_suffix(".tmp")


# Games that wait


def list_saved_games() -> list[SavedGame]:
    """The games under way that no living process holds, newest first."""
    return _looked_through()[0]


def list_damaged_games() -> list[tuple[Path, str]]:
    """The files among them that cannot be read, with what is wrong in one line."""
    return _looked_through()[1]


def take_up(kept: SavedGame) -> Autosave:
    """Hold a game that was kept; PlygroundError if another copy of Plyground was faster."""
    keeper = Autosave()
    try:
        if not keeper.take(kept.path):
            raise PlygroundError("this game has just been taken up by another copy of Plyground")
        if not kept.path.exists():
            raise PlygroundError("this game is no longer there: another copy of Plyground has finished it")
        if load_record(kept.path) != kept.record:
            raise PlygroundError("this game has gone on in another copy of Plyground; look for it again")
    except (OSError, PlygroundError) as error:
        keeper.release()
        if isinstance(error, PlygroundError):
            raise
        raise PlygroundError(f"cannot take up {kept.path}: {error_text(error)}") from error
    return keeper


def _looked_through() -> tuple[list[SavedGame], list[tuple[Path, str]]]:
    kept: list[SavedGame] = []
    damaged: list[tuple[Path, str]] = []
    for path in _files(".ply"):
        if is_held(_lock(path)):
            continue
        try:
            record = load_record(path)
            found = SavedGame(path, record, path.stat().st_mtime)
        except (OSError, PlygroundError) as error:
            if path.exists():
                damaged.append((path, error_text(error)))
            continue
        if record.result == UNFINISHED:
            kept.append(found)
        else:
            _tidy(path)
    for lock in _files(".lock"):
        if not lock.with_suffix(".ply").exists():
            _tidy(lock.with_suffix(".ply"))
    return sorted(kept, key=lambda game: (game.changed, game.path.name), reverse=True), damaged


def _files(suffix: str) -> list[Path]:
    try:
        return sorted(path for path in _under_way().iterdir() if path.suffix == suffix)
    except (OSError, PlygroundError):
        return []


def _tidy(path: Path) -> None:
    """Clear up behind a copy that was killed at the end of a game or before its first move was written."""
    with suppress(OSError, PlygroundError):
        hold = Hold.take(_lock(path))
        if hold is None:
            return
        try:
            if not path.exists():
                _temporary(path).unlink(missing_ok=True)
            elif load_record(path).result != UNFINISHED:
                _move_to_finished(path)
        finally:
            hold.release()


# Locks

if sys.platform == "win32":
    import msvcrt

    def _locked(descriptor: int, *, shared: bool = False) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(descriptor: int, *, shared: bool = False) -> bool:
        """Lock an open file until it is closed; False if another process or keeper has done so."""
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class Hold:
    """A lock file that this process holds."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor = descriptor

    @classmethod
    def take(cls, path: Path) -> Hold | None:
        """Hold this file, which is made if need be; None if another holds it."""
        for attempt in range(TRIES):
            if attempt:
                time.sleep(PAUSE)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
            hold = cls(path, descriptor)
            try:
                if _locked(descriptor) and hold.stands:
                    return hold
            except OSError:
                os.close(descriptor)
                raise
            os.close(descriptor)
        return None

    @property
    def stands(self) -> bool:
        """Whether the file that is held is still the one with that name."""
        if sys.platform == "win32":  # where an open file cannot be removed
            return True
        try:
            return os.path.samestat(os.fstat(self._descriptor), os.stat(self.path))
        except OSError:
            return False

    def release(self) -> None:
        """Let go, and remove the file if it can be."""
        if sys.platform == "win32":
            os.close(self._descriptor)
        with suppress(OSError):
            if sys.platform == "win32" or self.stands:
                self.path.unlink()
        if sys.platform != "win32":  # whoever opened it meanwhile sees that it stands no more
            os.close(self._descriptor)


def is_held(path: Path) -> bool:
    """Whether a living process holds this lock file."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    try:
        return not _locked(descriptor, shared=True)
    except OSError:
        return True
    finally:
        os.close(descriptor)
