"""JavaScript modules in one script, for pages that have no other file to load.

A module becomes a function that is called once and gives what the module exports. Names and lines stay as
they are, so that a debugger shows the code that was written; only comments are left out.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

ReadFile = Callable[[str], str]
"""Gives the text of a file by its path, with slashes."""

BLOCK_COMMENT: Final = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
LINE_COMMENT: Final = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
TYPE_COMMENT: Final = re.compile(r"/\*\* @[^\n]*?\*/ ?")
BLANK_LINES: Final = re.compile(r"\n{3,}")
IMPORT: Final = re.compile(r'^import (?:\{(?P<names>[^}]*)\} from )?"(?P<path>[^"]+)";\n', re.MULTILINE)
PASSED_ON: Final = re.compile(r'^export \{(?P<names>[^}]*)\} from "(?P<path>[^"]+)";\n', re.MULTILINE)
EXPORT: Final = re.compile(
    r"^export (?=(?:async )?(?:function\*?|class|const) (?P<name>[\w$]+))", re.MULTILINE
)
UNKNOWN: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class BundleError(Exception):
    """A module that says something which the bundler does not know."""


@dataclass
class Module:
    """A module, taken apart."""

    path: str
    body: str
    imports: dict[str, str] = field(default_factory=dict)
    """Paths of other modules, each with the names that are taken from it, as between braces."""
    exports: dict[str, str] = field(default_factory=dict)
    """Names that it gives, each with where that comes from."""


def bundle(read_file: ReadFile, entry: str) -> str:
    """One script that does what the module `entry` does, with everything that it imports.

    >>> files = {"a.js": 'import { b } from "./b.js";\\n\\nb();\\n', "b.js": "export function b() {}\\n"}
    >>> print(bundle(files.__getitem__, "a.js"))
    "use strict";
    <BLANKLINE>
    // b.js
    const $b = (() => {
    function b() {}
    return { b };
    })();
    <BLANKLINE>
    // a.js
    (() => {
    const { b } = $b;
    <BLANKLINE>
    b();
    })();
    <BLANKLINE>
    """
    modules: dict[str, Module] = {}
    _collect(read_file, entry, modules, [])
    return "\n".join(['"use strict";\n', *(_module_text(module) for module in modules.values())])


def _collect(read_file: ReadFile, path: str, modules: dict[str, Module], way: list[str]) -> None:
    """Add a module behind all those that it imports."""
    if path in modules:
        return
    if path in way:
        raise BundleError(f"{' imports '.join([*way, path])}: modules cannot import each other in a circle")
    module = take_apart(path, read_file(path))
    for other in module.imports:
        _collect(read_file, other, modules, [*way, path])
    modules[path] = module


def take_apart(path: str, text: str) -> Module:
    """A module without its comments, its imports and the word `export`."""
    for comment in (BLOCK_COMMENT, LINE_COMMENT, TYPE_COMMENT):
        text = comment.sub("", text)
    module = Module(path, "")

    def target(found: re.Match[str]) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(path), found["path"]))

    for found in IMPORT.finditer(text):
        names = _braces(found["names"]) if found["names"] is not None else ""
        before = module.imports.get(target(found), "")
        module.imports[target(found)] = ", ".join(filter(None, [before, names]))
    for found in PASSED_ON.finditer(text):
        module.imports.setdefault(target(found), "")
        for name in _names(found["names"]):
            module.exports[name] = f"{_variable(target(found))}.{name}"
    text = PASSED_ON.sub("", IMPORT.sub("", text))
    module.exports |= {found["name"]: found["name"] for found in EXPORT.finditer(text)}
    module.body = BLANK_LINES.sub("\n\n", EXPORT.sub("", text)).strip("\n")
    if unknown := UNKNOWN.search(module.body):
        raise BundleError(f"{path}: this cannot be bundled: {unknown[0]}")
    return module


def _names(braces: str) -> list[str]:
    return [name.strip() for name in braces.split(",") if name.strip()]


def _braces(names: str) -> str:
    """What stands between the braces of an import, as a pattern that takes an object apart."""
    return ", ".join(name.replace(" as ", ": ") for name in _names(names))


def _variable(path: str) -> str:
    """What holds the exports of a module."""
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))


def _module_text(module: Module) -> str:
    imports = [f"const {{ {names} }} = {_variable(path)};" for path, names in module.imports.items() if names]
    exports = ", ".join(
        name if name == value else f"{name}: {value}" for name, value in module.exports.items()
    )
    start = f"const {_variable(module.path)} = (() => {{" if exports else "(() => {"
    blank = [""] if imports else []
    lines = [f"// {module.path}", start, *imports, *blank, module.body]
    if exports:
        lines.append(f"return {{ {exports} }};")
    return "\n".join([*lines, "})();", ""])
