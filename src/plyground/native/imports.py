"""What a source file imports, read once: reading thirty of them takes longer than loading what was compiled.

What was found is kept on the disk by the hash of the source, so that it is never out of date.
"""

from __future__ import annotations

import ast
import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from plyground.errors import PlygroundError
from plyground.files import cache_root, write_atomically

Imports: TypeAlias = tuple[tuple[int, str, tuple[str, ...]], ...]

MOST_KEPT: Final = 2000
"""Of so many sources the imports are kept: those found last."""

_BLOCKS: Final = (ast.stmt, ast.excepthandler, ast.match_case)
"""What statements are made of, and what only groups them."""

_parsing: Final = threading.Lock()
"""Threads that parse at once can fail in Python 3.11: "AST constructor recursion depth mismatch"."""

_new: Final[dict[str, Imports]] = {}
"""What is not on the disk yet."""


def import_statements(source: bytes) -> Imports:
    """The level, the module and the names of every import; `import a, b` is two of them, without names.

    >>> import_statements(b"import os.path, sys\\nfrom . import files")
    ((0, 'os.path', ()), (0, 'sys', ()), (1, '', ('files',)))
    """
    place = hashlib.sha256(source).hexdigest()
    known = _known()
    if place not in known:
        known[place] = _new[place] = _parsed_imports(source)
    return known[place]


def store_imports() -> None:
    """Put what has been found since the last time on the disk, if that can be done."""
    new = dict(_new)
    if not new:
        return
    with suppress(OSError, PlygroundError):
        file = _file()
        every = _read() | new
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, json.dumps(dict(list(every.items())[-MOST_KEPT:])))
    for place in new:
        _new.pop(place, None)


@cache
def _known() -> dict[str, Imports]:
    """What was on the disk when this process first asked, and what it has found since."""
    return _read()


def _file() -> Path:
    return cache_root() / "imports.json"


def _read() -> dict[str, Imports]:
    """What is on the disk; nothing if that is damaged or missing."""
    try:
        stored = json.loads(_file().read_bytes())
        return {place: tuple(map(_statement, statements)) for place, statements in stored.items()}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError, PlygroundError):
        return {}


def _statement(fields: Any) -> tuple[int, str, tuple[str, ...]]:
    level, module, names = fields
    return int(level), str(module), tuple(map(str, names))


def _parsed_imports(source: bytes) -> Imports:
    found: list[tuple[int, str, tuple[str, ...]]] = []
    with _parsing:
        tree = ast.parse(source)
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            found += [(0, alias.name, ()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append((node.level, node.module or "", tuple(alias.name for alias in node.names)))
    return tuple(found)


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Every statement below a node: where imports can stand. Expressions are nine in ten of all nodes."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        for field in node._fields:
            value = getattr(node, field)
            below = [each for each in value if isinstance(each, _BLOCKS)] if isinstance(value, list) else []
            yield from below
            waiting += below
