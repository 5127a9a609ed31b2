"""The project around the code: what is promised in one file is kept in the others."""

from __future__ import annotations

import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.version import Version

import plyground

PROJECT = Path(__file__).parent.parent
SOURCES = PROJECT / "src" / "plyground"
HEAVY = ("numba", "llvmlite", "numpy")


def text(name: str) -> str:
    return (PROJECT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["analyse", "--help"], ["frobnicate"]])
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    program = (
        "import sys\n"
        "from plyground.commands.main import run\n"
        f"run({arguments!r})\n"
        f"print('loaded:', *(name for name in {HEAVY!r} if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "loaded:"


def test_importing_the_package_loads_nothing_heavy() -> None:
    program = f"import sys, plyground; sys.exit(any(name in sys.modules for name in {HEAVY!r}))"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


def test_only_commands_know_click_and_only_surfaces_draw() -> None:
    for file in SOURCES.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        room = file.relative_to(SOURCES).parts[0]
        if room != "commands":
            assert not re.search(r"^\s*(import|from) click\b", source, re.MULTILINE), file
        if room in ("solver", "tables", "arena"):
            assert "<svg" not in source, file


@pytest.mark.parametrize("target", ["play", "test"])
def test_commands_of_the_readme_are_in_the_makefile(target: str) -> None:
    head = "\n".join(text("README.md").splitlines()[:40])
    assert f"make {target}" in head
    assert re.search(rf"^{target}:", text("Makefile"), re.MULTILINE)


def test_version_is_not_older_than_the_changelog() -> None:
    headings = re.findall(r"^## \[(.+?)\]", text("CHANGELOG.md"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    versions = [Version(plyground.__version__), *map(Version, headings[1:])]
    assert versions == sorted(versions, reverse=True)


def test_installed_version_is_that_of_the_package() -> None:
    try:
        installed = importlib.metadata.version("plyground")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("plyground runs from its sources here")
    assert installed == plyground.__version__


def test_every_dependency_is_pinned_to_what_was_tested() -> None:
    lines = [line for line in text("constraints.txt").splitlines() if line and not line.startswith("#")]
    pins = {plain_name(line) for line in lines}
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in lines)
    metadata = tomllib.loads(text("pyproject.toml"))
    project = metadata["project"]
    wanted = [*metadata["build-system"]["requires"], *project["dependencies"]]
    wanted += [requirement for extra in project["optional-dependencies"].values() for requirement in extra]
    assert {plain_name(requirement) for requirement in wanted} <= pins


def plain_name(requirement: str) -> str:
    """A requirement's package, spelled in the one way that compares equal."""
    match = re.match(r"[\w.-]+", requirement)
    assert match is not None
    return re.sub(r"[-_.]+", "-", match[0]).lower()


def test_continuous_integration_runs_the_tests() -> None:
    script = PROJECT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text(encoding="utf-8")
