"""The browser that the tests steer: Debian's Chromium, or whatever is called so on the PATH."""

from __future__ import annotations

import os
from functools import cache

from playwright.sync_api import Browser, Playwright

from tests.web.browser.system_browser import find_browser

NAMES = ("chromium", "chromium-browser", "google-chrome")


@cache
def executable() -> str:
    """Where Chromium is. Where it is missing it is installed, if this user may; else the test is skipped."""
    return find_browser(NAMES, "chromium")


def launch(playwright: Playwright) -> Browser:
    """A browser without a window."""
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(
        executable_path=executable(), args=[*as_root, "--disable-dev-shm-usage", "--disable-gpu"]
    )
