"""The hint of the server is the hint of every surface, and agrees with the analysis beside it."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from plyground import Board
from plyground.hint import find_hint, hint_engine
from tests.web.stage import ORIGIN, error, of_type, until

POSITION = {"game": "noughts:5x5,row=4", "moves": ["c3", "b2"]}


def hint(server: TestClient, **more: Any) -> dict[str, Any]:
    answer = server.post("/api/hint", json=POSITION | more)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


@pytest.mark.parametrize("moves", ["a1 b2 a2 c3", "b2", "a1 b1"])
def test_the_words_are_those_of_the_terminal(server: TestClient, moves: str) -> None:
    board = Board("noughts", moves)
    best = find_hint(hint_engine(board.game), board)
    answer = server.post("/api/hint", json={"game": "noughts", "moves": moves}).json()
    assert (answer["move"], answer["line"], answer["text"]) == (best.move, list(best.line), str(best))


def test_a_hint_agrees_with_the_analysis_of_the_same_position(server: TestClient) -> None:
    with server.websocket_connect("/api/socket", headers=ORIGIN) as socket:
        socket.send_json({"type": "analyse", "seconds": 2, **POSITION})
        analysis = until(socket, of_type("analysis", phase="done"))
        best = analysis["lines"][0]
        assert len(best["moves"]) > 1
        found = hint(server, seconds=0.001)
        assert (found["move"], found["line"]) == (best["move"], best["moves"])
        assert (found["score"], found["sentence"]) == (analysis["score"], analysis["sentence"])
        elsewhere = hint(server, moves=["c3", "b2", "d4"], seconds=0.001)
        assert elsewhere["move"] not in ("c3", "b2", "d4")


def test_there_is_no_hint_after_the_end(server: TestClient) -> None:
    asked = {"game": "noughts", "moves": "a1 b1 a2 b2 a3"}
    assert error(server.post("/api/hint", json=asked)) == (400, "not_now")
