"""What the examples in README.md and docs/ need: the files that they show, in a folder of their own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from _pytest.doctest import DoctestItem

SHOWN_FILE = re.compile(r"^```python\n# (\w+\.py)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture(autouse=True)
def _shown_files(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write each shown file that begins with its name in a comment, and run the examples beside it."""
    if not isinstance(request.node, DoctestItem) or request.path.suffix != ".md":
        return
    for name, text in SHOWN_FILE.findall(request.path.read_text(encoding="utf-8")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
