"""Positions that are set up by hand, forced moves, and moves that are tried in place of a mistake."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.web.stage import Page, error


def set_up(server: TestClient, game: str, marks: dict[str, str] | None, side: int = 0) -> dict[str, Any]:
    """The answer to a position that is set up by hand."""
    body = {"game": game, "side": side} | ({} if marks is None else {"marks": marks})
    answer = server.post("/api/setup", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_position_set_up_by_hand_can_be_played(server: TestClient) -> None:
    answer = set_up(server, "squeeze:4x4", {"a1": "W", "b2": "B", "d4": "B"}, side=1)
    assert (answer["marks"], answer["problem"], answer["setup"]) == (["W", "B"], "", "3B/4/1B2/W3 black 1")
    page = Page.new(server, "squeeze:4x4", setup=answer["setup"])
    assert page.move(0, "b2-b1").json()["position"]["picture"]["marks"]["b1"] == "B"


def test_what_is_wrong_is_said_in_words(server: TestClient) -> None:
    answer = set_up(server, "noughts", {"a1": "X"})
    assert (answer["problem"], answer["setup"]) == ("with these marks it is O to move, not X", "")
    assert error(server.post("/api/setup", json={"game": "chess"})) == (400, "unknown_game")


def test_a_setup_begins_with_the_start_of_the_game(server: TestClient) -> None:
    answer = set_up(server, "numerical:3x3", None)
    assert (answer["problem"], answer["setup"], answer["picture"]["marks"]) == ("", "", {})
    assert answer["unique"] == sorted(answer["marks"]) == list("123456789")


@pytest.mark.parametrize(("moves", "move"), [("a1 b2 a2", "a3"), ("a1", None), ("a1 b1 a2 b2 a3", None)])
def test_a_forced_move_is_named(server: TestClient, moves: str, move: str | None) -> None:
    asked = {"game": "noughts", "moves": moves, "forced": True}
    assert server.post("/api/look", json=asked).json()["forced"] == move


@pytest.mark.parametrize(
    ("move", "holds", "sentence"),
    [
        ("a1", True, "a1 is the better move (proven: a draw)."),
        ("c3", True, "c3 holds too (proven: a draw)."),
        ("b3", False, "b3 does not hold (proven: X wins in 5 plies)."),
    ],
)
def test_an_attempt_is_judged(server: TestClient, move: str, holds: bool, sentence: str) -> None:
    body = {
        "game": "noughts",
        "moves": ["b2"],
        "made": "a2",
        "better": "a1",
        "move": move,
        "before": {"value": "draw"},
        "seconds": 10,
    }
    answer = server.post("/api/attempt", json=body).json()
    assert (answer["holds"], answer["sentence"]) == (holds, sentence)
    taken = server.post("/api/attempt", json=body | {"move": "b2"})
    assert error(taken) == (400, "illegal_move")
