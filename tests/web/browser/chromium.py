"""The browser that the tests steer: Debian's Chromium, or whatever is called so on the PATH."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache

import pytest
from playwright.sync_api import Browser, Playwright

from tests.web.alone import alone

NAMES = ("chromium", "chromium-browser", "google-chrome")


@cache
def executable() -> str:
    """Where Chromium is. Where it is missing it is installed, if this user may; else the test is skipped."""
    if path := _find():
        return path
    with alone():
        why = "" if _find() else _install()
    if path := _find():
        return path
    pytest.skip(f"there is no Chromium on the PATH and it could not be installed: {why}")


def _find() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _install() -> str:
    if shutil.which("apt-get") is None:
        return "there is no apt-get here; install a package that brings the command chromium"
    if os.geteuid() != 0:
        return "only root may; run apt-get install chromium"
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        done = subprocess.run(["apt-get", *arguments], capture_output=True, text=True, check=False)
    return done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "apt-get install chromium failed"


def launch(playwright: Playwright) -> Browser:
    """A browser without a window."""
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(
        executable_path=executable(), args=[*as_root, "--disable-dev-shm-usage", "--disable-gpu"]
    )
