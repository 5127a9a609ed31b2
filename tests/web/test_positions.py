"""Looking at games and positions over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plyground import Board
from tests.web.stage import LONG, Page, error, opened

LASTONE = Path(__file__).parent.parent / "data" / "lastone.py"


def test_the_catalogue_has_what_a_page_needs_to_set_up_a_game(server: TestClient) -> None:
    body = server.get("/api/catalogue").json()
    games = {game["name"]: game for game in body["games"]}
    assert {"noughts", "squava", "numerical", "squeeze"} <= set(games)
    noughts = games["noughts"]
    assert {option["name"]: option["kind"] for option in noughts["options"]} == {
        "size": "size",
        "row": "number",
        "misere": "flag",
    }
    assert noughts["picture"]["columns"] == ["a", "b", "c"]
    assert [player["who"] for player in noughts["players"]][:2] == ["1", "2"]
    assert "three" in noughts["words"].lower()
    assert body["limits"]["body"] == 100_000


def test_looking_walks_through_a_game_without_changing_any(server: TestClient) -> None:
    asked = {"game": "noughts", "moves": "a1 b2 a2", "frames": True, "losing": True}
    body = server.post("/api/look", json=asked).json()
    position = body["position"]
    assert (position["ply"], position["turn"], position["played"]) == (3, 1, [["a1"], ["b2"], ["a2"]])
    assert sorted({"a3", "b1", "c1"} - set(position["losing"]["moves"])) == ["a3"]
    assert position["losing"]["seen"] == position["losing"]["total"] == 6
    assert [frame["last"] for frame in body["frames"]] == [[], ["a1"], ["b2"], ["a2"]]
    assert [frame["marks"] for frame in body["frames"]] == [{}, {"a1": "X"}, {"b2": "O"}, {"a2": "X"}]


@pytest.mark.parametrize("game", ["noughts", "gomoku", "gomoku:9x9", "numerical", "squava", "squeeze:4x4"])
def test_frames_add_up_to_the_picture_of_every_position(server: TestClient, game: str) -> None:
    board = Board(game)
    for ply in range(12):
        if not board.is_over:
            board.push(board.legal_moves[ply * 7 % len(board.legal_moves)])
    body = server.post("/api/look", json={"game": game, "moves": board.history, "frames": True}).json()
    marks: dict[str, str] = {}
    for ply, frame in enumerate(body["frames"]):
        here = Board(game, board.history[:ply])
        marks = {cell: mark for cell, mark in (marks | frame["marks"]).items() if mark}
        picture = here.game.picture(here.position)
        assert marks == picture.marks
        assert [tuple(tray) for tray in frame["trays"]] == list(picture.trays)
        assert (tuple(frame["last"]), frame["caption"]) == (here.last_cells, here.caption)
    assert len(body["frames"]) == len(board.history) + 1


def test_cells_that_decide_are_told_when_asked_for(server: TestClient) -> None:
    asked = {"game": "gomoku", "moves": ["0,0", "9,9", "1,0", "9,7", "2,0", "9,5"]}
    quiet = server.post("/api/look", json=asked).json()["position"]
    assert (quiet["has_hot"], quiet["hot"]) == (True, None)
    told = server.post("/api/look", json=asked | {"hot": True}).json()["position"]
    assert told["hot"] == {"-1,0": "X: open four", "3,0": "X: open four"}
    none = server.post("/api/look", json={"game": "squava", "hot": True}).json()["position"]
    assert (none["has_hot"], none["hot"]) == (False, {})


def test_picks_are_paths(server: TestClient) -> None:
    legal = server.post("/api/look", json={"game": "squeeze:4x4"}).json()["position"]["legal"]
    assert {"move": "a1-a3", "picks": ["a1", "a3"], "cells": ["a1", "a3"]} in legal


@pytest.mark.parametrize(
    "game",
    [
        "chess",
        "noughts:99x99",
        "noughts:",
        "./mine.py",
        "/etc/passwd.py",
        "noughts:x.py",
        "noughts:../../x.py",
        "file.py:3x3",
        "noughts.py",
        "\\\\host\\share.py",
        "noughts:3x3\n.py",
        "a" * 120,
    ],
)
def test_only_games_that_are_offered_are_found(server: TestClient, game: str) -> None:
    assert error(server.post("/api/look", json={"game": game})) == (400, "unknown_game")
    assert error(server.post("/api/games", json={"game": game})) == (400, "unknown_game")


def evil_file(folder: Path) -> tuple[Path, Path]:
    """A game file that leaves a trace when it is loaded, and the trace."""
    trace = folder / "trace"
    file = folder / "evil.py"
    file.write_text(f"open({str(trace)!r}, 'w').close()\n")
    return file, trace


@pytest.mark.parametrize("escape", [False, True])
def test_a_record_that_names_a_file_is_refused_unread(
    server: TestClient, tmp_path: Path, escape: bool
) -> None:
    file, trace = evil_file(tmp_path)
    name = str(file).replace(".py", r"\u{2e}py") if escape else str(file)
    record = f"plyground record 1\ngame: {name}\nfirst: human\nsecond: human\nresult: *\n"
    answer = server.post("/api/read", json={"text": record})
    assert error(answer) == (400, "unknown_game")
    assert "line 2" in answer.json()["error"]["message"]
    server.post("/api/look", json={"game": str(file)[:120]})
    server.get(f"/api/catalogue/{str(file).replace('/', '%2F')}/demo")
    assert not trace.exists()


def test_a_file_that_the_owner_named_can_be_played(file_database: str) -> None:
    with opened(file_database, files=(str(LASTONE),)) as client:
        names = [game["name"] for game in client.get("/api/catalogue").json()["games"]]
        assert names[-1] == "lastone"
        page = Page.new(client, "lastone", ("me", "1"))
        move = page.state["position"]["legal"][0]["move"]
        assert page.move(0, move).status_code == 200
        page.wait(lambda state: state["position"]["ply"] == 2 or state["over"])
        record = page.get("/export").json()["record"]
        assert "game: lastone\n" in record
        assert client.post("/api/read", json={"text": record}).json()["game"] == "lastone"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_record"),
        ("plyground record 2\n", "bad_record"),
        ("plyground record 1\ngame: squava\n", "bad_record"),
        ("plyground record 1\ngame: squava\nfirst: a\nsecond: b\nresult: *\n\n1. z9", "bad_record"),
        ("plyground record 1\ngame: chess\nfirst: a\nsecond: b\nresult: *\n", "unknown_game"),
        ("squava z9", "bad_record"),
        ("chess e4", "unknown_game"),
    ],
)
def test_texts_that_cannot_be_read(server: TestClient, text: str, code: str) -> None:
    assert error(server.post("/api/read", json={"text": text})) == (400, code)


def test_records_and_positions_are_read_and_written(server: TestClient) -> None:
    asked: dict[str, Any] = {
        "game": "noughts",
        "moves": ["b2"],
        "players": ["human", "level 3"],
        "times": [2.5],
    }
    written = server.post("/api/write", json={**asked, "resigned": 1}).json()
    read = server.post("/api/read", json={"text": written["record"]}).json()
    assert (read["kind"], read["result"], read["reason"]) == ("record", "1-0", "O resigned")
    assert (read["players"], read["times"]) == (["human", "level 3"], [2.5])
    read = server.post("/api/read", json={"text": " noughts b2\n"}).json()
    assert (read["kind"], read["game"], read["moves"]) == ("position", "noughts", ["b2"])


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("noughts", []),
        ("noughts", ["b2", "a1"]),
        ("noughts", ["a1", "a2", "b1", "b2", "c1"]),
        ("squava:4x4", ["b2"]),
        ("numerical", ["b2=15", "c3=4"]),
        ("squeeze", ["d1-d5"]),
        ("squeeze:4x4,limit=0", ["a1-a3", "b4-b2"]),
        ("gomoku", ["0,0", "100000,-70000"]),
        ("gomoku:15x15", ["h8"]),
    ],
)
def test_the_position_of_any_game_is_written_and_opened_again(
    server: TestClient, game: str, moves: list[str]
) -> None:
    before = server.post("/api/look", json={"game": game, "moves": moves}).json()["position"]
    written = server.post("/api/write", json={"game": game, "moves": moves}).json()
    assert written["position"] == f"{game} {before['text']}"
    read = server.post("/api/read", json={"text": f" {written['position']}\n"}).json()
    assert (read["kind"], read["moves"]) == ("position", [])
    assert read["position"]["text"] == before["text"]
    assert read["position"]["picture"] == before["picture"]
    assert read["position"]["caption"].split(",")[0] == before["caption"].split(",")[0]


def test_a_hint_is_a_legal_move_with_a_reason(server: TestClient) -> None:
    body = server.post("/api/hint", json={"game": "noughts", "moves": "a1 b2 a2 c3", "seconds": 5}).json()
    assert body["move"] == "a3"
    assert body["sentence"] == "Proven: X wins in 1 ply."
    assert body["text"] == "hint: a3 (proven: X wins in 1 ply)"
    over = {"game": "noughts", "moves": "a1 b1 a2 b2 a3"}
    assert error(server.post("/api/hint", json=over)) == (400, "not_now")


def test_a_demo_is_there_after_a_while(server: TestClient) -> None:
    import time

    late = time.monotonic() + LONG
    first = server.get("/api/catalogue/noughts/demo").json()
    assert len(first["frames"]) > 4, "before the engine is there the moves are random"
    while not (body := server.get("/api/catalogue/noughts/demo").json())["ready"]:
        assert time.monotonic() < late
        time.sleep(0.05)
    assert len(body["frames"]) > 4
    assert body["frames"][1]["last"]
    assert error(server.get("/api/catalogue/chess/demo")) == (400, "unknown_game")


def test_positions_are_looked_at_and_read(server: TestClient) -> None:
    setup = "O4/5/2X2/5/5 X"
    position = server.post("/api/look", json={"game": "squava", "setup": setup, "moves": "a1"}).json()[
        "position"
    ]
    assert (position["turn"], position["first_turn"], position["setup"]) == (1, 0, setup)
    read = server.post("/api/read", json={"text": f"squava {setup}\n"}).json()
    assert (read["kind"], read["setup"], read["moves"]) == ("position", setup, [])
    written = server.post("/api/write", json={"game": "squava", "setup": setup, "moves": "a1"}).json()
    again = server.post("/api/read", json={"text": written["position"]}).json()
    assert again["position"]["text"] == position["text"]
    assert error(server.post("/api/look", json={"game": "squava", "setup": "XXX"})) == (400, "bad_record")


@given(
    game=st.sampled_from(
        ["noughts", "squava:6x6", "numerical", "squeeze:4x4,limit=0", "gomoku", "gomoku:15x15"]
    ),
    setup=st.text(st.sampled_from("XOWB12345678/.,;=- odvenblackwhite"), max_size=40) | st.text(max_size=30),
)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_position_breaks_the_server(server: TestClient, game: str, setup: str) -> None:
    answer = server.post("/api/look", json={"game": game, "setup": setup})
    assert answer.status_code == 200 or error(answer) in [(400, "bad_record"), (400, "bad_request")]


@given(
    game=st.sampled_from(
        ["noughts", "squava:6x6", "numerical", "squeeze:4x4,limit=0", "gomoku", "gomoku:15x15"]
    ),
    moves=st.lists(
        st.text(st.sampled_from("abcxyz0123456789=-,. "), min_size=1, max_size=12) | st.text(min_size=1),
        max_size=3,
    ),
)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_move_breaks_the_server(server: TestClient, game: str, moves: list[str]) -> None:
    answer = server.post("/api/look", json={"game": game, "moves": moves})
    assert answer.status_code == 200 or error(answer) in [(400, "illegal_move"), (400, "bad_request")]
