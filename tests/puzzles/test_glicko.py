"""Glicko-2 against the worked example of its author."""

from __future__ import annotations

import pytest

from plyground.puzzles.glicko import Rating, rate


def test_the_published_example() -> None:
    player = Rating(1500, 200, 0.06)
    results = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    rated = rate(player, results, restraint=0.5)
    assert rated.rating == pytest.approx(1464.06, abs=0.01)
    assert rated.deviation == pytest.approx(151.52, abs=0.01)
    assert rated.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_becomes_uncertain() -> None:
    rested = rate(Rating(1500, 200, 0.06), [])
    assert rested.rating == 1500
    assert rested.deviation == pytest.approx(200.27, abs=0.01)


def test_a_surprise_moves_more_than_what_was_expected() -> None:
    player, strong = Rating(1500, 80), Rating(1900, 80)
    up, down = (rate(player, [(strong, score)]).rating - 1500 for score in (1.0, 0.0))
    assert up > 5 * -down > 0
