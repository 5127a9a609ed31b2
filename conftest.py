"""What every test needs: a data folder of its own, and for examples in README and docs the files shown."""

from __future__ import annotations

import gc
import re
from pathlib import Path

import pytest
from _pytest.doctest import DoctestItem

collect_ignore = ["tools/include_documentation.py"]
"""Only the build back end loads it, where hatchling is installed."""
gc.set_threshold(10_000, 10, 10)
"""Python's own figure is 700; with all that is loaded here a fifth of the time would go into looking."""
SHOWN_FILE = re.compile(r"^```python\n# (\w+\.py)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the games of tests away from the games of the person who runs them."""
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "plyground-data"))


@pytest.fixture(autouse=True)
def _shown_files(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write each shown file that begins with its name in a comment, and run the examples beside it."""
    if not isinstance(request.node, DoctestItem) or request.path.suffix != ".md":
        return
    for name, text in SHOWN_FILE.findall(request.path.read_text(encoding="utf-8")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
