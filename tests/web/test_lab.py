"""The lab over HTTP: the trace that Python gives, within bounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from plyground.board import Board
from plyground.lab import ALGORITHMS, Switches, run_algorithm
from plyground.web.http.settings import ServerLimits
from tests.web.stage import error, opened


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One server for all tests here, none of which changes it."""
    with opened(f"sqlite:///{tmp_path_factory.mktemp('lab') / 'games.sqlite3'}") as client:
        yield client


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_trace_is_the_one_of_the_library(server: TestClient, algorithm: str) -> None:
    asked = {"game": "noughts", "moves": "a1 b2 c3", "algorithm": algorithm, "depth": 2, "rounds": 20}
    answer = server.post("/api/lab", json=asked)
    assert answer.status_code == 200, answer.text
    trace = run_algorithm(Board("noughts", "a1 b2 c3"), algorithm, Switches(depth=2, rounds=20))
    assert answer.json() == trace.as_json()


def test_switches_are_heard(server: TestClient) -> None:
    asked: dict[str, Any] = {"game": "noughts", "setup": "3/1X1/O2 X", "depth": 3}
    asked |= {"order": "worst", "cut": "above", "fail": "hard", "evaluation": False, "wins": "short"}
    answer = server.post("/api/lab", json={**asked, "view": "mover"}).json()
    assert answer["viewpoint"] == "side to move"
    assert (answer["switches"]["fail"], answer["switches"]["order"]) == ("hard", "worst")
    board = Board("noughts", position="3/1X1/O2 X")
    switches = Switches(3, order="worst", cut="above", fail="hard", evaluation=False, wins="short")
    assert answer["nodes"] == run_algorithm(board, "alphabeta", switches).nodes


def test_a_large_tree_is_sent_in_part_and_a_larger_one_refused(server: TestClient) -> None:
    answer = server.post("/api/lab", json={"game": "noughts", "depth": 4, "algorithm": "minimax"}).json()
    assert (answer["nodes"], len(answer["tree"])) == (3_610, ServerLimits().lab_shown)
    refused = server.post("/api/lab", json={"game": "squava", "depth": 6, "algorithm": "minimax"})
    assert error(refused) == (400, "tree_too_large")
    assert "choose a smaller depth" in refused.json()["error"]["message"]


def test_the_comparison(server: TestClient) -> None:
    rows = server.post("/api/lab/compare", json={"game": "noughts", "depth": 2}).json()["rows"]
    assert [row["algorithm"] for row in rows] == ["minimax", "alphabeta", "ordering", "table", "deepening"]
    assert [row["same"] for row in rows] == [True] * 5
    assert rows[0]["nodes"] == 82


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "noughts", "algorithm": "magic"}, "bad_request"),
        ({"game": "noughts", "depth": 0}, "bad_request"),
        ({"game": "noughts", "depth": 65}, "bad_request"),
        ({"game": "noughts", "rounds": 100_000}, "bad_request"),
        ({"game": "noughts", "moves": "a1 a1"}, "illegal_move"),
        ({"game": "noughts", "moves": "a1 a2 b1 b2 c1"}, "not_now"),
        ({"game": "gomoku", "algorithm": "pns"}, "not_now"),
        ({"game": "./secret.py"}, "unknown_game"),
    ],
)
def test_what_cannot_be_searched_is_refused(server: TestClient, body: dict[str, Any], code: str) -> None:
    assert error(server.post("/api/lab", json=body)) == (400, code)
    if code == "bad_request" or "pns" not in body.values():
        assert error(server.post("/api/lab/compare", json=body)) == (400, code)
