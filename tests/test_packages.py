"""What surrounds the wheel: completion, the man page, the public surface, a release."""

from __future__ import annotations

import datetime
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import man_page, public_surface
from tools.release import NoRelease, release

PROJECT = Path(__file__).parent.parent


def complete(line: str) -> list[str]:
    """What a shell is offered for the last word of a line."""
    words = line.split(" ")
    environment = os.environ | {
        "_PLYGROUND_COMPLETE": "bash_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    program = "from plyground.commands.main import main; main()"
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    return done.stdout.split()


def test_a_shell_completes_commands_games_players_and_files() -> None:
    assert complete("plyground comp") == ["plain,completion"]
    assert complete("plyground solve squ") == ["plain,squava", "plain,squeeze"]
    assert complete("plyground play squava --first per") == ["plain,perfect"]
    assert complete("plyground perft ./my") == ["file,./my"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(shell: str) -> None:
    program = f"from plyground.commands.main import run; run(['completion', {shell!r}])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert f"_PLYGROUND_COMPLETE={shell}_complete" in done.stdout
    if shutil.which(shell):
        assert subprocess.run([shell, "-n"], input=done.stdout, text=True).returncode == 0


def test_the_man_page_is_that_of_the_commands() -> None:
    assert man_page.PAGE.read_text(encoding="utf-8") == man_page.page(), "run python -m tools.man_page"
    if shutil.which("man"):
        done = subprocess.run(
            ["man", "--warnings", "-l", str(man_page.PAGE)],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        assert done.stderr == ""


def test_a_change_of_the_public_surface_is_in_the_changelog() -> None:
    known = public_surface.SURFACE.read_text(encoding="utf-8").splitlines()
    program = "from tools.public_surface import surface; print(*surface(), sep='\\n')"  # nothing imported yet
    now = subprocess.run(
        [sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    changed = public_surface.changed_names(known, now.stdout.splitlines())
    assert changed == set(), "mention these in CHANGELOG.md, then run python -m tools.public_surface"
    assert public_surface.unexplained({"no_such_name"}) == ["no_such_name"]


def test_a_release_writes_version_changelog_and_tag(tmp_path: Path) -> None:
    home = tmp_path / "src" / "plyground"
    home.mkdir(parents=True)
    (home / "__init__.py").write_text('__version__ = "0.1.0"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n")

    def git(*arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout

    git("init", "--quiet")
    git("config", "user.name", "a")
    git("config", "user.email", "a@b")
    git("add", ".")
    git("commit", "--quiet", "--message", "begin")
    with pytest.raises(NoRelease, match="is no version"):
        release("new", tmp_path)
    with pytest.raises(NoRelease, match=r"is not higher than 0\.1\.0"):
        release("0.0.9", tmp_path)
    assert release("0.2.0", tmp_path, datetime.date(2030, 1, 2)) == "v0.2.0"
    assert git("tag").split() == ["v0.2.0"]
    assert git("status", "--porcelain") == ""
    assert (home / "__init__.py").read_text() == '__version__ = "0.2.0"\n'
    assert (
        "## [Unreleased]\n\n## [0.2.0] - 2030-01-02\n\n### Added" in (tmp_path / "CHANGELOG.md").read_text()
    )
    with pytest.raises(NoRelease, match="nothing under Unreleased"):
        release("0.3.0", tmp_path)
    (home / "__init__.py").write_text('__version__ = "0.2.0"  \n')
    with pytest.raises(NoRelease):
        release("0.3.0", tmp_path)
