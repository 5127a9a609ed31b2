"""Firefox, the system's own, steered over WebDriver BiDi by puppeteer-core, which npm fetches once.

Playwright steers only a Firefox of its own making.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.web.alone import alone
from tests.web.browser.system_browser import find_browser

PACKAGES = ("firefox-esr",)
NAMES = (*PACKAGES, "firefox")
PACKAGE = "puppeteer-core@25"
SCRIPT = Path(__file__).with_name("firefox_game.mjs")
SECONDS = 600
"""Nobody waits longer for a browser that hangs."""


def play_in_firefox(file: Path, moves: str, most: int = 1000) -> dict[str, Any]:
    """What `firefox_game.mjs` saw on the page in a file; skips where Firefox is not and cannot be installed.

    It makes at most `most` moves of its own, then looks at the position after `moves`, and at a puzzle.
    """
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on the PATH")
    firefox = find_browser(NAMES, PACKAGES)
    command = [node, str(SCRIPT), _puppeteer().as_uri(), firefox, file.as_uri(), moves, str(most)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stdout)
    return seen


def _puppeteer() -> Path:
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "plyground-tests" / "firefox"
    script = home / "node_modules" / "puppeteer-core" / "lib" / "puppeteer" / "puppeteer-core.js"
    with alone():
        if not script.exists():
            _fetch(home)
    return script


def _fetch(home: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("puppeteer-core is not in the cache, and there is no npm to fetch it with")
    home.mkdir(parents=True, exist_ok=True)
    command = [npm, "install", "--no-save", "--no-audit", "--no-fund", "--prefix", str(home), PACKAGE]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        why = (done.stderr or done.stdout).strip().splitlines()[-1]
        pytest.skip(f"npm could not fetch {PACKAGE}: {why}")
