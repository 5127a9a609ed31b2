"""Mistakes: the report on a game, and moves that are tried in place of a mistake."""

from __future__ import annotations

import random

import pytest

from plyground.board import Board
from plyground.engine import Info, Line, Score
from plyground.hint import hint_engine
from plyground.mistakes import GameReport, judge_attempt, positions_from_end
from tests.samples import random_board


def make_report(board: Board, infos: list[tuple[Score, str]]) -> GameReport:
    """The report on a game, if the engine has this to say of its positions: a score and a line."""
    report = GameReport(board)
    for position, (score, line) in zip(positions_from_end(board), reversed(infos), strict=True):
        lines = (Line(score, tuple(line.split())),) if line else ()
        report.add(position, Info(depth=1, lines=lines, nodes=1, seconds=0.0, fill=0.0, score=score))
    return report


def estimate(number: int) -> Score:
    """An estimate for the side to move."""
    return Score(estimate=number)


def test_a_move_is_judged_by_what_is_proven_after_it() -> None:
    board = Board("squava", "c3 a1 b2")
    report = make_report(
        board,
        [
            (estimate(0), "c3"),
            (estimate(0), "d4"),
            (estimate(2), "e5"),
            (Score(value="loss", distance=6), "a2"),
        ],
    )
    assert [each.score.value for each in report.values] == [None, None, "win", "loss"]
    assert [(each.ply, each.turn) for each in report.values] == [(0, 0), (1, 1), (2, 0), (3, 1)]
    (mistake,) = report.mistakes
    assert (mistake.ply, mistake.move, mistake.after.value) == (1, "a1", "loss")
    assert mistake.sentence == "1… a1 by O (proven: X wins in at most 7 plies); d4 was better."
    assert report.summary == "X made no mistake, O made 1 mistake."


def test_what_a_search_proves_itself_stands() -> None:
    board = Board("squava", "c3 a1")
    report = make_report(
        board,
        [
            (estimate(0), "c3"),
            (Score(value="win", distance=3), "d4"),
            (Score(value="loss", distance=8), "a2"),
        ],
    )
    assert [each.score.distance for each in report.values] == [None, 3, 8]


def test_moves_are_numbered_as_in_a_list_of_pairs() -> None:
    board = Board("squava", "a1 b1 c1", position="5/5/2X2/5/5 O")
    bad = Score(estimate=500)
    report = make_report(board, [(estimate(0), "e5"), (bad, "e5"), (bad, "e5"), (bad, "e5")])
    sentences = [mistake.sentence for mistake in report.mistakes]
    assert [text.split(" (")[0] for text in sentences] == ["1… a1 by O", "2. b1 by X", "2… c1 by O"]


def test_positions_come_from_the_end_as_the_moves_left_them() -> None:
    board = random_board("squeeze:4x4,limit=0", 40, random.Random(3))
    history = board.history
    for ply, position in zip(reversed(range(len(history) + 1)), positions_from_end(board), strict=True):
        assert position == Board(board.game, history[:ply])
    assert board.history == history


@pytest.mark.parametrize(
    ("move", "holds", "sentence"),
    [
        ("a1", True, "a1 is the better move (proven: a draw)."),
        ("c3", True, "c3 holds too (proven: a draw)."),
        ("b1", False, "b1 does not hold (proven: X wins in 5 plies)."),
        ("a2", False, "a2 is the move that was made (proven: X wins in 5 plies)."),
    ],
)
def test_a_move_tried_in_place_of_a_mistake_is_judged(move: str, holds: bool, sentence: str) -> None:
    engine = hint_engine(Board("noughts").game)
    board = Board("noughts", "b2 a2")
    won = Score(value="win", distance=5)
    report = make_report(board, [(Score(value="draw"), "b2"), (Score(value="draw"), "a1 c3"), (won, "a1")])
    (mistake,) = report.mistakes
    before = Board("noughts", "b2")
    after = Board("noughts", f"b2 {move}")
    attempt = judge_attempt(
        before,
        move,
        engine.search(after, seconds=20).score,
        made=mistake.move,
        better=mistake.better.move,
        before=mistake.before,
    )
    assert (attempt.holds, attempt.sentence) == (holds, sentence)


def test_a_long_game_is_walked_back_without_playing_it_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moves = [f"{ply % 2 + 4 * (ply // 2 % 40)},{ply // 80 * 3}" for ply in range(600)]
    board = Board("gomoku", moves)
    played: list[int] = []
    push_number = Board.push_number

    def push(self: Board, move: int) -> None:
        played.append(move)
        push_number(self, move)

    monkeypatch.setattr(Board, "push_number", push)
    monkeypatch.setattr(Board, "_play_again", lambda self: pytest.fail("the game is played again"))
    plies = [len(position.numbers) for position in positions_from_end(board)]
    assert plies == [*reversed(range(601))]
    assert len(played) <= 3 * len(moves)
