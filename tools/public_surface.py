"""What is public, with its signatures: python -m tools.public_surface writes tests/data/public_surface.txt.

A name that changed has to be in the changelog under Unreleased, in backquotes; otherwise nothing is written.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

PROJECT = Path(__file__).parent.parent
SURFACE = PROJECT / "tests" / "data" / "public_surface.txt"
CHANGELOG = PROJECT / "CHANGELOG.md"
MODULES: Final = ("plyground", "plyground.contract", "plyground.game", "plyground.variants", "plyground.bits")
"""Everything else may change without notice."""


def surface() -> list[str]:
    """A line for each public name, and for each public method of a public class."""
    return sorted(line for name in MODULES for line in module_lines(name))


def module_lines(name: str) -> Iterator[str]:
    """A line for each public name of a module, and for the methods of classes."""
    module = importlib.import_module(name)
    for each in public_names(name):
        value = getattr(module, each)
        yield f"{name}.{each}{signature(value)}"
        if inspect.isclass(value) and value.__module__.startswith("plyground"):
            yield from class_lines(f"{name}.{each}", value)


def public_names(name: str) -> list[str]:
    """The public names of a module: those in `__all__`, or those that it defines."""
    module = importlib.import_module(name)
    return getattr(module, "__all__", None) or [
        each
        for each, value in vars(module).items()
        if not each.startswith("_") and getattr(value, "__module__", None) == name
    ]


def class_lines(path: str, kind: type) -> Iterator[str]:
    """The public methods and properties that a class defines."""
    for name, value in vars(kind).items():
        if name.startswith("_"):
            continue
        if isinstance(value, property):
            yield f"{path}.{name}: {annotation(value)}"
        elif inspect.isroutine(value) or isinstance(value, staticmethod | classmethod):
            yield f"{path}.{name}{signature(getattr(kind, name))}"


def annotation(value: property) -> str:
    """The type of a property."""
    return str(inspect.signature(value.fget).return_annotation) if value.fget else ""


def signature(value: Any) -> str:
    """How something is called; nothing for what is not."""
    if not callable(value):
        return ""
    try:
        return re.sub(r" at 0x[0-9a-f]+", "", str(inspect.signature(value)))
    except (TypeError, ValueError):
        return ""


def changed_names(before: list[str], after: list[str]) -> set[str]:
    """The names of what is new, gone or different.

    >>> changed_names(["a.b(x)", "a.c()"], ["a.b(x, y)", "a.c()"])
    {'b'}
    """
    lines = set(before) ^ set(after)
    return {re.split(r"[(:]", line)[0].rpartition(".")[2] for line in lines}


def unexplained(names: set[str]) -> list[str]:
    """The names that the changelog does not mention under Unreleased."""
    notes = CHANGELOG.read_text(encoding="utf-8").partition("## [Unreleased]")[2].partition("\n## [")[0]
    quoted = " ".join(re.findall(r"`([^`]*)`", notes))
    return sorted(name for name in names if not re.search(rf"\b{re.escape(name)}\b", quoted))


def main() -> int:
    """Write the file, if the changelog explains what changed."""
    now = surface()
    before = SURFACE.read_text(encoding="utf-8").splitlines() if SURFACE.exists() else now
    if missing := unexplained(changed_names(before, now)):
        print(f"CHANGELOG.md does not mention under Unreleased: {', '.join(missing)}", file=sys.stderr)
        return 1
    SURFACE.write_text("\n".join(now) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
