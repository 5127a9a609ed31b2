"""A record goes through the server and comes out unchanged; a game taken up again keeps all of it."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.web.stage import Page, error, opened

UNDER_WAY = """\
plyground record 1
game: noughts:3x3
position: 3/1X1/3 O
first: Ada Lovelace
second: a machine \\u{0} of brass
began: 2026-01-31T18:30:00+01:00
result: *
comment: a game\\nof two lines

1. a1  3.5s  ; the corner; "why?"
2. c3
3. a3  0.12345s  ; \\u{0}
"""
RESIGNED = """\
plyground record 1
game: squava
first: human
second: level 3
result: 1-0
reason: O resigned

1. c3
2. a1  0.8s  ; a blunder
"""
ON_TIME = """\
plyground record 1
game: noughts
first: human
second: human
began: 2026-01-31
result: 0-1
reason: X lost on time

1. b2  600s
"""
WON = """\
plyground record 1
game: noughts
first: human
second: human
result: 1-0

1. a1
2. a2
3. b1
4. b2
5. c1  ; three
"""
RECORDS = pytest.mark.parametrize(
    "text", [UNDER_WAY, RESIGNED, ON_TIME, WON], ids=["under way", "resigned", "on time", "won"]
)


def read(client: TestClient, text: str) -> dict[str, Any]:
    """What the server finds in a text, but what only a reader needs."""
    answer = client.post("/api/read", json={"text": text})
    assert answer.status_code == 200, answer.text
    return {key: value for key, value in answer.json().items() if key not in ("kind", "position")}


def open_record(client: TestClient, text: str, *seats: str) -> Page:
    """A game that goes on from a record."""
    content = read(client, text)
    return Page.new(client, content.pop("game"), (seats[0], seats[1]), **content)


def record_of(page: Page) -> str:
    """The record that the server gives away."""
    record: str = page.get("/export").json()["record"]
    return record


@RECORDS
def test_a_record_that_was_opened_comes_out_unchanged(database: str, text: str) -> None:
    with opened(database) as client:
        page = open_record(client, text, "me", "me")
        assert record_of(page) == text
    with opened(database) as client:
        assert record_of(Page(client, page.id, page.token)) == text


@RECORDS
def test_a_record_that_was_only_looked_at_comes_out_unchanged(server: TestClient, text: str) -> None:
    assert server.post("/api/write", json=read(server, text)).json()["record"] == text


def test_a_game_taken_up_again_keeps_what_it_had(database: str) -> None:
    with opened(database) as client:
        page = open_record(client, UNDER_WAY, "me", "me")
        page.move(3, "b1")
    with opened(database) as client:
        page = Page(client, page.id, page.token)
        page.move(4, "c1")
        header, _, moves = record_of(page).partition("\n\n")
        assert header == UNDER_WAY.partition("\n\n")[0]
        assert moves.splitlines()[:3] == UNDER_WAY.partition("\n\n")[2].splitlines()
        assert [line.split()[1] for line in moves.splitlines()[3:]] == ["b1", "c1"]
        state = page.state
        assert state["comments"] == ['the corner; "why?"', "", "\0", "", ""]
        assert (state["comment"], state["began"]) == ("a game\nof two lines", "2026-01-31T18:30:00+01:00")


def test_moves_made_again_have_their_times_and_comments_again(database: str) -> None:
    with opened(database) as client:
        page = open_record(client, UNDER_WAY, "me", "me")
        page.do("undo")
        assert page.do("undo").json()["undone"] == ["c3", "a3"]
    with opened(database) as client:
        page = Page(client, page.id, page.token)
        page.do("redo")
        assert page.do("redo").json()["times"] == [3.5, None, 0.12345]
        assert record_of(page) == UNDER_WAY


def test_an_end_that_was_taken_back_is_no_end(server: TestClient) -> None:
    page = open_record(server, RESIGNED, "me", "me")
    assert page.state["ending"]["text"] == "X wins: O resigned"
    assert page.state["resigned"] == 1
    state = page.do("undo").json()
    assert (state["over"], state["result"], state["position"]["moves"]) == (False, "*", ["c3", "a1"])
    assert state["comments"] == ["", "a blunder"]


def test_a_game_that_ended_on_time_was_not_resigned(server: TestClient) -> None:
    state = open_record(server, ON_TIME, "me", "me").state
    assert (state["over"], state["resigned"], state["ending"]["winner"]) == (True, None, 1)
    assert state["position"]["legal"] == []


def test_an_undo_that_is_refused_changes_nothing(database: str) -> None:
    text = RESIGNED.replace("1-0\nreason: O resigned", "*").replace("2. a1  0.8s  ; a blunder\n", "")
    with opened(database) as client:
        page = open_record(client, text, "3", "friend")
        friend = page.friend()
        before = friend.state
        assert error(friend.do("undo")) == (400, "not_now")
        assert error(friend.do("redo")) == (400, "not_now")
        assert error(page.do("undo")) == (403, "not_yours")
        assert friend.state == before
        assert record_of(friend) == text


def test_the_names_of_a_game_are_those_of_its_record_or_of_its_seats(server: TestClient) -> None:
    page = Page.new(server, "noughts", ("me", "3"), players=["Ada", None])
    assert [seat["name"] for seat in page.state["seats"]] == ["Ada", "level 3"]
    assert [seat["kind"] for seat in page.state["seats"]] == ["person", "computer"]
    page.do("resign")
    following = Page(server, page.do("again").json()["next"], page.token)
    assert [seat["name"] for seat in following.state["seats"]] == ["level 3", "Ada"]
    assert following.state["began"] == following.state["created"]


@pytest.mark.parametrize(
    "more",
    [
        {"result": "1-0"},
        {"result": "*", "reason": "X resigned"},
        {"result": "1-0", "reason": "X resigned"},
        {"began": "yesterday"},
    ],
)
def test_a_record_that_cannot_be_right_is_refused(server: TestClient, more: dict[str, Any]) -> None:
    asked = {"game": "noughts", "moves": ["b2"], **more}
    assert error(server.post("/api/games", json=asked)) == (400, "bad_record")
    assert error(server.post("/api/write", json=asked)) == (400, "bad_record")


def test_more_comments_than_moves_are_refused(server: TestClient) -> None:
    asked = {"game": "noughts", "moves": ["b2"], "comments": ["one", "two"]}
    assert error(server.post("/api/games", json=asked)) == (400, "bad_request")
