"""The plain game, with an engine that answers from a list."""

from __future__ import annotations

import io
from typing import Any, cast

import pytest

from plyground.board import Board
from plyground.engine import Engine, Info, Line, Score
from plyground.terminal.plain import play
from plyground.terminal.report import judgement


class Answers:
    """An engine that plays given moves, and its own judgement on each of them."""

    def __init__(self, moves: str, score: Score) -> None:
        self.moves = moves.split()
        self.score = score

    def search(self, board: Board, *, seconds: float) -> Info:
        line = Line(self.score, (self.moves.pop(0),))
        return Info(depth=1, lines=(line,), nodes=1, seconds=seconds, fill=0.0, score=self.score)


def played(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    typed: str,
    answers: str,
    *,
    board: Board | None = None,
    person: int = 0,
    score: Score | None = None,
) -> str:
    """What a game looks like when a person types these lines."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed.split(","))))
    engine: Any = Answers(answers, score or Score(estimate=12))
    play(board or Board("noughts"), cast(Engine, engine), person=person, seconds=1)
    return capsys.readouterr().out


def test_person_wins(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told = played(monkeypatch, capsys, "a1,b1,c1", "a3 b3")
    assert "You are X." in told
    assert "X to move: a1" in told
    assert "O plays a3 (estimate +12 for O)" in told
    assert told.endswith("X wins: three in a row a1 b1 c1. You win!\n")
    assert "*X*" in told


def test_engine_wins(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    won = Score(value="win", distance=1)
    told = played(monkeypatch, capsys, "a1,b1", "a3 b3 c3", person=1, score=won)
    assert "You are O." in told
    assert "X plays c3 (proven: X wins in 1 ply)" in told
    assert told.endswith("X wins: three in a row a3 b3 c3. You lose.\n")


def test_nobody_wins(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told = played(monkeypatch, capsys, "b2,c1,a2,b1,c3", "a1 a3 c2 b3", score=Score(value="draw"))
    assert "O plays a1 (proven draw)" in told
    assert told.endswith("Draw: the board is full. Nobody wins.\n")


def test_number_pad(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    board = Board("noughts")
    played(monkeypatch, capsys, "7,quit", "a1", board=board)
    assert board.history == ("a3", "a1")


def test_bad_input_is_explained_and_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = played(monkeypatch, capsys, "z9,,b2,b2,quit", "a1")
    assert "'z9' is no cell; cells go from a1 to c3\n" in told
    assert "b2 is taken\n" in told
    assert told.endswith("Goodbye.\n")


def test_undo_takes_back_both_moves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board = Board("noughts")
    told = played(monkeypatch, capsys, "undo,b2,undo,c3,quit", "a1 b2", board=board)
    assert "you have made no move to take back\n" in told
    assert "took back a1 and b2\n" in told
    assert board.history == ("c3", "b2")


def test_undo_leaves_the_first_move_of_the_computer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board = Board("noughts")
    told = played(monkeypatch, capsys, "undo,quit", "b2", board=board, person=1)
    assert "you have made no move to take back\n" in told
    assert board.history == ("b2",)


def test_help_and_moves(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told = played(monkeypatch, capsys, "help,moves,quit", "")
    assert "undo   take back your last move" in told
    assert Board("noughts").game.words in told
    assert "a1 b1 c1 a2 b2 c2 a3 b3 c3\n" in told


def test_end_of_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(EOFError):
        played(monkeypatch, capsys, "b2", "a1")


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (Score(estimate=-3), "estimate -3 for O"),
        (Score(value="draw"), "proven draw"),
        (Score(value="win", distance=5), "proven: O wins in 5 plies"),
        (Score(value="loss", distance=2), "proven: X wins in 2 plies"),
        (Score(value="win", distance=7, exact=False), "proven: O wins in about 7 plies"),
        (Score(value="loss", distance=0), "X has won"),
    ],
)
def test_judgement_names_the_players(score: Score, words: str) -> None:
    assert judgement(Board("noughts", "b2"), score) == words
