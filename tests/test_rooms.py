"""The order of the house: rooms import only leftwards, and docs/architecture.md names all that there is."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import plyground

SOURCE = Path(plyground.__file__).parent
PAGE = (Path(__file__).parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
MODULES = {
    path.relative_to(SOURCE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(SOURCE.rglob("*.py"))
}
FRONT_DOORS = ("__init__.py", "__main__.py", "games/__init__.py")
"""What people import from or start. They lead into the house and are in no room: `plyground.games` is both a
folder and, called, the list of all games."""


def order_of_rooms() -> dict[str, tuple[int, str]]:
    """For each room its place from the left; rooms with `|` between them share one and do not meet."""
    block = re.search(r"^## The rooms\n\n((?:    .*\n)+)", PAGE, re.MULTILINE)
    assert block is not None
    places: dict[str, tuple[int, str]] = {}
    for place, group in enumerate(re.split("→", " ".join(block[1].split()))):
        for wing in group.split("|"):
            for room in wing.split(","):
                places[room.strip()] = place, wing.strip()
    return places


ROOMS = order_of_rooms()


def room_of(parts: list[str]) -> str:
    """The room that a module or package belongs to, by the longest name that the page gives."""
    for end in range(len(parts), 0, -1):
        if (name := ".".join(parts[:end])) in ROOMS:
            return name
    raise AssertionError(f"docs/architecture.md gives no room to {'.'.join(parts)}")


def module_parts(path: str) -> list[str]:
    """`engine/search.py` as the names between the dots."""
    return path.removesuffix(".py").removesuffix("/__init__").split("/")


def imported(tree: ast.Module) -> Iterator[tuple[int, list[str]]]:
    """Every import of our own, wherever in the file it stands, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            package, *parts = name.split(".")
            if package == "plyground" and parts and not parts[0].startswith("__"):
                yield node.lineno, parts


def test_rooms_import_only_leftwards() -> None:
    wrong = []
    for path, tree in MODULES.items():
        if path in FRONT_DOORS:
            continue
        here = room_of(module_parts(path))
        place, wing = ROOMS[here]
        for line, parts in imported(tree):
            there = room_of(parts)
            other_place, other_wing = ROOMS[there]
            if other_place > place or (other_place == place and other_wing != wing):
                wrong.append(f"{path}:{line} is in {here} and imports {'.'.join(parts)} of {there}")
    assert wrong == []


def test_every_room_is_there() -> None:
    for room in ROOMS:
        path = SOURCE / room.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__init__.py").is_file(), room


def test_the_page_names_every_module_once() -> None:
    rooms = PAGE.partition("## The rooms")[2].partition("\n## ")[0]
    named = Counter(re.findall(r"^\| `([\w/]+\.py)` \|", rooms, re.MULTILINE))
    there = {path for path in MODULES if not path.endswith("/__init__.py") and path not in FRONT_DOORS}
    assert sorted(there - set(named)) == []
    assert sorted(set(named) - there) == []
    assert [path for path, times in named.items() if times > 1] == []


def test_no_two_classes_of_a_room_share_a_name() -> None:
    homes: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path, tree in MODULES.items():
        if path in FRONT_DOORS:
            continue
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                homes[room_of(module_parts(path)).partition(".")[0], node.name].append(path)
    shared = {name: paths for (_, name), paths in homes.items() if len(paths) > 1}
    allowed = {"Rules", "Position"}  # what every game calls its own two classes
    assert {name: paths for name, paths in shared.items() if name not in allowed} == {}
