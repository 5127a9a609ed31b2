"""Making a game native: Numba compiles a search for one rules class and keeps the result on disk.

The functions of the contract become Numba overloads that are chosen by the class of the rules. A kernel
that calls them is so compiled anew for each game, with the game's functions inlined into it, like a
template of C++ or a generic of Rust. With NUMBA_DISABLE_JIT=1 everything runs as ordinary Python.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import NumbaError, UnsupportedBytecodeError
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic, overload, register_jitable

from plyground import bits, contract
from plyground.contract_function import ContractFunction, kernels, kernels_not_inlined
from plyground.errors import BrokenGame, PlygroundError
from plyground.files import cache_root
from plyground.game import Game

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Parameters = ParamSpec("_Parameters")
_Answer = TypeVar("_Answer")

ENTRY_OPTIONS: Final = {"nogil": True, "error_model": "numpy"}
# Inner kernels allocate nothing, so they can do without reference counts: that alone doubles their speed.
INNER_OPTIONS: Final = ENTRY_OPTIONS | {"_nrt": False}
KEPT_FOLDERS: Final = 24
COMPILED_SOURCES: Final = (
    "native/",
    "tables/",
    "engine/",
    "solver/",
    "games/",
    "players/classics/",
    "contract.py",
    "bits.py",
    "score.py",
)

CompileError: Final = (NumbaError, UnsupportedBytecodeError)


def inner_kernel(function: _Function) -> _Function:
    """A kernel that may call itself, compiled as part of the entry that calls it."""
    return cast(_Function, numba.njit(**INNER_OPTIONS)(function))


# Things that Python does one way and machine code another

_intrinsic: Callable[[Callable[..., Any]], Callable[..., Any]] = intrinsic


@_intrinsic
def _hold(typing: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        model = context.data_model_manager[value]
        return cgutils.alloca_once_value(builder, model.as_data(builder, arguments[0]))

    return types.CPointer(value)(value), generate


@_intrinsic
def _look(typing: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        model = context.data_model_manager[address.dtype]
        value = model.from_data(builder, builder.load(arguments[0]))
        return impl_ret_borrowed(context, builder, address.dtype, value)

    return address.dtype(address), generate


def _same(value: Any) -> Any:
    return value


# `hold` gives the address of a value, good until the kernel that holds it returns, and `look` the value
# there, so that a kernel hands many tables down by one word. They are intrinsics and not overloads because
# the address has to lie in the frame of the kernel itself.
address_of: Callable[[Any], Any] = _same if numba.config.DISABLE_JIT else _hold
value_at: Callable[[Any], Any] = _same if numba.config.DISABLE_JIT else _look


@_intrinsic
def _popcount(typing: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@_intrinsic
def _lowest(typing: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


def _inlined(function: Callable[..., Any]) -> Callable[[Callable[..., Any]], Any]:
    return cast(
        Callable[[Callable[..., Any]], Any],
        overload(function, strict=False, jit_options={"forceinline": True}),
    )


@_inlined(bits.popcount)
def _(bits: Any) -> Any:
    return lambda bits: np.int64(_popcount(bits))


@_inlined(bits.lowest)
def _(bits: Any) -> Any:
    return lambda bits: np.int64(_lowest(bits))


@_inlined(contract.mix)
def _(value: Any) -> Any:
    def scatter(value: Any) -> Any:
        value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return value ^ (value >> np.uint64(31))

    return scatter


@_inlined(contract.add_words)
def _(one: Any, other: Any) -> Any:
    return lambda one, other: one + other


@_inlined(contract.fingerprint)
def _(pos: Any) -> Any:
    lines = ["def fingerprint_of(pos):", "    total = np.uint64(0)"]
    for index, kind in enumerate(pos):
        if isinstance(kind, types.BaseTuple):
            lines.append(f"    total = mix(total ^ fingerprint(pos[{index}]))")
        elif isinstance(kind, types.Array):
            lines.append(f"    for number in pos[{index}].flat:")
            lines.append("        total = mix(total ^ np.uint64(number))")
        else:
            lines.append(f"    total = mix(total ^ np.uint64(pos[{index}]))")
    scope = {"np": np, "mix": contract.mix, "fingerprint": contract.fingerprint}
    exec("\n".join([*lines, "    return total"]), scope)
    return scope["fingerprint_of"]


def only_with(needed: ContractFunction[..., Any]) -> Callable[[_Function], _Function]:
    """A kernel that answers False, and costs nothing, in games that leave a function of the contract out."""

    def mark(function: _Function) -> _Function:
        def choose(rules: Any, *arguments: Any) -> Any:
            own = needed.is_implemented(getattr(rules, "instance_class", type(None)))
            return function if own else lambda rules, *arguments: False

        _inlined(function)(choose)
        return function

    return mark


# The contract as overloads


def make_native(
    function: ContractFunction[_Parameters, _Answer],
) -> ContractFunction[_Parameters, _Answer]:
    """Let compiled code call a function that is filled in by class."""

    def choose(rules: Any, *arguments: Any) -> Any:
        return function.implementation(getattr(rules, "instance_class", None))

    _inlined(function)(choose)
    return function


for _function in contract.functions.values():
    make_native(_function)

_registered = 0


def _register_kernels() -> None:
    global _registered
    for function in kernels[_registered:]:
        register_jitable(forceinline=function not in kernels_not_inlined)(function)
    _registered = len(kernels)


# Compiled entries, one set per game, kept in a folder that belongs to these sources

_lock = threading.RLock()
_entries: dict[tuple[Any, ...], Callable[..., Any]] = {}


def compile_kernel(function: _Function, game: Game) -> _Function:
    """A kernel as machine code for this game. The first call compiles it, or loads it from disk."""
    if numba.config.DISABLE_JIT:
        return function
    with _lock:
        view = game.view(game.start)
        _register_kernels()
        place = (function, type(view.rules), type(view.pos))
        if place not in _entries:
            _entries[place] = _entry(function, game)
        return cast(_Function, _entries[place])


def _entry(function: Callable[..., Any], game: Game) -> Callable[..., Any]:
    folder = _cache_folder(game)
    uncached = numba.njit(**ENTRY_OPTIONS)(function)
    if folder is None:
        return _explained(uncached, game)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        cached = numba.njit(cache=True, **ENTRY_OPTIONS)(function)
    except (OSError, RuntimeError):
        return _explained(uncached, game)
    finally:
        numba.config.CACHE_DIR = before

    def call(*arguments: Any) -> Any:
        try:
            return cached(*arguments)
        except CompileError:
            raise
        except Exception:  # the disk is full or the cache is damaged: play on without it
            shutil.rmtree(folder, ignore_errors=True)
            return uncached(*arguments)

    return _explained(call, game)


def _explained(call: Callable[..., Any], game: Game) -> Callable[..., Any]:
    def explained(*arguments: Any) -> Any:
        try:
            return call(*arguments)
        except CompileError as error:
            culprit = _culprit(game)
            raise BrokenGame(
                f"{_home(game, culprit)}: {culprit} cannot be compiled: {_short(error)}"
            ) from error

    return explained


def _home(game: Game, culprit: str) -> str:
    """Where a function of a game stands: in the game, or in the file that judges it in its place."""
    function = contract.functions.get(culprit)
    written = function.implementation(type(game.view(game.start).rules)) if function is not None else None
    if function is None or written is None or written is function.default:
        return game.source
    package = type(game).__module__.rpartition(".")[0] or type(game).__module__
    module = written.__module__
    return game.source if module.startswith(package) else str(sys.modules[module].__file__)


def _culprit(game: Game) -> str:
    """The first function of the contract that does not compile by itself."""
    out = np.zeros(contract.MOST_MOVES, np.int64)
    view = game.view(game.start)
    room = np.zeros(contract.ROOM, np.uint64)
    given = {"rules": view.rules, "pos": view.pos, "out": out, "at": 0, "move": 0, "depth": 0, "room": room}
    for function in contract.functions.values():
        names = function.parameters
        if not given.keys() >= set(names):
            continue
        scope = {"function": function}
        exec(f"def call({', '.join(names)}): return function({', '.join(names)})", scope)
        try:
            numba.njit(**INNER_OPTIONS)(scope["call"]).compile(
                tuple(numba.typeof(given[name]) for name in names)
            )
        except CompileError:
            return function.name
    return "the game"


def _short(error: Exception) -> str:
    """The lines of a compiler's message that say something to the author of a game."""
    telling = ("Cannot unify", "Unknown attribute", "Untyped global", "undefined", "No implementation", "NRT")
    lines = [line.strip(" -•") for line in str(error).splitlines() if line.strip()]
    for line in reversed(lines):
        if any(word in line for word in telling):
            return line
    return lines[0] if lines else type(error).__name__


def _cache_folder(game: Game) -> Path | None:
    """The folder for these sources and this game; None if there can be none."""
    try:
        sources = _package_digest()
        for module in dict.fromkeys([type(game).__module__, type(game.view(game.start).rules).__module__]):
            sources += Path(str(sys.modules[module].__file__)).read_bytes() + module.encode()
        digest = hashlib.sha256(sources).hexdigest()[:16]
        folder = cache_root() / "compiled" / f"{game.name}-{digest}"
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _drop_old_folders(folder.parent)
    except (OSError, PlygroundError):
        return None
    return folder


def is_cached(function: Callable[..., Any], game: Game) -> bool:
    """Whether this kernel, compiled for this game, is on the disk already."""
    folder = _cache_folder(game)
    return folder is not None and any(folder.rglob(f"*.{function.__name__}-*.nbi"))


@cache
def _package_digest() -> bytes:
    """A hash of every source that compiled code can depend on."""
    package = Path(contract.__file__).parent
    total = hashlib.sha256(f"{sys.version_info[:2]} {numba.__version__} {np.__version__}".encode())
    for file in sorted(package.rglob("*.py")):
        if file.relative_to(package).as_posix().startswith(COMPILED_SOURCES):
            total.update(file.read_bytes())
    return total.digest()


def _drop_old_folders(root: Path) -> None:
    folders = sorted(root.iterdir(), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[KEPT_FOLDERS:]:
        shutil.rmtree(folder, ignore_errors=True)
