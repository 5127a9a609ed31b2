"""The course of a game, on games whose figures can be worked out by hand."""

from __future__ import annotations

import random

import pytest

from plyground.study.course import Course, expected_score, fit_scale
from plyground.study.games import PlayedGame
from plyground.study.work import ScoreText


def played(
    points: float, *scores: ScoreText, begin: int = 0, gaps: tuple[tuple[ScoreText, ...], ...] = ()
) -> PlayedGame:
    plies = begin + len(scores) - 1
    return PlayedGame(
        number=0,
        nodes=(1, 1),
        opening=0,
        moves=tuple("a1" for _ in range(plies)),
        points=points,
        ending="",
        choices=tuple(2 for _ in range(plies)),
        repeats=0,
        begin=begin,
        scores=scores,
        gaps=gaps,
    )


UP, DOWN = 1_000_000, -1_000_000
"""Estimates that are as good as certain."""


def test_a_game_that_turns_twice() -> None:
    course = Course(played(1.0, 0, UP, DOWN, "=", UP, "+"), scale=1.0)
    assert course.first == pytest.approx((0.5, 1, 0, 0.5, 1, 1))
    assert course.lead_changes == 2
    assert course.deepest == pytest.approx(1.0)
    assert course.drama == pytest.approx(1 / 5)
    assert course.killer == pytest.approx(0.5)
    assert course.settled_ply == 4
    assert course.uncertainty == pytest.approx(1 / 5)  # the proven draw is settled


def test_the_winner_may_be_the_second() -> None:
    course = Course(played(0.0, 0, UP, "-", "-", begin=2), scale=1.0)
    assert course.winner == pytest.approx((0.5, 0, 1, 1))
    assert (course.settled_ply, course.lead_changes) == (4, 1)
    assert course.drama == pytest.approx(1 / 3)


def test_decisiveness_is_where_the_winner_passes_all_that_the_loser_had() -> None:
    """The loser could expect 1/2 at most, which the winner passes with the position after ply 3."""
    course = Course(played(1.0, 0, 0, 0, UP, UP, "+"), scale=1.0)
    assert course.decisive_ply == 3
    assert course.decisiveness == pytest.approx(3 / 5)
    never = Course(played(1.0, 0, "-", "-", "+"), scale=1.0)
    assert never.decisiveness == 1


def test_clarity_counts_only_moves_with_a_choice() -> None:
    course = Course(played(1.0, 0, 0, 0, "+", gaps=(("+", "="), ("=",), ("=", "="))), scale=1.0)
    assert course.clarity == pytest.approx(0.25)
    assert Course(played(0.5, 0, "=", gaps=(("=",),)), scale=1.0).clarity is None


def test_uncertainty_over_time_is_read_between_positions() -> None:
    course = Course(played(1.0, 0, "+", "+"), scale=1.0)
    assert [course.uncertainty_at(part) for part in (0, 0.25, 0.5, 1)] == pytest.approx([1, 0.5, 0, 0])


@pytest.mark.parametrize("scale", [3.0, 40.0, 900.0])
def test_the_scale_is_found_again(scale: float) -> None:
    """Results that were drawn with one scale are explained best by about the same."""
    chance = random.Random(5)
    games = []
    for _ in range(1500):
        estimate = round(chance.gauss(0, 2 * scale))
        games.append(played(float(chance.random() < expected_score(estimate, scale)), estimate, "+"))
    assert fit_scale(games) == pytest.approx(scale, rel=0.35)


def test_an_estimate_is_never_certain_nor_a_proof_an_estimate() -> None:
    assert expected_score("+", 10) == 1
    assert expected_score("-", 10) == 0
    assert 0 < expected_score(-100, 10) < expected_score(100, 10) < 1
