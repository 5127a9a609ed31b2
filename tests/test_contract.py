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


STRICT = (
    *("disallow_any_generics", "disallow_subclassing_any", "disallow_untyped_calls", "disallow_untyped_defs"),
    *("disallow_incomplete_defs", "check_untyped_defs", "disallow_untyped_decorators", "warn_unused_ignores"),
    *("warn_return_any", "strict_equality", "extra_checks"),
)
"""What `--strict` asks of a module."""


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
    settings = tmp_path / "mypy.ini"
    flags = "".join(f"{flag} = True\n" for flag in STRICT)
    settings.write_text(f"[mypy]\n[mypy-good_game,bad_game]\n{flags}")
    options = ["--no-error-summary", "--cache-dir", str(tmp_path / "cache"), "--follow-imports", "silent"]
    said, _, _ = api.run(
        [*options, "--config-file", str(settings), *(str(tmp_path / name) for name in files)]
    )
    assert "readme_game.py" not in said
    assert "good_game.py" not in said
    for _, error in WRONG.values():
        assert error in said
