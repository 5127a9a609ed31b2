"""The order of the house: rooms import only leftwards, and docs/architecture.md names all that there is."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

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


Places = dict[str, tuple[int, str]]
"""For each room its place from the left; rooms with `|` between them share one and do not meet."""


def read_order(heading: str, prefix: str = "") -> Places:
    """The order that the page gives below a heading."""
    block = re.search(rf"^{re.escape(heading)}\n\n((?:    .*\n)+)", PAGE, re.MULTILINE)
    assert block is not None
    places: Places = {}
    for place, group in enumerate(" ".join(block[1].split()).split("→")):
        for wing in group.split("|"):
            for room in wing.split(","):
                places[prefix + room.strip()] = place, wing.strip()
    return places


ROOMS = read_order("## The rooms")
ORDERED_INSIDE = re.findall(r"^### `(\w+)/`\n\n    ", PAGE, re.MULTILINE)


def room_of(parts: list[str], rooms: Places = ROOMS) -> str:
    """The room that a module or package belongs to, by the longest name that the page gives."""
    for end in range(len(parts), 0, -1):
        if (name := ".".join(parts[:end])) in rooms:
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


def rightward_imports(rooms: Places, prefix: str = "") -> list[str]:
    """Every import from a room that is not to the left, among the modules below a prefix."""
    wrong = []
    for path, tree in MODULES.items():
        if path in FRONT_DOORS or not path.startswith(prefix) or path == f"{prefix}__init__.py":
            continue
        here = room_of(module_parts(path), rooms)
        place, wing = rooms[here]
        for line, parts in imported(tree):
            if not "/".join(parts).startswith(prefix):
                continue
            there = room_of(parts, rooms)
            other_place, other_wing = rooms[there]
            if other_place > place or (other_place == place and other_wing != wing):
                wrong.append(f"{path}:{line} is in {here} and imports {'.'.join(parts)} of {there}")
    return wrong


def test_rooms_import_only_leftwards() -> None:
    assert rightward_imports(ROOMS) == []


@pytest.mark.parametrize("room", ORDERED_INSIDE)
def test_large_rooms_have_an_order_inside(room: str) -> None:
    assert rightward_imports(read_order(f"### `{room}/`", f"{room}."), f"{room}/") == []


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
