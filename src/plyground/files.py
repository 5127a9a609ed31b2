"""The user's folders, locks between processes, and files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

import platformdirs
from filelock import FileLock, Timeout

from plyground.errors import PlygroundError

LOCK_SECONDS: Final = 0.1
POLL_SECONDS: Final = 0.01
"""A lock that is refused is tried again, as another process may only be asking whether it is held."""


# Folders


def data_root() -> Path:
    """Where games and tables are kept: `$PLYGROUND_DATA`, or the user's data folder."""
    return _user_folder("PLYGROUND_DATA", platformdirs.user_data_path, "games")


def cache_root() -> Path:
    """Where compiled games are kept: `$PLYGROUND_CACHE`, or the user's cache folder."""
    return _user_folder("PLYGROUND_CACHE", platformdirs.user_cache_path, "compiled games")


def _user_folder(variable: str, standard: Callable[..., Path], content: str) -> Path:
    if folder := os.environ.get(variable):
        return Path(folder)
    try:
        return standard("plyground", appauthor=False)
    except RuntimeError as error:
        raise PlygroundError(f"there is no home folder to keep {content} in; set {variable}") from error


# Errors


def error_text(error: Exception) -> str:
    """What the system said was wrong, in one line."""
    return " ".join(((error.strerror if isinstance(error, OSError) else None) or str(error)).split())


@contextmanager
def explain_errors(what: str) -> Iterator[None]:
    """Turn an error of the system in this block into a `PlygroundError` that begins with `what`."""
    try:
        yield
    except PlygroundError:
        raise
    except (OSError, ValueError) as error:
        raise PlygroundError(f"{what}: {error_text(error)}") from error


# Writing


@contextmanager
def open_atomically(path: Path, temporary: Path | None = None) -> Iterator[BinaryIO]:
    """A file to write to that takes the place of `path` at the end of the block.

    A reader finds the old file or the new one, whatever happens. The data is written to `temporary` first,
    by default a file in the same folder with a name that no other has.
    """
    if temporary is None:
        temporary = path.parent / f".plyground-{secrets.token_hex(8)}.tmp"
    try:
        with open(temporary, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def write_atomically(path: Path, text: str, temporary: Path | None = None) -> None:
    """Put a text into a file with `open_atomically`."""
    with open_atomically(path, temporary) as file:
        file.write(text.encode())


def save_file(path: Path, data: bytes) -> None:
    """Write a file that the user named, all of it or nothing; a link is followed, a device is refused."""
    with explain_errors(f"cannot write {path}"):
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            raise PlygroundError(f"cannot write {path}: it is not an ordinary file")
        with open_atomically(target) as file:
            file.write(data)


# Locks


class Lock:
    """A lock file that one process holds at a time, until it releases it or ends, however it ends.

    What filelock does not do stands here: the file is removed when it is released, so that files do not pile
    up, and a holder can ask whether the file was taken away from under it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = FileLock(path, thread_local=False)
        self._stat: os.stat_result | None = None
        """The file that is locked."""

    def acquire(self) -> bool:
        """Take the lock; False if another holds it."""
        try:
            self._lock.acquire(LOCK_SECONDS, POLL_SECONDS)
            self._stat = os.stat(self.path)
        except Timeout:
            return False
        except BaseException:
            self._lock.release()
            raise
        return True

    @property
    def is_held(self) -> bool:
        """Whether this object holds the lock, and its file is still the one with that name."""
        if not self._stat:
            return False
        try:
            return os.path.samestat(self._stat, os.stat(self.path))
        except OSError:
            return False

    def release(self) -> None:
        """Give the lock back, and remove its file if that can be done."""
        if self.is_held:
            with suppress(OSError):  # whoever opened it meanwhile finds that it has no name, and tries again
                self.path.unlink()
        self._stat = None
        self._lock.release()


def is_locked(path: Path) -> bool:
    """Whether a living process holds this lock file."""
    lock = Lock(path)
    try:
        if not path.exists():
            return False
        if not lock.acquire():
            return True
    except OSError:
        return True
    lock.release()
    return False
