"""The browser that the tests steer: Debian's headless shell of Chromium, or a Chromium that is there.

The shell is the same engine without what surrounds the page, and takes half the time of a whole Chromium.
"""

from __future__ import annotations

import os
from functools import cache

from playwright.sync_api import Browser, Playwright

from tests.web.browser.system_browser import find_browser

PACKAGES = ("chromium-headless-shell", "chromium")
NAMES = (*PACKAGES, "chromium-browser", "google-chrome")
FLAGS = (
    "--disable-dev-shm-usage",
    "--disable-gpu",
    # Fewer processes: the tests open only pages of their own.
    "--in-process-gpu",
    "--process-per-site",
    "--disable-site-isolation-trials",
)


@cache
def executable() -> str:
    """Where Chromium is. Where it is missing it is installed, if this user may; else the test is skipped."""
    return find_browser(NAMES, PACKAGES)


def launch(playwright: Playwright) -> Browser:
    """A browser without a window."""
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=executable(), args=[*as_root, *FLAGS])
