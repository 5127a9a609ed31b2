"""A server and a browser for all tests of the page, and a clean window for each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="the package playwright is not installed")

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, WebError, expect, sync_playwright

from tests.web.browser.chromium import executable, launch
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.window import Window

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
PATIENCE = 90_000
"""Milliseconds after which what was expected is called missing, however busy the machine is."""

SERVER_THINKS = """
if (location.protocol.startsWith("http") && !localStorage.getItem("plyground.switches"))
  localStorage.setItem("plyground.switches", '{"here":false}');
"""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the whole run."""
    executable()
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests that do not stop it."""
    server = ServerProcess(tmp_path_factory.mktemp("served"))
    server.start()
    yield server
    server.stop()


class Windows:
    """Windows of the browser, each with a memory of its own. Errors on the console are collected."""

    def __init__(self, browser: Browser, stack: ExitStack) -> None:
        self.browser = browser
        self.stack = stack
        self.errors: list[str] = []
        self.expected: tuple[str, ...] = ()
        """Parts of messages that a test provokes, such as that of a lost connection."""

    def open(
        self, server: ServerProcess, *, phone: bool = False, thinks: bool = False, **options: Any
    ) -> Window:
        """A window on the first page; the server thinks for it unless it `thinks` itself."""
        window = self.open_at(server.address, phone=phone, **options)
        if not thinks:
            window.page.context.add_init_script(SERVER_THINKS)
        return window

    def open_at(self, address: str, *, phone: bool = False, **options: Any) -> Window:
        """A window for the page at an address."""
        options = {"viewport": PHONE if phone else DESKTOP, "reduced_motion": "reduce", **options}
        context = self.browser.new_context(has_touch=phone, is_mobile=phone, **options)
        self.stack.callback(context.close)
        self._listen(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        return Window(page, address, touch=phone)

    def _listen(self, context: BrowserContext) -> None:
        def add_message(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self.errors.append(message.text)

        def add_error(error: WebError) -> None:
            self.errors.append(str(error.error))

        context.on("console", add_message)
        context.on("weberror", add_error)

    def unexpected_errors(self) -> list[str]:
        """The errors that no test has provoked."""
        return [text for text in self.errors if not any(part in text for part in self.expected)]


@pytest.fixture
def windows(browser: Browser) -> Iterator[Windows]:
    """Windows that are closed after the test, which fails if one of them had an error on its console."""
    with ExitStack() as stack:
        windows = Windows(browser, stack)
        yield windows
        assert windows.unexpected_errors() == []


@pytest.fixture
def window(windows: Windows, server: ServerProcess) -> Window:
    """A window on a desktop screen."""
    return windows.open(server)
