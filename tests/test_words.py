"""What is said of a score: one sentence, one short form, one bar, one JSON."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from plyground.board import Board
from plyground.engine import Score
from plyground.progress import Progress
from plyground.solver.verdict import MoveVerdict, Verdict
from plyground.words import (
    first_share,
    progress_text,
    score_json,
    score_sentence,
    score_view,
    score_words,
    short_score,
    verdict_json,
    verdict_text,
)

AFTER_B2 = Board("noughts", "b2")
"""O is to move."""


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (Score(estimate=12, exact=False), "estimate +12 for O: a little better"),
        (Score(estimate=-12, exact=False), "estimate +12 for X: a little better"),
        (Score(estimate=0, exact=False), "estimate +0 for O: about equal"),
        (Score(estimate=-90, exact=False), "estimate +90 for X: better"),
        (Score(estimate=20_000, exact=False), "estimate +20000 for O: much better"),
        (Score(value="draw"), "proven: a draw"),
        (Score(value="loss", distance=4), "proven: X wins in 4 plies"),
        (Score(value="win", distance=1, exact=False), "proven: O wins in at most 1 ply"),
    ],
)
def test_a_score_in_words(score: Score, words: str) -> None:
    assert score_words(AFTER_B2, score) == words
    assert score_sentence(AFTER_B2, score) == f"{words.capitalize()[0]}{words[1:]}."
    assert ("proven" in words) == score.is_proven
    assert ("estimate" in words) == (not score.is_proven)


def test_of_a_game_that_is_over_the_outcome_is_said() -> None:
    over = Board("noughts", "a1 b1 a2 b2 a3")
    assert score_sentence(over, Score(value="loss", distance=0)) == "X wins: three in a row a1 a2 a3."


@pytest.mark.parametrize(
    ("score", "short", "plain"),
    [
        (Score(value="win", distance=5), "W5", "W5"),
        (Score(value="loss", distance=8, exact=False), "L≤8", "L<=8"),
        (Score(value="loss", distance=0), "L0", "L0"),
        (Score(value="draw"), "D", "D"),
        (Score(estimate=999), "+999", "+999"),
        (Score(estimate=-1600), "-2k", "-2k"),
    ],
)
def test_a_score_in_a_few_characters(score: Score, short: str, plain: str) -> None:
    assert short_score(score) == short
    assert short_score(score, ascii_only=True) == plain


def test_a_bar_is_full_only_if_a_win_is_proven() -> None:
    assert first_share(Score(value="win", distance=3), 0) == 1.0
    assert first_share(Score(value="win", distance=3), 1) == 0.0
    assert first_share(Score(value="draw"), 1) == 0.5
    assert 0.9 < first_share(Score(estimate=20_000), 0) < 1.0


def test_a_score_as_json_is_a_value_or_an_estimate() -> None:
    proven = {"value": "win", "distance": 5, "exact_distance": True, "estimate": None}
    assert score_json(Score(value="win", distance=5)) == proven
    guess = {"value": None, "distance": None, "exact_distance": False, "estimate": -7}
    assert score_json(Score(estimate=-7)) == guess
    assert set(score_json(None).values()) == {None, False}
    drawn = {"text": "win in 5 plies", "short": "W5", "share": 0.0}
    assert asdict(score_view(Score(value="win", distance=5), 1)) == proven | drawn


def test_a_verdict_without_a_proof_says_so_and_what_it_believes() -> None:
    board = Board("squava")
    verdict = Verdict(Score(estimate=30, exact=False), ("c3",), (), 10, 1.0, "search")
    text = verdict_text(board, verdict)
    assert "Not proven: time or memory did not suffice.\nEstimate +30 for X: a little better.\n" in text
    assert "Proven" not in text
    assert verdict_json(verdict)["value"] is None
    assert verdict_json(verdict)["estimate"] == 30


def test_a_verdict_lists_moves_of_the_same_value_together() -> None:
    scores = {"a1": Score(value="win", distance=5), "b1": Score(value="win", distance=5), "c1": None}
    moves = tuple(MoveVerdict(move, score) for move, score in scores.items())
    verdict = Verdict(Score(value="win", distance=5), ("a1", "b2"), moves, 10, 1.0, "search")
    assert verdict_text(Board("squava"), verdict).splitlines()[-5:] == [
        "Proven: X wins in 5 plies.",
        "line: a1 b2",
        "win in 5 plies  a1 b1",
        "not proven      c1",
        "10 positions in 1.00 s, by search",
    ]


def test_progress_tells_what_is_settled_and_how_fast() -> None:
    text = progress_text(Progress("depth 3", nodes=1000, seconds=2.0, settled=5, known=10))
    assert text.startswith("depth 3, 5 of 10 settled, 1,000 positions, 500/s, ")
    assert text.endswith(" MB, 2.0 s")
