"""Playing against a theorem over HTTP: what is proven, what is answered, what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from plyground.solver import certificate_prover
from plyground.verify.endless_certificate import pack_endless
from plyground.web.http.routes import theorem
from tests.verify.test_endless import three_part
from tests.web.stage import error, opened


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server on which a little of three in a row is proven, in place of five."""
    path = tmp_path / "three.cert"
    path.write_bytes(pack_endless(3, "replies", [three_part((0, 1)), three_part((0, 12), is_far=True)]))
    missing = tmp_path / "missing.cert"
    monkeypatch.setattr(
        certificate_prover, "certificate_of", lambda game: path if game.full_name == "gomoku" else missing
    )
    theorem.theorem_of.cache_clear()
    with opened(f"sqlite:///{tmp_path / 'games.sqlite3'}") as client:
        yield client
    theorem.theorem_of.cache_clear()


def test_it_lists_what_is_proven(server: TestClient) -> None:
    (view,) = server.get("/api/theorem").json()["theorems"]
    assert (view["game"], view["row"], view["whole"], view["far"]) == ("gomoku", 3, False, "0,12")
    assert view["replies"] == ["-1,0", "0,-1", "0,1", "1,0"]
    assert view["statement"].endswith("Other first replies are open here.")


def test_it_answers_a_reply(server: TestClient) -> None:
    answer = server.post("/api/theorem", json={"game": "gomoku", "moves": ["0,0", "1,0"]}).json()
    step = answer["step"]
    assert step["sentences"][0] == "1,0 is a mirror image of 0,1, which is proven."
    moves = ["0,0", "1,0", step["answer"], "50,50"]
    step = server.post("/api/theorem", json={"game": "gomoku", "moves": moves}).json()["step"]
    assert (step["mattered"], step["order"], step["plies"]) == (False, 0, 0)


def test_it_says_nothing_of_what_is_open(server: TestClient) -> None:
    answer = server.post("/api/theorem", json={"game": "gomoku", "moves": ["0,0", "1,1"]}).json()
    assert answer["step"] is None
    assert "open here" in answer["statement"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "gomoku", "moves": "0,0 9,0 1,0 9,1 2,0 9,2 3,0 9,3 4,0"}, "not_now"),
        ({"game": "squava", "moves": ["a1", "b2"]}, "not_now"),
        ({"game": "gomoku", "moves": ["0,0", "0,0"]}, "illegal_move"),
        ({"game": "chess"}, "unknown_game"),
    ],
)
def test_what_it_refuses(server: TestClient, body: dict[str, object], code: str) -> None:
    answer = server.post("/api/theorem", json=body)
    assert error(answer)[1] == code
