"""A release in one command: python -m tools.release 0.2.0 writes version and changelog, commits and tags.

It refuses a tree with changes, a version that is not higher, and an empty list of changes. It sends nothing.
"""

from __future__ import annotations

import datetime
import re
import subprocess
import sys
from pathlib import Path

from packaging.version import InvalidVersion, Version

PROJECT = Path(__file__).parent.parent
UNRELEASED = "## [Unreleased]\n"


class NoRelease(Exception):
    """Why there is no release, in one line."""


def git(project: Path, *arguments: str) -> str:
    """What git prints."""
    done = subprocess.run(["git", *arguments], cwd=project, capture_output=True, text=True)
    if done.returncode != 0:
        raise NoRelease(f"git {arguments[0]} failed: {done.stderr.strip()}")
    return done.stdout


def release(version: str, project: Path = PROJECT, day: datetime.date | None = None) -> str:
    """Make the release and return its tag."""
    try:
        wanted = Version(version)
    except InvalidVersion:
        raise NoRelease(f"{version!r} is no version; write one such as 0.2.0") from None
    home = project / "src" / "plyground" / "__init__.py"
    source = home.read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.*)"$', source, re.MULTILINE)
    if found is None:
        raise NoRelease(f"{home} has no __version__")
    tag = f"v{wanted}"
    is_first = not git(project, "tag", "--list").strip()
    if wanted < Version(found[1]) or (wanted == Version(found[1]) and not is_first):
        raise NoRelease(f"{version} is not higher than {found[1]}")
    if git(project, "status", "--porcelain").strip():
        raise NoRelease("there are changes that are not committed; commit them first")
    log = project / "CHANGELOG.md"
    changes = log.read_text(encoding="utf-8")
    head, mark, rest = changes.partition(UNRELEASED)
    notes = rest.partition("\n## [")[0].strip()
    if not mark or not notes:
        raise NoRelease("CHANGELOG.md has nothing under Unreleased")
    today = (day or datetime.date.today()).isoformat()
    log.write_text(f"{head}{UNRELEASED}\n## [{wanted}] - {today}\n{rest}", encoding="utf-8")
    home.write_text(source.replace(found[0], f'__version__ = "{wanted}"'), encoding="utf-8")
    git(project, "commit", "--all", "--message", f"Release {wanted}")
    git(project, "tag", "--annotate", tag, "--message", f"Plyground {wanted}\n\n{notes}")
    return tag


def main(arguments: list[str]) -> int:
    """The command."""
    if len(arguments) != 1:
        print("write python -m tools.release VERSION, such as 0.2.0", file=sys.stderr)
        return 2
    try:
        print(f"{release(arguments[0])} is made; publish it with git push --follow-tags")
    except NoRelease as error:
        print(f"no release: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
