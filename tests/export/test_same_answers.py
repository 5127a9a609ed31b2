"""A page without a server answers what the server answers: random games, move by move, and records."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import plyground as pg
from plyground.export.catalogue_data import catalogue_data
from plyground.export.pack import pack_game
from tests.export.node import run_in_node
from tests.web.stage import opened

GAMES = ("noughts", "numerical:3x3", "squeeze:4x4", "gomoku:15x15", "gomoku")
LONGEST = 24
"""Plies of a random game that has no end."""
PAGE = """
import "{JS}/../../../../../tests/web/page/stubs.js";
import { openGame } from "{JS}/engine/module_game.js";
import { LocalBackend } from "{JS}/local/local_backend.js";
import { readBase64, readPack } from "{JS}/local/pack.js";
const answer = async ({ catalogue, packs, requests }) => {
  const load = (name) => readPack(readBase64(packs[name]));
  const shelf = { catalogue, load, open: openGame, openWorker: () => null, remembered: () => [] };
  const backend = new LocalBackend(shelf);
  const answers = [];
  for (const [path, body] of requests) {
    answers.push(await backend.request(path, body).catch(({ code }) => ({ code })));
  }
  return answers;
};
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    with opened(f"sqlite:///{tmp_path / 'games.sqlite3'}") as client:
        yield client


def ask_page(requests: list[tuple[str, dict[str, Any]]], names: Sequence[str] = GAMES) -> list[Any]:
    """What a page with these games answers."""
    games = [pg.find(name) for name in names]
    packs = {game.full_name: base64.b64encode(pack_game(game)).decode() for game in games}
    return list(run_in_node(PAGE, {"catalogue": catalogue_data(games), "packs": packs, "requests": requests}))


def random_games(name: str, count: int, chance: random.Random) -> Iterator[list[str]]:
    """The moves of random games, each to its end or to some ply before it."""
    for _ in range(count):
        board = pg.Board(name)
        while not board.is_over and chance.random() < 0.97 and len(board.numbers) < LONGEST:
            board.push(chance.choice(board.legal_moves))
        yield [*board.history]


def test_positions_moves_and_endings(server: TestClient) -> None:
    chance = random.Random(4)
    requests: list[tuple[str, dict[str, Any]]] = [
        (
            "api/look",
            {"game": name, "moves": moves, "frames": True, "losing": "gomoku" not in name, "hot": True},
        )
        for name in GAMES
        for moves in random_games(name, 12, chance)
    ]
    far = ["0,0", "2000000000,-2000000000", "1,1", "-7,90", "2147483647,-2147483648"]
    requests += [("api/look", {"game": "gomoku", "moves": far, "frames": True})]
    requests += [("api/look", {"game": "noughts", "moves": moves}) for moves in (["b2", "b2"], ["z9"])]
    bad = (["0,0", "0,0"], ["a1"], ["-0,1"], ["1,2147483648"], ["01,2"])
    requests += [("api/look", {"game": "gomoku", "moves": moves}) for moves in bad]
    for (path, body), found in zip(requests, ask_page(requests), strict=True):
        told = server.post(f"/{path}", json=body).json()
        if "error" in told:
            assert found["code"] == told["error"]["code"]
            continue
        assert found["position"] == told["position"], body
        assert found["frames"] == told["frames"], body


def test_a_hand_of_pieces(server: TestClient) -> None:
    """What is in the trays of Gobblers depends on what was swallowed, and so does the text of a position."""
    games = random_games("gobblers", 12, random.Random(6))
    requests: list[tuple[str, dict[str, Any]]] = [
        ("api/look", {"game": "gobblers", "moves": moves, "frames": True}) for moves in games
    ]
    for (path, body), found in zip(requests, ask_page(requests, ["gobblers"]), strict=True):
        told = server.post(f"/{path}", json=body).json()
        assert found["position"].pop("text") == " ".join(body["moves"])
        del told["position"]["text"]
        assert found == told, body


def test_records_and_lines_of_moves(server: TestClient) -> None:
    chance = random.Random(5)
    requests: list[tuple[str, dict[str, Any]]] = []
    for name in GAMES:
        for moves in random_games(name, 4, chance):
            players = {"players": ["Ada", None], "times": [1.5], "comment": "by hand", "began": "2026-01-31"}
            requests.append(("api/write", {"game": name, "moves": moves, **players}))
            requests.append(("api/read", {"text": f"{name} {' '.join(moves)}"}))
            record = server.post("/api/write", json=requests[-2][1]).json()["record"]
            requests.append(("api/read", {"text": record}))
    for (path, body), found in zip(requests, ask_page(requests), strict=True):
        told = server.post(f"/{path}", json=body).json()
        if path == "api/write":
            assert (found["record"], found["position"]) == (told["record"], told["position"])
            continue
        assert found == told


def test_positions_as_text_and_set_up_by_hand(server: TestClient) -> None:
    chance = random.Random(6)
    requests: list[tuple[str, dict[str, Any]]] = []
    for name in ("noughts", "numerical:3x3", "gomoku:15x15", "gomoku"):
        for moves in random_games(name, 4, chance):
            board = pg.Board(name, moves)
            marks = dict(board.game.picture(board.position).marks)
            line = {"game": name, "setup": board.position_text, "frames": True}
            requests += [("api/look", line), ("api/read", {"text": f"{name} {board.position_text}"})]
            requests += [("api/setup", {"game": name, "marks": marks, "side": board.turn})]
            if board.history and not board.is_over:
                requests += [("api/setup", {"game": name, "marks": marks, "side": 1 - board.turn})]
                players = {"players": ["Ada", None], "moves": board.legal_moves[:1]}
                requests += [("api/write", {"game": name, "setup": board.position_text, **players})]
    slid = pg.Board("squeeze:4x4", "a1-a2 b4-b3 d1-d3")
    text = slid.position_text
    requests += [("api/look", {"game": "squeeze:4x4", "setup": text, "moves": slid.legal_moves[:1]})]
    requests += [("api/setup", {"game": "noughts", "marks": {"a1": "X", "b1": "X"}, "side": 0})]
    bad = ["3/3 X", "3/3/4 X", "3/3/Z2 X", "3/3/X2 X", "3/3/X2", "XXX/XXX/3 X"]
    requests += [("api/look", {"game": "noughts", "setup": each}) for each in bad]
    for (path, body), found in zip(requests, ask_page(requests), strict=True):
        told = server.post(f"/{path}", json=body).json()
        if "error" in told:
            assert found["code"] == told["error"]["code"], body
            continue
        if path == "api/write":  # the page draws its own pictures
            found["svg"] = told["svg"]
        if (
            "problem" in told and "numerical" in body["game"]
        ):  # which speaks of numbers, where the page has marks
            told["problem"] = told["problem"].replace("numbers", "marks")
        assert found == told, body
