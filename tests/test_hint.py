"""The hint: one engine, one time, one text, and never another opinion than a running analysis."""

from __future__ import annotations

import pytest

from plyground.board import Board
from plyground.engine import Info, Line, Score
from plyground.errors import PlygroundError
from plyground.hint import HINT_SECONDS, find_hint, hint_engine, hint_from


def test_a_hint_is_a_proof_where_there_is_one() -> None:
    board = Board("noughts", "a1 a2 b1 b2")
    hint = find_hint(hint_engine(board.game), board)
    assert (hint.move, hint.score, hint.line) == ("c1", Score(value="win", distance=1), ("c1",))
    assert str(hint) == "hint: c1 (proven: X wins in 1 ply)"


def test_a_hint_takes_no_more_than_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board("noughts")
    engine, asked = hint_engine(board.game), []

    def search(board: Board, **limits: float) -> Info:
        asked.append(limits)
        return Info(1, (Line(Score(estimate=1), ("b2",)),), 1, 0.1, 0.0, Score(estimate=1))

    monkeypatch.setattr(engine, "search", search)
    find_hint(engine, board)
    assert asked == [{"seconds": HINT_SECONDS}]


def test_a_hint_from_an_analysis_is_its_newest_answer() -> None:
    board = Board("gomoku", "0,0 5,5 1,0 6,5 2,0 7,7")
    score = Score(estimate=20, exact=False)
    info = Info(4, (Line(score, ("3,0", "4,0")), Line(score, ("-1,0",))), 100, 0.1, 0.0, score)
    hint = hint_from(board, info)
    board.push("3,0")
    words = "hint: 3,0 (estimate +20 for X: a little better), line 3,0 4,0; open four at 3,0"
    assert str(hint) == words


def test_there_is_no_hint_once_the_game_is_over() -> None:
    board = Board("noughts", "a1 b1 a2 b2 a3")
    with pytest.raises(PlygroundError, match="the game is over: X wins"):
        find_hint(hint_engine(board.game), board)
