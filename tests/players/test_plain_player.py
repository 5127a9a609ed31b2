"""The player for the time in which the engine is compiled: legal, quick, and not blind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plyground.board import Board
from plyground.players.plain_player import PlainPlayer

STONES = Path(__file__).parents[1] / "data" / "games" / "stones.py"
GAMES = [
    "noughts",
    "noughts:5x5,row=4",
    "squava",
    "numerical",
    "squeeze",
    "gomoku",
    "gomoku:9x9",
    str(STONES),
]


@pytest.mark.parametrize("game", GAMES)
def test_its_moves_are_legal_and_in_time(game: str) -> None:
    board = Board(game)
    player = PlainPlayer(board.game, seconds=0.05, seed=3)
    while not board.is_over and len(board.history) < 30:
        before = board.position_text
        choice = player.choose(board)
        assert choice.move in board.legal_moves
        assert board.position_text == before
        board.push(choice.move)


@pytest.mark.parametrize(
    ("game", "moves", "wins"),
    [
        ("noughts", "a1 a2 b1 b2", {"c1"}),
        ("noughts:5x5,row=4", "a5 a2 b5 b2 c5 c2", {"d5"}),
        ("squava", "a1 e5 b1 e4 d1 a5", {"c1"}),
        ("gomoku:9x9", "a1 a3 b1 b3 c1 c3 d1 d3", {"e1"}),
        ("gomoku", "0,0 0,3 1,0 1,3 2,0 2,3 3,0 3,3", {"4,0", "-1,0"}),
    ],
)
@pytest.mark.parametrize("seconds", [0.5, 0.0])
def test_it_takes_a_win_however_little_time_it_has(
    game: str, moves: str, wins: set[str], seconds: float
) -> None:
    board = Board(game, moves)
    assert PlainPlayer(board.game, seconds=seconds).choose(board).move in wins


def test_it_prevents_a_loss() -> None:
    board = Board("noughts", "b2 a1 c3 b1")
    assert PlainPlayer(board.game).choose(board).move == "c1"


def test_it_says_how_it_plays() -> None:
    board = Board("noughts")
    words = PlainPlayer(board.game, depth=2).choose(board).words
    assert words == "2 plies deep, by plain Python until the engine is compiled"


def test_it_answers_at_once_when_it_is_stopped() -> None:
    board = Board("squeeze")
    player = PlainPlayer(board.game, seconds=60)
    import threading

    timer = threading.Timer(0.3, player.stop)
    began = time.perf_counter()
    timer.start()
    assert player.choose(board).move in board.legal_moves
    assert time.perf_counter() - began < 10


STAND_IN = """
import sys, time
from plyground.board import Board
from plyground.players.plain_player import StandInPlayer
from plyground.seats import seat
board = Board("squava:6x6")
player = StandInPlayer(seat("5", board.game))
player.prepare()
first = player.choose(board)
print(first.words or "the engine")
while not player.is_ready:
    time.sleep(0.1)
print(player.choose(board).words or "the engine")
"""


def test_until_the_engine_is_compiled_plain_python_stands_in(tmp_path: Path) -> None:
    environment = os.environ | {"PLYGROUND_CACHE": str(tmp_path)}

    def answers() -> list[str]:
        run = subprocess.run(
            [sys.executable, "-c", STAND_IN], env=environment, capture_output=True, text=True, check=True
        )
        return run.stdout.splitlines()

    first, second = answers()
    assert first.endswith("by plain Python until the engine is compiled")
    assert second == "the engine"
    assert answers() == ["the engine", "the engine"]
