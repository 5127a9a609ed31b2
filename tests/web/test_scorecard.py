"""The scorecard: finished games with the same opponent."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

from tests.web.stage import Page, error

WON_BY_FIRST = ["a1", "b1", "a2", "b2", "a3"]


def scorecard(server: TestClient, page: Page, *others: Page) -> dict[str, Any]:
    """The scorecard of one page among its games."""
    keys = [{"id": each.id, "token": each.token} for each in (page, *others)]
    answer = server.post("/api/scorecard", json={"games": keys, "id": page.id})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_games_with_the_same_computer_are_counted(server: TestClient) -> None:
    won = Page.new(server, "noughts", ("me", "2"), moves=WON_BY_FIRST)
    lost = Page.new(server, "noughts", ("2", "me"), moves=WON_BY_FIRST)
    others = [
        Page.new(server, "noughts", ("me", "3"), moves=WON_BY_FIRST),
        Page.new(server, "noughts:4x4,row=4", ("me", "2")),
        Page.new(server, "noughts", ("me", "me"), moves=WON_BY_FIRST),
        Page.new(server, "noughts", ("me", "2")),
    ]
    card = scorecard(server, won, lost, *others)
    assert (card["opponent"], card["wins"], card["draws"], card["losses"]) == ("level 2", 1, 0, 1)
    assert card["text"] == (
        "you against level 2: 1 win, 0 draws, 1 loss in 2 games "
        "(as X 1-0-0, as O 0-0-1; the newest first: W L)"
    )


def test_a_friend_is_the_same_in_games_that_follow_each_other(server: TestClient) -> None:
    page = Page.new(server, "noughts", ("me", "friend"), moves=WON_BY_FIRST)
    friend = page.friend()
    stranger = Page.new(server, "noughts", ("me", "friend"), moves=WON_BY_FIRST)
    stranger.friend()
    page.do("again")
    friend.do("again")
    following = Page(server, page.state["next"], page.token)
    following.do("resign")
    card = scorecard(server, following, page, stranger)
    assert (card["opponent"], card["wins"], card["losses"]) == ("your friend", 1, 1)


def test_nothing_is_counted_before_a_game_has_ended(server: TestClient) -> None:
    page = Page.new(server, "noughts", ("me", "2"))
    assert (scorecard(server, page)["games"], scorecard(server, page)["text"]) == (0, "")
    body = {"games": [], "id": page.id}
    assert error(server.post("/api/scorecard", json=body)) == (404, "not_found")
