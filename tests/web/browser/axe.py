"""axe-core, which looks for what shuts people out of a page. npm fetches it once, into a cache folder."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.alone import alone

PACKAGE = "axe-core@4"
GRAVE = ("serious", "critical")
COLOUR_RULES = ("color-contrast", "link-in-text-block")
"""All that can differ between a light page and the same page in the dark."""


@cache
def source() -> str:
    """The script to run inside a page."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "plyground-tests"
    script = home / "node_modules" / "axe-core" / "axe.min.js"
    with alone():
        if not script.exists():
            _fetch(home)
    return script.read_text(encoding="utf-8")


def _fetch(home: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("axe-core is not in the cache, and there is no npm to fetch it with")
    home.mkdir(parents=True, exist_ok=True)
    command = [npm, "install", "--no-save", "--no-audit", "--no-fund", "--prefix", str(home), PACKAGE]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        why = (done.stderr or done.stdout).strip().splitlines()[-1]
        pytest.skip(f"npm could not fetch {PACKAGE}: {why}")


AT_REST = """() => Promise.all(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished.catch(() => undefined)))"""
"""Waits for colours that are still changing: axe would measure one on the way."""


def grave_problems(page: Page, rules: tuple[str, ...] = ()) -> list[str]:
    """What axe-core calls serious or critical on the page as it stands, by all or some rules, a line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(source())
    page.evaluate(AT_REST)
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    found: dict[str, Any] = page.evaluate("(options) => axe.run(document, options)", options)
    return [
        f"{problem['id']} ({problem['impact']}): {node['html'][:160]} — {node['failureSummary']}"
        for problem in found["violations"]
        if problem["impact"] in GRAVE
        for node in problem["nodes"]
    ]
