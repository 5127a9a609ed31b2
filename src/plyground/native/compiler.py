"""Compiling kernels: Numba makes machine code for one game and keeps the result on disk.

A kernel is compiled for each rules class, see `plyground.native.overloads`. With NUMBA_DISABLE_JIT=1
everything runs as ordinary Python.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
from numba.core.caching import FunctionCache
from numba.core.runtime import rtsys

from plyground.game import Game
from plyground.native import compile_elsewhere
from plyground.native.code_cache import cache_folder, compile_alone
from plyground.native.diagnosis import CompileError, broken_game
from plyground.native.overloads import register_kernels
from plyground.native.pipeline import PartCompiler

_Function = TypeVar("_Function", bound=Callable[..., Any])

ENTRY_OPTIONS: Final = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
# Inner kernels allocate nothing, so they can do without reference counts: that alone doubles their speed.
INNER_OPTIONS: Final = ENTRY_OPTIONS | {"_nrt": False, "pipeline_class": PartCompiler}

OURS: Final = "plyground."
"""How the names of our own modules begin."""

_lock = threading.RLock()
_entries: dict[tuple[Any, ...], Callable[..., Any]] = {}


def inner_kernel(function: _Function) -> _Function:
    """A kernel that may call itself, compiled as part of the entry that calls it."""
    return cast(_Function, numba.njit(**INNER_OPTIONS)(function))


def compile_kernel(function: _Function, game: Game) -> _Function:
    """A kernel as machine code for this game. The first call compiles it, or loads it from disk."""
    if numba.config.DISABLE_JIT:
        return function
    with _lock:
        view = game.view(game.start)
        make_ready(game)
        place = (function, type(view.rules), type(view.pos))
        if place not in _entries:
            _entries[place] = _entry(function, game)
        return cast(_Function, _entries[place])


def make_ready(game: Game) -> None:
    """Tell Numba of all kernels, and give the classes of a game the names that machine code knows them by."""
    view = game.view(game.start)
    register_kernels()
    make_names_unique((view.rules, view.pos))


def make_names_unique(value: Any) -> None:
    """Put the module into the names of the NamedTuple classes of a game.

    Machine code is called by the names of its types. Were two games to have a class `Rules` with equal
    fields, a program that loads what two processes compiled for them would run the same code for both.
    """
    if not isinstance(value, tuple):
        return
    kind = type(value)
    if hasattr(kind, "_fields"):
        kind.__name__ = f"{kind.__qualname__}__{kind.__module__}".replace(".", "_")
    for part in value:
        make_names_unique(part)


def _entry(function: Callable[..., Any], game: Game) -> Callable[..., Any]:
    dispatchers: dict[tuple[type, ...], Callable[..., Any]] = {}

    def call(*arguments: Any) -> Any:
        kinds = tuple(map(type, arguments))
        if kinds not in dispatchers:
            with _lock:
                if kinds not in dispatchers:
                    dispatchers[kinds] = _dispatcher(function, game, arguments)
        try:
            return dispatchers[kinds](*arguments)
        except Exception as error:
            broken = broken_game(game, INNER_OPTIONS)
            if broken is None:
                raise
            raise broken from error

    return call


def _dispatcher(function: Callable[..., Any], game: Game, arguments: tuple[Any, ...]) -> Callable[..., Any]:
    folder = cache_folder(function, game, arguments)
    uncached: Callable[..., Any] = numba.njit(**ENTRY_OPTIONS)(function)
    if folder is None:
        return uncached
    try:
        cached = stored_dispatcher(function, folder, is_shipped=type(game).__module__.startswith(OURS))
    except (OSError, RuntimeError):
        return uncached

    def call(*arguments: Any) -> Any:
        try:
            if not cached.overloads:
                with compile_alone(folder, function.__name__):
                    signature = tuple(map(cached.typeof_pyval, arguments))
                    if compile_elsewhere.is_wanted and not _is_stored(cached, signature):
                        compile_elsewhere.compile_elsewhere(function, game, folder, signature)
                    cached.compile(signature)
            return cached(*arguments)
        except CompileError:
            raise
        except Exception:  # the disk is full or the cache is damaged: play on without it
            shutil.rmtree(folder, ignore_errors=True)
            return uncached(*arguments)

    return call


class ShippedKernels(FunctionCache):  # type: ignore[misc]
    """Machine code on the disk that needs nothing of Numba's own functions to run.

    Before it loads anything Numba imports them all and looks through them, which takes longer than the rest.
    The kernels of games that ship call none of them by name. Those of others might.
    """

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The machine code for these types, or None."""
        rtsys.initialize(context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(signature, context)
        return None


def stored_dispatcher(function: Callable[..., Any], folder: Path, *, is_shipped: bool = False) -> Any:
    """Numba's dispatcher of a kernel that stores what it compiles in a folder, and finds it there again."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        dispatcher = numba.njit(**ENTRY_OPTIONS)(function)
        dispatcher._cache = ShippedKernels(function) if is_shipped else FunctionCache(function)
        return dispatcher
    finally:
        numba.config.CACHE_DIR = before


def _is_stored(dispatcher: Any, signature: Any) -> bool:
    """Whether a kernel is on the disk as it is compiled for these types."""
    stored = dispatcher._cache
    return stored._index_key(signature, dispatcher.targetctx.codegen()) in stored._cache_file._load_index()
