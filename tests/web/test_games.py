"""Games over HTTP, on both databases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.web.stage import Page, error, opened


def test_a_game_from_the_first_move_to_the_last(client: TestClient) -> None:
    page = Page.new(client)
    for ply, move in enumerate(["a1", "a2", "b1", "b2", "c1"]):
        answer = page.move(ply, move)
        assert answer.status_code == 200
    state = answer.json()
    assert state["over"]
    assert state["result"] == "1-0"
    assert state["ending"] == {
        "winner": 0,
        "text": "X wins: three in a row a1 b1 c1",
        "reason": "three in a row a1 b1 c1",
        "line": ["a1", "b1", "c1"],
        "blames_loser": False,
    }
    assert state["position"]["legal"] == []
    assert state["can"]["again"]
    assert len(state["times"]) == 5
    assert error(page.move(5, "c3")) == (400, "not_now")


def test_a_state_tells_everything(client: TestClient) -> None:
    page = Page.new(client, "numerical", ("me", "3"))
    state = page.state
    assert state["version"] == 1
    assert state["position"]["sides"] == ["odd", "even"]
    assert state["position"]["picture"]["trays"][0][0] == "1"
    assert {"move": "a1=1", "picks": ["1", "a1"], "cells": ["a1"]} in state["position"]["legal"]
    assert [seat["kind"] for seat in state["seats"]] == ["person", "computer"]
    assert state["seats"][1]["name"] == "level 3"
    assert state["you"] == {"sides": [0], "owner": True}


def test_a_move_repeated_after_a_lost_answer_is_not_doubled(client: TestClient) -> None:
    page = Page.new(client)
    first, second = page.move(0, "b2").json(), page.move(0, "b2").json()
    assert first["version"] == second["version"] == 2
    assert second["position"]["moves"] == ["b2"]
    page.move(1, "a1")
    assert page.move(0, "b2").json()["position"]["moves"] == ["b2", "a1"]


def test_another_move_at_the_same_ply_is_a_conflict_told_with_the_state(client: TestClient) -> None:
    page = Page.new(client)
    page.move(0, "b2")
    answer = page.move(0, "a1")
    assert error(answer) == (409, "conflict")
    assert answer.json()["error"]["state"]["position"]["moves"] == ["b2"]
    assert error(page.move(7, "a1")) == (409, "conflict")


@pytest.mark.parametrize(
    ("move", "why"),
    [("b2", "b2 is taken"), ("z9", "'z9' is no cell"), ("b2 ", "no cell"), ("é\u2028\U0001f600", "no cell")],
)
def test_an_illegal_move_says_why_and_changes_nothing(client: TestClient, move: str, why: str) -> None:
    page = Page.new(client)
    page.move(0, "b2")
    answer = page.move(1, move)
    assert error(answer) == (400, "illegal_move")
    assert why in answer.json()["error"]["message"]
    assert page.state["version"] == 2


def test_the_computer_answers(client: TestClient) -> None:
    page = Page.new(client, seats=("me", "perfect"), seconds=1)
    page.move(0, "a1")
    state = page.wait(lambda state: len(state["position"]["moves"]) == 2)
    assert state["position"]["moves"][1] == "b2"
    assert state["can"]["move"]


def test_the_computer_begins(client: TestClient) -> None:
    page = Page.new(client, seats=("2", "me"))
    assert page.wait(lambda state: state["position"]["ply"] == 1)["you"]["sides"] == [1]


def test_undo_and_redo_against_the_computer(client: TestClient) -> None:
    page = Page.new(client, seats=("me", "3"))
    page.move(0, "a1")
    before = page.wait(lambda state: state["position"]["ply"] == 2)
    undone = page.do("undo").json()
    assert undone["position"]["moves"] == []
    assert undone["undone"] == before["position"]["moves"]
    redone = page.do("redo").json()
    assert redone["position"]["moves"] == before["position"]["moves"]
    assert redone["undone"] == []
    page.do("undo")
    assert page.move(0, "b2").json()["undone"] == []


def test_what_was_asked_about_an_old_version_is_a_conflict(client: TestClient) -> None:
    page = Page.new(client)
    page.move(0, "b2")
    assert error(page.post("undo", version=1)) == (409, "conflict")
    assert page.post("undo", version=2).json()["version"] == 3
    repeated = page.post("undo", version=2)
    assert repeated.json()["error"]["state"]["version"] == 3


@pytest.mark.parametrize("action", ["undo", "redo", "decline", "again"])
def test_what_cannot_be_done_now_says_so(client: TestClient, action: str) -> None:
    assert error(Page.new(client).do(action)) == (400, "not_now")


def test_resigning_and_taking_it_back(client: TestClient) -> None:
    page = Page.new(client, seats=("me", "3"))
    state = page.do("resign").json()
    assert state["result"] == "0-1"
    assert state["ending"]["text"] == "O wins: X resigned"
    assert state["position"]["legal"] == []
    assert error(page.move(0, "a1")) == (400, "not_now")
    assert page.do("undo").json()["over"] is False


def test_swapping_sides_with_the_computer(client: TestClient) -> None:
    page = Page.new(client, seats=("me", "3"))
    assert page.do("swap").json()["you"]["sides"] == [1]
    assert page.wait(lambda state: state["position"]["ply"] == 1)["can"]["move"]


def test_another_game_with_sides_changed_and_the_same_token(client: TestClient) -> None:
    page = Page.new(client, seats=("me", "3"))
    page.do("resign")
    following = page.do("again").json()["next"]
    next_page = Page(client, following, page.token)
    state = next_page.state
    assert state["previous"] == page.id
    assert state["you"] == {"sides": [1], "owner": True}
    assert error(page.do("again")) == (400, "not_now")


def test_friends_agree_on_undo_swap_and_another_game(client: TestClient) -> None:
    host = Page.new(client, seats=("me", "friend"))
    friend = host.friend()
    host.move(0, "b2")
    asked = host.do("undo").json()
    assert asked["offer"] == {"kind": "undo", "side": 0}
    assert asked["position"]["moves"] == ["b2"]
    assert error(host.do("undo")) == (400, "not_now")
    assert friend.do("decline").json()["offer"] is None
    host.do("undo")
    assert friend.do("undo").json()["position"]["moves"] == []
    friend.do("swap")
    assert host.do("swap").json()["you"]["sides"] == [1]
    assert friend.state["you"]["sides"] == [0]
    assert friend.move(0, "a1").status_code == 200
    host.do("resign")
    assert host.do("again").json()["next"] is None
    following = friend.do("again").json()["next"]
    assert Page(client, following, host.token).state["you"]["sides"] == [0]
    assert Page(client, following, friend.token).state["you"]["sides"] == [1]


def test_a_move_takes_an_offer_from_the_table(client: TestClient) -> None:
    host = Page.new(client, seats=("me", "friend"))
    friend = host.friend()
    host.move(0, "b2")
    host.do("undo")
    assert friend.move(1, "a1").json()["offer"] is None


def test_a_game_goes_on_after_the_server_has_been_restarted(database: str) -> None:
    with opened(database) as client:
        page = Page.new(client, "squeeze", ("me", "friend"))
        friend = page.friend()
        page.move(0, "a1-a4")
        friend.move(1, "b8-b5")
        page.do("undo")
        before, theirs = page.state, friend.state
    with opened(database) as client:
        again = Page(client, page.id, page.token)
        assert again.state == before
        assert Page(client, page.id, friend.token).state == theirs
        assert again.move(2, "a4-a5").status_code == 200


def test_two_servers_on_one_database_do_not_disturb_each_other(database: str) -> None:
    with opened(database) as one, opened(database) as other:
        page = Page.new(one)
        twin = Page(other, page.id, page.token)
        assert twin.move(0, "b2").status_code == 200
        assert page.moves == ["b2"]
        assert page.move(1, "a1").status_code == 200
        assert error(twin.move(1, "a2")) == (409, "conflict")
        assert twin.move(1, "a1").json()["position"]["moves"] == ["b2", "a1"]


def test_a_game_can_begin_from_a_position(client: TestClient) -> None:
    page = Page.new(client, "squava", ("me", "me"), moves=["c3", "a1"], times=[1.5])
    assert page.moves == ["c3", "a1"]
    assert page.state["times"] == [1.5, None]


def test_a_game_as_texts(client: TestClient) -> None:
    page = Page.new(client, "squava", ("me", "3"), moves="c3 a1", times=[1.5])
    texts = page.get("/export").json()
    assert "game: squava\nfirst: human\nsecond: level 3\n" in texts["record"]
    assert "1. c3  1.5s" in texts["record"]
    assert texts["position"] == "squava 5/5/2X2/5/O4 X"
    assert texts["svg"].startswith("<svg")
    assert client.post("/api/read", json={"text": texts["record"]}).json()["moves"] == ["c3", "a1"]


def test_my_games(client: TestClient) -> None:
    page, other = Page.new(client), Page.new(client, "squava")
    page.move(0, "b2")
    asked = [
        {"id": page.id, "token": page.token},
        {"id": other.id, "token": page.token},
        {"id": "nonsense", "token": "nonsense"},
    ]
    mine, foreign, nonsense = client.post("/api/mine", json={"games": asked}).json()["games"]
    assert mine["found"]
    assert (mine["ply"], mine["text"], mine["your_turn"]) == (1, "O to move, last move b2", True)
    assert foreign == {"id": other.id, "found": False}
    assert nonsense == {"id": "nonsense", "found": False}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": 5},
        {"game": "squava", "seats": ["me"]},
        {"game": "squava", "seats": ["me", "hal"]},
        {"game": "squava", "seats": ["me", "human"]},
        {"game": "squava", "seconds": -1},
        {"game": "squava", "seconds": 3600},
        {"game": "squava", "seconds": "3"},
        {"game": "squava", "delay": 1e9},
        {"game": "squava", "times": [-1]},
        {"game": "squava", "unknown": 1},
        {"game": "squava", "moves": ["c3"] * 3000},
        {"game": "squava", "moves": [["c3"]]},
        {"game": "", "moves": []},
        {"game": "\ud800"},
    ],
)
def test_a_wrong_request_is_refused_with_a_reason(server: TestClient, body: dict[str, Any]) -> None:
    answer = server.post("/api/games", content=json.dumps(body), headers={"Content-Type": "application/json"})
    assert error(answer) == (400, "bad_request")


def test_computers_play_each_other_as_the_maker_sets_the_pace(client: TestClient) -> None:
    page = Page.new(client, seats=("1", "2"), paused=True, delay=0)
    assert page.state["auto"]
    assert page.do("pace", step=True).json()["paused"]
    page.wait(lambda state: state["position"]["ply"] == 1)
    page.do("pace", step=True)
    assert page.wait(lambda state: state["position"]["ply"] == 2)["paused"]
    assert error(page.watcher().do("pace", paused=False)) == (403, "not_yours")
    assert page.post("pace", delay=2).json()["delay"] == 2
    assert error(page.post("pace", step=True)) == (400, "bad_request")
    assert error(Page.new(client).do("pace", paused=False)) == (400, "not_now")


@pytest.mark.parametrize(
    "who", ["ugi:touch TRACE", "brain:touch TRACE", "./evaluation.py", "FILE.py", "human"]
)
def test_files_and_programs_do_not_sit_down(
    server: TestClient, who: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evaluation.py").write_text("open('TRACE', 'w').close()\n")
    answer = server.post("/api/games", json={"game": "squava", "seats": ["me", who]})
    assert error(answer) == (400, "bad_request")
    assert not (tmp_path / "TRACE").exists()


def test_a_classic_sits_down_at_its_own_game(server: TestClient) -> None:
    listed = {game["name"]: game["players"] for game in server.get("/api/catalogue").json()["games"]}
    (classic,) = [player["who"] for player in listed["noughts"] if player["classic"]]
    page = Page.new(server, "noughts", ("me", classic))
    page.move(0, "b2")
    assert page.wait(lambda state: state["position"]["ply"] == 2)["seats"][1]["name"] == classic
    assert error(server.post("/api/games", json={"game": "squava", "seats": ["me", classic]}))[0] == 400


def test_a_game_from_a_set_up_position_in_which_the_second_player_moves(database: str) -> None:
    setup = "3/1X1/3 O"
    with opened(database) as client:
        page = Page.new(client, "noughts", ("me", "friend"), setup=setup)
        friend = page.friend()
        state = page.state
        assert (state["position"]["turn"], state["position"]["ply"], state["position"]["setup"]) == (
            1,
            0,
            setup,
        )
        assert error(page.move(0, "a1")) == (403, "not_yours")
        assert friend.move(0, "a1").status_code == 200
        assert friend.move(0, "a1").json()["version"] == page.state["version"]
        assert page.move(1, "c3").status_code == 200
    with opened(database) as client:
        page = Page(client, page.id, page.token)
        assert page.state["position"]["text"] == "2X/1X1/O2 O"
        record = page.get("/export").json()["record"]
        assert f"position: {setup}" in record
        read = client.post("/api/read", json={"text": record}).json()
        assert (read["setup"], read["moves"]) == (setup, ["a1", "c3"])
        friend = Page(client, page.id, friend.token)
        friend.do("resign")
        friend.do("again")
        following = Page(client, page.do("again").json()["next"], page.token)
        assert following.state["position"]["setup"] == setup


def test_undo_against_a_computer_from_a_set_up_position(server: TestClient) -> None:
    page = Page.new(server, "noughts", ("3", "me"), setup="3/1X1/3 O")
    page.move(0, "a1")
    page.wait(lambda state: state["position"]["ply"] == 2)
    assert page.do("undo").json()["position"]["moves"] == []


def test_the_infinite_field_takes_any_cell(client: TestClient) -> None:
    page = Page.new(client, "gomoku", ("me", "me"))
    position = page.state["position"]
    assert (position["complete"], position["picture"]["endless"], position["picture"]["joint"]) == (
        False,
        True,
        ",",
    )
    state = page.move(0, "1000000,-7").json()
    assert state["position"]["picture"]["marks"] == {"1000000,-7": "X"}
    state = page.move(1, "0,0").json()
    assert all(label.lstrip("-").isdecimal() for label in state["position"]["picture"]["columns"])
    assert error(page.move(2, "0,0")) == (400, "illegal_move")
    assert error(page.move(2, "99999999999,0")) == (400, "illegal_move")
