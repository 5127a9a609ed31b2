"""Games under way, saved in the user's data folder after every move, so that nothing is lost.

A game under way is a record `NAME.ply` with a file `NAME.lock` beside it. Whoever plays the game holds a
lock of the operating system on that second file, which ends with the process, however that ends.
"""

from __future__ import annotations

import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from plyground.errors import PlygroundError
from plyground.files import Lock, data_root, error_text, explain_errors, is_locked, write_atomically
from plyground.records import UNFINISHED, Record, load_record, write_record

UNDER_WAY: Final = "under-way"
FINISHED: Final = "finished"
"""The two folders in the user's data folder."""


@dataclass(frozen=True)
class SavedGame:
    """A game in the user's data folder that nobody is playing, under way or finished."""

    path: Path
    record: Record
    changed: float
    """When it was saved, in seconds since 1970."""
    on_screen: bool = False
    """Whether it was left on the full screen, not at the prompt."""

    @property
    def date(self) -> str:
        """When it was saved, to the minute, in local time."""
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.changed))


class Autosave:
    """Saves one game under way in a file of its own.

    Nothing here stops a game: what went wrong stands in `trouble`, until it goes well again. After `finish`,
    `discard` and `release` the next `save` begins a new file.
    """

    def __init__(self) -> None:
        self.trouble: str | None = None
        self.on_screen = False
        """Whether the game is played on the full screen, where it is taken up again then."""
        self.path: Path | None = None
        """The file, once there is one."""
        self._lock: Lock | None = None

    def follow(self, record: Record) -> None:
        """Save the game after a change: under way, among the finished games, or not at all without a move."""
        if record.result != UNFINISHED:
            self.finish(record)
        elif record.moves:
            self.save(record)
        else:
            self.discard()

    def save(self, record: Record) -> None:
        """Write the game down as it stands now."""
        with self._note_trouble():
            path = self._locked_path or self._begin(record)
            write_atomically(path, write_record(with_absolute_path(record)), _temporary(path))
            if self.on_screen:
                _screen_mark(path).touch()
            else:
                _screen_mark(path).unlink(missing_ok=True)

    def finish(self, record: Record) -> None:
        """The game is over: move it to the finished games."""
        self.save(record)
        path = self._locked_path
        if path and self.trouble is None:
            with self._note_trouble():
                _move_to_finished(path)
        self.release()

    def discard(self) -> None:
        """Delete the game."""
        if path := self._locked_path:
            with self._note_trouble():
                path.unlink(missing_ok=True)
                _temporary(path).unlink(missing_ok=True)
                _screen_mark(path).unlink(missing_ok=True)
        self.release()

    def release(self) -> None:
        """Leave the game where it is, so that anybody may resume it."""
        if self._lock:
            self._lock.release()
        self._lock = None
        self.path = None

    def lock(self, path: Path) -> bool:
        """Go on with the game in this file; False if somebody else plays it."""
        self.release()
        lock = Lock(_lock_file(path))
        if not lock.acquire():
            return False
        self._lock, self.path = lock, path
        return True

    @property
    def _locked_path(self) -> Path | None:
        """The file; None if there is none or somebody removed its lock."""
        return self.path if self._lock and self._lock.is_held else None

    def _begin(self, record: Record) -> Path:
        folder = data_root() / UNDER_WAY
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{_new_name(record)}.ply"
        if not self.lock(path):
            raise PlygroundError(f"cannot write {path}: another program holds it")
        return path

    @contextmanager
    def _note_trouble(self) -> Iterator[None]:
        try:
            yield
            self.trouble = None
        except OSError as error:
            self.trouble = f"cannot write {self.path or error.filename or 'the game'}: {error_text(error)}"
        except (PlygroundError, ValueError) as error:
            self.trouble = error_text(error)


def with_absolute_path(record: Record) -> Record:
    """The record with the whole path of a game in a file, as it may be resumed in another folder."""
    in_file = re.fullmatch(r"(.*\.py)(:.*)?", record.game)
    if not in_file:
        return record
    return replace(record, game=os.path.abspath(in_file[1]) + (in_file[2] or ""))


def list_saved_games() -> list[SavedGame]:
    """The games under way that no living process plays, newest first."""
    return _scan()[0]


def count_finished_games() -> int:
    """How many finished games are kept."""
    return len(_files(".ply", FINISHED))


def list_finished_games(most: int = 200) -> list[SavedGame]:
    """The games that came to their end, newest first; those that cannot be read are left out."""
    found: list[SavedGame] = []
    for path in reversed(_files(".ply", FINISHED)):  # names begin with the time
        with suppress(OSError, PlygroundError):
            found.append(SavedGame(path, load_record(path), path.stat().st_mtime))
        if len(found) == most:
            break
    return sorted(found, key=lambda game: (game.changed, game.path.name), reverse=True)


def delete_finished_game(saved: SavedGame) -> None:
    """Delete the file of a finished game."""
    with explain_errors(f"cannot delete {saved.path}"):
        saved.path.unlink(missing_ok=True)


def list_damaged_games() -> list[tuple[Path, str]]:
    """The files of games under way that cannot be read, each with one line on what is wrong."""
    return _scan()[1]


def resume_saved_game(saved: SavedGame) -> Autosave:
    """Go on with a saved game; PlygroundError if another copy of Plyground was faster."""
    autosave = Autosave()
    try:
        with explain_errors(f"cannot take up {saved.path}"):
            if not autosave.lock(saved.path):
                raise PlygroundError("this game has just been taken up by another copy of Plyground")
            if not saved.path.exists():
                raise PlygroundError(
                    "this game is no longer there: another copy of Plyground has finished it"
                )
            if load_record(saved.path) != saved.record:
                raise PlygroundError("this game has gone on in another copy of Plyground; look for it again")
    except PlygroundError:
        autosave.release()
        raise
    return autosave


# Files


def _move_to_finished(path: Path) -> None:
    folder = data_root() / FINISHED
    folder.mkdir(parents=True, exist_ok=True)
    os.replace(path, folder / path.name)
    _screen_mark(path).unlink(missing_ok=True)


def _lock_file(path: Path) -> Path:
    return path.with_suffix(".lock")


def _temporary(path: Path) -> Path:
    return path.with_suffix(".tmp")


def _screen_mark(path: Path) -> Path:
    """A file that is there if the game was left on the full screen."""
    return path.with_suffix(".screen")


def _new_name(record: Record) -> str:
    """A name that no other file has: when the game began, which game, and chance."""
    in_file = re.fullmatch(r"(.*\.py)(?::.*)?", record.game)
    plain = Path(in_file[1]).stem if in_file else record.game.partition(":")[0]
    word = re.sub("[^a-z0-9]+", "-", plain.lower())[:30].strip("-") or "game"
    return f"{time.strftime('%Y%m%d-%H%M%S')}-{word}-{secrets.token_hex(4)}"


def _scan() -> tuple[list[SavedGame], list[tuple[Path, str]]]:
    """The saved games and the damaged ones; what killed copies left behind is cleared away."""
    saved: list[SavedGame] = []
    damaged: list[tuple[Path, str]] = []
    for path in _files(".ply", UNDER_WAY):
        if is_locked(_lock_file(path)):
            continue
        try:
            game = SavedGame(path, load_record(path), path.stat().st_mtime, _screen_mark(path).exists())
        except (OSError, PlygroundError) as error:
            if path.exists():
                damaged.append((path, error_text(error)))
            continue
        if game.record.result == UNFINISHED:
            saved.append(game)
        else:
            _clear_up(path)
    for left_over in (*_files(".lock", UNDER_WAY), *_files(".screen", UNDER_WAY)):
        if not left_over.with_suffix(".ply").exists():
            _clear_up(left_over.with_suffix(".ply"))
    return sorted(saved, key=lambda game: (game.changed, game.path.name), reverse=True), damaged


def _files(suffix: str, folder: str) -> list[Path]:
    try:
        return sorted(path for path in (data_root() / folder).iterdir() if path.suffix == suffix)
    except (OSError, PlygroundError):
        return []


def _clear_up(path: Path) -> None:
    """Clear up behind a copy that was killed at the end of a game or before its first move was written."""
    with suppress(OSError, PlygroundError):
        lock = Lock(_lock_file(path))
        if not lock.acquire():
            return
        try:
            if not path.exists():
                _temporary(path).unlink(missing_ok=True)
                _screen_mark(path).unlink(missing_ok=True)
            elif load_record(path).result != UNFINISHED:
                _move_to_finished(path)
        finally:
            lock.release()
