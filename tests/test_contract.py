"""The contract as an author of games meets it: its page, and what mypy says of a game file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from plyground import contract
from tests.make_contract_page import PAGE, page

PROJECT = Path(__file__).parent.parent
COLUMNS = (Path(__file__).parent / "data" / "games" / "columns.py").read_text()
README = (PROJECT / "README.md").read_text(encoding="utf-8")


def test_the_page_is_what_the_program_writes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.make_contract_page"


def test_the_page_names_every_function_once() -> None:
    headings = re.findall(r"^### `(\w+)\(", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(headings) == len(set(headings))
    assert set(contract.functions) < set(headings)


WRONG = {
    "def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:": (
        "def _(rules: Rules, pos: Position, out: Moves) -> int:\n    at = 0",
        'expected "Callable[[Any, Any, ndarray',
    ),
    "def _(rules: Rules, pos: Position) -> int:": (
        "def _(rules: Rules, pos: Position) -> str:",
        'expected "Callable[[Any, Any], int]"',
    ),
    "def cells(self, pos: Position, move: int)": (
        "def cells(self, move: int)",
        'Signature of "cells" incompatible with supertype',
    ),
    "def ending(self, pos: Position, last: LastMove | None) -> Ending:": (
        "def ending(self, pos: Position, last: LastMove | None) -> str:",
        'Return type "str" of "ending" incompatible with return type "Ending"',
    ),
}


def test_mypy_checks_a_game_file(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api")
    sample = re.search(r"```python\n(# treblecross\.py\n.*?)```", README, re.DOTALL)
    assert sample is not None
    bad = COLUMNS
    for right, (wrong, _) in WRONG.items():
        assert right in bad
        bad = bad.replace(right, wrong, 1)
    files = {"readme_game.py": sample[1], "good_game.py": COLUMNS, "bad_game.py": bad}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    options = ["--no-error-summary", "--cache-dir", str(tmp_path / "cache"), "--follow-imports", "silent"]
    settings = tmp_path / "mypy.ini"
    settings.write_text("[mypy]\n")
    options += ["--config-file", str(settings)]
    said, _, _ = api.run([*options, str(tmp_path / "readme_game.py")])
    assert said == ""
    said, _, _ = api.run(
        [*options, "--strict", *(str(tmp_path / name) for name in ("good_game.py", "bad_game.py"))]
    )
    assert "good_game.py" not in said
    for _, error in WRONG.values():
        assert error in said
