"""Run the notebooks of docs/notebooks, and keep what came out: python -m tools.notebooks [NAME]...

The notebooks in the project have no outputs. What a run brings is kept in build/notebooks for as long as
neither the notebook nor Plyground has changed; the documentation and the tests take it from there.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nbformat
from filelock import FileLock
from nbclient import NotebookClient

PROJECT = Path(__file__).parent.parent
NOTEBOOKS = PROJECT / "docs" / "notebooks"
KEPT = PROJECT / "build" / "notebooks"
PATIENCE = 600
"""Seconds for a cell, on a machine that compiles everything for the first time."""


def sources_hash() -> str:
    """A hash of everything that can change what a notebook brings."""
    total = hashlib.sha256(sys.version.encode())
    for path in sorted((PROJECT / "src").rglob("*")):
        if path.is_file() and path.suffix in (".py", ".js", ".css", ".html"):
            total.update(path.read_bytes())
    return total.hexdigest()


def run_notebook(path: Path) -> Any:
    """A notebook with its outputs, from the last run or from a new one."""
    state = hashlib.sha256(sources_hash().encode() + path.read_bytes()).hexdigest()[:16]
    kept = KEPT / path.stem / f"{state}.ipynb"
    kept.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(kept.parent / "lock"):
        if not kept.exists():
            notebook = nbformat.read(path, as_version=4)
            client = NotebookClient(
                notebook, timeout=PATIENCE, resources={"metadata": {"path": str(kept.parent)}}
            )
            client.execute()
            for old in kept.parent.glob("*.ipynb"):
                old.unlink()
            nbformat.write(notebook, kept)
        return nbformat.read(kept, as_version=4)


def main(names: Sequence[str]) -> int:
    """Run the named notebooks, or all."""
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        if not names or path.stem in names:
            print(f"{path.stem} ...", flush=True)
            run_notebook(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
