"""Compiled games on the disk: a folder for each game and each state of the sources."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from filelock import FileLock, Timeout

from plyground import contract
from plyground.errors import PlygroundError
from plyground.files import cache_root
from plyground.game import Game
from plyground.native.sources import sources_digest

MOST_FOLDERS: Final = 200
"""A folder has about half a megabyte."""
IN_USE_SECONDS: Final = 24 * 3600
"""A folder that was used within this time is kept in any case."""

LONGEST_WAIT: Final = 300.0
"""Seconds after which a kernel is compiled although another process seems to be doing that."""
LOCK_POLL: Final = 0.05


def cache_folder(function: Callable[..., Any], game: Game, arguments: Iterable[Any] = ()) -> Path | None:
    """The folder for a kernel compiled for this game and such arguments; None if there can be none."""
    try:
        implementations = _implementations(game)
        modules = _modules(function, game, arguments) | {each.__module__ for each in implementations}
        digest = sources_digest(modules, implementations)
        folder = cache_root() / "compiled" / f"{game.name}-{digest}"
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        drop_old_folders(folder.parent)
    except (OSError, PlygroundError):
        return None
    return folder


def is_cached(function: Callable[..., Any], game: Game) -> bool:
    """Whether this kernel, compiled for this game, is on the disk already."""
    folder = cache_folder(function, game)
    return folder is not None and any(folder.rglob(f"*.{function.__name__}-*.nbi"))


@contextmanager
def compile_alone(folder: Path, name: str) -> Iterator[None]:
    """Wait until no other process compiles this kernel: what it has compiled need only be loaded then.

    Whoever waited long enough, or cannot lock anything here, goes on all the same.
    """
    lock = FileLock(folder / f"{name}.lock", thread_local=False)
    with suppress(OSError, NotImplementedError, Timeout):
        lock.acquire(LONGEST_WAIT, LOCK_POLL)
    try:
        yield
    finally:
        lock.release()


def drop_old_folders(root: Path) -> None:
    """Keep the folders that were used last."""
    oldest_first = sorted((folder.stat().st_mtime, folder) for folder in root.iterdir())
    for used, folder in oldest_first[:-MOST_FOLDERS]:
        if used < time.time() - IN_USE_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def _modules(function: Callable[..., Any], game: Game, arguments: Iterable[Any]) -> set[str]:
    """The modules of the kernel, of the game, and of the classes of what the kernel is given."""
    view = game.view(game.start)
    found = {"plyground.native.compiler", function.__module__, type(game).__module__}
    for value in (view.rules, view.pos, *arguments):
        found |= set(_modules_of_value(value))
    return found


def _implementations(game: Game) -> list[Callable[..., Any]]:
    """The functions of the contract as the game implements them."""
    rules_class = type(game.view(game.start).rules)
    functions = (each.implementation(rules_class) for each in contract.functions.values())
    return [function for function in functions if function is not None]


def _modules_of_value(value: Any) -> Iterable[str]:
    """The modules of the classes of a tuple, of those that it holds, and of those that they inherit from."""
    if not isinstance(value, tuple):
        return
    for each in type(value).__mro__:
        if each.__module__ != "builtins":
            yield each.__module__
    for part in value:
        yield from _modules_of_value(part)
