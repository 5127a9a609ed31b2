"""A server and a browser for all tests of the page, and a clean window for each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="the package playwright is not installed")

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Page,
    ViewportSize,
    WebError,
    expect,
    sync_playwright,
)

from tests.web.browser.chromium import executable, launch
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.window import Window

DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=360, height=740)
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


class SharedContext:
    """A context for one window after another: what a page stored is cleared, the page's files stay cached."""

    def __init__(self, browser: Browser, *, phone: bool, thinks: bool) -> None:
        self.context = browser.new_context(
            viewport=PHONE if phone else DESKTOP, has_touch=phone, is_mobile=phone, reduced_motion="reduce"
        )
        if not thinks:
            self.context.add_init_script(SERVER_THINKS)
        self._first: Page = self.context.new_page()
        self._devtools: CDPSession = self.context.new_cdp_session(self._first)

    @contextmanager
    def lend(self, origin: str) -> Iterator[BrowserContext]:
        """The context, with nothing stored of this origin, until all of its windows are closed again."""
        self._devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        try:
            yield self.context
        finally:
            for page in self.context.pages:
                if page is not self._first:
                    page.close()
            self.context.set_offline(False)
            self.context.clear_permissions()
            self.context.clear_cookies()


class SharedContexts:
    """The contexts of one browser that are lent to tests, by what they have in common."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: defaultdict[tuple[bool, bool], list[SharedContext]] = defaultdict(list)

    @contextmanager
    def lend(self, origin: str, *, phone: bool, thinks: bool) -> Iterator[BrowserContext]:
        """A context that nobody else has now."""
        free = self._free[phone, thinks]
        shared = free.pop() if free else SharedContext(self.browser, phone=phone, thinks=thinks)
        with shared.lend(origin) as context:
            yield context
        free.append(shared)


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> SharedContexts:
    """The contexts for windows on servers."""
    return SharedContexts(browser)


class Windows:
    """Windows of the browser, each with a memory of its own. Errors on the console are collected."""

    def __init__(self, contexts: SharedContexts, stack: ExitStack) -> None:
        self.contexts = contexts
        self.stack = stack
        self.errors: list[str] = []
        self.expected: tuple[str, ...] = ()
        """Parts of messages that a test provokes, such as that of a lost connection."""

    def open(
        self,
        server: ServerProcess,
        *,
        phone: bool = False,
        thinks: bool = False,
        viewport: ViewportSize | None = None,
        **media: Any,
    ) -> Window:
        """A window on the first page; the server thinks for it unless it `thinks` itself."""
        origin = server.address.removesuffix("/").removesuffix(server.prefix)
        context = self.stack.enter_context(self.contexts.lend(origin, phone=phone, thinks=thinks))
        window = self._open_in(context, server.address, phone=phone)
        if viewport:
            window.page.set_viewport_size(viewport)
        if media:
            window.page.emulate_media(**media)
        return window

    def open_at(self, address: str, *, phone: bool = False, **options: Any) -> Window:
        """A window for the page at an address, in a context of its own."""
        options = {"viewport": PHONE if phone else DESKTOP, "reduced_motion": "reduce", **options}
        context = self.contexts.browser.new_context(has_touch=phone, is_mobile=phone, **options)
        self.stack.callback(context.close)
        return self._open_in(context, address, phone=phone)

    def _open_in(self, context: BrowserContext, address: str, *, phone: bool) -> Window:
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
        self.stack.callback(context.remove_listener, "console", add_message)
        self.stack.callback(context.remove_listener, "weberror", add_error)

    def unexpected_errors(self) -> list[str]:
        """The errors that no test has provoked."""
        return [text for text in self.errors if not any(part in text for part in self.expected)]


@pytest.fixture
def windows(contexts: SharedContexts) -> Iterator[Windows]:
    """Windows that are closed after the test, which fails if one of them had an error on its console."""
    with ExitStack() as stack:
        windows = Windows(contexts, stack)
        yield windows
        assert windows.unexpected_errors() == []


@pytest.fixture
def window(windows: Windows, server: ServerProcess) -> Window:
    """A window on a desktop screen."""
    return windows.open(server)
