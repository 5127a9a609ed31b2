"""Which files a compiled kernel depends on: a change in one of them makes what is on the disk useless.

Compiled code holds the functions and the constants of every module that its modules import, so all imports
are followed, wherever they stand in a file, within the package and to files beside a user's game. Left out
are modules of which a test knows that nothing of them is compiled.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import numba
import numpy as np

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


def sources_digest(modules: Iterable[str]) -> str:
    """A hash of these modules, of all that they import, and of the compiler."""
    return _digest(tuple(sorted(set(modules))))


@cache
def _digest(modules: tuple[str, ...]) -> str:
    total = hashlib.sha256(f"{sys.version_info[:2]} {numba.__version__} {np.__version__}".encode())
    for name, file in sorted(source_files(modules).items()):
        total.update(name.encode() + hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()[:16]


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
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
                base = f"{above}.{base}".rstrip(".")
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)
