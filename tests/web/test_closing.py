"""Servers in one process that come and go."""

from __future__ import annotations

import gc
import weakref

from tests.web.stage import Page, opened


def test_a_closed_server_is_let_go_of_with_all_its_games_and_engines(file_database: str) -> None:
    with opened(file_database) as client:
        page = Page.new(client, seats=("me", "3"))
        page.move(0, "b2")
        page.wait(lambda state: state["position"]["ply"] == 2)
        site = client.app.state.site  # type: ignore[attr-defined]
        parts = [weakref.ref(part) for part in (site, site.registry, site.thinker.players)]
    del client, page, site
    gc.collect()
    assert [part() for part in parts] == [None, None, None]


def test_two_servers_side_by_side_have_games_of_their_own(file_database: str) -> None:
    with opened(file_database) as one, opened(f"{file_database}-other") as other:
        page = Page.new(one)
        assert page.move(0, "b2").status_code == 200
        assert Page(other, page.id, page.token).get().status_code == 404
        games = "plyground_games_total 1.0"
        assert games in one.get("/metrics").text
        assert games not in other.get("/metrics").text
