"""Games as a site on a static host: the first page, a game, and all of it again without a network."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import expect

import plyground as pg
from plyground.export.site import export_site, write_site
from tests.web.browser.axe import grave_problems
from tests.web.browser.conftest import Windows
from tests.web.browser.window import LONG


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves a folder, and prints nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with two games, under a path of its host."""
    folder = tmp_path_factory.mktemp("host")
    write_site(folder / "games", export_site([pg.find("noughts"), pg.find("squeeze:4x4")]))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=folder))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/games/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_site_is_played_and_kept_for_when_there_is_no_network(windows: Windows, site: str) -> None:
    window = windows.open_at(site)
    window.go()
    cards = window.page.locator(".game-card")
    expect(cards).to_have_count(2)
    expect(cards.filter(has=window.page.locator(".mark"))).to_have_count(2, timeout=LONG)
    assert grave_problems(window.page) == []
    window.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    window.page.context.set_offline(True)
    window.go()
    window.page.get_by_role("button", name="Noughts and crosses", exact=True).click()
    dialog = window.page.get_by_role("dialog", name="Noughts and crosses")
    dialog.get_by_role("button", name="Play", exact=True).click()
    window.board.wait_for()
    made = window.play_to_the_end()
    assert made > 1
    window.go()
    expect(window.page.locator(".mine-row")).to_have_count(1)
    window.go("lesson/search-2-minimax/2")
    window.page.locator('.lesson-task [data-cell="a3"]').click()
    expect(window.page.locator(".lesson-feedback")).to_contain_text("The only move whose value is a win")
    window.go("puzzles/squeeze")
    card = window.page.get_by_role("region", name="Puzzle", exact=True)
    card.get_by_role("button", name="See the whole proof").click()
    expect(window.page.locator(".puzzle-proof")).to_contain_text(re.compile("plies|draw|line:"))
    manifest = window.page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())"
    )
    assert (manifest["start_url"], manifest["display"]) == ("./", "standalone")
