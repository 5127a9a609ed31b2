"""Which files a compiled kernel depends on: a change in one of them makes what is on the disk useless.

Compiled code holds the functions and the constants of every module that its modules import, so all imports
are followed, wherever they stand in a file, within the package and to files beside a user's game. A user's
file may also compute its constants, or read them from a file beside it, so that their values count as well.
Left out are modules of which a test knows that nothing of them is compiled.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, Final

import numba
import numpy as np

from plyground.native.imports import import_statements, store_imports

PACKAGE: Final = "plyground"
NEVER_COMPILED: Final = frozenset(
    {
        "plyground",
        "plyground.board",
        "plyground.catalogue",
        "plyground.cells",
        "plyground.engine",
        "plyground.errors",
        "plyground.files",
        "plyground.game",
        "plyground.game_values",
        "plyground.native.code_cache",
        "plyground.native.diagnosis",
        "plyground.native.sources",
        "plyground.players.classics.classic",
        "plyground.players.player",
        "plyground.positions",
        "plyground.source_location",
        "plyground.variants",
    }
)
"""Modules that those with kernels import, but of which nothing gets into machine code."""


def sources_digest(modules: Iterable[str], functions: Iterable[Callable[..., Any]] = ()) -> str:
    """A hash of these modules, all that they import, what these functions enclose, and the compiler."""
    enclosed = "".join(_value_text(value) for function in functions for value in _enclosed_values(function))
    digest = _digest(tuple(sorted(set(modules))))
    return hashlib.sha256(f"{digest} {enclosed}".encode()).hexdigest()[:16] if enclosed else digest


@cache
def _digest(modules: tuple[str, ...]) -> str:
    total = hashlib.sha256(f"{sys.version_info[:2]} {numba.__version__} {np.__version__}".encode())
    for name, file in sorted(source_files(modules).items()):
        total.update(name.encode() + hashlib.sha256(file.read_bytes()).digest())
        if not name.startswith(f"{PACKAGE}."):
            total.update(_constants_text(name).encode())
    return total.hexdigest()[:16]


def _constants_text(name: str) -> str:
    """The values of the constants of a module that is loaded, as they get into machine code."""
    scope = vars(sys.modules[name]) if name in sys.modules else {}
    lines = []
    for key, value in sorted(scope.items()):
        if isinstance(value, FunctionType):
            lines += [f"{key}: {_value_text(each)}" for each in _enclosed_values(value)]
        elif not key.startswith("__"):
            lines.append(f"{key}: {_value_text(value)}")
    return "\n".join(lines)


def _enclosed_values(function: Callable[..., Any]) -> Iterator[Any]:
    """What a function holds beside its text: defaults, and variables of the function that made it."""
    yield from getattr(function, "__defaults__", None) or ()
    for cell in getattr(function, "__closure__", None) or ():
        with suppress(ValueError):  # a cell that is empty still
            yield cell.cell_contents


def _value_text(value: Any) -> str:
    """A value that Numba would make part of the code, as text; nothing for any other."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, tuple):
        return f"({', '.join(map(_value_text, value))})"
    if isinstance(value, bool | int | float | complex | str | bytes | np.generic):
        return f"{type(value).__name__} {value!r}"
    return ""


def source_files(modules: Iterable[str]) -> dict[str, Path]:
    """The files of these modules and of all that they import, by the name of the module."""
    found: dict[str, Path] = {}
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        if name in found or name in NEVER_COMPILED:
            continue
        file = _file_of(name)
        if file is None:
            continue
        found[name] = file
        waiting += [each for each in _imports(name, file) if _belongs(each, name, file)]
    store_imports()
    return found


def _belongs(imported: str, name: str, file: Path) -> bool:
    top = imported.partition(".")[0]
    if top in (PACKAGE, name.partition(".")[0]):
        return True
    target = _file_of(imported) if top not in sys.stdlib_module_names else None
    return target is not None and file.parent in target.parents


def _file_of(name: str) -> Path | None:
    module = sys.modules.get(name)
    if module is not None:
        file = getattr(module, "__file__", None)
    else:
        try:
            spec = importlib.util.find_spec(name)
        except (ImportError, ValueError):
            return None
        file = spec.origin if spec is not None else None
    return Path(file) if file is not None and file.endswith(".py") else None


def _imports(name: str, file: Path) -> Iterator[str]:
    """Every module that a file may import; some are only names in a module."""
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    for level, base, names in import_statements(file.read_bytes()):
        if level:
            above = package.rsplit(".", level - 1)[0] if level > 1 else package
            base = f"{above}.{base}".rstrip(".")
        yield base
        yield from (f"{base}.{each}" for each in names)
