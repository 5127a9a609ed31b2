"""Build the documentation: python -m tools.documentation.build [FOLDER], by default build/docs.

Nothing is done where nothing has changed since the last time. Any warning of mkdocs is an error.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from filelock import FileLock

from tools.notebooks import PROJECT, sources_hash

SITE = PROJECT / "build" / "docs"
STATE = ".inputs"
INPUTS = ("docs", "tools", "mkdocs.yml", "CONTRIBUTING.md", "CHANGELOG.md")


def inputs_hash() -> str:
    """A hash of everything that the site is made from."""
    total = hashlib.sha256(sources_hash().encode())
    for name in INPUTS:
        top = PROJECT / name
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file() and "__pycache__" not in path.parts:
                total.update(path.as_posix().encode() + path.read_bytes())
    return total.hexdigest()


def build(site: Path = SITE) -> tuple[bool, str]:
    """Build the site if it is not the one of now. Whether that went well, and what mkdocs said."""
    state = inputs_hash()
    site.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(site.parent / f"{site.name}.lock"):
        kept = site / STATE
        if kept.exists() and kept.read_text(encoding="utf-8") == state:
            return True, f"{site} is up to date"
        done = subprocess.run(
            [sys.executable, "-m", "mkdocs", "build", "--strict", "--clean", "--site-dir", str(site)],
            cwd=PROJECT,
            env=os.environ
            | {"PYTHONPATH": os.pathsep.join([str(PROJECT), os.environ.get("PYTHONPATH", "")])},
            capture_output=True,
            text=True,
        )
        if done.returncode == 0:
            for path in site.rglob("*.map"):  # for debuggers of the theme's own script
                path.unlink()
            kept.write_text(state, encoding="utf-8")
        return done.returncode == 0, done.stderr


def main(arguments: list[str]) -> int:
    """The command."""
    site = Path(arguments[0]) if arguments else SITE
    is_built, words = build(site)
    if not is_built:
        print(words, file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) / 1e6
    print(f"{site}: {len([*site.rglob('*.html')])} pages, {size:.1f} MB; open {site / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
