"""The player for the time in which the engine is compiled: legal, quick, and not blind."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.players.engine_player import EnginePlayer
from plyground.players.plain_player import PlainPlayer, StandInPlayer
from plyground.seats import seat

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
    timer = threading.Timer(0.3, player.stop)
    began = time.perf_counter()
    timer.start()
    assert player.choose(board).move in board.legal_moves
    assert time.perf_counter() - began < 10


def engine_for(board: Board) -> EnginePlayer:
    player = seat("5", board.game, seed=1)
    assert isinstance(player, EnginePlayer)
    return player


def test_until_the_engine_is_compiled_plain_python_stands_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Board("noughts", "b2")
    engine_for(board).prepare()
    player = StandInPlayer(engine_for(board))
    assert not player.choose(board).words, "an engine that is on the disk is only loaded"
    may_compile = threading.Event()
    slow = engine_for(board)
    monkeypatch.setattr(slow, "prepare", may_compile.wait)
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    player = StandInPlayer(slow)
    player.prepare()
    assert not player.is_ready
    assert player.choose(board).words.endswith("by plain Python until the engine is compiled")
    may_compile.set()
    while not player.is_ready:
        time.sleep(0.01)
    assert not player.choose(board).words


def test_an_engine_that_cannot_be_compiled_is_told_by_the_next_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Board("noughts")
    engine = engine_for(board)
    engine.prepare()
    errors = [PlygroundError("it does not compile")]

    def fail() -> None:
        if errors:
            raise errors.pop()

    monkeypatch.setattr(engine, "prepare", fail)
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    player = StandInPlayer(engine)
    player.prepare()
    while not player.is_ready:
        time.sleep(0.01)
    with pytest.raises(PlygroundError, match="it does not compile"):
        player.choose(board)
