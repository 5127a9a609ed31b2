"""Browsers of the system, installed as Debian packages where they are missing and this user may."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence

import pytest

from tests.web.alone import alone


def find_browser(names: Sequence[str], packages: Sequence[str]) -> str:
    """Where the first of these programs is. If none is, a package is installed, or the test skipped."""
    why = ""
    for package in packages:
        if path := _find(names):
            return path
        with alone():
            why = "" if _find(names) else _install(package)
    if path := _find(names):
        return path
    pytest.skip(f"there is no {packages[-1]} on the PATH and it could not be installed: {why}")


def _find(names: Sequence[str]) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


def _install(package: str) -> str:
    if shutil.which("apt-get") is None:
        return f"there is no apt-get here; install a package that brings the command {package}"
    if os.geteuid() != 0:
        return f"only root may; run apt-get install {package}"
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", package]):
        done = subprocess.run(["apt-get", *arguments], capture_output=True, text=True, check=False)
    return (
        done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"apt-get install {package} failed"
    )
