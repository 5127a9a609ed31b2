"""The report on a game, from what an engine says of each position."""

from __future__ import annotations

from plyground.board import Board
from plyground.engine import Info, Line, Score
from plyground.web.messages import ReportMessage
from plyground.web.thinking.game_report import GameReport


def make_report(board: Board, infos: list[tuple[Score, str]]) -> ReportMessage:
    """The report on a game, if the engine has this to say of its positions: a score and a line."""
    report = GameReport(board)
    for ply, (score, line) in reversed([*enumerate(infos)]):
        lines = (Line(score, tuple(line.split())),) if line else ()
        info = Info(depth=1, lines=lines, nodes=1, seconds=0.0, fill=0.0, score=score)
        report.add(Board(board.game, board.history[:ply], position=board.setup), info)
    return report.message("done")


def estimate(number: int) -> Score:
    """An estimate for the side to move."""
    return Score(estimate=number)


def test_a_move_is_judged_by_what_is_proven_after_it() -> None:
    board = Board("squava", "c3 a1 b2")
    message = make_report(
        board,
        [
            (estimate(0), "c3"),
            (estimate(0), "d4"),
            (estimate(2), "e5"),
            (Score(value="loss", distance=6), "a2"),
        ],
    )
    values = [each["score"].value for each in message["evaluations"]]
    assert values == [None, None, "win", "loss"]
    (mistake,) = message["mistakes"]
    assert (mistake["ply"], mistake["move"], mistake["after"].value) == (1, "a1", "loss")
    assert mistake["sentence"] == "1… a1 by O (proven: X wins in at most 7 plies); d4 was better."


def test_what_a_search_proves_itself_stands() -> None:
    board = Board("squava", "c3 a1")
    message = make_report(
        board,
        [
            (estimate(0), "c3"),
            (Score(value="win", distance=3), "d4"),
            (Score(value="loss", distance=8), "a2"),
        ],
    )
    assert [each["score"].distance for each in message["evaluations"]] == [None, 3, 8]


def test_moves_are_numbered_as_in_a_list_of_pairs() -> None:
    board = Board("squava", "a1 b1 c1", position="5/5/2X2/5/5 O")
    bad = Score(estimate=500)
    message = make_report(board, [(estimate(0), "e5"), (bad, "e5"), (bad, "e5"), (bad, "e5")])
    sentences = [mistake["sentence"] for mistake in message["mistakes"]]
    assert [text.split(" (")[0] for text in sentences] == ["1… a1 by O", "2. b1 by X", "2… c1 by O"]
