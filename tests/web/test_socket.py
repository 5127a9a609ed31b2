"""The socket: following games, analysis, reports."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.web.stage import ORIGIN, PLENTY, Page, of_type, opened, until


def connected(client: TestClient) -> Any:
    return client.websocket_connect("/api/socket", headers=ORIGIN)


def follow(socket: Any, page: Page, **more: Any) -> None:
    socket.send_json({"type": "follow", "id": "f", "game": page.id, "token": page.token, **more})


def move(socket: Any, page: Page, ply: int, move: str) -> None:
    socket.send_json({"type": "move", "id": "m", "game": page.id, "ply": ply, "move": move})


def test_a_move_over_the_socket_is_made_once_and_answered(client: TestClient) -> None:
    host = Page.new(client, seats=("me", "friend"))
    friend = host.friend()
    with connected(client) as one, connected(client) as other:
        move(one, host, 0, "b2")
        assert until(one, of_type("error", id="m"))["error"]["code"] == "bad_request"
        follow(one, host)
        follow(other, friend)
        until(one, of_type("state", id="f"))
        until(other, of_type("state", id="f"))
        for _ in range(2):
            move(one, host, 0, "b2")
            assert until(one, of_type("state", id="m"))["state"]["position"]["moves"] == ["b2"]
        assert until(other, of_type("state"))["state"]["can"]["move"]
        move(other, friend, 1, "b2")
        assert until(other, of_type("error", id="m"))["error"]["code"] == "illegal_move"
        move(other, friend, 0, "a1")
        assert until(other, of_type("error", id="m"))["error"]["code"] == "not_yours"
        friend.move(1, "a1")
        move(one, host, 1, "c3")
        assert until(one, of_type("error", id="m"))["error"]["code"] == "not_yours"
        move(one, host, 0, "c3")
        gone_on = until(one, of_type("error", id="m"))["error"]
        assert gone_on["code"] == "conflict"
        assert gone_on["state"]["position"]["moves"] == ["b2", "a1"]
    assert host.state["position"]["moves"] == ["b2", "a1"]


def test_both_friends_see_each_others_moves_at_once(client: TestClient) -> None:
    host = Page.new(client, seats=("me", "friend"))
    friend = host.friend()
    with connected(client) as one, connected(client) as other:
        follow(one, host)
        assert until(one, of_type("state", id="f"))["state"]["you"]["sides"] == [0]
        follow(other, friend)
        state = until(other, of_type("state", id="f"))["state"]
        assert [seat["connected"] for seat in state["seats"]] == [True, True]
        assert until(one, of_type("here", connected=[True, True]))["watchers"] == 0
        host.move(0, "b2")
        assert until(other, of_type("state"))["state"]["position"]["moves"] == ["b2"]
        friend.move(1, "a1")
        assert until(one, lambda m: m["type"] == "state" and m["state"]["position"]["ply"] == 2)
        other.close()
        assert until(one, of_type("here", connected=[True, False]))


def test_who_comes_back_misses_nothing(client: TestClient) -> None:
    host = Page.new(client, seats=("me", "friend"))
    friend = host.friend()
    with connected(client) as socket:
        follow(socket, host)
        version = until(socket, of_type("state"))["state"]["version"]
    host.move(0, "b2")
    friend.move(1, "a1")
    with connected(client) as socket:
        follow(socket, host, version=version)
        state = until(socket, of_type("state", id="f"))["state"]
        assert state["position"]["moves"] == ["b2", "a1"]
    with connected(client) as socket:
        follow(socket, host, version=state["version"])
        assert until(socket, of_type("same", id="f"))["version"] == state["version"]


def test_a_swap_changes_what_each_follower_may_do(server: TestClient) -> None:
    host = Page.new(server, seats=("me", "friend"))
    friend = host.friend()
    with connected(server) as socket:
        follow(socket, host)
        until(socket, of_type("state"))
        friend.do("swap")
        assert until(socket, of_type("state"))["state"]["offer"] == {"kind": "swap", "side": 1}
        host.do("swap")
        assert until(socket, lambda m: m["type"] == "state" and m["state"]["you"]["sides"] == [1])


def test_a_page_that_thinks_makes_the_moves_of_the_computer(server: TestClient) -> None:
    host = Page.new(server, seats=("me", "3"))
    path, header = f"/api/games/{host.id}/moves", {"Authorization": f"Bearer {host.token}"}
    with connected(server) as socket:
        follow(socket, host, thinks=True)
        until(socket, of_type("state"))
        host.move(0, "b2")
        answer = server.post(path, json={"ply": 1, "move": "a1"}, headers=header)
        assert answer.json()["position"]["moves"] == ["b2", "a1"]
        assert answer.json()["thinking"] is None
        move(socket, host, 2, "b3")
        move(socket, host, 3, "c3")
        last = until(socket, lambda m: m["type"] == "state" and m["state"]["position"]["ply"] == 4)
        assert last["state"]["position"]["moves"][2:] == ["b3", "c3"]
    refused = server.post(path, json={"ply": 5, "move": "a3"}, headers=header)
    assert refused.json()["error"]["code"] == "not_yours"


def test_watchers_are_counted(server: TestClient) -> None:
    host = Page.new(server)
    with connected(server) as one, connected(server) as other:
        follow(one, host)
        follow(other, host.watcher())
        assert until(one, of_type("here", watchers=1))


def test_computers_play_while_somebody_watches(server: TestClient) -> None:
    page = Page.new(server, seats=("1", "1"), delay=0)
    assert page.state["position"]["ply"] == 0
    with connected(server) as socket:
        follow(socket, page.watcher())
        last = until(socket, lambda m: m["type"] == "state" and m["state"]["over"])
    assert last["state"]["position"]["ply"] >= 5


def test_what_the_computer_does_is_told(server: TestClient) -> None:
    page = Page.new(server, "squava:8x8", ("me", "perfect"), seconds=1)
    with connected(server) as socket:
        follow(socket, page)
        page.move(0, "a1")
        assert until(socket, lambda m: m["type"] == "thinking" and m["thinking"])["thinking"]["side"] == 1
        until(socket, lambda m: m["type"] == "state" and m["state"]["position"]["ply"] == 2)


def test_an_analysis_values_every_move_and_says_it_in_words(server: TestClient) -> None:
    moves = ["b2", "d4", "e2", "d1", "d2", "c2", "b5", "a4", "b3"]
    with connected(server) as socket:
        socket.send_json({"type": "analyse", "id": 7, "game": "squava", "moves": moves, "seconds": 20})
        last = until(socket, of_type("analysis", id=7, phase="done"))
    assert (last["ply"], last["turn"]) == (9, 1)
    assert last["score"]["value"] == "loss"
    assert last["score"]["distance"] == 8
    assert last["score"]["share"] == 1.0
    assert last["sentence"] == "Proven: X wins in 8 plies."
    assert len(last["lines"]) == 3
    assert last["lines"][0]["moves"][0] == "b4"
    assert last["lines"][0]["cells"][0] == ["b4"]
    assert len(last["values"]) == 16
    lost = [value for value in last["values"] if value["score"]["value"] == "loss" and value["move"] != "b4"]
    assert {value["score"]["distance"] for value in lost} <= {1, 2}
    assert all(value["shade"] == 0 for value in lost)
    assert last["threat"]["move"] == "b4"
    assert last["threat"]["sentence"] == "X threatens b4, which wins at once."
    assert last["threat"]["turn"] == 0
    assert last["threat"]["score"]["distance"] == 1


@pytest.mark.parametrize(
    ("game", "moves", "threat", "sentence"),
    [
        ("noughts", "a1 b2 a2 a3", "c1", "O threatens c1, which wins at once."),
        ("noughts:5x5,row=4", "c3 a1 c4 a2 e5 a3", "a4", "O threatens a4, which wins at once."),
        ("squava", "c3", "", "X "),
        ("noughts", "a1 c1", "", "O "),
    ],
)
def test_the_threat_is_what_the_other_side_would_do_after_a_pass(
    server: TestClient, game: str, moves: str, threat: str, sentence: str
) -> None:
    with connected(server) as socket:
        socket.send_json({"type": "analyse", "game": game, "moves": moves.split(), "seconds": 2})
        last = until(socket, of_type("analysis", phase="done"))
    told = last["threat"]
    assert told["turn"] == 1 - last["turn"]
    assert told["move"] == told["moves"][0]
    assert told["cells"][0] == [told["move"]]
    assert told["move"].startswith(threat)
    assert sentence in told["sentence"]


def test_an_analysis_can_be_stopped_and_replaced(server: TestClient) -> None:
    with connected(server) as socket:
        socket.send_json({"type": "analyse", "id": 1, "game": "squava:8x8", "seconds": 60})
        until(socket, lambda m: m["type"] == "analysis" and m["values"])
        socket.send_json({"type": "analyse", "id": 2, "game": "squava:8x8", "moves": ["a1"], "seconds": 60})
        until(socket, lambda m: m["type"] == "analysis" and m["id"] == 2 and m["phase"] == "searching")
        socket.send_json({"type": "stop", "id": 2})
        stopped = until(socket, of_type("analysis", id=2, phase="stopped"))
        assert stopped["ply"] == 1
    site = server.app.state.site  # type: ignore[attr-defined]
    Page.new(server).wait(lambda state: not site.searches.running)


def test_a_finished_game_needs_no_analysis(server: TestClient) -> None:
    with connected(server) as socket:
        socket.send_json({"type": "analyse", "id": 1, "game": "noughts", "moves": "a1 b1 a2 b2 a3"})
        last = until(socket, of_type("analysis"))
    assert (last["phase"], last["sentence"]) == ("done", "X wins: three in a row a1 a2 a3.")


def test_a_report_names_the_mistake_and_what_was_better(server: TestClient) -> None:
    with connected(server) as socket:
        game = {"game": "noughts", "moves": "b2 a2 a1 c3 c1 b1 a3"}
        socket.send_json({"type": "report", "id": 1, **game, "seconds": 5})
        last = until(socket, of_type("report", phase="done"))
    assert [each["ply"] for each in last["evaluations"]] == list(range(8))
    mistake = last["mistakes"][0]
    assert (mistake["ply"], mistake["side"], mistake["move"], mistake["kind"]) == (1, 1, "a2", "blunder")
    assert mistake["before"]["value"] == "draw"
    assert mistake["after"]["value"] == "loss"
    assert mistake["better"] in ("a1", "a3", "c1", "c3")
    assert mistake["sentence"].startswith("1… a2 by O (proven: X wins in ")
    assert mistake["sentence"].endswith(f"{mistake['better']} would have held the draw.")
    assert last["sentence"].startswith("X made no mistake, O made ")


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        "http://evil.example",
        "http://testserver.evil.example",
        "http://testserver:81",
        "https://testserver",
        "file://",
    ],
)
def test_pages_of_others_open_no_socket(server: TestClient, origin: str | None) -> None:
    headers = {} if origin is None else {"origin": origin}
    with pytest.raises(WebSocketDisconnect), server.websocket_connect("/api/socket", headers=headers):
        pass


def test_the_owner_can_welcome_another_origin(file_database: str) -> None:
    with (
        opened(file_database, origins=("https://games.example",)) as client,
        client.websocket_connect("/api/socket", headers={"origin": "https://games.example"}) as socket,
    ):
        assert socket.receive_json()["type"] == "hello"


def test_too_many_sockets_and_silent_ones_are_closed(file_database: str) -> None:
    from dataclasses import replace

    with (
        opened(file_database, limits=replace(PLENTY, sockets=1), silence=0.2) as client,
        connected(client) as one,
    ):
        assert one.receive_json()["type"] == "hello"
        with connected(client) as other, pytest.raises(WebSocketDisconnect) as closed:
            other.receive_json()
        assert closed.value.code == 4429
        with pytest.raises(WebSocketDisconnect) as closed:
            one.receive_json()
        assert closed.value.code == 4408
